//! Module-level variables of a PTX text: the globals of device modules, and the format strings of prints.

use crate::inst::Space;
use crate::select::Unsupported;
use rustc_hash::FxHashMap;
use warpline_ir::{AttrKind, DenseData, Module, Op};

/// The maximum size of a global, in bytes.
const MAX_BYTES: u64 = 1 << 24;

/// A variable of the text.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The state space: global or workgroup memory.
    pub(crate) space: Space,
    /// Its alignment in bytes.
    pub(crate) align: u64,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// The initial content; empty if it is zero-initialized or uninitialized.
    pub(crate) bytes: Vec<u8>,
}

/// The variables of a text, by number.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    all: Vec<Variable>,
    globals: FxHashMap<Op, u32>,
    texts: FxHashMap<String, u32>,
    /// Whether some kernel prints.
    pub(crate) uses_printf: bool,
    /// Whether some kernel reports failed assertions.
    pub(crate) has_report: bool,
}

impl Variables {
    /// Returns all variables.
    pub(crate) fn all(&self) -> &[Variable] {
        &self.all
    }

    /// Returns the number of a zero-terminated string.
    pub(crate) fn text(&mut self, text: &str) -> u32 {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let size = bytes.len() as u64;
        let number = self.add(Variable { space: Space::Global, align: 1, size, bytes });
        self.texts.insert(text.to_string(), number);
        number
    }

    /// Returns the number of a `memref.global` in a space.
    pub(crate) fn global(&mut self, module: &Module, op: Op, space: Space) -> Result<u32, Unsupported> {
        if let Some(known) = self.globals.get(&op) {
            return Ok(*known);
        }
        let variable = variable(module, op, space)?;
        let number = self.add(variable);
        self.globals.insert(op, number);
        Ok(number)
    }

    fn add(&mut self, variable: Variable) -> u32 {
        self.all.push(variable);
        self.all.len() as u32 - 1
    }
}

fn variable(module: &Module, op: Op, space: Space) -> Result<Variable, Unsupported> {
    let view = module.op(op);
    let ty = view.attr("type").and_then(|attr| module.attr_type(attr));
    let size = ty.and_then(|ty| {
        let element = u64::from(module.bit_width(module.element_type(ty))?).div_ceil(8).next_power_of_two();
        Some((module.n_elements(ty)?.checked_mul(element)?, element))
    });
    let Some((size, element)) = size.filter(|(size, _)| *size <= MAX_BYTES) else {
        return Err(Unsupported::because("the global has no constant size of at most 16 MiB"));
    };
    let bytes = match view.attr("initial_value").map(|attr| module.attr_kind(attr)) {
        None | Some(AttrKind::Unit) => Vec::new(),
        Some(AttrKind::Dense(_, DenseData::Splat(0))) if space == Space::Global => Vec::new(),
        Some(AttrKind::Dense(_, data)) if space == Space::Global => bytes_of(data, element as usize, size),
        Some(_) => {
            return Err(Unsupported::because("the initial value of the global is not supported"));
        }
    };
    let align = view.int("alignment").and_then(|align| u64::try_from(align).ok()).unwrap_or(0).max(16);
    Ok(Variable { space, align: align.next_power_of_two().min(128), size, bytes })
}

fn bytes_of(data: &DenseData, element: usize, size: u64) -> Vec<u8> {
    match data {
        DenseData::Splat(bits) => bits.to_le_bytes()[..element].repeat(size as usize / element),
        DenseData::Elements(all) => {
            all.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(element)).collect()
        }
    }
}
