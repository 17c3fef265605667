//! Branches with known conditions, blocks with one predecessor, forwarding blocks, and unreachable blocks.
//!
//! Works on a region at a time, with the list of incoming edges of each block, which every rewrite keeps up to date.

mod switch;

use super::Rule;
use super::matching::{int_bits, is_one};
use crate::analysis::edges::{Edges, set_targets, targets};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use warpline_ir::{Arith, Block, Builder, Cf, Module, Op, OpKind, OpSpec, Place, Region, Type, Value};

/// The rules for operations that are no branches.
pub(super) const RULES: &[(OpKind, Rule)] = &[(OpKind::Cf(Cf::Assert), drop_assertion)];

/// Erases an assertion of `true`.
fn drop_assertion(module: &mut Module, op: Op) -> Option<()> {
    if !is_one(module, module.operand(op, 0)) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Simplifies the branches of every region with several blocks; returns whether anything changed.
pub(super) fn simplify_branches(module: &mut Module) -> bool {
    let mut changed = false;
    for region in regions_with_blocks(module) {
        let mut cx = Cfg { edges: Edges::of_region(module, region), work: Vec::new(), region };
        cx.work = module.blocks_of(region).iter().rev().filter_map(|block| module.last_op(*block)).collect();
        // Without a budget a cycle of empty blocks would be collapsed forever.
        let mut budget = 8 * (cx.work.len() + 8);
        while let Some(branch) = cx.work.pop() {
            if module.block_of(branch).is_none() || budget == 0 {
                continue;
            }
            if cx.rewrite(module, branch).is_some() {
                budget -= 1;
                changed = true;
            }
        }
    }
    changed
}

fn regions_with_blocks(module: &Module) -> Vec<Region> {
    let all = module.walk(module.root()).into_iter().flat_map(|op| module.regions_of(op));
    all.filter(|region| 1 < module.blocks_of(*region).len()).collect()
}

/// A region under work.
struct Cfg {
    edges: Edges,
    work: Vec<Op>,
    region: Region,
}

impl Cfg {
    fn rewrite(&mut self, module: &mut Module, op: Op) -> Option<()> {
        match module.kind(op) {
            OpKind::Cf(Cf::Br) => self.merge(module, op).or_else(|| self.skip_empty(module, op)),
            OpKind::Cf(Cf::CondBr) => self
                .known_condition(module, op)
                .or_else(|| self.skip_empty(module, op))
                .or_else(|| self.same_targets(module, op))
                .or_else(|| self.propagate_condition(module, op)),
            OpKind::Cf(Cf::Switch) => self
                .known_flag(module, op)
                .or_else(|| self.skip_empty(module, op))
                .or_else(|| self.drop_cases_like_default(module, op))
                .or_else(|| self.flag_of_switch_before(module, op)),
            _ => None,
        }
    }

    /// Pushes `op` and the branches into `block` on the worklist.
    fn again(&mut self, op: Op, block: Block) {
        self.work.extend(self.edges.entering(block));
        self.work.push(op);
    }

    /// Replaces a branch by one to a single block.
    fn go_to(&mut self, module: &mut Module, op: Op, block: Block, args: &[Value]) {
        let spec = OpSpec::new(OpKind::Cf(Cf::Br), module.location(op));
        let branch = module.create(&spec);
        module.insert(branch, Place::Before(op));
        set_targets(module, branch, &[(block, args.to_vec())]);
        for (old, _) in targets(module, op) {
            self.edges.remove(old, op);
        }
        self.edges.add(block, branch);
        module.erase(op);
        self.again(branch, block);
    }

    fn known_condition(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let condition = int_bits(module, module.operand(op, 0))?;
        let mut list = targets(module, op);
        let (block, args) = list.swap_remove(usize::from(condition == 0));
        let other = list.first().map(|(block, _)| *block);
        self.go_to(module, op, block, &args);
        if let Some(other) = other {
            self.work.extend(self.edges.entering(other));
        }
        Some(())
    }

    /// Replaces a branch with equal targets: the condition only selects the operands.
    fn same_targets(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let list = targets(module, op);
        let [(a, on_true), (b, on_false)] = list.as_slice() else { return None };
        let only_way = self.edges.entering(*a).iter().all(|other| *other == op);
        if a != b || (on_true != on_false && !only_way) {
            return None;
        }
        let condition = module.operand(op, 0);
        let mut builder = Builder::before(module, op);
        let choose = |(x, y): (&Value, &Value)| {
            if x == y {
                return *x;
            }
            let ty = builder.module.type_of(*x);
            builder.value(Arith::Select, &[condition, *x, *y], ty, &[])
        };
        let args: Vec<Value> = on_true.iter().zip(on_false).map(choose).collect();
        self.go_to(module, op, *a, &args);
        Some(())
    }

    /// Skips blocks that hold nothing but a branch.
    fn skip_empty(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let mut list = targets(module, op);
        let mut changed = None;
        for (block, args) in &mut list {
            let Some((next, values)) = passed_on(module, *block, args) else { continue };
            self.edges.remove(*block, op);
            self.edges.add(next, op);
            self.work.extend(self.edges.entering(*block));
            (*block, *args) = (next, values);
            changed = Some(());
        }
        changed?;
        set_targets(module, op, &list);
        self.work.push(op);
        changed
    }

    /// Merges the target of a branch into its block if it has no other predecessor.
    fn merge(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let (target, values) = targets(module, op).into_iter().next()?;
        let block = module.block_of(op)?;
        let is_entry = module.blocks_of(self.region).first() == Some(&target);
        if is_entry || target == block || self.edges.entering(target).len() != 1 {
            return None;
        }
        let args = module.args(target).to_vec();
        if args.iter().any(|arg| values.contains(arg)) {
            return None;
        }
        module.erase(op);
        for (arg, value) in args.into_iter().zip(values) {
            module.replace_all_uses(arg, value);
        }
        module.move_block_ops(target, Place::End(block));
        module.erase_block(target);
        self.edges.forget(target);
        self.work.extend(module.last_op(block));
        Some(())
    }

    /// Replaces the condition by a constant in a block that only one side of a branch leads to.
    fn propagate_condition(&mut self, module: &mut Module, op: Op) -> Option<()> {
        let condition = module.operand(op, 0);
        let mut changed = None;
        for (index, (block, _)) in targets(module, op).into_iter().enumerate() {
            let uses = module.uses(condition);
            let inside = |module: &Module| uses.iter().any(|used| module.block_of(used.op) == Some(block));
            if self.edges.entering(block).len() != 1 || !inside(module) {
                continue;
            }
            let value = Builder::before(module, op).int(i64::from(index == 0), Type::I1);
            module.replace_uses_if(condition, value, |module, user| module.block_of(user) == Some(block));
            self.work.extend(module.last_op(block));
            changed = Some(());
        }
        changed
    }
}

/// Returns the target of a block that holds nothing but a branch, and the forwarded values.
fn passed_on(module: &Module, block: Block, args: &[Value]) -> Option<(Block, Vec<Value>)> {
    let branch = module.first_op(block)?;
    if module.kind(branch) != OpKind::Cf(Cf::Br) {
        return None;
    }
    let own = module.args(block);
    let only_passes = own.iter().all(|arg| module.uses(*arg).iter().all(|used| used.op == branch));
    let (next, values) = targets(module, branch).into_iter().next()?;
    if next == block || !only_passes {
        return None;
    }
    let value = |value: &Value| own.iter().position(|arg| arg == value).map_or(*value, |index| args[index]);
    Some((next, values.iter().map(value).collect()))
}

/// Erases unreachable blocks.
pub(super) fn drop_unreachable_blocks(module: &mut Module) -> bool {
    let mut changed = false;
    for region in regions_with_blocks(module) {
        changed |= drop_unreachable(module, region);
    }
    changed
}

/// Erases the unreachable blocks of a region.
pub(crate) fn drop_unreachable(module: &mut Module, region: Region) -> bool {
    let Some(entry) = module.blocks_of(region).first() else { return false };
    let reached = reachable(module, *entry);
    let dead: FxHashSet<Block> =
        module.blocks_of(region).iter().copied().filter(|block| !reached.contains(block)).collect();
    let in_order: Vec<Block> =
        module.blocks_of(region).iter().copied().filter(|block| dead.contains(block)).collect();
    for block in &in_order {
        for op in module.ops_in(*block) {
            for inner in module.walk(op) {
                module.set_operands(inner, &[]);
                module.set_successors(inner, &[]);
            }
        }
    }
    for block in &in_order {
        module.erase_block(*block);
    }
    !in_order.is_empty()
}

fn reachable(module: &Module, entry: Block) -> BTreeSet<Block> {
    let mut reached = BTreeSet::from([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        let Some(last) = module.last_op(block) else { continue };
        for successor in module.successors(last) {
            if reached.insert(successor.block) {
                work.push(successor.block);
            }
        }
    }
    reached
}
