//! Table of chips.

use crate::lanes::Lanes;
use crate::object::ChipObject;
use crate::opcode::Family;
use std::ops::RangeInclusive;
use warpline_passes::backend::Native;
use warpline_passes::{Target, TargetModel};

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
    /// The number of vector registers of a lane that the waves of a SIMD unit share.
    vector_file: u16,
    /// The unit in which they are allocated to a wave.
    vector_granule: u16,
    /// The number of waves that a SIMD unit holds at most.
    most_waves: u16,
    /// Whether the user registers and the ids of the block take at least 16 registers.
    pads_user_registers: bool,
    /// The floats whose sums are atomic in all memory, also in that of the host.
    atomic_sums: &'static [&'static str],
    /// The numbers of vector and of scalar registers that a kernel may use, if the target names them.
    max_vgprs: Option<u16>,
    max_sgprs: Option<u16>,
}

/// Every chip.
static CHIPS: &[Chip] = &[
    Chip {
        name: "gfx1100",
        family: Family::Gfx11,
        architecture: "RDNA3",
        e_flags: 0x41,
        scalar_registers: 104,
        vector_file: 1536,
        vector_granule: 24,
        most_waves: 16,
        pads_user_registers: true,
        atomic_sums: &["f32"],
        max_vgprs: None,
        max_sgprs: None,
    },
    Chip {
        name: "gfx1201",
        family: Family::Gfx12,
        architecture: "RDNA4",
        e_flags: 0x4E,
        scalar_registers: 104,
        vector_file: 1536,
        vector_granule: 24,
        most_waves: 16,
        pads_user_registers: false,
        atomic_sums: &["f32"],
        max_vgprs: None,
        max_sgprs: None,
    },
    Chip {
        name: "gfx942",
        family: Family::Gfx942,
        architecture: "CDNA3",
        e_flags: 0x54C,
        scalar_registers: 102,
        vector_file: 512,
        vector_granule: 8,
        most_waves: 8,
        pads_user_registers: false,
        atomic_sums: &["f32"],
        max_vgprs: None,
        max_sgprs: None,
    },
    Chip {
        name: "gfx90a",
        family: Family::Gfx90a,
        architecture: "CDNA2",
        e_flags: 0x53F,
        scalar_registers: 102,
        vector_file: 512,
        vector_granule: 8,
        most_waves: 8,
        pads_user_registers: false,
        atomic_sums: &[],
        max_vgprs: None,
        max_sgprs: None,
    },
];

/// The chip that is used if none is named.
pub(crate) const DEFAULT_CHIP: &str = "gfx1100";

/// The instruction `s_nop 0`, with which assemblers fill gaps, too.
pub(crate) const S_NOP: u32 = 0xBF80_0000;
/// The instruction `s_code_end`.
const S_CODE_END: u32 = 0xBF9F_0000;
/// The number of vector registers that instructions can name.
const MAX_VECTOR_REGISTERS: u16 = 256;
/// The least numbers of registers that a target can name: some instructions need this many at one time.
const LEAST_VECTOR_REGISTERS: u16 = 32;
const LEAST_SCALAR_REGISTERS: u16 = 32;
/// The maximum grid size in each dimension: the number of threads has 32 bits.
const MAX_GRID: [i64; 3] = [(1 << 22) - 1, 65535, 65535];
/// The maximum block size in each dimension, and in total.
const MAX_BLOCK: i64 = 1024;
/// The workgroup memory of a block, in bytes.
pub(crate) const MAX_WORKGROUP_BYTES: u64 = 64 * 1024;

impl Chip {
    /// Returns the chip of a target: its name, or also how many registers a kernel may use, as in
    /// `gfx1100+vgprs=64+sgprs=40`; fewer registers let more waves run at a time.
    pub(crate) fn find(target: &str) -> Option<Self> {
        let mut parts = target.split('+');
        let name = parts.next()?;
        let mut chip = CHIPS.iter().find(|chip| chip.name == name).copied()?;
        for part in parts {
            let (key, value) = part.split_once('=')?;
            let value: u16 = value.parse().ok()?;
            match (key, value) {
                ("vgprs", LEAST_VECTOR_REGISTERS..=MAX_VECTOR_REGISTERS) => chip.max_vgprs = Some(value),
                ("sgprs", LEAST_SCALAR_REGISTERS..=104) => chip.max_sgprs = Some(value),
                _ => return None,
            }
        }
        Some(chip)
    }

    /// Returns the name as a target, with the numbers of registers that it names.
    fn target_name(self) -> String {
        let part = |key: &str, value: Option<u16>| value.map_or(String::new(), |n| format!("+{key}={n}"));
        format!("{}{}{}", self.name, part("vgprs", self.max_vgprs), part("sgprs", self.max_sgprs))
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

    /// Returns the numbers of scalar and of vector registers for blocks of up to so many threads, whose waves the four
    /// SIMD units must hold together.
    pub(crate) fn registers(self, max_threads: u32) -> (u16, u16) {
        let n_vector = self.vector_file / self.waves(max_threads) / self.vector_granule * self.vector_granule;
        // One register is left for what gfx90a reads beyond the last one.
        let n_usable = MAX_VECTOR_REGISTERS - u16::from(self.family == Family::Gfx90a);
        let n_scalar = self.scalar_registers.min(self.max_sgprs.unwrap_or(u16::MAX));
        (n_scalar, n_vector.min(n_usable).min(self.max_vgprs.unwrap_or(u16::MAX)))
    }

    /// Returns the number of waves that a SIMD unit must hold at a time for blocks of up to so many threads.
    fn waves(self, max_threads: u32) -> u16 {
        max_threads.div_ceil(self.lanes().count()).div_ceil(4).max(1) as u16
    }

    /// Returns the number of vector registers up to which a SIMD unit holds as many waves as it can.
    pub(crate) fn full_registers(self) -> u16 {
        let most = self.vector_file / self.most_waves / self.vector_granule * self.vector_granule;
        most.min(self.max_vgprs.unwrap_or(u16::MAX))
    }

    /// Returns the number of accumulation registers besides the vector registers, for blocks of up to so many threads.
    pub(crate) fn accumulators(self, max_threads: u32) -> u16 {
        if !self.family.is_gfx9() {
            return 0;
        }
        let rest = (self.vector_file / self.waves(max_threads)).saturating_sub(MAX_VECTOR_REGISTERS);
        rest / self.vector_granule * self.vector_granule
    }

    /// Returns the number of user registers: the address of the arguments and, where the kernel sets up its scratch
    /// memory, the address of that. Some chips need 16 with the ids of the block after them.
    pub(crate) fn user_registers(self, block_ids: [bool; 3], has_scratch: bool) -> u16 {
        let n_ids = block_ids.iter().filter(|is_used| **is_used).count() as u16;
        match (self.pads_user_registers, has_scratch && self.sets_up_scratch()) {
            (true, _) => 16 - n_ids,
            (false, false) => 2,
            (false, true) => 4,
        }
    }

    /// Whether kernels set up the base of their scratch memory.
    pub(crate) fn sets_up_scratch(self) -> bool {
        self.family == Family::Gfx90a
    }

    /// Returns the code after the last kernel, which the hardware may fetch: an instruction, and how often it is there.
    pub(crate) fn fetched_ahead(self) -> (u32, usize) {
        if self.family.is_gfx9() { (S_NOP, 256) } else { (S_CODE_END, 48) }
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
            name: self.target_name(),
            machine: String::new(),
            features: String::new(),
            subgroup_size: self.lanes().count(),
            max_block: ([MAX_BLOCK; 3], MAX_BLOCK),
            max_grid: MAX_GRID,
            max_workgroup_bytes: MAX_WORKGROUP_BYTES,
            native: Native {
                collectives: &[],
                atomic_sums: self.atomic_sums,
                approximates: true,
                arith: &[],
                divides: false,
                halves: &["f16", "round-bf16"],
                packed: if self.family.is_gfx9() { &["f16", "f32"] } else { &["f16"] },
            },
            model: TargetModel::named(self.name).expect("the family has a row from its oldest chip on"),
            has_lines: false,
            details: vec![
                ("architecture", self.architecture.to_string()),
                ("registers", format!("{} scalar, {MAX_VECTOR_REGISTERS} vector", self.scalar_registers)),
            ],
        }
    }
}
