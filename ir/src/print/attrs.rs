//! Prints attributes.

use crate::attrs::{Attr, AttrKind, DenseData, NamedAttr};
use crate::def::MlirVersion;
use crate::module::{Module, Name};
use crate::print::aliases::Aliases;
use crate::print::elements;
use crate::print::floats;
use crate::print::types::write_type;
use crate::types::{DYNAMIC, Signedness, Type, TypeKind};
use std::fmt::Write as _;

/// The policy for printing the type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShowType {
    /// Always.
    Always,
    /// Unless it is the default type of the parser: `i64` or `f64`.
    Needed,
    /// Never.
    Never,
}

/// Writes an attribute.
pub(crate) fn write_attr(out: &mut String, module: &Module, aliases: &Aliases, attr: Attr, typed: ShowType) {
    if let Some(alias) = aliases.get(module, attr) {
        out.push('#');
        out.push_str(alias);
        return;
    }
    write_unaliased(out, module, aliases, attr, typed);
}

/// Writes an attribute in full; its parts may be written as aliases.
pub(crate) fn write_unaliased(
    out: &mut String,
    module: &Module,
    aliases: &Aliases,
    attr: Attr,
    typed: ShowType,
) {
    match module.attr_kind(attr) {
        AttrKind::Unit => out.push_str("unit"),
        AttrKind::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        AttrKind::Integer(value, ty) => {
            write_integer(out, module, i128::from(*value), *ty);
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::Wide(value, ty) => {
            write_integer(out, module, **value, *ty);
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::Typed(inner, ty) => {
            write_unaliased(out, module, aliases, *inner, ShowType::Never);
            write_suffix(out, module, aliases, *ty, ShowType::Always);
        }
        AttrKind::Float(bits, ty) => {
            write_float(out, module, *bits, *ty);
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::String(name) => write_string(out, module.text(*name)),
        AttrKind::Type(ty) => write_type(out, module, aliases, *ty),
        AttrKind::Symbol(path) => {
            for (i, name) in path.iter().enumerate() {
                out.push_str(if 0 < i { "::" } else { "" });
                write_symbol(out, module.text(*name));
            }
        }
        AttrKind::Array(items) => write_array(out, module, aliases, items),
        AttrKind::Dict(items) => write_dict(out, module, aliases, items),
        AttrKind::DenseArray(ty, items) => write_dense_array(out, module, aliases, *ty, items),
        AttrKind::Dense(ty, data) => write_dense(out, module, aliases, *ty, data, typed),
        AttrKind::DenseStrings(ty, items) => {
            write_dense_strings(out, module, aliases, items, *ty);
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::Sparse(ty, indices, values) => {
            write_sparse(out, module, *indices, *values);
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::Resource(key, ty) => {
            out.push_str("dense_resource<");
            write_key(out, module.text(*key));
            out.push('>');
            write_suffix(out, module, aliases, *ty, typed);
        }
        AttrKind::Distinct(_, inner) => {
            let _ = write!(out, "distinct[{}]<", aliases.distinct_number(attr));
            if *inner != Attr::UNIT {
                write_attr(out, module, aliases, *inner, ShowType::Always);
            }
            out.push('>');
        }
        AttrKind::Map(map) => {
            let _ = write!(out, "affine_map<{map}>");
        }
        AttrKind::Set(set) => {
            let _ = write!(out, "affine_set<{set}>");
        }
        AttrKind::Strided(strides, offset) => write_strided(out, strides, *offset),
        AttrKind::Location(_) => {
            out.push_str("loc(");
            crate::print::locations::write_content(out, module, aliases, attr);
            out.push(')');
        }
        AttrKind::Foreign(name) => {
            out.push('#');
            write_foreign(out, module.text(*name), aliases.options.version);
        }
    }
}

/// Writes an attribute of a dialect: `gpu<dim x>`, since version 24 `gpu.dim<x>`.
fn write_foreign(out: &mut String, text: &str, version: MlirVersion) {
    let is_word = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    };
    let body = text.strip_prefix("gpu<").and_then(|body| body.strip_suffix('>'));
    match body.and_then(|body| body.split_once(' ')) {
        Some((kind, word)) if MlirVersion::V24 <= version && is_word(kind) && is_word(word) => {
            out.extend(["gpu.", kind, "<", word, ">"]);
        }
        _ => out.push_str(text),
    }
}

fn write_array(out: &mut String, module: &Module, aliases: &Aliases, items: &[Attr]) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_attr(out, module, aliases, *item, ShowType::Needed);
    }
    out.push(']');
}

fn write_sparse(out: &mut String, module: &Module, indices: Attr, values: Attr) {
    out.push_str("sparse<");
    let n = module.type_of_attr(values).and_then(|ty| module.n_elements(ty));
    if n != Some(0) {
        write_body(out, module, indices);
        out.push_str(", ");
        write_body(out, module, values);
    }
    out.push('>');
}

fn write_suffix(out: &mut String, module: &Module, aliases: &Aliases, ty: Type, typed: ShowType) {
    let is_default = ty == Type::I64 || ty == Type::F64;
    if typed == ShowType::Always || (typed == ShowType::Needed && !is_default) {
        out.push_str(" : ");
        write_type(out, module, aliases, ty);
    }
}

/// Writes `{k, k = v}`.
pub(crate) fn write_dict(out: &mut String, module: &Module, aliases: &Aliases, items: &[NamedAttr]) {
    out.push('{');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_entry(out, module, aliases, module.text(item.name), item.value);
    }
    out.push('}');
}

/// Writes `key = value`; the key alone for a unit attribute.
pub(crate) fn write_entry(out: &mut String, module: &Module, aliases: &Aliases, key: &str, value: Attr) {
    write_key(out, key);
    if value != Attr::UNIT {
        out.push_str(" = ");
        write_attr(out, module, aliases, value, ShowType::Always);
    }
}

fn is_bare(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c))
}

pub(crate) fn write_key(out: &mut String, key: &str) {
    if is_bare(key) { out.push_str(key) } else { write_string(out, key) }
}

/// Writes `@name`, quoted if necessary.
pub(crate) fn write_symbol(out: &mut String, name: &str) {
    out.push('@');
    write_key(out, name);
}

/// Writes a string with its quotes and escapes.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' | 0..=0x1f | 0x7f..=0xff => {
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(byte as char),
        }
    }
    out.push('"');
}

fn write_float(out: &mut String, module: &Module, bits: u64, ty: Type) {
    match module.float_kind(ty) {
        Some(float) => floats::write_float(out, float, bits),
        None => {
            let _ = write!(out, "{bits:#X}");
        }
    }
}

/// Writes one element of a dense attribute or array.
pub(crate) fn write_element(out: &mut String, module: &Module, bits: u64, ty: Type) {
    match module.type_kind(ty) {
        TypeKind::Float(_) => write_float(out, module, bits, ty),
        TypeKind::Integer(1, _) => out.push_str(if bits & 1 == 1 { "true" } else { "false" }),
        _ => write_integer(out, module, i128::from(bits as i64), ty),
    }
}

/// Writes an integer as its type interprets the bits: unsigned types without a sign.
fn write_integer(out: &mut String, module: &Module, value: i128, ty: Type) {
    let width = module.bit_width(ty).unwrap_or(64).min(u128::BITS);
    let unused = u128::BITS - width.max(1);
    let _ = match module.type_kind(ty) {
        TypeKind::Integer(_, Signedness::Unsigned) => {
            write!(out, "{}", value.cast_unsigned() << unused >> unused)
        }
        _ => write!(out, "{}", value << unused >> unused),
    };
}

fn write_dense_array(out: &mut String, module: &Module, aliases: &Aliases, ty: Type, items: &[i64]) {
    out.push_str("array<");
    write_type(out, module, aliases, ty);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { ": " });
        write_element(out, module, *item as u64, ty);
    }
    out.push('>');
}

fn write_dense(
    out: &mut String,
    module: &Module,
    aliases: &Aliases,
    ty: Type,
    data: &DenseData,
    typed: ShowType,
) {
    if !elements::write_short(out, module, aliases.options, ty, data) {
        out.push_str("dense<");
        write_elements(out, module, ty, data);
        out.push('>');
    }
    write_suffix(out, module, aliases, ty, typed);
}

fn write_dense_strings(out: &mut String, module: &Module, aliases: &Aliases, items: &[Name], ty: Type) {
    if elements::is_elided(aliases.options, items.len()) {
        return out.push_str(elements::ELIDED);
    }
    out.push_str("dense<");
    write_strings(out, module, items, module.shape(ty).unwrap_or(&[]));
    out.push('>');
}

/// Writes the elements of a dense attribute without its brackets and type.
fn write_body(out: &mut String, module: &Module, attr: Attr) {
    if let AttrKind::Dense(ty, data) = module.attr_kind(attr) {
        write_elements(out, module, *ty, data);
    }
}

fn write_elements(out: &mut String, module: &Module, ty: Type, data: &DenseData) {
    let element = module.element_type(ty);
    let is_complex = matches!(module.type_kind(element), TypeKind::Complex(_));
    match data {
        DenseData::Splat(bits) => write_element(out, module, *bits, element),
        DenseData::Elements(items) if is_complex && items.len() == 2 => {
            write_nested(out, module, items, &[], element);
        }
        DenseData::Elements(items) if items.is_empty() => {}
        DenseData::Elements(items) => {
            write_nested(out, module, items, module.shape(ty).unwrap_or(&[]), element);
        }
    }
}

/// Writes `"a"`, or nested lists with as many strings as the shape has elements.
fn write_strings(out: &mut String, module: &Module, items: &[crate::module::Name], shape: &[i64]) {
    let (Some((size, inner)), true) = (shape.split_first(), 1 < items.len()) else {
        return items.iter().for_each(|item| write_string(out, module.text(*item)));
    };
    out.push('[');
    let chunk = items.len() / usize::try_from(*size).unwrap_or(1).max(1);
    for (i, part) in items.chunks(chunk.max(1)).enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_strings(out, module, part, inner);
    }
    out.push(']');
}

fn write_nested(out: &mut String, module: &Module, items: &[u64], shape: &[i64], element: Type) {
    let Some((size, inner)) = shape.split_first() else {
        if let (TypeKind::Complex(part), [re, im]) = (module.type_kind(element), items) {
            out.push('(');
            write_element(out, module, *re, *part);
            out.push(',');
            write_element(out, module, *im, *part);
            out.push(')');
            return;
        }
        return write_element(out, module, items[0], element);
    };
    out.push('[');
    let chunk = items.len() / usize::try_from(*size).unwrap_or(1).max(1);
    for (i, part) in items.chunks(chunk.max(1)).enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_nested(out, module, part, inner, element);
    }
    out.push(']');
}

fn write_strided(out: &mut String, strides: &[i64], offset: i64) {
    let number = |out: &mut String, value: i64| {
        let _ = if value == DYNAMIC { write!(out, "?") } else { write!(out, "{value}") };
    };
    out.push_str("strided<[");
    for (i, stride) in strides.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        number(out, *stride);
    }
    out.push(']');
    if offset != 0 {
        out.push_str(", offset: ");
        number(out, offset);
    }
    out.push('>');
}
