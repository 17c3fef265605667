//! Branches with known conditions, blocks with one way in, blocks without.

use std::collections::BTreeSet;
use warpline_ir::entity::Run;
use warpline_ir::{Block, Cf, Module, Op, OpKind, OpSpec, Place, Region, SuccessorData, Value};

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: Cf) -> Option<()> {
    match kind {
        Cf::Br => merge_into_only_predecessor(module, op),
        Cf::CondBr => take_known_branch(module, op),
        Cf::Assert => match module.constant_int(module.operand(op, 0)) {
            Some(condition) if condition != 0 => {
                module.erase(op);
                Some(())
            }
            _ => None,
        },
    }
}

/// Goes straight to the block that the condition selects, or that both sides name.
fn take_known_branch(module: &mut Module, op: Op) -> Option<()> {
    let same = module.successors(op)[0].block == module.successors(op)[1].block
        && module.successor_args(op, 0) == module.successor_args(op, 1);
    let index = match module.constant_int(module.operand(op, 0)) {
        Some(condition) => usize::from(condition == 0),
        None if same => 0,
        None => return None,
    };
    let args = module.successor_args(op, index).to_vec();
    let target = SuccessorData {
        block: module.successors(op)[index].block,
        args: Run { first: 0, len: args.len() as u32 },
    };
    let spec = OpSpec {
        operands: &args,
        successors: &[target],
        ..OpSpec::new(OpKind::Cf(Cf::Br), module.location(op))
    };
    let branch = module.create(&spec);
    module.insert(branch, Place::Before(op));
    module.erase(op);
    Some(())
}

/// Appends the target of a branch to its block where nothing else goes there.
fn merge_into_only_predecessor(module: &mut Module, op: Op) -> Option<()> {
    let target = module.successors(op)[0].block;
    let block = module.block_of(op)?;
    let region = module.region_of(block)?;
    let is_entry = module.blocks_of(region).first() == Some(&target);
    if is_entry || target == block || predecessor_count(module, region, target) != 1 {
        return None;
    }
    let values: Vec<Value> = module.successor_args(op, 0).to_vec();
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
    Some(())
}

/// How many edges lead to a block.
fn predecessor_count(module: &Module, region: Region, target: Block) -> usize {
    let terminators = module.blocks_of(region).iter().filter_map(|block| module.last_op(*block));
    let edges = terminators.flat_map(|op| module.successors(op).iter());
    edges.filter(|successor| successor.block == target).count()
}

/// Drops the blocks that no way from the entry of their region reaches.
pub(super) fn drop_unreachable_blocks(module: &mut Module) -> bool {
    let mut changed = false;
    for op in module.walk(module.root()) {
        for region in module.regions_of(op) {
            changed |= drop_unreachable(module, region);
        }
    }
    changed
}

fn drop_unreachable(module: &mut Module, region: Region) -> bool {
    let blocks = module.blocks_of(region).to_vec();
    if blocks.len() < 2 {
        return false;
    }
    let reached = reachable(module, blocks[0]);
    let dead: Vec<Block> = blocks.into_iter().filter(|block| !reached.contains(block)).collect();
    for block in &dead {
        for op in module.ops_in(*block) {
            for inner in module.walk(op) {
                module.set_operands(inner, &[]);
                module.set_successors(inner, &[]);
            }
        }
    }
    for block in &dead {
        module.erase_block(*block);
    }
    !dead.is_empty()
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
