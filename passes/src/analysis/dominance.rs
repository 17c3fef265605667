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
        // Without a second block there is nothing to dominate: this is the case for most regions.
        let [entry, _, ..] = module.blocks_of(region) else { return tree };
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

/// Whether blocks of a region dominate each other, for the region as it was.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// The number of each block in a walk of the tree, and the end of the numbers of those that it dominates.
    spans: FxHashMap<Block, (usize, usize)>,
}

impl Dominators {
    /// Computes the dominators of the reachable blocks of a region.
    pub fn new(module: &Module, region: Region) -> Self {
        let tree = DominatorTree::new(module, region);
        let mut spans: FxHashMap<Block, (usize, usize)> = FxHashMap::default();
        let mut stack: Vec<(Block, usize)> =
            module.blocks_of(region).first().map(|entry| (*entry, 0)).into_iter().collect();
        while let Some((block, next)) = stack.last_mut() {
            let n = spans.len();
            let span = spans.entry(*block).or_insert((n, n));
            match tree.children(*block).get(*next) {
                Some(child) => {
                    *next += 1;
                    stack.push((*child, 0));
                }
                None => {
                    span.1 = n.max(span.0 + 1);
                    stack.pop();
                }
            }
        }
        Self { spans }
    }

    /// Whether every path to `other` leads through `block`; so does a block itself.
    pub fn dominates(&self, block: Block, other: Block) -> bool {
        let (Some((first, end)), Some((place, _))) = (self.spans.get(&block), self.spans.get(&other)) else {
            return false;
        };
        (first..end).contains(&place)
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
