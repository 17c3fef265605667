//! Encodes the globals of a program as bytes.

use crate::emit::Unsupported;
use rustc_hash::FxHashMap;
use warpline_ir::{AttrKind, DenseData, MemRef, Module, Op, OpKind};

/// A global: memory that lives while the program is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalData {
    /// Its symbol.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
    /// Its initial contents: `size` bytes, or empty if it is zero-initialized.
    pub bytes: Vec<u8>,
}

/// Globals by number, and the number of each.
type Collected = (FxHashMap<Op, u32>, Vec<GlobalData>);

/// Returns every `memref.global` at the top level.
pub(super) fn collect(module: &Module) -> Result<Collected, Unsupported> {
    let (mut numbers, mut globals) = (FxHashMap::default(), Vec::new());
    for op in module.ops_in(module.body()) {
        if module.kind(op) == OpKind::MemRef(MemRef::Global) {
            numbers.insert(op, globals.len() as u32);
            globals.push(global(module, op)?);
        }
    }
    Ok((numbers, globals))
}

fn global(module: &Module, op: Op) -> Result<GlobalData, Unsupported> {
    let view = module.op(op);
    let refuse = |message: &str| Unsupported {
        op,
        message: format!("the cpu backend cannot make this global: {message}"),
    };
    let ty =
        view.attr("type").and_then(|attr| module.attr_type(attr)).ok_or_else(|| refuse("it has no type"))?;
    let count = module.n_elements(ty).ok_or_else(|| refuse("expected a static shape"))?;
    let element =
        module.byte_size(module.element_type(ty)).ok_or_else(|| refuse("expected scalar elements"))?;
    let size = count.checked_mul(element).ok_or_else(|| refuse("it is too large"))?;
    let bytes = match view.attr("initial_value").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Dense(_, DenseData::Splat(0)) | AttrKind::Unit) | None => Vec::new(),
        Some(AttrKind::Dense(_, DenseData::Splat(bits))) => {
            bits.to_le_bytes()[..element as usize].repeat(count as usize)
        }
        Some(AttrKind::Dense(_, DenseData::Elements(elements))) => {
            elements.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(element as usize)).collect()
        }
        Some(_) => return Err(refuse("expected a dense initial value")),
    };
    let align = view
        .int("alignment")
        .and_then(|align| u64::try_from(align).ok())
        .filter(|align| align.is_power_of_two());
    let name = module.symbol_name(op).unwrap_or_default().to_string();
    Ok(GlobalData { name, size, align: align.unwrap_or(64).max(64), bytes })
}
