//! Sinks operations into the only branch that uses them.
//!
//! An operation without effects whose uses are all in one region of an `scf.if` or `affine.if` moves to the start of
//! that region, so that the other path does not execute it. It never moves into a loop, which would run it more
//! often. A convergent operation stays where all lanes execute it.
//!
//! Cost: one traversal, and one visit of the users of each operand.
//!
//! ```text
//! %0 = arith.muli %a, %b : i32              scf.if %c {
//! scf.if %c {                          →      %0 = arith.muli %a, %b : i32
//!   memref.store %0, %m[] : memref<i32>       memref.store %0, %m[] : memref<i32>
//! }                                         }
//! ```

use crate::analysis::effects::{is_convergent, is_effect_free, is_terminator};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Affine, Module, Op, OpKind, Place, Region, Scf};

/// The `control-flow-sink` pass.
pub const PASS: Pass = Pass {
    name: "control-flow-sink",
    summary: "Sinks operations into the only branch that uses them",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()) {
        if matches!(module.kind(op), OpKind::Scf(Scf::If) | OpKind::Affine(Affine::If)) {
            for region in module.regions_of(op) {
                changed |= sink_into(module, region);
            }
        }
    }
    changed.into()
}

/// Moves operations that only this region uses into it, and then those that only these use.
fn sink_into(module: &mut Module, region: Region) -> bool {
    let mut changed = false;
    let blocks = module.blocks_of(region).to_vec();
    let Some(entry) = blocks.first().copied() else { return false };
    let mut work: Vec<Op> = blocks.iter().flat_map(|block| module.ops_in(*block)).rev().collect();
    while let Some(user) = work.pop() {
        for inner in module.walk(user) {
            for value in module.operands(inner).to_vec() {
                let Some(op) = module.defining_op(value) else { continue };
                if may_sink(module, op, region) {
                    module.move_op(op, Place::Start(entry));
                    work.push(op);
                    changed = true;
                }
            }
        }
    }
    changed
}

/// Whether an operation is outside a region, has no effect, is not convergent, and is used only in it.
fn may_sink(module: &Module, op: Op, region: Region) -> bool {
    !is_terminator(module, op)
        && !module.is_in_region(op, region)
        && is_effect_free(module, op)
        && !is_convergent(module, op)
        && module
            .results(op)
            .flat_map(|result| module.uses(result))
            .all(|used| module.is_in_region(used.op, region))
}
