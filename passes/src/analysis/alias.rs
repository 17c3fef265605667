//! Which buffers may share memory.
//!
//! Every memref comes from a base: a local allocation, a global, an argument of a function, or something
//! unknown. A local allocation is apart from every other base unless it escapes into an operation that may hand
//! it out again. Arguments may share memory with each other and with globals that are not constant.

use warpline_ir::def::Trait;
use warpline_ir::{AttrKind, Def, Func, Gpu, MemRef, Module, Op, OpKind, Scf, Value};

/// Where the memory behind a memref comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Made in this function by an allocation.
    Local,
    /// A global that nothing may write.
    Constant,
    /// Passed in, or a global that can be written.
    Outside,
    /// The result of an operation that is not known to make its own memory.
    Unknown,
}

/// The memref that a value is a view of, through casts and subviews; itself where it is none.
pub fn base(module: &Module, value: Value) -> Value {
    let mut at = value;
    while let Some(op) = module.defining_op(at)
        && let OpKind::MemRef(MemRef::Cast | MemRef::SubView) = module.kind(op)
    {
        at = module.operand(op, 0);
    }
    at
}

/// Whether two memrefs may share an element.
pub fn may_alias(module: &Module, a: Value, b: Value) -> bool {
    let (a, b) = (base(module, a), base(module, b));
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (global_name(module, a), global_name(module, b)) {
        return a == b;
    }
    match (origin(module, a), origin(module, b)) {
        (Origin::Constant, _)
        | (_, Origin::Constant)
        | (Origin::Local, Origin::Local | Origin::Outside)
        | (Origin::Outside, Origin::Local) => false,
        (Origin::Local, Origin::Unknown) => escapes(module, a),
        (Origin::Unknown, Origin::Local) => escapes(module, b),
        (Origin::Outside | Origin::Unknown, Origin::Outside | Origin::Unknown) => true,
    }
}

/// The operation that makes the memory behind a memref, where that is a local allocation.
pub fn local_allocation(module: &Module, value: Value) -> Option<Op> {
    let op = module.defining_op(base(module, value))?;
    let is_local =
        matches!(module.kind(op), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc));
    is_local.then_some(op)
}

fn origin(module: &Module, value: Value) -> Origin {
    if local_allocation(module, value).is_some() {
        return Origin::Local;
    }
    match module.def(value) {
        Def::Arg(block, _) => match module.block_parent(block) {
            Some(parent) if is_function(module, parent) => Origin::Outside,
            _ => Origin::Unknown,
        },
        Def::Result(op, _) if is_constant_global(module, op) => Origin::Constant,
        Def::Result(op, _) if module.kind(op) == OpKind::MemRef(MemRef::GetGlobal) => Origin::Outside,
        Def::Result(..) | Def::Forward => Origin::Unknown,
    }
}

fn is_function(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::Isolated))
}

fn is_constant_global(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Foreign(name) => module.text(name) == "krnl.global",
        OpKind::MemRef(MemRef::GetGlobal) => {
            let path = module.attr(op, "name").and_then(|attr| module.attr_symbol(attr));
            let global = path.and_then(|path| module.resolve_symbol(op, path));
            global.is_some_and(|global| module.attr(global, "constant").is_some())
        }
        _ => false,
    }
}

fn global_name(module: &Module, value: Value) -> Option<&AttrKind> {
    let op = module.defining_op(value)?;
    if module.kind(op) != OpKind::MemRef(MemRef::GetGlobal) {
        return None;
    }
    module.attr(op, "name").map(|name| module.attr_kind(name))
}

/// Whether a memref, or a view of it, goes into an operation that may hand it out as another value.
fn escapes(module: &Module, value: Value) -> bool {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            match module.kind(found.op) {
                OpKind::MemRef(MemRef::Cast | MemRef::SubView) => work.push(module.result(found.op, 0)),
                kind if keeps_inside(module, kind, found.op, found.index as usize) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Whether an operation uses a memref operand only to reach its elements, or ends the function with it.
fn keeps_inside(module: &Module, kind: OpKind, op: Op, index: usize) -> bool {
    match kind {
        OpKind::MemRef(MemRef::Dim)
        | OpKind::Func(Func::Return)
        | OpKind::Gpu(Gpu::LaunchFunc | Gpu::Return)
        | OpKind::Scf(Scf::Reduce) => true,
        _ => {
            let Some(def) = kind.def() else { return false };
            let view = module.op(op);
            let slot = (0..def.operands.len()).find(|slot| view.group_range(*slot).contains(&index));
            slot.is_some_and(|slot| def.operands[slot].effect.is_some())
        }
    }
}
