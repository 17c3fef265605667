//! Replaces a loop by one with several copies of its body.
//!
//! If the trip count is not a multiple of the number of copies, or not known, copies run under a condition. So the
//! last iterations need no epilogue loop, whose work would have to be ordered after everything in flight.

use super::private::Private;
use rustc_hash::FxHashMap;
use warpline_ir::{Arith, Block, Builder, Module, Op, Place, Scf, Type, Value};

/// The index of the first initial value among the operands of `scf.for`.
const FIRST_INIT: usize = 3;

/// The meaning of the induction variable of a loop of copies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counter {
    /// The induction variable of the original loop. In the last iteration all but the first `n` copies may be
    /// skipped.
    Variable(i64),
    /// An iteration count, computed before the loop: no sum with a bound overflows.
    Iterations,
}

/// The bounds of a loop of copies.
pub(super) struct Bounds {
    ty: Type,
    n_copies: i64,
    step: i64,
    counter: Counter,
}

impl Bounds {
    /// Returns the bounds for a loop, or the reason why there are none.
    pub(super) fn of(module: &Module, op: Op, n_copies: i64) -> Result<Self, &'static str> {
        let [lower, upper, step, ..] = *module.operands(op) else { return Err("its bounds are unknown") };
        let ty = module.type_of(lower);
        if !matches!(ty, Type::INDEX | Type::I64) || module.attr(op, "unsignedCmp").is_some() {
            return Err("its variable is no index");
        }
        let step = module.constant_int(step).filter(|step| 0 < *step).ok_or("its step is not constant")?;
        let stride = step.checked_mul(n_copies).ok_or("its step is too large")?;
        let counter = match (module.constant_int(lower), module.constant_int(upper)) {
            (Some(lower), Some(upper)) => {
                let span = i128::from(upper) - i128::from(lower) + i128::from(step) - 1;
                let n = span.div_euclid(i128::from(step));
                if n < i128::from(n_copies) {
                    return Err("it has fewer iterations than copies");
                }
                upper.checked_add(stride).ok_or("its bounds are too large")?;
                let rest = n.rem_euclid(i128::from(n_copies)) as i64;
                Counter::Variable(if rest == 0 { n_copies } else { rest })
            }
            _ => Counter::Iterations,
        };
        Ok(Self { ty, n_copies, step, counter })
    }

    /// Returns the lower bound, upper bound and step of the loop of copies for a loop from `lower` to `upper`. The
    /// difference of the bounds is correct as an unsigned number.
    fn operands(&self, at: &mut Builder<'_>, lower: Value, upper: Value) -> [Value; 3] {
        if let Counter::Variable(_) = self.counter {
            return [lower, upper, at.int(self.step * self.n_copies, self.ty)];
        }
        let end = at.binary(Arith::MaxSI, upper, lower);
        let span = at.binary(Arith::SubI, end, lower);
        let step = at.int(self.step, self.ty);
        let count = at.binary(Arith::CeilDivUI, span, step);
        [at.int(0, self.ty), count, at.int(self.n_copies, self.ty)]
    }

    /// Whether a copy may be skipped in the last iteration.
    fn is_guarded(&self, copy: i64) -> bool {
        match self.counter {
            Counter::Variable(first) => first <= copy,
            Counter::Iterations => copy != 0,
        }
    }

    /// Returns the counter of a copy, and the induction variable of the original loop, given the counter of the first
    /// copy.
    fn variables(&self, at: &mut Builder<'_>, lower: Value, first: Value, copy: i64) -> (Value, Value) {
        let shift = if self.counter == Counter::Iterations { copy } else { copy * self.step };
        let counter = exact(at, Arith::AddI, first, shift);
        if let Counter::Variable(_) = self.counter {
            return (counter, counter);
        }
        let offset = exact(at, Arith::MulI, counter, self.step);
        if at.module.constant_int(lower) == Some(0) {
            return (counter, offset);
        }
        let flags = at.module.foreign_attr("arith.overflow<nsw>");
        let sum = at.value(Arith::AddI, &[lower, offset], self.ty, &[("overflowFlags", flags)]);
        (counter, sum)
    }
}

/// Builds a sum or product with a constant that does not overflow.
fn exact(at: &mut Builder<'_>, kind: Arith, value: Value, number: i64) -> Value {
    let neutral = i64::from(kind == Arith::MulI);
    if number == neutral {
        return value;
    }
    let ty = at.module.type_of(value);
    let flags = at.module.foreign_attr("arith.overflow<nsw>");
    let number = at.int(number, ty);
    at.value(kind, &[value, number], ty, &[("overflowFlags", flags)])
}

/// A loop of copies, beside the loop that it is made from.
pub(super) struct Copies {
    /// The loop of copies.
    pub(super) main: Op,
    op: Op,
    /// The operations created outside it, in order.
    made: Vec<Op>,
}

impl Copies {
    /// Creates the loop of copies before a loop; `buffers` are allocated once for each copy.
    pub(super) fn make(module: &mut Module, op: Op, bounds: &Bounds, buffers: &[Private]) -> Self {
        let operands = module.operands(op).to_vec();
        let (before, block) = (module.prev_op(op), module.block_of(op));
        let mut all = bounds.operands(&mut Builder::before(module, op), operands[0], operands[1]).to_vec();
        all.extend(&operands[FIRST_INIT..]);
        let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
        let main = Builder::before(module, op).op_with_regions(Scf::For, &all, &types, &[], 1);
        let mut made = Vec::new();
        let first = || block.and_then(|block| module.first_op(block));
        let mut next = before.map_or_else(first, |before| module.next_op(before));
        while let Some(found) = next.filter(|found| *found != main) {
            made.push(found);
            next = module.next_op(found);
        }
        let mut copies = Self { main, op, made };
        copies.fill(module, bounds, &types, buffers);
        copies
    }

    /// Replaces the original loop.
    pub(super) fn replace(&self, module: &mut Module) {
        let results: Vec<Value> = module.results(self.main).collect();
        module.replace_op(self.op, &results);
    }

    /// Erases the loop of copies and its operations again.
    pub(super) fn erase(&self, module: &mut Module) {
        module.erase(self.main);
        for op in self.made.iter().rev() {
            module.erase(*op);
        }
    }

    /// Fills the body of the loop of copies.
    fn fill(&mut self, module: &mut Module, bounds: &Bounds, types: &[Type], buffers: &[Private]) {
        let args: Vec<Type> = std::iter::once(bounds.ty).chain(types.iter().copied()).collect();
        let body = module.add_block(module.region(self.main, 0), &args);
        let args = module.args(body).to_vec();
        let mut carried = args[1..].to_vec();
        for copy in 0..bounds.n_copies {
            let mut map = FxHashMap::default();
            if copy != 0 {
                for buffer in buffers {
                    buffer.copy(module, &mut map, &mut self.made);
                }
            }
            carried = self.add_copy(module, bounds, (body, args[0], copy), &carried, map);
        }
        Builder::new(module, Place::End(body), module.location(self.op)).op(Scf::Yield, &carried, &[], &[]);
    }

    /// Adds a copy of the body, under a condition if it may be skipped, and returns its carried values.
    fn add_copy(
        &self,
        module: &mut Module,
        bounds: &Bounds,
        (body, first, copy): (Block, Value, i64),
        carried: &[Value],
        map: FxHashMap<Value, Value>,
    ) -> Vec<Value> {
        let (lower, location) = (module.operand(self.op, 0), module.location(self.op));
        let mut at = Builder::new(module, Place::End(body), location);
        let (counter, variable) = bounds.variables(&mut at, lower, first, copy);
        if !bounds.is_guarded(copy) {
            return self.copy_body(module, body, variable, carried, map);
        }
        let upper = at.module.op(self.main).named("upperBound");
        let is_run = at.compare("slt", counter, upper, Type::I1);
        let types: Vec<Type> = carried.iter().map(|value| at.module.type_of(*value)).collect();
        let branch = at.op_with_regions(Scf::If, &[is_run], &types, &[], 2);
        let then = module.add_block(module.region(branch, 0), &[]);
        let yielded = self.copy_body(module, then, variable, carried, map);
        Builder::new(module, Place::End(then), location).op(Scf::Yield, &yielded, &[], &[]);
        if !carried.is_empty() {
            let otherwise = module.add_block(module.region(branch, 1), &[]);
            Builder::new(module, Place::End(otherwise), location).op(Scf::Yield, carried, &[], &[]);
        }
        module.results(branch).collect()
    }

    /// Clones the body of the loop to the end of a block, and returns the yielded values.
    fn copy_body(
        &self,
        module: &mut Module,
        target: Block,
        variable: Value,
        carried: &[Value],
        mut map: FxHashMap<Value, Value>,
    ) -> Vec<Value> {
        let Some(body) = module.entry(self.op, 0) else { return carried.to_vec() };
        let given = std::iter::once(variable).chain(carried.iter().copied());
        map.extend(module.args(body).iter().copied().zip(given));
        let mut ops = module.ops_in(body);
        let Some(last) = ops.pop() else { return carried.to_vec() };
        for inner in ops {
            let copy = module.clone_op(inner, &mut map);
            module.insert(copy, Place::End(target));
        }
        module.operands(last).iter().map(|value| *map.get(value).unwrap_or(value)).collect()
    }
}
