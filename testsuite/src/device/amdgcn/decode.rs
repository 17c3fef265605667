//! Decodes instructions from bytes.
//!
//! The encoding spaces of the four chips are found by their first bits; the opcode tables name the operation
//! in a space.

mod memory;
mod vector;

use super::args::{Args, Inst, M0, NULL, Operand, ScalarArgs};
use super::chip::Chip;
use super::inst::{Row, Space};
use super::table;

/// The words of an instruction, the first of which is its encoding.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    words: &'a [u32],
}

/// The message for bytes that are not a known instruction.
type Refusal = String;

impl Words<'_> {
    /// Returns a word; an instruction must not end after the code.
    fn get(&self, index: usize) -> Result<u32, Refusal> {
        self.words.get(index).copied().ok_or_else(|| "the code ends within an instruction".to_string())
    }
}

/// Returns bits of a word.
fn bits(word: u32, low: u32, n: u32) -> u32 {
    (word >> low) & ((1 << n) - 1)
}

/// Whether a bit of a word is set.
fn bit(word: u32, index: u32) -> bool {
    (word >> index) & 1 == 1
}

/// Returns the low bits as a signed integer.
fn signed_bits(word: u32, n: u32) -> i32 {
    (word << (32 - n)).cast_signed() >> (32 - n)
}

/// Decodes the instruction at the start of `words`; an error is a message.
pub(super) fn decode(chip: Chip, words: &[u32]) -> Result<Inst, Refusal> {
    let words = Words { words };
    let first = words.get(0)?;
    match (chip.is_gfx9(), first >> 26) {
        (_, ..=0x1f) => vector::decode_short(chip, words),
        (_, 0x20..=0x2f) => decode_scalar(chip, words),
        (true, 0x34) if first >> 23 == 0x1a7 => vector::decode_packed(chip, words),
        (true, 0x34) | (false, 0x35) => vector::decode_long(chip, words),
        (false, 0x33) => vector::decode_packed(chip, words),
        (false, 0x32) => vector::decode_dual(chip, words),
        (true, 0x30) | (false, 0x3d) => memory::decode_scalar_memory(chip, words),
        (_, 0x36) => memory::decode_lds(chip, words),
        (_, 0x37) if !chip.is_gfx12() => memory::decode_flat(chip, words),
        (_, 0x38) if !chip.is_gfx12() => memory::decode_buffer(chip, words),
        (_, 0x3b) if chip.is_gfx12() => memory::decode_flat12(chip, words),
        (_, 0x31) if chip.is_gfx12() => memory::decode_buffer12(chip, words),
        _ => Err(format!("unknown encoding {first:#010x}")),
    }
}

fn find(chip: Chip, space: Space, code: u32) -> Result<&'static Row, Refusal> {
    table::find(chip, space, code as u16).ok_or_else(|| format!("unknown {space:?} opcode {code:#x}"))
}

/// Returns the scalar register of a 7-bit field.
fn scalar_register(chip: Chip, code: u32) -> u8 {
    match code {
        124 if !chip.is_gfx9() => NULL,
        125 if !chip.is_gfx9() => M0,
        _ => code as u8,
    }
}

/// Returns the source of a 9-bit field; a literal is passed in.
fn operand(chip: Chip, code: u32, literal: u32) -> Result<Operand, Refusal> {
    Ok(match code {
        0..=127 => Operand::Sgpr(scalar_register(chip, code)),
        128..=192 => Operand::Int(code.cast_signed() - 128),
        193..=208 => Operand::Int(192 - code.cast_signed()),
        235 => Operand::ApertureBase(false),
        236 => Operand::ApertureLimit(false),
        237 => Operand::ApertureBase(true),
        238 => Operand::ApertureLimit(true),
        240..=248 => Operand::Float(code as u8),
        251 => Operand::VccIsZero,
        252 => Operand::ExecIsZero,
        253 => Operand::Scc,
        255 => Operand::Literal(literal),
        256.. => Operand::Vgpr((code - 256) as u16),
        _ => return Err(format!("unknown operand {code}")),
    })
}

/// The code of a literal.
const LITERAL: u32 = 255;

fn decode_scalar(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let first = words.get(0)?;
    let (space, code) = match first >> 23 {
        0x17d => (Space::Sop1, bits(first, 8, 8)),
        0x17e => (Space::Sopc, bits(first, 16, 7)),
        0x17f => (Space::Sopp, bits(first, 16, 7)),
        _ if first >> 28 == 0xb => (Space::Sopk, bits(first, 23, 5)),
        _ => (Space::Sop2, bits(first, 23, 7)),
    };
    let row = find(chip, space, code)?;
    let codes = match space {
        Space::Sop1 => [Some(bits(first, 0, 8)), None],
        Space::Sop2 | Space::Sopc => [Some(bits(first, 0, 8)), Some(bits(first, 8, 8))],
        _ => [None, None],
    };
    let has_literal = codes.contains(&Some(LITERAL)) || takes_literal(row);
    let literal = if has_literal { words.get(1)? } else { 0 };
    let mut src = [Operand::None; 2];
    for (src, code) in src.iter_mut().zip(codes) {
        if let Some(code) = code {
            *src = operand(chip, code, literal)?;
        }
    }
    let has_dst = !matches!(space, Space::Sopc | Space::Sopp);
    let dst = if has_dst { scalar_register(chip, bits(first, 16, 7)) } else { NULL };
    let args = ScalarArgs { dst, src, immediate: bits(first, 0, 16) as u16, literal };
    Ok(Inst { row, bytes: if has_literal { 8 } else { 4 }, args: Args::Scalar(args) })
}

/// Whether a scalar operation is followed by a literal that no source names.
fn takes_literal(row: &Row) -> bool {
    matches!(&*row.name, "s_setreg_imm32_b32" | "s_fmaak_f32" | "s_fmamk_f32")
}
