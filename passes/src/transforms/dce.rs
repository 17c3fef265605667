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

use crate::analysis::alias::view_of;
use crate::analysis::effects::{Effects, is_droppable, is_terminator, own_effects};
use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashSet;
use warpline_ir::def::{Effect, Trait};
use warpline_ir::{Gpu, MemRef, Module, Op, OpKind, Scf, Value};

/// The `dce` pass.
pub const PASS: Pass =
    Pass { name: "dce", summary: "Erases dead operations", options: &[], run: PassFn::Always(run) };

fn run(cx: &mut PassCx<'_>) -> Changed {
    let root = cx.module.root();
    drop_dead_ops(cx.module, root).into()
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

/// Returns the operations that nothing observes: they are dead once those that use them are. They are there for their
/// results alone, or write buffers that nothing reads, or are loops of such operations.
pub(crate) fn unobserved_ops(module: &Module) -> FxHashSet<Op> {
    let mut found = unread_writes(module);
    for op in module.walk(module.root()).into_iter().rev() {
        let is_observed = |result: Value| module.uses(result).iter().any(|used| !found.contains(&used.op));
        if module.results(op).any(is_observed) {
            continue;
        }
        let is_alone = 0 < module.results(op).len() && is_for_results(module, op);
        if is_alone || is_loop_of(module, op, &found) {
            found.insert(op);
        }
    }
    found
}

/// Whether an operation is a loop with nothing but such operations.
fn is_loop_of(module: &Module, op: Op, found: &FxHashSet<Op>) -> bool {
    let is_loop = matches!(module.kind(op), OpKind::Scf(Scf::For | Scf::Parallel));
    is_loop
        && !module.any_in(op, |inner| {
            inner != op
                && !is_terminator(module, inner)
                && !found.contains(&inner)
                && !is_droppable(module, inner)
        })
}

/// Returns the operations that only write buffers which nothing reads, and the frees of these.
fn unread_writes(module: &Module) -> FxHashSet<Op> {
    let mut found = FxHashSet::default();
    for op in module.walk(module.root()) {
        let is_alloc = matches!(
            module.kind(op),
            OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc)
        );
        let mut writes = Vec::new();
        if is_alloc && module.results(op).all(|buffer| is_unread(module, buffer, &mut writes)) {
            found.extend(writes);
        }
    }
    found
}

/// Whether nothing reads a buffer by this name, or by one of a view of it; collects what writes or frees it.
fn is_unread(module: &Module, buffer: Value, writes: &mut Vec<Op>) -> bool {
    module.uses(buffer).iter().all(|used| {
        if let Some(view) = view_of(module, *used) {
            return is_unread(module, view, writes);
        }
        let Effects::Known(effects) = own_effects(module, used.op) else { return false };
        let only_writes = effects
            .iter()
            .all(|(effect, value)| *value == buffer && matches!(effect, Effect::Write | Effect::Free));
        writes.push(used.op);
        only_writes && !effects.is_empty() && module.n_results(used.op) == 0
    })
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
