//! Symbols: their visibility, and what refers to them.

use warpline_ir::{Attr, AttrKind, Module, Name, Op};

/// Returns the visibility of a symbol, `public` by default.
pub(crate) fn visibility(module: &Module, op: Op) -> &str {
    module.attr(op, "sym_visibility").and_then(|attr| module.attr_str(attr)).unwrap_or("public")
}

/// Collects the operations that the attributes of an operation refer to.
pub(crate) fn collect_references(module: &Module, op: Op, out: &mut Vec<Op>) {
    let mut work: Vec<Attr> = module.attrs(op).iter().map(|attr| attr.value).collect();
    while let Some(attr) = work.pop() {
        match module.attr_kind(attr) {
            AttrKind::Symbol(path) => collect_path(module, op, path, out),
            AttrKind::Array(items) => work.extend(items.iter()),
            AttrKind::Dict(items) => work.extend(items.iter().map(|item| item.value)),
            AttrKind::Typed(inner, _) | AttrKind::Distinct(_, inner) => work.push(*inner),
            AttrKind::Foreign(text) => collect_from_text(module, op, module.text(*text), out),
            _ => {}
        }
    }
}

/// Collects every operation along a symbol path: the enclosing ones of the last one are live, too.
fn collect_path(module: &Module, user: Op, path: &[Name], out: &mut Vec<Op>) {
    out.extend((1..=path.len()).filter_map(|n| module.resolve_symbol(user, &path[..n])));
}

/// Collects the possible targets of `@name` in the text of an attribute of an unknown kind.
fn collect_from_text(module: &Module, user: Op, text: &str, out: &mut Vec<Op>) {
    for piece in text.split('@').skip(1) {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let end = piece.find(|c| !is_part(c)).unwrap_or(piece.len());
        let name = module.find_name(&piece[..end]);
        out.extend(name.and_then(|name| module.resolve_symbol(user, &[name])));
    }
}
