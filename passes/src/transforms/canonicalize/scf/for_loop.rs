//! `scf.for`: loops with no iteration, one iteration or an empty body, and dead carried values.

use super::{keep_operands, kept};
use crate::transforms::canonicalize::inline::{TripCount, inline_before, keep_results, trip_count};
use crate::transforms::canonicalize::matching::{defined_by, overflow_flags, pair};
use warpline_ir::{Arith, Block, Module, Op, Value};

/// The number of operands before the initial values.
const FIRST_INIT: usize = 3;

/// Returns the trip count of a loop, if known.
fn known_trip_count(module: &Module, op: Op) -> Option<TripCount> {
    let view = module.op(op);
    let (lower, upper) = (view.named("lowerBound"), view.named("upperBound"));
    if lower == upper {
        return Some(TripCount::Zero);
    }
    if module.attr(op, "unsignedCmp").is_some() {
        return None;
    }
    let step = module.constant_int(view.named("step"))?;
    match (module.constant_int(lower), module.constant_int(upper)) {
        (Some(lower), Some(upper)) => trip_count(lower, upper, step),
        _ => trip_count(0, distance(module, lower, upper)?, step),
    }
}

/// Returns the constant that the upper bound adds to the lower one, without overflow.
fn distance(module: &Module, lower: Value, upper: Value) -> Option<i64> {
    let sum = defined_by(module, upper, Arith::AddI)?;
    let (a, b) = pair(module, sum)?;
    let is_exact = a == lower && overflow_flags(module, sum).iter().any(|flag| flag == "nsw");
    module.constant_int(b).filter(|_| is_exact)
}

/// Replaces a loop without iterations by its initial values, and a loop with one by its body.
pub(super) fn unroll_trivial(module: &mut Module, op: Op) -> Option<()> {
    let inits = module.operands(op).get(FIRST_INIT..)?.to_vec();
    match known_trip_count(module, op)? {
        TripCount::Zero => module.replace_op(op, &inits),
        TripCount::One => {
            let args: Vec<Value> = [module.operand(op, 0)].into_iter().chain(inits).collect();
            let body = module.entry(op, 0)?;
            let results = inline_before(module, body, op, &args);
            module.replace_op(op, &results);
        }
        TripCount::Many => return None,
    }
    Some(())
}

/// Replaces a loop that runs and only yields values from outside by these values.
pub(super) fn drop_empty(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let yield_op = module.first_op(body)?;
    if known_trip_count(module, op)? != TripCount::Many || module.next_op(yield_op).is_some() {
        return None;
    }
    let values = module.operands(yield_op).to_vec();
    if values.iter().any(|value| module.args(body).contains(value)) {
        return None;
    }
    module.replace_op(op, &values);
    Some(())
}

/// Drops a carried value that every iteration forwards unchanged, that is unused, or that always equals another one.
pub(super) fn drop_carried(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let yield_op = module.last_op(body)?;
    let yielded = module.operands(yield_op).to_vec();
    let inits = module.operands(op).get(FIRST_INIT..)?.to_vec();
    let args = module.args(body).get(1..)?.to_vec();
    let results: Vec<Value> = module.results(op).collect();
    if yielded.len() != inits.len() || args.len() != inits.len() {
        return None;
    }
    let mut keep = vec![true; inits.len()];
    for index in 0..inits.len() {
        let (arg, result, init, next) = (args[index], results[index], inits[index], yielded[index]);
        let twin = (0..index).find(|other| keep[*other] && inits[*other] == init && yielded[*other] == next);
        let stand_in = if next == init || goes_round(&args, &inits, &yielded, index) {
            Some((init, init))
        } else if module.is_unused(arg) && module.is_unused(result) {
            Some((arg, result))
        } else {
            twin.map(|other| (args[other], results[other]))
        };
        let Some((inside, outside)) = stand_in else { continue };
        module.replace_all_uses(arg, inside);
        module.replace_all_uses(result, outside);
        keep[index] = false;
    }
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    shrink(module, op, body, &keep);
    Some(())
}

/// Whether a carried value is forwarded through others with the same initial value, until it returns.
fn goes_round(args: &[Value], inits: &[Value], yielded: &[Value], index: usize) -> bool {
    let mut at = index;
    for _ in 0..args.len() {
        match args.iter().position(|arg| *arg == yielded[at]) {
            Some(next) if next == index => return true,
            Some(next) if inits[next] == inits[index] => at = next,
            _ => return false,
        }
    }
    false
}

/// Removes carried values without uses from a loop.
fn shrink(module: &mut Module, op: Op, body: Block, keep: &[bool]) {
    if let Some(yield_op) = module.last_op(body) {
        keep_operands(module, yield_op, 0, keep);
    }
    for index in (0..keep.len()).rev().filter(|index| !keep[*index]) {
        module.remove_arg(body, 1 + index);
    }
    let (bounds, inits) = module.operands(op).split_at(FIRST_INIT);
    let operands = [bounds, &kept(inits, keep)].concat();
    keep_results(module, op, &operands, keep);
}
