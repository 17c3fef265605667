//! `gpu-select-schedules`: chooses how nests of parallel loops become kernels of a device, and writes it down as
//! `warpline.schedule`, which `gpu-emit-kernels` obeys.
//!
//! A nest is brought to the form of a class first: the element that its loops update is kept in a value, and stores that
//! the nest overwrites itself are erased. Where buffers may overlap, that is done with a copy of the nest behind a check of
//! addresses, as `affine-version-loops` does it. A schedule that a program states is completed; `"none"` keeps a nest as it is. The
//! choice is that of the least time by the model (`model.rs`) of the target, so it does not depend on the machine that
//! compiles. Nests of less than 2^16 multiply-adds, or with less than 8 rows or columns or 16 steps, get none, and nests
//! whose target is unknown only if the program states one. On the CPU device, contractions of f32 get panels (`panels.rs`).
//!
//! ```text
//! scf.parallel (%i, %j) = (0, 0) to (2048, 2048) step (1, 1) { … }
//!   → scf.parallel … {warpline.schedule = {block = [128, 128], class = "contraction", reduce = 8, thread = [8, 8]}}
//! ```

mod model;
mod panels;

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::multiply_adds::adds_products;
use crate::gpu::contraction::{Axis, Contraction};
use crate::gpu::gpu_emit_kernels::copy::is_contiguous;
use crate::gpu::gpu_emit_kernels::flat::table_bytes;
use crate::gpu::gpu_emit_kernels::panels::is_possible;
use crate::gpu::nest::{Nest, Reduces, outermost_loops};
use crate::gpu::schedules::{Schedule, Stated, Wish};
use crate::pass::{Changed, Pass, PassCx, PassFn, TARGET};
use crate::rewrite::stated_schedule::SCHEDULE;
use crate::target_model::TargetModel;
use crate::transforms::affine_version_loops::version_for_disjoint;
use crate::transforms::loop_invariant_code_motion::hoist_in;
use crate::transforms::loop_scalar_promotion::promote_in;
use crate::transforms::store_to_load_forwarding::forward_in;
use model::{MAX_WORKGROUP_BYTES, Work};
use warpline_ir::{Module, Op, Place, Reported, Type};

/// The `gpu-select-schedules` pass.
pub const PASS: Pass = Pass {
    name: "gpu-select-schedules",
    summary: "Chooses the schedules of parallel loops for a target",
    options: &[TARGET],
    run: PassFn::MayFail(run),
};

/// The least number of multiply-adds of a nest, of its rows and columns, and of its steps.
const MIN_WORK: i64 = 1 << 16;
const MIN_SIDE: i64 = 8;
const MIN_STEPS: i64 = 16;
/// What an unknown number of iterations counts as.
const UNKNOWN_TRIPS: i64 = 1024;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let target = cx.model_option()?;
    let mut aliases = AliasAnalysis::with_callers();
    let mut changed = false;
    let loops = outermost_loops(cx.module, Reduces::No);
    for op in cx.module.walk(cx.module.root()) {
        let is_wish = cx.module.attr(op, SCHEDULE).is_some() && Wish::read(cx.module, op) != Ok(Wish::None);
        if is_wish && !loops.contains(&op) {
            return Err(cx.error(
                op,
                format!("expected '{SCHEDULE}' on the outermost loop of a nest that becomes a kernel"),
            ));
        }
    }
    for op in loops {
        let wish = Wish::read(cx.module, op).map_err(|expected| cx.error(op, expected))?;
        let stated = match wish {
            Wish::None => continue,
            Wish::Any if target.name == TargetModel::ANY || !adds_products(cx.module, op) => continue,
            Wish::Any => None,
            Wish::Contraction(stated) => Some(stated),
        };
        changed = true;
        let copy = version_for_disjoint(cx.module, &mut aliases, op);
        let nest = normal_form(cx.module, &mut aliases, copy.unwrap_or(op));
        let is_scheduled = match Contraction::of(cx.module, &mut aliases, &nest) {
            Ok(found) => select(cx, nest.op, &found, target, stated)?,
            Err(reason) if stated.is_some() => {
                let message = format!("expected a contraction, as '{SCHEDULE}' states, but {reason}");
                return Err(cx.error(op, message));
            }
            Err(reason) => {
                cx.remark(op, || format!("no contraction: {reason}"));
                false
            }
        };
        match copy {
            Some(_) if is_scheduled => cx.module.remove_attr(op, SCHEDULE),
            Some(_) => take_back(cx.module, op),
            None => {}
        }
    }
    Ok(changed.into())
}

/// Takes a nest out of the branch that has its copy for buffers that do not overlap, and erases that.
fn take_back(module: &mut Module, nest: Op) {
    if let Some(branch) = module.parent_op(nest) {
        module.move_op(nest, Place::Before(branch));
        module.erase(branch);
    }
}

/// Keeps what the loops of a nest update in values.
fn normal_form(module: &mut Module, aliases: &mut AliasAnalysis, op: Op) -> Nest {
    let nest = Nest::coalesced(module, op);
    hoist_in(module, op);
    promote_in(module, aliases, op);
    if let Some(body) = module.entry(op, 0) {
        forward_in(module, aliases, body, true);
    }
    nest
}

/// Writes the best schedule that has what is stated; whether there is one.
fn select(
    cx: &mut PassCx<'_>,
    op: Op,
    found: &Contraction,
    target: &TargetModel,
    stated: Option<Stated>,
) -> Result<bool, Reported> {
    let size = |axes: &[Axis]| {
        axes.iter().fold(1i64, |size, axis| size.saturating_mul(axis.trips.unwrap_or(UNKNOWN_TRIPS)))
    };
    let [batch, m, n, k] = [&found.batch, &found.m, &found.n, &found.k].map(|axes| size(axes));
    let element_bytes = cx.module.element_size(found.element).unwrap_or(4).cast_signed();
    let is_fused = found.product.is_none();
    let work = Work { batch, m, n, k, element_bytes, table_bytes: table_bytes(cx.module, found), is_fused };
    let is_small = work.multiply_adds() < MIN_WORK || m.min(n) < MIN_SIDE || k < MIN_STEPS;
    if stated.is_none() && is_small {
        cx.remark(op, || format!("no schedule for a contraction of {m}x{n}x{k}: it is small"));
        return Ok(false);
    }
    if stated.is_none() && target.is_cpu() {
        let all = [&found.batch, &found.m, &found.n, &found.k];
        let are_known = all.into_iter().flatten().all(|axis| axis.trips.is_some());
        let last = found.n.last().expect("there are columns");
        let is_in_order = is_contiguous(cx.module, op, &found.b, last);
        if found.element != Type::F32 || !panels::pay(&work, are_known, is_in_order) {
            cx.remark(op, || {
                format!("no schedule for a contraction of {m}x{n}x{k}: panels pay for large operands of f32")
            });
            return Ok(false);
        }
    }
    let Some((schedule, time)) = chosen(cx, op, found, &work, target, stated)? else { return Ok(false) };
    schedule.write(cx.module, op);
    let is_float = cx.module.float_kind(found.element).is_some();
    cx.remark(op, || {
        let time = time.map(|time| {
            let fused = time_if_fused(&work, is_float, target).unwrap_or_default();
            format!(": {time:.1} us by the model{fused}")
        });
        format!("contraction {m}x{n}x{k}: {schedule}{}", time.unwrap_or_default())
    });
    Ok(true)
}

/// Returns the best schedule that has what is stated, with its time if a model predicts it; `None` if there is none and nothing is
/// stated.
fn chosen(
    cx: &mut PassCx<'_>,
    op: Op,
    found: &Contraction,
    work: &Work,
    target: &TargetModel,
    wish: Option<Stated>,
) -> Result<Option<(Schedule, Option<f64>)>, Reported> {
    let stated = wish.unwrap_or_default();
    let has_panels = stated.has_lanes || target.is_cpu() && stated == Stated::default();
    if !has_panels {
        let best = work.best(target, &stated).map(|(tile, time)| (Schedule::Tile(tile), Some(time)));
        return if best.is_none() && wish.is_some() {
            let message = format!(
                "expected a '{SCHEDULE}' of 32 to 1024 threads whose tiles fit the workgroup memory of a block"
            );
            Err(cx.error(op, message))
        } else {
            Ok(best)
        };
    }
    let panels = panels::choose(work, target, &stated);
    let fits = target.is_cpu() || panels.workgroup_bytes(work.element_bytes) <= MAX_WORKGROUP_BYTES;
    let unfit = match (is_possible(cx.module, found, &panels), fits) {
        (false, _) => "a chunk with all steps, as no element has the sums between chunks",
        (_, false) => "a block whose panels fit its workgroup memory",
        _ => return Ok(Some((Schedule::Panels(panels), None))),
    };
    if wish.is_some() {
        return Err(cx.error(op, format!("expected {unfit}")));
    }
    cx.remark(op, || format!("no schedule for a contraction: it would need {unfit}"));
    Ok(None)
}

/// Returns the time of a product of floats that is rounded twice if it were rounded once, for a remark.
fn time_if_fused(work: &Work, is_float: bool, target: &TargetModel) -> Option<String> {
    let fused = Work { is_fused: true, ..*work };
    let (_, time) = fused.best(target, &Stated::default()).filter(|_| is_float && !work.is_fused)?;
    Some(format!("; with fastmath<contract> {time:.1} us"))
}
