//! Transitive closure and reduction of the dependence graph (the happens-before relation).
//!
//! The edges of the graph follow program order, earlier to later. Work that the host has waited for is ordered before
//! all later work without an edge on the device; such pairs are stored separately as [`Order::by_host`].
//!
//! Cost: direct predecessors × the parts in which their predecessor sets differ (`sets.rs`).

use super::bits::Bits;
use super::input::{NodeKind, ScheduleInput};
use super::sets::{Set, Sets};

/// Sets of at most this many words are searched directly.
pub(super) const MAX_SPARSE: usize = 8;

/// Reachability between device nodes.
pub struct Order {
    sets: Sets,
    /// For each node, its predecessors by completion edges.
    before: Vec<Set>,
    /// For each node, the device nodes that the host has waited for when it issues it.
    by_host: Vec<Set>,
    /// For each node, the earlier nodes that it conflicts with or that its tokens name, except those that precede
    /// another of these; the latest first.
    pub direct: Vec<Vec<usize>>,
}

impl Order {
    /// Computes the order required by the conflicts and tokens of a program, as straight-line code.
    pub fn of(input: &ScheduleInput) -> Self {
        let n = input.nodes.len();
        let none = vec![Set::EMPTY; n];
        let (before, direct) = (none.clone(), vec![Vec::new(); n]);
        let mut order = Self { sets: Sets::new(n), before, by_host: none, direct };
        let mut preds = Preds { input, shared: vec![None; input.conflicts.sets().len()] };
        let mut done = Set::EMPTY;
        for node in 0..n {
            let mut before = Set::EMPTY;
            let mut bound = node;
            while let Some(pred) = preds.last_missing(&mut order.sets, node, before, bound) {
                before = order.sets.union(before, order.before[pred]);
                before = order.sets.union(before, order.by_host[pred]);
                order.direct[node].push(pred);
                bound = pred;
            }
            before = order.sets.with_all(before, &order.direct[node]);
            let kind = input.nodes[node].kind;
            order.by_host[node] = done;
            if kind.is_device() {
                before = order.sets.difference(before, done);
            } else {
                order.by_host[node] = order.sets.union(done, before);
            }
            // Code after the end of a function is on another path.
            if !kind.is_device() && kind != NodeKind::Boundary {
                done = order.by_host[node];
            }
            order.before[node] = before;
        }
        order
    }

    /// Whether a device node precedes a node by completion edges.
    pub fn is_before(&self, earlier: usize, node: usize) -> bool {
        self.sets.contains(self.before[node], earlier)
    }

    /// Whether a device node precedes a node by completion edges, or because the host has waited for it.
    pub fn is_ordered(&self, earlier: usize, node: usize) -> bool {
        self.is_before(earlier, node) || self.sets.contains(self.by_host[node], earlier)
    }

    /// Returns the device nodes that precede a node by completion edges.
    pub fn before(&self, node: usize) -> Bits {
        self.sets.to_bits(self.before[node])
    }

    /// Whether there are any.
    pub fn has_any_before(&self, node: usize) -> bool {
        !self.before[node].is_empty()
    }

    /// Returns the device nodes that the host has waited for when it issues a node.
    pub fn by_host(&self, node: usize) -> Bits {
        self.sets.to_bits(self.by_host[node])
    }

    /// Returns the maximal predecessors of a node by completion edges, the latest first.
    pub fn nearest(&self, node: usize) -> impl Iterator<Item = usize> {
        self.direct[node].iter().copied().filter(move |pred| self.is_before(*pred, node))
    }

    /// Returns the edges of the transitive reduction among the nodes in `keep`, as lists of direct predecessors.
    pub fn reduce(&self, keep: &Bits) -> Vec<Vec<usize>> {
        let mut reduced = vec![Vec::new(); self.before.len()];
        for node in keep.iter() {
            reduced[node] = self.reduced(node, keep);
        }
        reduced
    }

    /// Returns the direct predecessors of a node in the transitive reduction among the nodes in `keep`, the latest
    /// first.
    pub fn reduced(&self, node: usize, keep: &Bits) -> Vec<usize> {
        if self.nearest(node).all(|pred| keep.contains(pred)) {
            return self.nearest(node).collect();
        }
        // A node that is not kept is replaced by its predecessors.
        let Some(first) = keep.iter().next() else { return Vec::new() };
        let mut found = Bits::new(self.before.len());
        let mut passed = Bits::new(self.before.len());
        let mut work: Vec<usize> = self.nearest(node).collect();
        while let Some(pred) = work.pop() {
            if pred < first {
                continue;
            }
            if keep.contains(pred) {
                found.insert(pred);
            } else if !passed.contains(pred) {
                passed.insert(pred);
                work.extend(self.direct[pred].iter().copied().filter(|pred| self.is_before(*pred, node)));
            }
        }
        self.maximal(&found)
    }

    /// Returns the maximal members of a set: those that precede no other member, the latest first.
    pub fn maximal(&self, set: &Bits) -> Vec<usize> {
        let mut rest = set.clone();
        let mut found = Vec::new();
        while let Some(node) = rest.last() {
            found.push(node);
            rest.remove(node);
            if rest.len() <= MAX_SPARSE {
                let ordered: Vec<usize> = rest.iter().filter(|other| self.is_ordered(*other, node)).collect();
                for other in ordered {
                    rest.remove(other);
                }
            } else {
                rest.subtract(&self.before(node));
                rest.subtract(&self.by_host(node));
            }
        }
        found
    }
}

/// The predecessors of nodes.
struct Preds<'p> {
    input: &'p ScheduleInput,
    /// The sets of conflicts, as far as they are dense and were queried.
    shared: Vec<Option<Set>>,
}

impl Preds<'_> {
    /// Returns the latest predecessor of a node below `bound` that is not in a set.
    fn last_missing(&mut self, sets: &mut Sets, node: usize, from: Set, bound: usize) -> Option<usize> {
        let input = self.input;
        let mut latest = sets.last_missing_of(&input.tokens[node], from, bound);
        for (number, conflicts) in input.conflicts.sets_of(node) {
            let found = if conflicts.n_entries() <= MAX_SPARSE {
                sets.last_missing_of(conflicts, from, bound)
            } else {
                let shared = *self.shared[number].get_or_insert_with(|| sets.of_bits(conflicts));
                sets.last_missing(shared, from, bound)
            };
            latest = latest.max(found);
        }
        latest
    }
}
