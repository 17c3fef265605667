//! The operations of a body, each for all lanes: once, on vectors, or for each lane.

use super::elementwise::{is_elementwise, stays_scalar};
use super::lanes::{Form, Lanes, end_of};
use super::range::conjunction;
use super::strides::{Stride, is_contiguous, row_index};
use crate::analysis::access::is_volatile;
use crate::analysis::uniformity::end_operands;
use rustc_hash::FxHashMap;
use warpline_ir::def::RegionFlow;
use warpline_ir::scalar::evaluate;
use warpline_ir::{
    Arith, AttrKind, Block, DenseData, MemRef, Op, OpKind, OpSpec, Place, Rt, Scf, Type, Value, Vector,
};

impl Lanes<'_> {
    /// Builds the operations of a block except its terminator.
    pub(super) fn block(&mut self, block: Block) {
        let end = self.at.module.last_op(block);
        for op in self.at.module.ops_in(block) {
            if Some(op) != end {
                self.op(op);
            }
        }
    }

    /// Builds an operation.
    pub(super) fn op(&mut self, op: Op) {
        self.at.location = self.at.module.location(op);
        if self.evaluate(op).is_some() || self.load_permuted(op).is_some() {
            return;
        }
        let module = &*self.at.module;
        match module.kind(op) {
            _ if self.strides.is_serial(op) => self.serially(op),
            OpKind::Scf(Scf::For) => self.for_loop(op),
            OpKind::Scf(Scf::If) => self.branch(op),
            kind if kind.region_flow() == Some(RegionFlow::While) => self.while_loop(op),
            OpKind::Rt(Rt::Assert) => self.assertion(op),
            _ if self.strides.is_once(module, op) => self.once(op),
            _ if self.strides.is_repeated(op) => self.for_each_lane(op),
            OpKind::MemRef(MemRef::Load) if is_contiguous(module, self.strides, op) => self.load(op),
            OpKind::MemRef(MemRef::Store) if is_contiguous(module, self.strides, op) => self.store(op),
            OpKind::MemRef(MemRef::Store) if self.is_at_one_address(op) => self.store_last(op),
            _ if is_elementwise(module, self.strides, op) => self.elementwise(op),
            _ => self.for_each_lane(op),
        }
    }

    /// Computes an integer of each lane, if its operands are known.
    fn evaluate(&mut self, op: Op) -> Option<()> {
        if self.at.module.n_results(op) != 1 || !self.strides.is_number(self.at.module.result(op, 0)) {
            return None;
        }
        let operands: Vec<_> =
            self.at.module.operands(op).iter().map(|value| self.numbers(*value)).collect::<Option<_>>()?;
        let mut numbers = Vec::with_capacity(self.width);
        for lane in 0..self.width {
            let operands: Vec<u64> = operands.iter().map(|numbers| numbers[lane]).collect();
            numbers.push(evaluate(self.at.module.op(op), &operands).ok()?);
        }
        self.set(self.at.module.result(op, 0), Form::Numbers(numbers.into()));
        Some(())
    }

    /// Builds an operation for lane 0; the other lanes follow by the stride of its results.
    fn once(&mut self, op: Op) {
        let operands = self.at.module.operands(op).to_vec();
        let mut map: FxHashMap<Value, Value> =
            operands.into_iter().map(|value| (value, self.first(value))).collect();
        self.copy(op, &mut map);
        for result in self.at.module.results(op) {
            self.set(result, Form::First(map[&result]));
        }
    }

    /// Inserts a copy of an operation; the map receives its results.
    pub(super) fn copy(&mut self, op: Op, map: &mut FxHashMap<Value, Value>) -> Op {
        let copy = self.at.module.clone_op(op, map);
        self.at.module.insert(copy, self.at.place);
        copy
    }

    /// Builds an operation without regions for each lane.
    fn for_each_lane(&mut self, op: Op) {
        let operands: Vec<_> = self.at.module.operands(op).to_vec();
        let operands: Vec<_> = operands.into_iter().map(|value| (value, self.each(value))).collect();
        let results: Vec<Value> = self.at.module.results(op).collect();
        let mut lanes = vec![Vec::with_capacity(self.width); results.len()];
        for lane in 0..self.width {
            let mut map: FxHashMap<Value, Value> =
                operands.iter().map(|(value, each)| (*value, each[lane])).collect();
            self.copy(op, &mut map);
            for (values, result) in lanes.iter_mut().zip(&results) {
                values.push(map[result]);
            }
        }
        for (values, result) in lanes.into_iter().zip(results) {
            self.set(result, Form::Each(values.into()));
        }
    }

    /// Builds an operation on vectors.
    fn elementwise(&mut self, op: Op) {
        let operands = self.at.module.operands(op).to_vec();
        let mut vectors = Vec::with_capacity(operands.len());
        for (index, value) in operands.into_iter().enumerate() {
            let is_scalar = stays_scalar(self.at.module, self.strides, op, index);
            vectors.push(if is_scalar { self.first(value) } else { self.packed(value) });
        }
        let result = self.at.module.result(op, 0);
        let element = self.type_of(result);
        let ty = self.vector_type(element);
        let attrs = self.at.module.attrs(op).to_vec();
        let spec = OpSpec {
            kind: self.at.module.kind(op),
            location: self.at.location,
            operands: &vectors,
            results: &[ty],
            attrs: &attrs,
            n_regions: 0,
            successors: &[],
        };
        let built = self.at.insert(&spec);
        let vector = self.at.module.result(built, 0);
        self.set(result, Form::Packed(vector));
    }
}

/// The maximum depth of the conditions that are combined from those of their parts.
const MAX_DEPTH: usize = 4;

/// Memory accesses.
impl Lanes<'_> {
    /// Whether all lanes store to the same element, so that the value of the last lane remains.
    fn is_at_one_address(&self, op: Op) -> bool {
        let module = &*self.at.module;
        !is_volatile(module, op)
            && module.operands(op)[1..].iter().all(|value| self.strides.is_uniform(*value))
    }

    fn load(&mut self, op: Op) {
        let operands: Vec<_> = self.at.module.operands(op).to_vec();
        let operands: Vec<_> = operands.into_iter().map(|value| self.first(value)).collect();
        let result = self.at.module.result(op, 0);
        let element = self.type_of(result);
        let ty = self.vector_type(element);
        let vector = if let Some(mask) = self.mask {
            let zero = self.constant(ty, DenseData::Splat(0));
            self.at.value(Vector::MaskedLoad, &[&operands[..], &[mask, zero]].concat(), ty, &[])
        } else {
            self.at.value(Vector::Load, &operands, ty, &[])
        };
        self.set(result, Form::Packed(vector));
    }

    /// Builds a load of adjacent elements in another order, if the indices are known.
    fn load_permuted(&mut self, op: Op) -> Option<()> {
        let module = &*self.at.module;
        if module.kind(op) != OpKind::MemRef(MemRef::Load) || self.mask.is_some() {
            return None;
        }
        let last = row_index(module, self.strides, op)?;
        let numbers = self.numbers(last).filter(|_| !self.strides.is_uniform(last))?;
        let first = *numbers.iter().min()?;
        let order: Vec<i64> = numbers.iter().map(|number| (number - first).cast_signed()).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let width = self.width as i64;
        if !sorted.into_iter().eq(0..width) {
            return None;
        }
        let result = module.result(op, 0);
        let mut place = module.operands(op).to_vec();
        place.pop();
        let mut place: Vec<Value> = place.into_iter().map(|value| self.first(value)).collect();
        let index_type = self.type_of(last);
        place.push(self.at.int(first.cast_signed(), index_type));
        let element = self.type_of(result);
        let vector_type = self.vector_type(element);
        let mut vector = self.at.value(Vector::Load, &place, vector_type, &[]);
        if !order.iter().copied().eq(0..width) {
            let mask = self.at.module.intern_attr(AttrKind::DenseArray(Type::I64, order.into()));
            vector = self.at.value(Vector::Shuffle, &[vector, vector], vector_type, &[("mask", mask)]);
        }
        self.set(result, Form::Packed(vector));
        Some(())
    }

    fn store(&mut self, op: Op) {
        let operands: Vec<_> = self.at.module.operands(op).to_vec();
        let value = self.packed(operands[0]);
        let place: Vec<_> = operands[1..].iter().map(|value| self.first(*value)).collect();
        if let Some(mask) = self.mask {
            self.at.op(Vector::MaskedStore, &[&place[..], &[mask, value]].concat(), &[], &[]);
        } else {
            self.at.op(Vector::Store, &[&[value], &place[..]].concat(), &[], &[]);
        }
    }

    fn store_last(&mut self, op: Op) {
        let operands: Vec<_> = self.at.module.operands(op).to_vec();
        let mut map: FxHashMap<Value, Value> =
            operands[1..].iter().map(|value| (*value, self.first(*value))).collect();
        let value = self.last(operands[0]);
        map.insert(operands[0], value);
        self.copy(op, &mut map);
    }
}

/// Control flow that all lanes follow.
impl Lanes<'_> {
    fn for_loop(&mut self, op: Op) {
        let bounds = self.at.module.operands(op)[..3].to_vec();
        if bounds.iter().all(|bound| self.strides.is_uniform(*bound)) {
            let bounds: Vec<Value> = bounds.into_iter().map(|bound| self.first(bound)).collect();
            let results: Vec<Value> = self.at.module.results(op).collect();
            let carried = self.counted(op, [bounds[0], bounds[1], bounds[2]]);
            self.bind(&results, &carried);
        } else {
            self.ragged(op);
        }
    }

    /// Builds a loop over the body of another one with other bounds; returns what carries its results.
    pub(super) fn counted(&mut self, op: Op, bounds: [Value; 3]) -> Vec<Value> {
        let view = self.at.module.op(op);
        let (inits, body) = (view.group("initArgs").to_vec(), view.entry(0));
        let args = body.map_or(&[][..], |body| self.at.module.args(body)).to_vec();
        let [variable, carried @ ..] = &args[..] else { return Vec::new() };
        let inits = self.all_carried(&inits, carried);
        let types: Vec<Type> = inits.iter().map(|value| self.type_of(*value)).collect();
        let attrs = self.at.module.attrs(op).to_vec();
        let operands = [&bounds[..], &inits].concat();
        let built = self.at.op_with_regions(Scf::For, &operands, &types, &[], 1);
        self.at.module.set_attrs(built, &attrs);
        let outer = self.at.place;
        let counter = self.type_of(*variable);
        let (new_args, place) = end_of(self.at.module, built, 0, &[&[counter][..], &types].concat());
        self.set(*variable, Form::First(new_args[0]));
        self.bind(carried, &new_args[1..]);
        self.region(body, place, carried);
        self.at.place = outer;
        self.at.module.results(built).collect()
    }

    /// Builds a block at a place, ending in a yield of what carries `targets`.
    pub(super) fn region(&mut self, block: Option<Block>, place: Place, targets: &[Value]) {
        self.yielding(place, |lanes| {
            let Some(block) = block else { return Vec::new() };
            lanes.block(block);
            lanes.all_carried(&end_operands(lanes.at.module, block), targets)
        });
    }

    /// Builds a region at a place, ending in a yield of what a function that builds the rest returns.
    pub(super) fn yielding(&mut self, place: Place, body: impl FnOnce(&mut Self) -> Vec<Value>) {
        self.at.place = place;
        self.enter();
        let yields = body(self);
        self.at.op(Scf::Yield, &yields, &[], &[]);
        self.leave();
    }

    fn branch(&mut self, op: Op) {
        let condition = self.at.module.operand(op, 0);
        if !self.strides.is_uniform(condition) {
            self.diverge(op);
            return;
        }
        let condition = self.first(condition);
        let results: Vec<Value> = self.at.module.results(op).collect();
        let sides = [0, 1].map(|index| self.at.module.entry(op, index));
        let carried = self.two_sides(condition, &results, |lanes, index, place| {
            lanes.region(sides[index], place, &results);
        });
        self.bind(&results, &carried);
    }

    /// Builds a branch whose sides are built by a function, given 0 or 1 and the place; returns what carries `results`.
    pub(super) fn two_sides(
        &mut self,
        condition: Value,
        results: &[Value],
        mut side: impl FnMut(&mut Self, usize, Place),
    ) -> Vec<Value> {
        let types: Vec<Type> = results.iter().flat_map(|result| self.carriers(*result)).collect();
        let built = self.at.op_with_regions(Scf::If, &[condition], &types, &[], 2);
        let outer = self.at.place;
        for index in 0..2 {
            let (_, place) = end_of(self.at.module, built, index, &[]);
            side(self, index, place);
        }
        self.at.place = outer;
        self.at.module.results(built).collect()
    }

    fn while_loop(&mut self, op: Op) {
        let module = &*self.at.module;
        let (Some(before), Some(after)) = (module.entry(op, 0), module.entry(op, 1)) else { return };
        let test = end_operands(module, before);
        let Some((condition, passed)) = test.split_first() else { return };
        if !self.strides.is_uniform(*condition) {
            self.masked_while(op);
            return;
        }
        let [before_args, after_args] = [before, after].map(|block| module.args(block).to_vec());
        let (inits, results) = (module.operands(op).to_vec(), module.results(op).collect::<Vec<_>>());
        let inits = self.all_carried(&inits, &before_args);
        let types: Vec<Type> = results.iter().flat_map(|result| self.carriers(*result)).collect();
        let built = self.at.while_loop(&inits, &types);
        let outer = self.at.place;
        let init_types: Vec<Type> = inits.iter().map(|value| self.type_of(*value)).collect();
        let (args, place) = end_of(self.at.module, built, 0, &init_types);
        self.bind(&before_args, &args);
        self.at.place = place;
        self.enter();
        self.block(before);
        let mut operands = vec![self.first(*condition)];
        operands.extend(self.all_carried(passed, &after_args));
        self.at.op(Scf::Condition, &operands, &[], &[]);
        self.leave();
        let (args, place) = end_of(self.at.module, built, 1, &types);
        self.bind(&after_args, &args);
        self.region(Some(after), place, &before_args);
        self.at.place = outer;
        let carried: Vec<Value> = self.at.module.results(built).collect();
        self.bind(&results, &carried);
    }
}

/// Conditions.
impl Lanes<'_> {
    /// Returns whether a condition holds in all lanes. It may be false although it does, but never true although it
    /// does not.
    pub(super) fn holds_in_all(&mut self, condition: Value) -> Value {
        self.holds(condition, true, MAX_DEPTH)
    }

    /// Returns whether a condition holds in no lane, with the same caution.
    pub(super) fn holds_in_none(&mut self, condition: Value) -> Value {
        self.holds(condition, false, MAX_DEPTH)
    }

    fn holds(&mut self, condition: Value, wanted: bool, depth: usize) -> Value {
        if let Some(numbers) = self.numbers(condition) {
            let holds = numbers.iter().all(|bits| (*bits == 1) == wanted);
            return self.at.int(i64::from(holds), Type::I1);
        }
        if self.strides.is_uniform(condition) {
            let first = self.first(condition);
            return if wanted { first } else { self.not(first) };
        }
        let made = self.at.module.defining_op(condition);
        let kind = made.map(|op| self.at.module.kind(op));
        match (made, kind) {
            (Some(op), Some(OpKind::Arith(Arith::CmpI))) => {
                if let Some(holds) = self.ends_hold(op, wanted) {
                    return holds;
                }
            }
            (Some(op), Some(OpKind::Arith(kind @ (Arith::AndI | Arith::OrI)))) if 0 < depth => {
                let sides = [0, 1].map(|index| self.at.module.operand(op, index));
                let [a, b] = sides.map(|side| self.holds(side, wanted, depth - 1));
                let is_and = (kind == Arith::AndI) == wanted;
                return self.at.binary(if is_and { Arith::AndI } else { Arith::OrI }, a, b);
            }
            _ => {}
        }
        let mask = self.packed(condition);
        let reduced = self.reduced(mask, if wanted { "and" } else { "or" });
        if wanted { reduced } else { self.not(reduced) }
    }

    /// Returns whether all lanes of a mask are set (`and`), or any of them (`or`).
    pub(super) fn reduced(&mut self, mask: Value, kind: &str) -> Value {
        let kind = self.at.module.keyword_attr(Vector::Reduction, "kind", kind);
        self.at.value(Vector::Reduction, &[mask], Type::I1, &[("kind", kind)])
    }

    pub(super) fn not(&mut self, condition: Value) -> Value {
        self.at.not(condition)
    }

    /// Returns whether an order of two numbers that grow by strides holds in the first and the last lane, and neither
    /// number overflows between them: then it holds in all lanes.
    fn ends_hold(&mut self, op: Op, wanted: bool) -> Option<Value> {
        const ORDERS: [(&str, &str); 8] = [
            ("slt", "sge"),
            ("sle", "sgt"),
            ("sgt", "sle"),
            ("sge", "slt"),
            ("ult", "uge"),
            ("ule", "ugt"),
            ("ugt", "ule"),
            ("uge", "ult"),
        ];
        let predicate = self.at.module.op(op).int("predicate")?.checked_sub(2)?;
        let (order, negated) = ORDERS.get(usize::try_from(predicate).ok()?)?;
        let order = if wanted { order } else { negated };
        let sides = [0, 1].map(|index| self.at.module.operand(op, index));
        let strides = sides.map(|side| self.strides.of(side));
        let width =
            self.at.module.bit_width(self.type_of(sides[0])).filter(|width| (32..=64).contains(width))?;
        let lanes = self.width as i64 - 1;
        let is_narrow = |stride: &Stride| match stride {
            Stride::Known(stride) => stride.abs() * lanes < 1 << (width - 2),
            Stride::Varying => false,
        };
        // A number that grows by more may overflow twice.
        if !strides.iter().all(is_narrow) {
            return None;
        }
        let firsts = sides.map(|side| self.first(side));
        if let Some(holds) = self.is_below_by_far(order, strides, firsts) {
            return Some(holds);
        }
        let lasts = sides.map(|side| self.last(side));
        // Where only one side grows, the end that is nearer to the bound decides.
        let grows = |side: usize| match strides[side] {
            Stride::Known(stride) => stride.signum() * if side == 0 { 1 } else { -1 },
            Stride::Varying => 0,
        };
        let decides_last = match (grows(0), grows(1), order.contains('l')) {
            (0, grows, is_less) | (grows, 0, is_less) => Some((0 < grows) == is_less),
            _ => None,
        };
        let mut ends = Vec::new();
        if decides_last != Some(true) {
            ends.push(self.at.compare(order, firsts[0], firsts[1], Type::I1));
        }
        if decides_last != Some(false) {
            ends.push(self.at.compare(order, lasts[0], lasts[1], Type::I1));
        }
        let mut holds = conjunction(&mut self.at, &ends);
        for ((stride, first), last) in strides.into_iter().zip(firsts).zip(lasts) {
            let is_monotonic = self.is_monotonic(&order[..1], stride, first, last);
            if let Some(is_monotonic) = is_monotonic {
                holds = self.at.binary(Arith::AndI, holds, is_monotonic);
            }
        }
        Some(holds)
    }

    /// Returns whether the first lane is so far below a bound that all lanes are below it and none overflows: a
    /// comparison with a number that does not depend on the lanes. `None` for other orders.
    fn is_below_by_far(&mut self, order: &str, strides: [Stride; 2], firsts: [Value; 2]) -> Option<Value> {
        let (stride, first, bound, is_less) = match strides {
            [Stride::Known(stride @ 1..), Stride::UNIFORM] => {
                (stride, firsts[0], firsts[1], order.contains('l'))
            }
            [Stride::UNIFORM, Stride::Known(stride @ 1..)] => {
                (stride, firsts[1], firsts[0], order.contains('g'))
            }
            _ => return None,
        };
        if !is_less {
            return None;
        }
        let ty = self.type_of(bound);
        // `first + far <= bound` is `first < bound - (far - 1)`.
        let far = stride * (self.width as i64 - 1) - i64::from(order.ends_with('e'));
        let is_signed = order.starts_with('s');
        let width = self.at.module.bit_width(ty)?.min(64);
        let (least, kind) =
            if is_signed { (i64::MIN >> (64 - width), Arith::MaxSI) } else { (0, Arith::MaxUI) };
        let smallest = self.at.int(least + far, ty);
        let far = self.at.int(far, ty);
        let bound = self.at.binary(kind, bound, smallest);
        let bound = self.at.binary(Arith::SubI, bound, far);
        Some(self.at.compare(if is_signed { "slt" } else { "ult" }, first, bound, Type::I1))
    }

    /// Returns whether a number that grows by a stride does not overflow between the first and the last lane; `None`
    /// if it is uniform. The sign is `s` or `u`.
    pub(super) fn is_monotonic(
        &mut self,
        sign: &str,
        stride: Stride,
        first: Value,
        last: Value,
    ) -> Option<Value> {
        let direction = match stride {
            Stride::Known(1..) => "le",
            Stride::Known(..=-1) => "ge",
            Stride::Known(0) | Stride::Varying => return None,
        };
        Some(self.at.compare(&format!("{sign}{direction}"), first, last, Type::I1))
    }
}
