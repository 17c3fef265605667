//! Moves parallel loops out of sequential ones.
//!
//! An `affine.for` whose iterations must run in order, and in which there is only another one, changes places with it if that
//! one would be parallel outside: no two of its iterations may access the same element, whatever the iterations of the other
//! loop, with a write. Its bounds do not depend on the other loop, and neither carries values. Operations without effects
//! between the loops move inward, those that may fail only if the inner loop surely has an iteration. Loops that are parallel,
//! and those whose order alone would change, stay.
//!
//! Sums of columns, and products with the summation outside, become one parallel loop this way instead of one in each
//! iteration.
//!
//! Cost: that of `affine-parallelize` for each pair of loops.
//!
//! ```text
//! affine.for %r = 0 to 64 {                 affine.for %c = 0 to 32 {
//!   affine.for %c = 0 to 32 {                 affine.for %r = 0 to 64 {
//!     %s[%c] += %m[%r, %c]           →          %s[%c] += %m[%r, %c]
//!   }                                         }
//! }                                         }
//! ```

use crate::analysis::access::{MemRefAccess, accesses_inside, is_defined_inside, is_repeatable};
use crate::analysis::affine_dependence::{MAX_ACCESSES, MayAlias, obstacle_among};
use crate::analysis::alias;
use crate::analysis::speculation::is_speculatable;
use crate::transforms::affine_parallelize::why_sequential;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Affine, Module, Op, OpKind, Place};

/// The `affine-loop-interchange` pass.
pub const PASS: Pass = Pass {
    name: "affine-loop-interchange",
    summary: "Moves affine.for loops that are parallel there out of sequential ones",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()) {
        changed |= sink(module, op);
    }
    changed.into()
}

/// Moves a sequential loop inward as far as it goes; returns whether it has moved.
///
/// The operations keep their places, and bounds and variables change: of `op`, which is the outer loop of a nest, and of the
/// loops in it.
fn sink(module: &mut Module, op: Op) -> bool {
    let mut at = op;
    while let Some(inner) = loop_to_exchange(module, at) {
        swap(module, at, inner);
        at = inner;
    }
    at != op
}

/// Returns the only loop in a sequential one, if it is parallel outside of that, and all else in the outer loop may be executed
/// in the inner one. Neither carries values.
fn loop_to_exchange(module: &Module, outer: Op) -> Option<Op> {
    let is_plain = |op: Op| module.kind(op) == OpKind::Affine(Affine::For) && module.n_results(op) == 0;
    let mut body = module.ops_in(module.entry(outer, 0).filter(|_| is_plain(outer))?);
    // The terminator.
    body.pop()?;
    let mut inside = body.iter().copied().filter(|op| is_plain(*op));
    let (inner, None) = (inside.next()?, inside.next()) else { return None };
    let may_alias = |a, b| alias::may_alias_within(module, outer, a, b);
    let accesses = accesses_inside(module, outer).ok().filter(|all| all.len() <= MAX_ACCESSES)?;
    // What may fail is executed as often as before, unless the inner loop has no iteration.
    let has_iterations = iterates(module, inner);
    let moves = |op: &Op| {
        *op == inner
            || is_repeatable(module, *op, &accesses, &may_alias)
                && (has_iterations || is_speculatable(module, *op))
    };
    let is_exchanged = body.iter().all(moves)
        && why_sequential(module, outer, &may_alias).is_some()
        && is_parallel_outside(module, outer, inner, &may_alias, &accesses);
    is_exchanged.then_some(inner)
}

/// Whether a loop surely has an iteration.
fn iterates(module: &Module, op: Op) -> bool {
    let bound = |key: &str| module.attr_map(module.attr(op, key)?)?.as_constant();
    bound("lowerBoundMap").zip(bound("upperBoundMap")).is_some_and(|(lower, upper)| lower < upper)
}

/// Whether a loop would be parallel outside of the loop in which it is, with these of the accesses of that.
pub(super) fn is_parallel_outside(
    module: &Module,
    outer: Op,
    inner: Op,
    may_alias: MayAlias<'_>,
    accesses: &[MemRefAccess],
) -> bool {
    let depends = module.operands(inner).iter().any(|bound| is_defined_inside(module, *bound, outer));
    let variable = module.entry(inner, 0).and_then(|body| module.args(body).first().copied());
    let step = module.op(inner).int("step").filter(|step| 0 < *step);
    match (variable, step) {
        (Some(variable), Some(step)) if !depends => {
            obstacle_among(module, outer, variable, step, may_alias, accesses).is_none()
        }
        _ => false,
    }
}

/// Exchanges bounds, variables and locations of a loop and the only one in it.
fn swap(module: &mut Module, outer: Op, inner: Op) {
    let [Some(around), Some(body)] = [outer, inner].map(|op| module.entry(op, 0)) else { return };
    let Some(first) = module.first_op(body) else { return };
    for op in module.ops_in(around) {
        if op != inner && module.next_op(op).is_some() {
            module.move_op(op, Place::Before(first));
        }
    }
    let headers = [outer, inner]
        .map(|op| (module.operands(op).to_vec(), module.attrs(op).to_vec(), module.location(op)));
    for (op, (operands, attrs, location)) in [inner, outer].into_iter().zip(headers) {
        module.set_operands(op, &operands);
        module.set_attrs(op, &attrs);
        module.set_location(op, location);
    }
    let variables = [around, body].map(|block| module.args(block)[0]);
    let uses = variables.map(|variable| module.uses(variable));
    for (uses, variable) in uses.into_iter().zip([variables[1], variables[0]]) {
        for used in uses {
            module.set_operand(used.op, used.index as usize, variable);
        }
    }
}
