//! The operations that run whenever their function does.

use crate::analysis::launches::Launches;
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
use warpline_ir::{Affine, Func, Gpu, MemRef, Module, Op, OpKind, Scf};

/// Returns the function of which every call reaches an operation: it is in the first block of each enclosing region,
/// and those regions always run. For an operation of a kernel that is the function that launches it.
pub(super) fn always_runs(module: &Module, op: Op, launches: &Launches) -> Option<Op> {
    let mut at = op;
    loop {
        let block = module.block_of(at)?;
        let parent = module.block_parent(block)?;
        if module.entry(parent, region_of(module, parent, at)?) != Some(block) {
            return None;
        }
        match module.kind(parent) {
            OpKind::Func(Func::Func) => return Some(parent),
            OpKind::Gpu(Gpu::Func) => {
                let launch = launches.ops(parent).into_iter().find(|launch| has_threads(module, *launch))?;
                at = launch;
            }
            kind if runs_body(module, parent, kind) => at = parent,
            _ => return None,
        }
    }
}

/// Returns the index of the region that contains an operation.
fn region_of(module: &Module, parent: Op, op: Op) -> Option<usize> {
    let region = module.region_of(module.block_of(op)?)?;
    module.regions_of(parent).into_iter().position(|other| other == region)
}

/// Whether the only region of an operation always runs.
fn runs_body(module: &Module, op: Op, kind: OpKind) -> bool {
    match kind {
        OpKind::Gpu(Gpu::Launch) => has_threads(module, op),
        OpKind::Scf(Scf::For) => counts(module, op).is_some(),
        OpKind::Affine(Affine::For) => affine_counts(module, op).is_some(),
        OpKind::Scf(Scf::ExecuteRegion) | OpKind::MemRef(MemRef::AllocaScope) => true,
        _ => false,
    }
}

/// Whether a launch has a thread: all sizes are positive constants.
fn has_threads(module: &Module, launch: Op) -> bool {
    let view = module.op(launch);
    LAUNCH_SIZES.iter().all(|name| module.constant_int(view.named(name)).is_some_and(|size| 0 < size))
}

/// Returns the first and the last value of the induction variable of a loop with constant bounds and at least one
/// iteration.
pub(super) fn counts(module: &Module, op: Op) -> Option<(i64, i64)> {
    let constant = |name: &str| module.constant_int(module.op(op).named(name));
    last_of(constant("lowerBound")?, constant("upperBound")?, constant("step")?)
}

/// The same for an `affine.for`.
pub(super) fn affine_counts(module: &Module, op: Op) -> Option<(i64, i64)> {
    let view = module.op(op);
    let bound = |key: &str| {
        let map = module.attr_map(view.attr(key)?)?;
        match &map.results[..] {
            [warpline_ir::Expr::Constant(bound)] => Some(*bound),
            _ => None,
        }
    };
    last_of(bound("lowerBoundMap")?, bound("upperBoundMap")?, view.int("step").unwrap_or(1))
}

fn last_of(lower: i64, upper: i64, step: i64) -> Option<(i64, i64)> {
    if step < 1 || upper <= lower {
        return None;
    }
    let steps = (i128::from(upper) - 1 - i128::from(lower)) / i128::from(step);
    let last = i128::from(lower) + steps * i128::from(step);
    Some((lower, i64::try_from(last).ok()?))
}

/// Returns one of the [`LAUNCH_SIZES`] of a launch, if it is a positive constant.
pub(super) fn constant_size(module: &Module, launch: Op, number: usize) -> Option<i64> {
    module.constant_int(module.op(launch).named(LAUNCH_SIZES[number])).filter(|size| 0 < *size)
}
