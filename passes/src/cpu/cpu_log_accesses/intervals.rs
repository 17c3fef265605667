//! Pairs of operations between which threads of a block may pass no barrier.

use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Gpu, Module, Op, OpKind};

/// Operations of a kernel that may be executed in one interval between barriers, each pair in both orders.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    pairs: FxHashSet<(usize, usize)>,
    /// Whether the control flow is not known.
    any: bool,
}

impl Intervals {
    /// Finds the pairs among operations of a kernel, by their numbers.
    pub(super) fn of(module: &Module, kernel: Op, ops: &[Op]) -> Self {
        let numbers = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
        let mut walk = Walk { module, numbers, found: Self::default() };
        match module.blocks_of(module.region(kernel, 0)) {
            [body] => drop(walk.block(*body, FxHashSet::default())),
            _ => walk.found.any = true,
        }
        walk.found
    }

    /// Whether no barrier may be between an operation and another one, or another execution of itself by another thread.
    pub(super) fn have(&self, a: usize, b: usize) -> bool {
        self.any || a == b || self.pairs.contains(&(a.min(b), a.max(b)))
    }
}

/// Whether an operation is a barrier of all threads of a block, or else of some; `None` if it is no barrier.
pub(super) fn barrier_of_all(module: &Module, op: Op) -> Option<bool> {
    let is_named = !module.operands(op).is_empty();
    let is_barrier = module.kind(op) == OpKind::Gpu(Gpu::Barrier);
    is_barrier.then(|| !is_named && module.op(op).keyword("scope") != Some("subgroup"))
}

/// The operations executed since the last barrier.
type Since = FxHashSet<usize>;

struct Walk<'m> {
    module: &'m Module,
    numbers: FxHashMap<Op, usize>,
    found: Intervals,
}

impl Walk<'_> {
    fn block(&mut self, block: Block, mut since: Since) -> Since {
        for op in self.module.ops_in(block) {
            since = self.op(op, since);
        }
        since
    }

    fn op(&mut self, op: Op, mut since: Since) -> Since {
        if let Some(number) = self.numbers.get(&op).copied() {
            let pairs = since.iter().map(|other| (number.min(*other), number.max(*other)));
            self.found.pairs.extend(pairs);
            since.insert(number);
            return since;
        }
        if barrier_of_all(self.module, op) == Some(true) {
            return Since::default();
        }
        let bodies: Vec<Block> = self
            .module
            .regions_of(op)
            .iter()
            .flat_map(|region| self.module.blocks_of(*region).iter().copied())
            .collect();
        match self.module.region_flow(op) {
            _ if bodies.is_empty() => since,
            Some(RegionFlow::Branch | RegionFlow::Once) => {
                // Different threads may take different branches.
                for body in bodies {
                    let after = self.block(body, since.clone());
                    since.extend(after);
                }
                since
            }
            Some(RegionFlow::For | RegionFlow::While) => {
                // Twice: an iteration follows what is before the loop, or another iteration.
                for _ in 0..2 {
                    for body in &bodies {
                        let after = self.block(*body, since.clone());
                        since.extend(after);
                    }
                }
                since
            }
            Some(RegionFlow::Parallel) | None => {
                self.found.any = true;
                since
            }
        }
    }
}
