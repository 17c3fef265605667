//! Converts `scf.forall` on buffers to `scf.parallel`.
//!
//! Bounds and body stay; the mapping to blocks and threads is dropped. An `scf.forall` that yields tensors stays.
//!
//! Cost: one walk.
//!
//! ```text
//! scf.forall (%i) = (0) to (%n) step (2) {   →   scf.parallel (%i) = (%c0) to (%n) step (%c2) {
//!   …                                              …
//! }                                                scf.reduce
//!                                                }
//! ```

use crate::rewrite::stated_schedule::inherit;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::scf::static_bounds;
use warpline_ir::{Builder, DYNAMIC, Module, Op, OpKind, Scf, Value};

/// The `scf-forall-to-parallel` pass.
pub const PASS: Pass = Pass {
    name: "scf-forall-to-parallel",
    summary: "Converts scf.forall to scf.parallel",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()) {
        if module.kind(op) == OpKind::Scf(Scf::Forall) {
            changed |= convert(module, op).is_some();
        }
    }
    changed.into()
}

/// Replaces `scf.forall` without results by `scf.parallel`, and returns that. Its mapping is dropped.
pub(super) fn convert(module: &mut Module, op: Op) -> Option<Op> {
    let rank = static_bounds(module.op(op), 0).len();
    if 0 < module.n_results(op) || rank == 0 {
        return None;
    }
    let end = module.last_op(module.entry(op, 0)?)?;
    let operands: Vec<Value> = (0..3).flat_map(|which| bounds(module, op, which)).collect();
    let n = rank as i64;
    let segments = module.i32_array_attr([n, n, n, 0]);
    let mut builder = Builder::before(module, op);
    let new = builder.op_with_regions(Scf::Parallel, &operands, &[], &[("operandSegmentSizes", segments)], 1);
    inherit(module, op, new);
    let (from, to) = (module.region(op, 0), module.region(new, 0));
    module.move_blocks(from, to);
    Builder::before(module, end).op(Scf::Reduce, &[], &[], &[]);
    module.erase(end);
    module.erase(op);
    Some(new)
}

/// Returns the lower bounds, upper bounds or steps as values.
fn bounds(module: &mut Module, op: Op, which: usize) -> Vec<Value> {
    let numbers = static_bounds(module.op(op), which).to_vec();
    let name = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"][which];
    let mut operands = module.op(op).group(name).to_vec().into_iter();
    let known = |number| (number == DYNAMIC).then(|| operands.next()).flatten().ok_or(number);
    let all: Vec<Result<Value, i64>> = numbers.into_iter().map(known).collect();
    let mut builder = Builder::before(module, op);
    all.into_iter().map(|bound| bound.unwrap_or_else(|number| builder.index(number))).collect()
}
