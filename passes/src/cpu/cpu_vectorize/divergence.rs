//! Lanes that differ: branches that some take, loops of different lengths, operations for one lane after the other.

use super::lanes::{Form, Lanes, end_of};
use super::range::{combined, conjunction, conjuncts};
use super::strides::{Stride, is_contiguous, is_flat};
use crate::analysis::speculation::is_speculatable_once_checked;
use crate::analysis::uniformity::end_operands;
use crate::conversion::math_expand::builder::constant_of_bits;
use rustc_hash::FxHashMap;
use warpline_ir::artifact::COLD;
use warpline_ir::{Arith, Attr, Block, DenseData, MemRef, Op, OpKind, Place, Rt, Scf, Type, Value, Vector};

/// The maximum depth of the expressions that a lane computes again.
const MAX_RECOMPUTED: usize = 4;

impl Lanes<'_> {
    /// Builds an operation in a loop over the lanes.
    pub(super) fn serially(&mut self, op: Op) {
        let results: Vec<Value> = self.at.module.results(op).collect();
        let buffers = self.buffers_of(&results);
        self.over_lanes(op, &results, &buffers, |_, _, _| {});
        for (result, buffer) in results.into_iter().zip(buffers) {
            self.load_lanes(result, buffer);
            self.give_buffer(buffer);
        }
    }

    fn buffers_of(&mut self, values: &[Value]) -> Vec<Value> {
        let types: Vec<Type> = values.iter().map(|value| self.type_of(*value)).collect();
        types.into_iter().map(|ty| self.take_buffer(ty)).collect()
    }

    /// Builds a loop over the lanes with a copy of an operation, which stores its results in buffers. `adjust` changes
    /// the copy, given the number of the lane.
    fn over_lanes(
        &mut self,
        op: Op,
        results: &[Value],
        buffers: &[Value],
        adjust: impl FnOnce(&mut Self, Op, Value),
    ) {
        let captures = self.strides.captures(self.at.module, op);
        let mut stored = Vec::new();
        for value in &captures {
            if !self.is_recomputed(*value, MAX_RECOMPUTED) {
                let ty = self.type_of(*value);
                let buffer = self.take_buffer(ty);
                self.store_lanes(*value, buffer);
                stored.push((*value, buffer));
            }
        }
        let bounds = [0, self.width as i64, 1].map(|number| self.at.index(number));
        let built = self.at.op_with_regions(Scf::For, &bounds, &[], &[], 1);
        let outer = self.at.place;
        let (args, place) = end_of(self.at.module, built, 0, &[Type::INDEX]);
        let lane = args[0];
        self.at.place = place;
        self.enter();
        let mut map = FxHashMap::default();
        for (value, buffer) in &stored {
            let ty = self.type_of(*value);
            let own = self.load_lane(ty, *buffer, lane);
            map.insert(*value, own);
        }
        for value in captures {
            self.recompute(value, lane, &mut map);
        }
        let copy = self.copy(op, &mut map);
        // What `adjust` builds goes before the copy.
        self.at.place = Place::Before(copy);
        adjust(self, copy, lane);
        self.at.place = place;
        for (result, buffer) in results.iter().zip(buffers) {
            self.store_lane(map[result], *buffer, lane);
        }
        self.at.op(Scf::Yield, &[], &[], &[]);
        self.leave();
        self.at.place = outer;
        for (_, buffer) in stored {
            self.give_buffer(buffer);
        }
    }

    /// Whether a lane computes a value again, from values whose strides are known.
    fn is_recomputed(&self, value: Value, depth: usize) -> bool {
        if self.strides.of(value) != Stride::Varying {
            return true;
        }
        let module = &*self.at.module;
        let (Some(op), Some(depth)) = (module.defining_op(value), depth.checked_sub(1)) else { return false };
        module.op(op).is_integer_arithmetic()
            && module.operands(op).iter().all(|operand| self.is_recomputed(*operand, depth))
    }

    /// Computes the value of a lane, unless the map has it.
    fn recompute(&mut self, value: Value, lane: Value, map: &mut FxHashMap<Value, Value>) {
        if map.contains_key(&value) {
            return;
        }
        if let Stride::Known(stride) = self.strides.of(value) {
            let first = self.first(value);
            let own = self.of_lane(first, stride, lane);
            map.insert(value, own);
        } else if let Some(op) = self.at.module.defining_op(value) {
            for operand in self.at.module.operands(op).to_vec() {
                self.recompute(operand, lane, map);
            }
            self.copy(op, map);
        }
    }

    /// Returns the value of a lane whose number is known at run time.
    fn of_lane(&mut self, first: Value, stride: i64, lane: Value) -> Value {
        if stride == 0 {
            return first;
        }
        let ty = self.type_of(first);
        let by = if ty == Type::INDEX { lane } else { self.at.value(Arith::IndexCast, &[lane], ty, &[]) };
        let stride = self.at.int(stride, ty);
        let by = self.at.binary(Arith::MulI, by, stride);
        self.at.binary(Arith::AddI, first, by)
    }

    /// Builds an assertion: lanes are looked at one by one where it fails.
    pub(super) fn assertion(&mut self, op: Op) {
        let holds = self.holds_in_all(self.at.module.operand(op, 0));
        self.unless(holds, |lanes| lanes.over_lanes(op, &[], &[], |_, _, _| {}));
    }

    /// Builds what is done in the rare case that a condition does not hold.
    fn unless(&mut self, holds: Value, body: impl FnOnce(&mut Self)) {
        let built = self.at.op_with_regions(Scf::If, &[holds], &[], &[(COLD, Attr::UNIT)], 2);
        let outer = self.at.place;
        let (_, place) = end_of(self.at.module, built, 0, &[]);
        self.region(None, place, &[]);
        let (_, place) = end_of(self.at.module, built, 1, &[]);
        self.yielding(place, |lanes| {
            body(lanes);
            Vec::new()
        });
        self.at.place = outer;
    }

    /// Builds a branch whose condition differs between lanes: both sides if they are short; else on vectors where all
    /// lanes take the same side, and under masks or lane by lane where they do not.
    pub(super) fn diverge(&mut self, op: Op) {
        if is_flat(self.at.module, op) {
            self.flatten(op);
            return;
        }
        let results: Vec<Value> = self.at.module.results(op).collect();
        let condition = self.at.module.operand(op, 0);
        let mut conditions = Vec::new();
        conjuncts(self.at.module, condition, &mut conditions);
        let (shared, own): (Vec<Value>, Vec<Value>) =
            conditions.into_iter().partition(|condition| self.strides.is_uniform(*condition));
        let other = self.at.module.entry(op, 1);
        let is_short = other.is_none_or(|side| self.at.module.ops_in(side).len() == 1);
        if shared.is_empty() || !is_short {
            self.diverge_by(op, &[condition], &results);
            return;
        }
        let firsts: Vec<Value> = shared.into_iter().map(|condition| self.first(condition)).collect();
        let shared = conjunction(&mut self.at, &firsts);
        let carried = self.two_sides(shared, &results, |lanes, index, place| {
            if index == 1 {
                lanes.region(other, place, &results);
                return;
            }
            lanes.yielding(place, |lanes| {
                lanes.diverge_by(op, &own, &results);
                lanes.all_carried(&results, &results)
            });
        });
        self.bind(&results, &carried);
    }

    /// Builds a branch on the conjunction of conditions that differ between lanes.
    fn diverge_by(&mut self, op: Op, conditions: &[Value], results: &[Value]) {
        if self.mask.is_some() {
            self.both_masked(op, conditions, results);
            return;
        }
        let sides = [0, 1].map(|index| self.at.module.entry(op, index));
        let all: Vec<Value> = conditions.iter().map(|condition| self.holds_in_all(*condition)).collect();
        let all = conjunction(&mut self.at, &all);
        let is_maskable = self.is_maskable(op);
        let carried = self.two_sides(all, results, |lanes, index, place| {
            if index == 0 {
                lanes.region(sides[0], place, results);
                return;
            }
            lanes.yielding(place, |lanes| {
                if is_maskable {
                    lanes.both_masked(op, conditions, results);
                    return lanes.all_carried(results, results);
                }
                let none: Vec<Value> =
                    conditions.iter().map(|condition| lanes.holds_in_none(*condition)).collect();
                let none = combined(&mut lanes.at, Arith::OrI, &none);
                lanes.two_sides(none, results, |lanes, index, place| {
                    if index == 0 {
                        lanes.region(sides[1], place, results);
                        return;
                    }
                    lanes.yielding(place, |lanes| {
                        lanes.serially(op);
                        lanes.all_carried(results, results)
                    });
                })
            });
        });
        self.bind(results, &carried);
    }

    /// Whether lanes can execute both sides of a branch under masks. Assertions are for each lane: they would triple the
    /// code of a side where vectors of threads that differ are few.
    fn is_maskable(&self, op: Op) -> bool {
        let module = &*self.at.module;
        let is_number = |value: Value| module.bit_width(module.type_of(value)).is_some();
        module.results(op).all(is_number)
            && module.walk(op).into_iter().skip(1).all(|inner| match module.kind(inner) {
                _ if self.strides.is_serial(inner) => false,
                OpKind::Scf(Scf::If) => module.results(inner).all(is_number),
                OpKind::Scf(Scf::Yield) => true,
                OpKind::Rt(Rt::Assert) => false,
                OpKind::Scf(Scf::For) => {
                    module.operands(inner)[..3].iter().all(|bound| self.strides.is_uniform(*bound))
                }
                OpKind::MemRef(MemRef::Load) if is_contiguous(module, self.strides, inner) => {
                    !self.strides.is_repeated(inner)
                }
                OpKind::MemRef(MemRef::Store) if is_contiguous(module, self.strides, inner) => true,
                _ => {
                    self.strides.is_once(module, inner)
                        || module.has_no_regions(inner) && is_speculatable_once_checked(module, inner)
                }
            })
    }

    /// Builds both sides of a branch, each for the lanes that take it.
    fn both_masked(&mut self, op: Op, conditions: &[Value], results: &[Value]) {
        let masks: Vec<Value> = conditions.iter().map(|condition| self.packed(*condition)).collect();
        let condition = conjunction(&mut self.at, &masks);
        let outer = self.mask;
        let both = |lanes: &mut Self, taken| match outer {
            Some(mask) => lanes.at.binary(Arith::AndI, mask, taken),
            None => taken,
        };
        let mask = both(self, condition);
        let then = self.at.module.entry(op, 0);
        let yes = self.masked_side(then, mask, results);
        let no = match self.at.module.entry(op, 1) {
            Some(side) if self.at.module.ops_in(side).len() == 1 => {
                let yields = end_operands(self.at.module, side);
                self.all_carried(&yields, results)
            }
            side => {
                let rest = self.inverted(condition);
                let rest = both(self, rest);
                self.masked_side(side, rest, results)
            }
        };
        let chosen = self.blend(mask, results, &yes, &no);
        self.bind(results, &chosen);
    }

    /// Builds one side of a branch for the lanes of a mask, if there are any.
    fn masked_side(&mut self, side: Option<Block>, mask: Value, results: &[Value]) -> Vec<Value> {
        if side.is_none() {
            return Vec::new();
        }
        let outer = self.mask.replace(mask);
        let any = self.reduced(mask, "or");
        let carried = self.two_sides(any, results, |lanes, index, place| {
            if index == 0 {
                lanes.region(side, place, results);
                return;
            }
            lanes.yielding(place, |lanes| {
                let types: Vec<Type> = results.iter().flat_map(|result| lanes.carriers(*result)).collect();
                types.into_iter().map(|ty| constant_of_bits(&mut lanes.at, ty, 0)).collect()
            });
        });
        self.mask = outer;
        carried
    }

    /// Returns the other lanes.
    fn inverted(&mut self, mask: Value) -> Value {
        let ty = self.type_of(mask);
        let all = self.constant(ty, DenseData::Splat(1));
        self.at.binary(Arith::XOrI, mask, all)
    }

    /// Builds both sides of a branch, and chooses between their results.
    fn flatten(&mut self, op: Op) {
        let condition = self.at.module.operand(op, 0);
        let results: Vec<Value> = self.at.module.results(op).collect();
        let mut yields = Vec::new();
        for index in 0..2 {
            let Some(side) = self.at.module.entry(op, index) else { continue };
            self.block(side);
            let values = end_operands(self.at.module, side);
            yields.push(self.all_carried(&values, &results));
        }
        let [yes, no] = &yields[..] else { return };
        let mask = self.packed(condition);
        let chosen = self.blend(mask, &results, yes, no);
        self.bind(&results, &chosen);
    }

    /// Chooses between what carries results by a mask.
    fn blend(&mut self, mask: Value, results: &[Value], yes: &[Value], no: &[Value]) -> Vec<Value> {
        let mut chosen = Vec::with_capacity(yes.len());
        let mut pairs = yes.iter().zip(no);
        let mut each = Vec::new();
        for result in results {
            let n = self.carriers(*result).len();
            if 1 < n && each.is_empty() {
                let types = vec![Type::I1; self.width];
                let op = self.at.op(Vector::ToElements, &[mask], &types, &[]);
                each = self.at.module.results(op).collect();
            }
            for (lane, (yes, no)) in pairs.by_ref().take(n).enumerate() {
                let condition = if n == 1 { mask } else { each[lane] };
                let ty = self.type_of(*yes);
                chosen.push(self.at.value(Arith::Select, &[condition, *yes, *no], ty, &[]));
            }
        }
        chosen
    }

    /// Builds a loop whose bounds differ between lanes by strides: on vectors as long as all lanes run, then what is
    /// left of each lane.
    pub(super) fn ragged(&mut self, op: Op) {
        let view = self.at.module.op(op);
        let (bounds, inits) = (view.operands()[..3].to_vec(), view.group("initArgs").to_vec());
        let results: Vec<Value> = view.results().collect();
        let args = view.entry(0).map_or(&[][..], |body| self.at.module.args(body)).to_vec();
        let step = self.first(bounds[2]);
        let firsts = [bounds[0], bounds[1]].map(|bound| self.first(bound));
        let lasts = [bounds[0], bounds[1]].map(|bound| self.last(bound));
        let common = self.common_iterations(&bounds, firsts, lasts, step);
        let advance = self.at.binary(Arith::MulI, common, step);
        let end = self.at.binary(Arith::AddI, firsts[0], advance);
        let carried = self.counted(op, [firsts[0], end, step]);
        // The carried values have the strides of the arguments of the body, the results vary.
        self.bind(&args[1..], &carried);
        let started = self.all_carried(&args[1..], &results);
        let at_end = [firsts[0], lasts[0]].map(|lower| self.at.binary(Arith::AddI, lower, advance));
        let ends = [firsts[1], lasts[1]];
        let [a, b] = [0, 1].map(|index| self.at.compare("sge", at_end[index], ends[index], Type::I1));
        let mut is_over = self.at.binary(Arith::AndI, a, b);
        for (index, bound) in bounds[..2].iter().enumerate() {
            let stride = self.strides.of(*bound);
            let is_monotonic = self.is_monotonic("s", stride, firsts[index], lasts[index]);
            if let Some(is_monotonic) = is_monotonic {
                is_over = self.at.binary(Arith::AndI, is_over, is_monotonic);
            }
        }
        let carried = self.two_sides(is_over, &results, |lanes, index, place| {
            lanes.yielding(place, |lanes| {
                if index == 0 {
                    return started.clone();
                }
                lanes.rest_of_lanes(op, (&args[1..], &results), (inits.len(), advance));
                lanes.all_carried(&results, &results)
            });
        });
        self.bind(&results, &carried);
    }

    /// Returns a number of iterations that every lane runs.
    fn common_iterations(
        &mut self,
        bounds: &[Value],
        firsts: [Value; 2],
        lasts: [Value; 2],
        step: Value,
    ) -> Value {
        let mut distances = Vec::new();
        let mut runs = Vec::new();
        for [lower, upper] in [firsts, lasts] {
            runs.push(self.at.compare("slt", lower, upper, Type::I1));
            distances.push(self.at.binary(Arith::SubI, upper, lower));
        }
        for (index, bound) in bounds[..2].iter().enumerate() {
            let stride = self.strides.of(*bound);
            runs.extend(self.is_monotonic("s", stride, firsts[index], lasts[index]));
        }
        let all = conjunction(&mut self.at, &runs);
        let least = self.at.binary(Arith::MinUI, distances[0], distances[1]);
        let iterations = self.at.binary(Arith::CeilDivUI, least, step);
        let none = self.at.index(0);
        self.at.value(Arith::Select, &[all, iterations, none], Type::INDEX, &[])
    }

    /// Builds the rest of a loop for one lane after the other, from what it carries after `advance` elements.
    fn rest_of_lanes(
        &mut self,
        op: Op,
        (carried, results): (&[Value], &[Value]),
        (n_inits, advance): (usize, Value),
    ) {
        let buffers = self.buffers_of(results);
        for (value, buffer) in carried.iter().zip(&buffers) {
            self.store_lanes(*value, *buffer);
        }
        self.over_lanes(op, results, &buffers, |lanes, copy, lane| {
            let lower = lanes.at.module.operand(copy, 0);
            let lower = lanes.at.binary(Arith::AddI, lower, advance);
            lanes.at.module.set_operand(copy, 0, lower);
            for (index, buffer) in buffers.iter().enumerate().take(n_inits) {
                let ty = lanes.type_of(carried[index]);
                let init = lanes.load_lane(ty, *buffer, lane);
                lanes.at.module.set_operand(copy, 3 + index, init);
            }
        });
        for (result, buffer) in results.iter().zip(buffers) {
            self.load_lanes(*result, buffer);
            self.give_buffer(buffer);
        }
    }

    /// Builds a loop that lanes leave one after the other: it runs as long as one of them does, and keeps the results
    /// of those that have left.
    pub(super) fn masked_while(&mut self, op: Op) {
        let module = &*self.at.module;
        let (Some(before), Some(after)) = (module.entry(op, 0), module.entry(op, 1)) else { return };
        let [before_args, after_args] = [before, after].map(|block| module.args(block).to_vec());
        let (inits, results) = (module.operands(op).to_vec(), module.results(op).collect::<Vec<_>>());
        let test = end_operands(module, before);
        let Some((condition, passed)) = test.split_first() else { return };
        let mut operands = self.all_carried(&inits, &before_args);
        for result in &results {
            let ty = self.carriers(*result)[0];
            operands.push(self.constant(ty, DenseData::Splat(0)));
        }
        operands.push(match self.mask {
            Some(mask) => mask,
            None => {
                let mask = self.vector_type(Type::I1);
                self.constant(mask, DenseData::Splat(1))
            }
        });
        let types: Vec<Type> = operands.iter().map(|value| self.type_of(*value)).collect();
        let kept_types = types[types.len() - results.len() - 1..].to_vec();
        let mut passed_types: Vec<Type> = after_args.iter().flat_map(|arg| self.carriers(*arg)).collect();
        let n_passed = passed_types.len();
        passed_types.extend(&kept_types);
        let built = self.at.while_loop(&operands, &passed_types);
        let outer = self.at.place;

        let (args, place) = end_of(self.at.module, built, 0, &types);
        let (own, kept) = args.split_at(args.len() - kept_types.len());
        self.bind(&before_args, own);
        self.at.place = place;
        self.enter();
        self.block(before);
        let active = kept[results.len()];
        let condition = self.packed(*condition);
        let stays = self.at.binary(Arith::AndI, active, condition);
        let mut passes = self.all_carried(passed, &after_args);
        for (value, kept) in passed.iter().zip(kept) {
            let value = self.packed(*value);
            let ty = self.type_of(value);
            passes.push(self.at.value(Arith::Select, &[active, value, *kept], ty, &[]));
        }
        passes.push(stays);
        let any = self.reduced(stays, "or");
        passes.insert(0, any);
        self.at.op(Scf::Condition, &passes, &[], &[]);
        self.leave();

        let (args, place) = end_of(self.at.module, built, 1, &passed_types);
        let (own, kept) = args.split_at(n_passed);
        self.bind(&after_args, own);
        self.at.place = place;
        self.enter();
        self.block(after);
        let mut yields = self.all_carried(&end_operands(self.at.module, after), &before_args);
        yields.extend(kept);
        self.at.op(Scf::Yield, &yields, &[], &[]);
        self.leave();

        self.at.place = outer;
        let kept: Vec<Value> = self.at.module.results(built).skip(n_passed).take(results.len()).collect();
        for (result, vector) in results.into_iter().zip(kept) {
            self.set(result, Form::Packed(vector));
        }
    }
}
