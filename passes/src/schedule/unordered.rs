//! Device work that uses the same memory as earlier work without being ordered after it by user tokens.
//!
//! The work that tokens order before a node is the union of the work ordered before the nodes that its tokens name.
//! One query of the conflict sets then finds whether an earlier conflicting node is missing from it.
//!
//! Cost: nodes × their tokens and areas, and the parts in which the sets differ (`sets.rs`); if loops carry tokens, a
//! traversal of all tokens for each node.

use super::bits::Bits;
use super::input::ScheduleInput;
use super::reduction::MAX_SPARSE;
use super::sets::{Set, Sets};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Returns the nodes of a range that surely conflict with an earlier one of the range, if both have tokens and
/// neither these nor a host wait between them order the two.
pub(crate) fn unordered(input: &ScheduleInput, within: &Range<usize>) -> Vec<usize> {
    if !within.clone().any(|node| input.conflicts.class(node).is_some()) {
        return Vec::new();
    }
    let n = input.nodes.len();
    let is_carried = input.tokens.iter().enumerate().any(|(node, named)| named.last_in(node..n).is_some());
    let mut sets = Sets::new(n);
    let mut bound_by_class = BoundByClass { input, sets: FxHashMap::default() };
    let mut before = vec![Set::EMPTY; n];
    let mut by_host = Set::EMPTY;
    let mut found = Vec::new();
    for node in within.clone() {
        if !input.nodes[node].kind.is_device() {
            let mut waited = input.preds(node);
            waited.keep_below(node);
            let waited = sets.of_bits(&waited);
            by_host = sets.union(by_host, waited);
            continue;
        }
        let own = if is_carried {
            sets.of_bits(&reached(input, node))
        } else {
            by_tokens(input, &mut sets, &before, node)
        };
        let known = sets.union(own, by_host);
        let latest = bound_by_class.last_missing(&mut sets, node, known);
        if latest.is_some_and(|earlier| within.start <= earlier) {
            found.push(node);
        }
        if !is_carried {
            before[node] = own;
        }
    }
    found
}

/// Returns the nodes that tokens order before a node.
fn by_tokens(input: &ScheduleInput, sets: &mut Sets, before: &[Set], node: usize) -> Set {
    let (mut own, mut named, mut bound) = (Set::EMPTY, Vec::new(), node);
    while let Some(pred) = sets.last_missing_of(&input.tokens[node], own, bound) {
        own = sets.union(own, before[pred]);
        named.push(pred);
        bound = pred;
    }
    sets.with_all(own, &named)
}

/// The same if tokens may pass through later nodes.
fn reached(input: &ScheduleInput, node: usize) -> Bits {
    let mut own = Bits::new(input.nodes.len());
    let mut work = vec![node];
    while let Some(node) = work.pop() {
        let mut new = input.tokens[node].clone();
        new.subtract(&own);
        work.extend(new.iter());
        own.union(&new);
    }
    own
}

/// The sets of conflicts, each without the nodes that the tokens of a class do not leave unordered with it.
struct BoundByClass<'p> {
    input: &'p ScheduleInput,
    /// The sets, by set and class.
    sets: FxHashMap<(usize, usize), Set>,
}

impl BoundByClass<'_> {
    /// Returns the latest node before one with tokens that surely conflicts with it and is not known to be ordered.
    fn last_missing(&mut self, sets: &mut Sets, node: usize, known: Set) -> Option<usize> {
        let conflicts = &self.input.conflicts;
        let class = conflicts.class(node)?;
        let bound = |set: &Bits| {
            let mut bound = set.clone();
            bound.subtract(conflicts.not_free(class));
            bound
        };
        let latest = conflicts.sets_of(node).map(|(number, set)| {
            if set.n_entries() <= MAX_SPARSE {
                return sets.last_missing_of(&bound(set), known, node);
            }
            let set = *self.sets.entry((number, class)).or_insert_with(|| sets.of_bits(&bound(set)));
            sets.last_missing(set, known, node)
        });
        latest.max().flatten()
    }
}
