//! `gpu-emit-kernels`: replaces nests that have a `warpline.schedule` by launches of kernels in the form that it states.
//!
//! `gpu-select-schedules` writes the attribute, and a program may. Nests without one, and those whose schedule is not whole,
//! are left to `gpu-map-parallel-loops`. Each class of nests has its emitters: contractions those of
//! `contraction.rs`, for GPUs, and of `panels.rs`, for devices whose threads are lanes of vectors.
//! Cost: linear in the size of the kernels.
//!
//! ```text
//! scf.parallel (%i, %j) = (0, 0) to (512, 512) step (1, 1) { … }
//!     {warpline.schedule = {block = [128, 128], class = "contraction", reduce = 8, thread = [8, 8]}}
//!   → gpu.launch blocks(16, 1, 1) threads(256, 1, 1) workgroup(memref<8x132xf32, #gpu.address_space<workgroup>>, …) { … }
//! ```

mod alignment;
mod code;
mod contraction;
pub(super) mod copy;
pub(super) mod flat;
pub(super) mod panels;

use crate::analysis::alias::AliasAnalysis;
use crate::gpu::contraction::Contraction;
use crate::gpu::nest::{Nest, Reduces, outermost_loops};
use crate::gpu::schedules::Schedule;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::rewrite::stated_schedule::SCHEDULE;
use warpline_ir::{Op, Reported};

/// The `gpu-emit-kernels` pass.
pub const PASS: Pass = Pass {
    name: "gpu-emit-kernels",
    summary: "Replaces parallel loops that have a schedule by launches of kernels",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut aliases = AliasAnalysis::with_callers();
    let scheduled: Vec<(Op, Schedule)> = outermost_loops(cx.module, Reduces::No)
        .into_iter()
        .filter_map(|op| Some((op, Schedule::read(cx.module, op)?)))
        .collect();
    for (op, schedule) in &scheduled {
        let nest = Nest::coalesced(cx.module, *op);
        let found = Contraction::of(cx.module, &mut aliases, &nest).map_err(|reason| {
            cx.error(*op, format!("expected a contraction, as '{SCHEDULE}' states, but {reason}"))
        })?;
        match schedule {
            Schedule::Tile(tile) => contraction::emit(cx.module, *op, &found, tile),
            Schedule::Panels(panels) if panels::is_possible(cx.module, &found, panels) => {
                panels::emit(cx.module, *op, &found, panels);
            }
            Schedule::Panels(_) => {
                let message =
                    "expected one element that is stored, and not read, for the sums between chunks";
                return Err(cx.error(*op, message));
            }
        }
    }
    Ok(Changed::from(!scheduled.is_empty()))
}
