//! The chips, and the facts in which they differ outside their instruction encodings.

/// A chip; others of its family are executed as this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chip {
    /// CDNA2.
    Gfx90a,
    /// CDNA3.
    Gfx942,
    /// RDNA3.
    Gfx1100,
    /// RDNA4.
    Gfx1201,
}

/// The number of columns of an opcode table: one for each chip.
pub(super) const N_CHIPS: usize = 4;

impl Chip {
    /// Returns the chip for the machine bits of `e_flags`, and the name of the processor.
    pub(super) fn from_flags(flags: u32) -> Option<(Self, &'static str)> {
        Some(match flags & 0xff {
            0x3f => (Self::Gfx90a, "gfx90a"),
            0x4c => (Self::Gfx942, "gfx942"),
            0x41 => (Self::Gfx1100, "gfx1100"),
            0x46 => (Self::Gfx1100, "gfx1101"),
            0x47 => (Self::Gfx1100, "gfx1102"),
            0x44 => (Self::Gfx1100, "gfx1103"),
            0x48 => (Self::Gfx1201, "gfx1200"),
            0x4e => (Self::Gfx1201, "gfx1201"),
            _ => return None,
        })
    }

    /// Whether memory accesses may be replayed: XNACK is on, or any setting of it is allowed.
    pub(super) fn is_replayed(self, flags: u32) -> bool {
        self.is_gfx9() && flags >> 8 & 1 == 1
    }

    /// Returns its column in opcode tables.
    pub(super) fn column(self) -> usize {
        match self {
            Self::Gfx90a => 0,
            Self::Gfx942 => 1,
            Self::Gfx1100 => 2,
            Self::Gfx1201 => 3,
        }
    }

    /// Whether it has the encodings of GFX9.
    pub(super) fn is_gfx9(self) -> bool {
        matches!(self, Self::Gfx90a | Self::Gfx942)
    }

    /// Whether it has the encodings of GFX12.
    pub(super) fn is_gfx12(self) -> bool {
        self == Self::Gfx1201
    }

    /// Whether the hardware sets up scratch memory; otherwise a kernel receives a buffer descriptor.
    pub(super) fn has_architected_scratch(self) -> bool {
        self != Self::Gfx90a
    }
}

/// The bytes of LDS that a block can have.
pub(super) const LDS_BYTES: u64 = 1 << 16;
