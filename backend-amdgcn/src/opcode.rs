//! The instructions that the backend emits: one row each, with encodings per family, operands and effects.
//!
//! An [`Opcode`] stands for one operation in all families, although its name and encoding differ: the opcode is
//! named as on gfx11, or, if gfx11 lacks it, as on the family that has it. The rows are in `opcode/table.rs`.
//!
//! The encodings of vector instructions come in two lengths. A row holds the short one (`Vop1`, `Vop2`, `Vopc`)
//! where one exists; the number of the long one (`Vop3`) follows from it, see [`Encoding::long_number`].

mod row;
mod shape;
mod table;

use crate::inst::Modifiers;
pub(crate) use row::Encoding;
use row::Row;
pub(crate) use table::Opcode;

/// A family of processors that shares encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// CDNA2: waves of 64 lanes.
    Gfx90a,
    /// CDNA3: waves of 64 lanes.
    Gfx942,
    /// RDNA3: waves of 32 lanes.
    Gfx11,
    /// RDNA4: waves of 32 lanes.
    Gfx12,
}

impl Family {
    /// Whether the family uses the encodings of GFX9, as CDNA does.
    pub(crate) const fn is_gfx9(self) -> bool {
        match self {
            Self::Gfx90a | Self::Gfx942 => true,
            Self::Gfx11 | Self::Gfx12 => false,
        }
    }

    /// The number of words of a lane mask.
    pub(crate) const fn mask_words(self) -> u8 {
        if self.is_gfx9() { 2 } else { 1 }
    }

    /// The number of different scalar registers and literals that a vector instruction may read.
    pub(crate) const fn constant_bus_limit(self) -> usize {
        if self.is_gfx9() { 1 } else { 2 }
    }
}

/// A layout of the bits of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Scalar, one source.
    Sop1,
    /// Scalar, two sources.
    Sop2,
    /// Scalar comparison into SCC.
    Sopc,
    /// Scalar with a 16-bit immediate.
    Sopk,
    /// Control of the program, with a 16-bit immediate.
    Sopp,
    /// Scalar memory access.
    Smem,
    /// Vector, one source, 32 bits; in the long form as `Vop3`.
    Vop1,
    /// Vector, two sources, 32 bits; in the long form as `Vop3`.
    Vop2,
    /// Vector comparison into VCC, 32 bits; in the long form as `Vop3`.
    Vopc,
    /// Vector, up to three sources, 64 bits; with a second, scalar destination as VOP3SD.
    Vop3,
    /// Vector on packed operands or matrices, 64 bits.
    Vop3p,
    /// Matrix multiplication of CDNA, a variant of `Vop3p` without operand selection.
    Mfma,
    /// Access to workgroup memory.
    Ds,
    /// Access to global memory.
    Global,
    /// Access to the memory of a work item.
    Scratch,
    /// Write-back or invalidation of a cache.
    Cache,
}

/// What an opcode takes at the position of an operand; `n` is the number of 32-bit words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Vector registers that are written.
    VDst(u8),
    /// Vector registers that are read and written.
    VInOut(u8),
    /// Scalar registers that are written.
    SDst(u8),
    /// Scalar registers that are read and written.
    SInOut(u8),
    /// A mask of lanes in scalar registers or VCC; written at one of the first
    /// [`n_defs`](Opcode::n_defs) positions, otherwise read.
    Mask,
    /// Vector or scalar registers, or a constant.
    Src(u8),
    /// Vector registers.
    VSrc(u8),
    /// Vector registers, or an inline constant.
    Addend(u8),
    /// Scalar registers, or a constant.
    SSrc(u8),
    /// Scalar registers.
    SReg(u8),
    /// The number of a lane: a scalar register, or an inline constant.
    Lane,
    /// Vector registers with an operand of a WMMA: `n` words on gfx11, half of them on gfx12, where the two halves
    /// of a wave do not hold copies.
    Fragment(u8),
    /// As `Fragment`, or an inline constant.
    FragmentAddend(u8),
    /// As `Fragment`, but written.
    FragmentDst(u8),
    /// Accumulation registers that are written; the operand is a vector register of the same number.
    ADst(u8),
    /// Accumulation registers; the operand is a vector register of the same number.
    ASrc(u8),
    /// A constant of 16 bits in the encoding.
    Imm,
    /// A constant of 32 bits after the encoding.
    Literal,
    /// The target of a branch.
    Label,
    /// The address of a memory access: a vector register; of global memory without a scalar base two of them; of
    /// scratch memory also `off`.
    VAddr,
    /// The scalar base of a memory access: a pair of scalar registers for global memory, one for scratch memory, or
    /// `off`.
    SAddr,
}

impl Kind {
    /// Whether the operand is written at any position.
    pub(crate) const fn is_def(self) -> bool {
        matches!(
            self,
            Self::VDst(_)
                | Self::VInOut(_)
                | Self::SDst(_)
                | Self::SInOut(_)
                | Self::FragmentDst(_)
                | Self::ADst(_)
        )
    }

    /// Whether the operand is in accumulation registers.
    pub(crate) const fn is_accumulator(self) -> bool {
        matches!(self, Self::ADst(_) | Self::ASrc(_))
    }

    /// Whether the operand is both read and written; see also [`Opcode::is_read_and_written`].
    pub(crate) const fn is_in_out(self) -> bool {
        matches!(self, Self::VInOut(_) | Self::SInOut(_))
    }

    /// The number of words of the registers of the operand; 0 for constants, labels, and addresses.
    pub(crate) const fn words(self, family: Family) -> u8 {
        match self {
            Self::VDst(n)
            | Self::VInOut(n)
            | Self::SDst(n)
            | Self::SInOut(n)
            | Self::Src(n)
            | Self::VSrc(n)
            | Self::Addend(n)
            | Self::SSrc(n)
            | Self::SReg(n)
            | Self::ADst(n)
            | Self::ASrc(n) => n,
            Self::Fragment(n) | Self::FragmentAddend(n) | Self::FragmentDst(n) => match family {
                Family::Gfx12 => n / 2,
                Family::Gfx90a | Family::Gfx942 | Family::Gfx11 => n,
            },
            Self::Mask => family.mask_words(),
            Self::Lane => 1,
            Self::Imm | Self::Literal | Self::Label | Self::VAddr | Self::SAddr => 0,
        }
    }
}

/// A counter of outstanding memory accesses, on which a wave waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    /// Vector memory accesses that return data: `vmcnt`, on gfx12 `loadcnt`.
    Vm,
    /// Vector memory accesses that do not: `vscnt`, on gfx12 `storecnt`; gfx9 counts them in `vmcnt`.
    Vs,
    /// Scalar memory accesses: `lgkmcnt`, on gfx12 `kmcnt`. They complete out of order.
    Lgkm,
    /// Accesses to workgroup memory: `lgkmcnt`, on gfx12 `dscnt`.
    Ds,
}

/// A set of registers that an instruction reads or writes without naming them as operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Implicit(u8);

impl Implicit {
    /// No register.
    pub(crate) const NONE: Self = Self(0);
    /// The scalar condition code.
    pub(crate) const SCC: Self = Self(1);
    /// The vector condition mask.
    pub(crate) const VCC: Self = Self(2);
    /// The mask of active lanes.
    pub(crate) const EXEC: Self = Self(4);
    /// The register `m0`.
    pub(crate) const M0: Self = Self(8);

    /// Returns the union of two sets.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all registers of a set are in this one.
    pub(crate) const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The interpretation of a constant operand, which decides how it is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstantType {
    /// An integer of 16 bits.
    B16,
    /// A float of 16 bits.
    F16,
    /// An integer or float of 32 bits.
    B32,
    /// Two floats of 16 bits.
    F16x2,
    /// An integer of 64 bits whose literal is zero-extended.
    B64,
    /// An integer of 64 bits whose literal is sign-extended.
    I64,
    /// A float of 64 bits whose literal is the high word.
    F64,
}

impl Opcode {
    fn row(self) -> &'static Row {
        &table::ROWS[self as usize]
    }

    /// Returns the encoding in a family, if that has the instruction.
    pub(crate) fn encoding(self, family: Family) -> Option<Encoding> {
        self.row().encodings[family as usize]
    }

    /// Whether a family has the instruction.
    #[cfg(test)]
    pub(crate) fn exists(self, family: Family) -> bool {
        self.encoding(family).is_some()
    }

    /// The name on gfx11, or on the family that has the instruction.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// The operands, in the order of the assembly language.
    pub(crate) fn operands(self, modifiers: &Modifiers) -> &'static [Kind] {
        let row = self.row();
        if row.is_atomic && !modifiers.glc && row.format != Format::Ds {
            &row.operands[1..]
        } else {
            row.operands
        }
    }

    /// The number of operands that are written; they come first.
    pub(crate) fn n_defs(self, modifiers: &Modifiers) -> usize {
        let operands = self.operands(modifiers);
        let n_registers = operands.iter().take_while(|kind| kind.is_def()).count();
        let n_masks = usize::from(operands.get(n_registers) == Some(&Kind::Mask));
        n_registers + n_masks
    }

    /// Whether the vector unit computes the instruction.
    pub(crate) fn is_valu(self) -> bool {
        let row = self.row();
        row.is_per_lane() && !matches!(row.format, Format::Ds | Format::Global | Format::Scratch)
    }

    /// The number of different scalar registers and literals that the instruction may read in the vector unit.
    pub(crate) fn max_scalar_sources(self, family: Family) -> usize {
        match self {
            Self::VLshlrevB64 | Self::VLshrrevB64 | Self::VAshrrevI64 => 1,
            _ => family.constant_bus_limit(),
        }
    }

    /// Whether both sources can be swapped.
    pub(crate) fn is_commutative(self) -> bool {
        matches!(
            self,
            Self::VAddNcU32
                | Self::VAndB32
                | Self::VOrB32
                | Self::VXorB32
                | Self::VMinI32
                | Self::VMaxI32
                | Self::VMinU32
                | Self::VMaxU32
                | Self::VAddF32
                | Self::VMulF32
                | Self::VAddF16
                | Self::VMulF16
        )
    }

    /// Whether the vector instruction reads or writes other lanes than its own.
    pub(crate) fn crosses_lanes(self) -> bool {
        matches!(
            self,
            Self::VReadfirstlaneB32
                | Self::VReadlaneB32
                | Self::VWritelaneB32
                | Self::VPermlane16B32
                | Self::VPermlanex16B32
        ) || self.is_mfma()
            || self.is_wmma()
    }

    /// Whether the unit for transcendental functions computes the instruction.
    pub(crate) fn is_transcendental(self) -> bool {
        matches!(
            self,
            Self::VExpF16
                | Self::VExpF32
                | Self::VLogF16
                | Self::VLogF32
                | Self::VRcpF16
                | Self::VRcpF32
                | Self::VRcpIflagF32
                | Self::VRsqF16
                | Self::VRsqF32
                | Self::VSqrtF16
                | Self::VSinF16
                | Self::VCosF16
                | Self::VRcpF64
                | Self::VRsqF64
                | Self::VSqrtF32
                | Self::VSqrtF64
                | Self::VSinF32
                | Self::VCosF32
        )
    }

    /// Whether the instruction computes in floats of 64 bits.
    pub(crate) fn is_double(self) -> bool {
        self.is_valu() && self.name().contains("f64")
    }

    /// Whether the unit of workgroup memory executes the instruction.
    pub(crate) fn is_lds(self) -> bool {
        self.row().format == Format::Ds
    }

    /// Returns the codes of the instruction as the first, if it can be that, and as the second part of a pair.
    pub(crate) fn dual_codes(self) -> Option<(Option<u32>, u32)> {
        let of_both = |code: u32| Some((Some(code), code));
        match self {
            Self::VFmacF32 => of_both(0),
            Self::VMulF32 => of_both(3),
            Self::VAddF32 => of_both(4),
            Self::VSubF32 => of_both(5),
            Self::VSubrevF32 => of_both(6),
            Self::VMovB32 => of_both(8),
            Self::VCndmaskB32 => of_both(9),
            Self::VMaxF32 => of_both(10),
            Self::VMinF32 => of_both(11),
            Self::VAddNcU32 => Some((None, 16)),
            Self::VLshlrevB32 => Some((None, 17)),
            Self::VAndB32 => Some((None, 18)),
            _ => None,
        }
    }

    /// Whether the scalar unit computes the instruction.
    pub(crate) fn is_salu(self) -> bool {
        matches!(self.row().format, Format::Sop1 | Format::Sop2 | Format::Sopc | Format::Sopk)
    }

    /// Whether the instruction writes a cache back or invalidates it.
    pub(crate) fn is_cache_control(self) -> bool {
        self.row().format == Format::Cache
    }

    /// Whether the instruction multiplies matrices of CDNA.
    pub(crate) fn is_mfma(self) -> bool {
        self.row().format == Format::Mfma
    }

    /// Whether the instruction multiplies matrices of RDNA.
    pub(crate) fn is_wmma(self) -> bool {
        self.row().operands.iter().any(|kind| matches!(kind, Kind::Fragment(_)))
    }

    /// Whether the instruction accesses private memory.
    pub(crate) fn is_private_memory(self) -> bool {
        self.row().format == Format::Scratch
    }

    /// Whether the instruction accesses workgroup memory, and does not only exchange values between lanes.
    pub(crate) fn is_workgroup_memory(self) -> bool {
        self.row().format == Format::Ds && !matches!(self, Self::DsBpermuteB32 | Self::DsSwizzleB32)
    }

    /// Whether the instruction accesses global or private memory.
    pub(crate) fn is_vector_memory(self) -> bool {
        matches!(self.row().format, Format::Global | Format::Scratch)
    }

    /// The registers that are read besides the operands.
    pub(crate) fn reads(self) -> Implicit {
        let row = self.row();
        if row.is_per_lane() { row.reads.with(Implicit::EXEC) } else { row.reads }
    }

    /// The registers that are written besides the operands.
    pub(crate) fn writes(self) -> Implicit {
        self.row().writes
    }

    /// The counter that the instruction increments until it completes.
    pub(crate) fn counter(self, modifiers: &Modifiers) -> Option<Counter> {
        match self.row().format {
            Format::Smem => Some(Counter::Lgkm),
            Format::Ds => Some(Counter::Ds),
            Format::Global | Format::Scratch if 0 < self.n_defs(modifiers) => Some(Counter::Vm),
            Format::Global | Format::Scratch => Some(Counter::Vs),
            Format::Cache => match self {
                Self::GlobalInv => Some(Counter::Vm),
                Self::GlobalWb | Self::GlobalWbinv | Self::BufferWbl2 => Some(Counter::Vs),
                _ => None,
            },
            Format::Sop1
            | Format::Sop2
            | Format::Sopc
            | Format::Sopk
            | Format::Sopp
            | Format::Vop1
            | Format::Vop2
            | Format::Vopc
            | Format::Vop3
            | Format::Vop3p
            | Format::Mfma => None,
        }
    }

    /// Whether the instruction continues elsewhere than at the next one.
    pub(crate) fn is_branch(self) -> bool {
        self.row().operands == [Kind::Label] || matches!(self, Self::SSetpcB64 | Self::SSwappcB64)
    }

    /// Whether the instruction does more than to write registers: it stores, branches, waits, or changes the state
    /// of the wave.
    pub(crate) fn has_side_effects(self) -> bool {
        let row = self.row();
        let is_store = matches!(row.format, Format::Ds | Format::Global | Format::Scratch)
            && !row.operands.first().is_some_and(|kind| kind.is_def());
        let is_control = matches!(row.format, Format::Sopp | Format::Cache);
        row.has_effect || row.is_atomic || is_store || is_control || self.is_branch()
    }

    /// The interpretation of a constant at a position.
    pub(crate) fn constant_type(self, position: usize, modifiers: &Modifiers) -> ConstantType {
        let row = self.row();
        let is_half = row.halves >> position & 1 == 1;
        let kind = self.operands(modifiers)[position];
        row.constants.of_width(is_half, kind.words(Family::Gfx11) == 2)
    }

    /// Whether the operand at a position is 16 bits, which are the low half of a register.
    pub(crate) fn is_half(self, position: usize) -> bool {
        self.row().halves >> position & 1 == 1
    }

    /// The sources, as bits, that can be negated.
    pub(crate) fn negatable(self) -> u8 {
        self.row().negatable
    }

    /// Whether the absolute value of sources can be taken.
    pub(crate) fn has_abs(self) -> bool {
        self.row().format != Format::Vop3p
    }

    /// Whether the result can be clamped.
    pub(crate) fn is_clampable(self) -> bool {
        self.row().is_clampable()
    }

    /// Whether the operands are pairs of values, of which the sources can be selected.
    pub(crate) fn is_packed(self) -> bool {
        self.row().is_packed
    }

    /// Whether gfx9 takes the new value and the compared value of an exchange in the opposite order.
    pub(crate) fn is_swapped_on_gfx9(self) -> bool {
        self.row().is_swapped_on_gfx9
    }

    /// Whether the instruction reads memory and writes it back.
    pub(crate) fn is_atomic(self) -> bool {
        self.row().is_atomic
    }
}
