//! Prints locations.

use crate::attrs::{Attr, AttrKind};
use crate::location::LocationKind;
use crate::module::Module;
use crate::print::aliases::Aliases;
use crate::print::attrs::{ShowType, write_attr, write_string};
use std::fmt::Write as _;

/// Writes the content of `loc(…)`; parts with an alias are written as that.
pub(crate) fn write_content(out: &mut String, module: &Module, aliases: &Aliases, attr: Attr) {
    let AttrKind::Location(kind) = module.attr_kind(attr) else {
        return write_attr(out, module, aliases, attr, ShowType::Always);
    };
    match kind {
        LocationKind::Unknown => out.push_str("unknown"),
        LocationKind::File { file, start, end } => {
            write_string(out, module.text(*file));
            let _ = write!(out, ":{}:{}", start.0, start.1);
            match end {
                Some(end) if end.0 == start.0 => {
                    let _ = write!(out, " to :{}", end.1);
                }
                Some(end) => {
                    let _ = write!(out, " to {}:{}", end.0, end.1);
                }
                None => {}
            }
        }
        LocationKind::Named(name, inner) => {
            write_string(out, module.text(*name));
            if let Some(inner) = inner {
                out.push('(');
                write_part(out, module, aliases, *inner);
                out.push(')');
            }
        }
        LocationKind::CallSite(callee, caller) => {
            out.push_str("callsite(");
            write_part(out, module, aliases, *callee);
            out.push_str(" at ");
            write_part(out, module, aliases, *caller);
            out.push(')');
        }
        LocationKind::Fused(parts, metadata) => write_fused(out, module, aliases, parts, *metadata),
    }
}

fn write_fused(out: &mut String, module: &Module, aliases: &Aliases, parts: &[Attr], metadata: Option<Attr>) {
    out.push_str("fused");
    if let Some(metadata) = metadata {
        out.push('<');
        write_attr(out, module, aliases, metadata, ShowType::Always);
        out.push('>');
    }
    out.push('[');
    for (i, part) in parts.iter().enumerate() {
        out.push_str(if 0 < i { ", " } else { "" });
        write_part(out, module, aliases, *part);
    }
    out.push(']');
}

/// Writes a nested location: its alias, or its content.
pub(crate) fn write_part(out: &mut String, module: &Module, aliases: &Aliases, attr: Attr) {
    match aliases.get(module, attr) {
        Some(alias) => {
            out.push('#');
            out.push_str(alias);
        }
        None => write_content(out, module, aliases, attr),
    }
}

/// Returns the attributes contained in a location.
pub(crate) fn parts(kind: &LocationKind) -> Vec<Attr> {
    match kind {
        LocationKind::Unknown | LocationKind::File { .. } => Vec::new(),
        LocationKind::Named(_, inner) => inner.iter().copied().collect(),
        LocationKind::CallSite(callee, caller) => vec![*callee, *caller],
        LocationKind::Fused(parts, metadata) => metadata.iter().chain(parts).copied().collect(),
    }
}
