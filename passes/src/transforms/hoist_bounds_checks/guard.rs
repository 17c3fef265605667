//! The guard before a loop or a kernel: the condition under which no check in it fails.
//!
//! From its first value a counter moves by less than 2^32, and a factor is less than 2^31, so their product is less
//! than 2^63. The first index is in bounds, and the room from it to each end of the dimension covers the movements of
//! all counters in that direction, subtracted one after the other. So no sum wraps, and each index is in bounds. If a
//! loop has no iteration, or another test fails, the other tests are meaningless, but harmless: no check is made, or
//! the loop with checks runs.

use super::Check;
use super::movement::{Counter, Factor, MAX_FACTOR, Made, Movement};
use rustc_hash::FxHashMap;
use warpline_ir::{Arith, Builder, Gpu, Module, Op, Type, Value};

/// The exclusive maximum distance of a counter.
const MAX_DISTANCE: i64 = 1 << 32;
/// The exclusive maximum start of an induction variable, so that it does not wrap.
const MAX_START: i64 = 1 << 62;

/// Builds the condition, before the loop or at the start of the kernel that has the checks. `made` holds the counters, and
/// the values to be computed at the start of all of them. In a kernel, a loop without iterations must not make the condition
/// fail, since there are other checks.
pub(crate) fn build(
    module: &mut Module,
    (before, of_kernel): (Op, bool),
    moving: &[(Check, Movement)],
    made: &Made,
) -> Value {
    let at = Builder::before(module, before);
    let (firsts, distances) = (FxHashMap::default(), FxHashMap::default());
    let mut guard = Guard { at, firsts, distances, holds: None, of_kernel };
    for (value, counter) in made {
        match counter {
            Some(counter) => guard.start(*value, *counter),
            None => guard.compute(*value),
        }
    }
    for (check, movement) in moving {
        guard.require_check(check, movement);
    }
    let holds = guard.holds;
    holds.unwrap_or_else(|| guard.at.int(1, Type::I1))
}

struct Guard<'m> {
    at: Builder<'m>,
    /// The values at the start of all counters.
    firsts: FxHashMap<Value, Value>,
    /// The distances that counters move.
    distances: FxHashMap<Value, Value>,
    holds: Option<Value>,
    /// Whether the condition is that of a kernel.
    of_kernel: bool,
}

impl Guard<'_> {
    fn require(&mut self, predicate: &str, a: Value, b: Value) {
        let condition = self.at.compare(predicate, a, b, Type::I1);
        self.holds = Some(match self.holds {
            Some(others) => self.at.binary(Arith::AndI, others, condition),
            None => condition,
        });
    }

    fn require_below(&mut self, value: Value, limit: i64) {
        let limit = self.at.index(limit);
        self.require("ult", value, limit);
    }

    fn require_check(&mut self, check: &Check, movement: &Movement) {
        let [mut below, extent] = [check.index, check.extent].map(|value| self.first(value));
        self.require("ult", below, extent);
        let mut above = self.at.binary(Arith::SubI, extent, below);
        for (counter, factor) in movement {
            let distance = self.times(self.distances[counter], *factor);
            if let Factor::Known(..0) = factor {
                self.require("ule", distance, below);
                below = self.at.binary(Arith::SubI, below, distance);
            } else {
                self.require("ult", distance, above);
                above = self.at.binary(Arith::SubI, above, distance);
            }
        }
    }

    /// Builds a product with a factor, whose sign is ignored.
    fn times(&mut self, distance: Value, factor: Factor) -> Value {
        let by = match factor {
            Factor::Known(1 | -1) => return distance,
            Factor::Known(factor) => self.at.index(factor.abs()),
            Factor::Value(factor) => {
                let factor = self.first(factor);
                self.require_below(factor, MAX_FACTOR);
                factor
            }
        };
        self.at.binary(Arith::MulI, distance, by)
    }

    /// Returns a value at the start of all counters.
    fn first(&self, value: Value) -> Value {
        self.firsts.get(&value).copied().unwrap_or(value)
    }

    /// Computes a value from initial values.
    fn compute(&mut self, value: Value) {
        let Some(op) = self.at.module.defining_op(value) else { return };
        let place = self.at.place;
        let copy = self.at.module.clone_op(op, &mut self.firsts);
        self.at.module.insert(copy, place);
    }

    /// Builds the start of a counter, and the distance that it moves.
    fn start(&mut self, value: Value, counter: Counter) {
        let (first, distance) = match counter {
            Counter::Loop(op) => {
                let bounds = [0, 1, 2].map(|bound| self.first(self.at.module.operand(op, bound)));
                (bounds[0], self.loop_distance(bounds))
            }
            Counter::Thread(op) => (self.at.index(0), self.last_thread(op)),
            Counter::GlobalThread(op) => {
                let [block, size] = [Gpu::BlockId, Gpu::BlockDim].map(|kind| self.geometry(kind, op));
                (self.at.binary(Arith::MulI, block, size), self.last_thread(op))
            }
        };
        self.require_below(distance, MAX_DISTANCE);
        self.firsts.insert(value, first);
        self.distances.insert(value, distance);
    }

    /// Builds the distance that a loop counts: from its lower bound in steps to the last value below its upper bound.
    fn loop_distance(&mut self, [lower, upper, step]: [Value; 3]) -> Value {
        let known = [lower, step].map(|bound| self.at.module.constant_int(bound));
        if !matches!(known[0], Some(..MAX_START)) {
            let start = self.at.index(MAX_START);
            self.require("slt", lower, start);
        }
        let one = self.at.index(1);
        let mut distance = self.at.binary(Arith::SubI, upper, lower);
        let is_known = [lower, upper].iter().all(|bound| self.at.module.constant_int(*bound).is_some());
        if self.of_kernel && !is_known {
            let is_entered = self.at.compare("slt", lower, upper, Type::I1);
            distance = self.at.value(Arith::Select, &[is_entered, distance, one], Type::INDEX, &[]);
        }
        let last = self.at.binary(Arith::SubI, distance, one);
        let divisor = match known[1] {
            Some(1) => return last,
            Some(2..MAX_FACTOR) => step,
            Some(_) | None => {
                let [zero, factor] = [0, MAX_FACTOR].map(|limit| self.at.index(limit));
                self.require("slt", zero, step);
                self.require("slt", step, factor);
                self.at.binary(Arith::MaxUI, step, one)
            }
        };
        let rest = self.at.binary(Arith::RemUI, last, divisor);
        self.at.binary(Arith::SubI, last, rest)
    }

    fn last_thread(&mut self, op: Op) -> Value {
        let (size, one) = (self.geometry(Gpu::BlockDim, op), self.at.index(1));
        self.at.binary(Arith::SubI, size, one)
    }

    /// Builds another id or size along the dimension that an operation queries.
    fn geometry(&mut self, kind: Gpu, op: Op) -> Value {
        let dimension = self.at.module.attr(op, "dimension");
        let attrs: Vec<_> = dimension.map(|dimension| ("dimension", dimension)).into_iter().collect();
        self.at.value(kind, &[], Type::INDEX, &attrs)
    }
}
