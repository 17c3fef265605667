//! Variables of a code object: the globals of device modules, and the states of reports and of output.

use crate::inst::Label;
use crate::object::Section;
use crate::select::Unsupported;
use rustc_hash::FxHashMap;
use warpline_ir::artifact::REPORT_VARIABLE;
use warpline_ir::printf::{PRINT_VARIABLE, PrintState};
use warpline_ir::{Module, Op};
use warpline_passes::gpu::buffers::GlobalContent;

/// The maximum alignment of a global, in bytes.
const MAX_ALIGN: u64 = 256;
/// The label of the first variable; those of code are smaller.
const FIRST_LABEL: u32 = 1 << 24;
/// The number of the state of reports: a word, and the address of the report.
pub(crate) const REPORT: u32 = 0;
/// The size of the state of reports in bytes.
const REPORT_BYTES: u64 = 16;
/// The alignment of the states of reports and of output in bytes.
const STATE_ALIGN: u64 = 16;

/// A variable of a code object.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// Its section: constants are apart from others.
    pub(crate) section: Section,
    /// Its offset in the variables of the section.
    pub(crate) offset: u64,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Its symbol.
    pub(crate) symbol: String,
}

/// The variables of a code object, by number, and their initial content.
#[derive(Debug)]
pub(crate) struct Variables {
    all: Vec<Variable>,
    globals: FxHashMap<Op, u32>,
    /// The number of the state of output, if kernels print.
    printed: Option<u32>,
    constants: Vec<u8>,
    data: Vec<u8>,
    is_used: bool,
}

impl Default for Variables {
    fn default() -> Self {
        let mut variables = Self {
            all: Vec::new(),
            globals: FxHashMap::default(),
            printed: None,
            constants: Vec::new(),
            data: Vec::new(),
            is_used: false,
        };
        variables.add(Section::Data, REPORT_VARIABLE, &[0; REPORT_BYTES as usize], STATE_ALIGN);
        variables
    }
}

impl Variables {
    /// Returns all variables; none if no code uses one.
    pub(crate) fn all(&self) -> &[Variable] {
        if self.is_used { &self.all } else { &[] }
    }

    /// Returns the content of all constants.
    pub(crate) fn constants(&self) -> &[u8] {
        if self.is_used { &self.constants } else { &[] }
    }

    /// Returns the initial content of all other variables.
    pub(crate) fn data(&self) -> &[u8] {
        if self.is_used { &self.data } else { &[] }
    }

    /// Whether a variable is a constant, before the code in memory; others are behind it.
    pub(crate) fn is_constant(&self, number: u32) -> bool {
        self.all[number as usize].section == Section::Rodata
    }

    /// Notes that code uses a variable, and returns the label that stands for its address.
    pub(crate) fn used(&mut self, number: u32) -> Label {
        self.is_used = true;
        Label(FIRST_LABEL + number)
    }

    /// Returns the symbol of a variable.
    pub(crate) fn symbol(&self, number: u32) -> &str {
        &self.all[number as usize].symbol
    }

    /// Returns the number of the state of output.
    pub(crate) fn printed(&mut self) -> u32 {
        if let Some(known) = self.printed {
            return known;
        }
        let number = self.add(Section::Data, PRINT_VARIABLE, &[0; size_of::<PrintState>()], STATE_ALIGN);
        *self.printed.insert(number)
    }

    /// Returns the number of the variable whose address a label stands for.
    pub(crate) fn number_of(label: Label) -> Option<u32> {
        label.0.checked_sub(FIRST_LABEL)
    }

    /// Returns all variables with their labels.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (Label, &Variable)> {
        self.all.iter().zip(FIRST_LABEL..).map(|(variable, label)| (Label(label), variable))
    }

    /// Returns the number of a `memref.global` in global memory.
    pub(crate) fn global(&mut self, module: &Module, op: Op) -> Result<u32, Unsupported> {
        if let Some(known) = self.globals.get(&op) {
            return Ok(*known);
        }
        let content = GlobalContent::of(module, op)?;
        let mut bytes = content.initial.unwrap_or_default();
        bytes.resize(content.bytes as usize, 0);
        let symbol = format!("warpline$global.{}", self.all.len());
        let is_constant = module.attr(op, "constant").is_some();
        let section = if is_constant { Section::Rodata } else { Section::Data };
        let number = self.add(section, &symbol, &bytes, content.align.min(MAX_ALIGN));
        self.globals.insert(op, number);
        Ok(number)
    }

    fn add(&mut self, section: Section, symbol: &str, bytes: &[u8], align: u64) -> u32 {
        let all = if section == Section::Rodata { &mut self.constants } else { &mut self.data };
        let offset = (all.len() as u64).next_multiple_of(align);
        all.resize(offset as usize, 0);
        all.extend_from_slice(bytes);
        self.all.push(Variable { section, offset, size: bytes.len() as u64, symbol: symbol.to_string() });
        self.all.len() as u32 - 1
    }
}
