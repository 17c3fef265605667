//! `cpu-vectorize`: lets the lanes of a vector be the threads of a block.
//!
//! The threads of a block run in any order between two barriers, hence also one operation after the other, each for
//! several threads. The innermost loop over threads of a function that `cpu-shape-kernels` built becomes a loop over
//! groups of 16, 8 or 4 threads, followed by loops over what is left.
//!
//! ```text
//! scf.for %t = %c0 to %c64 step %c1 {                   scf.for %t = %c0 to %c64 step %c16 {
//!   %v = memref.load %x[%t] : memref<?xf32>               %v = vector.load %x[%t] : memref<?xf32>, vector<16xf32>
//!   %w = arith.mulf %v, %a : f32                   →      %b = vector.broadcast %a : f32 to vector<16xf32>
//!   memref.store %w, %x[%t] : memref<?xf32>               %w = arith.mulf %v, %b : vector<16xf32>
//! } {warpline.threads}                                    vector.store %w, %x[%t] : memref<?xf32>, vector<16xf32>
//!                                                       }
//! ```
//!
//! Values that are uniform stay scalar, and so do integers that grow by a constant from thread to thread, which
//! address adjacent elements (`strides.rs`). Other operations work on vectors (`elementwise.rs`) or are repeated
//! for each lane. Loops of which only some threads do something get shorter first (`range.rs`).
//!
//! Where the threads of a row are no multiple of a vector, the last vector (`repeat.rs`) may begin with threads that ran
//! before, if they write the same again.
//!
//! Rows of threads that are rows of all buffers are joined first (`whole_rows.rs`). Where rows of threads read the same
//! elements, several rows are computed together (`rows.rs`).
//!
//! A branch is taken by all lanes together if they agree. If not, both sides run under masks, or one lane after the other
//! if a side has scattered accesses or other effects. A loop whose bounds differ runs for all lanes as long as each of them
//! does, and then for each one; a loop that only computes runs until the last lane has left it (`divergence.rs`).
//!
//! Every operation has the same operands as before, so results do not depend on the number of lanes. A loop stays as
//! it is if a thread waits for others, if threads print, or if vectors are not estimated to be faster. Cost: the size of
//! the body times the nesting of branches and loops that differ between lanes.

mod body;
mod cost;
mod divergence;
mod elementwise;
mod lanes;
mod range;
mod repeat;
mod rows;
mod strides;
mod whole_rows;

use crate::analysis::multiply_adds::{MAX_SUMS, MultiplyAdds};
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::rewrite::loop_jam::deciding;
use crate::transforms::dce::drop_dead_ops;
use cost::{Cost, Costs};
use elementwise::registers;
use lanes::{Form, Lanes, end_of};
use strides::{Refusal, Stride, Strides, is_contiguous};
use warpline_ir::artifact::{COLD, LOGS, SCRATCH_BYTES, THREAD_ROWS, THREADS};
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Arith, Block, Builder, MemRef, Module, Op, OpKind, Reported, Scf, Span, Type, Value, codes,
};

/// The `cpu-vectorize` pass.
pub const PASS: Pass = Pass {
    name: "cpu-vectorize",
    summary: "Converts loops over threads to loops over vectors of threads",
    options: &[PassOption {
        name: "width",
        summary: "The maximum number of threads of a vector: 16, 8 or 4; 1 leaves all loops as they are",
        default: "16",
    }],
    run: PassFn::MayFail(run),
};

/// The numbers of lanes.
const WIDTHS: [usize; 3] = [16, 8, 4];
/// The maximum number of registers of 16 that loops should carry values in.
const MAX_CARRIED: usize = 12;
/// The maximum number of vectors without a loop.
const MAX_UNROLLED: i64 = 4;
/// The maximum number of operations of a body that is repeated without a loop.
const MAX_UNROLLED_OPS: usize = 48;
/// The maximum number of operations of a body that is rarely executed: longer ones stay scalar, which compiles faster.
const MAX_COLD_OPS: usize = 96;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let widest = match cx.option("width") {
        "1" => return Ok(Changed::No),
        "4" => 4,
        "8" => 8,
        "16" => 16,
        other => {
            let message =
                format!("expected 16, 8, 4 or 1 as 'width' of '{}', but found '{other}'", PASS.name);
            return Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message));
        }
    };
    let revision = cx.module.revision();
    for table in device_modules(cx.module) {
        // The race detector reports accesses of threads.
        if cx.module.attr(table, LOGS).is_some() {
            continue;
        }
        let functions: Vec<Op> = cx
            .module
            .walk(table)
            .into_iter()
            .filter(|op| cx.module.attr(*op, SCRATCH_BYTES).is_some())
            .collect();
        for function in functions {
            let mut free_buffers = Vec::new();
            for thread_loop in thread_loops(cx.module, function) {
                if is_cold(cx.module, thread_loop) && MAX_COLD_OPS < cx.module.walk(thread_loop).len() {
                    cx.remark(thread_loop, || {
                        "scalar threads: the version without checks has vectors".to_string()
                    });
                    continue;
                }
                if range::narrow(cx.module, thread_loop) {
                    continue;
                }
                if whole_rows::join(cx.module, thread_loop) {
                    cx.remark(thread_loop, || "rows of threads joined".to_string());
                }
                if let Some(n) = rows::jam(cx.module, thread_loop) {
                    cx.remark(thread_loop, || format!("{n} rows of threads together"));
                }
                match Plan::of(cx.module, thread_loop, widest) {
                    Ok(plan) => {
                        cx.remark(thread_loop, || format!("vectors of {} threads", plan.width));
                        plan.apply(cx.module, function, &mut free_buffers);
                    }
                    Err((op, why)) => cx.remark(op, || format!("scalar threads: {why}")),
                }
            }
            for op in cx.module.walk(function) {
                cx.module.remove_attr(op, THREAD_ROWS);
            }
            drop_dead_ops(cx.module, function);
        }
    }
    Ok((cx.module.revision() != revision).into())
}

/// Returns the number of lanes for which what the loops of a body carry stays in registers.
fn carried_width(module: &Module, strides: &Strides, thread_loop: Op) -> usize {
    let loops = module.walk(thread_loop).into_iter().skip(1);
    let loops = loops.filter(|op| module.kind(*op) == OpKind::Scf(Scf::For));
    let n_carried = |op: Op, width: usize| -> usize {
        let varying = module.results(op).filter(|value| strides.of(*value) == Stride::Varying);
        varying.map(|value| registers(module, module.type_of(value), width)).sum()
    };
    // Loops of multiply-adds have wider registers.
    let is_wide = |op: &Op| multiply_adds(module, strides, *op).is_some_and(|found| 1 < found.n_sums());
    let loops: Vec<Op> = loops.filter(|op| !is_wide(op)).collect();
    let fits = |width: &usize| loops.iter().all(|op| n_carried(*op, *width) <= MAX_CARRIED);
    WIDTHS.into_iter().find(fits).unwrap_or(4)
}

/// Returns a loop of scalar threads as one of multiply-adds, if vectors of threads make it one.
fn multiply_adds(module: &Module, strides: &Strides, op: Op) -> Option<MultiplyAdds> {
    // Lanes that take other ways load under masks.
    let is_taken_together = |op: Op| {
        deciding(module, op).is_some_and(|values| values.iter().all(|value| strides.is_uniform(*value)))
    };
    let around = std::iter::successors(Some(op), |op| module.parent_op(*op));
    let mut around = around.take_while(|op| module.attr(*op, THREADS).is_none());
    if !around.all(is_taken_together) {
        return None;
    }
    let loads = |factors: [Value; 2]| {
        let [a, b] = factors.map(|value| {
            module.defining_op(value).filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Load))
        });
        let (a, b) = (a?, b?);
        let is_vector = |op: Op| is_contiguous(module, strides, op);
        let is_scalar = |op: Op| strides.is_uniform(module.result(op, 0));
        match (is_scalar(a) && is_vector(b), is_scalar(b) && is_vector(a)) {
            (true, false) => Some((a, b)),
            (false, true) => Some((b, a)),
            _ => None,
        }
    };
    MultiplyAdds::of(module, op, loads)
}

fn thread_loops(module: &Module, function: Op) -> Vec<Op> {
    module.walk(function).into_iter().filter(|op| module.attr(*op, THREADS).is_some()).collect()
}

/// Whether a loop is in a side of a branch that is rarely taken.
fn is_cold(module: &Module, op: Op) -> bool {
    let around = std::iter::successors(Some(op), |op| module.parent_op(*op));
    around.take_while(|op| module.attr(*op, SCRATCH_BYTES).is_none()).any(|inner| {
        let Some(branch) = module.parent_op(inner) else { return false };
        module.attr(branch, COLD).is_some() && module.entry(branch, 1) == module.block_of(inner)
    })
}

/// A loop over threads that is to be converted.
struct Plan {
    thread_loop: Op,
    body: Block,
    /// The number of threads, if it is known.
    size: Option<i64>,
    /// The number of lanes.
    width: usize,
    strides: Strides,
    /// Whether there is no loop over the vectors.
    is_unrolled: bool,
    /// Whether threads can run twice.
    is_repeatable: bool,
    /// The maximum number of vectors that are computed together.
    n_together: usize,
}

impl Plan {
    fn of(module: &Module, thread_loop: Op, widest: usize) -> Result<Self, Refusal> {
        let strides = Strides::of_loop(module, thread_loop)?;
        let size = module.constant_int(module.op(thread_loop).named("upperBound"));
        let widest = widest.min(if strides.has_wide_floats(module, thread_loop) { 8 } else { 16 });
        let widest = widest.min(carried_width(module, &strides, thread_loop));
        let fits = |width: &usize| *width <= widest && size.is_none_or(|size| *width as i64 <= size);
        let width = WIDTHS
            .into_iter()
            .find(fits)
            .ok_or((thread_loop, "a block has fewer than 4 threads in a row"))?;
        let body = module.entry(thread_loop, 0).ok_or((thread_loop, "there is no body"))?;
        let is_unrolled = size.is_some_and(|size| size <= MAX_UNROLLED * width as i64)
            && strides.has_scattered_numbers()
            && module.walk(thread_loop).len() <= MAX_UNROLLED_OPS;
        let costs = Costs { module, strides: &strides, width, is_unrolled };
        let Cost { scalar, lanes } = costs.of_block(body);
        if scalar * width < lanes + lanes / 4 {
            return Err((thread_loop, "vectors are not estimated to be faster"));
        }
        let is_repeatable = repeat::is_repeatable(module, thread_loop);
        let n_sums = rows::n_sums(module, &strides, thread_loop, |_| true);
        let n_together = n_sums.map_or(1, |n_sums| MAX_SUMS / n_sums);
        Ok(Self { thread_loop, body, size, width, strides, is_unrolled, is_repeatable, n_together })
    }

    /// Builds loops over vectors before the loop, which executes the threads that are left or is erased.
    fn apply(&self, module: &mut Module, function: Op, free_buffers: &mut Vec<Value>) {
        let Some(start) = module.entry(function, 0).and_then(|entry| module.first_op(entry)) else { return };
        let view = module.op(self.thread_loop);
        let (upper, mut begin) = (view.named("upperBound"), view.named("lowerBound"));
        if let Some(size) = self.size {
            let mut done = 0;
            for width in WIDTHS.into_iter().filter(|width| *width <= self.width) {
                let (step, rest) = (width as i64, (size - done) % width as i64);
                if done < size - rest {
                    done = size - rest;
                    let end = Builder::before(module, self.thread_loop).index(done);
                    self.build(module, [begin, end], (start, width), free_buffers);
                    begin = end;
                }
                // The threads that are left fill most of a vector: some of those before run once more in it.
                let is_mostly_full = match (width, self.n_together) {
                    (_, 2..) => 0 < rest,
                    (4, _) => 2 <= rest,
                    _ => step < 2 * rest,
                };
                if self.is_repeatable && is_mostly_full {
                    let mut at = Builder::before(module, self.thread_loop);
                    let bounds = [at.index(size - step), at.index(size)];
                    self.build(module, bounds, (start, width), free_buffers);
                    done = size;
                }
            }
            if done == size {
                module.erase(self.thread_loop);
                return;
            }
        } else {
            let mut at = Builder::before(module, self.thread_loop);
            let mask = at.index(-(self.width as i64));
            let end = at.binary(Arith::AndI, upper, mask);
            self.build(module, [begin, end], (start, self.width), free_buffers);
            begin = end;
        }
        module.set_operand(self.thread_loop, 0, begin);
        module.remove_attr(self.thread_loop, THREADS);
    }

    /// Builds a loop over vectors of threads, or one vector without a loop.
    fn build(
        &self,
        module: &mut Module,
        [begin, end]: [Value; 2],
        (start, width): (Op, usize),
        free_buffers: &mut Vec<Value>,
    ) {
        let Some(variable) = module.args(self.body).first().copied() else { return };
        let step = width as i64;
        if let [Some(begin), Some(end)] = [begin, end].map(|bound| module.constant_int(bound))
            && (self.is_unrolled || end - begin == step)
        {
            for first in (begin..end).step_by(width) {
                let mut lanes =
                    Lanes::new(module, self.thread_loop, (start, width), &self.strides, free_buffers);
                let numbers = (first..first + step).map(i64::cast_unsigned).collect();
                lanes.set(variable, Form::Numbers(numbers));
                lanes.block(self.body);
            }
            return;
        }
        let mut lanes = Lanes::new(module, self.thread_loop, (start, width), &self.strides, free_buffers);
        let step = lanes.at.index(step);
        let built = lanes.at.op_with_regions(Scf::For, &[begin, end, step], &[], &[], 1);
        let (args, place) = end_of(lanes.at.module, built, 0, &[Type::INDEX]);
        lanes.set(variable, Form::First(args[0]));
        lanes.region(Some(self.body), place, &[]);
        if 1 < self.n_together {
            rows::jam_vectors(module, built, self.n_together);
        }
    }
}
