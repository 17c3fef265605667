//! Plans how each value of a kernel that is split at barriers is kept: computed once per block, stored in a
//! per-thread slot, or recomputed.

use super::frame::Area;
use crate::analysis::effects::is_terminator;
use crate::analysis::uniformity::Uniformity;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::Trait;
use warpline_ir::{Block, Def, Module, Op, OpKind, Scf, Value};

/// The plan for a kernel that is split at barriers.
pub(super) struct Plan {
    uniformity: Uniformity,
    /// The thread ids along x, y and z.
    pub(super) threads: [Value; 3],
    /// The private memory areas.
    pub(super) private: FxHashMap<Value, Area>,
    /// The slots of values, one element per thread.
    pub(super) slots: FxHashMap<Value, Value>,
    /// The slots of values that the threads compare, right behind a segment that stores them.
    pub(super) compared: FxHashMap<Value, Value>,
    /// The values that the next segment stores to be compared.
    pub(super) to_compare: Vec<Value>,
    /// The segment number of each operation, and its number in the order of the text.
    segments: FxHashMap<Op, u32>,
    pub(super) order: FxHashMap<Op, u32>,
    n_segments: u32,
    /// Values that are recomputed in each segment that uses them.
    cheap: FxHashSet<Value>,
    /// Recomputed values, and views, which are rebuilt in segments other than their own.
    again: FxHashSet<Value>,
    /// Values that are stored after their segment, because another one uses them.
    kept: FxHashSet<Value>,
    /// The operands of views in the kernel: the segment of a view replaces them by its own values.
    view_operands: FxHashMap<Op, Box<[Value]>>,
}

impl Plan {
    /// Creates the plan for a kernel whose private memory is allocated.
    pub(super) fn of(
        module: &Module,
        entry: Block,
        uniformity: Uniformity,
        threads: [Value; 3],
        private: FxHashMap<Value, Area>,
    ) -> Self {
        let cheap: FxHashSet<Value> = threads.into_iter().chain(private.keys().copied()).collect();
        let mut plan = Self {
            uniformity,
            threads,
            private,
            slots: FxHashMap::default(),
            compared: FxHashMap::default(),
            to_compare: Vec::new(),
            segments: FxHashMap::default(),
            order: FxHashMap::default(),
            n_segments: 0,
            again: cheap.clone(),
            cheap,
            kept: FxHashSet::default(),
            view_operands: FxHashMap::default(),
        };
        plan.find_segments(module, entry);
        plan.find_cheap(module, entry);
        plan.find_kept(module, entry);
        plan
    }

    pub(super) fn is_uniform(&self, value: Value) -> bool {
        self.uniformity.is_uniform(value)
    }

    pub(super) fn has_barrier(&self, op: Op) -> bool {
        self.uniformity.has_barrier(op)
    }

    /// Whether an operation is in no segment, since each segment that uses its results recomputes them.
    pub(super) fn is_made_anew(&self, module: &Module, op: Op) -> bool {
        0 < module.n_results(op) && module.results(op).all(|value| self.cheap.contains(&value))
    }

    /// Whether a value can be recomputed in another segment.
    pub(super) fn is_recomputed(&self, value: Value) -> bool {
        self.again.contains(&value)
    }

    /// Returns the operands of an operation that is recomputed, as they are in the kernel.
    pub(super) fn operands_of<'a>(&'a self, module: &'a Module, op: Op) -> &'a [Value] {
        match self.view_operands.get(&op) {
            Some(operands) => operands,
            None => module.operands(op),
        }
    }

    /// Whether another segment uses a value that it cannot recompute.
    pub(super) fn is_kept(&self, value: Value) -> bool {
        self.kept.contains(&value)
    }

    /// Whether an operation can be executed once for all threads.
    pub(super) fn is_done_once(&self, module: &Module, op: Op) -> bool {
        is_plain(module.kind(op)) && module.results(op).all(|value| self.is_uniform(value))
    }

    /// Lets the values that a body yields share the slots of the arguments that they become, where no segment after that of
    /// a value uses the argument.
    pub(super) fn share_slots(&mut self, module: &Module, body: Block, yields: &[(Value, Value)]) {
        for (value, arg) in yields {
            let Some(maker) = module.defining_op(*value).filter(|op| module.block_of(*op) == Some(body))
            else {
                continue;
            };
            let Some(own) = self.segments.get(&maker).filter(|_| !self.has_barrier(maker)) else { continue };
            let is_before = |user: Op| {
                let is_near = |segment: &u32| {
                    segment == own && !self.has_barrier(user)
                        || segment < own && module.block_of(user) == Some(body)
                };
                self.segments.get(&user).is_some_and(is_near)
                    && module.results(user).all(|result| !self.is_recomputed(result))
            };
            let is_free = self.is_kept(*value)
                && !self.slots.contains_key(value)
                && module.uses(*arg).iter().all(|user| is_before(user.op));
            if let Some(slot) = self.slots.get(arg).copied().filter(|_| is_free) {
                self.slots.insert(*value, slot);
            }
        }
    }

    /// Assigns segment numbers to operations. The terminator of a block belongs to its last segment, which stores
    /// the values that the terminator passes on. An operation that contains a barrier belongs to the segment before
    /// it, which stores the initial values of a loop.
    fn find_segments(&mut self, module: &Module, entry: Block) {
        let mut blocks = vec![entry];
        while let Some(block) = blocks.pop() {
            self.n_segments += 1;
            for op in module.ops_in(block) {
                let number = self.n_segments;
                if self.has_barrier(op) {
                    self.segments.insert(op, number);
                    self.n_segments += 1;
                    let regions = module.regions_of(op).into_iter();
                    blocks.extend(regions.flat_map(|region| module.blocks_of(region)).copied());
                } else if is_terminator(module, op) || !self.is_done_once(module, op) {
                    self.segments.extend(module.walk(op).into_iter().map(|op| (op, number)));
                }
            }
        }
    }

    /// Finds the pure operations on uniform values, thread ids and private memory. A view of a buffer is always
    /// rebuilt, as a slot cannot hold one.
    fn find_cheap(&mut self, module: &Module, entry: Block) {
        let parent = module.block_parent(entry).expect("the body of a kernel is in it");
        for (number, op) in (0..).zip(module.walk(parent)) {
            self.order.insert(op, number);
            if !is_plain(module.kind(op)) {
                continue;
            }
            let is_known = |value: &Value| self.is_uniform(*value) || self.cheap.contains(value);
            let is_cheap = module.operands(op).iter().all(is_known);
            if !is_cheap && module.results(op).any(|value| module.is_memref(module.type_of(value))) {
                self.view_operands.insert(op, module.operands(op).into());
            }
            for value in module.results(op) {
                if is_cheap {
                    self.cheap.insert(value);
                }
                if is_cheap || module.is_memref(module.type_of(value)) {
                    self.again.insert(value);
                }
            }
        }
    }

    /// Finds the values that must be stored because another segment uses them, or a value recomputed from them.
    fn find_kept(&mut self, module: &Module, entry: Block) {
        let parent = module.block_parent(entry).expect("the body of a kernel is in it");
        let mut wanted = Vec::new();
        for op in module.walk(parent) {
            let own = self.segments.get(&op);
            let n_decisions = self.n_decisions(module, op);
            for (index, value) in module.operands(op).iter().enumerate() {
                let Def::Result(maker, _) = module.def(*value) else { continue };
                let is_outside = self.segments.get(&maker).is_some_and(|made| Some(made) != own);
                if is_outside || index < n_decisions {
                    wanted.push(*value);
                }
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(value) = wanted.pop() {
            let Def::Result(maker, _) = module.def(value) else { continue };
            if self.is_uniform(value) || self.threads.contains(&value) || !seen.insert(value) {
                continue;
            }
            if self.again.contains(&value) {
                wanted.extend(module.operands(maker));
            } else if self.segments.contains_key(&maker) {
                self.kept.insert(value);
            }
        }
    }

    /// Returns the number of leading operands of an operation that control barriers.
    fn n_decisions(&self, module: &Module, op: Op) -> usize {
        match module.kind(op) {
            OpKind::Scf(Scf::For) if self.has_barrier(op) => 3,
            OpKind::Scf(Scf::If) if self.has_barrier(op) => 1,
            OpKind::Scf(Scf::Condition) if module.parent_op(op).is_some_and(|op| self.has_barrier(op)) => 1,
            _ => 0,
        }
    }
}

/// Whether an operation is pure and has no region.
fn is_plain(kind: OpKind) -> bool {
    kind.def().is_some_and(|def| def.has(Trait::Pure) && def.regions.is_empty())
}
