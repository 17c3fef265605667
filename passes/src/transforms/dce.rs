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
use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{Module, Op, Reported, Value};

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

/// Returns the operations with results that nothing observes: they are dead once those that use them are.
pub(crate) fn unobserved_ops(module: &Module) -> FxHashSet<Op> {
    let mut found = FxHashSet::default();
    for op in module.walk(module.root()).into_iter().rev() {
        let is_observed = |result: Value| module.uses(result).iter().any(|used| !found.contains(&used.op));
        if 0 < module.results(op).len() && !module.results(op).any(is_observed) && is_for_results(module, op)
        {
            found.insert(op);
        }
    }
    found
}

/// Whether an operation is dead.
pub(crate) fn is_dead(module: &Module, op: Op) -> bool {
    module.results(op).all(|result| module.is_unused(result)) && is_for_results(module, op)
}

/// Whether an operation is there for its results alone.
fn is_for_results(module: &Module, op: Op) -> bool {
    let Some(def) = module.kind(op).def() else { return false };
    !is_terminator(module, op)
        && !def.has(Trait::Symbol)
        && !def.has(Trait::Isolated)
        && is_droppable(module, op)
}
