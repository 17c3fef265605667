//! Inlines `memref.alloca_scope`.

use crate::transforms::canonicalize::inline::inline_before;
use warpline_ir::{Func, MemRef, Module, Op, OpKind};

/// Inlines a scope without stack buffers, and the last scope of a function, whose buffers end with it.
pub(super) fn take_apart(module: &mut Module, op: Op) -> Option<()> {
    let may_allocate =
        |inner: &Op| matches!(module.kind(*inner), OpKind::MemRef(MemRef::Alloca) | OpKind::Foreign(_));
    let parent = module.kind(module.parent_op(op)?);
    let is_last = module.next_op(op).is_some_and(|next| module.next_op(next).is_none());
    let ends_function = parent == OpKind::Func(Func::Func)
        && is_last
        && module.blocks_of(module.region_of(module.block_of(op)?)?).len() == 1;
    if !ends_function && module.walk(op).iter().any(may_allocate) {
        return None;
    }
    let body = module.entry(op, 0)?;
    let results = inline_before(module, body, op, &[]);
    module.replace_op(op, &results);
    Some(())
}
