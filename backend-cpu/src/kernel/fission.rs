//! Kernels with barriers: cut into segments that all threads of a block run one after the other.
//!
//! A barrier ends a segment. A loop or branch around a barrier moves out of the thread loops, so its bounds or its
//! condition must be the same for all threads: proved, or, where it comes from memory, compared between all threads
//! when it runs, and a difference ends the launch. What a thread computes in one segment and uses in another lies in
//! a per-thread slot of scratch memory; what is cheap and pure is computed again.
//!
//! ```text
//! gpu.barrier                      | for each thread { … }
//! scf.for %i = … { A; barrier; B } | scf.for %i = … { for each thread { A }; for each thread { B } }
//! ```

use super::frame::Area;
use crate::emit::{Emitted, Emitter};
use crate::flow::Bounds;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type as RegType, Value as Reg};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::Trait;
use warpline_ir::{Block, MemRef, Op, OpKind, Scf, Value};
use warpline_passes::cpu::uniformity::Uniformity;

/// What is known about the cuts of a kernel.
#[derive(Debug)]
pub(super) struct Split {
    uniformity: Uniformity,
    slots: FxHashMap<Value, Vec<(Area, RegType)>>,
    cheap: FxHashMap<Value, bool>,
}

/// A value that a segment leaves in the slot of another one.
type Handover = (Value, Value);

impl Split {
    pub(super) fn new(uniformity: Uniformity) -> Self {
        Self { uniformity, slots: FxHashMap::default(), cheap: FxHashMap::default() }
    }

    pub(super) fn has_barrier(&self, op: Op) -> bool {
        self.uniformity.has_barrier(op)
    }
}

impl Emitter<'_, '_> {
    /// Emits a kernel with barriers.
    pub(super) fn split_kernel(&mut self, func: Op) -> Emitted {
        let blocks = self.module.blocks_of(self.module.region(func, 0));
        let [block] = blocks else {
            return Err(self.unsupported(
                "a kernel with barriers must be structured: one block, with scf loops and branches",
            ));
        };
        self.split_block(*block, &[])
    }

    fn is_uniform(&mut self, value: Value) -> Emitted<bool> {
        Ok(self.kernel()?.split.uniformity.is_uniform(value))
    }

    /// Emits a block with barriers but its end, and hands values over to slots after it.
    fn split_block(&mut self, block: Block, handovers: &[Handover]) -> Emitted {
        let mut segment = Vec::new();
        for op in self.module.ops_in(block) {
            self.at = op;
            if self.module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator)) {
                break;
            }
            if self.kernel()?.split.has_barrier(op) {
                self.segment(&std::mem::take(&mut segment), &[])?;
                self.split_op(op)?;
            } else if self.is_done_once(op)? {
                self.op(op)?;
            } else {
                segment.push(op);
            }
        }
        self.segment(&segment, handovers)
    }

    /// Whether an operation can be done once for all threads.
    fn is_done_once(&mut self, op: Op) -> Emitted<bool> {
        let module = self.module;
        if !is_plain(module.kind(op)) {
            return Ok(false);
        }
        for value in module.results(op) {
            if !self.is_uniform(value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Emits a barrier, which is nothing by now, or what is around one.
    fn split_op(&mut self, op: Op) -> Emitted {
        self.at = op;
        match self.module.kind(op) {
            OpKind::Gpu(_) if self.module.regions_of(op).is_empty() => Ok(()),
            OpKind::Scf(Scf::For) => self.split_for(op),
            OpKind::Scf(Scf::If) => self.split_if(op),
            OpKind::Scf(Scf::While) => self.split_while(op),
            _ => Err(self.unsupported("a barrier in it is not supported; use scf.for, scf.while or scf.if")),
        }
    }

    fn entry_of(&self, op: Op, index: usize) -> Emitted<Block> {
        let block = self.module.entry(op, index);
        block.ok_or_else(|| self.unsupported("expected a region with a block"))
    }

    fn end_of(&self, block: Block) -> Emitted<&[Value]> {
        let end = self.module.last_op(block);
        end.map(|end| self.module.operands(end)).ok_or_else(|| self.unsupported("expected a terminator"))
    }

    fn split_for(&mut self, op: Op) -> Emitted {
        let view = self.module.op(op);
        let body = self.entry_of(op, 0)?;
        let args = self.module.args(body);
        let next = self.end_of(body)?.to_vec();
        let [lower, upper, step] = [view.operand(0), view.operand(1), view.operand(2)];
        let bounds =
            Bounds { lower: self.agreed(lower)?, upper: self.agreed(upper)?, step: self.agreed(step)? };
        let carried = self.carry(view.group(3), &args[1..])?;
        let again = self.carry_on(&next, &args[1..])?;
        let results = self.uniform_results(op, &args[1..])?;
        let inits = self.parts_of(&carried)?;
        let parts = self.counted_loop(bounds, &inits, |cx, counter, parts| {
            let uniform = cx.only_uniform(&args[1..])?;
            cx.bind(&args[..1], &[counter])?;
            cx.bind(&uniform, parts)?;
            cx.split_block(body, &again.0)?;
            cx.parts_of(&again.1)
        })?;
        self.bind(&results, &parts)
    }

    fn split_if(&mut self, op: Op) -> Emitted {
        let condition = self.agreed(self.module.operand(op, 0))?;
        let all: Vec<_> = self.module.results(op).collect();
        let results = self.only_uniform(&all)?;
        let types = self.part_types_of(&results)?;
        let (then, other, after) = (self.block(&[]), self.block(&[]), self.block(&types));
        self.branch(condition, (then, &[]), (other, &[]));
        for (index, side) in [then, other].into_iter().enumerate() {
            self.enter(side);
            let mut parts = Vec::new();
            if let Some(block) = self.module.entry(op, index) {
                let values = self.end_of(block)?.to_vec();
                let handed = self.carry_on(&values, &all)?;
                self.split_block(block, &handed.0)?;
                parts = self.parts_of(&handed.1)?;
            }
            self.jump(after, &parts);
        }
        let parts = self.enter(after);
        self.bind(&results, &parts)
    }

    fn split_while(&mut self, op: Op) -> Emitted {
        let (before, after) = (self.entry_of(op, 0)?, self.entry_of(op, 1)?);
        let (before_args, after_args) = (self.module.args(before), self.module.args(after));
        let (passed, next) = (self.end_of(before)?.to_vec(), self.end_of(after)?.to_vec());
        let inits = self.carry(self.module.operands(op), before_args)?;
        let inits = self.parts_of(&inits)?;
        let uniform = self.only_uniform(before_args)?;
        let types = self.part_types_of(&uniform)?;
        let (test, work, done) = (self.block(&types), self.block(&[]), self.block(&[]));
        self.jump(test, &inits);
        let parts = self.enter(test);
        self.bind(&uniform, &parts)?;
        let onward = self.carry_on(&passed[1..], after_args)?;
        self.split_block(before, &onward.0)?;
        self.at = op;
        let condition = self.agreed(passed[0])?;
        if let Some(exit) = self.module.last_op(before) {
            self.spin_point(exit, Some(condition))?;
        }
        // The first region dominates the second one and what follows: uniform values need no parameters.
        let results = self.uniform_results(op, after_args)?;
        let inner = self.only_uniform(after_args)?;
        let parts = self.parts_of(&onward.1)?;
        self.bind(&inner, &parts)?;
        self.bind(&results, &parts)?;
        self.branch(condition, (work, &[]), (done, &[]));
        self.enter(work);
        let again = self.carry_on(&next, before_args)?;
        self.split_block(after, &again.0)?;
        let parts = self.parts_of(&again.1)?;
        self.jump(test, &parts);
        self.enter(done);
        Ok(())
    }

    fn only_uniform(&mut self, values: &[Value]) -> Emitted<Vec<Value>> {
        let mut found = Vec::new();
        for value in values {
            if self.is_uniform(*value)? {
                found.push(*value);
            }
        }
        Ok(found)
    }

    /// Puts the first values of what varies in its slots; the first values of the rest.
    fn carry(&mut self, inits: &[Value], targets: &[Value]) -> Emitted<Vec<Value>> {
        let (handovers, uniform) = self.carry_on(inits, targets)?;
        self.segment(&[], &handovers)?;
        Ok(uniform)
    }

    /// What goes to the slots of `targets`, and the values for those that are uniform.
    fn carry_on(&mut self, values: &[Value], targets: &[Value]) -> Emitted<(Vec<Handover>, Vec<Value>)> {
        let (mut handovers, mut uniform) = (Vec::new(), Vec::new());
        for (value, target) in values.iter().zip(targets) {
            if self.is_uniform(*target)? {
                uniform.push(*value);
            } else {
                self.reserve(*target)?;
                handovers.push((*value, *target));
            }
        }
        Ok((handovers, uniform))
    }

    /// The uniform results of a loop; the others share the slots of its arguments.
    fn uniform_results(&mut self, op: Op, args: &[Value]) -> Emitted<Vec<Value>> {
        let mut uniform = Vec::new();
        for (result, arg) in self.module.results(op).zip(args) {
            if self.is_uniform(result)? {
                uniform.push(result);
            } else {
                let slots = self.reserve(*arg)?;
                self.kernel()?.split.slots.insert(result, slots);
            }
        }
        Ok(uniform)
    }

    /// The slots of a value, one per part.
    fn reserve(&mut self, value: Value) -> Emitted<Vec<(Area, RegType)>> {
        if let Some(slots) = self.kernel()?.split.slots.get(&value) {
            return Ok(slots.clone());
        }
        let types = self.part_types(self.module.type_of(value))?;
        let kernel = self.kernel()?;
        let slots: Vec<_> =
            types.into_iter().map(|ty| (kernel.frame.per_thread(u64::from(ty.bytes())), ty)).collect();
        kernel.split.slots.insert(value, slots.clone());
        Ok(slots)
    }
}

/// Segments.
impl Emitter<'_, '_> {
    /// Runs operations for each thread, then hands values over.
    fn segment(&mut self, ops: &[Op], handovers: &[Handover]) -> Emitted {
        if ops.is_empty() && handovers.is_empty() {
            return Ok(());
        }
        let inner: FxHashSet<Op> = ops.iter().flat_map(|op| self.module.walk(*op)).collect();
        let needed = self.values_from_outside(ops, &inner, handovers);
        let mut kept = self.values_used_later(ops, &inner)?;
        kept.extend(handovers);
        let at = self.at;
        self.for_each_thread(|cx| {
            let mut known = FxHashSet::default();
            for value in needed {
                cx.materialise(value, &mut known)?;
            }
            for op in ops {
                cx.op(*op)?;
            }
            cx.at = at;
            cx.keep(&kept)
        })
    }

    /// Values that are used in a segment and defined before it, in the order of use.
    fn values_from_outside(&self, ops: &[Op], inner: &FxHashSet<Op>, handovers: &[Handover]) -> Vec<Value> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let used =
            ops.iter().flat_map(|op| self.module.walk(*op)).flat_map(|op| self.module.operands(op).to_vec());
        for value in used.chain(handovers.iter().map(|(value, _)| *value)) {
            let block = self.module.def_block(value);
            let owner = block.and_then(|block| self.module.block_parent(block));
            let is_inside = self.module.defining_op(value).is_some_and(|op| inner.contains(&op))
                || owner.is_some_and(|op| inner.contains(&op));
            if !is_inside && seen.insert(value) {
                found.push(value);
            }
        }
        found
    }

    /// Results of a segment that others use and that are not cheap to compute again.
    fn values_used_later(&mut self, ops: &[Op], inner: &FxHashSet<Op>) -> Emitted<Vec<Handover>> {
        let mut found = Vec::new();
        for op in ops {
            for value in self.module.results(*op) {
                let is_used = self.module.uses(value).iter().any(|user| !inner.contains(&user.op));
                if is_used && !self.is_cheap(value)? {
                    self.reserve(value)?;
                    found.push((value, value));
                }
            }
        }
        Ok(found)
    }

    /// Whether a value can be computed again from uniform values and the number of the thread.
    fn is_cheap(&mut self, value: Value) -> Emitted<bool> {
        let kernel = self.kernel()?;
        if kernel.split.uniformity.is_uniform(value) || kernel.frame.is_private(value) {
            return Ok(true);
        }
        if let Some(known) = kernel.split.cheap.get(&value) {
            return Ok(*known);
        }
        let module = self.module;
        let mut is_cheap = false;
        if let Some(op) = module.defining_op(value)
            && (is_plain(module.kind(op)) || module.kind(op) == OpKind::MemRef(MemRef::Alloca))
        {
            is_cheap = true;
            for operand in module.operands(op) {
                is_cheap = is_cheap && self.is_cheap(*operand)?;
            }
        }
        self.kernel()?.split.cheap.insert(value, is_cheap);
        Ok(is_cheap)
    }

    /// Makes a value from outside known to the current thread.
    fn materialise(&mut self, value: Value, known: &mut FxHashSet<Value>) -> Emitted {
        if self.is_uniform(value)? || !known.insert(value) || self.materialise_private(value)? {
            return Ok(());
        }
        if let Some(slots) = self.kernel()?.split.slots.get(&value).cloned() {
            let mut parts = Vec::new();
            for (area, ty) in slots {
                let address = self.area_address(area)?;
                parts.push(self.load(ty, address, 0));
            }
            return self.bind(&[value], &parts);
        }
        let maker = self.module.defining_op(value);
        if maker.is_none() && self.values.contains_key(&value) {
            // The counter of a loop whose bounds were compared: known outside of the threads.
            return Ok(());
        }
        let Some(op) = maker.filter(|op| is_plain(self.module.kind(*op))) else {
            return Err(self.unsupported("an operand cannot be kept across a barrier"));
        };
        for operand in self.module.operands(op) {
            self.materialise(*operand, known)?;
        }
        self.op(op)
    }

    /// Stores values in slots; all are read before the first is written.
    fn keep(&mut self, handovers: &[Handover]) -> Emitted {
        let mut writes = Vec::new();
        for (value, target) in handovers {
            let parts = self.get(*value)?.parts();
            writes.extend(parts.into_iter().zip(self.reserve(*target)?));
        }
        for (part, (area, _)) in writes {
            let address = self.area_address(area)?;
            self.store(part, address, 0);
        }
        Ok(())
    }

    /// A scalar that decides about barriers: uniform by proof, or compared between all threads here and now.
    fn agreed(&mut self, value: Value) -> Emitted<Reg> {
        if self.is_uniform(value)? {
            return self.scalar(value);
        }
        let slots = self.kernel()?.split.slots.get(&value).cloned().unwrap_or_default();
        let [(area, ty)] = slots[..] else {
            return Err(
                self.unsupported("it contains a barrier, but what decides about it depends on the thread")
            );
        };
        if !ty.is_int() {
            return Err(self.unsupported("expected an integer to decide about a barrier"));
        }
        let zero = self.index(0);
        self.kernel()?.thread = zero;
        let start = self.area_address(area)?;
        let first = self.load(ty, start, 0);
        let stride = self.index(area.stride as i64);
        let threads = self.thread_count()?;
        let all = Bounds { lower: zero, upper: threads, step: self.index(1) };
        let same = self.int(ty, 0);
        let difference = self.counted_loop(all, &[same], |cx, thread, difference| {
            let offset = cx.builder.ins().imul(thread, stride);
            let address = cx.builder.ins().iadd(start, offset);
            let own = cx.load(ty, address, 0);
            let own = cx.builder.ins().bxor(own, first);
            Ok(vec![cx.builder.ins().bor(difference[0], own)])
        })?;
        let none = self.int(ty, 0);
        let differs = self.compare(IntCC::NotEqual, difference[0], none);
        self.fail_if(differs);
        Ok(first)
    }
}

/// Whether an operation is pure and has no region.
fn is_plain(kind: OpKind) -> bool {
    kind.def().is_some_and(|def| def.has(Trait::Pure) && def.regions.is_empty())
}
