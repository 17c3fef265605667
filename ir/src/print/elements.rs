//! Long lists of elements: left out, or as bytes.

use crate::attrs::DenseData;
use crate::module::Module;
use crate::print::PrintOptions;
use crate::types::Type;
use std::fmt::Write as _;

/// Writes a list of elements, without its type, in a short form if the options ask for one; tells whether they do.
pub(crate) fn write_short(
    out: &mut String,
    module: &Module,
    options: PrintOptions,
    ty: Type,
    data: &DenseData,
) -> bool {
    let DenseData::Elements(items) = data else { return false };
    let is_over = |limit: Option<usize>| limit.is_some_and(|limit| limit < items.len());
    if is_over(options.elide_elements_over) {
        out.push_str("dense_resource<__elided__>");
        return true;
    }
    let Some(width) = module.bit_width(module.element_type(ty)) else { return false };
    if !is_over(options.hex_elements_over) || u64::BITS < width {
        return false;
    }
    out.push_str("dense<\"0x");
    if width == 1 {
        write_bits(out, items);
    } else {
        write_bytes(out, items, (width as usize).div_ceil(8));
    }
    out.push_str("\">");
    true
}

/// Elements of one bit, eight to a byte, the first one lowest.
fn write_bits(out: &mut String, items: &[u64]) {
    for eight in items.chunks(8) {
        let byte = eight.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
        let _ = write!(out, "{byte:02X}");
    }
}

/// Elements of whole bytes, the lowest byte first.
fn write_bytes(out: &mut String, items: &[u64], n_bytes: usize) {
    for item in items {
        for byte in item.to_le_bytes().iter().take(n_bytes) {
            let _ = write!(out, "{byte:02X}");
        }
    }
}
