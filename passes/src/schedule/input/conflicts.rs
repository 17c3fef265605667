//! The conflicts of a program: for each node the union of a few sets that it shares with other nodes.

use crate::schedule::bits::Bits;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The required orders between nodes.
pub struct Conflicts {
    pub(in crate::schedule) sets: Vec<Bits>,
    /// For each node, the sets of conflicting nodes, possibly including itself.
    pub(in crate::schedule) of: Vec<Vec<usize>>,
    /// For each node, the sets of possibly conflicting nodes if the tokens of both decide.
    pub(in crate::schedule) may: Vec<Vec<usize>>,
    /// Overrides of the sets, by node.
    pub(in crate::schedule) exempt: FxHashMap<usize, Bits>,
    pub(in crate::schedule) free: Free,
    pub(in crate::schedule) n: usize,
}

impl Conflicts {
    /// Returns no conflicts for `n` nodes.
    pub(in crate::schedule) fn none() -> Self {
        let (sets, of, may) = (Vec::new(), Vec::new(), Vec::new());
        Self { sets, of, may, exempt: FxHashMap::default(), free: Free::default(), n: 0 }
    }

    /// Returns the device nodes that conflict with a node, before and after it, so that it must follow them or their
    /// executions in an earlier iteration.
    pub fn of(&self, node: usize) -> Bits {
        let mut found = self.union(&self.of[node]);
        found.remove(node);
        found
    }

    /// Whether a device node conflicts with a node.
    pub fn contains(&self, node: usize, other: usize) -> bool {
        node != other && self.sets_of(node).any(|(_, set)| set.contains(other))
    }

    /// Returns sets whose union holds the nodes that conflict with a node, possibly including itself, and their
    /// numbers.
    pub(in crate::schedule) fn sets_of(&self, node: usize) -> impl Iterator<Item = (usize, &Bits)> {
        self.of[node].iter().map(|set| (*set, &self.sets[*set]))
    }

    /// Returns all sets, by number.
    pub(in crate::schedule) fn sets(&self) -> &[Bits] {
        &self.sets
    }

    /// Returns the nodes that may conflict with a node if only user tokens decide whether they are ordered.
    pub fn exempt(&self, node: usize) -> Bits {
        if let Some(exempt) = self.exempt.get(&node) {
            return exempt.clone();
        }
        let mut exempt = self.union(&self.may[node]);
        if !exempt.is_empty() {
            exempt.subtract(&self.of(node));
            exempt.remove(node);
        }
        exempt
    }

    /// Returns the class of a node with tokens, which identifies the nodes that its tokens leave unordered with it.
    pub(in crate::schedule) fn class(&self, node: usize) -> Option<usize> {
        self.free.class(node)
    }

    /// Returns the nodes that the tokens of a class do not leave unordered with it.
    pub(in crate::schedule) fn not_free(&self, class: usize) -> &Bits {
        self.free.others(class)
    }

    /// Makes the nodes of each pair conflict with each other.
    pub(in crate::schedule) fn add_pairs(&mut self, pairs: impl IntoIterator<Item = (usize, usize)>) {
        let mut more: BTreeMap<usize, Bits> = BTreeMap::new();
        for (from, to) in pairs {
            more.entry(from).or_insert_with(|| Bits::new(self.n)).insert(to);
            more.entry(to).or_insert_with(|| Bits::new(self.n)).insert(from);
        }
        for (node, others) in more {
            self.of[node].push(self.sets.len());
            self.sets.push(others);
        }
    }

    /// Replaces the conflicts of a node by these nodes.
    pub(in crate::schedule) fn replace(&mut self, node: usize, with: Bits) {
        self.of[node] = vec![self.sets.len()];
        self.sets.push(with);
    }

    /// Removes all conflicts with these nodes.
    pub(in crate::schedule) fn forget(&mut self, nodes: &Bits) {
        self.sets.iter_mut().for_each(|set| set.subtract(nodes));
    }

    pub(in crate::schedule) fn union(&self, numbers: &[usize]) -> Bits {
        let mut all = Bits::new(self.n);
        for number in numbers {
            all.union(&self.sets[*number]);
        }
        all
    }
}

/// For each device node with tokens, the device nodes with tokens that are free of it, possibly including itself.
#[derive(Debug, Default)]
pub(in crate::schedule) struct Free {
    /// By node, the class of the nodes that are issued like it.
    pub(in crate::schedule) classes: Vec<Option<usize>>,
    /// By class, the nodes that are free of its members, and all others.
    pub(in crate::schedule) sets: Vec<[Bits; 2]>,
}

impl Free {
    /// Returns the class of a node with tokens.
    pub(in crate::schedule) fn class(&self, node: usize) -> Option<usize> {
        self.classes.get(node).copied().flatten()
    }

    /// Returns the nodes that are free of those of a class.
    pub(in crate::schedule) fn class_set(&self, class: usize) -> &Bits {
        &self.sets[class][0]
    }

    /// Returns all other nodes.
    pub(in crate::schedule) fn others(&self, class: usize) -> &Bits {
        &self.sets[class][1]
    }
}
