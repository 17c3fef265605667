//! The dominator tree of a region, and the order of its blocks.

use rustc_hash::FxHashMap;
use warpline_ir::verify::immediate_dominators;
use warpline_ir::{Block, Module, Region};

/// The tree: for each reachable block, the blocks that it immediately dominates, in reverse postorder.
#[derive(Clone, Debug, Default)]
pub struct DominatorTree {
    children: FxHashMap<Block, Vec<Block>>,
}

impl DominatorTree {
    /// Computes the tree of a region in its current form.
    pub fn new(module: &Module, region: Region) -> Self {
        let mut tree = Self::default();
        let Some(entry) = module.blocks_of(region).first() else { return tree };
        let order = reverse_postorder(module, *entry);
        let places: FxHashMap<Block, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let successors = |block: &Block| {
            let last = module.last_op(*block);
            let targets = last.map_or(&[][..], |last| module.successors(last));
            targets.iter().map(|target| places[&target.block]).collect()
        };
        let parents = immediate_dominators(&order.iter().map(successors).collect::<Vec<_>>());
        for (index, parent) in parents.into_iter().enumerate().skip(1) {
            tree.children.entry(order[parent]).or_default().push(order[index]);
        }
        tree
    }

    /// Returns the blocks that a block immediately dominates.
    pub fn children(&self, block: Block) -> &[Block] {
        self.children.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// Returns the reachable blocks, each after all its predecessors except along back edges.
pub fn reverse_postorder(module: &Module, entry: Block) -> Vec<Block> {
    let mut seen = rustc_hash::FxHashSet::from_iter([entry]);
    let mut stack = vec![(entry, 0)];
    let mut order = Vec::new();
    while let Some((block, next)) = stack.last_mut() {
        let successors = module.last_op(*block).map_or(&[][..], |last| module.successors(last));
        match successors.get(*next) {
            Some(successor) => {
                *next += 1;
                if seen.insert(successor.block) {
                    stack.push((successor.block, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
