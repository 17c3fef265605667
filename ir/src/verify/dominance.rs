//! Checks dominance: the definition of a value precedes its uses on every path.

use crate::def::Trait;
use crate::diagnostics::codes;
use crate::entity::SecondaryMap;
use crate::module::{Block, Module, Region};
use crate::op::Op;
use crate::value::{Def, Value};
use crate::verify::VerifyCx;
use crate::verify::dominator_tree::DominatorTree;
use rustc_hash::FxHashMap;

/// The dominator trees of multi-block regions, and the order of operations in their blocks.
pub struct Dominators {
    order: SecondaryMap<Op, u32>,
    regions: FxHashMap<Region, RegionDominators>,
}

struct RegionDominators {
    numbers: FxHashMap<Block, usize>,
    tree: DominatorTree,
}

impl Dominators {
    /// Computes the dominators of a module in its current state.
    pub fn new(module: &Module) -> Self {
        let mut order = SecondaryMap::new();
        let mut regions = FxHashMap::default();
        for (index, op) in module.walk(module.root()).into_iter().enumerate() {
            order[op] = index as u32;
            for region in module.regions_of(op) {
                if 1 < module.blocks_of(region).len() {
                    regions.insert(region, RegionDominators::new(module, region));
                }
            }
        }
        Self { order, regions }
    }

    /// Whether a value may be used as an operand of an operation. An undefined name was reported by the
    /// parser.
    pub fn value_reaches(&self, module: &Module, value: Value, user: Op) -> bool {
        let Some(block) = module.def_block(value) else { return true };
        if let Def::Result(op, _) = module.def(value)
            && module.block_of(user) == Some(block)
            && self.order[op] < self.order[user]
        {
            return true;
        }
        let Some(user) = ancestor_in(module, user, block, self) else { return false };
        match module.def(value) {
            Def::Result(op, _) if module.block_of(user) == Some(block) => {
                is_graph(module, block) || self.order[op] < self.order[user]
            }
            Def::Arg(..) | Def::Result(..) | Def::Forward => true,
        }
    }

    /// Whether a block is reachable from the entry of its region.
    fn is_reached(&self, module: &Module, block: Block) -> bool {
        let Some(region) = module.region_of(block) else { return true };
        let Some(found) = self.regions.get(&region) else { return true };
        found.numbers.get(&block).is_some_and(|number| found.tree.is_reached(*number))
    }

    /// Whether block `a` dominates block `b` of the same region.
    fn dominates(&self, region: Region, a: Block, b: Block) -> bool {
        let Some(found) = self.regions.get(&region) else { return a == b };
        let (Some(a), Some(b)) = (found.numbers.get(&a), found.numbers.get(&b)) else { return false };
        found.tree.dominates(*a, *b)
    }
}

impl RegionDominators {
    fn new(module: &Module, region: Region) -> Self {
        let blocks = module.blocks_of(region);
        let numbers: FxHashMap<_, _> = blocks.iter().enumerate().map(|(i, block)| (*block, i)).collect();
        let targets = |block: &Block| {
            let successors = module.last_op(*block).map_or(&[][..], |last| module.successors(last));
            successors.iter().filter_map(|successor| numbers.get(&successor.block).copied()).collect()
        };
        let successors: Vec<Vec<usize>> = blocks.iter().map(targets).collect();
        Self { tree: DominatorTree::new(&successors), numbers }
    }
}

/// Returns `op` or the operation enclosing it whose block is dominated by `block`, in the region of `block`.
fn ancestor_in(module: &Module, op: Op, block: Block, dominators: &Dominators) -> Option<Op> {
    let region = module.region_of(block)?;
    let mut at = op;
    loop {
        let here = module.block_of(at)?;
        if module.region_of(here) == Some(region) {
            let reached =
                here == block || is_graph(module, here) || dominators.dominates(region, block, here);
            return reached.then_some(at);
        }
        at = module.block_parent(here)?;
        if module.kind(at).def().is_some_and(|def| def.has(Trait::Isolated)) {
            return None;
        }
    }
}

/// Whether the region of a block is a graph region, in which order is irrelevant.
fn is_graph(module: &Module, block: Block) -> bool {
    let Some(parent) = module.block_parent(block) else { return false };
    module.kind(parent).def().is_none_or(|def| def.has(Trait::Graph))
}

/// Checks each reachable operation, and reports the first operand that does not dominate its use.
pub(super) fn verify(cx: &mut VerifyCx<'_>, ops: &[Op]) {
    let module = cx.module;
    let dominators = Dominators::new(module);
    for op in ops {
        if module.block_of(*op).is_some_and(|block| !dominators.is_reached(module, block)) {
            continue;
        }
        let operands = module.operands(*op).iter();
        let wrong = operands.enumerate().find(|(_, value)| !dominators.value_reaches(module, **value, *op));
        if let Some((index, value)) = wrong {
            report(cx, *op, index, *value);
        }
    }
}

fn report(cx: &mut VerifyCx<'_>, op: Op, index: usize, value: Value) {
    let module = cx.module;
    let (message, note) = match isolating_op(module, op, value) {
        Some(isolated) => {
            let note = cx.note(isolated, "required by region isolation constraints");
            ("using value defined outside the region".to_string(), Some(note))
        }
        None => {
            let definition = module.defining_op(value);
            let note = definition.map(|definition| cx.note(definition, "operand defined here"));
            (format!("operand #{index} does not dominate this use"), note)
        }
    };
    let notes = note.into_iter().collect();
    cx.error_with(module.op(op), codes::DOMINANCE, message, notes);
}

/// Returns the isolated operation between a use and a definition outside it.
fn isolating_op(module: &Module, user: Op, value: Value) -> Option<Op> {
    let region = module.region_of(module.def_block(value)?)?;
    let mut isolated = None;
    let mut at = user;
    loop {
        let block = module.block_of(at)?;
        if module.region_of(block) == Some(region) {
            return isolated;
        }
        at = module.block_parent(block)?;
        if isolated.is_none() && module.kind(at).def().is_some_and(|def| def.has(Trait::Isolated)) {
            isolated = Some(at);
        }
    }
}
