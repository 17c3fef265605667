//! Helpers: inlining the region of an operation, copying a block, and replacing an operation by one with fewer results.

use rustc_hash::FxHashMap;
use warpline_ir::{Block, Module, Op, Place, Type, Value};

/// Moves the operations of a block before `op`, with `args` for its arguments, erases its terminator, and returns the
/// operands of that. `op` stays.
pub(crate) fn inline_before(module: &mut Module, block: Block, op: Op, args: &[Value]) -> Vec<Value> {
    for (arg, value) in module.args(block).to_vec().into_iter().zip(args) {
        module.replace_all_uses(arg, *value);
    }
    let mut results = Vec::new();
    if let Some(terminator) = module.last_op(block) {
        results = module.operands(terminator).to_vec();
        module.erase(terminator);
    }
    for inner in module.ops_in(block) {
        module.move_op(inner, Place::Before(op));
    }
    results
}

/// Copies the operations of a block but its terminator to an insertion point, with the values in `map` replaced; returns
/// the operands of the terminator. The copies of the results are added to `map`.
pub(crate) fn copy_block(
    module: &mut Module,
    block: Block,
    place: Place,
    map: &mut FxHashMap<Value, Value>,
) -> Vec<Value> {
    let mut ops = module.ops_in(block);
    let Some(end) = ops.pop() else { return Vec::new() };
    for op in ops {
        let copy = module.clone_op(op, map);
        module.insert(copy, place);
    }
    module.operands(end).iter().map(|value| map.get(value).copied().unwrap_or(*value)).collect()
}

/// Replaces `op` by one of the same kind, attributes and regions with other operands, and only the results whose flag
/// is set. The other results must be unused.
pub(super) fn keep_results(module: &mut Module, op: Op, operands: &[Value], keep: &[bool]) -> Op {
    let old: Vec<Value> = module.results(op).collect();
    let wanted: Vec<Value> =
        old.iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| *value).collect();
    let types: Vec<Type> = wanted.iter().map(|value| module.type_of(*value)).collect();
    let attrs = module.attrs(op).to_vec();
    let new = module.create_in_place_of(op, operands, &types, &attrs);
    for (old, new) in wanted.into_iter().zip(module.results(new)) {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
    new
}

/// The trip count of a loop from `lower` to below `upper`, as far as 0 and 1 are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TripCount {
    /// No iteration.
    Zero,
    /// One iteration.
    One,
    /// More iterations.
    Many,
}

/// Returns the trip count for constant bounds; `None` for a step that is not positive.
pub(super) fn trip_count(lower: i64, upper: i64, step: i64) -> Option<TripCount> {
    if step <= 0 {
        return None;
    }
    let span = i128::from(upper) - i128::from(lower);
    Some(match span {
        ..=0 => TripCount::Zero,
        span if span <= i128::from(step) => TripCount::One,
        _ => TripCount::Many,
    })
}
