//! Turns affine loops whose iterations do not depend on each other into `affine.parallel`.
//!
//! Each `affine.for` becomes an `affine.parallel` of one dimension with the same bounds and body; outer loops
//! come first, and loops in a parallel loop are tried too. A loop stays as it is if it carries values
//! (`iter_args`), if one iteration may touch an element that another one writes, or if something in it is not
//! understood. Nothing else changes; no loop is moved, split or merged.
//!
//! Cost: quadratic in the accesses of each loop, times the depth of the nest.
//!
//! ```text
//! affine.for %i = 0 to 8 {               affine.parallel (%i) = (0) to (8) {
//!   affine.store %x, %a[%i] : …     →      affine.store %x, %a[%i] : …
//! }                                      }
//! ```

use crate::analysis::affine_dependence::is_parallel;
use crate::analysis::parallel_bounds::{Dim, ParallelBounds};
use crate::{Changed, Pass, PassCx};
use warpline_ir::{Affine, Builder, Module, Op, OpKind, Reported};

/// The pass.
pub const PASS: Pass = Pass {
    name: "affine-parallelize",
    summary: "Turns affine.for loops without carried dependences into affine.parallel",
    options: &[],
    run,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) == OpKind::Affine(Affine::For) && has_independent_iterations(cx.module, op) {
            changed |= parallelize(cx.module, op).is_some();
        }
    }
    Ok(changed.into())
}

fn has_independent_iterations(module: &Module, op: Op) -> bool {
    let Some(induction) = module.entry(op, 0).and_then(|body| module.args(body).first().copied()) else {
        return false;
    };
    let step = module.op(op).int("step").unwrap_or(0);
    module.n_results(op) == 0 && 0 < step && is_parallel(module, op, induction, step)
}

/// Puts the body of a loop into a parallel loop with the same bounds.
fn parallelize(module: &mut Module, op: Op) -> Option<()> {
    let bounds = bounds_of_for(module, op)?;
    let reductions = module.array_attr(&[]);
    let mut attrs = bounds.attrs(module);
    attrs.push(("reductions", reductions));
    let operands = bounds.operands();
    let mut builder = Builder::before(module, op);
    let parallel = builder.op_with_regions(Affine::Parallel, &operands, &[], &attrs, 1);
    module.move_blocks(module.region(op, 0), module.region(parallel, 0));
    module.erase(op);
    Some(())
}

/// The bounds of an `affine.for` as those of an `affine.parallel` of one dimension.
pub(crate) fn bounds_of_for(module: &Module, op: Op) -> Option<ParallelBounds> {
    let view = module.op(op);
    let lower = module.attr_map(view.attr("lowerBoundMap")?)?;
    let upper = module.attr_map(view.attr("upperBoundMap")?)?;
    let dim = Dim { lower: lower.results.to_vec(), upper: upper.results.to_vec(), step: view.int("step")? };
    Some(ParallelBounds {
        dims: vec![dim],
        lower_arity: (lower.n_dims, lower.n_symbols),
        lower_operands: view.group(0).to_vec(),
        upper_arity: (upper.n_dims, upper.n_symbols),
        upper_operands: view.group(1).to_vec(),
    })
}
