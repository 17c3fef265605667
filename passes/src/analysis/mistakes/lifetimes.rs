//! Finds uses of buffers after their lifetime or before their initialisation.

use super::{Kind, Mistake, constant_global, paths};
use crate::analysis::alias;
use crate::analysis::effects::{Effects, own_effects};
use crate::analysis::launches::Launches;
use warpline_ir::def::Effect;
use warpline_ir::{Func, MemRef, Module, Op, OpKind, Value};

/// Other operations that explain a mistake, with the texts of their notes.
type Notes = Vec<(Op, &'static str)>;

/// Returns the mistake in the memory use of an operation: it writes a constant, returns a buffer whose lifetime ends,
/// or reads memory that is never written.
pub(super) fn of_operation(module: &Module, op: Op) -> Option<(Kind, Notes)> {
    match module.kind(op) {
        OpKind::Func(Func::Return) => returned_alloca(module, op),
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) => None,
        _ => written_constant(module, op),
    }
}

fn written_constant(module: &Module, op: Op) -> Option<(Kind, Notes)> {
    let Effects::Known(effects) = own_effects(module, op) else { return None };
    let mut written = effects.iter().filter(|(effect, _)| *effect == Effect::Write);
    let global = written.find_map(|(_, memref)| constant_global(module, *memref))?;
    Some((Kind::Other("write to a constant global".to_string()), vec![(global, "the global is here")]))
}

fn returned_alloca(module: &Module, op: Op) -> Option<(Kind, Notes)> {
    let makers = module.operands(op).iter().filter_map(|value| {
        let is_memref = module.is_memref(module.type_of(*value));
        is_memref.then(|| module.defining_op(alias::base(module, *value)))?
    });
    let alloca = makers.into_iter().find(|maker| module.kind(*maker) == OpKind::MemRef(MemRef::Alloca))?;
    let message = "the function returns a buffer that ends with it".to_string();
    Some((Kind::Other(message), vec![(alloca, "the buffer is allocated here")]))
}

/// Returns the first use of a buffer after its `memref.dealloc` in the same block.
pub(super) fn uses_after_free(module: &Module, free: Op, launches: &Launches) -> Option<Mistake> {
    if module.kind(free) != OpKind::MemRef(MemRef::Dealloc) {
        return None;
    }
    let buffer = alias::base(module, module.operand(free, 0));
    let is_view =
        |value: &Value| module.is_memref(module.type_of(*value)) && alias::base(module, *value) == buffer;
    let mut later = std::iter::successors(module.next_op(free), |op| module.next_op(*op));
    let user = later.find_map(|op| {
        let mut inner = module.walk(op).into_iter();
        inner.find(|op| uses_memory(module, *op) && module.operands(*op).iter().any(is_view))
    })?;
    let maker = module.defining_op(buffer).map(|maker| (maker, "the buffer was allocated here"));
    let notes = maker.into_iter().chain([(free, "it was freed here")]).collect();
    let is_free = module.kind(user) == OpKind::MemRef(MemRef::Dealloc);
    let message = if is_free { "the buffer was already freed" } else { "use of a buffer after it was freed" };
    let kind = Kind::Other(message.to_string());
    Some(Mistake { op: user, kind, notes, func: paths::always_runs(module, user, launches) })
}

/// Whether an operation accesses the memory of its operands, or lets a buffer escape.
fn uses_memory(module: &Module, op: Op) -> bool {
    match own_effects(module, op) {
        Effects::Known(effects) => !effects.is_empty(),
        Effects::Unknown => module.kind(op) == OpKind::Func(Func::Return),
    }
}

/// Returns the first read of a buffer that is not written in its function, and does not escape.
pub(super) fn never_written(module: &Module, alloc: Op) -> Option<Op> {
    if !matches!(module.kind(alloc), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca)) {
        return None;
    }
    let mut views: Vec<Value> = module.results(alloc).collect();
    let (mut next, mut reads) = (0, Vec::new());
    while let Some(view) = views.get(next).copied() {
        next += 1;
        for user in module.uses(view) {
            let is_view = |value: &Value| {
                module.is_memref(module.type_of(*value))
                    && alias::base(module, *value) == alias::base(module, view)
            };
            let results: Vec<Value> = module.results(user.op).filter(is_view).collect();
            match own_effects(module, user.op) {
                Effects::Unknown => return None,
                Effects::Known(effects) => {
                    let own: Vec<Effect> = effects
                        .iter()
                        .filter(|(_, value)| *value == view)
                        .map(|(effect, _)| *effect)
                        .collect();
                    match own.as_slice() {
                        [] if results.is_empty() && !is_question(module, user.op) => return None,
                        [] | [Effect::Free] => {}
                        [Effect::Read] => reads.push(user.op),
                        _ => return None,
                    }
                }
            }
            views.extend(results.into_iter().filter(|value| !views.contains(value)).collect::<Vec<_>>());
        }
    }
    reads.into_iter().next()
}

/// Whether an operation only queries the shape of a buffer.
fn is_question(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), OpKind::MemRef(MemRef::Dim | MemRef::Rank))
}
