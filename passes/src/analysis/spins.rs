//! Spin loops of kernels: loops whose exit depends on an atomic update of memory that other work can change.
//!
//! ```text
//! scf.while : () -> () {
//!   %seen = memref.atomic_rmw addi %zero, %count[%i] …     spins on %count: others must change it
//!   %early = arith.cmpi slt, %seen, %two : i32
//!   scf.condition(%early)
//! }
//! ```
//! A loop that changes the value itself does not spin: it adds constants of one sign in each iteration, as when
//! threads take numbered pieces of work until none is left. The language has no volatile loads; a plain load does not
//! guarantee that concurrent writes are observed.

use super::alias::{AliasAnalysis, Root};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Block, Cf, Def, MemRef, Module, Op, OpKind, Scf, Value};

/// An exit of a spin loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// `scf.condition`, or the branch between blocks that leaves the loop.
    pub exit: Op,
    /// The roots of the memory that it waits for.
    pub roots: Vec<Root>,
}

/// Returns all exits of spin loops in a kernel.
pub fn of_kernel(module: &Module, kernel: Op) -> Vec<Spin> {
    let mut aliases = AliasAnalysis::default();
    let ops = module.walk(kernel);
    if !ops.iter().any(|op| is_atomic(module, *op)) {
        return Vec::new();
    }
    let exits = ops.into_iter().filter_map(|op| Some((op, Cycle::around(module, op)?)));
    exits.filter_map(|(exit, cycle)| cycle.spin(module, &mut aliases, exit)).collect()
}

fn is_atomic(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::MemRef(MemRef::AtomicRmw | MemRef::GenericAtomicRmw))
}

/// The operations of a loop.
enum Cycle {
    /// All operations in this operation.
    Op(Op),
    /// All operations in these blocks.
    Blocks(FxHashSet<Block>),
}

impl Cycle {
    /// Returns the loop that an operation may leave.
    fn around(module: &Module, exit: Op) -> Option<Self> {
        match module.kind(exit) {
            OpKind::Scf(Scf::Condition) => module.parent_op(exit).map(Self::Op),
            OpKind::Cf(Cf::CondBr | Cf::Switch) => {
                let block = module.block_of(exit)?;
                let ahead = reachable(block, |block| successors(module, block));
                let mut into: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
                for from in module.blocks_of(module.region_of(block)?).iter().filter(|b| ahead.contains(b)) {
                    for to in successors(module, *from) {
                        into.entry(to).or_default().push(*from);
                    }
                }
                let behind = reachable(block, |block| into.get(&block).cloned().unwrap_or_default());
                let blocks: FxHashSet<Block> = ahead.intersection(&behind).copied().collect();
                (!blocks.is_empty()).then_some(Self::Blocks(blocks))
            }
            _ => None,
        }
    }

    fn holds(&self, module: &Module, op: Op) -> bool {
        match self {
            Self::Op(outer) => module.is_inside(op, *outer),
            Self::Blocks(blocks) => {
                let mut at = Some(op);
                while let Some(op) = at {
                    if module.block_of(op).is_some_and(|block| blocks.contains(&block)) {
                        return true;
                    }
                    at = module.parent_op(op);
                }
                false
            }
        }
    }

    fn ops(&self, module: &Module) -> Vec<Op> {
        match self {
            Self::Op(outer) => module.walk(*outer),
            Self::Blocks(blocks) => {
                let mut blocks: Vec<Block> = blocks.iter().copied().collect();
                blocks.sort_unstable();
                let ops = blocks.into_iter().flat_map(|block| module.ops_in(block));
                ops.flat_map(|op| module.walk(op)).collect()
            }
        }
    }

    /// Returns the memory that the exit waits for, if it does.
    fn spin(&self, module: &Module, aliases: &mut AliasAnalysis, exit: Op) -> Option<Spin> {
        let mut roots = Vec::new();
        for atomic in self.sources(module, exit) {
            let memref = module.operands(atomic).iter().find(|value| is_memref(module, **value))?;
            for root in aliases.of(module, *memref).roots.iter().copied() {
                let is_shared = !matches!(root, Root::Alloc(_));
                if is_shared && !roots.contains(&root) && !self.moves(module, aliases, root) {
                    roots.push(root);
                }
            }
        }
        (!roots.is_empty()).then_some(Spin { exit, roots })
    }

    /// Returns the atomic updates in the loop on which its exit depends.
    fn sources(&self, module: &Module, exit: Op) -> Vec<Op> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<Value> = module.operands(exit).first().copied().into_iter().collect();
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            match module.def(value) {
                Def::Result(op, _) if self.holds(module, op) => {
                    if is_atomic(module, op) {
                        found.push(op);
                    }
                    for inner in module.walk(op) {
                        work.extend(module.operands(inner));
                    }
                }
                Def::Arg(block, index) => work.extend(self.passed_to(module, block, index as usize)),
                Def::Result(..) | Def::Forward => {}
            }
        }
        found
    }

    /// Returns the values that may be passed to a block argument from inside the loop.
    fn passed_to(&self, module: &Module, block: Block, index: usize) -> Vec<Value> {
        let Some(parent) = module.block_parent(block) else { return Vec::new() };
        match module.next_values(block, index) {
            Some(values) if self.holds(module, parent) => values,
            Some(_) => Vec::new(),
            None => self.passed_by_branches(module, parent, block, index),
        }
    }

    /// Returns the values that branches in the loop pass to a block argument; for other operations, all operands.
    fn passed_by_branches(&self, module: &Module, parent: Op, block: Block, index: usize) -> Vec<Value> {
        let mut values =
            if self.holds(module, parent) { module.operands(parent).to_vec() } else { Vec::new() };
        let regions = module.regions_of(parent).into_iter();
        let ends = regions.flat_map(|region| module.blocks_of(region)).filter_map(|b| module.last_op(*b));
        for end in ends.filter(|end| self.holds(module, *end)) {
            let targets = module.successors(end).iter().enumerate();
            let into = targets.filter(|(_, successor)| successor.block == block);
            values.extend(
                into.filter_map(|(number, _)| module.successor_args(end, number).get(index).copied()),
            );
        }
        values
    }

    /// Whether the loop itself changes the memory of a root: all of its updates add constants of one sign.
    fn moves(&self, module: &Module, aliases: &mut AliasAnalysis, root: Root) -> bool {
        let mut sign = 0;
        for op in self.ops(module).into_iter().filter(|op| is_atomic(module, *op)) {
            let memref = module.operands(op).iter().find(|value| is_memref(module, **value)).copied();
            if !memref.is_some_and(|memref| aliases.of(module, memref).roots.contains(&root)) {
                continue;
            }
            let step = added(module, op).unwrap_or(0).signum();
            if step == 0 || sign != 0 && sign != step {
                return false;
            }
            sign = step;
        }
        sign != 0
    }
}

fn is_memref(module: &Module, value: Value) -> bool {
    module.is_memref(module.type_of(value))
}

/// Returns the constant that an atomic addition adds.
fn added(module: &Module, op: Op) -> Option<i64> {
    let is_addition =
        module.kind(op) == OpKind::MemRef(MemRef::AtomicRmw) && module.op(op).keyword("kind") == Some("addi");
    if is_addition { module.constant_int(module.operand(op, 0)) } else { None }
}

fn successors(module: &Module, block: Block) -> Vec<Block> {
    let end = module.last_op(block);
    end.map_or(&[][..], |end| module.successors(end)).iter().map(|successor| successor.block).collect()
}

/// Returns the blocks reachable from one by some edges, including itself only if it is on a cycle.
fn reachable(from: Block, edges: impl Fn(Block) -> Vec<Block>) -> FxHashSet<Block> {
    let mut seen = FxHashSet::default();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        work.extend(edges(block).into_iter().filter(|block| seen.insert(*block)));
    }
    seen
}
