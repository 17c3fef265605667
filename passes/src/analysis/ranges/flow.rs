//! The traversal that computes ranges: blocks in control-flow order, and values carried by loops and branches.

use super::interval::wide;
use super::{Entered, Range, Ranges, conditions, results};
use crate::analysis::dominance::reverse_postorder;
use crate::analysis::launches::Sizes;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::def::RegionFlow;
use warpline_ir::verify::immediate_dominators;
use warpline_ir::{Arith, Block, Cf, Module, Op, OpKind, Region, Scf, Value};

/// The maximum number of implied ranges kept per block of a graph.
const MAX_IMPLIED: usize = 64;

/// The state of a round.
pub(super) struct Walk<'a> {
    module: &'a Module,
    sizes: &'a Sizes,
    ranges: Ranges,
    /// The ranges of carried values, from the previous rounds.
    carried: FxHashMap<Value, Range>,
    /// The ranges carried in this round.
    joined: FxHashMap<Value, Range>,
    /// The carried values.
    args: Vec<Value>,
    /// The graphs of regions of several blocks.
    graphs: FxHashMap<Region, Rc<Graph>>,
}

/// The reachable blocks of a region, by their index in reverse postorder.
struct Graph {
    order: Vec<Block>,
    /// The successors of each block.
    edges: Vec<Vec<usize>>,
    /// The immediate dominator of each block.
    dominators: Vec<usize>,
    /// The number of incoming edges of each block.
    n_entering: Vec<usize>,
}

impl Graph {
    fn new(module: &Module, entry: Block) -> Self {
        let order = reverse_postorder(module, entry);
        let places: FxHashMap<Block, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let targets = |block: &Block| module.last_op(*block).map_or(&[][..], |last| module.successors(last));
        let edges: Vec<Vec<usize>> =
            order.iter().map(|block| targets(block).iter().map(|to| places[&to.block]).collect()).collect();
        let mut n_entering = vec![0; order.len()];
        edges.iter().flatten().for_each(|to| n_entering[*to] += 1);
        Self { dominators: immediate_dominators(&edges), order, edges, n_entering }
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(module: &'a Module, sizes: &'a Sizes) -> Self {
        Self {
            module,
            sizes,
            ranges: Ranges::default(),
            carried: FxHashMap::default(),
            joined: FxHashMap::default(),
            args: Vec::new(),
            graphs: FxHashMap::default(),
        }
    }

    pub(super) fn into_ranges(self) -> Ranges {
        self.ranges
    }

    /// Whether any values are carried.
    pub(super) fn carries(&self) -> bool {
        !self.args.is_empty()
    }

    /// Runs a round in which carried ranges grow, with widening if `quickly`. Returns whether any did.
    pub(super) fn grow(&mut self, func: Op, args: &[Option<Range>], quickly: bool) -> bool {
        self.round(func, args);
        let mut has_grown = false;
        for value in self.args.clone() {
            let Some(new) = self.joined.remove(&value) else { continue };
            let old = self.carried.get(&value).copied();
            if old.is_some_and(|old| new.is_in(old)) {
                continue;
            }
            has_grown = true;
            let grown = old.map_or(new, |old| if quickly { old.widened(new) } else { old.hull(new) });
            self.carried.insert(value, self.fitting(value, grown));
        }
        has_grown
    }

    /// Runs a round in which carried ranges shrink to those found in the round.
    pub(super) fn shrink(&mut self, func: Op, args: &[Option<Range>]) {
        self.round(func, args);
        for value in &self.args {
            if let (Some(new), Some(old)) = (self.joined.remove(value), self.carried.get_mut(value)) {
                *old = old.common(new).unwrap_or(*old);
            }
        }
    }

    /// Runs a round in which all carried ranges are those of their types.
    pub(super) fn give_up(&mut self, func: Op, args: &[Option<Range>]) {
        for value in &self.args {
            let limits = Range::of_type(self.module, self.module.type_of(*value));
            self.carried.insert(*value, limits.unwrap_or_default());
        }
        self.round(func, args);
    }

    fn round(&mut self, func: Op, args: &[Option<Range>]) {
        let module = self.module;
        if let Some(entry) = module.entry(func, 0) {
            for (index, arg) in module.args(entry).iter().enumerate() {
                self.set(*arg, args.get(index).copied().flatten());
            }
            self.blocks(module.region(func, 0));
        }
    }

    /// Returns a range, or that of the type if the range exceeds it.
    fn fitting(&self, value: Value, range: Range) -> Range {
        let limits = Range::of_type(self.module, self.module.type_of(value)).unwrap_or_default();
        if range.is_in(limits) { range } else { limits }
    }

    /// Sets the range of a value; that of its type if unknown.
    fn set(&mut self, value: Value, range: Option<Range>) {
        self.ranges.values[value] = self.fitting(value, range.unwrap_or_default());
    }

    /// Joins a range carried to an argument.
    fn join(&mut self, arg: Value, range: Range) {
        let range = self.fitting(arg, range);
        if !self.carried.contains_key(&arg) && !self.joined.contains_key(&arg) {
            self.args.push(arg);
        }
        self.joined.entry(arg).and_modify(|all| *all = all.hull(range)).or_insert(range);
    }

    /// Sets a block argument at the head of its block: to the range carried in the previous rounds, in the first
    /// round to the one carried in this round so far.
    fn start(&mut self, arg: Value) {
        let range = self.carried.get(&arg).or_else(|| self.joined.get(&arg)).copied();
        self.set(arg, range);
    }

    /// Visits the blocks of a region whose entry arguments are set.
    fn blocks(&mut self, region: Region) {
        let module = self.module;
        let Some(entry) = module.blocks_of(region).first().copied() else { return };
        if module.blocks_of(region).len() == 1 {
            return self.ops(entry);
        }
        let graph = self.graphs.entry(region).or_insert_with(|| Rc::new(Graph::new(module, entry)));
        let graph = Rc::clone(graph);
        // The ranges implied by conditions on the only edge into a block, set by the source block of the edge.
        let mut implied: Vec<Vec<(Value, Range)>> = vec![Vec::new(); graph.order.len()];
        for (at, block) in graph.order.iter().enumerate() {
            if 0 < at {
                for arg in module.args(*block) {
                    self.start(*arg);
                }
                let mut all = implied[graph.dominators[at]].clone();
                all.append(&mut implied[at]);
                all.drain(..all.len().saturating_sub(MAX_IMPLIED));
                implied[at] = all;
            }
            let entered = self.enter(*block, implied[at].clone());
            self.ops(*block);
            for (index, to) in graph.edges[at].iter().enumerate() {
                let on_edge = self.edge(*block, index);
                if graph.n_entering[*to] == 1 {
                    implied[*to] = on_edge;
                }
            }
            self.ranges.leave(entered);
        }
    }

    /// Carries values over an edge, and returns the ranges implied on it.
    fn edge(&mut self, block: Block, index: usize) -> Vec<(Value, Range)> {
        let module = self.module;
        let Some(last) = module.last_op(block) else { return Vec::new() };
        let implied = match module.kind(last) {
            OpKind::Cf(Cf::CondBr) => {
                conditions::implied(module, &self.ranges, module.operand(last, 0), index == 0)
            }
            _ => Vec::new(),
        };
        let entered = self.ranges.assume(&implied);
        let target = module.successors(last)[index].block;
        for (arg, value) in module.args(target).iter().zip(module.successor_args(last, index)) {
            self.join(*arg, self.ranges.of(*value));
        }
        self.ranges.leave(entered);
        implied
    }

    fn ops(&mut self, block: Block) {
        for op in self.module.ops_in(block) {
            match self.module.kind(op) {
                OpKind::Scf(Scf::For) => self.for_loop(op),
                kind if kind.region_flow() == Some(RegionFlow::While) => self.while_loop(op),
                OpKind::Scf(Scf::If) => self.branch(op),
                OpKind::Scf(Scf::Parallel) => self.parallel(op),
                _ => self.plain(op),
            }
        }
    }

    /// Visits an operation whose regions, if any, contribute no known ranges.
    fn plain(&mut self, op: Op) {
        let module = self.module;
        for region in module.regions_of(op) {
            let args = module.blocks_of(region).first().map(|entry| module.args(*entry)).unwrap_or_default();
            for arg in args {
                self.set(*arg, None);
            }
            self.blocks(region);
        }
        for (index, result) in module.results(op).enumerate() {
            let found = match index {
                0 => results::result(module, &self.ranges, op, self.sizes),
                _ => None,
            };
            self.set(result, found);
        }
    }

    /// Records the ranges implied by conditions in a block, and enters it.
    fn enter(&mut self, block: Block, implied: Vec<(Value, Range)>) -> Entered {
        if implied.is_empty() {
            self.ranges.narrowed.remove(&block);
        } else {
            self.ranges.narrowed.insert(block, implied);
        }
        self.ranges.enter(block)
    }

    /// Visits a block with these additional ranges, and returns the ranges of the operands of its terminator.
    fn body(&mut self, block: Block, implied: Vec<(Value, Range)>) -> Vec<Range> {
        let entered = self.enter(block, implied);
        self.ops(block);
        let last = self.module.last_op(block).map(|op| self.module.operands(op)).unwrap_or_default();
        let passed = last.iter().map(|value| self.ranges.of(*value)).collect();
        self.ranges.leave(entered);
        passed
    }

    fn branch(&mut self, op: Op) {
        let module = self.module;
        let mut found: Option<Vec<Range>> = None;
        for (index, holds) in [(0, true), (1, false)] {
            let Some(block) = module.entry(op, index) else { continue };
            let implied = conditions::implied(module, &self.ranges, module.operand(op, 0), holds);
            let passed = self.body(block, implied);
            found = Some(match found {
                Some(others) => others.iter().zip(passed).map(|(a, b)| a.hull(b)).collect(),
                None => passed,
            });
        }
        for (result, range) in module.results(op).zip(found.unwrap_or_default()) {
            self.set(result, Some(range));
        }
    }

    fn for_loop(&mut self, op: Op) {
        let module = self.module;
        let view = module.op(op);
        let Some(body) = view.entry(0) else { return };
        let Some((variable, args)) = module.args(body).split_first() else { return };
        let bounds = ["lowerBound", "upperBound", "step"].map(|name| self.ranges.of(view.named(name)));
        let counter = Counter::new(bounds, view.attr("unsignedCmp").is_some());
        self.set(*variable, counter.map(Counter::variable));
        let inits: Vec<Range> = view.group("initArgs").iter().map(|init| self.ranges.of(*init)).collect();
        for (arg, init) in args.iter().zip(&inits) {
            self.join(*arg, *init);
            self.start(*arg);
        }
        let passed = self.body(body, Vec::new());
        let yielded = module.last_op(body).map(|op| module.operands(op)).unwrap_or_default();
        for (index, (arg, init)) in args.iter().zip(&inits).enumerate() {
            let (Some(value), Some(passed)) = (yielded.get(index), passed.get(index)) else { continue };
            let sum = self.added(*arg, *value).and_then(|added| counter?.sum(*init, added));
            let all = sum.unwrap_or_else(|| init.hull(*passed));
            self.join(*arg, all);
            self.set(view.result(index), Some(all));
        }
    }

    /// Returns the range that each iteration adds to a carried value, if it adds one.
    fn added(&self, arg: Value, next: Value) -> Option<Range> {
        let op = self.module.defining_op(next)?;
        let &[a, b] = self.module.operands(op) else { return None };
        match self.module.kind(op) {
            OpKind::Arith(Arith::AddI) if a == arg => Some(self.ranges.of(b)),
            OpKind::Arith(Arith::AddI) if b == arg => Some(self.ranges.of(a)),
            OpKind::Arith(Arith::SubI) if a == arg => Some(Range::point(0).minus(self.ranges.of(b))),
            _ => None,
        }
    }

    /// Visits an `scf.while`: the second region runs if the condition holds, the code after the loop if it does not.
    fn while_loop(&mut self, op: Op) {
        let module = self.module;
        let (Some(before), Some(after)) = (module.entry(op, 0), module.entry(op, 1)) else { return };
        for (arg, init) in module.args(before).iter().zip(module.operands(op)) {
            self.join(*arg, self.ranges.of(*init));
            self.start(*arg);
        }
        self.body(before, Vec::new());
        let end = module.last_op(before).map(|op| module.operands(op)).unwrap_or_default();
        let Some((condition, passed)) = end.split_first() else { return };
        let [on, out] = [true, false].map(|holds| {
            let implied = conditions::implied(module, &self.ranges, *condition, holds);
            let entered = self.ranges.assume(&implied);
            let passed: Vec<Range> = passed.iter().map(|value| self.ranges.of(*value)).collect();
            self.ranges.leave(entered);
            (implied, passed)
        });
        for (arg, range) in module.args(after).iter().zip(on.1) {
            self.set(*arg, Some(range));
        }
        let next = self.body(after, on.0);
        for (arg, range) in module.args(before).iter().zip(next) {
            self.join(*arg, range);
        }
        for (result, range) in module.results(op).zip(out.1) {
            self.set(result, Some(range));
        }
    }

    fn parallel(&mut self, op: Op) {
        let view = self.module.op(op);
        let Some(body) = view.entry(0) else { return };
        for (dim, variable) in self.module.args(body).iter().enumerate() {
            let bounds =
                ["lowerBound", "upperBound", "step"].map(|name| self.ranges.of(view.group(name)[dim]));
            self.set(*variable, Counter::new(bounds, false).map(Counter::variable));
        }
        self.body(body, Vec::new());
        for result in view.results() {
            self.set(result, None);
        }
    }
}

/// The bounds of a counted loop.
#[derive(Clone, Copy)]
struct Counter {
    lower: Range,
    upper: Range,
    step: Range,
}

impl Counter {
    /// Creates it from lower bound, upper bound and step; `None` if the bounds are compared as unsigned and may be
    /// negative.
    fn new([lower, upper, step]: [Range; 3], unsigned: bool) -> Option<Self> {
        let is_plain = !unsigned || (lower.is_natural() && upper.is_natural());
        is_plain.then_some(Self { lower, upper, step })
    }

    /// Returns the range of the induction variable: below the upper bound, and whole steps from the lower one.
    fn variable(self) -> Range {
        let last = self.upper.max.saturating_sub(1);
        let max = match (self.lower.value(), self.step.value()) {
            (Some(lower), Some(step)) if 0 < step && lower <= last => {
                let steps = (wide(last) - wide(lower)) / wide(step);
                i64::try_from(wide(lower) + steps * wide(step)).unwrap_or(last)
            }
            _ => last,
        };
        Range { min: self.lower.min, max }
    }

    /// Returns the range of a number plus one of a range for each iteration of the loop.
    fn sum(self, first: Range, added: Range) -> Option<Range> {
        let distance = (wide(self.upper.max) - wide(self.lower.min)).max(0);
        let trips =
            (0 < self.step.min).then(|| (distance + wide(self.step.min) - 1) / wide(self.step.min))?;
        let least = wide(first.min).saturating_add(trips.saturating_mul(wide(added.min).min(0)));
        let most = wide(first.max).saturating_add(trips.saturating_mul(wide(added.max).max(0)));
        Some(Range::of_ends(&[least, most]))
    }
}
