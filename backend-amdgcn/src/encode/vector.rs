//! Encodings of vector instructions.

use super::fields::Fields;
use crate::check::is_short;
use crate::inst::{Dpp, Inst, Modifiers};
use crate::opcode::{Encoding, Family, Format};

/// The code of source 0 that announces a word with an exchange between lanes.
const DPP: u32 = 0xfa;

/// Encodes an instruction in the short form where its operands allow, otherwise in the long one.
pub(super) fn encode(inst: &Inst, encoding: Encoding, fields: &Fields, family: Family) -> Vec<u32> {
    if !is_short(inst, family) {
        return encode_long(inst, encoding, fields, family);
    }
    let number = u32::from(encoding.number);
    let [source0, source1, _] = fields.sources;
    let (dst, source1) = (fields.dst << 17, (source1 & 0xff) << 9);
    let word = match encoding.format {
        Format::Vop1 => 0x7e00_0000 | dst | number << 9,
        Format::Vopc => 0x7c00_0000 | number << 17 | source1,
        _ => number << 25 | dst | source1,
    };
    match inst.modifiers.dpp {
        None => vec![word | source0],
        Some(dpp) => vec![word | DPP, dpp_word(dpp, source0, &inst.modifiers)],
    }
}

/// Returns the second word of an exchange between lanes in all rows and banks.
fn dpp_word(dpp: Dpp, source: u32, modifiers: &Modifiers) -> u32 {
    let control = match dpp {
        Dpp::QuadPerm([a, b, c, d]) => u32::from(a | b << 2 | c << 4 | d << 6),
        Dpp::RowShr(n) => 0x110 | u32::from(n),
        Dpp::RowRor(n) => 0x120 | u32::from(n),
        Dpp::RowXmask(mask) => 0x160 | u32::from(mask),
    };
    let (neg, abs) = (u32::from(modifiers.neg), u32::from(modifiers.abs));
    let signs = neg & 1 | (abs & 1) << 1 | (neg >> 1 & 1) << 2 | (abs >> 1 & 1) << 3;
    0xff00_0000 | signs << 20 | control << 8 | source & 0xff
}

/// Encodes an instruction in the long form.
pub(super) fn encode_long(inst: &Inst, encoding: Encoding, fields: &Fields, family: Family) -> Vec<u32> {
    let prefix = if family.is_gfx9() { 0xd000_0000 } else { 0xd400_0000 };
    let number = u32::from(encoding.long_number(family));
    let modifiers = &inst.modifiers;
    let clamp = u32::from(modifiers.clamp) << 15;
    let second_dst = fields.mask_dst << 8;
    let abs = u32::from(modifiers.abs) << 8;
    let word = prefix | number << 16 | clamp | second_dst | abs | fields.dst;
    vec![word, u32::from(modifiers.neg) << 29 | sources(fields)]
}

/// Returns the bits of three sources.
fn sources(fields: &Fields) -> u32 {
    let [source0, source1, source2] = fields.sources;
    source2 << 18 | source1 << 9 | source0
}

/// Encodes an instruction on packed operands. Both halves of a source are negated, except of integer matrices, where
/// a negated factor is a signed one.
pub(super) fn encode_packed(inst: &Inst, number: u32, fields: &Fields, family: Family) -> Vec<u32> {
    let prefix = if family.is_gfx9() { 0xd380_0000 } else { 0xcc00_0000 };
    let modifiers = &inst.modifiers;
    let neg = u32::from(modifiers.neg);
    let neg_high = if inst.opcode.is_packed() { neg } else { 0 };
    let select = u32::from(modifiers.op_sel);
    let select_high = 0b111 & !u32::from(modifiers.op_sel_hi_off);
    let clamp = u32::from(modifiers.clamp) << 15;
    let word =
        prefix | number << 16 | clamp | (select_high >> 2) << 14 | select << 11 | neg_high << 8 | fields.dst;
    vec![word, neg << 29 | (select_high & 3) << 27 | sources(fields)]
}

/// Encodes a matrix multiplication of CDNA on vector registers.
pub(super) fn encode_mfma(number: u32, fields: &Fields) -> Vec<u32> {
    vec![0xd380_0000 | number << 16 | fields.dst, sources(fields)]
}

/// Encodes two instructions that are issued together. The parity of the second result is that which the first one has
/// not.
pub(super) fn encode_dual(codes: [u32; 2], fields: &[Fields; 2]) -> Vec<u32> {
    let half = |fields: &Fields| fields.sources[0] | (fields.sources[1] & 0xff) << 9;
    let [first, second] = fields;
    vec![
        0xc800_0000 | codes[0] << 22 | codes[1] << 17 | half(first),
        first.dst << 24 | (second.dst >> 1) << 17 | half(second),
    ]
}
