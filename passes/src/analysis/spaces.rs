//! The memories of a device that memory spaces of types mean.

use warpline_ir::{AttrKind, MemRef, Module, Op, OpKind, Type};

/// Memory spaces of a pointer, by their number in `#llvm.address_space<…>`.
pub(crate) const GLOBAL: u32 = 1;
pub(crate) const WORKGROUP: u32 = 3;
pub(crate) const PRIVATE: u32 = 5;

/// Returns the memory space number of a memref type. Numbers mean the same as in NVVM and ROCDL; those that mean nothing
/// there are other names of global memory.
pub(crate) fn space_of(module: &Module, ty: Type) -> Option<u32> {
    let Some(space) = module.memory_space(ty) else { return Some(GLOBAL) };
    match module.attr_kind(space) {
        AttrKind::Integer(3, _) => Some(WORKGROUP),
        AttrKind::Integer(5, _) => Some(PRIVATE),
        AttrKind::Integer(..) => Some(GLOBAL),
        AttrKind::Foreign(name) => match module.text(*name) {
            "gpu.address_space<global>" => Some(GLOBAL),
            "gpu.address_space<workgroup>" => Some(WORKGROUP),
            "gpu.address_space<private>" => Some(PRIVATE),
            _ => module.llvm_space_number(space).map(|space| space.max(GLOBAL)),
        },
        _ => None,
    }
}

/// The size up to which a buffer that a kernel allocates is private memory of each thread, in bytes.
pub(crate) const MAX_PRIVATE_BYTES: u64 = 16384;

/// Whether an operation has an allocation of known size in it that a thread of a kernel cannot have.
pub(crate) fn allocates_much(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().any(|inner| {
        let ty = module.op(inner).results().next().map(|result| module.type_of(result));
        let ty = ty.filter(|_| module.kind(inner) == OpKind::MemRef(MemRef::Alloc));
        let bytes =
            ty.and_then(|ty| module.n_elements(ty)?.checked_mul(module.byte_size(module.element_type(ty))?));
        bytes.is_some_and(|bytes| MAX_PRIVATE_BYTES < bytes)
    })
}
