//! The binary form of a kernel: instructions as little-endian words, with labels resolved.
//!
//! A branch holds the distance in words from the next instruction. A label as the source of a scalar addition is the
//! distance in bytes from the end of the nearest preceding `s_getpc_b64`, whose result that is:
//! ```text
//!     s_getpc_b64 s[0:1]
//!     s_add_u32 s0, s0, L1       ; the literal is 16
//!     s_addc_u32 s1, s1, 0
//!     s_endpgm
//! L1:
//! ```

mod fields;
mod memory;
mod vector;

use std::collections::BTreeMap;

use crate::check::check;
use crate::dual;
use crate::inst::{Inst, Label, Line};
use crate::opcode::{Family, Format, Opcode};
use fields::Fields;

/// The code of a kernel in binary form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    /// The code.
    pub(crate) bytes: Vec<u8>,
    /// The byte offset of each line.
    pub(crate) offsets: Vec<u32>,
}

/// Encodes a kernel, or returns the first instruction that the family cannot execute. Labels of positions outside the
/// code are given with their byte offsets from its first instruction.
pub(crate) fn encode(lines: &[Line], family: Family, outside: &[(Label, i64)]) -> Result<Encoded, String> {
    let mut layout = Layout::new(lines, family)?;
    layout.labels.extend(outside.iter().map(|(label, offset)| (label.0, *offset)));
    let mut bytes = Vec::new();
    let mut site = Site { labels: Some(&layout.labels), address: 0, pc: None };
    let mut first = None;
    for (line, &offset) in lines.iter().zip(&layout.offsets) {
        let Line::Inst(inst) = line else { continue };
        site.address = offset;
        let Some(words) = encode_next(&mut first, inst, family, &site)? else { continue };
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        if inst.opcode == Opcode::SGetpcB64 {
            site.pc = Some(bytes.len() as u32);
        }
    }
    if first.is_some() {
        return Err("a pair of instructions lacks its second part".to_owned());
    }
    Ok(Encoded { bytes, offsets: layout.offsets })
}

/// The byte offsets of the lines and labels of a kernel.
pub(crate) struct Layout {
    pub(crate) offsets: Vec<u32>,
    pub(crate) labels: BTreeMap<u32, i64>,
}

impl Layout {
    /// Computes the offsets; the size of an instruction does not depend on them.
    pub(crate) fn new(lines: &[Line], family: Family) -> Result<Self, String> {
        let mut layout = Self { offsets: Vec::with_capacity(lines.len()), labels: BTreeMap::new() };
        let site = Site { labels: None, address: 0, pc: None };
        let (mut offset, mut first) = (0, None);
        for line in lines {
            layout.offsets.push(offset);
            match line {
                Line::Inst(inst) => {
                    check(inst, family)?;
                    let words = encode_next(&mut first, inst, family, &site)?;
                    offset += 4 * words.map_or(0, |words| words.len() as u32);
                }
                Line::Label(label) => {
                    if layout.labels.insert(label.0, i64::from(offset)).is_some() {
                        return Err(format!("label L{} has two positions", label.0));
                    }
                }
            }
        }
        Ok(layout)
    }
}

/// The position of an instruction, from which labels are seen.
struct Site<'a> {
    /// The byte offsets of the labels; none while only the size of the instruction matters.
    labels: Option<&'a BTreeMap<u32, i64>>,
    /// The byte offset of the instruction.
    address: u32,
    /// The byte offset that the nearest preceding `s_getpc_b64` returns.
    pc: Option<u32>,
}

impl Site<'_> {
    /// Returns the distance of a label in words from the next instruction.
    fn branch(&self, label: Label) -> Result<u32, String> {
        let distance = self.distance(label, Some(self.address + 4))? / 4;
        match i16::try_from(distance) {
            Ok(distance) => Ok(u32::from(distance as u16)),
            Err(_) => Err(format!("label L{} is {distance} words away, too far for a branch", label.0)),
        }
    }

    /// Returns the distance of a label in bytes from the result of `s_getpc_b64`.
    fn relative(&self, label: Label) -> Result<u32, String> {
        Ok(self.distance(label, self.pc)? as u32)
    }

    fn distance(&self, label: Label, from: Option<u32>) -> Result<i64, String> {
        let Some(labels) = self.labels else { return Ok(0) };
        match (labels.get(&label.0), from) {
            (None, _) => Err(format!("label L{} has no position", label.0)),
            (_, None) => Err(format!("no s_getpc_b64 precedes the address of label L{}", label.0)),
            (Some(&to), Some(from)) => Ok(to - i64::from(from)),
        }
    }
}

/// Returns the words of the next instruction; those of a pair with its second part, and nothing with the first one,
/// which is kept for that.
fn encode_next<'a>(
    first: &mut Option<&'a Inst>,
    inst: &'a Inst,
    family: Family,
    site: &Site<'_>,
) -> Result<Option<Vec<u32>>, String> {
    match first.take() {
        None if inst.modifiers.dual => {
            *first = Some(inst);
            Ok(None)
        }
        Some(first) => encode_dual([first, inst], family, site).map(Some),
        None => encode_inst(inst, family, site).map(Some),
    }
}

/// Returns the words of a pair of instructions.
fn encode_dual(pair: [&Inst; 2], family: Family, site: &Site<'_>) -> Result<Vec<u32>, String> {
    let [first, second] = pair;
    let codes = dual::codes(first, second, family).ok_or_else(|| {
        format!("{} and {} cannot be issued together", first.opcode.name(), second.opcode.name())
    })?;
    let fields = [Fields::new(first, family, site)?, Fields::new(second, family, site)?];
    let mut words = vector::encode_dual(codes, &fields);
    words.extend(fields[0].literal.or(fields[1].literal));
    Ok(words)
}

/// Returns the words of an instruction that has been checked.
fn encode_inst(inst: &Inst, family: Family, site: &Site<'_>) -> Result<Vec<u32>, String> {
    let Some(encoding) = inst.opcode.encoding(family) else {
        return check(inst, family).map(|()| Vec::new());
    };
    let fields = Fields::new(inst, family, site)?;
    let number = u32::from(encoding.number);
    let mut words = match encoding.format {
        Format::Sop1 => vec![0xbe80_0000 | fields.dst << 16 | number << 8 | fields.sources[0]],
        Format::Sop2 => {
            vec![0x8000_0000 | number << 23 | fields.dst << 16 | fields.sources[1] << 8 | fields.sources[0]]
        }
        Format::Sopc => vec![0xbf00_0000 | number << 16 | fields.sources[1] << 8 | fields.sources[0]],
        Format::Sopk => vec![0xb000_0000 | number << 23 | fields.dst << 16 | fields.immediate],
        Format::Sopp => vec![0xbf80_0000 | number << 16 | fields.immediate],
        Format::Vop1 | Format::Vop2 | Format::Vopc => vector::encode(inst, encoding, &fields, family),
        Format::Vop3 => vector::encode_long(inst, encoding, &fields, family),
        Format::Vop3p => vector::encode_packed(inst, number, &fields, family),
        Format::Mfma => vector::encode_mfma(number, &fields),
        Format::Smem => memory::encode_scalar(inst, number, &fields, family),
        Format::Ds => memory::encode_ds(inst, number, &fields, family),
        Format::Global | Format::Scratch => memory::encode_flat(inst, encoding, &fields, family),
        Format::Cache => memory::encode_cache(number, &fields, family),
    };
    words.extend(fields.literal);
    Ok(words)
}
