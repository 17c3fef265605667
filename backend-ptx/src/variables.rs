//! Module-level variables of a PTX text: the globals of device modules, and the format strings of prints.

use crate::inst::Space;
use crate::select::Unsupported;
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op};
use warpline_passes::gpu::buffers::GlobalContent;

/// The maximum alignment of a global, in bytes.
const MAX_ALIGN: u64 = 128;

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
    let content = GlobalContent::of(module, op)?;
    if space != Space::Global && content.initial.is_some() {
        return Err("the initial value of the global is not supported".into());
    }
    let bytes = content.initial.unwrap_or_default();
    Ok(Variable { space, align: content.align.min(MAX_ALIGN), size: content.bytes, bytes })
}
