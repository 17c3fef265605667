//! Threads of neighbouring rows: where they read the same elements for each of their columns, as the threads of a matrix
//! product do, two rows are computed together and load these once. More independent sums also hide the latency of
//! products; loops of multiply-adds get as many rows as their sums allow, and then as many vectors of a row.

use super::multiply_adds;
use super::strides::Strides;
use crate::analysis::multiply_adds::{MAX_SUMS, MultiplyAdds};
use crate::analysis::trip_count::trip_count;
use crate::rewrite::loop_jam::{is_copyable, is_shared, unroll_and_jam, varying};
use rustc_hash::FxHashSet;
use warpline_ir::artifact::{THREAD_ROWS, THREADS};
use warpline_ir::{Builder, MemRef, Module, Op, OpKind, Scf, Value};

/// The numbers of rows that are computed together.
const ROWS: [i64; 3] = [8, 4, 2];
/// The maximum number of operations of a row.
const MAX_OPS: usize = 128;
/// The maximum number of operations of a row with loops of multiply-adds.
const MAX_WIDE_OPS: usize = 1024;

/// Lets the loop over rows around a loop over threads compute several rows at a time; returns how many, if it does now.
pub(super) fn jam(module: &mut Module, thread_loop: Op) -> Option<i64> {
    let (rows, trips) = rows_of(module, thread_loop)?;
    let iv = |op: Op| module.entry(op, 0).and_then(|body| module.args(body).first().copied());
    let (row, column) = (iv(rows)?, iv(thread_loop)?);
    let along_rows = varying(module, rows, row);
    let differs = |load: &Op| module.operands(*load).iter().any(|value| along_rows.contains(value));
    let is_grid = |found: &MultiplyAdds| {
        let sides = |scalars: bool, vectors: bool| {
            found.steps.iter().all(|step| {
                step.scalars.iter().all(|load| differs(load) == scalars)
                    && step.vectors.iter().all(|load| differs(load) == vectors)
            })
        };
        sides(true, false) || sides(false, true)
    };
    let strides = Strides::of_loop(module, thread_loop).ok();
    let most = match strides.and_then(|strides| n_sums(module, &strides, thread_loop, is_grid)) {
        Some(n_sums) => MAX_SUMS / n_sums,
        None if MAX_OPS < module.walk(rows).len() => return None,
        None if has_shared_loads(module, (rows, &along_rows), (thread_loop, column)) => 2,
        None => return None,
    };
    let n = ROWS.into_iter().find(|n| trips % n == 0 && *n <= most as i64)?;
    unroll_and_jam(module, rows, row, 1, n);
    let step = Builder::before(module, rows).index(n);
    module.set_operand(rows, 2, step);
    Some(n)
}

/// Lets a loop over vectors of threads compute several vectors at a time, of which there are at most `most`.
pub(super) fn jam_vectors(module: &mut Module, vector_loop: Op, most: usize) {
    let view = module.op(vector_loop);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.named(name));
    let trips = trip_count(module, lower, upper, step);
    let Some(first) = module.entry(vector_loop, 0).and_then(|body| module.args(body).first().copied()) else {
        return;
    };
    // Memory that several vectors would use one after the other is not for copies of them.
    let varying = varying(module, vector_loop, first);
    let is_apart = |op: Op| match module.op(op).access() {
        Some((_, indices)) if module.n_results(op) == 0 => {
            indices.iter().any(|index| varying.contains(index))
        }
        _ => true,
    };
    let is_copied = module.walk(vector_loop)[1..].iter().all(|op| is_copyable(module, *op) && is_apart(*op));
    let (Some(trips), Some(step), true) = (trips, module.constant_int(step), is_copied) else { return };
    let Some(n) = (2..=most as i64).rev().find(|n| 0 < trips && trips % n == 0) else { return };
    unroll_and_jam(module, vector_loop, first, step, n);
    let step = Builder::before(module, vector_loop).index(step * n);
    module.set_operand(vector_loop, 2, step);
}

/// Returns the maximum number of sums of a loop in a thread, if all loops are of multiply-adds of this kind.
pub(super) fn n_sums(
    module: &Module,
    strides: &Strides,
    thread_loop: Op,
    fits: impl Fn(&MultiplyAdds) -> bool,
) -> Option<usize> {
    let loops = module.walk(thread_loop).into_iter().skip(1);
    let loops = loops.filter(|op| module.kind(*op) == OpKind::Scf(Scf::For));
    let found: Vec<MultiplyAdds> =
        loops.map(|op| multiply_adds(module, strides, op)).collect::<Option<_>>()?;
    found.iter().all(fits).then(|| found.iter().map(MultiplyAdds::n_sums).max()).flatten()
}

/// Whether a quarter of the loads of a thread differ between columns and not between rows.
fn has_shared_loads(
    module: &Module,
    (rows, along_rows): (Op, &FxHashSet<Value>),
    (thread_loop, column): (Op, Value),
) -> bool {
    let along_columns = varying(module, rows, column);
    let loads: Vec<Op> = module
        .walk(thread_loop)
        .into_iter()
        .filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Load))
        .collect();
    let is_wanted = |op: &&Op| {
        !is_shared(module, **op, rows, &along_columns) && is_shared(module, **op, rows, along_rows)
    };
    let n_shared = loads.iter().filter(is_wanted).count();
    n_shared != 0 && loads.len() <= n_shared * 4
}

/// Returns the loop over the rows of a block and their number, if nothing but a loop over threads is in it.
fn rows_of(module: &Module, thread_loop: Op) -> Option<(Op, i64)> {
    let rows = module.parent_op(thread_loop).filter(|op| module.attr(*op, THREAD_ROWS).is_some())?;
    let view = module.op(rows);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.named(name));
    let trips = trip_count(module, lower, upper, step)?;
    let ops = module.walk(rows);
    let n_inside = |op: &&Op| module.attr(**op, THREADS).is_some();
    let fits = 0 < trips
        && module.constant_int(step) == Some(1)
        && ops.len() <= MAX_WIDE_OPS
        && ops.iter().filter(n_inside).count() == 1
        && ops[1..].iter().all(|op| is_copyable(module, *op));
    fits.then_some((rows, trips))
}
