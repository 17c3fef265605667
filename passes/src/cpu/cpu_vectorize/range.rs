//! Narrows loops over threads of which only the first ones, one, or all or none do something.
//!
//! ```text
//! scf.for %t = %c0 to %c256 step %c1 {          scf.for %t = %c0 to %c64 step %c1 {
//!   %p = arith.cmpi ult, %t, %c64 : index          …
//!   scf.if %p { … }                        →     }
//! }
//! ```

use crate::analysis::effects::{is_pure, is_terminator};
use crate::analysis::speculation::is_speculatable_once_checked;
use crate::transforms::canonicalize::inline::inline_before;
use crate::transforms::dce::drop_dead_ops;
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Place, Scf, Value};

/// The maximum number of conditions of a conjunction that are looked at one by one.
const MAX_CONJUNCTS: usize = 16;
/// The maximum depth of the expressions that are examined.
const MAX_DEPTH: usize = 8;

/// Narrows a loop over threads; returns whether it is gone.
pub(super) fn narrow(module: &mut Module, thread_loop: Op) -> bool {
    while let Some(guard) = Guard::of(module, thread_loop) {
        match &guard.selects {
            Selects::Below(bound, minimum) => {
                let (bound, minimum) = (*bound, *minimum);
                let upper = module.op(thread_loop).named("upperBound");
                let constants = [upper, bound].map(|value| module.constant_int(value));
                let bound = match (constants, minimum) {
                    ([Some(upper), Some(bound)], Arith::MinUI) => {
                        let least = upper.cast_unsigned().min(bound.cast_unsigned()).cast_signed();
                        Builder::before(module, thread_loop).index(least)
                    }
                    ([Some(upper), Some(bound)], _) => {
                        Builder::before(module, thread_loop).index(upper.min(bound).max(0))
                    }
                    (_, Arith::MinUI) => Builder::before(module, thread_loop).binary(minimum, upper, bound),
                    _ => {
                        let mut at = Builder::before(module, thread_loop);
                        let bound = at.binary(minimum, upper, bound);
                        let none = at.index(0);
                        at.binary(Arith::MaxSI, bound, none)
                    }
                };
                module.set_operand(thread_loop, 1, bound);
                guard.unwrap(module);
                drop_dead_ops(module, thread_loop);
            }
            Selects::One(thread) => {
                guard.unwrap(module);
                inline_before(module, guard.body, thread_loop, &[*thread]);
                module.erase(thread_loop);
                return true;
            }
            Selects::Shared(shared, own) => {
                guard.share(module, thread_loop, shared, own);
            }
            Selects::None => {
                module.erase(thread_loop);
                return true;
            }
        }
    }
    false
}

/// The threads that a guard selects.
enum Selects {
    /// Those below a bound that is the same for all threads, by this minimum of unsigned or signed numbers.
    Below(Value, Arith),
    /// One of them.
    One(Value),
    /// All or none by the first conditions, which are the same for all threads, and then by the others.
    Shared(Vec<Value>, Vec<Value>),
    None,
}

/// A branch that is all that the threads of a loop do.
struct Guard {
    body: Block,
    branch: Op,
    selects: Selects,
}

impl Guard {
    fn of(module: &Module, thread_loop: Op) -> Option<Self> {
        let body = module.entry(thread_loop, 0)?;
        let is_other =
            |op: &Op| !(is_terminator(module, *op) || is_pure(module, *op) && module.has_no_regions(*op));
        let mut others = module.ops_in(body).into_iter().filter(is_other);
        let (Some(branch), None) = (others.next(), others.next()) else { return None };
        let has_one_side = module.entry(branch, 1).is_none_or(|side| module.ops_in(side).len() <= 1);
        if module.kind(branch) != OpKind::Scf(Scf::If) || module.n_results(branch) != 0 || !has_one_side {
            return None;
        }
        let selects = selects(module, thread_loop, module.operand(branch, 0))?;
        Some(Self { body, branch, selects })
    }

    /// Replaces the branch by its taken side.
    fn unwrap(&self, module: &mut Module) {
        if let Some(side) = module.entry(self.branch, 0) {
            inline_before(module, side, self.branch, &[]);
        }
        module.erase(self.branch);
    }

    /// Encloses the loop in a branch by the shared conditions, and leaves the others to the branch in it.
    fn share(&self, module: &mut Module, thread_loop: Op, shared: &[Value], own: &[Value]) {
        for condition in shared {
            hoist(module, *condition, thread_loop);
        }
        let mut at = Builder::before(module, thread_loop);
        let all = conjunction(&mut at, shared);
        let outer = at.op_with_regions(Scf::If, &[all], &[], &[], 2);
        let region = at.module.region(outer, 0);
        let body = at.module.add_block(region, &[]);
        at.module.move_op(thread_loop, Place::End(body));
        at.place = Place::End(body);
        at.op(Scf::Yield, &[], &[], &[]);
        if own.is_empty() {
            self.unwrap(module);
        } else {
            let mut at = Builder::before(module, self.branch);
            let rest = conjunction(&mut at, own);
            module.set_operand(self.branch, 0, rest);
        }
        drop_dead_ops(module, thread_loop);
    }
}

/// Builds the conjunction of conditions or masks, of which there is one at least.
pub(super) fn conjunction(at: &mut Builder<'_>, conditions: &[Value]) -> Value {
    combined(at, Arith::AndI, conditions)
}

/// Builds the combination of conditions or masks, of which there is one at least.
pub(super) fn combined(at: &mut Builder<'_>, kind: Arith, conditions: &[Value]) -> Value {
    conditions[1..].iter().fold(conditions[0], |all, condition| at.binary(kind, all, *condition))
}

/// Returns the conditions of which a condition is the conjunction.
pub(super) fn conjuncts(module: &Module, condition: Value, into: &mut Vec<Value>) {
    match module.defining_op(condition) {
        Some(op) if module.kind(op) == OpKind::Arith(Arith::AndI) && into.len() < MAX_CONJUNCTS => {
            for side in module.operands(op) {
                conjuncts(module, *side, into);
            }
        }
        _ if into.contains(&condition) => {}
        _ => into.push(condition),
    }
}

/// Whether a value of a loop could be computed before it.
fn is_invariant(module: &Module, value: Value, thread_loop: Op) -> bool {
    is_invariant_within(module, value, thread_loop, MAX_DEPTH)
}

fn is_invariant_within(module: &Module, value: Value, thread_loop: Op, depth: usize) -> bool {
    if !module.is_made_inside(value, thread_loop) {
        return true;
    }
    let (Some(op), Some(depth)) = (module.defining_op(value), depth.checked_sub(1)) else { return false };
    module.has_no_regions(op)
        && is_speculatable_once_checked(module, op)
        && module.operands(op).iter().all(|operand| is_invariant_within(module, *operand, thread_loop, depth))
}

/// Moves the computation of a value before a loop.
fn hoist(module: &mut Module, value: Value, thread_loop: Op) {
    if !module.is_made_inside(value, thread_loop) {
        return;
    }
    let Some(op) = module.defining_op(value) else { return };
    for operand in module.operands(op).to_vec() {
        hoist(module, operand, thread_loop);
    }
    module.move_op(op, Place::Before(thread_loop));
}

fn selects(module: &Module, thread_loop: Op, condition: Value) -> Option<Selects> {
    let mut conditions = Vec::new();
    conjuncts(module, condition, &mut conditions);
    let (shared, own): (Vec<Value>, Vec<Value>) =
        conditions.into_iter().partition(|condition| is_invariant(module, *condition, thread_loop));
    if !shared.is_empty() {
        return Some(Selects::Shared(shared, own));
    }
    let compare =
        module.defining_op(condition).filter(|op| module.kind(*op) == OpKind::Arith(Arith::CmpI))?;
    let variable = module.args(module.entry(thread_loop, 0)?)[0];
    let [left, right] = [0, 1].map(|index| module.operand(compare, index));
    if left != variable || module.is_made_inside(right, thread_loop) {
        return None;
    }
    match module.op(compare).int("predicate")? {
        // eq
        0 => {
            let size = module.op(thread_loop).named("upperBound");
            let (thread, size) = (module.constant_int(right)?, module.constant_int(size)?);
            Some(if (0..size).contains(&thread) { Selects::One(right) } else { Selects::None })
        }
        // slt
        2 => Some(Selects::Below(right, Arith::MinSI)),
        // ult
        6 => Some(Selects::Below(right, Arith::MinUI)),
        _ => None,
    }
}
