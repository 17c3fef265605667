//! Memory instructions: SMEM, DS, FLAT and MUBUF, and their forms on GFX12.

use super::super::args::{Args, Inst, MemoryArgs, NULL, Operand, Segment};
use super::super::chip::Chip;
use super::super::inst::Space;
use super::{Refusal, Words, bit, bits, find, operand, scalar_register, signed_bits};

/// Decodes a scalar load.
pub(super) fn decode_scalar_memory(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let code = if chip.is_gfx12() { bits(first, 13, 6) } else { bits(first, 18, 8) };
    let row = find(chip, Space::Smem, code)?;
    let (offset, register) = if chip.is_gfx9() {
        let (has_offset, has_register) = (bit(first, 17), bit(first, 14));
        match (has_offset, has_register) {
            (false, false) => (0, scalar_register(chip, bits(second, 0, 7))),
            (true, false) => (signed_bits(second, 21), NULL),
            (false, true) => (0, scalar_register(chip, bits(second, 25, 7))),
            (true, true) => (signed_bits(second, 21), scalar_register(chip, bits(second, 25, 7))),
        }
    } else {
        let n_bits = if chip.is_gfx12() { 24 } else { 21 };
        (signed_bits(second, n_bits), scalar_register(chip, bits(second, 25, 7)))
    };
    let dst = scalar_register(chip, bits(first, 6, 7));
    let base = (bits(first, 0, 6) * 2) as u8;
    Ok(Inst { row, bytes: 8, args: Args::ScalarLoad { dst, base, offset, register } })
}

fn no_args(segment: Segment) -> MemoryArgs {
    MemoryArgs {
        segment,
        dst: 0,
        data: [0; 2],
        address: None,
        base: None,
        scalar_offset: Operand::None,
        offset: 0,
        glc: false,
        scope: 0,
        indexing: [false; 2],
    }
}

/// Decodes an LDS operation.
pub(super) fn decode_lds(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let (code, is_global, acc) = if chip.is_gfx9() {
        (bits(first, 17, 8), bit(first, 16), if bit(first, 25) { 256 } else { 0 })
    } else {
        (bits(first, 18, 8), bit(first, 17) && !chip.is_gfx12(), 0)
    };
    if is_global {
        return Err("global data share".to_string());
    }
    let row = find(chip, Space::Ds, code)?;
    let mut args = no_args(Segment::Lds);
    args.offset = bits(first, 0, 16).cast_signed();
    args.address = Some(bits(second, 0, 8) as u16);
    args.data = [bits(second, 8, 8) as u16 + acc, bits(second, 16, 8) as u16 + acc];
    args.dst = bits(second, 24, 8) as u16 + acc;
    Ok(Inst { row, bytes: 8, args: Args::Memory(args) })
}

/// Returns the scope of the bits `glc` (on GFX942 `sc0`) and `sc1`: 0 for none.
fn scope(glc: bool, sc1: bool) -> u8 {
    u8::from(glc) | u8::from(sc1) << 1
}

/// Decodes a flat, scratch or global access of GFX9 or GFX11.
pub(super) fn decode_flat(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let row = find(chip, Space::Flat, bits(first, 18, 7))?;
    let segment = match bits(first, if chip.is_gfx9() { 14 } else { 16 }, 2) {
        0 => Segment::Flat,
        1 => Segment::Scratch,
        2 => Segment::Global,
        _ => return Err("unknown segment 3".to_string()),
    };
    let base = bits(second, 16, 7);
    let is_off = base == if chip.is_gfx9() { 0x7f } else { 0x7c };
    let acc = if chip.is_gfx9() && bit(second, 23) { 256 } else { 0 };
    let has_address = match (segment, chip) {
        (Segment::Scratch, Chip::Gfx90a) => is_off,
        (Segment::Scratch, Chip::Gfx942) => bit(first, 13),
        (Segment::Scratch, _) => bit(second, 23),
        _ => true,
    };
    let mut args = no_args(segment);
    args.address = has_address.then_some(bits(second, 0, 8) as u16);
    args.base = (!is_off && segment != Segment::Flat).then_some(scalar_register(chip, base));
    args.data[0] = bits(second, 8, 8) as u16 + acc;
    args.dst = bits(second, 24, 8) as u16 + acc;
    args.offset = signed_bits(first, 13);
    args.glc = bit(first, if chip.is_gfx9() { 16 } else { 14 });
    args.scope = scope(args.glc, chip == Chip::Gfx942 && bit(first, 25));
    Ok(Inst { row, bytes: 8, args: Args::Memory(args) })
}

/// Decodes a flat, scratch or global access of GFX12.
pub(super) fn decode_flat12(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let [first, second, third] = [words.get(0)?, words.get(1)?, words.get(2)?];
    let row = find(chip, Space::Flat, bits(first, 14, 8))?;
    let segment = match first >> 24 {
        0xec => Segment::Flat,
        0xed => Segment::Scratch,
        0xee => Segment::Global,
        _ => return Err(format!("unknown encoding {first:#010x}")),
    };
    let base = scalar_register(chip, bits(first, 0, 7));
    let has_address = segment != Segment::Scratch || bit(second, 17);
    let mut args = no_args(segment);
    args.address = has_address.then_some(bits(third, 0, 8) as u16);
    args.base = (base != NULL).then_some(base);
    args.data[0] = bits(second, 23, 8) as u16;
    args.dst = bits(second, 0, 8) as u16;
    args.offset = signed_bits(third >> 8, 24);
    args.glc = bit(second, 20);
    args.scope = bits(second, 18, 2) as u8;
    Ok(Inst { row, bytes: 12, args: Args::Memory(args) })
}

/// Decodes a buffer access of GFX9 or GFX11.
pub(super) fn decode_buffer(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let (first, second) = (words.get(0)?, words.get(1)?);
    let row = find(chip, Space::Mubuf, bits(first, 18, if chip.is_gfx9() { 7 } else { 8 }))?;
    let (has_offset, has_index, acc) = if chip.is_gfx9() {
        (bit(first, 12), bit(first, 13), if bit(second, 23) { 256 } else { 0 })
    } else {
        (bit(second, 22), bit(second, 23), 0)
    };
    if chip.is_gfx9() && bit(first, 16) {
        return Err("buffer loads to LDS".to_string());
    }
    let mut args = no_args(Segment::Buffer);
    args.offset = bits(first, 0, 12).cast_signed();
    args.glc = bit(first, 14);
    args.scope = scope(args.glc, chip == Chip::Gfx942 && bit(first, 15));
    args.address = (has_offset || has_index).then_some(bits(second, 0, 8) as u16);
    args.indexing = [has_index, has_offset];
    args.data[0] = bits(second, 8, 8) as u16 + acc;
    args.dst = args.data[0];
    args.base = Some((bits(second, 16, 5) * 4) as u8);
    args.scalar_offset = operand(chip, bits(second, 24, 8), 0)?;
    Ok(Inst { row, bytes: 8, args: Args::Memory(args) })
}

/// Decodes a buffer access of GFX12.
pub(super) fn decode_buffer12(chip: Chip, words: Words<'_>) -> Result<Inst, Refusal> {
    let [first, second, third] = [words.get(0)?, words.get(1)?, words.get(2)?];
    let row = find(chip, Space::Mubuf, bits(first, 14, 8))?;
    let (has_offset, has_index) = (bit(second, 30), bit(second, 31));
    let mut args = no_args(Segment::Buffer);
    args.offset = signed_bits(third >> 8, 24);
    args.glc = bit(second, 20);
    args.scope = bits(second, 18, 2) as u8;
    args.address = (has_offset || has_index).then_some(bits(third, 0, 8) as u16);
    args.indexing = [has_index, has_offset];
    args.data[0] = bits(second, 0, 8) as u16;
    args.dst = args.data[0];
    args.base = Some(bits(second, 9, 9) as u8);
    args.scalar_offset = operand(chip, bits(first, 0, 7), 0)?;
    Ok(Inst { row, bytes: 12, args: Args::Memory(args) })
}
