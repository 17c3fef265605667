//! Replaces operations with regions by their body: loops become one iteration, conditionals one of their branches.

use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{Block, Module, Op, Place, Value};

use super::apply::{Substitute, is_terminator, substitute};

/// Returns the operations with the indices of the regions that can replace them.
fn regions(module: &Module) -> Vec<(Op, usize)> {
    let mut found = Vec::new();
    for op in module.walk(module.root()).into_iter().skip(1) {
        let is_scope = module.op(op).def().is_none_or(|def| def.has(Trait::Isolated));
        for (index, region) in module.regions_of(op).into_iter().enumerate() {
            if !is_scope && module.blocks_of(region).len() == 1 {
                found.push((op, index));
            }
        }
    }
    found
}

pub(super) fn n_regions(module: &Module) -> usize {
    regions(module).len()
}

/// Unwraps the chosen regions, inner ones first; of several regions of an operation only the last chosen one.
pub(super) fn unwrap(module: &mut Module, chosen: &[usize]) {
    let all = regions(module);
    let mut done = FxHashSet::default();
    for (op, index) in chosen.iter().rev().map(|place| all[*place]) {
        if done.insert(op) && module.block_of(op).is_some() {
            unwrap_one(module, op, index);
        }
    }
}

/// Moves the body before the operation and erases the operation, if all arguments and results have substitutes.
fn unwrap_one(module: &mut Module, op: Op, index: usize) -> Option<()> {
    let block = module.entry(op, index)?;
    let args = module.args(block).to_vec();
    let args: Vec<(Value, Value)> = substitutes(module, op, args)?;
    let end = module.last_op(block).filter(|last| is_terminator(module, *last));
    let given = end.map(|end| module.operands(end).to_vec()).unwrap_or_default();
    let results: Vec<Value> = module.results(op).collect();
    let is_given = given.len() == results.len()
        && given.iter().zip(&results).all(|(a, b)| module.type_of(*a) == module.type_of(*b));
    let used = results.iter().copied().filter(|result| !module.is_unused(*result)).collect();
    let replaced = if is_given { Vec::new() } else { substitutes(module, op, used)? };
    for (arg, other) in args {
        module.replace_all_uses(arg, other);
    }
    // The operands of the terminator may have been arguments.
    let given = end.map(|end| module.operands(end).to_vec()).unwrap_or_default();
    move_before(module, block, end, op);
    let given = results.into_iter().zip(given).filter(|_| is_given);
    for (result, other) in given.chain(replaced) {
        module.replace_all_uses(result, other);
    }
    module.erase(op);
    Some(())
}

fn substitutes(module: &mut Module, op: Op, values: Vec<Value>) -> Option<Vec<(Value, Value)>> {
    let pair = |value: Value| Some((value, substitute(module, op, value, Substitute::Nearest)?));
    values.into_iter().map(pair).collect()
}

/// Moves the operations of a block except its terminator, which is erased.
fn move_before(module: &mut Module, block: Block, end: Option<Op>, op: Op) {
    if let Some(end) = end {
        module.erase(end);
    }
    for inner in module.ops_in(block) {
        module.move_op(inner, Place::Before(op));
    }
}
