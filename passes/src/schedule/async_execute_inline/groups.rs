//! Replaces `async.await_all` of a group by a host wait for the tokens added before it.

use super::carry;
use warpline_ir::{Async, Block, Builder, Gpu, Module, Op, OpKind, Value};

/// The groups that are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Groups that are created, filled and awaited in one block.
    Block,
    /// All groups.
    Function,
}

/// Replaces the groups of a function.
pub(super) fn replace(module: &mut Module, func: Op, reach: Reach) {
    for op in module.walk(func) {
        if module.kind(op) == OpKind::Async(Async::CreateGroup) {
            replace_group(module, op, reach);
        }
    }
}

fn replace_group(module: &mut Module, create: Op, reach: Reach) -> Option<()> {
    let group = module.result(create, 0);
    let home = module.block_of(create)?;
    let users: Vec<Op> = module.uses(group).iter().map(|user| user.op).collect();
    if reach == Reach::Block && users.iter().any(|user| module.block_of(*user) != Some(home)) {
        return None;
    }
    let is_add = |user: &Op| module.kind(*user) == OpKind::Async(Async::AddToGroup);
    let (adds, waits): (Vec<Op>, Vec<Op>) = users.into_iter().partition(is_add);
    let added: Vec<(Op, Value)> = adds.iter().filter_map(|add| carry_up(module, *add, home)).collect();
    for wait in waits {
        let tokens = added_before(module, &added, wait, home);
        Builder::before(module, wait).op(Gpu::Wait, &tokens, &[], &[]);
        module.erase(wait);
    }
    let order = module.ops_in(home);
    let mut in_order: Vec<Op> = adds.iter().copied().filter(|add| order.contains(add)).collect();
    in_order.sort_by_key(|add| order.iter().position(|op| op == add));
    for add in adds {
        let number = in_order.iter().position(|other| *other == add).unwrap_or_default();
        if module.is_unused(module.result(add, 0)) {
            module.erase(add);
        } else {
            let number = Builder::before(module, add).index(number as i64);
            module.replace_op(add, &[number]);
        }
    }
    module.erase(create);
    Some(())
}

/// Returns the added work as a token in the block of the group, with the operation there that adds it.
fn carry_up(module: &mut Module, add: Op, home: Block) -> Option<(Op, Value)> {
    let mut token = module.operand(add, 0);
    let mut at = add;
    while module.block_of(at)? != home {
        let block = module.block_of(at)?;
        let parent = module.block_parent(block)?;
        let regions = module.regions_of(parent).into_iter();
        let blocks: Vec<Block> = regions.flat_map(|region| module.blocks_of(region).to_vec()).collect();
        let tokens: Vec<Option<Value>> =
            blocks.into_iter().map(|other| (other == block).then_some(token)).collect();
        token = carry::out_of(module, parent, &tokens);
        at = module.defining_op(token)?;
    }
    Some((at, token))
}

fn added_before(module: &Module, added: &[(Op, Value)], wait: Op, home: Block) -> Vec<Value> {
    let before: Vec<Op> = module.ops_in(home).into_iter().take_while(|op| *op != wait).collect();
    added.iter().filter(|(op, _)| before.contains(op)).map(|(_, token)| *token).collect()
}
