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

use crate::analysis::symbols::{collect_references, visibility};
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{Func, Module, Op, OpKind};

/// The `symbol-dce` pass.
pub const PASS: Pass = Pass {
    name: "symbol-dce",
    summary: "Erases private symbols without references",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    drop_dead(cx.module, |_, _| true).into()
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

/// Returns the symbols that an operation does not reach through its references, and neither do those that it reaches. A
/// symbol table is reached with each of its members that is, and a member only for itself.
pub fn unreached(module: &Module, from: Op) -> Vec<Op> {
    let mut reached = FxHashSet::from_iter([from]);
    let mut work = vec![from];
    while let Some(op) = work.pop() {
        let mut found = Vec::new();
        if module.is_symbol_table(op) {
            let members = module.entry(op, 0).map(|block| module.ops_in(block)).unwrap_or_default();
            found.extend(members.into_iter().filter(|member| !is_symbol(module, *member)));
        } else {
            for inner in module.walk(op) {
                collect_references(module, inner, &mut found);
            }
        }
        work.extend(found.into_iter().filter(|op| reached.insert(*op)));
    }
    let all = module.walk(module.root()).into_iter().skip(1);
    all.filter(|op| is_symbol(module, *op) && !reached.contains(op)).collect()
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

fn is_discardable(module: &Module, op: Op, is_hidden: bool) -> bool {
    is_symbol(module, op)
        && match visibility(module, op) {
            "private" => true,
            "nested" => is_hidden,
            _ => false,
        }
}
