//! Finds uses of buffers after their lifetime or before their initialisation.

use super::{Kind, Mistake, constant_global, paths};
use crate::analysis::alias;
use crate::analysis::call_graph::callee;
use crate::analysis::effects::{Effects, freed_buffer, own_effects};
use crate::analysis::launches::Launches;
use crate::analysis::summary::{Access, Summaries, Updates};
use crate::analysis::symbols::visibility;
use warpline_ir::def::Effect;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::dialect::gpu::Launch;
use warpline_ir::{Func, Gpu, MemRef, Module, Op, OpKind, Use, Value};

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

/// Returns the first use of a buffer after it is freed in the same block.
pub(super) fn uses_after_free(
    module: &Module,
    summaries: &mut Summaries,
    free: Op,
    launches: &Launches,
) -> Option<Mistake> {
    let buffer = alias::base(module, freed_buffer(module, free)?);
    let is_view =
        |value: &Value| module.is_memref(module.type_of(*value)) && alias::base(module, *value) == buffer;
    let mut later = std::iter::successors(module.next_op(free), |op| module.next_op(*op));
    let user = later.find_map(|op| {
        module.walk(op).into_iter().find(|op| {
            let mut views = (0..).zip(module.operands(*op)).filter(|(_, value)| is_view(value));
            views.any(|(index, _)| uses_memory(module, summaries, Use { op: *op, index }))
        })
    })?;
    let maker = module.defining_op(buffer).map(|maker| (maker, "the buffer was allocated here"));
    let notes = maker.into_iter().chain([(free, "it was freed here")]).collect();
    let message = if freed_buffer(module, user).is_some() {
        "the buffer was already freed"
    } else {
        "use of a buffer after it was freed"
    };
    let kind = Kind::Other(message.to_string());
    Some(Mistake { op: user, kind, notes, func: paths::always_runs(module, user, launches) })
}

/// Whether an operation accesses the memory of an operand, or lets the buffer escape.
fn uses_memory(module: &Module, summaries: &mut Summaries, used: Use) -> bool {
    match module.kind(used.op) {
        OpKind::Gpu(Gpu::LaunchFunc) => {
            summaries.of_operand(module, used).is_some_and(|access| access != Access::default())
        }
        OpKind::Func(Func::Return) => true,
        kind if kind.device_work().is_some() => true,
        _ => matches!(own_effects(module, used.op), Effects::Known(effects) if !effects.is_empty()),
    }
}

/// A buffer whose contents are undefined at first, and the operation that makes it.
pub(super) type Fresh = (Value, Op);

/// Returns the buffers that an operation makes, with undefined contents: allocations, and workgroup and private memory.
pub(super) fn fresh_buffers(module: &Module, op: Op) -> Vec<Fresh> {
    let attributions = |first: usize| {
        let args = module.entry(op, 0).map(|body| module.args(body)).unwrap_or_default();
        args.get(first..).unwrap_or_default().iter().map(|arg| (*arg, op)).collect()
    };
    match module.kind(op) {
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc) => {
            vec![(module.result(op, 0), op)]
        }
        OpKind::Gpu(Gpu::Launch) => attributions(Launch(module.op(op)).n_geometry_args()),
        OpKind::Gpu(Gpu::Func) => attributions(function_type_of(module, op).0.len()),
        _ => Vec::new(),
    }
}

/// The treatment of a buffer by an operation that uses it.
enum Treatment {
    /// Neither reads nor writes it.
    Nothing,
    Reads,
    /// Writes it, or may do so.
    Writes,
}

/// Returns the first read of a buffer that is not written in its function, and does not escape. A public function that
/// nothing calls reads what it returns.
pub(super) fn never_written(module: &Module, summaries: &mut Summaries, buffer: Value) -> Option<Op> {
    let mut views = vec![buffer];
    let (mut next, mut reads) = (0, Vec::new());
    while let Some(view) = views.get(next).copied() {
        next += 1;
        for user in module.uses(view) {
            if let Some(result) = alias::view_of(module, user) {
                // The sizes of a reshape are read.
                views.extend(Some(result).filter(|result| !views.contains(result)));
                continue;
            }
            match treatment(module, summaries, user) {
                Treatment::Writes => return None,
                Treatment::Reads => reads.push(user.op),
                Treatment::Nothing => {}
            }
        }
    }
    reads.into_iter().next()
}

fn treatment(module: &Module, summaries: &mut Summaries, used: Use) -> Treatment {
    let op = used.op;
    match module.kind(op) {
        OpKind::MemRef(MemRef::Dim | MemRef::Rank) => return Treatment::Nothing,
        OpKind::Gpu(Gpu::LaunchFunc) => {
            return summaries.of_operand(module, used).map_or(Treatment::Writes, access);
        }
        OpKind::Func(Func::Return) if is_entry(module, op) => return Treatment::Reads,
        _ => {}
    }
    let slots = module.kind(op).def().map(|def| def.operands).unwrap_or_default().iter().enumerate();
    let view = module.op(op);
    let mut of_row = slots.filter(|(slot, _)| view.group_range(*slot).contains(&(used.index as usize)));
    let effect = of_row.find_map(|(_, row)| row.effect);
    let is_structured = || matches!(own_effects(module, op), Effects::Known(effects) if !effects.is_empty());
    match effect {
        Some(Effect::Free) => Treatment::Nothing,
        Some(Effect::Read) => Treatment::Reads,
        None if is_structured() => {
            let Effects::Known(effects) = own_effects(module, op) else { return Treatment::Writes };
            let buffer = module.operand(op, used.index as usize);
            let mut own = effects.iter().filter(|(_, value)| *value == buffer).map(|(effect, _)| *effect);
            if own.all(|effect| effect == Effect::Read) { Treatment::Reads } else { Treatment::Writes }
        }
        Some(Effect::Write | Effect::Allocate) | None => Treatment::Writes,
    }
}

fn access(access: Access) -> Treatment {
    match access {
        Access { reads: true, writes: false, updates: Updates::None } => Treatment::Reads,
        _ if access == Access::default() => Treatment::Nothing,
        _ => Treatment::Writes,
    }
}

/// Whether an operation ends a public function that nothing in the module calls.
fn is_entry(module: &Module, end: Op) -> bool {
    let Some(func) = module.parent_op(end) else { return false };
    let is_call = |op: Op| module.kind(op) == OpKind::Func(Func::Call) && callee(module, op) == Some(func);
    visibility(module, func) != "private" && !module.any_in(module.root(), is_call)
}
