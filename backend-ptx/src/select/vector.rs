//! Selects the `vector` operations that `expand-vectors` leaves. A vector is its elements, each in its own
//! register, so building and taking apart a vector only renames registers.

use super::{Select, SelectResult};
use warpline_ir::OpRef;

pub(super) fn from_elements(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let elements = op.operands().iter().map(|value| cx.operand(*value)).collect::<Result<_, _>>()?;
    cx.set_elements(op.result(0), elements);
    Ok(())
}

pub(super) fn to_elements(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    for (result, element) in op.results().zip(cx.elements(op.operand(0))?) {
        cx.set(result, element);
    }
    Ok(())
}
