//! Erases private symbols without references.
//!
//! A symbol is live if it is public, if a live operation refers to it, or if it contains a live operation that is no
//! symbol. In a symbol table that is not visible from outside, a symbol of visibility `nested` is treated as private.
//! The pass erases only symbols.
//!
//! Cost: one traversal, and one of the attributes of the live operations.
//!
//! ```text
//! func.func private @unused() { return }    →
//! func.func @main() { return }                   func.func @main() { return }
//! ```

use crate::{Changed, Pass, PassCx};
use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{Attr, AttrKind, Func, Module, Name, Op, OpKind, Reported};

/// The `symbol-dce` pass.
pub const PASS: Pass =
    Pass { name: "symbol-dce", summary: "Erases private symbols without references", options: &[], run };

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    Ok(drop_dead(cx.module, |_, _| true).into())
}

/// Erases the dead functions of a module; returns whether there was one.
pub(crate) fn drop_dead_functions(module: &mut Module) -> bool {
    drop_dead(module, |module, op| module.kind(op) == OpKind::Func(Func::Func))
}

/// Erases the dead symbols among these; returns whether there was one.
pub(crate) fn drop_dead(module: &mut Module, wanted: impl Fn(&Module, Op) -> bool) -> bool {
    let live = find_live(module);
    let dead: Vec<Op> = module
        .walk(module.root())
        .into_iter()
        .skip(1)
        .filter(|op| is_symbol(module, *op) && !live.contains(op) && wanted(module, *op))
        .collect();
    for op in dead.iter().rev() {
        module.erase(*op);
    }
    !dead.is_empty()
}

fn is_symbol(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::Symbol)) && module.symbol_name(op).is_some()
}

/// Returns the live symbols, and the other live operations in symbol tables.
fn find_live(module: &Module) -> FxHashSet<Op> {
    let mut live = FxHashSet::default();
    let mut work = vec![module.root()];
    live.insert(module.root());
    while let Some(op) = work.pop() {
        let mut found = Vec::new();
        if module.is_symbol_table(op) {
            let members = module.entry(op, 0).map(|block| module.ops_in(block)).unwrap_or_default();
            let is_hidden = is_hidden(module, op);
            found.extend(members.into_iter().filter(|member| !is_discardable(module, *member, is_hidden)));
            collect_references(module, op, &mut found);
        } else {
            for inner in module.walk(op) {
                collect_references(module, inner, &mut found);
            }
        }
        work.extend(found.into_iter().filter(|op| live.insert(*op)));
    }
    live
}

/// Whether the symbols of a symbol table are not visible from outside.
fn is_hidden(module: &Module, table: Op) -> bool {
    table == module.root() || !is_symbol(module, table) || visibility(module, table) == "private"
}

/// Returns the visibility of a symbol, `public` by default.
pub(crate) fn visibility(module: &Module, op: Op) -> &str {
    module.attr(op, "sym_visibility").and_then(|attr| module.attr_str(attr)).unwrap_or("public")
}

fn is_discardable(module: &Module, op: Op, is_hidden: bool) -> bool {
    is_symbol(module, op)
        && match visibility(module, op) {
            "private" => true,
            "nested" => is_hidden,
            _ => false,
        }
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
