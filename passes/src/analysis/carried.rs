//! Memory that an iteration of a loop passes to the next one.

use crate::analysis::alias::view_source;
use crate::analysis::edges::targets;
use crate::analysis::effects::is_terminator;
use rustc_hash::FxHashSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Arith, Block, Module, Op, OpKind, Scf, Value};

/// Whether an allocation in a loop, or a view of it, is passed to the next iteration, so that the memory of two
/// iterations is in use at a time. Blocks count as a loop if the allocation can be reached again from where it is passed.
pub fn reaches_next_iteration(module: &Module, allocation: Op) -> bool {
    let mut reached: Vec<Value> = module.results(allocation).collect();
    let mut seen: FxHashSet<Value> = reached.iter().copied().collect();
    let is_made_in = |outer: Option<Op>| outer.is_some_and(|outer| module.is_inside(allocation, outer));
    let is_end_of_body = |end: Op| module.kind(end) != OpKind::Scf(Scf::Condition);
    while let Some(value) = reached.pop() {
        let mut next: Vec<Value> = Vec::new();
        for used in module.uses(value) {
            let (user, outer) = (used.op, module.parent_op(used.op));
            let is_view = |view: &Value| {
                view_source(module, *view) == Some(value)
                    || module.kind(user) == OpKind::Arith(Arith::Select) && used.index != 0
            };
            match outer.and_then(|outer| module.region_flow(outer)) {
                _ if !is_terminator(module, user) => {
                    next.extend(module.results(user).filter(is_view));
                    next.extend(module.targets_of(used).unwrap_or_default());
                }
                _ if !module.successors(user).is_empty() => {
                    let passed = passed_to(module, user, value);
                    if passed.iter().any(|(block, _)| comes_back(module, *block, allocation)) {
                        return true;
                    }
                    next.extend(passed.into_iter().map(|(_, arg)| arg));
                }
                // The second region of a loop is part of the iteration; what it yields is for the next one.
                Some(RegionFlow::For) if is_made_in(outer) => return true,
                Some(RegionFlow::While) if is_end_of_body(user) && is_made_in(outer) => return true,
                Some(_) => next.extend(module.targets_of(used).unwrap_or_default()),
                None => {}
            }
        }
        reached.extend(next.into_iter().filter(|value| seen.insert(*value)));
    }
    false
}

/// Returns the blocks that a branch passes a value to, with their arguments for it.
fn passed_to(module: &Module, branch: Op, value: Value) -> Vec<(Block, Value)> {
    let mut found = Vec::new();
    for (block, values) in targets(module, branch) {
        let args = module.args(block).iter().zip(values);
        found.extend(args.filter(|(_, passed)| *passed == value).map(|(arg, _)| (block, *arg)));
    }
    found
}

/// Whether an operation is in a block, or in one that can be reached from it.
fn comes_back(module: &Module, from: Block, op: Op) -> bool {
    let region = module.region_of(from);
    let (mut seen, mut work) = (FxHashSet::default(), vec![from]);
    while let Some(block) = work.pop() {
        if !seen.insert(block) {
            continue;
        }
        let end = module.last_op(block);
        work.extend(end.into_iter().flat_map(|end| module.successors(end)).map(|successor| successor.block));
    }
    let mut at = Some(op);
    while let Some(op) = at {
        let block = module.block_of(op);
        if block.and_then(|block| module.region_of(block)) == region {
            return block.is_some_and(|block| seen.contains(&block));
        }
        at = module.parent_op(op);
    }
    false
}
