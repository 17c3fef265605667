//! Loops and branches with known bounds and conditions.

use super::inline::{Trips, inline_before, trips};
use super::scf_parallel;
use warpline_ir::{Module, Op, Scf, Value};

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: Scf) -> Option<()> {
    match kind {
        Scf::For => unroll_trivial_loop(module, op).or_else(|| forward_invariants(module, op)),
        Scf::If => take_known_branch(module, op),
        Scf::Parallel => scf_parallel::rewrite(module, op),
        Scf::While | Scf::Reduce | Scf::ReduceReturn | Scf::Yield | Scf::Condition => None,
    }
}

/// A loop without iterations yields its initial values; a loop with one is its body.
fn unroll_trivial_loop(module: &mut Module, op: Op) -> Option<()> {
    let (lower, upper) = (module.operand(op, 0), module.operand(op, 1));
    let inits = module.op(op).group(3).to_vec();
    let bound = |value| module.constant_int(value);
    let n = match (bound(lower), bound(upper), bound(module.operand(op, 2))) {
        (Some(lower), Some(upper), Some(step)) => trips(lower, upper, step)?,
        _ if lower == upper => Trips::Zero,
        _ => return None,
    };
    match n {
        Trips::Zero => module.replace_op(op, &inits),
        Trips::One => {
            let args: Vec<Value> = [lower].into_iter().chain(inits).collect();
            let body = module.entry(op, 0)?;
            let results = inline_before(module, body, op, &args);
            module.replace_op(op, &results);
        }
        Trips::Many => return None,
    }
    Some(())
}

/// A carried value that every iteration passes on as it came is the initial value.
fn forward_invariants(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let yielded = module.operands(module.last_op(body)?).to_vec();
    let inits = module.op(op).group(3).to_vec();
    let args = module.args(body).get(1..)?.to_vec();
    let results: Vec<Value> = module.results(op).collect();
    let mut changed = None;
    for (index, init) in inits.into_iter().enumerate() {
        let (arg, result) = (*args.get(index)?, *results.get(index)?);
        let next = *yielded.get(index)?;
        let is_used = !module.is_unused(result) || module.uses(arg).len() > usize::from(next == arg);
        if (next == arg || next == init) && is_used {
            module.replace_all_uses(result, init);
            module.replace_all_uses(arg, init);
            changed = Some(());
        }
    }
    changed
}

fn take_known_branch(module: &mut Module, op: Op) -> Option<()> {
    let condition = module.constant_int(module.operand(op, 0))?;
    let taken = module.entry(op, usize::from(condition == 0));
    let results = taken.map(|block| inline_before(module, block, op, &[])).unwrap_or_default();
    module.replace_op(op, &results);
    Some(())
}
