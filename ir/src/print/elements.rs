//! Prints long lists of elements: elided, or as bytes.

use crate::attrs::DenseData;
use crate::module::Module;
use crate::print::PrintOptions;
use crate::types::{Type, TypeKind};
use std::fmt::Write as _;

/// The replacement of an elided list.
pub(crate) const ELIDED: &str = "dense_resource<__elided__>";

/// Writes a list of elements, without its type, in a short form if the options request one; returns whether
/// they do.
pub(crate) fn write_short(
    out: &mut String,
    module: &Module,
    options: PrintOptions,
    ty: Type,
    data: &DenseData,
) -> bool {
    let DenseData::Elements(items) = data else { return false };
    let element = module.element_type(ty);
    let (part, n_parts) = match module.type_kind(element) {
        TypeKind::Complex(part) => (*part, 2),
        _ => (element, 1),
    };
    // A single complex number is a splat.
    let n_items = if 1 < n_parts && items.len() == n_parts { 0 } else { items.len() / n_parts };
    if is_elided(options, n_items) {
        out.push_str(ELIDED);
        return true;
    }
    let Some(width) = module.bit_width(part) else { return false };
    if options.hex_elements_over.is_none_or(|limit| n_items <= limit) || u64::BITS < width {
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

/// Whether a list with this many elements is elided.
pub(crate) fn is_elided(options: PrintOptions, n_items: usize) -> bool {
    options.elide_elements_over.is_some_and(|limit| limit < n_items)
}

/// Writes one-bit elements, eight to a byte, the first one lowest.
fn write_bits(out: &mut String, items: &[u64]) {
    for eight in items.chunks(8) {
        let byte = eight.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
        let _ = write!(out, "{byte:02X}");
    }
}

/// Writes elements of whole bytes, the lowest byte first.
fn write_bytes(out: &mut String, items: &[u64], n_bytes: usize) {
    for item in items {
        for byte in item.to_le_bytes().iter().take(n_bytes) {
            let _ = write!(out, "{byte:02X}");
        }
    }
}
