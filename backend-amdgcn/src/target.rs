//! Table of chips.

use crate::lanes::Lanes;
use crate::object::ChipObject;
use crate::opcode::Family;
use std::ops::RangeInclusive;
use warpline_passes::Target;
use warpline_passes::backend::Native;

/// A chip that this backend supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chip {
    /// The name in MLIR and in the target of a code object.
    pub(crate) name: &'static str,
    /// The encodings.
    pub(crate) family: Family,
    /// The name of the architecture.
    architecture: &'static str,
    /// The ELF flags of its code objects.
    e_flags: u32,
    /// The number of scalar registers that a kernel may use, without `vcc`.
    scalar_registers: u16,
    /// The number of vector registers that a lane may use, in blocks of up to 768 threads, and in larger ones, of which
    /// a processor must hold eight waves.
    vector_registers: [u16; 2],
    /// Whether the user registers and the ids of the block take at least 16 registers.
    pads_user_registers: bool,
}

/// Every chip.
static CHIPS: &[Chip] = &[Chip {
    name: "gfx1100",
    family: Family::Gfx11,
    architecture: "RDNA3",
    e_flags: 0x41,
    scalar_registers: 104,
    vector_registers: [256, 192],
    pads_user_registers: true,
}];

/// The chip that is used if none is named.
pub(crate) const DEFAULT_CHIP: &str = "gfx1100";

/// The maximum grid size in each dimension: the number of threads has 32 bits.
const MAX_GRID: [i64; 3] = [(1 << 22) - 1, 65535, 65535];
/// The maximum block size in each dimension, and in total.
const MAX_BLOCK: i64 = 1024;
/// The workgroup memory of a block, in bytes.
pub(crate) const MAX_WORKGROUP_BYTES: u64 = 64 * 1024;

impl Chip {
    /// Returns the chip with this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        CHIPS.iter().find(|chip| chip.name == name).copied()
    }

    /// Returns the names of all chips.
    pub(crate) fn names() -> Vec<&'static str> {
        CHIPS.iter().map(|chip| chip.name).collect()
    }

    /// Returns the lanes of a wave.
    pub(crate) fn lanes(self) -> Lanes {
        if self.family.mask_words() == 2 { Lanes::Wave64 } else { Lanes::Wave32 }
    }

    /// Returns the constants that an access of global memory may add to its address.
    pub(crate) fn global_offsets(self) -> RangeInclusive<i64> {
        match self.family {
            Family::Gfx90a | Family::Gfx942 | Family::Gfx11 => -4096..=4095,
            Family::Gfx12 => -(1 << 23)..=(1 << 23) - 1,
        }
    }

    /// Returns the numbers of scalar and of vector registers for blocks of up to so many threads.
    pub(crate) fn registers(self, max_threads: u32) -> (u16, u16) {
        (self.scalar_registers, self.vector_registers[usize::from(768 < max_threads)])
    }

    /// Returns the number of user registers: some chips need 16 with the ids of the block after them.
    pub(crate) fn user_registers(self, block_ids: [bool; 3]) -> u16 {
        let n_ids = block_ids.iter().filter(|is_used| **is_used).count() as u16;
        if self.pads_user_registers { 16 - n_ids } else { 2 }
    }

    /// Returns the scalar register of the first block id.
    pub(crate) fn first_block_id(self, block_ids: [bool; 3]) -> u16 {
        self.user_registers(block_ids)
    }

    /// Returns the properties that code objects state.
    pub(crate) fn object(self) -> ChipObject {
        ChipObject {
            name: self.name,
            e_flags: self.e_flags,
            wave_size: self.lanes().count(),
            family: self.family,
        }
    }

    /// Returns the chip as a target for passes and commands.
    pub(crate) fn target(self) -> Target {
        Target {
            name: self.name.to_string(),
            machine: String::new(),
            features: String::new(),
            subgroup_size: self.lanes().count(),
            max_block: ([MAX_BLOCK; 3], MAX_BLOCK),
            max_grid: MAX_GRID,
            max_workgroup_bytes: MAX_WORKGROUP_BYTES,
            native: Native {
                collectives: &[],
                atomic_sums: &["f32"],
                approximates: true,
                arith: &[],
                divides: false,
                halves: &[],
                packed: &[],
            },
            has_lines: false,
            details: vec![
                ("architecture", self.architecture.to_string()),
                (
                    "registers",
                    format!("{} scalar, {} vector", self.scalar_registers, self.vector_registers[0]),
                ),
            ],
        }
    }
}
