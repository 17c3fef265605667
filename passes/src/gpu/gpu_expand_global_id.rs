//! Expands `gpu.global_id` to arithmetic on block and thread ids.
//!
//! An `upper_bound` is dropped; ranges follow from the sizes of launches. Cost: one walk.
//!
//! ```text
//! %i = gpu.global_id x    →    %0 = gpu.block_id x
//!                              %1 = gpu.block_dim x
//!                              %2 = gpu.thread_id x
//!                              %3 = arith.muli %0, %1 : index
//!                              %i = arith.addi %3, %2 : index
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Builder, Gpu, Module, Op, OpKind, Type};

/// The `gpu-expand-global-id` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-global-id",
    summary: "Computes gpu.global_id from block and thread ids",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) == OpKind::Gpu(Gpu::GlobalId) {
            changed |= expand(cx.module, op).is_some();
        }
    }
    changed.into()
}

fn expand(module: &mut Module, op: Op) -> Option<()> {
    let dimension = module.attr(op, "dimension")?;
    let at = &mut Builder::before(module, op);
    let [block, size, thread] = [Gpu::BlockId, Gpu::BlockDim, Gpu::ThreadId]
        .map(|kind| at.value(kind, &[], Type::INDEX, &[("dimension", dimension)]));
    let first = at.binary(Arith::MulI, block, size);
    let number = at.binary(Arith::AddI, first, thread);
    module.replace_op(op, &[number]);
    Some(())
}
