//! Redundant tokens, ids in a launch of size one, and dead device work.

use super::constants::replace_by;
use super::matching::defined_by;
use super::{Rule, memref};
use crate::analysis::effects::{Effects, is_droppable, own_effects};
use warpline_ir::def::Effect;
use warpline_ir::dialect::gpu::LAUNCH_SIZES;
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

/// Drops tokens that are complete from the start from a wait.
fn drop_done_tokens(module: &mut Module, op: Op) -> Option<()> {
    let old = module.operands(op).to_vec();
    let needed: Vec<Value> = old.iter().copied().filter(|token| !is_done(module, *token)).collect();
    if needed.len() == old.len() {
        return None;
    }
    module.set_operands(op, &needed);
    Some(())
}

/// Whether a token is the result of a `gpu.wait async` without operands.
fn is_done(module: &Module, token: Value) -> bool {
    module
        .defining_op(token)
        .is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Wait) && module.operands(op).is_empty())
}

/// Erases a wait for nothing, one with an unused token, and one that only forwards a token.
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

/// Erases a launch without tokens that has no observable effect.
fn drop_without_effects(module: &mut Module, op: Op) -> Option<()> {
    let is_ordered = 0 < module.n_results(op) || !module.op(op).group("asyncDependencies").is_empty();
    let body = module.blocks_of(module.region(op, 0));
    let is_seen = |op: Op| !is_droppable(module, op);
    if is_ordered || body.iter().any(|block| module.ops_in(*block).into_iter().any(is_seen)) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Erases an unused buffer with an unused token.
fn drop_unused_buffer(module: &mut Module, op: Op) -> Option<()> {
    if module.results(op).any(|result| !module.is_unused(result)) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Folds a reduction over one lane to the value of the lane.
fn reduction_of_one(module: &mut Module, op: Op) -> Option<()> {
    if module.op(op).int("cluster_size")? != 1 {
        return None;
    }
    replace_by(module, op, module.operand(op, 0))
}

/// Folds a second broadcast: a value that all lanes share is the same from any lane. Both must be in one block, since
/// lanes may leave a loop with different values.
fn second_broadcast(module: &mut Module, op: Op) -> Option<()> {
    let first = defined_by(module, module.operand(op, 0), Gpu::SubgroupBroadcast)?;
    if module.block_of(first) != module.block_of(op) {
        return None;
    }
    replace_by(module, op, module.operand(op, 0))
}

/// Folds the id in a dimension of size 1 to 0.
fn fold_ids(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let mut zero = None;
    for (dim, name) in LAUNCH_SIZES.into_iter().enumerate() {
        let size = module.op(op).named(name);
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

/// Replaces a copy between casts by one between their sources. The buffers are the last operands.
fn copy_through_casts(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operands(op).len().checked_sub(1)?;
    let target = source.checked_sub(1)?;
    memref::copy_through_cast(module, op, [target, source])
        .or_else(|| memref::copy_through_cast(module, op, [source, target]))
}

/// Replaces casts among the operands by their sources.
fn see_through_casts(module: &mut Module, op: Op) -> Option<()> {
    let n = module.operands(op).len();
    let mut changed = None;
    for index in 0..n {
        changed = changed.or(memref::see_through_cast(module, op, index));
    }
    changed
}

/// Erases a copy into a buffer that is otherwise only freed.
fn drop_unread_copy(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let tokens = view.group("asyncDependencies").to_vec();
    let target = view.named("dst");
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

/// Merges two consecutive barriers of a whole block.
fn drop_second_barrier(module: &mut Module, op: Op) -> Option<()> {
    let next = module.next_op(op)?;
    let is_same = module.kind(next) == OpKind::Gpu(Gpu::Barrier) && module.attrs(next) == module.attrs(op);
    // Others may meet twice at a named barrier.
    if !is_same || !module.operands(op).is_empty() || !module.operands(next).is_empty() {
        return None;
    }
    module.erase(op);
    Some(())
}
