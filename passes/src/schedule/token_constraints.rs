//! Records the orders that user tokens require beyond effects, as marks of the scheduled form.
//!
//! ```text
//! rt.launch @k::@f on 0 … {token = 0 : i32}
//! rt.record 0 on 0
//! rt.wait 0 on 1
//! rt.launch @k::@g on 1 … {after = array<i32: 0>}        g comes after f, though they share no memory
//! rt.host_wait 1
//! rt.awaited [0]                                         the host has waited for f here
//! ```
//! `beside` lists work that the user left unordered with this work, though both may access the same memory; `async`
//! and `body` record that only tokens order the two (`threads.rs`). With these marks the verifier can prove each wait
//! that only a token requires, and find orders that nothing requires.

use super::bits::Bits;
use super::input::{Node, NodeKind};
use super::plan::Plan;
use super::threads::Issue;
use warpline_ir::{Builder, Rt, Type};

/// The marks of a function.
pub(super) struct TokenConstraints {
    /// For each node, its number as a token, if others name it.
    tokens: Vec<Option<i64>>,
    after: Vec<Vec<usize>>,
    beside: Vec<Vec<usize>>,
    /// The nodes that are beside others.
    free: Bits,
    awaited: Vec<Vec<usize>>,
}

impl TokenConstraints {
    /// Returns the marks that a plan needs.
    pub(super) fn of(plan: &Plan) -> Self {
        let n = plan.input.nodes.len();
        let by_node = |found: &dyn Fn(usize) -> Vec<usize>| (0..n).map(found).collect::<Vec<_>>();
        let after = by_node(&|node| after(plan, node));
        let beside = by_node(&|node| beside(plan, node));
        let awaited = by_node(&|node| awaited(plan, node));
        let mut named = Bits::new(n);
        for node in after.iter().chain(&beside).chain(&awaited).flatten() {
            named.insert(*node);
        }
        let mut free = Bits::new(n);
        for (node, others) in beside.iter().enumerate().filter(|(_, others)| !others.is_empty()) {
            free.insert(node);
            for other in others {
                free.insert(*other);
            }
        }
        let mut tokens = vec![None; n];
        for (number, node) in named.iter().enumerate() {
            tokens[node] = Some(number as i64);
        }
        Self { tokens, after, beside, free, awaited }
    }

    /// Marks the work of a node, which is immediately before it, or records there what the host has waited for.
    pub(super) fn write(&self, at: &mut Builder<'_>, node: &Node, number: usize) {
        let list = |at: &mut Builder<'_>, nodes: &[usize]| {
            at.module.i32_array_attr(nodes.iter().filter_map(|node| self.tokens[*node]).collect::<Vec<_>>())
        };
        if !self.awaited[number].is_empty() {
            let tokens = list(at, &self.awaited[number]);
            at.op(Rt::Awaited, &[], &[], &[("tokens", tokens)]);
        }
        if !node.kind.is_device() {
            return;
        }
        let Some(work) = at.module.prev_op(node.op) else { return };
        if let Some(token) = self.tokens[number] {
            let token = at.module.int_attr(token, Type::I32);
            at.module.set_attr(work, "token", token);
        }
        if node.kind != NodeKind::Graph && self.free.contains(number) {
            for (key, mark) in Issue::of(at.module, node.op).marks(at.module) {
                at.module.set_attr(work, key, mark);
            }
        }
        for (key, nodes) in [("after", &self.after[number]), ("beside", &self.beside[number])] {
            if !nodes.is_empty() {
                let nodes = list(at, nodes);
                at.module.set_attr(work, key, nodes);
            }
        }
    }
}

/// Returns the device work that a node follows by its tokens alone; in straight-line code only the direct
/// predecessors.
fn after(plan: &Plan, node: usize) -> Vec<usize> {
    let input = &plan.input;
    if !input.nodes[node].kind.is_device() {
        return Vec::new();
    }
    let mut named = input.tokens[node].clone();
    if input.spans.is_empty() {
        let mut direct = named.emptied();
        plan.order.direct[node].iter().for_each(|pred| direct.insert(*pred));
        named.intersect(&direct);
    }
    named.iter().filter(|pred| *pred != node && !input.conflicts.contains(node, *pred)).collect()
}

/// Returns the earlier and later work that may conflict with a node, and that no token orders with it.
fn beside(plan: &Plan, node: usize) -> Vec<usize> {
    let input = &plan.input;
    let is_ordered = |other: usize| {
        let (first, second) = (node.min(other), node.max(other));
        input.spans.is_empty() && plan.order.is_ordered(first, second)
    };
    let exempt = input.conflicts.exempt(node);
    exempt.iter().filter(|other| *other < node && !is_ordered(*other)).collect()
}

/// Returns the work that the host waits for because the user requires it; empty if the function returns immediately
/// after it and waits for all work anyway.
fn awaited(plan: &Plan, node: usize) -> Vec<usize> {
    let nodes = &plan.input.nodes;
    if nodes[node].kind == NodeKind::StreamWait {
        let is_later = |work: &usize| node < *work && nodes[node].path.is_empty();
        return plan.input.conflicts.of(node).iter().filter(|work| !is_later(work)).collect();
    }
    let is_end = nodes[node].path.is_empty()
        && nodes.get(node + 1).is_some_and(|next| next.kind == NodeKind::Boundary && next.path.is_empty());
    if nodes[node].kind != NodeKind::HostWait || plan.waits.host[node].is_none() || is_end {
        return Vec::new();
    }
    plan.input.tokens[node].iter().collect()
}
