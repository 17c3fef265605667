//! Buffers that are only written and freed.
//!
//! A write that may be wrong stays, so that the run that makes it is told: one at an index that is not surely in bounds,
//! or one beside a free that only some paths reach.

use warpline_ir::dialect::scf::{ForLoop, Parallel};
use warpline_ir::{DYNAMIC, MemRef, Module, Op, OpKind, Scf, Use, Value};

/// Erases a buffer that is only written and freed, with the writes.
pub(crate) fn drop_unread(module: &mut Module, op: Op) -> Option<()> {
    let buffer = module.result(op, 0);
    let users = module.uses(buffer);
    let is_write = |used: &Use| module.kind(used.op) == OpKind::MemRef(MemRef::Store) && used.index == 1;
    let (writes, others): (Vec<Use>, Vec<Use>) = users.iter().copied().partition(is_write);
    let is_freed_last = match others[..] {
        [] => true,
        [free] => {
            let is_free = module.kind(free.op) == OpKind::MemRef(MemRef::Dealloc);
            is_free && module.block_of(free.op) == module.block_of(op) && precede(module, &writes, free.op)
        }
        _ => false,
    };
    if !is_freed_last || !writes.iter().all(|write| is_within(module, op, write.op)) {
        return None;
    }
    for used in users {
        module.erase(used.op);
    }
    module.erase(op);
    Some(())
}

/// Whether writes come before a free.
fn precede(module: &Module, writes: &[Use], free: Op) -> bool {
    let after = std::iter::successors(module.next_op(free), |op| module.next_op(*op));
    let after: Vec<Op> = after.collect();
    writes.iter().all(|write| {
        let block = module.block_of(free);
        let mut outer = std::iter::successors(Some(write.op), |op| module.parent_op(*op));
        outer.find(|op| module.block_of(*op) == block).is_some_and(|op| !after.contains(&op))
    })
}

/// Whether a store to what an allocation makes is surely in bounds.
fn is_within(module: &Module, alloc: Op, store: Op) -> bool {
    let Some(shape) = module.shape(module.type_of(module.result(alloc, 0))) else { return false };
    let mut sizes = module.op(alloc).slot(0).iter();
    let indices = module.op(store).slot(2);
    shape.iter().zip(indices).all(|(size, index)| match *size {
        DYNAMIC => sizes.next().is_some_and(|size| is_below(module, *index, Bound::Value(*size))),
        size => is_below(module, *index, Bound::Constant(size)),
    })
}

/// The size of a dimension.
#[derive(Clone, Copy)]
enum Bound {
    Constant(i64),
    Value(Value),
}

/// Whether an index is surely at least 0 and below a size.
fn is_below(module: &Module, index: Value, size: Bound) -> bool {
    let is_at_most = |upper: Value| match size {
        Bound::Constant(size) => module.constant_int(upper).is_some_and(|upper| upper <= size),
        Bound::Value(size) => upper == size,
    };
    if let (Some(index), Bound::Constant(size)) = (module.constant_int(index), size) {
        return (0..size).contains(&index);
    }
    let Some(outer) = module.def_block(index).and_then(|block| module.block_parent(block)) else {
        return false;
    };
    let bounds = match module.kind(outer) {
        OpKind::Scf(Scf::For) => {
            let found = ForLoop(module.op(outer));
            (found.induction_variable() == index).then(|| (found.lower_bound(), found.upper_bound()))
        }
        OpKind::Scf(Scf::Parallel) => {
            let found = Parallel(module.op(outer));
            let number = found.induction_variables().iter().position(|variable| *variable == index);
            number.map(|number| (found.lower_bounds()[number], found.upper_bounds()[number]))
        }
        _ => None,
    };
    bounds.is_some_and(|(lower, upper)| {
        module.constant_int(lower).is_some_and(|lower| 0 <= lower) && is_at_most(upper)
    })
}
