//! The control flow of a function as one graph, and a dataflow solver on it.
//!
//! Regions of structured operations and branches between blocks both become edges. A stretch is a list of operations
//! that run one after the other, and its edges lead to its possible successors. Every branch may be taken or not and
//! a loop may have no iteration, so the paths of the graph are a superset of all executions. An operation with other
//! kinds of regions is one element of its stretch.

use super::loops;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Module, Op, OpKind, Region};

/// Consecutive operations, and their possible successors.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    /// The operations, in order.
    pub(super) ops: Vec<Op>,
    next: Vec<usize>,
}

/// The graph; the first stretch is the entry.
pub(super) struct Flow {
    /// All stretches.
    pub(super) stretches: Vec<Stretch>,
    /// The reachable stretches, each after its predecessors except along back edges; a loop body precedes the code
    /// after the loop.
    order: Vec<usize>,
    /// The index in that order of each stretch.
    rank: Vec<usize>,
}

/// The dataflow facts at a point; [`State::join`] merges paths.
pub(super) trait State: Clone {
    /// Merges the facts of another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool;
}

impl Flow {
    /// Builds the graph of a function with a body.
    pub(super) fn of(module: &Module, func: Op) -> Self {
        let mut build = Build {
            module,
            stretches: vec![Stretch::default()],
            entries: FxHashMap::default(),
            exits: FxHashMap::default(),
            work: Vec::new(),
        };
        for region in module.regions_of(func) {
            build.enter(0, region, &[]);
        }
        while let Some(block) = build.work.pop() {
            build.block(block);
        }
        let next: Vec<Vec<usize>> = build.stretches.iter().map(|stretch| stretch.next.clone()).collect();
        let order = loops::order(&next);
        let mut rank = vec![usize::MAX; build.stretches.len()];
        for (index, stretch) in order.iter().enumerate() {
            rank[*stretch] = index;
        }
        Self { stretches: build.stretches, order, rank }
    }

    /// Solves the dataflow problem: runs `step` over the stretches until nothing changes. The last run of each
    /// stretch sees the final state. Returns the state at the start of each reachable stretch.
    pub(super) fn solve<S: State>(&self, start: S, mut step: impl FnMut(usize, &mut S)) -> Vec<Option<S>> {
        let mut at: Vec<Option<S>> = vec![None; self.stretches.len()];
        at[0] = Some(start);
        let mut work = Worklist::new(self);
        work.sweep.insert(self.rank[0]);
        while let Some(stretch) = work.pop() {
            let Some(mut state) = at[stretch].clone() else { continue };
            step(stretch, &mut state);
            for next in &self.stretches[stretch].next {
                if join_into(&mut at[*next], &state) {
                    work.add(stretch, *next);
                }
            }
        }
        at
    }

    /// Continues from a solution in which the state at the end of one stretch has grown, until nothing changes. If
    /// `step` returns false the solution is restored; returns whether it never did.
    pub(super) fn grow<S: State>(
        &self,
        at: &mut [Option<S>],
        (stretch, end): (usize, &S),
        mut step: impl FnMut(usize, &mut S) -> bool,
    ) -> bool {
        let mut before: Vec<(usize, Option<S>)> = Vec::new();
        let mut work = Worklist::new(self);
        work.at = self.rank[stretch];
        let mut from = (stretch, end.clone());
        loop {
            for next in &self.stretches[from.0].next {
                let old = at[*next].clone();
                if join_into(&mut at[*next], &from.1) {
                    before.push((*next, old));
                    work.add(from.0, *next);
                }
            }
            let Some(stretch) = work.pop() else { return true };
            let Some(mut state) = at[stretch].clone() else { continue };
            if !step(stretch, &mut state) {
                for (stretch, old) in before.into_iter().rev() {
                    at[stretch] = old;
                }
                return false;
            }
            from = (stretch, state);
        }
    }
}

/// Merges the facts of another path; returns whether anything changed.
fn join_into<S: State>(known: &mut Option<S>, other: &S) -> bool {
    match known {
        Some(known) => known.join(other),
        none => {
            *none = Some(other.clone());
            true
        }
    }
}

/// The worklist of stretches, visited in sweeps over their order.
///
/// If a back edge changes the head of a loop, the head is run again at once, and the code after the loop sees all of
/// it in the same sweep; the body waits for the next sweep. So the effects of a loop nest reach the outermost head in
/// one sweep, and all of the nest in the next one, at any depth.
struct Worklist<'f> {
    flow: &'f Flow,
    /// The position in the order that the sweep has reached.
    at: usize,
    /// Loop heads that the sweep has passed.
    heads: BTreeSet<usize>,
    sweep: BTreeSet<usize>,
    later: BTreeSet<usize>,
}

impl<'f> Worklist<'f> {
    fn new(flow: &'f Flow) -> Self {
        let [heads, sweep, later] = std::array::from_fn(|_| BTreeSet::new());
        Self { flow, at: 0, heads, sweep, later }
    }

    /// Adds a successor of a stretch.
    fn add(&mut self, from: usize, to: usize) {
        let (from, rank) = (self.flow.rank[from], self.flow.rank[to]);
        // The code after a head that is run out of order is run too, except for the loop body.
        let is_head = from == self.at || self.flow.stretches[self.flow.order[from]].next.len() == 1;
        let list = match (self.at < rank, is_head) {
            (true, _) => &mut self.sweep,
            (false, true) => &mut self.heads,
            (false, false) => &mut self.later,
        };
        list.insert(rank);
    }

    fn pop(&mut self) -> Option<usize> {
        if let Some(head) = self.heads.pop_first() {
            self.later.remove(&head);
            return Some(self.flow.order[head]);
        }
        if self.sweep.is_empty() {
            std::mem::swap(&mut self.sweep, &mut self.later);
        }
        self.at = self.sweep.pop_first()?;
        Some(self.flow.order[self.at])
    }
}

/// The manner in which an operation runs its regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// It has no regions that are followed.
    Leaf,
    /// One of its regions; none if the last is missing.
    Branch,
    /// The first, any number of times.
    Loop,
    /// The first, then the second and the first again, any number of times.
    While,
    /// The first, once.
    Once,
}

fn shape(kind: OpKind) -> Shape {
    match kind.region_flow() {
        Some(RegionFlow::Branch) => Shape::Branch,
        Some(RegionFlow::For | RegionFlow::Parallel) => Shape::Loop,
        Some(RegionFlow::While) => Shape::While,
        Some(RegionFlow::Once) => Shape::Once,
        None => Shape::Leaf,
    }
}

/// Whether an operation only selects which of its regions runs.
pub(super) fn is_branch(kind: OpKind) -> bool {
    shape(kind) == Shape::Branch
}

/// Whether the regions of an operation, if it has any, stay in its stretch.
pub(super) fn is_leaf(kind: OpKind) -> bool {
    shape(kind) == Shape::Leaf
}

struct Build<'m> {
    module: &'m Module,
    stretches: Vec<Stretch>,
    /// The first stretch of each block.
    entries: FxHashMap<Block, usize>,
    /// The successors of the blocks that end a region.
    exits: FxHashMap<Region, Vec<usize>>,
    work: Vec<Block>,
}

impl Build<'_> {
    fn add(&mut self) -> usize {
        self.stretches.push(Stretch::default());
        self.stretches.len() - 1
    }

    fn entry(&mut self, block: Block) -> usize {
        if let Some(entry) = self.entries.get(&block) {
            return *entry;
        }
        let entry = self.add();
        self.entries.insert(block, entry);
        entry
    }

    fn connect(&mut self, from: usize, to: usize) {
        if !self.stretches[from].next.contains(&to) {
            self.stretches[from].next.push(to);
        }
    }

    fn connect_all(&mut self, from: usize, to: &[usize]) {
        for to in to {
            self.connect(from, *to);
        }
    }

    /// Adds the edges from a stretch through a region to its exits.
    fn enter(&mut self, from: usize, region: Region, exits: &[usize]) {
        let blocks = self.module.blocks_of(region).to_vec();
        let Some(first) = blocks.first() else {
            self.connect_all(from, exits);
            return;
        };
        let entry = self.entry(*first);
        self.connect(from, entry);
        self.exits.insert(region, exits.to_vec());
        self.work.extend(blocks);
    }

    fn block(&mut self, block: Block) {
        let mut at = self.entry(block);
        for op in self.module.ops_in(block) {
            match shape(self.module.kind(op)) {
                Shape::Leaf => self.stretches[at].ops.push(op),
                shape => at = self.structured(op, shape, at),
            }
        }
        let last = self.module.last_op(block);
        let targets: Vec<Block> =
            last.map_or(&[][..], |op| self.module.successors(op)).iter().map(|to| to.block).collect();
        for target in &targets {
            let entry = self.entry(*target);
            self.connect(at, entry);
        }
        if targets.is_empty() {
            let region = self.module.region_of(block);
            let exits = region.and_then(|region| self.exits.get(&region)).cloned().unwrap_or_default();
            self.connect_all(at, &exits);
        }
    }

    /// Adds the edges of an operation with regions; returns the stretch after it.
    fn structured(&mut self, op: Op, shape: Shape, at: usize) -> usize {
        let regions = self.module.regions_of(op);
        let after = self.add();
        match (shape, regions.as_slice()) {
            (Shape::Loop, [body, ..]) => {
                let head = self.add();
                self.connect(at, head);
                self.connect(head, after);
                self.enter(head, *body, &[head]);
            }
            (Shape::While, [before, body, ..]) => {
                let (head, middle) = (self.add(), self.add());
                self.connect(at, head);
                self.enter(head, *before, &[middle]);
                self.connect(middle, after);
                self.enter(middle, *body, &[head]);
            }
            (Shape::Branch | Shape::Once, [_, ..]) => {
                for region in &regions {
                    self.enter(at, *region, &[after]);
                }
                if shape == Shape::Branch && regions.len() < 2 {
                    self.connect(at, after);
                }
            }
            _ => self.connect(at, after),
        }
        after
    }
}
