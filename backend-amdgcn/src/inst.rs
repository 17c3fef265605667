//! Machine instructions as data: an opcode, its operands, and modifiers.
//!
//! Selection makes instructions on virtual registers; register allocation replaces them by physical ones. What an
//! opcode takes is its row in [`opcode`](crate::opcode).

use crate::opcode::{Kind, Opcode};

/// A virtual register, or a part of one: `n` words from word `first` of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Virtual {
    /// The number of the tuple.
    pub(crate) id: u32,
    /// The first word of the part.
    pub(crate) first: u8,
    /// The number of words of the part.
    pub(crate) n: u8,
}

/// A register operand: consecutive 32-bit registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reg {
    /// Not allocated yet.
    Virtual(Virtual),
    /// Scalar registers: `s[first:first+n-1]`.
    S {
        /// The first register.
        first: u16,
        /// The number of registers.
        n: u8,
    },
    /// Vector registers.
    V {
        /// The first register.
        first: u16,
        /// The number of registers.
        n: u8,
    },
    /// Trap temporaries, in which gfx12 passes the ids of the block.
    Ttmp(u16),
    /// The condition mask of `n` words.
    Vcc(u8),
    /// The mask of active lanes of `n` words.
    Exec(u8),
    /// The register `m0`.
    M0,
    /// No register: writes are discarded.
    Null,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// Registers.
    Reg(Reg),
    /// A constant: the bits of an integer or float of the width that the opcode takes, sign-extended from there. The
    /// encoder chooses between an inline constant and a literal.
    Const(i64),
    /// A position in the code.
    Label(Label),
    /// No register as the base address of a memory access: `off`.
    Off,
}

/// A position in the code of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) u32);

/// Modifiers of an instruction; the default is none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modifiers {
    /// The sources, as bits from source 0 on, that are negated.
    pub(crate) neg: u8,
    /// The sources whose absolute value is taken, before they are negated.
    pub(crate) abs: u8,
    /// Whether a float result is clamped to 0 to 1.
    pub(crate) clamp: bool,
    /// The offset of a memory access, in bytes.
    pub(crate) offset: i32,
    /// The cache policy of a memory access: bypasses the caches of its level, or for atomics returns the old value.
    pub(crate) glc: bool,
    /// The exchange between lanes of source 0.
    pub(crate) dpp: Option<Dpp>,
    /// For packed 16-bit operands: the sources whose high half is used for the low half of the result.
    pub(crate) op_sel: u8,
    /// For packed 16-bit operands: the sources whose high half is used for the high half of the result, inverted, so
    /// that 0 is the default.
    pub(crate) op_sel_hi_off: u8,
    /// Whether the instruction is issued together with the next one.
    pub(crate) dual: bool,
}

/// An exchange between the lanes of a row of 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dpp {
    /// Lane `i` of each four reads lane `p[i]` of them.
    QuadPerm([u8; 4]),
    /// Lane `i` reads lane `i ^ mask` of its row.
    RowXmask(u8),
    /// Lane `i` reads lane `i - n` of its row, if that exists.
    #[cfg_attr(not(test), expect(dead_code, reason = "reductions do not use it yet"))]
    RowShr(u8),
    /// Lane `i` reads lane `i + n` of its row modulo 16.
    RowRor(u8),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inst {
    /// The opcode.
    pub(crate) opcode: Opcode,
    /// The operands in the order of the assembly language, those written first.
    pub(crate) operands: Vec<Operand>,
    /// The modifiers.
    pub(crate) modifiers: Modifiers,
}

impl Inst {
    /// Creates an instruction without modifiers.
    pub(crate) fn new(opcode: Opcode, operands: &[Operand]) -> Self {
        Self { opcode, operands: operands.to_vec(), modifiers: Modifiers::default() }
    }

    /// Returns the operands that are written only to hold results, and those after them, the sources.
    fn split(&self) -> (&[Operand], &[Operand]) {
        self.operands.split_at(self.opcode.n_defs(&self.modifiers))
    }

    /// Returns the operands after those that are written.
    pub(crate) fn sources(&self) -> &[Operand] {
        self.split().1
    }

    /// Returns the operands that are written, with their kinds.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Operand, Kind)> {
        let kinds = self.opcode.operands(&self.modifiers);
        self.split().0.iter().copied().zip(kinds.iter().copied())
    }

    /// Returns the operands that are read, with their kinds: the sources, and written operands whose old content counts.
    pub(crate) fn read(&self) -> impl Iterator<Item = (Operand, Kind)> {
        let n_defs = self.opcode.n_defs(&self.modifiers);
        let kinds = self.opcode.operands(&self.modifiers);
        let all = self.operands.iter().copied().zip(kinds.iter().copied()).enumerate();
        all.filter(move |(index, (_, kind))| n_defs <= *index || kind.is_in_out()).map(|(_, operand)| operand)
    }
}

/// A line of the code of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// An instruction.
    Inst(Inst),
    /// A position to which branches go.
    Label(Label),
}
