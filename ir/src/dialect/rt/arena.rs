//! The arena: memory that a function leases as a whole, and the offsets of its buffers.

use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;
use std::ops::Range;

/// The alignment of buffers in an arena, in bytes.
pub const ARENA_ALIGN: u64 = 256;

/// Returns the size in bytes of a contiguous buffer of constant size.
pub fn static_bytes(module: &Module, ty: Type) -> Option<u64> {
    let TypeKind::MemRef(_, element, None, _) = module.type_kind(ty) else { return None };
    module.n_elements(ty)?.checked_mul(module.byte_size(*element)?)
}

/// Returns the byte range of an `rt.arena` in the arena.
pub fn arena_range(op: OpRef<'_>) -> Option<Range<u64>> {
    let start = u64::try_from(op.int("offset")?).ok()?;
    Some(start..start.checked_add(static_bytes(op.module, op.result_type(0))?)?)
}

/// Checks that the offset is aligned, and that the buffer is within the leased memory.
pub(super) fn verify_arena(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let ty = op.result_type(0);
    if static_bytes(op.module, ty).is_none() {
        let found = type_text(op.module, ty);
        return cx.error(op, format!("expected a buffer of constant size in one piece, but found {found}"));
    }
    let Some(range) = arena_range(op) else {
        let offset = op.int("offset").unwrap_or(0);
        return cx.error(op, format!("expected an offset from 0 up, but found {offset}"));
    };
    if !range.start.is_multiple_of(ARENA_ALIGN) {
        let message = format!("expected an offset that {ARENA_ALIGN} divides, but found {}", range.start);
        return cx.error(op, message);
    }
    let leased = leased_bytes(op);
    if leased < range.end {
        let message = format!(
            "expected a buffer within the {leased} bytes that 'rt.arena' of the function leases, but found bytes {} to {}",
            range.start, range.end
        );
        cx.error(op, message);
    }
}

/// Returns the arena size of the enclosing function.
fn leased_bytes(op: OpRef<'_>) -> u64 {
    let mut at = op.module.parent_op(op.op);
    while let Some(parent) = at {
        if let Some(bytes) = op.module.op(parent).int("rt.arena") {
            return u64::try_from(bytes).unwrap_or(0);
        }
        at = op.module.parent_op(parent);
    }
    0
}
