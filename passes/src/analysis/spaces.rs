//! The memories of a device that memory spaces of types mean.

use warpline_ir::{AttrKind, Module, Type};

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
