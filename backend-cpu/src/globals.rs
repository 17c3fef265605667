//! Encodes the globals of a program and of device modules as bytes.

use crate::emit::Unsupported;
use crate::link::MAX_ALIGN;
use crate::lowered::scalars_of;
use rustc_hash::FxHashMap;
use warpline_ir::artifact::GlobalData;
use warpline_ir::scalar::wide;
use warpline_ir::{AttrKind, DenseData, MemRef, Module, Op, OpKind, OpRef};
use warpline_passes::gpu::buffers::{MemorySpace, bytes_of};

/// The maximum size of a global of a device module, in bytes.
const MAX_DEVICE_BYTES: u64 = 256 << 20;
/// The maximum size of a global of the host, in bytes.
const MAX_HOST_BYTES: u64 = 1 << 32;

/// Globals by number, and the number of each.
type Collected = (FxHashMap<Op, u32>, Vec<GlobalData>);

/// Returns every `memref.global` at the top level.
pub(crate) fn collect(module: &Module) -> Result<Collected, Unsupported> {
    let (mut numbers, mut globals) = (FxHashMap::default(), Vec::new());
    for op in module.ops_in(module.body()) {
        if module.kind(op) == OpKind::MemRef(MemRef::Global) {
            numbers.insert(op, globals.len() as u32);
            globals.push(global(module, op, MAX_HOST_BYTES)?);
        }
    }
    Ok((numbers, globals))
}

/// Returns the globals of a `gpu.module` under the symbols of [`symbol_of`]. Workgroup memory is none: it is scratch memory of
/// the kernels.
pub(crate) fn of_device(module: &Module, device_module: Op) -> Result<Vec<GlobalData>, Unsupported> {
    let is_workgroup = |op: Op| {
        let ty = module.attr(op, "type").and_then(|attr| module.attr_type(attr));
        ty.is_some_and(|ty| MemorySpace::of_memref(module, ty) == Ok(MemorySpace::Workgroup))
    };
    let is_global = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::Global) && !is_workgroup(*op);
    let globals = module.walk(device_module).into_iter().filter(is_global);
    let data = |op: Op| {
        let data = global(module, op, MAX_DEVICE_BYTES)?;
        if MAX_ALIGN < data.align {
            return Err(refuse(op, &format!("its alignment is limited to {MAX_ALIGN} bytes")));
        }
        Ok(GlobalData { name: symbol_of(module, op), ..data })
    };
    globals.map(data).collect()
}

/// Returns the `memref.global` of a `memref.get_global`.
pub(crate) fn of_op(op: OpRef<'_>) -> Option<Op> {
    let path = op.attr("name").and_then(|name| op.module.attr_symbol(name))?;
    op.module.resolve_symbol(op.op, path)
}

/// Returns the symbol of a global of a `gpu.module` in its code.
pub(crate) fn symbol_of(module: &Module, global: Op) -> String {
    let name = |op: Op| module.symbol_name(op).unwrap_or_default();
    format!("data.{}.{}", module.parent_op(global).map(name).unwrap_or_default(), name(global))
}

/// Returns the contents of a global of `size` bytes with integers of this width, of more than 64 bits each, for which
/// attributes have signed numbers of 64 bits.
fn wide_bytes(data: &DenseData, width: Option<u32>, size: u64) -> Vec<u8> {
    let number = |bits: &u64| {
        let signed = i128::from(bits.cast_signed()).cast_unsigned();
        wide::zero_extend(signed, width.unwrap_or(128)).to_le_bytes()
    };
    match data {
        DenseData::Splat(bits) => number(bits).repeat(size as usize / 16),
        DenseData::Elements(all) => all.iter().flat_map(number).collect(),
    }
}

fn refuse(op: Op, why: &str) -> Unsupported {
    Unsupported { op, message: format!("the cpu backend cannot make this global: {why}") }
}

fn global(module: &Module, op: Op, max_bytes: u64) -> Result<GlobalData, Unsupported> {
    let view = module.op(op);
    let refuse = |why: &str| refuse(op, why);
    let ty =
        view.attr("type").and_then(|attr| module.attr_type(attr)).ok_or_else(|| refuse("it has no type"))?;
    let count = module.n_elements(ty).ok_or_else(|| refuse("expected a static shape"))?;
    let (scalar, n_parts) = scalars_of(module, module.element_type(ty));
    let part = module.byte_size(scalar).filter(|bytes| *bytes <= 16);
    let part = part.ok_or_else(|| refuse("expected elements of scalars of at most 128 bits"))?;
    let size = count.checked_mul(n_parts).and_then(|count| count.checked_mul(part));
    let size = size.filter(|size| *size <= max_bytes);
    let too_large = || refuse(&format!("its size is limited to {max_bytes} bytes; pass a buffer"));
    let size = size.ok_or_else(too_large)?;
    let bytes = match view.attr("initial_value").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Dense(_, DenseData::Splat(0)) | AttrKind::Unit) | None => Vec::new(),
        Some(AttrKind::Dense(_, DenseData::Elements(pair))) if n_parts == 2 && pair.len() == 2 => {
            let splat = DenseData::Elements(pair.repeat(count as usize).into());
            bytes_of(&splat, part as usize, size)
        }
        Some(AttrKind::Dense(_, data)) if 8 < part => wide_bytes(data, module.bit_width(scalar), size),
        Some(AttrKind::Dense(_, data)) => bytes_of(data, part as usize, size),
        Some(_) => return Err(refuse("expected a dense initial value")),
    };
    let align = view
        .int("alignment")
        .and_then(|align| u64::try_from(align).ok())
        .filter(|align| align.is_power_of_two());
    let name = module.symbol_name(op).unwrap_or_default().to_string();
    Ok(GlobalData { name, size, align: align.unwrap_or(64).max(64), bytes })
}
