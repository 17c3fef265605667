//! Cycles of blocks: each becomes an `scf.while`.

use super::{Edge, Kept, Lifter, values_of};
use crate::analysis::dominance::{Dominators, reverse_postorder};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Block, Builder, Cf, Op, OpKind, Place, Region, Scf, Type, Value};

/// A cycle of blocks that is entered at one block and leads to one block.
struct Cycle {
    /// The block that is entered.
    head: Block,
    /// The blocks, in reverse postorder from the head.
    blocks: Vec<Block>,
    /// The edges into it from outside.
    entering: Vec<Edge>,
    /// The edges from it to its head.
    repeating: Vec<Edge>,
    /// The edges out of it.
    leaving: Vec<Edge>,
    /// Where these lead to.
    exit: Block,
    /// The values of its blocks that are used outside.
    escaping: Vec<Value>,
}

impl Lifter<'_> {
    /// Turns each outermost cycle of a region into a loop, whose regions are added to `work`.
    pub(super) fn lift_loops(&mut self, region: Region, work: &mut Vec<Region>) -> Result<(), Kept> {
        let order = reverse_postorder(self.module, self.module.blocks_of(region)[0]);
        let places: FxHashMap<Block, usize> = order.iter().enumerate().map(|(at, it)| (*it, at)).collect();
        let mut graph = DiGraph::<Block, Edge>::new();
        let nodes: Vec<_> = order.iter().map(|block| graph.add_node(*block)).collect();
        for block in &order {
            for (edge, to) in self.edges_of(*block) {
                graph.add_edge(nodes[places[block]], nodes[places[&to]], edge);
            }
        }
        let dominators = Dominators::new(self.module, region);
        // A cycle comes before those that lead to it, so edges into it are still the first ones.
        for component in kosaraju_scc(&graph) {
            let is_cycle = component.len() > 1 || graph.contains_edge(component[0], component[0]);
            if !is_cycle {
                continue;
            }
            let mut blocks: Vec<usize> = component.iter().map(|node| node.index()).collect();
            blocks.sort_unstable();
            let blocks: Vec<Block> = blocks.into_iter().map(|at| order[at]).collect();
            let cycle = self.cycle(region, blocks, &|block| {
                let into = graph.edges_directed(nodes[places[&block]], petgraph::Direction::Incoming);
                into.map(|edge| *edge.weight()).collect()
            })?;
            match self.tested_at_head(&cycle) {
                Some(holds) => self.lift_tested(region, &cycle, holds, work),
                None => self.lift_cycle(region, &cycle, &dominators, work)?,
            }
        }
        Ok(())
    }

    /// Gives a cycle one entry and one exit.
    fn cycle(
        &mut self,
        region: Region,
        mut blocks: Vec<Block>,
        into: &dyn Fn(Block) -> Vec<Edge>,
    ) -> Result<Cycle, Kept> {
        let mut inside: FxHashSet<Block> = blocks.iter().copied().collect();
        let block_of =
            |this: &Self, edge: &Edge| this.module.block_of(edge.0).expect("a branch is in a block");
        let mut entering: Vec<Edge> = Vec::new();
        let mut heads = Vec::new();
        for block in &blocks {
            let outer: Vec<Edge> =
                into(*block).into_iter().filter(|edge| !inside.contains(&block_of(self, edge))).collect();
            if !outer.is_empty() {
                heads.push(*block);
                entering.extend(outer);
            }
        }
        let inner = |this: &Self, blocks: &[Block]| -> Vec<(Edge, Block)> {
            blocks.iter().flat_map(|block| this.edges_of(*block)).collect()
        };
        let head = match heads[..] {
            [only] => only,
            _ => {
                let inner = inner(self, &blocks).into_iter().filter(|(_, to)| heads.contains(to));
                let edges: Vec<Edge> = entering.iter().copied().chain(inner.map(|(edge, _)| edge)).collect();
                let new = self.multiplex(region, &edges, &heads)?;
                blocks.splice(0..0, new.iter().copied());
                inside.extend(&new);
                new[0]
            }
        };
        let edges = inner(self, &blocks);
        let repeating = edges.iter().filter(|(_, to)| *to == head).map(|(edge, _)| *edge).collect();
        let outer: Vec<(Edge, Block)> = edges.into_iter().filter(|(_, to)| !inside.contains(to)).collect();
        let leaving: Vec<Edge> = outer.iter().map(|(edge, _)| *edge).collect();
        let mut exits: Vec<Block> = Vec::new();
        for (_, to) in outer {
            if !exits.contains(&to) {
                exits.push(to);
            }
        }
        let exit = match exits[..] {
            [only] => only,
            _ => self.multiplex(region, &leaving, &exits)?[0],
        };
        let escapes = |value: &Value| {
            self.module.uses(*value).iter().any(|used| !self.is_inside(used.op, region, &inside))
        };
        let all = blocks.iter().flat_map(|block| values_of(self.module, *block));
        let escaping = all.filter(escapes).collect();
        Ok(Cycle { head, blocks, entering, repeating, leaving, exit, escaping })
    }

    /// Whether an operation is in one of these blocks of a region, or nested in one.
    fn is_inside(&self, op: Op, region: Region, blocks: &FxHashSet<Block>) -> bool {
        let mut at = Some(op);
        while let Some(block) = at.and_then(|op| self.module.block_of(op)) {
            if self.module.region_of(block) == Some(region) {
                return blocks.contains(&block);
            }
            at = self.module.block_parent(block);
        }
        false
    }

    /// Whether a cycle that only its head leaves goes on where the condition there holds; `None` for other cycles.
    fn tested_at_head(&self, cycle: &Cycle) -> Option<bool> {
        let &[(branch, exit)] = &cycle.leaving[..] else { return None };
        let edges: Vec<_> = self.edges_of(cycle.head).collect();
        let repeats_at_once = edges.iter().any(|(_, to)| *to == cycle.head);
        let is_test = edges.len() == 2 && edges[0].0.0 == branch && !repeats_at_once;
        (is_test && self.module.kind(branch) == OpKind::Cf(Cf::CondBr)).then_some(exit == 1)
    }

    /// Turns a cycle that only its head leaves into a loop that tests first. Its second region gets all values of the
    /// head that it needs.
    fn lift_tested(&mut self, region: Region, cycle: &Cycle, holds: bool, work: &mut Vec<Region>) {
        let (branch, exit) = cycle.leaving[0];
        let first = self.module.successors(branch)[1 - exit].block;
        let (entered_with, left_with) = (self.passed((branch, 1 - exit)), self.passed((branch, exit)));
        let of_head: FxHashSet<Value> = values_of(self.module, cycle.head).into_iter().collect();
        let is_used_behind = |value: &&Value| {
            let uses = self.module.uses(**value);
            let in_head = FxHashSet::from_iter([cycle.head]);
            uses.iter().any(|used| !self.is_inside(used.op, region, &in_head))
        };
        let needed = values_of(self.module, cycle.head);
        let mut passed: Vec<Value> = needed.iter().filter(is_used_behind).copied().collect();
        for value in entered_with.iter().chain(&left_with) {
            if of_head.contains(value) && !passed.contains(value) {
                passed.push(*value);
            }
        }
        let types = self.types_of(&passed);
        let inits = self.types_of(self.module.args(cycle.head));
        let (before, new) = self.loop_before(region, cycle, &inits, &types);
        let (tests, body) = (self.module.region(new, 0), self.module.region(new, 1));
        let results: Vec<Value> = self.module.results(new).collect();
        // The second region, and what it and the rest use in place of values of the head.
        let start = self.module.add_block(body, &types);
        let args = self.module.args(start).to_vec();
        let mapped = |values: &[Value], to: &[Value]| -> Vec<Value> {
            let map = |value: &Value| passed.iter().position(|it| it == value).map_or(*value, |at| to[at]);
            values.iter().map(map).collect()
        };
        let (entered_with, left_with) = (mapped(&entered_with, &args), mapped(&left_with, &results));
        self.go_to(before, cycle.exit, &left_with);
        self.module.move_block_to(cycle.head, tests);
        for block in cycle.blocks.iter().filter(|block| **block != cycle.head) {
            self.module.move_block_to(*block, body);
        }
        for ((value, arg), result) in passed.iter().zip(&args).zip(&results) {
            self.module.replace_uses_if(*value, *arg, |module, user| module.is_in_region(user, body));
            self.module.replace_uses_if(*value, *result, |module, user| !module.is_inside(user, new));
        }
        self.go_to(start, first, &entered_with);
        let end = self.module.add_block(body, &inits);
        for edge in &cycle.repeating {
            let values = self.passed(*edge);
            self.redirect(*edge, end, values);
        }
        let next = self.module.args(end).to_vec();
        self.yield_values(end, &next);
        let goes_on = self.condition(branch, holds);
        let passed: Vec<Value> = [goes_on].into_iter().chain(passed.iter().copied()).collect();
        Builder::before(self.module, branch).op(Scf::Condition, &passed, &[], &[]);
        self.module.erase(branch);
        work.push(body);
    }

    /// Turns any cycle into a loop that tests last: its first region has all blocks.
    fn lift_cycle(
        &mut self,
        region: Region,
        cycle: &Cycle,
        dominators: &Dominators,
        work: &mut Vec<Region>,
    ) -> Result<(), Kept> {
        let inits = self.module.args(cycle.head).to_vec();
        let [init_types, exit_types, escaping_types] =
            [&inits[..], self.module.args(cycle.exit), &cycle.escaping].map(|values| self.types_of(values));
        let types = [&init_types[..], &exit_types, &escaping_types].concat();
        let latch = match self.one_test(cycle) {
            Some(_) => None,
            None => {
                Some(self.latch(region, cycle, &[&init_types, &exit_types, &escaping_types], dominators)?)
            }
        };
        let (before, new) = self.loop_before(region, cycle, &init_types, &types);
        let (body, rest) = (self.module.region(new, 0), self.module.region(new, 1));
        if let Some(latch) = latch {
            let args = self.module.args(latch).to_vec();
            Builder::new(self.module, Place::End(latch), self.location).op(Scf::Condition, &args, &[], &[]);
        } else if let Some((branch, repeats)) = self.one_test(cycle) {
            let [next, left] = [(branch, repeats), (branch, 1 - repeats)].map(|edge| self.passed(edge));
            let goes_on = self.condition(branch, repeats == 0);
            let args = [&[goes_on][..], &next, &left, &cycle.escaping].concat();
            Builder::before(self.module, branch).op(Scf::Condition, &args, &[], &[]);
            self.module.erase(branch);
        }
        self.module.move_block_to(cycle.head, body);
        let others = cycle.blocks.iter().filter(|block| **block != cycle.head);
        for block in others.chain(&latch) {
            self.module.move_block_to(*block, body);
        }
        let back = self.module.add_block(rest, &types);
        let next = self.module.args(back)[..inits.len()].to_vec();
        self.yield_values(back, &next);
        let results: Vec<Value> = self.module.results(new).collect();
        let (passed, escaped) = results[inits.len()..].split_at(exit_types.len());
        self.go_to(before, cycle.exit, passed);
        for (value, result) in cycle.escaping.iter().zip(escaped) {
            self.module.replace_uses_if(*value, *result, |module, user| !module.is_inside(user, new));
        }
        work.push(body);
        Ok(())
    }

    /// Returns the conditional branch that alone repeats and leaves a cycle, and the number of its repeating edge.
    fn one_test(&self, cycle: &Cycle) -> Option<Edge> {
        let (&[(branch, repeats)], &[(leaving, _)]) = (&cycle.repeating[..], &cycle.leaving[..]) else {
            return None;
        };
        let is_one = branch == leaving && self.module.kind(branch) == OpKind::Cf(Cf::CondBr);
        is_one.then_some((branch, repeats))
    }

    /// Returns the condition of a branch, before it, or the negation unless the condition has to hold.
    fn condition(&mut self, branch: Op, has_to_hold: bool) -> Value {
        let condition = self.module.operand(branch, 0);
        if has_to_hold { condition } else { Builder::before(self.module, branch).not(condition) }
    }

    /// Creates a block that all edges lead to that repeat or leave a cycle: whether it goes on is its first argument,
    /// then come the values for the head, for the exit and those that are used behind the cycle.
    fn latch(
        &mut self,
        region: Region,
        cycle: &Cycle,
        types: &[&[Type]; 3],
        dominators: &Dominators,
    ) -> Result<Block, Kept> {
        let inits = self.module.args(cycle.head).to_vec();
        let latch = self.module.add_block(region, &[&[&[Type::I1][..]], &types[..]].concat().concat());
        for edge in &cycle.repeating {
            let goes_on = Builder::before(self.module, edge.0).int(1, Type::I1);
            let rest = self.all_undefined(edge.0, &types[1..].concat())?;
            let values = [&[goes_on][..], &self.passed(*edge), &rest].concat();
            self.redirect(*edge, latch, values);
        }
        for edge in &cycle.leaving {
            let goes_on = Builder::before(self.module, edge.0).int(0, Type::I1);
            let mut values = [&[goes_on][..], &inits, &self.passed(*edge)].concat();
            for value in &cycle.escaping {
                let [defined, here] = [
                    self.module.def_block(*value).expect("a value of a block"),
                    self.module.block_of(edge.0).expect("a branch is in a block"),
                ];
                let is_defined = dominators.dominates(defined, here);
                values.push(if is_defined {
                    *value
                } else {
                    self.undefined(edge.0, self.module.type_of(*value))?
                });
            }
            self.redirect(*edge, latch, values);
        }
        Ok(latch)
    }

    /// Creates a block that all edges into a cycle lead to, with the loop in it.
    fn loop_before(
        &mut self,
        region: Region,
        cycle: &Cycle,
        inits: &[Type],
        results: &[Type],
    ) -> (Block, Op) {
        let before = self.module.add_block(region, inits);
        for edge in &cycle.entering {
            let values = self.passed(*edge);
            self.redirect(*edge, before, values);
        }
        let args = self.module.args(before).to_vec();
        let mut at = Builder::new(self.module, Place::End(before), self.location);
        let new = at.while_loop(&args, results);
        (before, new)
    }
}
