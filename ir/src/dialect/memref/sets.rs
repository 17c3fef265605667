//! The sets of buffer types that the operations accept.

use crate::def::TypeSet;
use crate::module::Module;
use crate::types::{Type, TypeKind};

const fn set(name: &'static str, accepts: fn(&Module, Type) -> bool) -> TypeSet {
    TypeSet { name, accepts, only: None }
}

fn has_rank(module: &Module, ty: Type, rank: usize) -> bool {
    module.is_memref(ty) && module.shape(ty).is_some_and(|shape| shape.len() == rank)
}

fn is_int(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(_, crate::types::Signedness::Signless))
}

fn is_int_or_float(module: &Module, ty: Type) -> bool {
    is_int(module, ty) || matches!(module.type_kind(ty), TypeKind::Float(_))
}

/// Ranked memrefs of static shape.
pub(super) static STATIC: TypeSet = set("statically shaped memref of any type values", |m, ty| {
    m.is_memref(ty) && m.shape(ty).is_some_and(|shape| shape.iter().all(|size| 0 <= *size))
});
/// Ranked memrefs whose layout is an offset and strides.
pub(super) static STRIDED: TypeSet =
    set("strided memref of any type values", |m, ty| m.strides(ty).is_some());
/// Strided memrefs of one element.
pub(super) static STRIDED_0D: TypeSet =
    set("strided memref of any type values of rank 0", |m, ty| has_rank(m, ty, 0) && m.strides(ty).is_some());
/// One-dimensional memrefs.
pub(super) static LINEAR: TypeSet = set("1D memref of any type values", |m, ty| has_rank(m, ty, 1));
/// One-dimensional memrefs of bytes.
pub(super) static BYTES: TypeSet = set("1D memref of 8-bit signless integer values", |m, ty| {
    has_rank(m, ty, 1) && m.element_type(ty) == Type::I8
});
/// One-dimensional memrefs that hold the sizes of a shape.
pub(super) static SHAPE: TypeSet = set("1D memref of signless integer or index values", |m, ty| {
    let element = m.element_type(ty);
    has_rank(m, ty, 1) && (element == Type::INDEX || is_int(m, element))
});
/// Memrefs that have, or may have, a first dimension.
pub(super) static NOT_0D: TypeSet =
    set("unranked.memref of any type values or non-0-ranked.memref of any type values", |m, ty| {
        matches!(m.type_kind(ty), TypeKind::UnrankedMemRef(..)) || (m.is_memref(ty) && !has_rank(m, ty, 0))
    });
/// Memrefs of numbers that support atomic updates.
pub(super) static ATOMIC: TypeSet = set("memref of signless integer or floating-point values", |m, ty| {
    m.is_memref(ty) && is_int_or_float(m, m.element_type(ty))
});
/// Numbers that support atomic updates.
pub(super) static NUMBER: TypeSet = set("signless integer or floating-point", is_int_or_float);
