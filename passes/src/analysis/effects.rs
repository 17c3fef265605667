//! The memory effects of an operation, from the slots and traits of its row.

use warpline_ir::def::{Effect, Trait};
use warpline_ir::dialect::linalg::Structured;
use warpline_ir::{Gpu, MemRef, Module, Op, OpKind, Value};

/// The effects of one operation without those of the operations nested in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Exactly these effects, each on the memory behind a value.
    Known(Vec<(Effect, Value)>),
    /// Any effect: a call, an unregistered operation, a synchronisation.
    Unknown,
}

/// Returns the buffer that an operation frees, if it frees one.
pub(crate) fn freed_buffer(module: &Module, op: Op) -> Option<Value> {
    match module.kind(op) {
        OpKind::MemRef(MemRef::Dealloc) | OpKind::Gpu(Gpu::Dealloc) => Some(module.op(op).named("memref")),
        OpKind::MemRef(MemRef::Realloc) => Some(module.op(op).named("source")),
        _ => None,
    }
}

/// Returns the effects of `op` itself. Operations that only have the effects of their regions have none.
pub fn own_effects(module: &Module, op: Op) -> Effects {
    let Some(def) = module.kind(op).def() else { return Effects::Unknown };
    if def.has(Trait::Pure) || def.has(Trait::RecursiveEffects) && !def.has(Trait::Async) {
        return Effects::Known(Vec::new());
    }
    let view = module.op(op);
    if let Some(view) = Structured::of(view) {
        return Effects::Known(structured_effects(view));
    }
    if view.attr("volatile_").is_some() || view.int("ordering").is_some_and(|ordering| ordering != 0) {
        return Effects::Unknown;
    }
    let mut found = Vec::new();
    for (slot, row) in def.operands.iter().enumerate() {
        if let Some(effect) = row.effect {
            found.extend(view.slot(slot).iter().map(|value| (effect, *value)));
        }
    }
    let mut results = view.results();
    for (row, size) in def.results.iter().zip(def.result_sizes(view)) {
        let values: Vec<Value> = results.by_ref().take(size).collect();
        if let Some(effect) = row.effect {
            found.extend(values.into_iter().map(|value| (effect, value)));
        }
    }
    if found.is_empty() || def.has(Trait::Async) { Effects::Unknown } else { Effects::Known(found) }
}

/// Returns the effects of a structured operation: it reads the buffers whose elements the body uses, and writes the
/// outputs.
pub(super) fn structured_effects(view: Structured<'_>) -> Vec<(Effect, Value)> {
    let op = view.op;
    let is_read = |(index, value): &(usize, &Value)| {
        op.module.is_memref(op.type_of(**value)) && view.uses_element(*index)
    };
    let reads = op.operands().iter().enumerate().filter(is_read);
    let reads = reads.map(|(_, value)| (Effect::Read, *value));
    reads.chain(view.outputs().iter().map(|value| (Effect::Write, *value))).collect()
}

/// Whether the row of an operation marks it as pure.
pub fn is_pure(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::Pure))
}

/// Whether an operation, or one that is nested in it, is convergent: it keeps the conditions under which it runs.
pub fn is_convergent(module: &Module, op: Op) -> bool {
    module.any_in(op, |inner| module.kind(inner).def().is_some_and(|def| def.has(Trait::Convergent)))
}

/// Whether an operation is a terminator.
pub fn is_terminator(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::Terminator))
}

/// Whether neither `op` nor any nested operation accesses memory or has side effects.
pub fn is_effect_free(module: &Module, op: Op) -> bool {
    !module.any_in(op, |inner| own_effects(module, inner) != Effects::Known(Vec::new()))
}

/// Whether erasing an unused `op` and its nested operations is unobservable: they only read and allocate buffers.
pub fn is_droppable(module: &Module, op: Op) -> bool {
    let is_seen = |op: Op| match own_effects(module, op) {
        Effects::Known(effects) => {
            effects.iter().any(|(effect, _)| !matches!(effect, Effect::Read | Effect::Allocate))
        }
        Effects::Unknown => true,
    };
    !module.any_in(op, is_seen)
}

/// Whether a function has device work.
pub(crate) fn has_device_work(module: &Module, func: Op) -> bool {
    module.any_in(func, |op| is_device(module, op))
}

/// Whether an operation runs on the device.
pub(crate) fn is_device(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    matches!(kind, OpKind::Gpu(_))
        && kind != OpKind::Gpu(Gpu::Wait)
        && kind.def().is_some_and(|def| def.has(Trait::Async))
}
