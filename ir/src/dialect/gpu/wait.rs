//! Rules of waits, buffers and copies.

use crate::dialect::memref::check_same_shape;
use crate::dialect::memref::check_sizes;
use crate::op::OpRef;
use crate::verify::VerifyCx;

/// There is a size per dynamic dimension.
pub(super) fn verify_alloc(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_sizes(cx, op, op.group(1).len());
}

/// Both buffers have compatible shapes and one element type.
pub(super) fn verify_memcpy(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let ([dst], [src]) = (op.group(1), op.group(2)) {
        check_same_shape(cx, op, op.type_of(*dst), op.type_of(*src));
    }
}

/// The value has the element type of the buffer.
pub(super) fn verify_memset(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let ([dst], [value]) = (op.group(1), op.group(2))
        && op.module.element_type(op.type_of(*dst)) != op.type_of(*value)
    {
        cx.error(op, "expects a value of the element type of the buffer");
    }
}
