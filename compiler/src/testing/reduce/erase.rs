//! Erases functions with the references to them, function bodies, and single operations, whose results are replaced.

use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{AttrKind, Func, Module, Op, OpKind};

use super::apply::{Substitute, is_terminator, substitute};

/// Returns the operations that define symbols, outer ones first.
fn symbols(module: &Module) -> Vec<Op> {
    let is_symbol = |op: &Op| module.symbol_name(*op).is_some();
    module.walk(module.root()).into_iter().skip(1).filter(is_symbol).collect()
}

pub(super) fn n_symbols(module: &Module) -> usize {
    symbols(module).len()
}

/// Erases symbols and the operations that reference them.
pub(super) fn erase_symbols(module: &mut Module, chosen: &[usize]) {
    let all = symbols(module);
    let doomed = with_users(module, chosen.iter().map(|place| all[*place]).collect());
    erase(module, doomed, Substitute::Nearest);
}

/// Returns the functions with a body.
fn bodies(module: &Module) -> Vec<Op> {
    let has_body = |op: &Op| module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_some();
    module.walk(module.root()).into_iter().filter(has_body).collect()
}

pub(super) fn n_bodies(module: &Module) -> usize {
    bodies(module).len()
}

/// Turns functions into declarations.
pub(super) fn erase_bodies(module: &mut Module, chosen: &[usize]) {
    let all = bodies(module);
    for func in chosen.iter().map(|place| all[*place]) {
        for inner in module.walk(func).into_iter().skip(1) {
            module.set_operands(inner, &[]);
        }
        for block in module.blocks_of(module.region(func, 0)).to_vec() {
            module.erase_block(block);
        }
        let private = module.string_attr("private");
        module.set_attr(func, "sym_visibility", private);
    }
}

/// Returns the operations that a block does not require.
fn ops(module: &Module) -> Vec<Op> {
    let all = module.walk(module.root()).into_iter().skip(1);
    all.filter(|op| !is_terminator(module, *op)).collect()
}

pub(super) fn n_ops(module: &Module) -> usize {
    ops(module).len()
}

pub(super) fn forward(module: &mut Module, chosen: &[usize]) {
    let all = ops(module);
    erase(module, chosen.iter().map(|place| all[*place]).collect(), Substitute::Nearest);
}

pub(super) fn forward_last(module: &mut Module, chosen: &[usize]) {
    let all = ops(module);
    erase(module, chosen.iter().map(|place| all[*place]).collect(), Substitute::LastOperand);
}

pub(super) fn with_constants(module: &mut Module, chosen: &[usize]) {
    let all = ops(module);
    erase(module, chosen.iter().map(|place| all[*place]).collect(), Substitute::Constant);
}

/// Erases operations from the last to the first. One whose results cannot be replaced is kept.
fn erase(module: &mut Module, doomed: Vec<Op>, how: Substitute) {
    for op in doomed.into_iter().rev() {
        erase_one(module, op, how);
    }
}

/// Returns the operations together with those that reference one of them as a symbol, in textual order.
fn with_users(module: &Module, doomed: Vec<Op>) -> Vec<Op> {
    let mut all: FxHashSet<Op> = doomed.into_iter().collect();
    let walk = module.walk(module.root());
    for op in &walk {
        if !is_terminator(module, *op) && references(module, *op).iter().any(|named| all.contains(named)) {
            all.insert(*op);
        }
    }
    walk.into_iter().filter(|op| all.contains(op)).collect()
}

/// Returns the symbols that the attributes of an operation reference, with the enclosing symbol tables of their
/// paths.
fn references(module: &Module, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    for attr in module.attrs(op) {
        if let AttrKind::Symbol(path) = module.attr_kind(attr.value) {
            found.extend((1..=path.len()).filter_map(|n| module.resolve_symbol(op, &path[..n])));
        }
    }
    found
}

/// Erases an operation with its regions, if its results have substitutes.
fn erase_one(module: &mut Module, op: Op, how: Substitute) {
    if module.block_of(op).is_none() || module.op(op).def().is_some_and(|def| def.has(Trait::Terminator)) {
        return;
    }
    let used: Vec<_> = module.results(op).filter(|result| !module.is_unused(*result)).collect();
    let mut pairs = Vec::new();
    for result in used {
        let Some(other) = substitute(module, op, result, how) else { return };
        pairs.push((result, other));
    }
    for (result, other) in pairs {
        module.replace_all_uses(result, other);
    }
    module.erase(op);
}
