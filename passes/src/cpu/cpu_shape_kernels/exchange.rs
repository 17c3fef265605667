//! Exchanges between the lanes of a subgroup: each thread stores its value, the code is split, and each thread loads
//! the value of another one.
//!
//! A subgroup is a number of threads that follow each other in linear order. All threads of the block run the code
//! around an exchange, so all lanes that exist take part.

use super::{Shaped, Shaper, refuse};
use warpline_ir::{Arith, Builder, Gpu, MemRef, Op, Place, Type, Value};

/// The position of a thread.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The linear number of the thread.
    thread: Value,
    /// The number of the lane.
    pub(super) lane: Value,
    /// The linear number of the first thread of the subgroup.
    pub(super) first: Value,
}

impl Shaper<'_> {
    /// Replaces an operation that reads other lanes, or the number of its own.
    pub(super) fn expand_exchange(&mut self, op: Op, kind: Gpu, threads: [Value; 3]) -> Shaped {
        let position = self.position_before(op, threads);
        match kind {
            Gpu::LaneId => self.module.replace_op(op, &[position.lane]),
            Gpu::Shuffle => self.expand_shuffle(op, position)?,
            _ => self.expand_ballot(op, position)?,
        }
        Ok(())
    }

    /// Builds the position of the current thread.
    pub(super) fn position_before(&mut self, op: Op, threads: [Value; 3]) -> Position {
        let size = self.subgroup_size;
        let mut at = Builder::before(self.module, op);
        let thread = self.shell.linear(&mut at, threads);
        let size = at.index(size);
        let lane = at.binary(Arith::RemUI, thread, size);
        let first = at.binary(Arith::SubI, thread, lane);
        Position { thread, lane, first }
    }

    /// Stores a value of each thread before an operation, and splits the code; returns the values of all threads.
    fn publish(&mut self, op: Op, value: Value, thread: Value) -> Shaped<Value> {
        let all = self.slot(value, op)?;
        let mut at = Builder::before(self.module, op);
        at.op(MemRef::Store, &[value, all, thread], &[], &[]);
        self.meet(op);
        Ok(all)
    }

    /// Inserts a place before an operation where the lanes of the subgroup meet.
    pub(super) fn meet(&mut self, op: Op) {
        let barrier = Builder::before(self.module, op).op(Gpu::Barrier, &[], &[], &[]);
        self.exchanges.insert(barrier);
    }

    /// Expands a shuffle among all lanes. A lane without the other one gets its own value.
    fn expand_shuffle(&mut self, op: Op, position: Position) -> Shaped {
        let view = self.module.op(op);
        let (value, offset, mode) = (view.named("value"), view.named("offset"), view.keyword("mode"));
        if self.module.constant_int(view.named("width")) != Some(self.subgroup_size) {
            return refuse(self.module, op, "run gpu-expand-collectives first");
        }
        let all = self.publish(op, value, position.thread)?;
        let (size, n_threads, ty) = (self.subgroup_size, self.shell.threads, self.module.type_of(value));
        let mut at = Builder::before(self.module, op);
        let offset = match at.module.constant_int(offset) {
            Some(constant) => at.index(i64::from(constant as u32)),
            None => at.value(Arith::IndexCastUI, &[offset], Type::INDEX, &[]),
        };
        let from = match mode {
            Some("xor") => at.binary(Arith::XOrI, position.lane, offset),
            Some("down") => at.binary(Arith::AddI, position.lane, offset),
            Some("up") => at.binary(Arith::SubI, position.lane, offset),
            _ => offset,
        };
        let size = at.index(size);
        let is_valid = at.compare("ult", from, size, Type::I1);
        let other = at.binary(Arith::AddI, position.first, from);
        let exists = at.compare("ult", other, n_threads, Type::I1);
        let exists = at.binary(Arith::AndI, is_valid, exists);
        let other = at.value(Arith::Select, &[exists, other, position.thread], Type::INDEX, &[]);
        let result = at.value(MemRef::Load, &[all, other], ty, &[]);
        self.module.replace_op(op, &[result, is_valid]);
        Ok(())
    }

    /// Expands a ballot: a loop over the lanes that exist joins their bits.
    fn expand_ballot(&mut self, op: Op, position: Position) -> Shaped {
        let (predicate, ty) = (self.module.operand(op, 0), self.module.op(op).result_type(0));
        let all = self.publish(op, predicate, position.thread)?;
        let (size, n_threads, zero, one) =
            (self.subgroup_size, self.shell.threads, self.shell.zero, self.shell.one);
        let mut at = Builder::before(self.module, op);
        let rest = at.binary(Arith::SubI, n_threads, position.first);
        let size = at.index(size);
        let n_lanes = at.binary(Arith::MinUI, rest, size);
        let none = at.int(0, ty);
        let (each, body, end) = super::shell::build_for(&mut at, [zero, n_lanes, one], &[none]);
        let &[lane, mask] = at.module.args(body) else {
            return refuse(self.module, op, "expected a loop with one iteration argument");
        };
        at.place = Place::Before(end);
        let other = at.binary(Arith::AddI, position.first, lane);
        let bit = at.value(MemRef::Load, &[all, other], Type::I1, &[]);
        let bit = at.value(Arith::ExtUI, &[bit], ty, &[]);
        let by = at.value(Arith::IndexCastUI, &[lane], ty, &[]);
        let bit = at.binary(Arith::ShLI, bit, by);
        let mask = at.binary(Arith::OrI, mask, bit);
        self.module.set_operands(end, &[mask]);
        let result = self.module.result(each, 0);
        self.module.replace_op(op, &[result]);
        Ok(())
    }
}
