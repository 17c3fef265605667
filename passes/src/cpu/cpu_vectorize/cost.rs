//! The estimated cost of a body: for one thread as it is, and for all lanes.

use super::elementwise::{is_elementwise, registers};
use super::strides::{Stride, Strides, is_flat, is_packable};
use crate::analysis::trip_count::trip_count;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, MemRef, Module, Op, OpKind, Rt, Scf, Value};

/// The iterations that a loop of unknown length is assumed to have.
const ITERATIONS: usize = 8;
/// The operations of a mathematical function: of one number, and of a call for a vector.
const FUNCTION: usize = 24;
/// The maximum number of iterations that a cost counts.
const MAX_ITERATIONS: usize = 64;

/// A number of machine operations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Of one thread, on its own.
    pub(super) scalar: usize,
    /// Of all lanes.
    pub(super) lanes: usize,
}

impl Cost {
    fn add(&mut self, other: Self, times: usize) {
        self.scalar += other.scalar * times;
        self.lanes += other.lanes * times;
    }
}

/// Estimates costs for a number of lanes.
pub(super) struct Costs<'m> {
    pub(super) module: &'m Module,
    pub(super) strides: &'m Strides,
    pub(super) width: usize,
    /// Whether the number of the first thread of each vector is known.
    pub(super) is_unrolled: bool,
}

impl Costs<'_> {
    /// Returns the cost of the operations of a block.
    pub(super) fn of_block(&self, block: Block) -> Cost {
        let mut total = Cost::default();
        for op in self.module.ops_in(block) {
            total.add(self.of_op(op), 1);
        }
        total
    }

    fn of_op(&self, op: Op) -> Cost {
        let module = self.module;
        if self.strides.is_serial(op) {
            let scalar = module.walk(op).len() * ITERATIONS;
            return Cost {
                scalar,
                lanes: self.width * (scalar + 2 * self.strides.captures(module, op).len()),
            };
        }
        let region =
            |index: usize| module.entry(op, index).map_or_else(Cost::default, |block| self.of_block(block));
        let mut total = Cost::default();
        match module.kind(op) {
            OpKind::Scf(Scf::Yield | Scf::Condition) => {}
            OpKind::Scf(Scf::For) => total.add(region(0), self.iterations(op)),
            kind if kind.region_flow() == Some(RegionFlow::While) => {
                total.add(region(0), ITERATIONS);
                total.add(region(1), ITERATIONS);
            }
            OpKind::Scf(Scf::If) => {
                let (then, other) = (region(0), region(1));
                total.add(then, 1);
                total.add(other, 1);
                if self.strides.is_uniform(module.operand(op, 0)) || !is_flat(module, op) {
                    // One side runs in most cases.
                    total.lanes = then.lanes.max(other.lanes);
                }
                total.scalar = then.scalar.max(other.scalar);
                total.add(Cost { scalar: 1, lanes: 2 }, 1);
            }
            OpKind::Math(kind) if kind.def().is_float_function() && !self.strides.is_once(module, op) => {
                total.add(Cost { scalar: FUNCTION, lanes: FUNCTION }, 1);
            }
            OpKind::Rt(Rt::Assert) => total.add(Cost { scalar: 1, lanes: 4 }, 1),
            _ => total.add(Cost { scalar: 1, lanes: self.of_plain(op) }, 1),
        }
        total
    }

    /// Returns the cost of an operation without regions for all lanes.
    fn of_plain(&self, op: Op) -> usize {
        let module = self.module;
        let values = || module.operands(op).iter().copied().chain(module.results(op));
        let widest = || values().map(|value| self.registers_of(value)).max().unwrap_or(1);
        if self.strides.is_once(module, op) {
            return 1;
        }
        let is_known = |value: Value| self.is_unrolled && self.strides.is_number(value);
        if module.results(op).any(is_known) {
            return 0;
        }
        // The order of the elements is known, and most orders are those of shuffles.
        if module.kind(op) == OpKind::MemRef(MemRef::Load)
            && module.operands(op).last().is_some_and(|index| is_known(*index))
        {
            return 2 * widest();
        }
        if self.strides.is_repeated(op) {
            return self.width;
        }
        if is_elementwise(module, self.strides, op) {
            return widest();
        }
        let is_access = matches!(module.kind(op), OpKind::MemRef(MemRef::Load | MemRef::Store));
        if is_access && self.accesses_neighbours(op) {
            return widest();
        }
        // Lanes are taken out of vectors and put into vectors again.
        let moved = values().filter(|value| self.strides.of(*value) == Stride::Varying).count();
        self.width * (1 + moved)
    }

    fn accesses_neighbours(&self, op: Op) -> bool {
        let Some((last, others)) = self.module.op(op).group("indices").split_last() else { return true };
        matches!(self.strides.of(*last), Stride::Known(0 | 1))
            && others.iter().all(|index| self.strides.is_uniform(*index))
    }

    /// Returns the number of iterations of a loop, as far as it is known.
    fn iterations(&self, op: Op) -> usize {
        let view = self.module.op(op);
        let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.named(name));
        let known = trip_count(self.module, lower, upper, step).and_then(|count| usize::try_from(count).ok());
        known.unwrap_or(ITERATIONS).clamp(1, MAX_ITERATIONS)
    }

    fn registers_of(&self, value: Value) -> usize {
        let ty = self.module.type_of(value);
        if self.strides.of(value) == Stride::Varying && is_packable(self.module, ty) {
            registers(self.module, ty, self.width)
        } else {
            1
        }
    }
}
