//! The code of a kernel between selection and emission: lines, and the virtual registers that they use.

use crate::inst::{Inst, Label, Line, Operand, Reg, Virtual};
use crate::opcode::Opcode;
use std::ops::Range;

/// The file of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Scalar registers, one value for all lanes.
    S,
    /// Vector registers, a value for each lane.
    V,
}

/// A virtual register: a tuple of consecutive registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Register {
    /// The file.
    pub(crate) class: Class,
    /// The number of registers.
    pub(crate) n: u8,
    /// Whether it is a mask of lanes, which may be in `vcc`.
    pub(crate) is_mask: bool,
    /// The first physical register, if the hardware sets it before the kernel starts.
    pub(crate) fixed: Option<u16>,
    /// Whether it must have a physical register: it holds a spilled value for one instruction, or many of them.
    pub(crate) is_unspillable: bool,
}

/// Straight-line code with labels, branches and structured loops.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// The lines.
    pub(crate) lines: Vec<Line>,
    /// The virtual registers, by [`Virtual::id`].
    pub(crate) registers: Vec<Register>,
    /// The lines of each loop; what is live into a loop is live in all of it.
    pub(crate) loops: Vec<Range<usize>>,
    n_labels: u32,
}

impl Code {
    /// Creates a virtual register.
    pub(crate) fn register(&mut self, class: Class, n: u8) -> Virtual {
        self.add(Register { class, n, is_mask: false, fixed: None, is_unspillable: false })
    }

    /// Creates a virtual register with these properties.
    pub(crate) fn add(&mut self, register: Register) -> Virtual {
        self.registers.push(register);
        Virtual { id: self.registers.len() as u32 - 1, first: 0, n: register.n }
    }

    /// Creates a label, which has no position yet.
    pub(crate) fn label(&mut self) -> Label {
        self.n_labels += 1;
        Label(self.n_labels - 1)
    }

    /// Places a label here.
    pub(crate) fn place(&mut self, label: Label) {
        self.lines.push(Line::Label(label));
    }

    /// Appends an instruction.
    pub(crate) fn push(&mut self, inst: Inst) {
        self.lines.push(Line::Inst(inst));
    }

    /// Erases lines, and moves the loops with them.
    pub(crate) fn erase(&mut self, is_dead: &[bool]) {
        let mut before = Vec::with_capacity(is_dead.len() + 1);
        let mut n_kept = 0;
        for dead in is_dead {
            before.push(n_kept);
            n_kept += usize::from(!dead);
        }
        before.push(n_kept);
        for range in &mut self.loops {
            *range = before[range.start]..before[range.end];
        }
        let mut index = 0;
        self.lines.retain(|_| {
            index += 1;
            !is_dead[index - 1]
        });
    }

    /// Puts the lines of a range into this order; a line is named by its distance from the first one.
    pub(crate) fn reorder(&mut self, range: Range<usize>, order: impl Iterator<Item = usize>) {
        let lines = self.lines[range.clone()].to_vec();
        for (to, from) in range.zip(order) {
            self.lines[to] = lines[from].clone();
        }
    }

    /// Appends an instruction without modifiers.
    pub(crate) fn emit(&mut self, opcode: Opcode, operands: &[Operand]) {
        self.push(Inst::new(opcode, operands));
    }
}

impl From<Virtual> for Operand {
    fn from(register: Virtual) -> Self {
        Self::Reg(Reg::Virtual(register))
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Self::Reg(reg)
    }
}

impl From<Label> for Operand {
    fn from(label: Label) -> Self {
        Self::Label(label)
    }
}

impl Operand {
    /// Returns the virtual register.
    pub(crate) fn virtual_register(self) -> Option<Virtual> {
        match self {
            Self::Reg(Reg::Virtual(register)) => Some(register),
            _ => None,
        }
    }

    /// Returns word `index` of a register tuple, or of a constant.
    pub(crate) fn word(self, index: u8) -> Self {
        match self {
            Self::Reg(Reg::Virtual(it)) => Virtual { first: it.first + index, n: 1, ..it }.into(),
            Self::Reg(Reg::S { first, .. }) => Reg::S { first: first + u16::from(index), n: 1 }.into(),
            Self::Reg(Reg::V { first, .. }) => Reg::V { first: first + u16::from(index), n: 1 }.into(),
            Self::Const(bits) => Self::Const(i64::from((bits >> (32 * u32::from(index))) as i32)),
            other => other,
        }
    }
}
