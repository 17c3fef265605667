//! Control-flow graphs of blocks: that of a function, of `scf.execute_region`, and of the two regions of `scf.while`.
//!
//! Blocks are in reverse postorder, so that a block comes after all its predecessors except along back edges.
//! Unreachable blocks come last, and have no state. Graphs of any shape are handled, including irreducible ones.

use super::input::{FlowStep, GraphBlock, ScheduleInput};
use super::walk::{Walk, blocks_of};
use crate::analysis::dominance::reverse_postorder;
use rustc_hash::FxHashMap;
use warpline_ir::def::RegionFlow;
use warpline_ir::verify::immediate_dominators;
use warpline_ir::{Block, Op};

/// The maximum number of state words: functions that need more get one stream.
const MAX_STATE: usize = 1 << 23;
/// The number of streams used to estimate the size of the state.
const N_STREAMS: usize = 8;

impl Walk<'_> {
    /// Builds the graph of the blocks of a region, from its entry on.
    pub(super) fn region_graph(&mut self, op: Option<Op>, entry: Block) -> FlowStep {
        let order = reverse_postorder(self.module, entry);
        let places: FxHashMap<Block, usize> =
            order.iter().enumerate().map(|(place, block)| (*block, place)).collect();
        let next = |block: &Block| {
            let last = self.module.last_op(*block);
            let targets = last.map_or(&[][..], |last| self.module.successors(last));
            targets.iter().map(|target| places[&target.block]).collect()
        };
        let next: Vec<Vec<usize>> = order.iter().map(next).collect();
        let region = self.module.region_of(entry);
        let all = region.map(|region| self.module.blocks_of(region).to_vec()).unwrap_or_default();
        let unreached: Vec<Block> = all.into_iter().filter(|block| !places.contains_key(block)).collect();
        self.graph(op, &[order, unreached].concat(), &next, <[usize]>::is_empty)
    }

    /// Builds the graph of `scf.while`: the first region, which may be the last, then the second, then the first
    /// again.
    pub(super) fn while_graph(&mut self, op: Op) -> FlowStep {
        let blocks = blocks_of(self.module, op);
        self.graph(Some(op), &blocks, &[vec![1], vec![0]], |next| next[0] == 1)
    }

    /// Builds a graph of blocks; the first ones have successors, the others are unreachable.
    fn graph(
        &mut self,
        op: Option<Op>,
        blocks: &[Block],
        next: &[Vec<usize>],
        is_end: impl Fn(&[usize]) -> bool,
    ) -> FlowStep {
        let leads_back = |(place, next): (usize, &Vec<usize>)| next.iter().any(|next| *next <= place);
        let is_loop = next.iter().enumerate().any(leads_back);
        let dominators = immediate_dominators(next);
        let loops = if op.is_some_and(|op| self.module.region_flow(op) == Some(RegionFlow::While)) {
            Vec::new()
        } else {
            self.loops_behind(blocks, next)
        };
        self.region(op, is_loop, |walk, span| {
            let mut found: Vec<GraphBlock> = Vec::new();
            for (place, block) in blocks.iter().enumerate() {
                let dominator = dominators.get(place).filter(|_| place != 0).map(|at| found[*at].span);
                let next = next.get(place).cloned().unwrap_or_default();
                let graph_block = walk.region(None, false, |walk, span| {
                    walk.spans[span].block = Some(*block);
                    walk.spans[span].dominator = dominator;
                    let is_end = is_end(&next);
                    let mut steps = walk.block(*block);
                    let entered = loops.get(place).cloned().flatten();
                    steps.extend(entered.and_then(|effects| walk.before_loop(*block, effects)));
                    GraphBlock { span, steps, next, is_end }
                });
                found.push(graph_block);
            }
            FlowStep::Graph(span, found)
        })
    }
}

impl ScheduleInput {
    /// Treats graphs whose state would be too large as blocks in any order.
    pub(super) fn bound_graphs(&mut self) {
        let n_blocks = self.spans.iter().filter(|span| span.block.is_some()).count();
        let n = self.nodes.len();
        let n_observers = N_STREAMS + 1 + n + self.spans.len() * N_STREAMS;
        let state = n_blocks.saturating_mul(n_observers).saturating_mul(n / 64 + 1);
        if state <= MAX_STATE {
            return;
        }
        self.is_coarse = true;
        let steps = std::mem::take(&mut self.steps);
        self.steps = steps.into_iter().map(coarse).collect();
    }

    /// Whether a block dominates another one of its graph.
    fn dominates(&self, block: usize, other: usize) -> bool {
        std::iter::successors(Some(other), |at| self.spans[*at].dominator).any(|at| at == block)
    }

    /// Returns the first block that is on every path from one block of a graph to another, if there is one that is
    /// not on every path to the first.
    pub(super) fn meeting(&self, from: usize, to: usize) -> Option<usize> {
        let is_block = |span: usize| self.spans[span].block.is_some();
        if from == to || !is_block(from) || !is_block(to) {
            return None;
        }
        let ways = std::iter::successors(Some(to), |at| self.spans[*at].dominator);
        ways.take_while(|at| !self.dominates(*at, from)).last()
    }
}

fn coarse(step: FlowStep) -> FlowStep {
    let all = |steps: Vec<FlowStep>| steps.into_iter().map(coarse).collect();
    match step {
        FlowStep::Node(node) => FlowStep::Node(node),
        FlowStep::Loop(span, bodies) => FlowStep::Loop(span, bodies.into_iter().map(all).collect()),
        FlowStep::Branch(span, arms, may_skip) => {
            FlowStep::Branch(span, arms.into_iter().map(all).collect(), may_skip)
        }
        FlowStep::Graph(span, blocks) => {
            FlowStep::Loop(span, blocks.into_iter().map(|block| all(block.steps)).collect())
        }
    }
}
