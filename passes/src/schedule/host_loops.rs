//! Hoists host waits out of host loops without device work.
//!
//! ```text
//! launch %m                          launch %m
//! for { %v = load %m; … }      →     host wait; for { %v = load %m; … }        not a wait per iteration
//! ```
//! Such a loop issues nothing, so a wait before it delays no device work. A loop of `scf` or `affine` becomes one
//! host node with all its effects. For a loop of blocks the node is at the end of the only block from which the loop
//! is entered, whose only successor is the loop. A wait written by the user stays in its loop.

use super::emit::is_replaced;
use super::input::{FlowStep, NodeKind, has_tokens};
use super::walk::Walk;
use crate::analysis::alias::MemoryRegion;
use crate::analysis::summary::{Summary, Touch};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use warpline_ir::def::RegionFlow;
use warpline_ir::verify::immediate_dominators;
use warpline_ir::{Block, Gpu, Op, OpKind};

/// The joined effects of several operations.
#[derive(Default)]
struct Union {
    summary: Summary,
    known: FxHashMap<Rc<MemoryRegion>, usize>,
}

impl Union {
    fn add(&mut self, more: Summary) {
        self.summary.is_unknown |= more.is_unknown;
        for touch in more.touches {
            self.touch(touch);
        }
    }

    fn touch(&mut self, touch: Touch) {
        match self.known.get(&touch.place) {
            Some(number) => {
                let access = &mut self.summary.touches[*number].access;
                *access = access.join(touch.access);
            }
            None => {
                self.known.insert(Rc::clone(&touch.place), self.summary.touches.len());
                self.summary.touches.push(touch);
            }
        }
    }
}

impl Walk<'_> {
    /// Folds a loop, whose nodes from `first` on are all host accesses, into one node. `span` is its region.
    pub(super) fn fold(&mut self, op: Op, first: usize, span: usize, step: FlowStep) -> FlowStep {
        let is_access = |kind: NodeKind, has_tokens: bool| kind == NodeKind::Host && !has_tokens;
        let is_of_host = self.nodes[first..].iter().all(|node| is_access(node.kind, node.has_tokens));
        if !is_of_host || self.nodes.len() == first || has_tokens(self.module, op) {
            return step;
        }
        let mut union = Union::default();
        for node in self.nodes.drain(first..) {
            union.add(node.summary);
        }
        self.spans.truncate(span);
        self.push(op, NodeKind::Host, union.summary)
    }

    /// For each of some blocks, in reverse postorder, computes the effects of the host loop that is its only
    /// successor, if the block is the only entry of the loop.
    pub(super) fn loops_behind(&mut self, blocks: &[Block], next: &[Vec<usize>]) -> Vec<Option<Summary>> {
        let mut found: Vec<Option<Summary>> = blocks.iter().map(|_| None).collect();
        for (head, body) in natural_loops(next) {
            let outside = |from: &usize| next[*from].contains(&head) && !body.contains(from);
            let entries: Vec<usize> = (0..next.len()).filter(outside).collect();
            if let [entry] = entries[..]
                && next[entry].iter().all(|to| *to == head)
            {
                let ops = body.iter().flat_map(|place| self.module.ops_in(blocks[*place])).collect();
                found[entry] = self.effects_on_host(ops);
            }
        }
        found
    }

    /// Adds the node at the end of a block from which a host loop is entered.
    pub(super) fn before_loop(&mut self, block: Block, effects: Summary) -> Option<FlowStep> {
        let end = self.module.last_op(block)?;
        Some(self.push(end, NodeKind::Host, effects))
    }

    /// Returns the effects of operations and their nested operations; `None` if there are none, or any is no host
    /// access.
    fn effects_on_host(&mut self, mut ops: Vec<Op>) -> Option<Summary> {
        let mut union = Union::default();
        while let Some(op) = ops.pop() {
            let kind = self.module.kind(op);
            if has_tokens(self.module, op) || is_replaced(self.module, op) || kind == OpKind::Gpu(Gpu::Launch)
            {
                return None;
            }
            if is_control(kind) {
                let blocks = super::walk::blocks_of(self.module, op);
                ops.extend(blocks.into_iter().flat_map(|block| self.module.ops_in(block)));
                continue;
            }
            match self.describe(op) {
                Some((NodeKind::Host, summary)) if !self.is_slice_call(op) => union.add(summary),
                Some(_) => return None,
                None => {}
            }
        }
        let is_any = union.summary.is_unknown || !union.summary.touches.is_empty();
        is_any.then_some(union.summary)
    }
}

/// Whether an operation only executes its nested operations.
fn is_control(kind: OpKind) -> bool {
    kind.region_flow().is_some_and(|flow| flow != RegionFlow::Parallel)
}

/// Returns the loop heads with the blocks of their loops, where a head dominates its loop.
fn natural_loops(next: &[Vec<usize>]) -> Vec<(usize, BTreeSet<usize>)> {
    let dominators = immediate_dominators(next);
    let dominates = |head: usize, mut at: usize| {
        while head < at {
            at = dominators[at];
        }
        at == head
    };
    let mut previous: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, targets) in next.iter().enumerate() {
        for to in targets {
            previous[*to].push(from);
        }
    }
    let mut loops = Vec::new();
    for head in 0..next.len() {
        let mut work: Vec<usize> =
            previous[head].iter().copied().filter(|from| dominates(head, *from)).collect();
        let mut body = BTreeSet::from([head]);
        if work.is_empty() {
            continue;
        }
        while let Some(block) = work.pop() {
            if body.insert(block) {
                work.extend(&previous[block]);
            }
        }
        loops.push((head, body));
    }
    loops
}
