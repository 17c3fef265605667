//! The partial order that the edges of a graph define on its nodes.
//!
//! Nodes are numbered chain by chain: a node extends a chain whose last node has an edge to it. So the predecessors
//! of a node are a few ranges of numbers, even if many chains run concurrently.

use super::set::Set;

/// The nodes of a graph and their incoming edges.
pub(super) struct Edges {
    /// For each node, its earlier direct predecessors.
    preds: Vec<Vec<usize>>,
}

impl Edges {
    /// Reads a list of edges. An entry that is no edge from a node to a later one orders nothing.
    pub(super) fn of(n_nodes: usize, edges: &[(i64, i64)]) -> Self {
        let mut preds: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
        for (from, to) in edges {
            if let (Ok(from), Ok(to)) = (usize::try_from(*from), usize::try_from(*to))
                && from < to
                && to < n_nodes
            {
                preds[to].push(from);
            }
        }
        for preds in &mut preds {
            preds.sort_unstable();
        }
        Self { preds }
    }

    /// Numbers the nodes chain by chain.
    pub(super) fn positions(&self) -> Vec<usize> {
        let mut chains: Vec<Vec<usize>> = Vec::new();
        let mut ends: Vec<Option<usize>> = Vec::with_capacity(self.preds.len());
        for (node, preds) in self.preds.iter().enumerate() {
            let chain = preds.iter().rev().find_map(|pred| ends[*pred].take());
            let chain = chain.unwrap_or_else(|| {
                chains.push(Vec::new());
                chains.len() - 1
            });
            chains[chain].push(node);
            ends.push(Some(chain));
        }
        let mut positions = vec![0; self.preds.len()];
        for (position, node) in chains.into_iter().flatten().enumerate() {
            positions[node] = position;
        }
        positions
    }

    /// Returns, for each node, the numbers of its ancestors; `None` if that takes more than `limit` entries.
    pub(super) fn ancestors(&self, numbers: &[usize], limit: usize) -> Option<Vec<Set>> {
        let mut all: Vec<Set> = Vec::with_capacity(self.preds.len());
        let mut n_entries = 0;
        for preds in &self.preds {
            let mut own = Set::default();
            for pred in preds.iter().rev() {
                if !own.contains(numbers[*pred]) {
                    own.unite(&all[*pred]);
                    own.insert(numbers[*pred]);
                }
            }
            n_entries += own.n_entries();
            if limit < n_entries {
                return None;
            }
            all.push(own);
        }
        Some(all)
    }

    /// Returns, for each node, the numbers of the earlier nodes that are no ancestors; `None` if that takes more than
    /// `limit` entries.
    pub(super) fn beside(&self, numbers: &[usize], limit: usize) -> Option<Vec<Set>> {
        let mut all = self.ancestors(numbers, limit)?;
        let mut earlier = Set::default();
        let mut n_entries = 0;
        for (node, set) in all.iter_mut().enumerate() {
            let mut beside = earlier.clone();
            beside.subtract(set);
            *set = beside;
            earlier.insert(numbers[node]);
            n_entries += set.n_entries();
            if limit < n_entries {
                return None;
            }
        }
        Some(all)
    }

    /// Returns the edges between nodes that other edges order, too.
    pub(super) fn implied(&self, limit: usize) -> Vec<(i64, i64)> {
        let numbers = self.positions();
        let Some(ancestors) = self.ancestors(&numbers, limit) else { return Vec::new() };
        let mut found = Vec::new();
        for (node, preds) in self.preds.iter().enumerate() {
            let mut behind = Set::default();
            for pred in preds {
                behind.unite(&ancestors[*pred]);
            }
            let implied = preds.iter().filter(|pred| behind.contains(numbers[**pred]));
            found.extend(implied.map(|pred| (*pred as i64, node as i64)));
        }
        found
    }
}
