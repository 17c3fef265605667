//! `scf.while`: facts known in the second region, and dead carried values.

use super::{keep_operands, kept};
use crate::transforms::canonicalize::inline::{inline_before, keep_results};
use crate::transforms::canonicalize::matching::{constant_like, defined_by, pair};
use warpline_ir::value::Def;
use warpline_ir::{Arith, Block, Module, Op, OpKind, Scf, Type, Value};

/// The components of a loop.
struct Parts {
    before: Block,
    after: Block,
    /// `scf.condition`: the condition and the forwarded values.
    condition: Op,
    /// `scf.yield` of the second region.
    yield_op: Op,
}

fn parts(module: &Module, op: Op) -> Option<Parts> {
    let (before, after) = (module.entry(op, 0)?, module.entry(op, 1)?);
    let (condition, yield_op) = (module.last_op(before)?, module.last_op(after)?);
    let is_usual = module.kind(condition) == OpKind::Scf(Scf::Condition)
        && module.operands(yield_op).len() == module.args(before).len()
        && module.operands(condition).len() == module.args(after).len() + 1;
    is_usual.then_some(Parts { before, after, condition, yield_op })
}

/// Replaces the condition by `true` in the second region.
pub(super) fn condition_is_true_inside(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let condition = module.operand(parts.condition, 0);
    let passed = module.operands(parts.condition)[1..].to_vec();
    let mut changed = None;
    for (arg, value) in module.args(parts.after).to_vec().into_iter().zip(passed) {
        if value == condition && !module.is_unused(arg) {
            let known = constant_like(module, op, Type::I1, 1)?;
            module.replace_all_uses(arg, known);
            changed = Some(());
        }
    }
    changed
}

/// Maps each predicate of `arith.cmpi` to its inverse, by number.
const INVERTED: [i64; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];

/// Folds a comparison in the second region that equals the condition to `true`, and its inverse to `false`.
pub(super) fn comparison_is_true_inside(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let comparison = defined_by(module, module.operand(parts.condition, 0), Arith::CmpI)?;
    let wanted = pair(module, comparison)?;
    let predicate = module.op(comparison).int("predicate")?;
    let passed = module.operands(parts.condition)[1..].to_vec();
    let outer = |module: &Module, value: Value| match module.def(value) {
        Def::Arg(block, index) if block == parts.after => passed[index as usize],
        Def::Arg(..) | Def::Result(..) | Def::Forward => value,
    };
    let mut changed = None;
    for inner in module.ops_in(parts.after) {
        let Some((a, b)) = pair(module, inner) else { continue };
        let is_same = module.kind(inner) == OpKind::Arith(Arith::CmpI)
            && (outer(module, a), outer(module, b)) == wanted;
        let found = module.op(inner).int("predicate");
        let inverse = usize::try_from(predicate).ok().and_then(|index| INVERTED.get(index)).copied();
        let known = match (is_same, found) {
            (true, found) if found == Some(predicate) => 1,
            (true, found) if found == inverse => 0,
            _ => continue,
        };
        let value = constant_like(module, inner, Type::I1, known)?;
        module.replace_op(inner, &[value]);
        changed = Some(());
    }
    changed
}

/// Replaces an outer value that the condition forwards by that value.
pub(super) fn forward_outer_values(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let passed = module.operands(parts.condition)[1..].to_vec();
    let args = module.args(parts.after).to_vec();
    let mut changed = None;
    for ((value, arg), result) in passed.into_iter().zip(args).zip(module.results(op)) {
        if module.is_made_inside(value, op) || module.is_unused(arg) && module.is_unused(result) {
            continue;
        }
        module.replace_all_uses(arg, value);
        module.replace_all_uses(result, value);
        changed = Some(());
    }
    changed
}

/// Replaces a value that every iteration returns unchanged by the initial one.
pub(super) fn forward_invariants(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let passed = module.operands(parts.condition)[1..].to_vec();
    let yielded = module.operands(parts.yield_op).to_vec();
    let inits = module.operands(op).to_vec();
    let args = module.args(parts.before).to_vec();
    let mut changed = None;
    for ((arg, init), next) in args.into_iter().zip(inits).zip(yielded) {
        let came_from = match module.def(next) {
            Def::Arg(block, index) if block == parts.after => passed[index as usize],
            Def::Arg(..) | Def::Result(..) | Def::Forward => next,
        };
        if (came_from == arg || next == init) && !module.is_unused(arg) {
            module.replace_all_uses(arg, init);
            changed = Some(());
        }
    }
    changed
}

/// Merges a value that the condition forwards twice.
pub(super) fn merge_duplicates(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let passed = module.operands(parts.condition)[1..].to_vec();
    let args = module.args(parts.after).to_vec();
    let results: Vec<Value> = module.results(op).collect();
    let mut changed = None;
    for (index, value) in passed.iter().enumerate() {
        let Some(first) = passed[..index].iter().position(|other| other == value) else { continue };
        if module.is_unused(args[index]) && module.is_unused(results[index]) {
            continue;
        }
        module.replace_all_uses(args[index], args[first]);
        module.replace_all_uses(results[index], results[first]);
        changed = Some(());
    }
    changed
}

/// Drops unused values that the condition forwards.
pub(super) fn drop_unused_results(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let args = module.args(parts.after).to_vec();
    let unused = |(arg, result): (&Value, Value)| module.is_unused(*arg) && module.is_unused(result);
    let keep: Vec<bool> = args.iter().zip(module.results(op)).map(|pair| !unused(pair)).collect();
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    keep_operands(module, parts.condition, 1, &keep);
    for index in (0..keep.len()).rev().filter(|index| !keep[*index]) {
        module.remove_arg(parts.after, index);
    }
    let operands = module.operands(op).to_vec();
    keep_results(module, op, &operands, &keep);
    Some(())
}

/// Drops unused arguments of the first region.
pub(super) fn drop_unused_args(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let keep: Vec<bool> = module.args(parts.before).iter().map(|arg| !module.is_unused(*arg)).collect();
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    keep_operands(module, parts.yield_op, 0, &keep);
    for index in (0..keep.len()).rev().filter(|index| !keep[*index]) {
        module.remove_arg(parts.before, index);
    }
    let operands = kept(module.operands(op), &keep);
    let keep_all = vec![true; module.n_results(op)];
    keep_results(module, op, &operands, &keep_all);
    Some(())
}

/// Moves a branch on the condition at the end of the first region to the second one: it is only taken there. Its
/// other side must be empty.
pub(super) fn move_if_down(module: &mut Module, op: Op) -> Option<()> {
    let parts = parts(module, op)?;
    let branch = module.prev_op(parts.condition)?;
    let condition = module.operand(parts.condition, 0);
    if module.kind(branch) != OpKind::Scf(Scf::If) || module.operand(branch, 0) != condition {
        return None;
    }
    let does_nothing =
        module.entry(branch, 1).is_none_or(|block| module.first_op(block) == module.last_op(block));
    let results: Vec<Value> = module.results(branch).collect();
    let used_elsewhere = results
        .iter()
        .flat_map(|result| module.uses(*result))
        .any(|used| used.op != parts.condition || used.index == 0);
    if !does_nothing || used_elsewhere {
        return None;
    }
    sink_branch(module, &parts, branch, &results)
}

fn sink_branch(module: &mut Module, parts: &Parts, branch: Op, results: &[Value]) -> Option<()> {
    let body = module.entry(branch, 0)?;
    let taken = module.operands(module.last_op(body)?).to_vec();
    let other = match module.entry(branch, 1).and_then(|block| module.last_op(block)) {
        Some(last) => module.operands(last).to_vec(),
        None => Vec::new(),
    };
    let passed = module.operands(parts.condition)[1..].to_vec();
    // Values that the body needs from the first region and that are not yet forwarded would need new results.
    if outer_uses(module, branch)
        .iter()
        .any(|value| is_local(module, *value, parts) && !passed_other(&passed, results, &other, *value))
    {
        return None;
    }
    let (first, after) = (module.first_op(parts.after)?, module.region_of(parts.after)?);
    let mut forwarded = passed.clone();
    for (index, value) in passed.iter().enumerate() {
        if let Some(number) = results.iter().position(|result| result == value) {
            forwarded[index] = other[number];
            module.set_operand(parts.condition, index + 1, other[number]);
            module.replace_all_uses(module.args(parts.after)[index], taken[number]);
        }
    }
    // What the branch takes from the first region is in the arguments of the second one, also where it yields that.
    for (index, value) in forwarded.into_iter().enumerate() {
        let arg = module.args(parts.after)[index];
        replace_in(module, branch, value, arg);
        if is_local(module, value, parts) {
            module.replace_uses_if(value, arg, |module, op| module.is_in_region(op, after));
        }
    }
    inline_before(module, body, first, &[]);
    module.erase(branch);
    Some(())
}

/// Whether a value is forwarded once the results of the branch are replaced by those of its other side.
fn passed_other(passed: &[Value], results: &[Value], other: &[Value], value: Value) -> bool {
    passed.contains(&value)
        || results.iter().zip(other).any(|(result, other)| passed.contains(result) && *other == value)
}

fn is_local(module: &Module, value: Value, parts: &Parts) -> bool {
    module.def_block(value) == Some(parts.before)
}

/// Returns the values from outside that the operations nested in one use.
fn outer_uses(module: &Module, op: Op) -> Vec<Value> {
    let nested = module.walk(op).into_iter().skip(1);
    let all = nested.flat_map(|inner| module.operands(inner).to_vec());
    all.filter(|value| !module.is_made_inside(*value, op)).collect()
}

/// Replaces `old` by `new` in everything nested in `op`.
fn replace_in(module: &mut Module, op: Op, old: Value, new: Value) {
    module.replace_uses_if(old, new, |module, user| user != op && module.is_inside(user, op));
}
