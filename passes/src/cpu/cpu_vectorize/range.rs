//! Narrows loops over threads of which only the first ones, or one, do something.
//!
//! ```text
//! scf.for %t = %c0 to %c256 step %c1 {          scf.for %t = %c0 to %c64 step %c1 {
//!   %p = arith.cmpi ult, %t, %c64 : index          …
//!   scf.if %p { … }                        →     }
//! }
//! ```

use crate::analysis::effects::{is_pure, is_terminator};
use crate::transforms::dce::drop_dead_ops;
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Place, Scf, Value};

/// What became of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Narrowed {
    Unchanged,
    Shorter,
    Gone,
}

/// Narrows a loop over threads.
pub(super) fn narrow(module: &mut Module, thread_loop: Op) -> Narrowed {
    let mut narrowed = Narrowed::Unchanged;
    while let Some(guard) = Guard::of(module, thread_loop) {
        match guard.selects {
            Selects::Below(bound, minimum) => {
                let upper = module.operand(thread_loop, 1);
                let constants = [upper, bound].map(|value| module.constant_int(value));
                let bound = match (constants, minimum) {
                    ([Some(upper), Some(bound)], Arith::MinUI) => {
                        let least = upper.cast_unsigned().min(bound.cast_unsigned()).cast_signed();
                        Builder::before(module, thread_loop).index(least)
                    }
                    ([Some(upper), Some(bound)], _) => {
                        Builder::before(module, thread_loop).index(upper.min(bound).max(0))
                    }
                    _ => Builder::before(module, thread_loop).binary(minimum, upper, bound),
                };
                module.set_operand(thread_loop, 1, bound);
                narrowed = Narrowed::Shorter;
                guard.unwrap(module, Place::Before(guard.branch));
                drop_dead_ops(module, thread_loop);
            }
            Selects::One(thread) => {
                let variable = module.args(guard.body)[0];
                module.replace_all_uses(variable, thread);
                let end = module.last_op(guard.body);
                guard.unwrap(module, Place::Before(guard.branch));
                for op in module.ops_in(guard.body) {
                    if Some(op) != end {
                        module.move_op(op, Place::Before(thread_loop));
                    }
                }
                module.erase(thread_loop);
                return Narrowed::Gone;
            }
            Selects::None => {
                module.erase(thread_loop);
                return Narrowed::Gone;
            }
        }
    }
    narrowed
}

/// The threads that a guard selects.
enum Selects {
    /// Those below a bound that is the same for all threads, by this minimum of unsigned or signed numbers.
    Below(Value, Arith),
    /// One of them.
    One(Value),
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

    /// Moves the operations of the taken side to a place and erases the branch.
    fn unwrap(&self, module: &mut Module, place: Place) {
        if let Some(side) = module.entry(self.branch, 0) {
            let end = module.last_op(side);
            for op in module.ops_in(side) {
                if Some(op) != end {
                    module.move_op(op, place);
                }
            }
        }
        module.erase(self.branch);
    }
}

fn selects(module: &Module, thread_loop: Op, condition: Value) -> Option<Selects> {
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
            let (thread, size) =
                (module.constant_int(right)?, module.constant_int(module.operand(thread_loop, 1))?);
            Some(if (0..size).contains(&thread) { Selects::One(right) } else { Selects::None })
        }
        // slt
        2 => Some(Selects::Below(right, Arith::MinSI)),
        // ult
        6 => Some(Selects::Below(right, Arith::MinUI)),
        _ => None,
    }
}
