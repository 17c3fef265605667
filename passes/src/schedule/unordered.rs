//! Device work that uses the same memory as earlier work, which the tokens of the user do not order.
//!
//! What tokens order before a node is the union of what they order before the nodes that its tokens name; such a set is
//! dropped with the last node that needs it. Then one query by the sets of conflicts finds whether a node has an earlier
//! one that is missing from it.
//!
//! Cost: nodes × their tokens and areas; where loops carry tokens, a walk over all tokens for each node.

use super::bits::Bits;
use super::dag::Program;
use std::ops::Range;

/// The nodes of a range that surely conflict with an earlier one of the range, where both carry tokens and those do not
/// order them, nor does a wait of the host between them.
pub(crate) fn unordered(program: &Program, within: &Range<usize>) -> Vec<usize> {
    if !within.clone().any(|node| program.conflicts.unordered_in(node).is_some()) {
        return Vec::new();
    }
    let n = program.nodes.len();
    let last_uses = last_uses(program);
    let is_carried = program.tokens.iter().enumerate().any(|(node, named)| named.last_in(node..n).is_some());
    let mut before: Vec<Bits> = vec![Bits::new(n); n];
    let mut by_host = Bits::new(n);
    let mut found = Vec::new();
    for node in within.clone() {
        if !program.nodes[node].kind.is_device() {
            let mut waited = program.preds(node);
            waited.keep_below(node);
            by_host.union(&waited);
            continue;
        }
        let own = if is_carried { reached(program, node) } else { by_tokens(program, &before, node) };
        if has_unordered(program, node, within.start, &own, &by_host) {
            found.push(node);
        }
        for pred in program.tokens[node].iter().filter(|pred| last_uses[*pred] <= node) {
            before[pred] = Bits::new(n);
        }
        if node < last_uses[node] && !is_carried {
            before[node] = own;
        }
    }
    found
}

/// For each node, the last device node whose tokens name it.
fn last_uses(program: &Program) -> Vec<usize> {
    let mut last = vec![0; program.nodes.len()];
    let works = program.tokens.iter().enumerate();
    for (node, named) in works.filter(|(node, _)| program.nodes[*node].kind.is_device()) {
        named.iter().for_each(|pred| last[pred] = node);
    }
    last
}

/// The nodes that tokens order before a node.
fn by_tokens(program: &Program, before: &[Bits], node: usize) -> Bits {
    let mut own = Bits::new(program.nodes.len());
    let mut bound = node;
    while let Some(pred) = program.tokens[node].last_missing(&own, bound) {
        own.insert(pred);
        own.union(&before[pred]);
        bound = pred;
    }
    own
}

/// The same where tokens may lead through later nodes.
fn reached(program: &Program, node: usize) -> Bits {
    let mut own = Bits::new(program.nodes.len());
    let mut work = vec![node];
    while let Some(node) = work.pop() {
        let mut new = program.tokens[node].clone();
        new.subtract(&own);
        work.extend(new.iter());
        own.union(&new);
    }
    own
}

fn has_unordered(program: &Program, node: usize, start: usize, by_tokens: &Bits, by_host: &Bits) -> bool {
    let Some((sets, others)) = program.conflicts.unordered_in(node) else { return false };
    let mut known = by_tokens.clone();
    known.union(by_host);
    known.union(others);
    let mut latest = sets.filter_map(|set| set.last_missing(&known, node));
    latest.any(|earlier| start <= earlier)
}
