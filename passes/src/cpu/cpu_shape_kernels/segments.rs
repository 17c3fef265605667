//! Segments: the code between barriers, wrapped in loops over the threads of a block.

use super::plan::Plan;
use super::{Shaped, Shaper, refuse};
use crate::analysis::effects::is_terminator;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::artifact::INTERVAL;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Builder, MemRef, Op, OpKind, Place, Scf, Value};

/// A value that a segment stores in the slot of another one.
pub(super) type Handover = (Value, Value);

impl Shaper<'_> {
    /// Moves the operations of a block with barriers, except its terminator, before an operation. Then stores the
    /// operands of the terminator, from `first` on, in the slots of those of `targets` that vary.
    pub(super) fn cut_block(
        &mut self,
        plan: &mut Plan,
        block: Block,
        before: Op,
        (first, targets): (usize, &[Value]),
    ) -> Shaped {
        self.cut_deciding_block(plan, block, before, (first, targets), None)
    }

    /// Like [`Shaper::cut_block`]; the last segment also stores a value that decides about an operation.
    pub(super) fn cut_deciding_block(
        &mut self,
        plan: &mut Plan,
        block: Block,
        before: Op,
        (first, targets): (usize, &[Value]),
        deciding: Option<(Value, Op)>,
    ) -> Shaped {
        let mut segment = Vec::new();
        for op in self.module.ops_in(block) {
            if is_terminator(self.module, op) {
                break;
            }
            if plan.has_barrier(op) {
                let starts = self.starts_of(plan, op)?;
                self.segment(plan, &std::mem::take(&mut segment), &starts, before)?;
                self.cut_op(plan, op, before)?;
            } else if plan.is_done_once(self.module, op) {
                self.module.move_op(op, Place::Before(before));
            } else {
                segment.push(op);
            }
        }
        let values = self.module.last_op(block).map_or(&[][..], |end| self.module.operands(end));
        let mut handovers = varying(plan, values.get(first..).unwrap_or(&[]), targets);
        handovers.retain(|(value, target)| {
            plan.slots.get(value).is_none_or(|slot| plan.slots.get(target) != Some(slot))
        });
        if let Some((value, op)) = deciding {
            self.compare(plan, &[value], op);
        }
        self.segment(plan, &segment, &handovers, before)
    }

    /// Returns the initial values of a loop that vary, which the segment before it stores, and has it store what decides
    /// about the loop or branch, if the threads are to compare that.
    fn starts_of(&mut self, plan: &mut Plan, op: Op) -> Shaped<Vec<Handover>> {
        let (first_operand, first_arg) = match self.module.region_flow(op) {
            Some(RegionFlow::For) => (3, 1),
            Some(RegionFlow::While) => (0, 0),
            Some(RegionFlow::Branch) => (1, 0),
            Some(RegionFlow::Once | RegionFlow::Parallel) | None => return Ok(Vec::new()),
        };
        let deciding = self.module.operands(op)[..first_operand].to_vec();
        self.compare(plan, &deciding, op);
        let args = self.module.entry(op, 0).map_or(&[][..], |body| self.module.args(body)).to_vec();
        let targets = args.get(first_arg..).unwrap_or(&[]);
        self.reserve_slots(plan, targets, op)?;
        let inits = self.module.operands(op).get(first_operand..).unwrap_or(&[]);
        Ok(varying(plan, inits, targets))
    }

    /// Has the next segment store the values that decide about an operation with a barrier, are not proved uniform, and
    /// have no slot of their own.
    pub(super) fn compare(&self, plan: &mut Plan, values: &[Value], op: Op) {
        if self.has_only_exchanges(op) {
            return;
        }
        let has_slot = |value: &Value| plan.is_kept(*value) || plan.slots.contains_key(value);
        let is_compared = |value: &&Value| !plan.is_uniform(**value) && !has_slot(value);
        plan.to_compare = values.iter().filter(is_compared).copied().collect();
    }

    /// Builds the thread loops of a segment, with the stores of its handovers at the end.
    fn segment(&mut self, plan: &mut Plan, ops: &[Op], handovers: &[Handover], before: Op) -> Shaped {
        let ops: Vec<Op> = ops.iter().copied().filter(|op| !plan.is_made_anew(self.module, *op)).collect();
        let mut kept = self.kept_values(plan, &ops)?;
        kept.extend(handovers);
        let compared = std::mem::take(&mut plan.to_compare);
        if ops.is_empty() && kept.is_empty() && compared.is_empty() {
            return Ok(());
        }
        let inner: FxHashSet<Op> = ops.iter().flat_map(|op| self.module.walk(*op)).collect();
        let nest = self.shell.thread_loops(self.module, before);
        let mut local: FxHashMap<Value, Value> = plan.threads.into_iter().zip(nest.ids).collect();
        let end = self.open_masks(plan, &mut local, (nest.end, nest.linear))?;
        let first = ops.first().copied().unwrap_or(end);
        for op in &ops {
            self.module.move_op(*op, Place::Before(end));
        }
        let stored: Vec<Value> =
            kept.iter().map(|(value, _)| *value).chain(compared.iter().copied()).collect();
        let needed = self.values_from_outside(&ops, &inner, &stored);
        self.materialise(plan, needed, &mut local, (first, nest.linear))?;
        self.use_locals(&ops, &local);
        for (value, target) in kept {
            let value = local.get(&value).copied().unwrap_or(value);
            let slot = self.slot_of(plan, target, before)?;
            Builder::before(self.module, end).op(MemRef::Store, &[value, slot, nest.linear], &[], &[]);
        }
        for value in compared {
            let slot = match plan.compared.get(&value) {
                Some(slot) => *slot,
                None => self.slot(value, before)?,
            };
            plan.compared.insert(value, slot);
            let value = local.get(&value).copied().unwrap_or(value);
            Builder::before(self.module, end).op(MemRef::Store, &[value, slot, nest.linear], &[], &[]);
        }
        nest.drop_unused(self.module);
        Ok(())
    }

    /// Builds the branches of the masks before an operation of a thread; returns the terminator of the innermost.
    fn open_masks(
        &mut self,
        plan: &Plan,
        local: &mut FxHashMap<Value, Value>,
        (mut end, thread): (Op, Value),
    ) -> Shaped<Op> {
        for (condition, holds) in self.masks.clone() {
            self.materialise(plan, vec![condition], local, (end, thread))?;
            let condition = local.get(&condition).copied().unwrap_or(condition);
            let mut at = Builder::before(self.module, end);
            let condition = if holds { condition } else { at.not(condition) };
            let branch = at.op_with_regions(Scf::If, &[condition], &[], &[], 2);
            let region = at.module.region(branch, 0);
            let body = at.module.add_block(region, &[]);
            end = Builder::new(at.module, Place::End(body), at.location).op(Scf::Yield, &[], &[], &[]);
        }
        Ok(end)
    }

    /// Returns the results of a segment that others use, each with its own slot.
    fn kept_values(&mut self, plan: &mut Plan, ops: &[Op]) -> Shaped<Vec<Handover>> {
        let mut found = Vec::new();
        for op in ops {
            for value in self.module.results(*op) {
                if plan.is_kept(value) {
                    self.slot_of(plan, value, *op)?;
                    found.push((value, value));
                }
            }
        }
        Ok(found)
    }

    /// Returns the slot of a value; `user` is the operation that it is kept for.
    pub(super) fn slot_of(&mut self, plan: &mut Plan, value: Value, user: Op) -> Shaped<Value> {
        if let Some(slot) = plan.slots.get(&value) {
            return Ok(*slot);
        }
        let slot = self.slot(value, user)?;
        plan.slots.insert(value, slot);
        Ok(slot)
    }

    /// Returns the values that are used in a segment and defined before it, in the order of use.
    fn values_from_outside(&self, ops: &[Op], inner: &FxHashSet<Op>, stored: &[Value]) -> Vec<Value> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let used = ops.iter().flat_map(|op| self.module.walk(*op));
        let used = used.flat_map(|op| self.module.operands(op).to_vec());
        for value in used.chain(stored.iter().copied()) {
            if !self.is_made_in(value, inner) && seen.insert(value) {
                found.push(value);
            }
        }
        found
    }

    fn is_made_in(&self, value: Value, inner: &FxHashSet<Op>) -> bool {
        let block = self.module.def_block(value);
        let owner = block.and_then(|block| self.module.block_parent(block));
        self.module.defining_op(value).or(owner).is_some_and(|op| inner.contains(&op))
    }

    /// Materializes outside values for the current thread, before the first operation of a segment.
    pub(super) fn materialise(
        &mut self,
        plan: &Plan,
        needed: Vec<Value>,
        local: &mut FxHashMap<Value, Value>,
        (first, thread): (Op, Value),
    ) -> Shaped {
        let mut again = Vec::new();
        let mut seen: FxHashSet<Value> = needed.iter().copied().collect();
        let mut needed = needed;
        needed.reverse();
        while let Some(value) = needed.pop() {
            if local.contains_key(&value) || (plan.is_uniform(value) && !plan.private.contains_key(&value)) {
                continue;
            }
            if let Some(area) = plan.private.get(&value) {
                let ty = self.module.type_of(value);
                local.insert(value, self.private_view(first, *area, ty, thread));
            } else if let Some(slot) = plan.slots.get(&value) {
                let ty = self.module.type_of(value);
                let mut at = Builder::before(self.module, first);
                local.insert(value, at.value(MemRef::Load, &[*slot, thread], ty, &[]));
            } else if let Some(op) = self.module.defining_op(value).filter(|_| plan.is_recomputed(value)) {
                again.push(op);
                let operands = plan.operands_of(self.module, op).iter().copied();
                needed.extend(operands.filter(|operand| seen.insert(*operand)));
            } else {
                return refuse(self.module, first, "an operand cannot be kept across a barrier");
            }
        }
        again.sort_unstable_by_key(|op| plan.order.get(op).copied());
        again.dedup();
        for op in again {
            let operands: Vec<Value> = plan
                .operands_of(self.module, op)
                .iter()
                .map(|operand| local.get(operand).copied().unwrap_or(*operand))
                .collect();
            let copy = self.module.clone_op(op, local);
            self.module.set_operands(copy, &operands);
            self.module.insert(copy, Place::Before(first));
        }
        Ok(())
    }

    /// Replaces outside values in the operations of a segment by their local materializations.
    pub(super) fn use_locals(&mut self, ops: &[Op], local: &FxHashMap<Value, Value>) {
        for op in ops.iter().flat_map(|op| self.module.walk(*op)).collect::<Vec<_>>() {
            for index in 0..self.module.operands(op).len() {
                if let Some(value) = local.get(&self.module.operand(op, index)) {
                    self.module.set_operand(op, index, *value);
                }
            }
        }
    }

    /// Moves an operation that contains a barrier before another one; a barrier itself is dropped, or reported.
    fn cut_op(&mut self, plan: &mut Plan, op: Op, before: Op) -> Shaped {
        if matches!(self.module.kind(op), OpKind::Gpu(_)) && self.module.regions_of(op).is_empty() {
            if self.module.attr(op, INTERVAL).is_some() {
                self.report_interval(Place::Before(before));
            }
            return Ok(());
        }
        match self.module.region_flow(op) {
            Some(RegionFlow::For) => self.cut_for(plan, op, before),
            Some(RegionFlow::Branch) => self.cut_if(plan, op, before),
            Some(RegionFlow::While) => self.cut_while(plan, op, before),
            Some(RegionFlow::Once | RegionFlow::Parallel) | None => {
                let why =
                    "a barrier in it is not supported; use scf.for, scf.while, scf.if or scf.index_switch";
                refuse(self.module, op, why)
            }
        }
    }
}

/// Returns the values for the slots of those of `targets` that vary.
pub(super) fn varying(plan: &Plan, values: &[Value], targets: &[Value]) -> Vec<Handover> {
    let all = values.iter().copied().zip(targets.iter().copied());
    all.filter(|(_, target)| !plan.is_uniform(*target)).collect()
}

/// Returns the values for those of `targets` that are uniform.
pub(super) fn uniform(plan: &Plan, values: &[Value], targets: &[Value]) -> Vec<Value> {
    let all = values.iter().zip(targets);
    all.filter(|(_, target)| plan.is_uniform(**target)).map(|(value, _)| *value).collect()
}
