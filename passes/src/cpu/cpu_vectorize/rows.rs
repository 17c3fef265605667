//! Threads of neighbouring rows: where they read the same elements for each of their columns, as the threads of a matrix
//! product do, two rows are computed together and load these once. More independent sums also hide the latency of
//! products.

use crate::conversion::index_math::trip_count;
use crate::loop_jam::{is_copyable, is_shared, unroll_and_jam, varying};
use warpline_ir::artifact::{THREAD_ROWS, THREADS};
use warpline_ir::{Builder, MemRef, Module, Op, OpKind};

/// The number of rows that are computed together.
const ROWS: i64 = 2;
/// The maximum number of operations of a row.
const MAX_OPS: usize = 128;

/// Lets the loop over rows around a loop over threads compute several rows at a time; whether it does now.
pub(super) fn jam(module: &mut Module, thread_loop: Op) -> bool {
    let Some(rows) = rows_of(module, thread_loop) else { return false };
    let iv = |op: Op| module.entry(op, 0).and_then(|body| module.args(body).first().copied());
    let (Some(row), Some(column)) = (iv(rows), iv(thread_loop)) else { return false };
    let (along_rows, along_columns) = (varying(module, rows, row), varying(module, rows, column));
    let loads: Vec<Op> = module
        .walk(thread_loop)
        .into_iter()
        .filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Load))
        .collect();
    let is_wanted = |op: &&Op| {
        !is_shared(module, **op, rows, &along_columns) && is_shared(module, **op, rows, &along_rows)
    };
    let n_shared = loads.iter().filter(is_wanted).count();
    if n_shared == 0 || n_shared * 4 < loads.len() {
        return false;
    }
    unroll_and_jam(module, rows, row, 1, ROWS);
    let step = Builder::before(module, rows).index(ROWS);
    module.set_operand(rows, 2, step);
    true
}

/// Returns the loop over the rows of a block, an even number of them, if nothing but a loop over threads is in it.
fn rows_of(module: &Module, thread_loop: Op) -> Option<Op> {
    let rows = module.parent_op(thread_loop).filter(|op| module.attr(*op, THREAD_ROWS).is_some())?;
    let view = module.op(rows);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.named(name));
    let trips = trip_count(module, lower, upper, step)?;
    let ops = module.walk(rows);
    let n_inside = |op: &&Op| module.attr(**op, THREADS).is_some();
    let fits = trips % ROWS == 0
        && 0 < trips
        && module.constant_int(step) == Some(1)
        && ops.len() <= MAX_OPS
        && ops.iter().filter(n_inside).count() == 1
        && ops[1..].iter().all(|op| is_copyable(module, *op));
    fits.then_some(rows)
}
