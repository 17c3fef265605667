//! Erases dead operations.
//!
//! An operation is erased if none of its results is used, it is no terminator, defines no symbol, and neither it nor
//! any operation nested in it writes memory or has other side effects. Unused reads and allocations are erased; an
//! allocation that is written or freed stays. Blocks and arguments are never erased.
//!
//! Cost: one traversal from the end of the module to its start, so that chains are erased at once.
//!
//! ```text
//! %0 = arith.addi %a, %b : i32     →    return
//! return
//! ```

use crate::analysis::effects::{is_droppable, is_terminator};
use crate::{Changed, Pass, PassCx};
use warpline_ir::def::Trait;
use warpline_ir::{Module, Op, Reported};

/// The `dce` pass.
pub const PASS: Pass = Pass { name: "dce", summary: "Erases dead operations", options: &[], run };

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let root = cx.module.root();
    Ok(drop_dead_ops(cx.module, root).into())
}

/// Erases every dead operation nested in `root`; returns whether there was one.
pub(crate) fn drop_dead_ops(module: &mut Module, root: Op) -> bool {
    let mut changed = false;
    for op in module.walk(root).into_iter().skip(1).rev() {
        if is_dead(module, op) {
            module.erase(op);
            changed = true;
        }
    }
    changed
}

/// Whether an operation is dead.
pub(crate) fn is_dead(module: &Module, op: Op) -> bool {
    let Some(def) = module.kind(op).def() else { return false };
    module.results(op).all(|result| module.is_unused(result))
        && !is_terminator(module, op)
        && !def.has(Trait::Symbol)
        && !def.has(Trait::Isolated)
        && is_droppable(module, op)
}
