//! Kernel descriptors: the 64 bytes `NAME.kd` from which the hardware sets up a wave.
//!
//! [`ROWS`] is the only statement of a descriptor. A row has a directive, a bit field, or both, so that the
//! text and the bytes agree. Every directive of a chip is printed: `llvm-mc` silently fills in a forgotten
//! one, for example with flushed f32 denormals.
//!
//! Source: "Code Object V3 Kernel Descriptor" in LLVM's AMDGPU usage guide, confirmed with `llvm-mc` 22.

use super::{ChipObject, KernelObject};
use crate::opcode::Family;

/// The size and the alignment of a descriptor, in bytes.
pub(super) const BYTES: usize = 64;

/// A kernel on a chip.
#[derive(Clone, Copy)]
struct Input<'a> {
    chip: &'a ChipObject,
    kernel: &'a KernelObject,
}

/// A set of families.
type Chips = u8;
const GFX9A: Chips = 1 << Family::Gfx90a as u8;
const GFX940: Chips = 1 << Family::Gfx942 as u8;
const GFX11: Chips = 1 << Family::Gfx11 as u8;
const GFX12: Chips = 1 << Family::Gfx12 as u8;
const CDNA: Chips = GFX9A | GFX940;
const RDNA: Chips = GFX11 | GFX12;
const ALL: Chips = CDNA | RDNA;

/// The first bit of a field in the descriptor, and its width.
type Bits = (usize, u32);
/// The byte of the distance from the descriptor to the code.
const ENTRY: usize = 16;
const RSRC3: usize = 44 * 8;
const RSRC1: usize = 48 * 8;
const RSRC2: usize = 52 * 8;
const PROPERTIES: usize = 56 * 8;

/// A directive, a field of the descriptor, or both.
struct Row {
    chips: Chips,
    directive: Option<&'static str>,
    bits: Option<Bits>,
    value: fn(Input<'_>) -> u32,
}

/// Returns the row of a directive whose value is a field.
const fn both(chips: Chips, directive: &'static str, bits: Bits, value: fn(Input<'_>) -> u32) -> Row {
    Row { chips, directive: Some(directive), bits: Some(bits), value }
}

/// Returns the row of a directive from which the assembler computes a field.
const fn text(chips: Chips, directive: &'static str, value: fn(Input<'_>) -> u32) -> Row {
    Row { chips, directive: Some(directive), bits: None, value }
}

/// Returns the row of a field that the assembler computes.
const fn bits(chips: Chips, bits: Bits, value: fn(Input<'_>) -> u32) -> Row {
    Row { chips, directive: None, bits: Some(bits), value }
}

/// The directives, in the order in which LLVM prints them, and the fields.
const ROWS: &[Row] = &[
    both(ALL, "group_segment_fixed_size", (0, 32), |it| it.kernel.workgroup_bytes),
    both(ALL, "private_segment_fixed_size", (32, 32), |it| it.kernel.private_bytes),
    both(ALL, "kernarg_size", (64, 32), |it| it.kernel.kernarg_bytes),
    both(ALL, "user_sgpr_count", (RSRC2 + 1, 5), |it| it.kernel.user_sgprs),
    both(GFX9A, "user_sgpr_private_segment_buffer", (PROPERTIES, 1), |_| 0),
    both(ALL, "user_sgpr_dispatch_ptr", (PROPERTIES + 1, 1), |_| 0),
    both(ALL, "user_sgpr_queue_ptr", (PROPERTIES + 2, 1), |_| 0),
    both(ALL, "user_sgpr_kernarg_segment_ptr", (PROPERTIES + 3, 1), |it| it.kernel.has_kernarg.into()),
    both(ALL, "user_sgpr_dispatch_id", (PROPERTIES + 4, 1), |_| 0),
    both(GFX9A, "user_sgpr_flat_scratch_init", (PROPERTIES + 5, 1), has_scratch),
    both(CDNA, "user_sgpr_kernarg_preload_length", (PROPERTIES + 16, 7), |_| 0),
    both(CDNA, "user_sgpr_kernarg_preload_offset", (PROPERTIES + 23, 9), |_| 0),
    both(ALL, "user_sgpr_private_segment_size", (PROPERTIES + 6, 1), |_| 0),
    both(RDNA, "wavefront_size32", (PROPERTIES + 10, 1), |it| (it.chip.wave_size == 32).into()),
    both(ALL, "uses_dynamic_stack", (PROPERTIES + 11, 1), |_| 0),
    both(GFX9A, "system_sgpr_private_segment_wavefront_offset", (RSRC2, 1), has_scratch),
    both(GFX940 | RDNA, "enable_private_segment", (RSRC2, 1), has_scratch),
    both(ALL, "system_sgpr_workgroup_id_x", (RSRC2 + 7, 1), |it| it.kernel.block_ids[0].into()),
    both(ALL, "system_sgpr_workgroup_id_y", (RSRC2 + 8, 1), |it| it.kernel.block_ids[1].into()),
    both(ALL, "system_sgpr_workgroup_id_z", (RSRC2 + 9, 1), |it| it.kernel.block_ids[2].into()),
    both(ALL, "system_sgpr_workgroup_info", (RSRC2 + 10, 1), |_| 0),
    both(ALL, "system_vgpr_workitem_id", (RSRC2 + 11, 2), |it| it.kernel.thread_dims - 1),
    text(ALL, "next_free_vgpr", total_vgprs),
    bits(ALL, (RSRC1, 6), vgpr_blocks),
    text(ALL, "next_free_sgpr", |it| it.kernel.sgprs),
    bits(CDNA, (RSRC1 + 6, 4), sgpr_blocks),
    text(CDNA, "accum_offset", accum_offset),
    bits(CDNA, (RSRC3, 6), |it| accum_offset(it) / 4 - 1),
    text(ALL, "reserve_vcc", |it| it.kernel.uses_vcc.into()),
    text(GFX9A, "reserve_flat_scratch", has_scratch),
    text(CDNA, "reserve_xnack_mask", |_| 1),
    both(ALL, "float_round_mode_32", (RSRC1 + 12, 2), |_| 0),
    both(ALL, "float_round_mode_16_64", (RSRC1 + 14, 2), |_| 0),
    both(ALL, "float_denorm_mode_32", (RSRC1 + 16, 2), |_| 3),
    both(ALL, "float_denorm_mode_16_64", (RSRC1 + 18, 2), |_| 3),
    both(CDNA | GFX11, "dx10_clamp", (RSRC1 + 21, 1), |_| 1),
    both(CDNA | GFX11, "ieee_mode", (RSRC1 + 23, 1), |_| 0),
    both(ALL, "fp16_overflow", (RSRC1 + 26, 1), |_| 0),
    both(CDNA, "tg_split", (RSRC3 + 16, 1), |_| 0),
    both(RDNA, "workgroup_processor_mode", (RSRC1 + 29, 1), |_| 1),
    both(RDNA, "memory_ordered", (RSRC1 + 30, 1), |_| 1),
    both(RDNA, "forward_progress", (RSRC1 + 31, 1), |_| 1),
    both(GFX11, "shared_vgpr_count", (RSRC3, 4), |_| 0),
    both(GFX11, "inst_pref_size", (RSRC3 + 4, 6), |it| code_lines(it).min(63)),
    both(GFX12, "inst_pref_size", (RSRC3 + 4, 8), |it| code_lines(it).min(255)),
    both(GFX12, "round_robin_scheduling", (RSRC1 + 21, 1), |_| 0),
    both(ALL, "exception_fp_ieee_invalid_op", (RSRC2 + 24, 1), |_| 0),
    both(ALL, "exception_fp_denorm_src", (RSRC2 + 25, 1), |_| 0),
    both(ALL, "exception_fp_ieee_div_zero", (RSRC2 + 26, 1), |_| 0),
    both(ALL, "exception_fp_ieee_overflow", (RSRC2 + 27, 1), |_| 0),
    both(ALL, "exception_fp_ieee_underflow", (RSRC2 + 28, 1), |_| 0),
    both(ALL, "exception_fp_ieee_inexact", (RSRC2 + 29, 1), |_| 0),
    both(ALL, "exception_int_div_zero", (RSRC2 + 30, 1), |_| 0),
];

/// Returns 1 if the kernel uses scratch memory.
fn has_scratch(it: Input<'_>) -> u32 {
    (0 < it.kernel.private_bytes).into()
}

/// Returns the first accumulation register in the unified file of CDNA, a multiple of 4.
fn accum_offset(it: Input<'_>) -> u32 {
    it.kernel.vgprs.max(1).next_multiple_of(4)
}

/// Returns the number of vector registers, accumulation registers included.
fn total_vgprs(it: Input<'_>) -> u32 {
    match it.kernel.agprs {
        0 => it.kernel.vgprs,
        agprs => accum_offset(it) + agprs,
    }
}

/// Returns the number of scalar registers with those that the chip keeps behind the kernel's own.
///
/// VCC is 2 registers. On CDNA, VCC, the mask of XNACK and the scratch base have fixed distances
/// from the end, and XNACK may be on: the last that exists decides.
fn total_sgprs(it: Input<'_>) -> u32 {
    let extra = match it.chip.family {
        Family::Gfx90a if has_scratch(it) == 0 => 4,
        Family::Gfx90a | Family::Gfx942 => 6,
        Family::Gfx11 | Family::Gfx12 if it.kernel.uses_vcc => 2,
        Family::Gfx11 | Family::Gfx12 => 0,
    };
    it.kernel.sgprs + extra
}

/// Returns the encoded number of vector registers. RDNA counts in blocks of 4 for waves of 64 lanes.
fn vgpr_blocks(it: Input<'_>) -> u32 {
    let is_narrow = RDNA & chips(it.chip) != 0 && it.chip.wave_size == 64;
    blocks(total_vgprs(it), if is_narrow { 4 } else { 8 })
}

/// Returns the encoded number of scalar registers. RDNA always has all of them, and encodes 0.
fn sgpr_blocks(it: Input<'_>) -> u32 {
    blocks(total_sgprs(it), 8)
}

/// Returns the number of cache lines of 128 bytes that the code occupies.
fn code_lines(it: Input<'_>) -> u32 {
    it.kernel.code_bytes.div_ceil(128).try_into().unwrap_or(u32::MAX)
}

/// Returns the encoding of a number of registers: the number of blocks, at least one, less one.
fn blocks(registers: u32, granule: u32) -> u32 {
    registers.max(1).div_ceil(granule) - 1
}

/// Returns the set of the chip's family.
fn chips(chip: &ChipObject) -> Chips {
    1 << chip.family as u8
}

/// Returns the rows that the chip has.
fn rows(chip: &ChipObject) -> impl Iterator<Item = &'static Row> {
    let chips = chips(chip);
    ROWS.iter().filter(move |row| row.chips & chips != 0)
}

/// Returns the bytes of a descriptor, `entry` bytes before the code.
pub(super) fn encode(chip: &ChipObject, kernel: &KernelObject, entry: i64) -> [u8; BYTES] {
    let mut out = [0; BYTES];
    out[ENTRY..ENTRY + 8].copy_from_slice(&entry.to_le_bytes());
    for row in rows(chip) {
        if let Some((first, width)) = row.bits {
            set_bits(&mut out, first, width, (row.value)(Input { chip, kernel }));
        }
    }
    out
}

/// Writes a value that fits into `width` bits, from the bit `first` on.
fn set_bits(out: &mut [u8; BYTES], first: usize, width: u32, value: u32) {
    debug_assert!(u64::from(value) < 1 << width, "{value} does not fit into {width} bits");
    let shifted = (u64::from(value) << (first % 8)).to_le_bytes();
    for (byte, bits) in out[first / 8..].iter_mut().zip(shifted) {
        *byte |= bits;
    }
}

/// Returns the directives of a descriptor, without their prefix, and their values.
pub(super) fn directives<'a>(
    chip: &'a ChipObject,
    kernel: &'a KernelObject,
) -> impl Iterator<Item = (&'static str, u32)> + 'a {
    rows(chip).filter_map(move |row| Some((row.directive?, (row.value)(Input { chip, kernel }))))
}

/// The numbers of registers in the metadata.
pub(super) struct RegisterCounts {
    /// Scalar registers, those that the chip keeps included.
    pub(super) sgprs: u32,
    /// Vector registers, accumulation registers included.
    pub(super) vgprs: u32,
    /// Accumulation registers, if the chip has them.
    pub(super) agprs: Option<u32>,
}

/// Returns the numbers of registers that the kernel occupies.
pub(super) fn register_counts(chip: &ChipObject, kernel: &KernelObject) -> RegisterCounts {
    let input = Input { chip, kernel };
    let has_agprs = CDNA & chips(chip) != 0;
    RegisterCounts {
        sgprs: total_sgprs(input),
        vgprs: total_vgprs(input),
        agprs: has_agprs.then_some(kernel.agprs),
    }
}
