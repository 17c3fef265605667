//! Turns affine loops with independent iterations into `affine.parallel`.
//!
//! Each `affine.for` becomes an `affine.parallel` of one dimension with the same bounds and body. Outer loops come
//! first, and loops in a parallel loop are tried too. A loop is kept if it carries values (`iter_args`), if one
//! iteration may access an element that another one writes, or if it contains an operation that the analysis does not
//! handle: a remark gives the reason. Nothing else changes; no loop is moved, split or merged.
//!
//! Cost: quadratic in the accesses of each loop, times the depth of the nest.
//!
//! ```text
//! affine.for %i = 0 to 8 {               affine.parallel (%i) = (0) to (8) {
//!   affine.store %x, %a[%i] : …     →      affine.store %x, %a[%i] : …
//! }                                      }
//! ```

use crate::analysis::affine_dependence::{MayAlias, Obstacle, obstacle};
use crate::analysis::alias;
use crate::analysis::parallel_bounds::{Dim, ParallelBounds};
use crate::rewrite::stated_schedule::inherit;
use crate::transforms::affine_version_loops::is_version;
use crate::{Changed, Pass, PassCx, PassFn, note_at};
use rustc_hash::FxHashSet;
use warpline_ir::{Affine, Builder, Module, Op, OpKind};

/// The `affine-parallelize` pass.
pub const PASS: Pass = Pass {
    name: "affine-parallelize",
    summary: "Turns affine.for loops without carried dependences into affine.parallel",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut kept = Vec::new();
    let mut made = FxHashSet::default();
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) != OpKind::Affine(Affine::For) {
            continue;
        }
        let module = &*cx.module;
        let location = module.location(op);
        match why_sequential(module, op, &|a, b| alias::may_alias_within(module, op, a, b)) {
            Some(reason) => kept.push((op, reason)),
            None if parallelize(cx.module, op).is_some() => {
                made.insert(location);
            }
            None => {}
        }
    }
    let changed = !made.is_empty();
    // Of two versions of a loop, which share one location, only the sequential one would be reported.
    kept.retain(|(op, _)| !made.contains(&cx.module.location(*op)) || !is_in_version(cx.module, *op));
    report(cx, &kept);
    changed.into()
}

/// Whether a loop is in the sequential one of two versions of a nest.
fn is_in_version(module: &Module, op: Op) -> bool {
    std::iter::successors(Some(op), |op| module.parent_op(*op)).any(|outer| is_version(module, outer))
}

/// Reports remarks on the loops that stay sequential, with the reasons.
fn report(cx: &mut PassCx<'_>, kept: &[(Op, Obstacle)]) {
    for (op, obstacle) in kept {
        cx.remark_with(*op, |module| {
            let notes =
                obstacle.operations().into_iter().map(|(op, text)| note_at(module, op, text)).collect();
            (format!("the loop stays sequential: {}", obstacle.reason(module)), notes)
        });
    }
}

/// Returns the reason why an `affine.for` is not parallel, given which memrefs may alias; `None` if it is parallel.
pub(crate) fn why_sequential(module: &Module, op: Op, may_alias: MayAlias<'_>) -> Option<Obstacle> {
    let step = module.op(op).int("step").filter(|step| 0 < *step);
    let induction = module.entry(op, 0).and_then(|body| module.args(body).first().copied());
    let (Some(step), Some(induction)) = (step, induction) else { return Some(Obstacle::UnknownStep) };
    if module.n_results(op) != 0 {
        return Some(Obstacle::CarriesValues);
    }
    obstacle(module, op, induction, step, may_alias)
}

/// Replaces a loop by a parallel loop with the same bounds and body.
fn parallelize(module: &mut Module, op: Op) -> Option<()> {
    let bounds = bounds_of_for(module, op)?;
    let reductions = module.array_attr(&[]);
    let mut attrs = bounds.attrs(module);
    attrs.push(("reductions", reductions));
    let operands = bounds.operands();
    let mut builder = Builder::before(module, op);
    let parallel = builder.op_with_regions(Affine::Parallel, &operands, &[], &attrs, 1);
    inherit(module, op, parallel);
    module.move_blocks(module.region(op, 0), module.region(parallel, 0));
    module.erase(op);
    Some(())
}

/// Returns the bounds of an `affine.for` as those of an `affine.parallel` of one dimension.
pub(crate) fn bounds_of_for(module: &Module, op: Op) -> Option<ParallelBounds> {
    let view = module.op(op);
    let lower = module.attr_map(view.attr("lowerBoundMap")?)?;
    let upper = module.attr_map(view.attr("upperBoundMap")?)?;
    let dim = Dim { lower: lower.results.to_vec(), upper: upper.results.to_vec(), step: view.int("step")? };
    Some(ParallelBounds {
        dims: vec![dim],
        lower_arity: (lower.n_dims, lower.n_symbols),
        lower_operands: view.group("lowerBoundOperands").to_vec(),
        upper_arity: (upper.n_dims, upper.n_symbols),
        upper_operands: view.group("upperBoundOperands").to_vec(),
    })
}
