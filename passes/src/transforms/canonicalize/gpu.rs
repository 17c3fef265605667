//! Tokens that nobody needs to wait for, places in a launch of size one, work that nobody sees.

use super::constants::replace_by;
use super::matching::defined_by;
use super::{Rule, memref};
use crate::analysis::effects::{Effects, is_droppable, own_effects};
use warpline_ir::def::Effect;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Place, Value};

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Gpu(Gpu::Wait), drop_done_tokens),
    (OpKind::Gpu(Gpu::Wait), simplify_wait),
    (OpKind::Gpu(Gpu::Launch), drop_without_effects),
    (OpKind::Gpu(Gpu::Launch), fold_ids),
    (OpKind::Gpu(Gpu::Alloc), drop_unused_buffer),
    (OpKind::Gpu(Gpu::Memcpy), |m, op| copy_through_casts(m, op)),
    (OpKind::Gpu(Gpu::Memcpy), drop_unread_copy),
    (OpKind::Gpu(Gpu::Memset), |m, op| see_through_casts(m, op)),
    (OpKind::Gpu(Gpu::Barrier), drop_second_barrier),
    (OpKind::Gpu(Gpu::SubgroupReduce), reduction_of_one),
    (OpKind::Gpu(Gpu::SubgroupBroadcast), second_broadcast),
];

/// Waits not for tokens that are done from the start.
fn drop_done_tokens(module: &mut Module, op: Op) -> Option<()> {
    let old = module.operands(op).to_vec();
    let needed: Vec<Value> = old.iter().copied().filter(|token| !is_done(module, *token)).collect();
    if needed.len() == old.len() {
        return None;
    }
    module.set_operands(op, &needed);
    Some(())
}

/// Whether a token comes from a `gpu.wait async` that waits for nothing.
fn is_done(module: &Module, token: Value) -> bool {
    module
        .defining_op(token)
        .is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Wait) && module.operands(op).is_empty())
}

/// A wait for nothing, one whose token nobody uses, and one that only passes a token on.
fn simplify_wait(module: &mut Module, op: Op) -> Option<()> {
    let token = module.results(op).next();
    let is_needless = match token {
        Some(token) => module.is_unused(token),
        None => module.operands(op).is_empty(),
    };
    if is_needless {
        module.erase(op);
        return Some(());
    }
    match (token, module.operands(op)) {
        (Some(_), &[only]) => replace_by(module, op, only),
        _ => None,
    }
}

/// A launch outside the order of tokens goes that makes no change that anybody could see.
fn drop_without_effects(module: &mut Module, op: Op) -> Option<()> {
    let is_ordered = 0 < module.n_results(op) || !module.op(op).group(0).is_empty();
    let body = module.blocks_of(module.region(op, 0));
    let is_seen = |op: Op| !is_droppable(module, op);
    if is_ordered || body.iter().any(|block| module.ops_in(*block).into_iter().any(is_seen)) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// A buffer goes that nobody uses, with a token that nobody waits for.
fn drop_unused_buffer(module: &mut Module, op: Op) -> Option<()> {
    if module.results(op).any(|result| !module.is_unused(result)) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Each lane alone has its own value.
fn reduction_of_one(module: &mut Module, op: Op) -> Option<()> {
    if module.op(op).int("cluster_size")? != 1 {
        return None;
    }
    replace_by(module, op, module.operand(op, 0))
}

/// A value that all lanes have is the same whichever lane it comes from. Both stand in one block: lanes may leave a loop
/// with different values.
fn second_broadcast(module: &mut Module, op: Op) -> Option<()> {
    let first = defined_by(module, module.operand(op, 0), Gpu::SubgroupBroadcast)?;
    if module.block_of(first) != module.block_of(op) {
        return None;
    }
    replace_by(module, op, module.operand(op, 0))
}

/// The place in a dimension of size 1 is 0.
fn fold_ids(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let mut zero = None;
    for dim in 0..6 {
        let size = *module.op(op).group(1 + dim).first()?;
        let id = *module.args(body).get(dim)?;
        if module.constant_int(size) == Some(1) && !module.is_unused(id) {
            let location = module.location(op);
            let value =
                *zero.get_or_insert_with(|| Builder::new(module, Place::Start(body), location).index(0));
            module.replace_all_uses(id, value);
        }
    }
    zero.map(|_| ())
}

/// Copies between the sources of casts. The buffers are the last operands.
fn copy_through_casts(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operands(op).len().checked_sub(1)?;
    let target = source.checked_sub(1)?;
    memref::copy_through_cast(module, op, [target, source])
        .or_else(|| memref::copy_through_cast(module, op, [source, target]))
}

/// Works on the source of a cast.
fn see_through_casts(module: &mut Module, op: Op) -> Option<()> {
    let n = module.operands(op).len();
    let mut changed = None;
    for index in 0..n {
        changed = changed.or(memref::see_through_cast(module, op, index));
    }
    changed
}

/// A copy into a buffer that is otherwise only freed goes.
fn drop_unread_copy(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let tokens = view.group(0).to_vec();
    let target = *view.group(1).first()?;
    let source = module.defining_op(target)?;
    let only = |op: Op, wanted: Effect| match (module.kind(op), own_effects(module, op)) {
        (OpKind::Gpu(Gpu::Alloc), _) => wanted == Effect::Allocate,
        (OpKind::Gpu(Gpu::Dealloc), _) => wanted == Effect::Free,
        (_, Effects::Known(effects)) => effects == [(wanted, target)],
        (_, Effects::Unknown) => false,
    };
    let is_unread = only(source, Effect::Allocate)
        && module.uses(target).iter().all(|used| used.op == op || only(used.op, Effect::Free));
    if !is_unread || 1 < tokens.len() || tokens.is_empty() != (module.n_results(op) == 0) {
        return None;
    }
    module.replace_op(op, &tokens);
    Some(())
}

/// Two barriers in a row are one.
fn drop_second_barrier(module: &mut Module, op: Op) -> Option<()> {
    let next = module.next_op(op)?;
    if module.kind(next) != OpKind::Gpu(Gpu::Barrier) || module.attrs(next) != module.attrs(op) {
        return None;
    }
    module.erase(op);
    Some(())
}
