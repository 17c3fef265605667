//! Unrolls kernel loops whose bounds vary within a short constant range.
//!
//! A loop clipped at the edge of an image, from `max(1 - %y, 0)` to `min(29 - %y, 3)`, runs the iterations 0, 1 and
//! 2 at most, for any `%y`. A copy of the body for each of them, guarded by the condition that the loop would have
//! run it, has no counter and no back edge, so that the chip's compiler can issue the loads of all copies at once.
//! Loops with constant bounds stay, since that compiler unrolls them itself, unless `constant=16` asks for those of at
//! most 16 iterations as well. Of those, `multiply-adds=false` leaves the inner loops of matrix products, for which the CPU
//! has wider vectors.
//!
//! A loop is unrolled if its step is 1, the ranges of its bounds leave at most 8 iterations, and the copies have at
//! most 256 operations. Inner loops are unrolled first. Cost: one walk to find the ranges, one over the loops, and
//! the copies.
//!
//! ```text
//! %r = scf.for %i = %lo to %hi step %c1                 %p = arith.cmpi sle, %lo, %k0 : index
//!     iter_args(%a = %x) -> (f32) {                →    %q = arith.cmpi slt, %k0, %hi : index
//!   …                                                   %0 = arith.andi %p, %q : i1
//!   scf.yield %b : f32                                  %1 = scf.if %0 -> (f32) { … } else { scf.yield %x : f32 }
//! }                                                     …
//! ```

use crate::analysis::launches::{Launches, Sizes};
use crate::analysis::multiply_adds::MultiplyAdds;
use crate::analysis::ranges::{Range, Ranges};
use crate::pass::PassOption;
use crate::transforms::canonicalize::inline::copy_block;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::{
    Arith, Block, Builder, Gpu, MemRef, Module, Op, OpKind, Place, Reported, Scf, Type, Value,
};

/// The maximum number of copies of a body.
const MAX_COPIES: i64 = 8;
/// The maximum number of operations in all copies of a body.
const MAX_OPS: usize = 256;

/// The `gpu-unroll-bounded-loops` pass.
pub const PASS: Pass = Pass {
    name: "gpu-unroll-bounded-loops",
    summary: "Unrolls loops of kernels whose bounds vary within a short range",
    options: &[
        PassOption {
            name: "constant",
            summary: "The maximum number of iterations of loops with constant bounds that are unrolled",
            default: "0",
        },
        PassOption {
            name: "multiply-adds",
            summary: "Whether loops of at least 8 iterations that only add products of loaded numbers are unrolled",
            default: "true",
        },
    ],
    run: PassFn::MayFail(run),
};

/// Which loops with constant bounds are unrolled.
#[derive(Clone, Copy)]
struct Config {
    constant: i64,
    multiply_adds: bool,
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let config =
        Config { constant: cx.int_option("constant")?, multiply_adds: cx.option("multiply-adds") != "false" };
    let module = &mut *cx.module;
    let launches = Launches::of(module);
    let mut changed = false;
    for kernel in module.walk(module.root()) {
        if module.kind(kernel) == OpKind::Gpu(Gpu::Func) {
            let sizes = launches.sizes(module, kernel);
            changed |= unroll_in(module, kernel, (&launches, &sizes), config);
        }
    }
    Ok(changed.into())
}

fn unroll_in(
    module: &mut Module,
    kernel: Op,
    (launches, sizes): (&Launches, &Sizes),
    config: Config,
) -> bool {
    let loops: Vec<Op> =
        module.walk(kernel).into_iter().filter(|op| module.kind(*op) == OpKind::Scf(Scf::For)).collect();
    if loops.is_empty() {
        return false;
    }
    let ranges = Ranges::of_function(module, kernel, &launches.argument_ranges(module, kernel), sizes);
    let mut changed = false;
    // Inner loops follow outer ones in the walk.
    for op in loops.into_iter().rev() {
        if let Some(plan) = Plan::of(module, op, &ranges, config) {
            plan.apply(module);
            changed = true;
        }
    }
    changed
}

/// Whether a loop only adds products of loaded numbers.
fn is_multiply_adds(module: &Module, op: Op) -> bool {
    let load = |value: Value| {
        module.defining_op(value).filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Load))
    };
    MultiplyAdds::of(module, op, |[a, b]| Some((load(a)?, load(b)?))).is_some()
}

/// A loop to unroll.
struct Plan {
    op: Op,
    body: Block,
    /// The possible values of its induction variable.
    numbers: Range,
    lower: Range,
    upper: Range,
}

impl Plan {
    fn of(module: &Module, op: Op, ranges: &Ranges, config: Config) -> Option<Self> {
        let view = module.op(op);
        let body = view.entry(0)?;
        let [lower, upper] = ["lowerBound", "upperBound"].map(|name| ranges.of(view.named(name)));
        let is_constant = lower.min == lower.max && upper.min == upper.max;
        let step = module.constant_int(view.named("step"));
        let most = if is_constant { config.constant } else { MAX_COPIES };
        if step != Some(1) || view.attr("unsignedCmp").is_some() {
            return None;
        }
        let n_copies = upper.max.checked_sub(lower.min).filter(|n| (1..=most).contains(n))?;
        if !config.multiply_adds && is_constant && is_multiply_adds(module, op) {
            return None;
        }
        // The loop itself is counted, for the condition of a copy.
        let n_ops = module.walk(op).len();
        let numbers = Range { min: lower.min, max: upper.max - 1 };
        (n_ops * n_copies as usize <= MAX_OPS).then_some(Self { op, body, numbers, lower, upper })
    }

    /// Copies the body for each value and erases the loop.
    fn apply(&self, module: &mut Module) {
        let mut carried = module.op(self.op).group("initArgs").to_vec();
        for number in self.numbers.min..=self.numbers.max {
            carried = self.copy(module, number, &carried);
        }
        module.replace_op(self.op, &carried);
    }

    /// Builds the body for a value before the loop; returns the carried values.
    fn copy(&self, module: &mut Module, number: i64, carried: &[Value]) -> Vec<Value> {
        let ty = module.type_of(module.operand(self.op, 0));
        let variable = Builder::before(module, self.op).int(number, ty);
        let Some(condition) = self.condition(module, number, variable) else {
            return self.copy_ops(module, Place::Before(self.op), variable, carried);
        };
        let types: Vec<Type> = carried.iter().map(|value| module.type_of(*value)).collect();
        let branch = Builder::before(module, self.op).op_with_regions(Scf::If, &[condition], &types, &[], 2);
        let location = module.location(self.op);
        let then = module.add_block(module.region(branch, 0), &[]);
        let yielded = self.copy_ops(module, Place::End(then), variable, carried);
        Builder::new(module, Place::End(then), location).op(Scf::Yield, &yielded, &[], &[]);
        if !carried.is_empty() {
            let otherwise = module.add_block(module.region(branch, 1), &[]);
            Builder::new(module, Place::End(otherwise), location).op(Scf::Yield, carried, &[], &[]);
        }
        module.results(branch).collect()
    }

    /// Builds the condition that the loop runs a value; `None` if it always does.
    fn condition(&self, module: &mut Module, number: i64, variable: Value) -> Option<Value> {
        let [lower, upper] = ["lowerBound", "upperBound"].map(|name| module.op(self.op).named(name));
        let mut at = Builder::before(module, self.op);
        let starts = (number < self.lower.max).then(|| at.compare("sle", lower, variable, Type::I1));
        let ends = (self.upper.min <= number).then(|| at.compare("slt", variable, upper, Type::I1));
        match (starts, ends) {
            (Some(starts), Some(ends)) => Some(at.binary(Arith::AndI, starts, ends)),
            (starts, ends) => starts.or(ends),
        }
    }

    /// Copies all operations of the body except the terminator to an insertion point; returns the yielded values.
    fn copy_ops(&self, module: &mut Module, place: Place, variable: Value, carried: &[Value]) -> Vec<Value> {
        let given = std::iter::once(variable).chain(carried.iter().copied());
        let mut map: FxHashMap<Value, Value> = module.args(self.body).iter().copied().zip(given).collect();
        copy_block(module, self.body, place, &mut map)
    }
}
