//! Expands collectives that a target lacks into shuffles between lanes, and workgroup memory with barriers.
//!
//! Lanes combine in a tree, first those half a subgroup apart, then a quarter, and so on; the results of subgroups
//! combine in the same way. Every device does so, hence sums of floats agree bit for bit. Lanes that do not exist
//! or have exited are left out: where that is possible, each step checks whether the other lane takes part, and in
//! the end all lanes take the result of the first lane of their cluster.
//!
//! The pass expands `all_reduce`, with an operation or a region of one block, `subgroup_reduce`, `rotate` and
//! `subgroup_broadcast`. `all_reduce` needs workgroup memory, which only kernels have: in other functions it stays.
//! A `shuffle` stays if it exchanges 32 bits among all lanes of a subgroup, by a constant offset or by a lane id;
//! others are rewritten to that form. `warp_execute_on_lane_0` becomes a branch and broadcasts. `subgroup_id`, `num_subgroups` and `subgroup_size` are computed from thread
//! ids and block sizes.
//!
//! Cost: one walk, and five operations for each step of a tree.
//!
//! ```text
//! %r = gpu.subgroup_reduce add %x cluster(size = 2) : (f32) -> f32
//!   → %0, %valid = gpu.shuffle xor %x, %c1, %c32 : f32
//!     %r = arith.addf %x, %0 : f32
//! ```

mod ids;
mod lanes;
mod reduce;
mod shuffle;
mod warp;

use crate::analysis::kernel_facts;
use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx, PassFn};
use lanes::Lanes;
use warpline_ir::{Gpu, Module, Op, OpKind, Reported, codes};

/// The `gpu-expand-collectives` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-collectives",
    summary: "Expands collectives that targets lack into shuffles and workgroup memory",
    options: &[
        PassOption {
            name: "subgroup-size",
            summary: "The lanes of a subgroup, a power of two from 2 to 64",
            default: "32",
        },
        PassOption {
            name: "native",
            summary: "Whether a whole subgroup of i32 is reduced by the target: reduce-i32",
            default: "",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The target's properties of subgroups.
#[derive(Clone, Copy)]
struct Subgroups {
    /// The number of lanes.
    size: i64,
    /// Whether the target reduces a whole subgroup of `i32`.
    reduces_words: bool,
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let subgroups = subgroups(cx)?;
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) == OpKind::Gpu(Gpu::WarpExecuteOnLane0) {
            if warp::expand(cx.module, op).is_none() {
                let message = "expected values of fixed size, of types with a zero";
                return Err(cx.error(op, message));
            }
            changed = true;
        }
    }
    // The region of a reduction is expanded before it is copied.
    for op in cx.module.walk(cx.module.root()).into_iter().rev() {
        if let OpKind::Gpu(kind) = cx.module.kind(op) {
            changed |= expand(cx.module, op, kind, subgroups).is_some();
        }
    }
    for op in cx.module.walk(cx.module.root()) {
        let expanded = match cx.module.kind(op) {
            OpKind::Gpu(Gpu::Shuffle) => shuffle::expand(cx.module, op, subgroups.size),
            OpKind::Gpu(kind @ (Gpu::SubgroupId | Gpu::NumSubgroups | Gpu::SubgroupSize)) => {
                ids::expand(cx.module, op, kind, subgroups.size)
            }
            _ => None,
        };
        changed |= expanded.is_some();
    }
    Ok(changed.into())
}

fn subgroups(cx: &mut PassCx<'_>) -> Result<Subgroups, Reported> {
    let size = cx.int_option("subgroup-size")?;
    let native = cx.option("native");
    let message = if !(2..=64).contains(&size) || size.count_ones() != 1 {
        format!("expected a power of two from 2 to 64 as the size of subgroups, but found {size}")
    } else if !matches!(native, "" | "reduce-i32") {
        format!("unknown native collective '{native}'")
    } else {
        return Ok(Subgroups { size, reduces_words: native == "reduce-i32" });
    };
    Err(cx.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message))
}

/// Expands one operation; `None` where it stays.
fn expand(module: &mut Module, op: Op, kind: Gpu, subgroups: Subgroups) -> Option<()> {
    let func = enclosing_function(module, op)?;
    let n_threads = threads(module, func);
    let is_full = module.blocks_of(module.region(func, 0)).len() == 1
        && n_threads.is_some_and(|n| n % subgroups.size == 0);
    let lanes = &mut Lanes::before(module, op, subgroups, is_full);
    let results = match kind {
        Gpu::AllReduce => vec![reduce::block(lanes, op, func, n_threads)?],
        Gpu::SubgroupReduce => vec![reduce::subgroup(lanes, op)?],
        Gpu::Rotate => lanes.rotate(op),
        Gpu::SubgroupBroadcast => vec![lanes.broadcast(op)?],
        _ => return None,
    };
    module.replace_op(op, &results);
    Some(())
}

/// Returns the kernel or function that contains an operation.
fn enclosing_function(module: &Module, op: Op) -> Option<Op> {
    let mut at = module.parent_op(op);
    while let Some(op) = at.filter(|op| !matches!(module.kind(*op), OpKind::Gpu(Gpu::Func) | OpKind::Func(_)))
    {
        at = module.parent_op(op);
    }
    at
}

/// Returns the number of threads of a block, if it is the same in every launch.
fn threads(module: &Module, func: Op) -> Option<i64> {
    let sizes = kernel_facts::sizes(module, func);
    let all = sizes.block.into_iter().try_fold(1i64, |all, size| all.checked_mul(size?));
    all.filter(|_| sizes.is_block_exact)
}
