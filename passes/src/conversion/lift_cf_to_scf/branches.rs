//! Branches of an acyclic graph of blocks: what an edge dominates moves into a region.

use super::{Edge, Kept, Lifter};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::cf::switch_cases;
use warpline_ir::{Arith, AttrKind, Block, Builder, Cf, Module, Op, OpKind, Place, Region, Scf, Type, Value};

/// What becomes a region of an operation.
struct Side {
    /// The edge of the branch.
    edge: Edge,
    /// The blocks that it dominates, its target first; none if other edges lead there, too.
    blocks: Vec<Block>,
    /// The edges that leave these blocks, or the edge itself.
    leaving: Vec<(Edge, Block)>,
}

impl Lifter<'_> {
    /// Turns the blocks of a region into one, whose operations have regions of several blocks, which are added to
    /// `work`.
    pub(super) fn lift_branches(&mut self, region: Region, work: &mut Vec<Region>) -> Result<(), Kept> {
        let entry = self.module.blocks_of(region)[0];
        let mut entering: FxHashMap<Block, usize> = FxHashMap::default();
        for block in self.module.blocks_of(region) {
            self.edges_of(*block).for_each(|(_, to)| *entering.entry(to).or_default() += 1);
        }
        loop {
            let edges: Vec<(Edge, Block)> = self.edges_of(entry).collect();
            match edges[..] {
                [] => return Ok(()),
                [(edge, next)] => self.merge(entry, edge, next),
                _ => {
                    let sides: Vec<Side> = edges.iter().map(|edge| self.side(*edge, &entering)).collect();
                    self.lift_branch(region, &sides, &mut entering, work)?;
                }
            }
        }
    }

    /// Appends a block, which nothing else leads to, to the one that branches to it.
    fn merge(&mut self, block: Block, edge: Edge, next: Block) {
        self.replace_args(next, &self.passed(edge));
        self.module.erase(edge.0);
        self.module.move_block_ops(next, Place::End(block));
        self.module.erase_block(next);
    }

    /// Replaces the arguments of a block by values.
    fn replace_args(&mut self, block: Block, values: &[Value]) {
        for (index, value) in values.iter().enumerate().rev() {
            self.module.replace_all_uses(self.module.args(block)[index], *value);
            self.module.remove_arg(block, index);
        }
    }

    /// Finds the blocks that an edge dominates: those that only it, or other blocks of them, lead to.
    fn side(&self, (edge, target): (Edge, Block), entering: &FxHashMap<Block, usize>) -> Side {
        let mut side = Side { edge, blocks: Vec::new(), leaving: vec![(edge, target)] };
        let mut reached: FxHashMap<Block, usize> = FxHashMap::from_iter([(target, 1)]);
        let mut work = vec![target];
        while let Some(block) = work.pop() {
            if reached[&block] < entering[&block] {
                continue;
            }
            side.blocks.push(block);
            for (edge, to) in self.edges_of(block) {
                side.leaving.push((edge, to));
                let n = reached.entry(to).or_default();
                *n += 1;
                if *n == entering[&to] {
                    work.push(to);
                }
            }
        }
        let own: FxHashSet<Block> = side.blocks.iter().copied().collect();
        side.leaving.retain(|(_, to)| !own.contains(to));
        side
    }

    /// Turns a branch into an operation with a region for each edge, and branches to where they all lead.
    fn lift_branch(
        &mut self,
        region: Region,
        sides: &[Side],
        entering: &mut FxHashMap<Block, usize>,
        work: &mut Vec<Region>,
    ) -> Result<(), Kept> {
        let mut next: Vec<Block> = Vec::new();
        for (_, to) in sides.iter().flat_map(|side| &side.leaving) {
            if !next.contains(to) {
                next.push(*to);
            }
        }
        let leaving: Vec<Edge> = sides.iter().flat_map(|side| &side.leaving).map(|(edge, _)| *edge).collect();
        for (_, to) in sides.iter().flat_map(|side| &side.leaving) {
            entering.entry(*to).and_modify(|n| *n -= 1);
        }
        let join = match next[..] {
            [only] => only,
            _ => {
                let new = self.multiplex(region, &leaving, &next)?;
                for (_, to) in new.iter().flat_map(|block| self.edges_of(*block)) {
                    *entering.entry(to).or_default() += 1;
                }
                new[0]
            }
        };
        *entering.entry(join).or_default() += 1;
        let branch = sides[0].edge.0;
        let block = self.module.block_of(branch).expect("a branch is in a block");
        let types = self.types_of(self.module.args(join));
        let new = self.operation_for(branch, &types);
        // The regions of a switch are those of its targets, the default first; so are those of an `scf.if`.
        for (index, side) in sides.iter().enumerate() {
            let target = self.module.region(new, index);
            let is_absent = index == 1 && types.is_empty() && side.blocks.is_empty();
            if is_absent && self.module.kind(new) == OpKind::Scf(Scf::If) {
                continue;
            }
            self.fill(target, side, &types);
            if self.module.blocks_of(target).len() > 1 {
                work.push(target);
            }
        }
        self.module.erase(branch);
        let results: Vec<Value> = self.module.results(new).collect();
        self.go_to(block, join, &results);
        Ok(())
    }

    /// Creates the operation that a branch becomes, before it, with empty regions.
    fn operation_for(&mut self, branch: Op, types: &[Type]) -> Op {
        let flag = self.module.operand(branch, 0);
        let is_switch = self.module.kind(branch) == OpKind::Cf(Cf::Switch);
        let mut at = Builder::before(self.module, branch);
        if !is_switch {
            return at.op_with_regions(Scf::If, &[flag], types, &[], 2);
        }
        let cases = cases(at.module, branch);
        let n_regions = cases.len() + 1;
        let cases = at.module.intern_attr(AttrKind::DenseArray(Type::I64, cases.into()));
        let arg = at.value(Arith::IndexCast, &[flag], Type::INDEX, &[]);
        at.op_with_regions(Scf::IndexSwitch, &[arg], types, &[("cases", cases)], n_regions)
    }

    /// Moves the blocks of a side into a region that yields what they pass on.
    fn fill(&mut self, target: Region, side: &Side, types: &[Type]) {
        let Some(first) = side.blocks.first() else {
            let block = self.module.add_block(target, &[]);
            let values = self.passed(side.edge);
            self.yield_values(block, &values);
            return;
        };
        let values = self.passed(side.edge);
        self.replace_args(*first, &values);
        for block in &side.blocks {
            self.module.move_block_to(*block, target);
        }
        let end = self.module.add_block(target, types);
        for (edge, _) in &side.leaving {
            let values = self.passed(*edge);
            self.redirect(*edge, end, values);
        }
        let values = self.module.args(end).to_vec();
        self.yield_values(end, &values);
    }

    /// Ends a block by yielding values.
    pub(super) fn yield_values(&mut self, block: Block, values: &[Value]) {
        Builder::new(self.module, Place::End(block), self.location).op(Scf::Yield, values, &[], &[]);
    }
}

/// Returns the numbers of the cases of a switch, as signed integers of its type.
fn cases(module: &Module, branch: Op) -> Vec<i64> {
    let op = module.op(branch);
    let width = module.bit_width(op.operand_type(0)).unwrap_or(64).min(64);
    switch_cases(op)
        .into_iter()
        .map(|case| warpline_ir::scalar::sign_extend(case.cast_signed(), width))
        .collect()
}
