//! What happens before what: transitive closure and reduction of the dependence graph.
//!
//! The graph has the edges of program order, earlier to later. Work that the host has waited for is ordered before
//! all later work without an edge on the device; such pairs are kept apart as [`Order::by_host`].

use super::bits::Bits;
use super::dag::{NodeKind, Program};

/// Reachability between device nodes.
pub struct Order {
    /// For each node, the device nodes before it by completion edges.
    pub before: Vec<Bits>,
    /// For each node, the device nodes that the host has waited for when it issues it.
    pub by_host: Vec<Bits>,
    /// For each node, the earlier ones that it conflicts with or that its tokens name, less those that come before
    /// another of these; the latest first.
    pub direct: Vec<Vec<usize>>,
}

impl Order {
    /// The order that the conflicts and tokens of a program ask for, taken as straight-line code.
    pub fn of(program: &Program) -> Self {
        let n = program.nodes.len();
        let none = vec![Bits::new(n); n];
        let mut order = Self { before: none.clone(), by_host: none, direct: vec![Vec::new(); n] };
        let mut done = Bits::new(n);
        for node in 0..n {
            let mut before = Bits::new(n);
            let mut bound = node;
            let latest = |before: &Bits, bound| {
                program.pred_sets(node).filter_map(|set| set.last_missing(before, bound)).max()
            };
            while let Some(pred) = latest(&before, bound) {
                before.insert(pred);
                before.union(&order.before[pred]);
                before.union(&order.by_host[pred]);
                order.direct[node].push(pred);
                bound = pred;
            }
            let kind = program.nodes[node].kind;
            order.by_host[node] = done.clone();
            if kind.is_device() {
                before.subtract(&done);
            } else {
                order.by_host[node].union(&before);
            }
            // What stands behind the end of a function is on another path.
            if !kind.is_device() && kind != NodeKind::Boundary {
                done.union(&before);
            }
            order.before[node] = before;
        }
        order
    }

    /// The edges of the transitive reduction among the nodes that `keep` has, as lists of direct predecessors.
    pub fn reduce(&self, keep: &Bits) -> Vec<Vec<usize>> {
        let direct = |node: usize| {
            let direct = self.direct[node].iter().filter(|pred| self.before[node].contains(**pred));
            if direct.clone().all(|pred| keep.contains(*pred)) {
                return direct.copied().collect();
            }
            self.maximal(&self.before[node].common(keep))
        };
        (0..self.before.len())
            .map(|node| if keep.contains(node) { direct(node) } else { Vec::new() })
            .collect()
    }

    /// The members of a set that are before no other member, the latest first.
    pub fn maximal(&self, set: &Bits) -> Vec<usize> {
        let mut rest = set.clone();
        let mut found = Vec::new();
        while let Some(node) = rest.last() {
            found.push(node);
            rest.remove(node);
            rest.subtract(&self.before[node]);
            rest.subtract(&self.by_host[node]);
        }
        found
    }
}
