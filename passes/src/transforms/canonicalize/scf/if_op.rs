//! `scf.if`: known and shared conditions, results that need no branch, branches that are merged.

use super::keep_operands;
use crate::transforms::canonicalize::inline::{inline_before, keep_results};
use crate::transforms::canonicalize::matching::{constant_like, defined_by, int_bits, is_one, is_zero, pair};
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Scf, Type, Value};

fn yield_of(module: &Module, op: Op, region: usize) -> Option<Op> {
    module.last_op(module.entry(op, region)?)
}

fn yielded(module: &Module, op: Op, region: usize) -> Vec<Value> {
    yield_of(module, op, region).map(|last| module.operands(last).to_vec()).unwrap_or_default()
}

/// `if !c A else B` is `if c B else A`.
pub(super) fn negated_condition(module: &mut Module, op: Op) -> Option<()> {
    module.entry(op, 1)?;
    let (condition, one) = pair(module, defined_by(module, module.operand(op, 0), Arith::XOrI)?)?;
    if !is_one(module, one) {
        return None;
    }
    let (first, second) = (module.region(op, 0), module.region(op, 1));
    let n_first = module.blocks_of(first).len();
    module.move_blocks(first, second);
    let blocks = module.blocks_of(second).to_vec();
    module.move_blocks(second, first);
    // The blocks of the first region are last.
    let others = blocks.len() - n_first;
    for block in &blocks[others..] {
        module.move_block_to(*block, second);
    }
    module.set_operand(op, 0, condition);
    Some(())
}

/// Inlines the branch of a constant condition.
pub(super) fn take_known_branch(module: &mut Module, op: Op) -> Option<()> {
    let condition = int_bits(module, module.operand(op, 0))?;
    let taken = module.entry(op, usize::from(condition == 0));
    let results = taken.map(|block| inline_before(module, block, op, &[])).unwrap_or_default();
    module.replace_op(op, &results);
    Some(())
}

/// Drops unused results.
pub(super) fn drop_unused_results(module: &mut Module, op: Op) -> Option<()> {
    let keep: Vec<bool> = module.results(op).map(|result| !module.is_unused(result)).collect();
    shrink(module, op, &keep)
}

fn shrink(module: &mut Module, op: Op, keep: &[bool]) -> Option<()> {
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    for region in 0..2 {
        if let Some(last) = yield_of(module, op, region) {
            keep_operands(module, last, 0, keep);
        }
    }
    let operands = module.operands(op).to_vec();
    keep_results(module, op, &operands, keep);
    Some(())
}

/// Erases an empty second branch.
pub(super) fn drop_empty_else(module: &mut Module, op: Op) -> Option<()> {
    let block = module.entry(op, 1)?;
    let is_empty = module.first_op(block) == module.last_op(block);
    if 0 < module.n_results(op) || !is_empty {
        return None;
    }
    module.erase_block(block);
    Some(())
}

/// Replaces the condition by a constant inside a branch.
pub(super) fn propagate_condition(module: &mut Module, op: Op) -> Option<()> {
    let condition = module.operand(op, 0);
    if module.constant_of(condition).is_some() {
        return None;
    }
    let mut changed = None;
    for used in module.uses(condition) {
        let Some(region) = region_around(module, used.op, op) else { continue };
        let value = i64::from(region == 0);
        let constant = constant_like(module, op, Type::I1, value)?;
        module.set_operand(used.op, used.index as usize, constant);
        changed = Some(());
    }
    changed
}

/// Returns the index of the region of `outer` that contains an operation.
fn region_around(module: &Module, inner: Op, outer: Op) -> Option<usize> {
    let mut at = inner;
    loop {
        let region = module.region_of(module.block_of(at)?)?;
        let parent = module.parent_of(region)?;
        if parent == outer {
            return module.regions_of(outer).iter().position(|other| *other == region);
        }
        at = parent;
    }
}

/// Replaces a result that is `true` in one branch and `false` in the other by the condition or its negation, and one
/// that is the same in both by that value.
pub(super) fn results_of_condition(module: &mut Module, op: Op) -> Option<()> {
    let (on_true, on_false) = (yielded(module, op, 0), yielded(module, op, 1));
    let condition = module.operand(op, 0);
    let mut changed = None;
    for ((result, a), b) in module.results(op).zip(on_true).zip(on_false) {
        if module.is_unused(result) {
            continue;
        }
        let value = if a == b {
            Some(a)
        } else if module.type_of(a) != Type::I1 {
            None
        } else if is_one(module, a) && is_zero(module, b) {
            Some(condition)
        } else if is_zero(module, a) && is_one(module, b) {
            Some(Builder::before(module, op).not(condition))
        } else {
            None
        };
        if let Some(value) = value {
            module.replace_all_uses(result, value);
            changed = Some(());
        }
    }
    changed
}

/// Replaces results whose values both come from outside by `arith.select`.
pub(super) fn results_by_select(module: &mut Module, op: Op) -> Option<()> {
    let (on_true, on_false) = (yielded(module, op, 0), yielded(module, op, 1));
    let condition = module.operand(op, 0);
    let mut keep = vec![true; module.n_results(op)];
    for (index, result) in module.results(op).enumerate() {
        let (a, b) = (*on_true.get(index)?, *on_false.get(index)?);
        if module.is_made_inside(a, op) || module.is_made_inside(b, op) {
            continue;
        }
        let value = if a == b {
            a
        } else {
            let ty = module.type_of(a);
            Builder::before(module, op).value(Arith::Select, &[condition, a, b], ty, &[])
        };
        module.replace_all_uses(result, value);
        keep[index] = false;
    }
    shrink(module, op, &keep)
}

/// Merges two consecutive branches with the same condition.
pub(super) fn combine_with_previous(module: &mut Module, next: Op) -> Option<()> {
    let first = module.prev_op(next)?;
    if module.kind(first) != OpKind::Scf(Scf::If) {
        return None;
    }
    let inverted = |condition: Value, of: Value| {
        let (x, one) = pair(module, defined_by(module, condition, Arith::XOrI)?)?;
        (x == of && is_one(module, one)).then_some(())
    };
    let (a, b) = (module.operand(first, 0), module.operand(next, 0));
    let swaps = a != b;
    if swaps {
        inverted(b, a).or_else(|| inverted(a, b))?;
    }
    let from = |region: usize| module.entry(next, if swaps { 1 - region } else { region });
    let parts = [from(0), from(1)];
    for (region, part) in parts.into_iter().enumerate() {
        replace_inside(module, first, region, part);
    }
    let mut values = [Vec::new(), Vec::new()];
    for (region, part) in parts.into_iter().enumerate() {
        values[region] = append(module, first, region, part);
    }
    merge_results(module, first, next, &values)
}

/// Replaces the results of the first branch in the second one by the values yielded on that side.
fn replace_inside(module: &mut Module, first: Op, region: usize, part: Option<Block>) {
    let (Some(part), values) = (part, yielded(module, first, region)) else { return };
    let Some(target) = module.region_of(part) else { return };
    for (result, value) in module.results(first).zip(values) {
        module.replace_uses_if(result, value, |module, user| module.is_in_region(user, target));
    }
}

/// Moves a block to the end of a branch; returns the values that both yield.
fn append(module: &mut Module, first: Op, region: usize, part: Option<Block>) -> Vec<Value> {
    let mut values = yielded(module, first, region);
    let Some(part) = part else { return values };
    let Some(last) = yield_of(module, first, region) else {
        // There is no such branch yet: take the block as it is.
        let target = module.region(first, region);
        module.move_block_to(part, target);
        return yielded(module, first, region);
    };
    values.extend(inline_before(module, part, last, &[]));
    values
}

/// Creates one operation with the results of both.
#[expect(clippy::unnecessary_wraps, reason = "a rule returns what its last step does")]
fn merge_results(module: &mut Module, first: Op, next: Op, values: &[Vec<Value>; 2]) -> Option<()> {
    let results: Vec<Value> = module.results(first).chain(module.results(next)).collect();
    let types: Vec<Type> = results.iter().map(|value| module.type_of(*value)).collect();
    for (region, values) in values.iter().enumerate() {
        if let Some(last) = yield_of(module, first, region) {
            module.set_operands(last, values);
        }
    }
    let condition = module.operand(first, 0);
    let mut builder = Builder::before(module, first);
    let new = builder.op_with_regions(Scf::If, &[condition], &types, &[], 2);
    for region in 0..2 {
        let (from, to) = (module.region(first, region), module.region(new, region));
        module.move_blocks(from, to);
    }
    for (old, value) in results.into_iter().zip(module.results(new)) {
        module.replace_all_uses(old, value);
    }
    module.erase(next);
    module.erase(first);
    Some(())
}

/// Merges a branch that holds nothing but a branch into one under both conditions, if the second sides only yield. A
/// result of the inner branch must be the same on both second sides; one from further outside is selected by the
/// first condition alone.
pub(super) fn combine_nested(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let inner = module.first_op(body)?;
    let is_perfect =
        module.kind(inner) == OpKind::Scf(Scf::If) && module.next_op(inner) == module.last_op(body);
    let only_yields =
        |op| module.entry(op, 1).is_none_or(|block| module.first_op(block) == module.last_op(block));
    if !is_perfect || !only_yields(op) || !only_yields(inner) {
        return None;
    }
    let (mut on_true, mut on_false) = (yielded(module, op, 0), yielded(module, op, 1));
    let chosen = merge_sides(module, inner, &mut on_true, &on_false)?;
    let (a, b) = (module.operand(op, 0), module.operand(inner, 0));
    let mut builder = Builder::before(module, op);
    let both = builder.binary(Arith::AndI, a, b);
    for index in chosen {
        let ty = builder.module.type_of(on_false[index]);
        on_false[index] = builder.value(Arith::Select, &[a, on_true[index], on_false[index]], ty, &[]);
    }
    module.set_operand(op, 0, both);
    module.set_operands(yield_of(module, op, 0)?, &on_true);
    if let Some(last) = yield_of(module, op, 1) {
        module.set_operands(last, &on_false);
    }
    let inner_body = module.entry(inner, 0)?;
    inline_before(module, inner_body, inner, &[]);
    module.erase(inner);
    Some(())
}

/// Replaces the results of an inner branch among the values yielded on the first side by the values that it yields;
/// returns the indices of the other results, which come from outside. `None` if the second sides differ.
fn merge_sides(module: &Module, inner: Op, on_true: &mut [Value], on_false: &[Value]) -> Option<Vec<usize>> {
    let mut chosen = Vec::new();
    for (index, value) in on_true.iter_mut().enumerate() {
        let Some(number) = module.results(inner).position(|result| result == *value) else {
            chosen.push(index);
            continue;
        };
        if yielded(module, inner, 1).get(number) != on_false.get(index) {
            return None;
        }
        *value = *yielded(module, inner, 0).get(number)?;
    }
    Some(chosen)
}
