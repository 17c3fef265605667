//! The work of one thread of a kernel: what its operations ask of the hardware, times the trip counts of the enclosing
//! loops.
//!
//! ```text
//! scf.for %i = %c0 to %n step %c1 {     %n is an argument of the kernel and 1,000 in this launch:
//!   func.call @step(%x)                 1,000 × (the loop + the call + the work of @step)
//! }
//! ```
//! - The thread is the one in the middle of the grid, and the iteration of an outer loop is the middle one, so that
//!   triangular and grid-stride loops count with their average trip count. Unknown trip counts are [`ITERATIONS`].
//! - Of the arms of a branch the most expensive one counts. A cycle of blocks is a loop with an unknown trip count.
//! - The work of a function is memoised for each list of constants that determines its trip counts. Recursive
//!   functions, and call chains that are too deep, have a fixed work.
//!
//! Cost: the operations of a function, at most [`MAX_VARIANTS`] + 1 times.

use super::iterations::{Frame, N_SIZES, dims};
use super::weights::{BRANCH, CALL, TRIP, UNKNOWN, Work, work};
use crate::analysis::call_graph::callee;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Func, Module, Op, OpKind, Region};

/// The assumed trip count of a loop with an unknown one.
const ITERATIONS: f64 = 8.0;
/// The largest trip count of a loop that is unrolled: it has no test and no branch.
const UNROLLED: f64 = 8.0;
/// The maximum number of constant lists per function, before it is analysed without constants.
const MAX_VARIANTS: usize = 32;
/// The maximum depth of analysed calls.
const MAX_CALLS: usize = 64;
/// The memoised work of the functions of a module.
#[derive(Debug, Default)]
pub(super) struct Works {
    /// By function and the facts that determine the work.
    known: FxHashMap<(Op, Vec<Option<i64>>), Work>,
    functions: FxHashMap<Op, Function>,
    /// The functions under analysis.
    calls: Vec<Op>,
}

#[derive(Debug, Default)]
struct Function {
    /// The facts that determine its work: sizes of the launch, then arguments.
    reads: Vec<usize>,
    n_variants: usize,
}

impl Works {
    /// Returns the work of a thread of a kernel. The facts are the launch sizes and the arguments.
    pub(super) fn of_kernel(&mut self, module: &Module, kernel: Op, facts: Vec<Option<i64>>) -> Work {
        self.of_function(module, kernel, facts)
    }

    fn of_function(&mut self, module: &Module, function: Op, mut facts: Vec<Option<i64>>) -> Work {
        if self.calls.len() == MAX_CALLS || self.calls.contains(&function) {
            return UNKNOWN;
        }
        if let Some(known) = self.functions.get(&function) {
            let key = |facts: &[Option<i64>]| (function, known.reads.iter().map(|n| facts[*n]).collect());
            if let Some(work) = self.known.get(&key(&facts)) {
                return *work;
            }
            if MAX_VARIANTS <= known.n_variants {
                facts.fill(None);
                if let Some(work) = self.known.get(&key(&facts)) {
                    return *work;
                }
            }
        }
        self.evaluate(module, function, facts)
    }

    fn evaluate(&mut self, module: &Module, function: Op, facts: Vec<Option<i64>>) -> Work {
        let Some(region) = module.regions_of(function).first().copied() else { return UNKNOWN };
        let (reads, middles) = (BTreeSet::new(), FxHashMap::default());
        let mut frame = Frame { function, facts, reads, middles };
        self.calls.push(function);
        let work = self.of_region(module, &mut frame, region);
        self.calls.pop();
        let known = self.functions.entry(function).or_default();
        if known.n_variants == 0 {
            known.reads = frame.reads.into_iter().filter(|n| *n < frame.facts.len()).collect();
        }
        known.n_variants += 1;
        let key = known.reads.iter().map(|n| frame.facts[*n]).collect();
        self.known.insert((function, key), work);
        work
    }

    /// Returns the work of the blocks of a region; those on a cycle count several times.
    fn of_region(&mut self, module: &Module, frame: &mut Frame, region: Region) -> Work {
        let blocks = module.blocks_of(region);
        let repeated = if blocks.len() < 2 { FxHashSet::default() } else { on_cycles(module, blocks) };
        let times = |block: &Block| if repeated.contains(block) { ITERATIONS } else { 1.0 };
        blocks.iter().map(|block| self.of_block(module, frame, *block) * times(block)).sum()
    }

    fn of_block(&mut self, module: &Module, frame: &mut Frame, block: Block) -> Work {
        module.ops_in(block).into_iter().map(|op| self.of_op(module, frame, op)).sum()
    }

    fn of_op(&mut self, module: &Module, frame: &mut Frame, op: Op) -> Work {
        match module.region_flow(op) {
            Some(RegionFlow::For | RegionFlow::Parallel) => self.of_loop(module, frame, op),
            Some(RegionFlow::While) => (TRIP + self.of_regions(module, frame, op)) * ITERATIONS,
            Some(RegionFlow::Branch) => {
                let arms = module.regions_of(op).into_iter();
                BRANCH
                    + arms.map(|arm| self.of_region(module, frame, arm)).fold(Work::default(), Work::longer)
            }
            Some(RegionFlow::Once) | None if module.kind(op) == OpKind::Func(Func::Call) => {
                CALL + self.of_call(module, frame, op)
            }
            Some(RegionFlow::Once) | None => work(module, op) + self.of_regions(module, frame, op),
        }
    }

    fn of_regions(&mut self, module: &Module, frame: &mut Frame, op: Op) -> Work {
        module.regions_of(op).into_iter().map(|region| self.of_region(module, frame, region)).sum()
    }

    fn of_loop(&mut self, module: &Module, frame: &mut Frame, op: Op) -> Work {
        let dims = dims(module, frame, op);
        let variables = module.entry(op, 0).map_or(&[][..], |body| module.args(body));
        for (variable, dim) in variables.iter().zip(&dims) {
            if let Some(middle) = dim.middle() {
                frame.middles.insert(*variable, middle);
            }
        }
        let counts: Option<Vec<i64>> = dims.iter().map(super::iterations::Dim::count).collect();
        let known = counts.map(|counts| counts.iter().map(|count| *count as f64).product::<f64>());
        let trip = if known.is_some_and(|trips| trips <= UNROLLED) { Work::default() } else { TRIP };
        (trip + self.of_regions(module, frame, op)) * known.unwrap_or(ITERATIONS)
    }

    /// Returns the work of a callee. The facts that it reads count as read by the caller, too.
    fn of_call(&mut self, module: &Module, frame: &mut Frame, call: Op) -> Work {
        let Some(function) = callee(module, call) else { return UNKNOWN };
        let reads = frame.reads.clone();
        let operands = module.operands(call);
        let arguments: Vec<Option<i64>> = operands.iter().map(|value| frame.value(module, *value)).collect();
        frame.reads = reads;
        let facts: Vec<Option<i64>> = frame.facts.iter().take(N_SIZES).copied().chain(arguments).collect();
        let work = self.of_function(module, function, facts);
        let decisive = self.functions.get(&function).map(|known| known.reads.clone()).unwrap_or_default();
        for fact in decisive {
            match fact.checked_sub(N_SIZES).and_then(|argument| operands.get(argument)) {
                Some(value) => frame.value(module, *value),
                None => frame.size(fact),
            };
        }
        work
    }
}

/// Returns the blocks on cycles.
fn on_cycles(module: &Module, blocks: &[Block]) -> FxHashSet<Block> {
    let mut graph = DiGraph::<Block, ()>::new();
    let numbers: FxHashMap<Block, _> = blocks.iter().map(|block| (*block, graph.add_node(*block))).collect();
    for block in blocks {
        let next = module.last_op(*block).map(|op| module.successors(op)).unwrap_or_default();
        for successor in next.iter().filter_map(|successor| numbers.get(&successor.block)) {
            graph.add_edge(numbers[block], *successor, ());
        }
    }
    let groups = tarjan_scc(&graph).into_iter();
    let cycles = groups.filter(|group| 1 < group.len() || graph.contains_edge(group[0], group[0]));
    cycles.flatten().map(|node| graph[node]).collect()
}
