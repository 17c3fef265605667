//! The order that its edges give to the nodes of a graph.
//!
//! Nodes are numbered chain by chain: a node goes on the chain that ends with a node from which an edge leads to it. So the
//! nodes that come before another one are a few ranges of numbers, also where many chains run side by side.

use super::set::Set;

/// The nodes of a graph and what edges lead to them.
pub(super) struct Edges {
    /// For each node, the earlier nodes that edges lead from.
    preds: Vec<Vec<usize>>,
}

impl Edges {
    /// Reads a list of edges. What is no edge from a node to a later one orders nothing.
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

    /// For each node, the numbers of those from which edges lead to it; `None` if that takes more than `limit` entries.
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

    /// For each node, the numbers of the earlier ones from which no edges lead to it; `None` if that takes more than `limit` entries.
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

    /// The edges between nodes that other edges order, too.
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
