//! `lift-cf-to-scf`: turns regions of several blocks into structured loops and branches.
//!
//! First each cycle of blocks becomes an `scf.while` (`loops.rs`), from the outside in; a cycle with several entries
//! gets one block that all of them enter. Then each branch of the remaining acyclic graph becomes an `scf.if` or an
//! `scf.index_switch` (`branches.rs`): its regions are the blocks that an edge of the branch dominates. Where edges
//! lead to different blocks, a number says which one is meant, and a block behind branches by it. No operation is
//! copied. The method is that of Bahmann, Reissmann, Jahre and Meyer, "Perfect Reconstructability of Control Flow from
//! Demand Dependence Graphs" (2015).
//!
//! A region with a loop that cannot end stays as it is, and so do one in which a value would be undefined on an edge and
//! its type has neither constants nor another value, and one that would become much larger; remarks name them. Cost: for
//! each level of nesting, linear in the edges and in the values that they pass on to choose between blocks.
//!
//! ```text
//!   cf.br ^head(%c0 : index)              %r = scf.while (%i = %c0) : (index) -> index {
//! ^head(%i: index):                         %c = arith.cmpi slt, %i, %n : index
//!   %c = arith.cmpi slt, %i, %n : index     scf.condition(%c) %i : index
//!   cf.cond_br %c, ^body, ^end        →   } do {
//! ^body:                                  ^bb0(%i: index):
//!   %next = arith.addi %i, %c1 : index      %next = arith.addi %i, %c1 : index
//!   cf.br ^head(%next : index)              scf.yield %next : index
//! ^end:                                   }
//! ```

mod branches;
mod loops;

use crate::analysis::edges::{set_targets, targets};
use crate::transforms::canonicalize::drop_unreachable;
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Block, Builder, Cf, Location, Module, Op, OpKind, Place, Region, Type, Value};

/// The `lift-cf-to-scf` pass.
pub const PASS: Pass = Pass {
    name: "lift-cf-to-scf",
    summary: "Turns blocks into loops and branches",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    let mut ops = cx.module.walk(cx.module.root());
    ops.reverse();
    for op in ops {
        for region in cx.module.regions_of(op) {
            if cx.module.blocks_of(region).len() < 2 {
                continue;
            }
            changed |= drop_unreachable(cx.module, region);
            match lift(cx.module, region) {
                Ok(()) => changed = true,
                Err(why) => cx.remark(op, || format!("its blocks stay: {}", why.0)),
            }
        }
    }
    changed.into()
}

/// The maximum number of values that edges of a region pass on to choose between blocks. They are cubic in the number of
/// blocks where each of these leads to all that follow.
const MAX_PASSED: usize = 1 << 16;

/// The reason why a region stays as it is.
struct Kept(String);

/// An edge of the graph of blocks: a branch and the number of its target.
type Edge = (Op, usize);

/// Turns the blocks of a region into one.
fn lift(module: &mut Module, region: Region) -> Result<(), Kept> {
    check(module, region)?;
    let op = module.parent_of(region).expect("a region has an operation");
    let copy = module.clone_op(op, &mut FxHashMap::default());
    let lifted = Lifter::new(module, region).region(region);
    if lifted.is_err() {
        restore(module, copy, region);
    }
    module.erase(copy);
    lifted
}

/// Checks that all blocks end in branches of `cf` or leave the region in one way, and that all can leave it.
fn check(module: &Module, region: Region) -> Result<(), Kept> {
    let blocks = module.blocks_of(region);
    let mut into: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let (mut ends, mut work) = (FxHashSet::default(), Vec::new());
    for block in blocks {
        let last = module.last_op(*block).ok_or_else(|| Kept("a block is empty".to_string()))?;
        let successors = module.successors(last);
        if successors.is_empty() {
            ends.insert(module.kind(last));
            work.push(*block);
        } else if !matches!(module.kind(last), OpKind::Cf(Cf::Br | Cf::CondBr | Cf::Switch)) {
            return Err(Kept(format!("'{}' is no branch of cf", module.op_name(last))));
        }
        for to in successors {
            into.entry(to.block).or_default().push(*block);
        }
    }
    if ends.len() > 1 {
        return Err(Kept("they end in different ways".to_string()));
    }
    let mut ending: FxHashSet<Block> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        for from in into.get(&block).into_iter().flatten() {
            if ending.insert(*from) {
                work.push(*from);
            }
        }
    }
    if ending.len() < blocks.len() { Err(Kept("a loop cannot end".to_string())) } else { Ok(()) }
}

/// Replaces the blocks of a region by those of a copy of its operation.
fn restore(module: &mut Module, copy: Op, region: Region) {
    let op = module.parent_of(region).expect("a region that was copied has an operation");
    let index =
        module.regions_of(op).iter().position(|own| *own == region).expect("it is one of the regions");
    let blocks = module.blocks_of(region).to_vec();
    for inner in blocks.iter().flat_map(|block| module.ops_in(*block)).collect::<Vec<_>>() {
        for nested in module.walk(inner) {
            module.set_operands(nested, &[]);
            module.set_successors(nested, &[]);
        }
    }
    for block in blocks {
        module.erase_block(block);
    }
    module.move_blocks(module.region(copy, index), region);
}

/// Returns the arguments of a block and the results of its operations.
fn values_of(module: &Module, block: Block) -> Vec<Value> {
    let results = module.ops_in(block).into_iter().flat_map(|op| module.results(op));
    module.args(block).iter().copied().chain(results).collect()
}

/// The regions that become one block each.
struct Lifter<'m> {
    module: &'m mut Module,
    /// Values that are defined everywhere in the region, for types without constants.
    known: FxHashMap<Type, Value>,
    location: Location,
    /// The number of values that edges pass on to choose between blocks.
    n_passed: usize,
}

impl<'m> Lifter<'m> {
    fn new(module: &'m mut Module, region: Region) -> Self {
        let entry = module.blocks_of(region)[0];
        let known =
            values_of(module, entry).into_iter().map(|value| (module.type_of(value), value)).collect();
        let last = module.last_op(entry).expect("a checked block has an end");
        let location = module.location(last);
        Self { module, known, location, n_passed: 0 }
    }

    /// Turns the blocks of a region into one, and then those of the regions that this makes.
    fn region(&mut self, region: Region) -> Result<(), Kept> {
        self.join_ends(region);
        let mut work = vec![region];
        while let Some(region) = work.pop() {
            if self.module.blocks_of(region).len() > 1 {
                self.lift_loops(region, &mut work)?;
                self.lift_branches(region, &mut work)?;
            }
        }
        Ok(())
    }

    /// Makes all blocks that leave a region branch to one that does.
    fn join_ends(&mut self, region: Region) {
        let blocks = self.module.blocks_of(region).iter();
        let lasts = blocks.filter_map(|block| self.module.last_op(*block));
        let ends: Vec<Op> = lasts.filter(|last| self.module.successors(*last).is_empty()).collect();
        let [first, _, ..] = ends[..] else { return };
        let types: Vec<Type> =
            self.module.operands(first).iter().map(|it| self.module.type_of(*it)).collect();
        let join = self.module.add_block(region, &types);
        let args = self.module.args(join).to_vec();
        for end in ends {
            let values = self.module.operands(end).to_vec();
            let block = self.module.block_of(end).expect("a terminator is in a block");
            if end == first {
                self.module.move_op(end, Place::End(join));
                self.module.set_operands(end, &args);
            } else {
                self.module.erase(end);
            }
            self.go_to(block, join, &values);
        }
    }

    /// Ends a block by a branch.
    fn go_to(&mut self, from: Block, to: Block, values: &[Value]) {
        let branch = Builder::new(self.module, Place::End(from), self.location).op(Cf::Br, &[], &[], &[]);
        set_targets(self.module, branch, &[(to, values.to_vec())]);
    }

    fn types_of(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|value| self.module.type_of(*value)).collect()
    }

    /// Returns the edges that leave a block.
    fn edges_of(&self, block: Block) -> impl Iterator<Item = (Edge, Block)> + use<> {
        let last = self.module.last_op(block).expect("a block has an end");
        let blocks: Vec<Block> =
            self.module.successors(last).iter().map(|successor| successor.block).collect();
        blocks.into_iter().enumerate().map(move |(index, to)| ((last, index), to))
    }

    /// Returns the values that an edge passes on.
    fn passed(&self, (branch, index): Edge) -> Vec<Value> {
        self.module.successor_args(branch, index).to_vec()
    }

    /// Makes an edge lead to a block, with these values.
    fn redirect(&mut self, (branch, index): Edge, to: Block, values: Vec<Value>) {
        let mut list = targets(self.module, branch);
        list[index] = (to, values);
        set_targets(self.module, branch, &list);
    }

    /// Returns a value of a type for an edge behind which it is not read, defined before a branch.
    fn undefined(&mut self, branch: Op, ty: Type) -> Result<Value, Kept> {
        if let Some(kind) = self.module.zero_of(ty) {
            let attr = self.module.intern_attr(kind);
            let mut at = Builder::before(self.module, branch);
            return at.constant(attr).ok_or_else(|| Kept("a type has no constants".to_string()));
        }
        let missing = || {
            let ty = warpline_ir::print::type_text(self.module, ty);
            Kept(format!("a value of type '{ty}' would be undefined on some paths"))
        };
        self.known.get(&ty).copied().ok_or_else(missing)
    }

    fn all_undefined(&mut self, branch: Op, types: &[Type]) -> Result<Vec<Value>, Kept> {
        types.iter().map(|ty| self.undefined(branch, *ty)).collect()
    }

    /// Makes edges that lead to several blocks lead to a new one, which branches by a number that they pass on. Returns
    /// that block and those that it needs besides.
    fn multiplex(&mut self, region: Region, edges: &[Edge], to: &[Block]) -> Result<Vec<Block>, Kept> {
        let selector = if to.len() == 2 { Type::I1 } else { Type::I32 };
        let types: Vec<Vec<Type>> = to.iter().map(|block| self.types_of(self.module.args(*block))).collect();
        let all: Vec<Type> = [selector].into_iter().chain(types.iter().flatten().copied()).collect();
        self.n_passed += edges.len() * all.len() + to.len();
        if MAX_PASSED < self.n_passed {
            return Err(Kept("its edges are too entangled".to_string()));
        }
        let block = self.module.add_block(region, &all);
        for edge in edges {
            let target = self.module.successors(edge.0)[edge.1].block;
            let meant = to.iter().position(|block| *block == target).expect("each edge leads to one of them");
            let number = Builder::before(self.module, edge.0).int(meant as i64, selector);
            let mut values = vec![number];
            for (index, types) in types.iter().enumerate() {
                let own =
                    if index == meant { self.passed(*edge) } else { self.all_undefined(edge.0, types)? };
                values.extend(own);
            }
            self.redirect(*edge, block, values);
        }
        let args = self.module.args(block).to_vec();
        let (number, mut rest) = (args[0], &args[1..]);
        let mut list = Vec::new();
        for (block, types) in to.iter().zip(&types) {
            let (own, others) = rest.split_at(types.len());
            list.push((*block, own.to_vec()));
            rest = others;
        }
        Ok(self.branch_by(region, block, number, list))
    }

    /// Ends a block by branches to the blocks of a number: an `i1` chooses between two, others are compared with one
    /// number after the other. Returns the block and those that it needs besides.
    fn branch_by(
        &mut self,
        region: Region,
        from: Block,
        number: Value,
        mut list: Vec<(Block, Vec<Value>)>,
    ) -> Vec<Block> {
        let is_condition = self.module.type_of(number) == Type::I1;
        let mut blocks = vec![from];
        let mut last = list.pop().expect("there are at least two blocks");
        while let Some(target) = list.pop() {
            // The last comparison comes first, as its other target is the one of the greatest number.
            let block = if list.is_empty() { from } else { self.module.add_block(region, &[]) };
            let mut at = Builder::new(self.module, Place::End(block), self.location);
            let (condition, sides) = if is_condition {
                (number, [last, target])
            } else {
                let own = at.int(list.len() as i64, Type::I32);
                (at.compare("eq", number, own, Type::I1), [target, last])
            };
            let segments = at.module.i32_array_attr([1, 0, 0]);
            let branch = at.op(Cf::CondBr, &[condition], &[], &[("operandSegmentSizes", segments)]);
            set_targets(self.module, branch, &sides);
            last = (block, Vec::new());
            if block != from {
                blocks.push(block);
            }
        }
        blocks
    }
}
