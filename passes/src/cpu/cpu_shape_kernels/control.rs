//! Loops and branches that contain barriers: they are placed outside the thread loops, and their carried values are
//! uniform or stored in slots. A branch that is split only at exchanges between lanes may depend on the thread: it
//! stays in the thread loops, around each of its segments.

use super::plan::Plan;
use super::report::differences;
use super::segments::{uniform, varying};
use super::shell::build_for;
use super::{ASSERTION, Shaped, Shaper, refuse};
use rustc_hash::FxHashMap;
use warpline_ir::artifact::COLD;
use warpline_ir::{Arith, Attr, Block, Builder, Gpu, MemRef, Op, OpKind, Place, Rt, Scf, Type, Value};

impl Shaper<'_> {
    fn entry_of(&self, op: Op, index: usize) -> Shaped<Block> {
        match self.module.entry(op, index) {
            Some(block) => Ok(block),
            None => refuse(self.module, op, "expected a region with a block"),
        }
    }

    fn end_of(&self, block: Block) -> &[Value] {
        self.module.last_op(block).map_or(&[], |end| self.module.operands(end))
    }

    fn types_of(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|value| self.module.type_of(*value)).collect()
    }

    /// Returns a builder for the replacement of an operation.
    fn builder(&mut self, op: Op, place: Place) -> Builder<'_> {
        let location = self.module.location(op);
        Builder::new(self.module, place, location)
    }

    pub(super) fn cut_for(&mut self, plan: &mut Plan, op: Op, before: Op) -> Shaped {
        let body = self.entry_of(op, 0)?;
        let args = self.module.args(body).to_vec();
        let operands = self.module.operands(op).to_vec();
        let mut bounds = [operands[0]; 3];
        for (bound, value) in bounds.iter_mut().zip(&operands) {
            *bound = self.uniform_or_checked(plan, *value, (op, before))?;
        }
        let inits = uniform(plan, &operands[3..], &args[1..]);
        let results = self.uniform_results(plan, op, &args[1..])?;
        let (new, new_body, end) = build_for(&mut self.builder(op, Place::Before(before)), bounds, &inits);
        let attrs = self.module.attrs(op).to_vec();
        self.module.set_attrs(new, &attrs);
        let kept = [&args[..1], &uniform(plan, &args[1..], &args[1..])].concat();
        let new_args = self.module.args(new_body).to_vec();
        self.replace(&kept, &new_args);
        let yields = varying(plan, self.end_of(body), &args[1..]);
        plan.share_slots(self.module, body, &yields);
        self.cut_block(plan, body, end, (0, &args[1..]))?;
        let next = uniform(plan, self.end_of(body), &args[1..]);
        self.module.set_operands(end, &next);
        self.replace(&results, &self.module.results(new).collect::<Vec<_>>());
        Ok(())
    }

    pub(super) fn cut_if(&mut self, plan: &mut Plan, op: Op, before: Op) -> Shaped {
        if !plan.is_uniform(self.module.operand(op, 0)) && self.has_only_exchanges(op) {
            return self.cut_masked_if(plan, op, before);
        }
        let condition = self.uniform_or_checked(plan, self.module.operand(op, 0), (op, before))?;
        let all: Vec<Value> = self.module.results(op).collect();
        self.reserve_slots(plan, &all, op)?;
        let results = uniform(plan, &all, &all);
        let types = self.types_of(&results);
        let mut at = self.builder(op, Place::Before(before));
        let new = at.op_with_regions(Scf::If, &[condition], &types, &[], 2);
        if self.module.attr(op, COLD).is_some() {
            self.module.set_attr(new, COLD, Attr::UNIT);
        }
        for index in 0..2 {
            let Some(block) = self.module.entry(op, index) else { continue };
            let region = self.module.region(new, index);
            let side = self.module.add_block(region, &[]);
            let end = self.builder(op, Place::End(side)).op(Scf::Yield, &[], &[], &[]);
            self.cut_block(plan, block, end, (0, &all))?;
            let values = uniform(plan, self.end_of(block), &all);
            self.module.set_operands(end, &values);
        }
        self.replace(&results, &self.module.results(new).collect::<Vec<_>>());
        Ok(())
    }

    /// Splits a branch whose condition may differ between the subgroups of a block: each segment in it tests the
    /// condition for each thread.
    fn cut_masked_if(&mut self, plan: &mut Plan, op: Op, before: Op) -> Shaped {
        let (condition, results) =
            (self.module.operand(op, 0), self.module.results(op).collect::<Vec<Value>>());
        self.reserve_slots(plan, &results, op)?;
        for (index, holds) in [(0, true), (1, false)] {
            let Some(block) = self.module.entry(op, index) else { continue };
            self.masks.push((condition, holds));
            self.cut_block(plan, block, before, (0, &results))?;
            self.masks.pop();
        }
        Ok(())
    }

    pub(super) fn cut_while(&mut self, plan: &mut Plan, op: Op, before: Op) -> Shaped {
        let [first, second] = [self.entry_of(op, 0)?, self.entry_of(op, 1)?];
        let [first_args, second_args] = [first, second].map(|block| self.module.args(block).to_vec());
        let inits = uniform(plan, self.module.operands(op), &first_args);
        self.reserve_slots(plan, &second_args, op)?;
        let results = self.uniform_results(plan, op, &second_args)?;
        let result_types = self.types_of(&results);
        let mut at = self.builder(op, Place::Before(before));
        let new = at.while_loop(&inits, &result_types);
        let mut ends = Vec::new();
        for (index, args) in [&first_args, &second_args].into_iter().enumerate() {
            let old = uniform(plan, args, args);
            let (region, types) = (self.module.region(new, index), self.types_of(&old));
            let block = self.module.add_block(region, &types);
            let new_args = self.module.args(block).to_vec();
            self.replace(&old, &new_args);
            ends.push(block);
        }
        self.cut_condition(plan, (op, first), ends[0], &second_args)?;
        let end = self.builder(op, Place::End(ends[1])).op(Scf::Yield, &[], &[], &[]);
        self.cut_block(plan, second, end, (0, &first_args))?;
        let next = uniform(plan, self.end_of(second), &first_args);
        self.module.set_operands(end, &next);
        self.replace(&results, &self.module.results(new).collect::<Vec<_>>());
        Ok(())
    }

    /// Splits the first region of a loop; returns its results and the loop condition.
    fn cut_condition(
        &mut self,
        plan: &mut Plan,
        (op, block): (Op, Block),
        target: Block,
        args: &[Value],
    ) -> Shaped {
        let Some(exit) = self.module.last_op(block) else {
            return refuse(self.module, op, "expected a terminator");
        };
        let end = self.builder(exit, Place::End(target)).op(Scf::Condition, &[], &[], &[]);
        let deciding = (self.module.operand(exit, 0), op);
        self.cut_deciding_block(plan, block, end, (1, args), Some(deciding))?;
        let own = self.module.operand(exit, 0);
        let condition = if self.lane_loops.contains(&op) {
            self.any_thread(plan, own, end)?
        } else {
            self.uniform_or_checked(plan, own, (op, end))?
        };
        if self.exits.contains(&exit) {
            Builder::before(self.module, end).op(Rt::Spin, &[condition], &[], &[]);
        }
        let passed = uniform(plan, &self.module.operands(exit)[1..], args);
        self.module.set_operands(end, &[&[condition][..], &passed].concat());
        Ok(())
    }

    /// Allocates slots for the values that vary.
    pub(super) fn reserve_slots(&mut self, plan: &mut Plan, values: &[Value], op: Op) -> Shaped {
        for value in values {
            if !plan.is_uniform(*value) {
                self.slot_of(plan, *value, op)?;
            }
        }
        Ok(())
    }

    /// Returns the uniform results of a loop; the others share the slots of its arguments.
    fn uniform_results(&mut self, plan: &mut Plan, op: Op, args: &[Value]) -> Shaped<Vec<Value>> {
        let mut uniform = Vec::new();
        for (result, arg) in self.module.results(op).zip(args) {
            if plan.is_uniform(result) {
                uniform.push(result);
            } else {
                let slot = self.slot_of(plan, *arg, op)?;
                plan.slots.insert(result, slot);
            }
        }
        Ok(uniform)
    }

    /// Whether an operation is split, and only where lanes exchange values.
    pub(super) fn has_only_exchanges(&self, op: Op) -> bool {
        let is_barrier = |op: &Op| self.module.kind(*op) == OpKind::Gpu(Gpu::Barrier);
        let mut barriers = self.module.walk(op).into_iter().filter(is_barrier).peekable();
        barriers.peek().is_some() && barriers.all(|barrier| self.exchanges.contains(&barrier))
    }

    /// Returns whether a condition holds for any thread that the branches around the current segment let through. The
    /// others have no value of it.
    fn any_thread(&mut self, plan: &Plan, condition: Value, before: Op) -> Shaped<Value> {
        let (zero, one, threads) = (self.shell.zero, self.shell.one, self.shell.threads);
        let sizes = self.shell.block_dim;
        let mut at = self.builder(before, Place::Before(before));
        let none = at.int(0, Type::I1);
        let (all, body, end) = build_for(&mut at, [zero, threads, one], &[none]);
        let any = at.module.result(all, 0);
        let &[thread, found] = at.module.args(body) else {
            return refuse(at.module, before, "expected a loop with one iteration argument");
        };
        at.place = Place::Before(end);
        let ids = thread_ids(&mut at, thread, sizes);
        let mut local: FxHashMap<Value, Value> = plan.threads.into_iter().zip(ids).collect();
        let mut inner = end;
        for (mask, expected) in self.masks.clone() {
            let mask = self.for_thread(plan, mask, &mut local, (inner, thread))?;
            let mut at = Builder::before(self.module, inner);
            let mask = if expected { mask } else { at.not(mask) };
            let branch = at.op_with_regions(Scf::If, &[mask], &[Type::I1], &[], 2);
            let location = at.location;
            self.module.set_operands(inner, &[self.module.result(branch, 0)]);
            let ends = [0, 1].map(|index| {
                let block = self.module.add_block(self.module.region(branch, index), &[]);
                Builder::new(self.module, Place::End(block), location).op(Scf::Yield, &[none], &[], &[])
            });
            inner = ends[0];
        }
        let own = self.for_thread(plan, condition, &mut local, (inner, thread))?;
        self.module.set_operands(inner, &[own]);
        let own = self.module.operand(end, 0);
        let found = Builder::before(self.module, end).binary(Arith::OrI, found, own);
        self.module.set_operands(end, &[found]);
        Ok(any)
    }

    /// Returns a value of a thread, computed or loaded before an operation.
    fn for_thread(
        &mut self,
        plan: &Plan,
        value: Value,
        local: &mut FxHashMap<Value, Value>,
        place: (Op, Value),
    ) -> Shaped<Value> {
        self.materialise(plan, vec![value], local, place)?;
        Ok(local.get(&value).copied().unwrap_or(value))
    }

    fn replace(&mut self, old: &[Value], new: &[Value]) {
        for (old, new) in old.iter().zip(new) {
            self.module.replace_all_uses(*old, *new);
        }
    }

    /// Builds the report that a thread disagrees with the first one about an operation with a barrier, in a branch.
    fn report_divergence(&mut self, (op, branch): (Op, Op), slot: Value, first: Value) {
        let (zero, one, threads) = (self.shell.zero, self.shell.one, self.shell.threads);
        let (block, sizes) = (self.shell.block_id, self.shell.block_dim);
        let inner = self.module.walk(op);
        let number = inner.into_iter().find_map(|op| self.module.attr(op, ASSERTION));
        let region = self.module.region(branch, 0);
        let body = self.module.add_block(region, &[]);
        let mut at = self.builder(op, Place::End(body));
        let (search, each, end) = build_for(&mut at, [zero, threads, one], &[threads]);
        let other = at.module.result(search, 0);
        let ids = thread_ids(&mut at, other, sizes);
        let never = at.int(0, Type::I1);
        let message = at.module.string_attr("divergent barrier");
        let attrs: Vec<_> =
            [("msg", message)].into_iter().chain(number.map(|number| ("number", number))).collect();
        at.op(Rt::Assert, &[&[never][..], &block, &ids].concat(), &[], &attrs);
        at.op(Scf::Yield, &[], &[], &[]);
        let (args, ty) = (self.module.args(each).to_vec(), self.module.type_of(first));
        let mut at = Builder::before(self.module, end);
        let own = at.value(MemRef::Load, &[slot, args[0]], ty, &[]);
        let is_other = at.compare("ne", own, first, Type::I1);
        let place = at.value(Arith::Select, &[is_other, args[0], threads], Type::INDEX, &[]);
        let least = at.binary(Arith::MinUI, args[1], place);
        self.module.set_operands(end, &[least]);
    }

    /// Returns a scalar that controls barriers: proved uniform, or compared between all threads at run time.
    fn uniform_or_checked(&mut self, plan: &Plan, value: Value, (op, before): (Op, Op)) -> Shaped<Value> {
        if plan.is_uniform(value) {
            return Ok(value);
        }
        let slot = plan.slots.get(&value).or_else(|| plan.compared.get(&value));
        let Some(slot) = slot.copied() else {
            let why = "it contains a barrier, but what decides about it depends on the thread";
            return refuse(self.module, op, why);
        };
        let ty = self.module.type_of(value);
        if !self.module.is_int_or_index(ty) {
            return refuse(self.module, op, "expected an integer condition for a region with a barrier");
        }
        let (zero, one, threads) = (self.shell.zero, self.shell.one, self.shell.threads);
        let mut at = self.builder(op, Place::Before(before));
        let first = at.value(MemRef::Load, &[slot, zero], ty, &[]);
        let none = at.int(0, ty);
        let (all, body, end) = build_for(&mut at, [zero, threads, one], &[none]);
        let same = at.module.result(all, 0);
        let differs = at.compare("ne", same, none, Type::I1);
        let branch = at.op_with_regions(Scf::If, &[differs], &[], &[], 2);
        self.report_divergence((op, branch), slot, first);
        let args = self.module.args(body).to_vec();
        let mut at = Builder::before(self.module, end);
        let own = at.value(MemRef::Load, &[slot, args[0]], ty, &[]);
        let sum = differences(&mut at, args[1], own, first);
        self.module.set_operands(end, &[sum]);
        Ok(first)
    }
}

/// Returns the numbers of a thread along x, y and z from its linear number.
fn thread_ids(at: &mut Builder<'_>, thread: Value, sizes: [Value; 3]) -> [Value; 3] {
    let x = at.binary(Arith::RemUI, thread, sizes[0]);
    let row = at.binary(Arith::DivUI, thread, sizes[0]);
    [x, at.binary(Arith::RemUI, row, sizes[1]), at.binary(Arith::DivUI, row, sizes[1])]
}
