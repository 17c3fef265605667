//! Hoists loop-invariant operations out of loops.
//!
//! An operation moves to right before the loop if it and all operations nested in it have no effect, have a result for all
//! operands, and use no value defined in the loop. A division moves only if its divisor is a constant for which it cannot
//! fail, and a view only if constants prove that it is within its buffer, since the loop may have no iteration; with the
//! option `checked` views move, as their checks are operations of their own by then. Memory reads stay. Inner loops come
//! first, so that an operation may leave several loops.
//!
//! Cost: one traversal, and one visit of an operation per loop that it leaves.
//!
//! ```text
//! scf.for %i = %lo to %hi step %s {              %0 = arith.muli %a, %b : index
//!   %0 = arith.muli %a, %b : index          →    scf.for %i = %lo to %hi step %s {
//!   memref.store %x, %m[%0] : memref<?xf32>        memref.store %x, %m[%0] : memref<?xf32>
//! }                                              }
//! ```

use crate::analysis::effects::is_terminator;
use crate::analysis::speculation::{is_speculatable, is_speculatable_once_checked};
use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Module, Op, Place, Reported, TypeKind};

/// The `loop-invariant-code-motion` pass.
pub const PASS: Pass = Pass {
    name: "loop-invariant-code-motion",
    summary: "Hoists loop-invariant operations out of loops",
    options: &[PassOption {
        name: "checked",
        summary: "Also views of memory, in code whose checks are operations of their own",
        default: "false",
    }],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let moves = if cx.bool_option("checked")? { is_speculatable_once_checked } else { is_speculatable };
    let root = cx.module.root();
    Ok(move_out_of_all(cx.module, root, moves).into())
}

/// Hoists the invariant operations of the loops in an operation.
pub(crate) fn hoist_in(module: &mut Module, op: Op) {
    move_out_of_all(module, op, is_speculatable);
}

fn move_out_of_all(module: &mut Module, around: Op, moves: fn(&Module, Op) -> bool) -> bool {
    let mut changed = false;
    for op in module.walk(around).into_iter().skip(1).rev() {
        if module.region_flow(op).is_some_and(RegionFlow::repeats) {
            changed |= move_out(module, op, moves);
        }
    }
    changed
}

/// Hoists the invariant operations of a loop to right before it. A user of a hoisted operation comes later in program
/// order, so one visit of each is enough.
fn move_out(module: &mut Module, loop_op: Op, moves: fn(&Module, Op) -> bool) -> bool {
    let blocks: Vec<_> =
        module.regions_of(loop_op).iter().flat_map(|region| module.blocks_of(*region).to_vec()).collect();
    let mut changed = false;
    for block in blocks {
        for op in module.ops_in(block) {
            if !is_terminator(module, op)
                && moves(module, op)
                && !makes_unranked(module, op)
                && is_invariant(module, op, loop_op)
            {
                module.move_op(op, Place::Before(loop_op));
                changed = true;
            }
        }
    }
    changed
}

/// Whether an operation makes a buffer without a rank, which cannot be passed to a kernel that the loop becomes.
fn makes_unranked(module: &Module, op: Op) -> bool {
    let is_unranked = |value| matches!(module.type_kind(module.type_of(value)), TypeKind::UnrankedMemRef(..));
    module.results(op).any(is_unranked)
}

/// Whether an operation, with all nested operations, uses no value defined in a loop.
fn is_invariant(module: &Module, op: Op, loop_op: Op) -> bool {
    module.walk(op).into_iter().all(|inner| {
        module
            .operands(inner)
            .iter()
            .all(|value| !module.is_made_inside(*value, loop_op) || module.is_made_inside(*value, op))
    })
}
