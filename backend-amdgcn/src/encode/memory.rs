//! Encodings of memory accesses and of cache control.

use super::fields::Fields;
use crate::inst::Inst;
use crate::opcode::{Encoding, Family, Format};

/// The code of a scalar base address that is `off`: the register `null`.
const NULL: u32 = 0x7c;

/// The code of a scalar base address that is `off` on gfx9.
const OFF_ON_GFX9: u32 = 0x7f;

/// The scope of the device on gfx12.
const SCOPE_DEVICE: u32 = 2;

/// Encodes a scalar memory access.
pub(super) fn encode_scalar(inst: &Inst, number: u32, fields: &Fields, family: Family) -> Vec<u32> {
    let registers = fields.dst << 6 | fields.sources[0] >> 1;
    let offset = inst.modifiers.offset as u32;
    let has_offset = u32::from(!inst.operands.is_empty());
    match family {
        Family::Gfx90a | Family::Gfx942 => {
            vec![0xc000_0000 | number << 18 | has_offset << 17 | registers, offset & 0x1f_ffff]
        }
        Family::Gfx11 => {
            vec![0xf400_0000 | number << 18 | registers, (has_offset * NULL) << 25 | offset & 0x1f_ffff]
        }
        Family::Gfx12 => {
            vec![0xf400_0000 | number << 13 | registers, (has_offset * NULL) << 25 | offset & 0xff_ffff]
        }
    }
}

/// Encodes an access to workgroup memory.
pub(super) fn encode_ds(inst: &Inst, number: u32, fields: &Fields, family: Family) -> Vec<u32> {
    let number = if family.is_gfx9() { number << 17 } else { number << 18 };
    let [data0, data1, _] = fields.sources.map(|source| source & 0xff);
    let address = fields.address.unwrap_or(0);
    let word = 0xd800_0000 | number | inst.modifiers.offset as u32;
    vec![word, fields.dst << 24 | data1 << 16 | data0 << 8 | address]
}

/// Encodes an access to global or scratch memory.
pub(super) fn encode_flat(inst: &Inst, encoding: Encoding, fields: &Fields, family: Family) -> Vec<u32> {
    let number = u32::from(encoding.number);
    let is_scratch = encoding.format == Format::Scratch;
    let has_address = u32::from(is_scratch && fields.address.is_some());
    let address = fields.address.unwrap_or(0);
    let data = fields.sources[0] & 0xff;
    let base = fields.base.unwrap_or(if family.is_gfx9() { OFF_ON_GFX9 } else { NULL });
    let policy = policy(inst, family);
    let segment = if is_scratch { 1 } else { 2 };
    let offset = inst.modifiers.offset as u32;
    match family {
        Family::Gfx90a => {
            let word = 0xdc00_0000 | policy | number << 18 | segment << 14 | offset & 0x1fff;
            vec![word, fields.dst << 24 | base << 16 | data << 8 | address]
        }
        Family::Gfx942 => {
            let word =
                0xdc00_0000 | policy | number << 18 | segment << 14 | has_address << 13 | offset & 0x1fff;
            vec![word, fields.dst << 24 | base << 16 | data << 8 | address]
        }
        Family::Gfx11 => {
            let word = 0xdc00_0000 | policy | number << 18 | segment << 16 | offset & 0x1fff;
            vec![word, fields.dst << 24 | has_address << 23 | base << 16 | data << 8 | address]
        }
        Family::Gfx12 => {
            let prefix = if is_scratch { 0xed00_0000 } else { 0xee00_0000 };
            let registers = data << 23 | has_address << 17 | fields.dst;
            vec![prefix | number << 14 | base, registers | policy, offset << 8 | address]
        }
    }
}

/// Returns the bits of the cache policy: of an atomic access whether it returns the old value, of a load or store
/// whether it is visible to the device. On gfx12 atomic accesses have the scope of the device.
fn policy(inst: &Inst, family: Family) -> u32 {
    let glc = u32::from(inst.modifiers.glc);
    match family {
        Family::Gfx90a => glc << 16,
        Family::Gfx942 if inst.opcode.is_atomic() => glc << 16,
        Family::Gfx942 => glc << 25,
        Family::Gfx11 => glc << 14,
        Family::Gfx12 if inst.opcode.is_atomic() => glc << 20 | SCOPE_DEVICE << 18,
        Family::Gfx12 => (glc * SCOPE_DEVICE) << 18,
    }
}

/// Encodes the write-back or invalidation of a cache.
pub(super) fn encode_cache(number: u32, fields: &Fields, family: Family) -> Vec<u32> {
    let scope = fields.immediate;
    match family {
        Family::Gfx90a | Family::Gfx11 => vec![0xe000_0000 | number << 18, 0],
        Family::Gfx942 => vec![0xe000_0000 | number << 18 | scope << 14, 0],
        Family::Gfx12 => vec![0xee00_0000 | number << 14 | NULL, scope << 18, 0],
    }
}
