//! `gpu-expand-reductions`: rewrites outermost `scf.parallel` loops with reductions as loops that store their
//! results to buffers.
//!
//! A kernel has no results, so each reduced value goes through a buffer, which the host loads afterwards. If every
//! reduction may be reassociated (integers, minima and maxima, `addf` and `mulf` with `reassoc`), up to 1024
//! iterations each combine a part of the values, and one more loop combines these parts:
//!
//! ```text
//! %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> i32 { … scf.reduce(%v) { addi } }
//!   → scf.parallel (%p) = (%c0) to (%parts) step (%c1) {
//!       %s = scf.parallel (%i) = (%p) to (%n) step (%parts) init (%zero) -> i32 { … scf.reduce(%v) { addi } }
//!       memref.store %s, %partial[%p]
//!     }
//!     scf.parallel (%q) = (%c0) to (%c1) step (%c1) {
//!       %s = scf.parallel (%p) = (%c0) to (%parts) step (%c1) init (%x) -> i32 { … %partial[%p] … }
//!       memref.store %s, %total[]
//!     }
//!     %r = memref.load %total[]
//! ```
//!
//! With `chunks`, each part of a loop of one dimension without loops in it is of neighbouring iterations, which the threads of a
//! block share (`gpu-map-parallel-loops{rows=true}`).
//!
//! Any other reduction keeps the order of the loop: a single iteration does all of it. The inner loops get no
//! mapping and run sequentially. Loops with few iterations are also reduced by one iteration. Loops that reduce
//! anything but integers, indices and floats are left unchanged. Cost: linear in the size of the module.

use crate::analysis::trip_count::trip_count;
use crate::gpu::nest::{Reduces, outermost_loops};
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::rewrite::index_math::{add, ceildiv_trips, multiply};
use crate::rewrite::neutral::neutral;
use rustc_hash::FxHashMap;
use warpline_ir::def::RegionFlow;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{
    Arith, Attr, Block, Builder, MemRef, Module, Op, OpKind, Place, Reported, Scf, Type, TypeKind, Value,
};

/// The `gpu-expand-reductions` pass.
pub const PASS: Pass = Pass {
    name: "gpu-expand-reductions",
    summary: "Rewrites outermost parallel loops with reductions to loops that store their totals",
    options: &[PassOption {
        name: "chunks",
        summary: "Whether parts of one loop are of neighbouring iterations: true or false",
        default: "false",
    }],
    run: PassFn::MayFail(run),
};

/// The maximum number of partial results of a reassociated reduction.
const MAX_PARTS: i64 = 1024;
/// Loops of at most this many iterations are reduced by one iteration.
const FEW_ITERATIONS: i64 = 64;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let has_chunks = cx.bool_option("chunks")?;
    let mut changed = false;
    for op in outermost_loops(cx.module, Reduces::Yes) {
        if cx.module.results(op).all(|result| is_scalar(cx.module, cx.module.type_of(result))) {
            expand(cx.module, op, has_chunks);
            changed = true;
        }
    }
    Ok(changed.into())
}

fn is_scalar(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(..) | TypeKind::Index | TypeKind::Float(_))
}

/// Rewrites one loop.
fn expand(module: &mut Module, op: Op, has_chunks: bool) {
    let neutral = if is_short(module, op) { None } else { neutral_values(module, op) };
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let mut at = Builder::before(module, op);
    let totals: Vec<Value> = types.iter().map(|ty| allocate(&mut at, &[], *ty)).collect();
    match neutral {
        Some(neutral) => reduce_by_parts(module, op, &neutral, &totals, has_chunks),
        None => reduce_in_order(module, op, &totals),
    }
}

/// Whether a loop is known to have few iterations.
fn is_short(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.group(name));
    let bounds = lower.iter().zip(upper).zip(step);
    let trips = bounds.map(|((lower, upper), step)| trip_count(module, *lower, *upper, *step));
    let count = trips.into_iter().try_fold(1i64, |count, trips| count.checked_mul(trips?));
    count.is_some_and(|count| count <= FEW_ITERATIONS)
}

/// Builds the number of iterations of all dimensions, before the loop.
fn iterations(module: &mut Module, op: Op) -> Value {
    let view = module.op(op);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.group(name).to_vec());
    let mut at = Builder::before(module, op);
    let mut count = at.index(1);
    for ((lower, upper), step) in lower.iter().zip(&upper).zip(&step) {
        let trips = ceildiv_trips(&mut at, *lower, *upper, *step);
        count = multiply(&mut at, count, trips);
    }
    count
}

fn allocate(at: &mut Builder<'_>, shape: &[i64], element: Type) -> Value {
    let ty = at.module.intern_type(TypeKind::MemRef(shape.into(), element, None, None));
    let segments = at.module.i32_array_attr([0, 0]);
    at.value(MemRef::Alloc, &[], ty, &[("operandSegmentSizes", segments)])
}

/// Wraps the loop in a loop of one iteration that stores the results.
fn reduce_in_order(module: &mut Module, op: Op, totals: &[Value]) {
    load_totals(module, op, totals);
    let mut at = Builder::before(module, op);
    let one = at.index(1);
    let (_, end) = build_loop(&mut at, one);
    module.move_op(op, Place::Before(end));
    store_results(module, op, end, totals, &[]);
}

/// Splits the loop into a loop over parts and a loop that combines them.
fn reduce_by_parts(module: &mut Module, op: Op, neutral: &[Attr], totals: &[Value], has_chunks: bool) {
    let is_loop = |op: &Op| module.kind(*op).region_flow().is_some_and(RegionFlow::repeats);
    let is_single = module.op(op).group("step").len() == 1 && !module.walk(op)[1..].iter().any(is_loop);
    let count = iterations(module, op);
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let mut at = Builder::before(module, op);
    let n_parts = number_of_parts(&mut at, count);
    let size = at.module.constant_int(n_parts).unwrap_or(MAX_PARTS);
    let partial: Vec<Value> = types.iter().map(|ty| allocate(&mut at, &[size], *ty)).collect();
    let (zero, one) = (at.index(0), at.index(1));
    let chunk = (has_chunks && is_single).then(|| ceildiv_trips(&mut at, zero, count, n_parts));
    let (body, end) = build_loop(&mut at, n_parts);
    let part = at.module.args(body)[0];
    let mut at = Builder::new(at.module, Place::Before(end), at.location);
    let starts: Vec<Value> = neutral.iter().filter_map(|value| at.constant(*value)).collect();
    let bounds = match chunk {
        Some(chunk) => {
            let first = multiply(&mut at, part, chunk);
            let next = add(&mut at, first, chunk);
            [first, at.binary(Arith::MinSI, next, count), one]
        }
        None => [part, count, n_parts],
    };
    let inner = build_reduction(&mut at, bounds, &starts, &types);
    let (_, reduce) = take_body(module, op, inner);
    store_results(module, inner, end, &partial, &[part]);
    combine_parts(module, op, reduce, n_parts, &partial, totals);
    load_totals(module, op, totals);
    let at_end: Vec<Value> = module.results(op).collect();
    debug_assert!(at_end.iter().all(|result| module.is_unused(*result)), "totals replace all results");
    let mut at = Builder::before(module, op);
    for buffer in &partial {
        at.op(MemRef::Dealloc, &[*buffer], &[], &[]);
    }
    module.erase(op);
}

/// Builds the number of parts: that of the iterations, at most [`MAX_PARTS`], at least one.
fn number_of_parts(at: &mut Builder<'_>, count: Value) -> Value {
    if let Some(count) = at.module.constant_int(count) {
        return at.index(count.clamp(1, MAX_PARTS));
    }
    let (one, most) = (at.index(1), at.index(MAX_PARTS));
    let count = at.binary(Arith::MinSI, count, most);
    at.binary(Arith::MaxSI, count, one)
}

/// Combines the parts in order, in a loop of one iteration before `op`, and stores the results.
fn combine_parts(
    module: &mut Module,
    op: Op,
    reduce: Op,
    n_parts: Value,
    partial: &[Value],
    totals: &[Value],
) {
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let inits = module.op(op).group("initVals").to_vec();
    let mut at = Builder::before(module, op);
    let one = at.index(1);
    let (_, end) = build_loop(&mut at, one);
    let mut at = Builder::new(at.module, Place::Before(end), at.location);
    let (zero, one) = (at.index(0), at.index(1));
    let inner = build_reduction(&mut at, [zero, n_parts, one], &inits, &types);
    let body = at.module.entry(inner, 0).expect("a loop that was just built has a body");
    let part = at.module.args(body)[0];
    let copy = at.module.clone_op(reduce, &mut FxHashMap::default());
    at.module.insert(copy, Place::End(body));
    let mut at = Builder::new(at.module, Place::Before(copy), at.location);
    let loaded: Vec<Value> = partial
        .iter()
        .zip(&types)
        .map(|(buffer, ty)| at.value(MemRef::Load, &[*buffer, part], *ty, &[]))
        .collect();
    module.set_operands(copy, &loaded);
    store_results(module, inner, end, totals, &[]);
}

/// Replaces the results of the loop by loads after it, and frees the buffers.
fn load_totals(module: &mut Module, op: Op, totals: &[Value]) {
    let results: Vec<Value> = module.results(op).collect();
    let mut at = Builder::after(module, op);
    for (result, total) in results.iter().zip(totals) {
        let ty = at.module.type_of(*result);
        let loaded = at.value(MemRef::Load, &[*total], ty, &[]);
        at.module.replace_all_uses(*result, loaded);
    }
    for total in totals {
        at.op(MemRef::Dealloc, &[*total], &[], &[]);
    }
}

/// Stores the results of a loop before `end`.
fn store_results(module: &mut Module, op: Op, end: Op, buffers: &[Value], indices: &[Value]) {
    let results: Vec<Value> = module.results(op).collect();
    let mut at = Builder::before(module, end);
    for (result, buffer) in results.iter().zip(buffers) {
        at.op(MemRef::Store, &[&[*result, *buffer], indices].concat(), &[], &[]);
    }
}

/// Builds an empty `scf.parallel` over the numbers below `count`; returns its body and terminator.
fn build_loop(at: &mut Builder<'_>, count: Value) -> (Block, Op) {
    let (zero, one) = (at.index(0), at.index(1));
    let op = build_reduction(at, [zero, count, one], &[], &[]);
    let body = at.module.entry(op, 0).expect("a loop that was just built has a body");
    let end = Builder::new(at.module, Place::End(body), at.location).op(Scf::Reduce, &[], &[], &[]);
    (body, end)
}

/// Builds an `scf.parallel` of one dimension, whose body is still empty.
fn build_reduction(at: &mut Builder<'_>, bounds: [Value; 3], inits: &[Value], types: &[Type]) -> Op {
    let segments = at.module.i32_array_attr([1, 1, 1, inits.len() as i64]);
    let operands = [&bounds[..], inits].concat();
    let attrs = [("operandSegmentSizes", segments)];
    let op = at.op_with_regions(Scf::Parallel, &operands, types, &attrs, 1);
    let region = at.module.region(op, 0);
    at.module.add_block(region, &[Type::INDEX]);
    op
}

/// Moves the body of a loop to one whose only index counts the iterations of all dimensions; returns its block and
/// terminator.
fn take_body(module: &mut Module, from: Op, to: Op) -> (Block, Op) {
    let view = module.op(from);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.group(name).to_vec());
    let old = module.entry(from, 0).expect("a verified loop has a body");
    let new = module.entry(to, 0).expect("a loop that was just built has a body");
    let location = module.location(from);
    let mut rest = module.args(new)[0];
    for (dim, index) in module.args(old).to_vec().into_iter().enumerate().rev() {
        let mut at = Builder::new(module, Place::End(new), location);
        let number = if dim == 0 {
            rest
        } else {
            let trips = ceildiv_trips(&mut at, lower[dim], upper[dim], step[dim]);
            let number = at.binary(Arith::RemSI, rest, trips);
            rest = at.binary(Arith::DivSI, rest, trips);
            number
        };
        let offset = multiply(&mut at, number, step[dim]);
        let value = add(&mut at, lower[dim], offset);
        module.replace_all_uses(index, value);
    }
    module.move_block_ops(old, Place::End(new));
    let end = module.last_op(new).expect("a verified loop has an end");
    (new, end)
}

/// Returns the neutral element of each reduction, if all of them may be reassociated.
fn neutral_values(module: &mut Module, op: Op) -> Option<Vec<Attr>> {
    let reduce = module.last_op(module.entry(op, 0)?)?;
    let regions = 0..module.regions_of(reduce).len();
    let kinds: Vec<(Arith, Type)> =
        regions.map(|index| free_kind(module, reduce, index)).collect::<Option<_>>()?;
    kinds.into_iter().map(|(kind, ty)| neutral(module, kind, ty)).collect()
}

/// Returns the single operation that combines two values of a reduction, if it may be reassociated.
fn free_kind(module: &Module, reduce: Op, index: usize) -> Option<(Arith, Type)> {
    let body = module.entry(reduce, index)?;
    let [combine, end] = module.ops_in(body)[..] else { return None };
    let OpKind::Arith(kind) = module.kind(combine) else { return None };
    let mut operands = module.operands(combine).to_vec();
    operands.sort_unstable();
    let mut args = module.args(body).to_vec();
    args.sort_unstable();
    let result = module.result(combine, 0);
    let is_plain = operands == args && module.operands(end) == [result];
    let is_free = (!matches!(kind, Arith::AddF | Arith::MulF) || may_reassociate(module, combine))
        && direction_of(module.op(combine)).is_none();
    (is_plain && is_free).then(|| (kind, module.type_of(result)))
}

/// Whether an operation on floats has the flag `reassoc`.
fn may_reassociate(module: &Module, op: Op) -> bool {
    module.op(op).has_flag("fastmath", &["reassoc", "fast"])
}
