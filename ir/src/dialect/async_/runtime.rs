//! Rules of the operations of the runtime.

use crate::op::OpRef;
use crate::verify::VerifyCx;

/// The number of owners is positive.
pub(super) fn verify_count(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let Some(count) = op.int("count").filter(|count| *count <= 0) {
        cx.error(op, format!("attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive, but found {count}"));
    }
}
