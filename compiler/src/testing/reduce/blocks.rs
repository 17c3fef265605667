//! Simplifies control flow: branches with a fixed successor, unreachable blocks, blocks that merge into their
//! predecessor, and blocks that only branch on.

use rustc_hash::FxHashSet;
use warpline_ir::{Block, Builder, Cf, Module, Op, OpKind, OpSpec, Place, Region, SuccessorData};

use super::arguments::ends;

/// Returns the terminators with successors, each with the index of one successor.
fn branches(module: &Module) -> Vec<(Op, usize)> {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        found.extend((0..module.successors(op).len()).map(|index| (op, index)));
    }
    found
}

pub(super) fn n_branches(module: &Module) -> usize {
    branches(module).len()
}

/// Makes branches unconditional, erases unreachable blocks, and merges blocks into their only predecessor.
pub(super) fn straighten(module: &mut Module, chosen: &[usize]) {
    let all = branches(module);
    let mut regions = FxHashSet::default();
    let mut done = FxHashSet::default();
    for (op, index) in chosen.iter().rev().map(|place| all[*place]) {
        let Some(region) = module.block_of(op).and_then(|block| module.region_of(block)) else { continue };
        regions.insert(region);
        if done.insert(op) && 1 < module.successors(op).len() {
            go_one_way(module, op, index);
        }
    }
    let mut regions: Vec<Region> = regions.into_iter().collect();
    regions.sort_unstable();
    for region in regions {
        drop_unreached(module, region);
        join(module, region);
    }
}

fn go_one_way(module: &mut Module, op: Op, index: usize) {
    let block = module.successors(op)[index].block;
    let args = module.successor_args(op, index).to_vec();
    branch(module, op, block, &args);
    module.erase(op);
}

/// Inserts a `cf.br` before an operation.
fn branch(module: &mut Module, op: Op, block: Block, args: &[warpline_ir::Value]) {
    let run = warpline_ir::entity::Run { first: 0, len: args.len() as u32 };
    let successors = [SuccessorData { block, args: run }];
    let kind = OpKind::Cf(Cf::Br);
    let spec = OpSpec { operands: args, successors: &successors, ..OpSpec::new(kind, module.location(op)) };
    Builder::before(module, op).insert(&spec);
}

fn drop_unreached(module: &mut Module, region: Region) {
    let Some(entry) = module.blocks_of(region).first().copied() else { return };
    let mut reached = FxHashSet::from_iter([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        let last = module.last_op(block);
        let next = last.map(|op| module.successors(op).to_vec()).unwrap_or_default();
        work.extend(next.into_iter().map(|next| next.block).filter(|block| reached.insert(*block)));
    }
    let dead: Vec<Block> =
        module.blocks_of(region).iter().copied().filter(|block| !reached.contains(block)).collect();
    for block in &dead {
        for op in module.ops_in(*block) {
            module.walk(op).into_iter().for_each(|inner| module.set_operands(inner, &[]));
        }
    }
    for block in dead {
        module.erase_block(block);
    }
}

/// Merges each block into its only predecessor if that has no other successor.
fn join(module: &mut Module, region: Region) {
    let mut at = 0;
    while let Some(block) = module.blocks_of(region).get(at).copied() {
        match only_next(module, region, block) {
            Some((end, next)) => {
                let args = module.operands(end).to_vec();
                for (arg, value) in module.args(next).to_vec().into_iter().zip(args) {
                    module.replace_all_uses(arg, value);
                }
                module.erase(end);
                module.move_block_ops(next, Place::End(block));
                module.erase_block(next);
            }
            None => at += 1,
        }
    }
}

/// Returns the branch at the end of a block and its target, if nothing else branches there.
fn only_next(module: &Module, region: Region, block: Block) -> Option<(Op, Block)> {
    let end = module.last_op(block).filter(|op| module.kind(*op) == OpKind::Cf(Cf::Br))?;
    let next = module.successors(end).first()?.block;
    let blocks = module.blocks_of(region);
    let ends = blocks.iter().filter_map(|block| module.last_op(*block));
    let n_ways = ends.flat_map(|end| module.successors(end)).filter(|way| way.block == next).count();
    (n_ways == 1 && next != block && blocks.first() != Some(&next)).then_some((end, next))
}

/// Returns the blocks that only branch to another one, and that one; neither has arguments.
fn stations(module: &Module) -> Vec<(Block, Block)> {
    let mut found = Vec::new();
    for end in module.walk(module.root()) {
        let Some(block) = module.block_of(end).filter(|_| module.kind(end) == OpKind::Cf(Cf::Br)) else {
            continue;
        };
        let Some(next) = module.successors(end).first().map(|next| next.block) else { continue };
        let is_entry = module.region_of(block).is_none_or(|region| module.blocks_of(region)[0] == block);
        let is_bare = module.first_op(block) == Some(end) && module.args(block).is_empty();
        if is_bare && !is_entry && next != block && module.args(next).is_empty() {
            found.push((block, next));
        }
    }
    found
}

pub(super) fn n_stations(module: &Module) -> usize {
    stations(module).len()
}

/// Redirects the predecessors of a block that only branches to its target.
pub(super) fn bypass(module: &mut Module, chosen: &[usize]) {
    let all = stations(module);
    for (block, next) in chosen.iter().map(|place| all[*place]) {
        let Some(region) = module.region_of(block) else { continue };
        for end in ends(module, region) {
            let mut ways = module.successors(end).to_vec();
            if ways.iter().any(|way| way.block == block) {
                ways.iter_mut().filter(|way| way.block == block).for_each(|way| way.block = next);
                module.set_successors(end, &ways);
            }
        }
        drop_unreached(module, region);
    }
}
