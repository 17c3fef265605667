//! The dominator tree of a region, by the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
//! Algorithm" (2001).

use rustc_hash::FxHashMap;
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
        let parents = direct_dominators(&order.iter().map(successors).collect::<Vec<_>>());
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

/// Returns, for each block of a reverse postorder, given by the indices of its successors, the index of its immediate
/// dominator; that of the entry is the entry.
pub fn direct_dominators(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (at, next) in successors.iter().enumerate() {
        for next in next {
            predecessors[*next].push(at);
        }
    }
    let mut parents: Vec<Option<usize>> = vec![None; successors.len()];
    parents[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..successors.len() {
            let known = predecessors[at].iter().copied().filter(|from| parents[*from].is_some());
            let parent = known.reduce(|a, b| common(&parents, a, b));
            changed |= parents[at] != parent;
            parents[at] = parent;
        }
    }
    parents.into_iter().map(|parent| parent.unwrap_or(0)).collect()
}

/// Returns the nearest common dominator.
fn common(parents: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a < b {
            b = parents[b].unwrap_or(0);
        } else {
            a = parents[a].unwrap_or(0);
        }
    }
    a
}
