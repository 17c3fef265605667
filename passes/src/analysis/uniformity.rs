//! Uniformity analysis: finds the values of a kernel that are the same for all threads of a block.
//!
//! A kernel with barriers is split into regions that all threads run one after the other. A loop or branch that
//! encloses a barrier is then executed once for the whole block, so its bounds and conditions must be uniform. This
//! analysis finds the values that can be computed once: constants, arguments, block ids and sizes, pure operations
//! on them, and values carried by loops that contain a barrier if all their sources are uniform. Loads count as
//! varying, because other threads may write between them.
//!
//! It starts with all values uniform and marks varying ones until a fixed point, so loop-carried values are handled
//! correctly. Cost: the size of the kernel times the nesting of loops with barriers, in practice two or three
//! sweeps.

use rustc_hash::FxHashSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::def::{Scope, Trait};
use warpline_ir::{Block, Gpu, Module, Op, OpKind, SecondaryMap, Value};

/// The result of uniformity analysis for one kernel.
#[derive(Clone, Debug, Default)]
pub struct Uniformity {
    varying: SecondaryMap<Value, bool>,
    around_barriers: FxHashSet<Op>,
}

impl Uniformity {
    /// Analyses a `gpu.func`. Its first `n_uniform_args` entry arguments are the same for all threads.
    pub fn of_kernel(module: &Module, func: Op, n_uniform_args: usize) -> Self {
        let mut analysis = Self { around_barriers: around_barriers(module, func), ..Self::default() };
        let Some(entry) = module.entry(func, 0) else { return analysis };
        for arg in module.args(entry).iter().skip(n_uniform_args) {
            analysis.varying[*arg] = true;
        }
        while analysis.sweep(module, entry) {}
        analysis
    }

    /// Whether a value is the same for all threads of a block and can be computed outside thread loops.
    pub fn is_uniform(&self, value: Value) -> bool {
        !self.varying[value]
    }

    /// Whether an operation is a barrier or contains one.
    pub fn has_barrier(&self, op: Op) -> bool {
        self.around_barriers.contains(&op)
    }

    /// Marks the values of a block that vary; returns whether a mark is new.
    fn sweep(&mut self, module: &Module, block: Block) -> bool {
        let mut changed = false;
        for op in module.ops_in(block) {
            let is_split = self.has_barrier(op);
            changed |= match module.region_flow(op) {
                Some(RegionFlow::For) if is_split => self.sweep_for(module, op),
                Some(RegionFlow::While) if is_split => self.sweep_while(module, op),
                Some(RegionFlow::Branch) if is_split => self.sweep_if(module, op),
                _ => {
                    let varies = !is_recomputable(module, op) || self.any_varies(module.operands(op));
                    self.mark_all(module.results(op), varies)
                }
            };
        }
        changed
    }

    fn sweep_for(&mut self, module: &Module, op: Op) -> bool {
        let view = module.op(op);
        let Some(body) = module.entry(op, 0) else { return false };
        let args = module.args(body).to_vec();
        let mut changed = self.mark(args[0], self.any_varies(&view.operands()[..3]));
        changed |= self.sweep(module, body);
        let yields = end_operands(module, body);
        for (index, (init, next)) in view.group("initArgs").iter().zip(&yields).enumerate() {
            let varies = self.varying[*init] || self.varying[*next];
            changed |= self.mark(args[index + 1], varies);
            changed |= self.mark(view.result(index), varies);
        }
        changed
    }

    fn sweep_while(&mut self, module: &Module, op: Op) -> bool {
        let (Some(before), Some(after)) = (module.entry(op, 0), module.entry(op, 1)) else { return false };
        let mut changed = self.sweep(module, before) | self.sweep(module, after);
        let yields = end_operands(module, after);
        for ((arg, init), next) in module.args(before).iter().zip(module.operands(op)).zip(&yields) {
            changed |= self.mark(*arg, self.varying[*init] || self.varying[*next]);
        }
        let passed = end_operands(module, before);
        for ((arg, result), value) in
            module.args(after).iter().zip(module.results(op)).zip(passed.iter().skip(1))
        {
            let varies = self.varying[*value];
            changed |= self.mark(*arg, varies) | self.mark(result, varies);
        }
        changed
    }

    fn sweep_if(&mut self, module: &Module, op: Op) -> bool {
        let sides: Vec<_> = (0..2).filter_map(|index| module.entry(op, index)).collect();
        let mut changed = false;
        for side in sides {
            changed |= self.sweep(module, side);
            for (result, value) in module.results(op).zip(end_operands(module, side)) {
                changed |= self.mark(result, self.varying[value] || self.any_varies(module.operands(op)));
            }
        }
        changed
    }

    fn any_varies(&self, values: &[Value]) -> bool {
        values.iter().any(|value| self.varying[*value])
    }

    fn mark_all(&mut self, values: impl Iterator<Item = Value>, varies: bool) -> bool {
        let mut changed = false;
        for value in values {
            changed |= self.mark(value, varies);
        }
        changed
    }

    fn mark(&mut self, value: Value, varies: bool) -> bool {
        let is_new = varies && !self.varying[value];
        if is_new {
            self.varying[value] = true;
        }
        is_new
    }
}

/// Whether an operation is pure, has no region, and does not depend on the thread id.
fn is_recomputable(module: &Module, op: Op) -> bool {
    let is_pure = module.kind(op).def().is_some_and(|def| def.has(Trait::Pure) && def.regions.is_empty());
    let asks_for_thread = module.kind(op).def().is_some_and(|def| def.scope == Some(Scope::Thread));
    is_pure && !asks_for_thread
}

/// Returns the operands of the terminator of a block.
pub(crate) fn end_operands(module: &Module, block: Block) -> Vec<Value> {
    module.last_op(block).map_or(Vec::new(), |op| module.operands(op).to_vec())
}

/// Returns the barriers of a kernel and all operations that enclose one.
fn around_barriers(module: &Module, func: Op) -> FxHashSet<Op> {
    let mut found = FxHashSet::default();
    for op in module.walk(func) {
        let mut at = (module.kind(op) == OpKind::Gpu(Gpu::Barrier)).then_some(op);
        while let Some(outer) = at
            && found.insert(outer)
        {
            at = (outer != func).then(|| module.parent_op(outer)).flatten();
        }
    }
    found
}
