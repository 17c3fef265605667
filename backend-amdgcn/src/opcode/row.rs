//! Rows of the instruction table, and the functions that the table is written with.

use super::{ConstantType, Family, Format, Implicit, Kind};

/// The encoding of an opcode in a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoding {
    /// The name in the assembly language of the family.
    pub(crate) mnemonic: &'static str,
    /// The layout of the bits.
    pub(crate) format: Format,
    /// The number of the operation in that layout.
    pub(crate) number: u16,
}

impl Encoding {
    /// The number of the operation in the long form of a vector instruction.
    pub(crate) const fn long_number(self, family: Family) -> u16 {
        match self.format {
            Format::Vop1 if family.is_gfx9() => 0x140 + self.number,
            Format::Vop1 => 0x180 + self.number,
            Format::Vop2 => 0x100 + self.number,
            _ => self.number,
        }
    }
}

/// The numbers that constants of an opcode are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constants {
    /// Bits or unsigned integers.
    Bits,
    /// Signed integers.
    Signed,
    /// Floats.
    Float,
    /// Pairs of floats of 16 bits.
    Packed,
}

impl Constants {
    /// Returns the type of a constant of a half, one, or two words.
    pub(super) const fn of_width(self, is_half: bool, is_double: bool) -> ConstantType {
        match (self, is_half, is_double) {
            (Self::Packed, ..) => ConstantType::F16x2,
            (Self::Float, true, _) => ConstantType::F16,
            (Self::Bits | Self::Signed, true, _) => ConstantType::B16,
            (Self::Bits, false, true) => ConstantType::B64,
            (Self::Signed, false, true) => ConstantType::I64,
            (Self::Float, false, true) => ConstantType::F64,
            (Self::Bits | Self::Signed | Self::Float, false, false) => ConstantType::B32,
        }
    }
}

/// An opcode as data.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a row")]
pub(super) struct Row {
    /// See [`Opcode::name`](super::Opcode::name).
    pub(super) name: &'static str,
    /// The layout on most families.
    pub(super) format: Format,
    /// The encodings by family.
    pub(super) encodings: [Option<Encoding>; 4],
    /// The operands; the first one of an atomic access outside workgroup memory is left out if it returns nothing.
    pub(super) operands: &'static [Kind],
    /// The numbers that constants are.
    pub(super) constants: Constants,
    /// The operands, as bits, of 16 bits.
    pub(super) halves: u8,
    /// The sources, as bits, that can be negated.
    pub(super) negatable: u8,
    /// The registers read besides the operands, without EXEC of vector instructions.
    pub(super) reads: Implicit,
    /// The registers written besides the operands.
    pub(super) writes: Implicit,
    /// Whether the operands are pairs of values.
    pub(super) is_packed: bool,
    /// Whether memory is read and written back.
    pub(super) is_atomic: bool,
    /// Whether gfx9 takes the two last sources in the opposite order.
    pub(super) is_swapped_on_gfx9: bool,
    /// Whether the instruction has an effect that format and operands do not show.
    pub(super) has_effect: bool,
}

/// The number of an operation that a family lacks.
pub(super) const NO: u16 = u16::MAX;

/// Creates a row from its numbers on gfx9, gfx11, and gfx12.
const fn row(format: Format, name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
    let row = Row {
        name,
        format,
        encodings: [None; 4],
        operands,
        constants: Constants::Bits,
        halves: 0,
        negatable: 0,
        reads: Implicit::NONE,
        writes: Implicit::NONE,
        is_packed: false,
        is_atomic: false,
        is_swapped_on_gfx9: false,
        has_effect: false,
    };
    let [gfx9, gfx11, gfx12] = numbers;
    row.on(Family::Gfx90a, gfx9).on(Family::Gfx942, gfx9).on(Family::Gfx11, gfx11).on(Family::Gfx12, gfx12)
}

/// Defines the functions that create a row of a format.
macro_rules! formats {
    ($($name:ident $format:ident)*) => {
        $(
            /// Creates a row of the format of the same name.
            pub(super) const fn $name(name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
                row(Format::$format, name, operands, numbers)
            }
        )*
    };
}

formats! {
    sop1 Sop1 sop2 Sop2 sopc Sopc sopk Sopk sopp Sopp smem Smem vop1 Vop1 vop2 Vop2 vopc Vopc vop3 Vop3 vop3p Vop3p
    mfma Mfma ds Ds global Global scratch Scratch cache Cache
}

/// Creates a row of a scalar instruction that copies EXEC, then changes it.
pub(super) const fn saveexec(name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
    sop1(name, operands, numbers).reads(Implicit::EXEC).writes(Implicit::EXEC).scc()
}

/// Creates a row of an atomic access to global memory.
pub(super) const fn atomic(name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
    Row { is_atomic: true, ..global(name, operands, numbers) }
}

/// Creates a row of an atomic access to workgroup memory.
pub(super) const fn ds_atomic(name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
    Row { is_atomic: true, ..ds(name, operands, numbers) }
}

/// Creates a row of a compare and exchange in workgroup memory.
pub(super) const fn ds_compare(name: &'static str, operands: &'static [Kind], numbers: [u16; 3]) -> Row {
    Row { is_swapped_on_gfx9: true, ..ds_atomic(name, operands, numbers) }
}

impl Row {
    /// Sets the number of the operation on a family; `NO` if that lacks it.
    pub(super) const fn on(mut self, family: Family, number: u16) -> Self {
        let encoding = Encoding { mnemonic: self.name, format: self.format, number };
        self.encodings[family as usize] = if number == NO { None } else { Some(encoding) };
        self
    }

    /// Sets the name on a family that has the instruction.
    const fn named(mut self, family: Family, mnemonic: &'static str) -> Self {
        if let Some(encoding) = &mut self.encodings[family as usize] {
            encoding.mnemonic = mnemonic;
        }
        self
    }

    /// Sets the name on gfx90a.
    pub(super) const fn gfx90a(self, mnemonic: &'static str) -> Self {
        self.named(Family::Gfx90a, mnemonic)
    }

    /// Sets the name on gfx90a and gfx942.
    pub(super) const fn gfx9(self, mnemonic: &'static str) -> Self {
        self.named(Family::Gfx90a, mnemonic).named(Family::Gfx942, mnemonic)
    }

    /// Sets the name on gfx12.
    pub(super) const fn gfx12(self, mnemonic: &'static str) -> Self {
        self.named(Family::Gfx12, mnemonic)
    }

    /// Sets the layout on gfx12.
    pub(super) const fn gfx12_as(mut self, format: Format) -> Self {
        if let Some(encoding) = &mut self.encodings[Family::Gfx12 as usize] {
            encoding.format = format;
        }
        self
    }

    /// Sets the layout on gfx90a and gfx942.
    pub(super) const fn gfx9_as(mut self, format: Format) -> Self {
        let mut i = 0;
        while i < 2 {
            if let Some(encoding) = &mut self.encodings[i] {
                encoding.format = format;
            }
            i += 1;
        }
        self
    }

    /// Marks the operands as 16 bits.
    pub(super) const fn halves(mut self, operands: u8) -> Self {
        self.halves = operands;
        self
    }

    /// Makes the constants signed.
    pub(super) const fn signed(mut self) -> Self {
        self.constants = Constants::Signed;
        self
    }

    /// Makes the sources floats, which have signs to change.
    pub(super) const fn float(mut self) -> Self {
        self.constants = Constants::Float;
        self.negatable = 0b111;
        self
    }

    /// Sets the sources that can be negated.
    pub(super) const fn negatable(mut self, sources: u8) -> Self {
        self.negatable = sources;
        self
    }

    /// Makes the operands pairs of floats.
    pub(super) const fn packed(mut self) -> Self {
        self.constants = Constants::Packed;
        self.negatable = 0b111;
        self.is_packed = true;
        self
    }

    /// Adds a set of registers that are read.
    pub(super) const fn reads(mut self, registers: Implicit) -> Self {
        self.reads = self.reads.with(registers);
        self
    }

    /// Adds a set of registers that are written.
    pub(super) const fn writes(mut self, registers: Implicit) -> Self {
        self.writes = self.writes.with(registers);
        self
    }

    /// Adds the condition code to the registers that are written.
    pub(super) const fn scc(self) -> Self {
        self.writes(Implicit::SCC)
    }

    /// Marks an effect that format and operands do not show.
    pub(super) const fn effect(mut self) -> Self {
        self.has_effect = true;
        self
    }

    /// Whether the instruction acts on active lanes only.
    pub(super) const fn is_per_lane(&self) -> bool {
        match self.format {
            Format::Sop1
            | Format::Sop2
            | Format::Sopc
            | Format::Sopk
            | Format::Sopp
            | Format::Smem
            | Format::Cache => false,
            Format::Vop1
            | Format::Vop2
            | Format::Vopc
            | Format::Vop3
            | Format::Vop3p
            | Format::Mfma
            | Format::Ds
            | Format::Global
            | Format::Scratch => true,
        }
    }

    /// Whether the result can be clamped: it is a vector, the sources are floats, and the long form exists.
    pub(super) fn is_clampable(&self) -> bool {
        let has_float_sources = matches!(self.constants, Constants::Float | Constants::Packed);
        let is_vector =
            self.operands.first().is_some_and(|kind| matches!(kind, Kind::VDst(_) | Kind::VInOut(_)));
        has_float_sources && is_vector && !self.operands.contains(&Kind::Literal)
    }
}
