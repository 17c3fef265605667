//! Escape analysis: whether a buffer may reappear as a value that is not known to be it.
//!
//! A buffer escapes if it, or its address as a number, is passed to a call, stored to memory, or passed to an
//! operation whose results [`roots`](super::roots) does not follow.

use super::roots::view_of;
use rustc_hash::FxHashSet;
use warpline_ir::def::Trait;
use warpline_ir::{
    Affine, Arith, Builtin, Func, Gpu, MemRef, Module, Op, OpKind, Ptr, Scf, Type, TypeKind, Use, Value,
};

/// The values that a use of a buffer flows to.
enum Flow {
    /// None: it is accessed, compared or returned.
    Stays,
    /// These values.
    Into(Vec<Value>),
    /// Unknown values: the buffer escapes.
    Leaves,
}

/// Whether a buffer, or a view of it, escapes.
pub(super) fn escapes(module: &Module, buffer: Value) -> bool {
    let mut work = vec![buffer];
    let mut is_seen = FxHashSet::from_iter([buffer]);
    while let Some(value) = work.pop() {
        for used in module.uses(value) {
            match flow(module, used) {
                Flow::Stays => {}
                Flow::Into(values) => work.extend(values.into_iter().filter(|value| is_seen.insert(*value))),
                Flow::Leaves => return true,
            }
        }
    }
    false
}

fn flow(module: &Module, used: Use) -> Flow {
    let (op, index) = (used.op, used.index as usize);
    let is_address = is_number(module, module.operand(op, index));
    if let Some(view) = view_of(module, used) {
        return Flow::Into(vec![view]);
    }
    if let Some(values) = module.targets_of(used) {
        return Flow::Into(values);
    }
    match module.kind(op) {
        OpKind::MemRef(MemRef::ExtractAlignedPointerAsIndex) => Flow::Into(vec![module.result(op, 0)]),
        OpKind::MemRef(MemRef::Store) | OpKind::Affine(Affine::Store) | OpKind::Ptr(Ptr::Store)
            if index == 0 =>
        {
            Flow::Leaves
        }
        OpKind::Func(Func::Call | Func::CallIndirect) | OpKind::Foreign(_) => Flow::Leaves,
        OpKind::Func(Func::Return) | OpKind::Gpu(Gpu::Return) | OpKind::Scf(Scf::Reduce) => Flow::Stays,
        OpKind::Builtin(Builtin::UnrealizedConversionCast) | OpKind::Arith(Arith::Select) => {
            Flow::Into(module.results(op).collect())
        }
        kind => {
            let is_end = kind.def().is_none_or(|def| def.has(Trait::Terminator));
            if is_end || makes_buffers(module, op) {
                return Flow::Leaves;
            }
            // A bit is no address.
            let is_bit = module.results(op).all(|result| module.type_of(result) == Type::I1);
            if is_address && !is_bit { Flow::Into(module.results(op).collect()) } else { Flow::Stays }
        }
    }
}

/// Whether a value holds an address as a number.
fn is_number(module: &Module, value: Value) -> bool {
    matches!(module.type_kind(module.type_of(value)), TypeKind::Integer(..) | TypeKind::Index)
}

/// Whether results of an operation, or arguments of its regions, may be buffers.
fn makes_buffers(module: &Module, op: Op) -> bool {
    let may_be_buffer = |value: Value| {
        matches!(
            module.type_kind(module.type_of(value)),
            TypeKind::MemRef(..)
                | TypeKind::UnrankedMemRef(..)
                | TypeKind::Async(_)
                | TypeKind::Tuple(_)
                | TypeKind::Tensor(..)
                | TypeKind::UnrankedTensor(_)
                | TypeKind::Ptr(_)
                | TypeKind::Foreign(_)
        )
    };
    let regions = module.regions_of(op).into_iter();
    let blocks = regions.flat_map(|region| module.blocks_of(region).to_vec());
    blocks.flat_map(|block| module.args(block).to_vec()).chain(module.results(op)).any(may_be_buffer)
}
