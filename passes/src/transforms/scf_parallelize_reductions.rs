//! Turns loops that carry reductions into `scf.parallel` with `scf.reduce`.
//!
//! An `scf.for` becomes parallel if each value that it carries is a reduction that may be done in any order: of integers, minima
//! and maxima of floats, and sums and products of floats with `reassoc`. A loop in it may do a part of the reduction, which then
//! begins with the neutral element. The flags of the operations stay, but for those about overflow, which holds for the order of
//! the program.
//!
//! That holds for loops over indices with a step from 1 to 65536 that write no memory, on the host before it is scheduled, in
//! no parallel loop, and with at least 4096 iterations of the innermost loop or an unknown number.
//!
//! Cost: one walk, and one walk of each nest.
//!
//! ```text
//! %s = scf.for %i = %a to %b step %c iter_args(%t = %x) -> (f32) {
//!   %u = arith.addf %t, %y fastmath<reassoc> : f32
//!   scf.yield %u : f32
//! }
//!   →  %s = scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> f32 {
//!        scf.reduce(%y : f32) {
//!        ^bb0(%t: f32, %v: f32):
//!          %u = arith.addf %t, %v fastmath<reassoc> : f32
//!          scf.reduce.return %u : f32
//!        }
//!      }
//! ```

use crate::analysis::access::touches_inside;
use crate::analysis::launches::is_scheduled;
use crate::analysis::linear::MAX_STEP;
use crate::analysis::spaces::allocates_much;
use crate::analysis::trip_count::trip_count;
use crate::rewrite::neutral::neutral;
use crate::transforms::dce::drop_dead_ops;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::RegionFlow;
use warpline_ir::dialect::scf::ForLoop;
use warpline_ir::{Arith, Attr, Builder, Math, Module, Op, OpKind, Place, Scf, Type, TypeKind, Value};

/// The `scf-parallelize-reductions` pass.
pub const PASS: Pass = Pass {
    name: "scf-parallelize-reductions",
    summary: "Turns scf.for loops that carry reductions into scf.parallel",
    options: &[],
    run: PassFn::Always(run),
};

/// The least number of iterations for which a reduction is worth its partial results.
const MIN_ITERATIONS: i64 = 4096;
/// The most loops in one another that reduce one value.
const MAX_DEPTH: usize = 8;

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    let mut work = vec![module.root()];
    while let Some(op) = work.pop() {
        match module.kind(op) {
            OpKind::Gpu(_) => continue,
            _ if is_scheduled(module, op) => continue,
            kind if kind.region_flow() == Some(RegionFlow::Parallel) => continue,
            OpKind::Scf(Scf::For) if parallelize(module, op).is_some() => {
                changed = true;
                continue;
            }
            _ => {}
        }
        work.extend(module.nested_ops(op).into_iter().rev());
    }
    changed.into()
}

/// A carried value that is a reduction.
#[derive(Clone, Copy)]
pub(crate) struct Reduction {
    /// The operation that combines two values.
    pub(crate) kind: Arith,
    /// Its flags, if it is on floats.
    pub(crate) flags: Option<Attr>,
    /// The operation that combines the value of an iteration with the carried one, or the loop that does.
    last: Op,
    /// The least number of iterations, if it is known.
    trips: Option<i64>,
}

/// Replaces a loop by a parallel one; `None` if it stays.
fn parallelize(module: &mut Module, op: Op) -> Option<()> {
    let view = ForLoop(module.op(op));
    let (lower, upper, step) = (view.lower_bound(), view.upper_bound(), view.step());
    let (inits, carried) = (view.inits().to_vec(), view.iter_args().to_vec());
    let body = view.body();
    module.constant_int(step).filter(|step| (1..=MAX_STEP).contains(step))?;
    if inits.is_empty() || module.type_of(lower) != Type::INDEX || module.attr(op, "unsignedCmp").is_some() {
        return None;
    }
    let reductions = reductions_of(module, op)?;
    let is_short = reductions.iter().all(|reduction| reduction.trips.is_some_and(|n| n < MIN_ITERATIONS));
    if is_short || allocates_much(module, op) {
        return None;
    }
    let touches = touches_inside(module, op).ok()?;
    if touches.iter().any(|touch| touch.is_write) {
        return None;
    }
    let end = module.last_op(body)?;
    let values =
        reductions.iter().zip(&carried).map(|(reduction, carried)| value(module, *reduction, *carried));
    let values: Vec<Value> = values.collect::<Option<_>>()?;
    let types: Vec<Type> = values.iter().map(|value| module.type_of(*value)).collect();
    let mut at = Builder::before(module, end);
    let reduce = at.op_with_regions(Scf::Reduce, &values, &[], &[], values.len());
    for (number, (reduction, ty)) in reductions.iter().zip(&types).enumerate() {
        let block = at.module.add_block(at.module.region(reduce, number), &[*ty, *ty]);
        let args = at.module.args(block).to_vec();
        let location = at.module.location(reduction.last);
        let mut inside = Builder::new(at.module, Place::End(block), location);
        let flags: Vec<_> = reduction.flags.map(|flags| ("fastmath", flags)).into_iter().collect();
        let combined = inside.value(reduction.kind, &args, *ty, &flags);
        inside.op(Scf::ReduceReturn, &[combined], &[], &[]);
    }
    module.erase(end);
    drop_dead_ops(module, op);
    for number in (0..carried.len()).rev() {
        module.remove_arg(body, 1 + number);
    }
    let operands = [&[lower, upper, step][..], &inits].concat();
    let segments = module.i32_array_attr([1, 1, 1, inits.len() as i64]);
    let attrs = [("operandSegmentSizes", segments)];
    let mut at = Builder::before(module, op);
    let parallel = at.op_with_regions(Scf::Parallel, &operands, &types, &attrs, 1);
    module.move_blocks(module.region(op, 0), module.region(parallel, 0));
    let totals: Vec<Value> = module.results(parallel).collect();
    module.replace_op(op, &totals);
    Some(())
}

/// Returns the reductions of an `scf.for`, if all values that it carries are some.
pub(crate) fn reductions_of(module: &Module, op: Op) -> Option<Vec<Reduction>> {
    (0..module.n_results(op)).map(|number| reduction(module, op, number, MAX_DEPTH)).collect()
}

/// Returns the reduction that a loop carries, if there is no other use of the carried value and of the sums.
fn reduction(module: &Module, op: Op, number: usize, depth: usize) -> Option<Reduction> {
    let depth = depth.checked_sub(1)?;
    let view = ForLoop(module.op(op));
    let carried = *view.iter_args().get(number)?;
    let yielded = module.operand(module.last_op(view.body())?, number);
    let last = module.defining_op(yielded).filter(|last| module.block_of(*last) == Some(view.body()))?;
    if module.uses(carried).len() != 1 || module.uses(yielded).len() != 1 || !has_neutral(module, yielded) {
        return None;
    }
    let trips = trip_count(module, view.lower_bound(), view.upper_bound(), view.step());
    let of = |kind| Some(Reduction { kind, flags: module.attr(last, "fastmath"), last, trips });
    let last_view = module.op(last);
    let may_reassociate = last_view.has_flag("fastmath", &["reassoc", "fast"]);
    let is_directed = last_view.attr("roundingmode").is_some();
    let combines = last_view.operands().contains(&carried);
    match module.kind(last) {
        OpKind::Arith(kind @ (Arith::AddF | Arith::MulF)) if combines && may_reassociate && !is_directed => {
            of(kind)
        }
        OpKind::Arith(kind) if combines && is_free(kind) => of(kind),
        OpKind::Math(Math::Fma) if may_reassociate && !is_directed && last_view.operand(2) == carried => {
            of(Arith::AddF)
        }
        OpKind::Scf(Scf::For) => {
            let inner = module.results(last).position(|result| result == yielded)?;
            let is_passed_on = ForLoop(last_view).inits().get(inner) == Some(&carried);
            let found = reduction(module, last, inner, depth).filter(|_| is_passed_on)?;
            let trips = trips.zip(found.trips).and_then(|(outer, inner)| outer.checked_mul(inner));
            Some(Reduction { last, trips, ..found })
        }
        _ => None,
    }
}

/// Whether there are neutral elements for the type of a value.
fn has_neutral(module: &Module, value: Value) -> bool {
    match *module.type_kind(module.type_of(value)) {
        TypeKind::Float(float) => float.machine().is_some(),
        TypeKind::Integer(width, _) => (1..=64).contains(&width),
        TypeKind::Index => true,
        _ => false,
    }
}

/// Whether values may be combined in any order without a flag.
fn is_free(kind: Arith) -> bool {
    matches!(
        kind,
        Arith::AddI
            | Arith::MulI
            | Arith::AndI
            | Arith::OrI
            | Arith::XOrI
            | Arith::MaxSI
            | Arith::MinSI
            | Arith::MaxUI
            | Arith::MinUI
            | Arith::MaximumF
            | Arith::MinimumF
            | Arith::MaxNumF
            | Arith::MinNumF
    )
}

/// Returns the value of an iteration, without the carried one.
fn value(module: &mut Module, reduction: Reduction, carried: Value) -> Option<Value> {
    let operands = module.operands(reduction.last).to_vec();
    match module.kind(reduction.last) {
        OpKind::Arith(_) => operands.into_iter().find(|operand| *operand != carried),
        OpKind::Math(_) => {
            let flags: Vec<_> = reduction.flags.map(|flags| ("fastmath", flags)).into_iter().collect();
            let ty = module.type_of(carried);
            Some(Builder::before(module, reduction.last).value(Arith::MulF, &operands[..2], ty, &flags))
        }
        _ => {
            let neutral = neutral(module, reduction.kind, module.type_of(carried))?;
            let neutral = Builder::before(module, reduction.last).constant(neutral)?;
            let number = operands.iter().position(|operand| *operand == carried)?;
            module.set_operand(reduction.last, number, neutral);
            Some(module.result(reduction.last, number - 3))
        }
    }
}
