//! The `.npy` format of NumPy: reading versions 1 to 3, writing version 1. Headers are not trusted.

use warpline_ir::Float;

use crate::driver::values::n_elements;
use crate::driver::values::{Array, Element};

const MAGIC: &[u8] = b"\x93NUMPY";

/// Returns the length in bytes of the array at the beginning of `bytes`, which hold its header.
pub(super) fn length_at(bytes: &[u8]) -> Result<u64, String> {
    let (header, data) = split_header(bytes).ok_or("not an .npy file")?;
    let descr = quoted(field(header, "descr")?).ok_or("the element type of the header is not a name")?;
    let (_, element) = element_of(descr)?;
    let shape = parse_shape(field(header, "shape")?)?;
    let n_bytes = n_elements(&shape, element)? * element.bytes();
    Ok((bytes.len() - data.len() + n_bytes) as u64)
}

/// Reads the array at the beginning of `bytes`, and returns its length in bytes too. Object arrays are
/// rejected; both byte orders and both element orders are supported.
pub(super) fn read_npy_at(bytes: &[u8]) -> Result<(Array, usize), String> {
    let (header, data) = split_header(bytes).ok_or("not an .npy file")?;
    let descr = quoted(field(header, "descr")?).ok_or("the element type of the header is not a name")?;
    let (order, element) = element_of(descr)?;
    let is_fortran = field(header, "fortran_order")?.trim_start().starts_with("True");
    let shape = parse_shape(field(header, "shape")?)?;
    let n_bytes = n_elements(&shape, element)? * element.bytes();
    if data.len() < n_bytes {
        return Err(format!("expected {n_bytes} bytes of data, but found {}", data.len()));
    }
    let length = bytes.len() - data.len() + n_bytes;
    let mut data = data[..n_bytes].to_vec();
    if order == '>' {
        // The parts of a complex number keep their order.
        let [(part, _), _] = element.parts(0);
        data.chunks_exact_mut(part.bytes()).for_each(<[u8]>::reverse);
    }
    let array = Array::new(shape, element, data);
    Ok((if is_fortran { from_column_major(&array) } else { array }, length))
}

/// Encodes an array.
pub(super) fn write_npy(array: &Array) -> Vec<u8> {
    let sizes: String = array.shape.iter().flat_map(|size| [size.to_string(), ", ".to_string()]).collect();
    let sizes = if array.shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let descr = descr_of(array.element);
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sizes}), }}");
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    let mut out = MAGIC.to_vec();
    out.extend([1, 0]);
    out.extend((header.len() as u16).to_le_bytes());
    out.extend(header.as_bytes());
    out.extend(&array.bytes);
    out
}

/// Splits into the text of the header and the data after it.
fn split_header(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (version, rest) = rest.split_at_checked(2)?;
    let (length, rest) = match version[0] {
        1 => rest.split_at_checked(2).map(|(n, rest)| (u32::from(n[0]) | u32::from(n[1]) << 8, rest))?,
        2 | 3 => rest.split_first_chunk::<4>().map(|(n, rest)| (u32::from_le_bytes(*n), rest))?,
        _ => return None,
    };
    let (header, data) = rest.split_at_checked(length as usize)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

/// Returns the text after the key of a field.
fn field<'a>(header: &'a str, key: &str) -> Result<&'a str, String> {
    let (_, rest) = header.split_once(&format!("'{key}':")).ok_or(format!("the header has no '{key}'"))?;
    Ok(rest)
}

fn quoted(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('\'').and_then(|rest| rest.split_once('\'')).map(|(name, _)| name)
}

fn element_of(descr: &str) -> Result<(char, Element), String> {
    let refused = || format!("element type '{descr}' is not supported");
    let mut chars = descr.chars();
    let order = chars.next().filter(|c| matches!(c, '<' | '>' | '|' | '=')).ok_or_else(refused)?;
    let element = match chars.as_str() {
        "b1" => Element::Int(1),
        // The package ml_dtypes has names for types that NumPy writes as bytes.
        "i1" | "u1" | "V1" => Element::Int(8),
        "i2" | "u2" | "V2" => Element::Int(16),
        "V16" => Element::Int(128),
        "i4" | "u4" => Element::Int(32),
        "i8" | "u8" => Element::Int(64),
        "f1" => Element::Float(Float::F8E5M2),
        "f2" => Element::Float(Float::F16),
        "f4" => Element::Float(Float::F32),
        "f8" => Element::Float(Float::F64),
        "c8" => Element::Complex(Float::F32),
        "c16" => Element::Complex(Float::F64),
        _ => return Err(refused()),
    };
    Ok((order, element))
}

/// Returns the name in the format; `None` for types without one.
pub(super) fn npy_name(element: Element) -> Option<&'static str> {
    Some(match element {
        Element::Int(1) => "|b1",
        Element::Int(8) => "|i1",
        Element::Int(16) => "<i2",
        Element::Int(32) => "<i4",
        Element::Int(64) | Element::Index => "<i8",
        Element::Float(Float::F16) => "<f2",
        Element::Float(Float::F32) => "<f4",
        Element::Float(Float::F64) => "<f8",
        Element::Complex(Float::F32) => "<c8",
        Element::Complex(Float::F64) => "<c16",
        Element::Int(_) | Element::Float(_) | Element::Complex(_) => return None,
    })
}

/// Returns the type descriptor. The formats of the package ml_dtypes are written as it does, and other types without a name
/// as their bits in memory.
pub(super) fn descr_of(element: Element) -> &'static str {
    npy_name(element).unwrap_or(match (element, element.bytes()) {
        (Element::Float(Float::BF16), _) => "<V2",
        (Element::Float(_), 1) => "|V1",
        (_, 1) => "|u1",
        (_, 2) => "<u2",
        (_, 4) => "<u4",
        (_, 8) => "<u8",
        _ => "|V16",
    })
}

fn parse_shape(text: &str) -> Result<Vec<u64>, String> {
    let refused = || "the shape of the header is not a list of sizes".to_string();
    let inner =
        text.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(refused)?.0;
    let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().map_err(|_| refused())).collect()
}

fn from_column_major(array: &Array) -> Array {
    let size = array.element.bytes();
    let mut bytes = Vec::with_capacity(array.bytes.len());
    let mut index = vec![0u64; array.shape.len()];
    for _ in 0..array.len() {
        let place = index.iter().zip(&array.shape).rev().fold(0, |at, (i, n)| at * n + i) as usize;
        bytes.extend(&array.bytes[place * size..(place + 1) * size]);
        for (i, n) in index.iter_mut().zip(&array.shape).rev() {
            *i += 1;
            if *i < *n {
                break;
            }
            *i = 0;
        }
    }
    Array { bytes, ..array.clone() }
}
