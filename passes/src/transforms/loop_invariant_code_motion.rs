//! Moves operations out of loops that compute the same in every iteration.
//!
//! An operation moves right before the loop if it and all in it have no effect, are defined for all operands, and
//! use nothing that the loop makes. A division moves only if its divisor is a constant that cannot fail: the loop may
//! run not at all. Reads of memory stay. Inner loops come first, so that an operation may move out of several loops.
//!
//! Cost: one walk, and one visit of an operation per loop that it leaves.
//!
//! ```text
//! scf.for %i = %lo to %hi step %s {              %0 = arith.muli %a, %b : index
//!   %0 = arith.muli %a, %b : index          →    scf.for %i = %lo to %hi step %s {
//!   memref.store %x, %m[%0] : memref<?xf32>        memref.store %x, %m[%0] : memref<?xf32>
//! }                                              }
//! ```

use crate::analysis::effects::is_terminator;
use crate::analysis::speculation::is_speculatable;
use crate::{Changed, Pass, PassCx};
use warpline_ir::{Affine, Module, Op, OpKind, Place, Reported, Scf};

/// The pass.
pub const PASS: Pass = Pass {
    name: "loop-invariant-code-motion",
    summary: "Moves operations that do not change out of loops",
    options: &[],
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()).into_iter().rev() {
        if is_loop(module.kind(op)) {
            changed |= move_out(module, op);
        }
    }
    Ok(changed.into())
}

fn is_loop(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Scf(Scf::For | Scf::While | Scf::Parallel) | OpKind::Affine(Affine::For | Affine::Parallel)
    )
}

/// Moves what it can to right before a loop. An operation that follows one that moved comes later in the text, so
/// one visit of each is enough.
fn move_out(module: &mut Module, loop_op: Op) -> bool {
    let blocks: Vec<_> =
        module.regions_of(loop_op).iter().flat_map(|region| module.blocks_of(*region).to_vec()).collect();
    let mut changed = false;
    for block in blocks {
        for op in module.ops_in(block) {
            if !is_terminator(module, op) && is_speculatable(module, op) && is_invariant(module, op, loop_op)
            {
                module.move_op(op, Place::Before(loop_op));
                changed = true;
            }
        }
    }
    changed
}

/// Whether an operation, with all in it, uses nothing that a loop makes.
fn is_invariant(module: &Module, op: Op, loop_op: Op) -> bool {
    module.walk(op).into_iter().all(|inner| {
        module
            .operands(inner)
            .iter()
            .all(|value| !module.is_made_inside(*value, loop_op) || module.is_made_inside(*value, op))
    })
}
