//! The components of a vector type, and the type sets that the rows of the dialect name.

use crate::attrs::AttrKind;
use crate::def::TypeSet;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{DYNAMIC, Type, TypeKind};

/// The sizes of a vector, which of them are scalable, and the element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts<'m> {
    /// The sizes; the minimum ones of scalable dimensions.
    pub(super) shape: &'m [i64],
    /// Whether each dimension is scalable.
    pub(super) scalable: &'m [bool],
    /// The element type.
    pub(super) element: Type,
}

/// Returns the parts of a vector type.
pub(super) fn parts(module: &Module, ty: Type) -> Option<Parts<'_>> {
    match module.type_kind(ty) {
        TypeKind::Vector(shape, scalable, element) => Some(Parts { shape, scalable, element: *element }),
        _ => None,
    }
}

impl Parts<'_> {
    /// Returns the number of dimensions.
    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the number of elements, with scalable dimensions at their minimum size.
    pub(super) fn n_elements(&self) -> i64 {
        self.shape.iter().fold(1, |product, size| product.saturating_mul(*size))
    }

    /// Returns the number of scalable dimensions.
    pub(super) fn n_scalable(&self) -> usize {
        self.scalable.iter().filter(|scalable| **scalable).count()
    }

    /// Returns a size in the syntax of vector types: `[4]` if it is scalable.
    pub(super) fn size_text(&self, index: usize) -> String {
        let size = self.shape[index];
        if self.scalable[index] { format!("[{size}]") } else { size.to_string() }
    }

    /// Returns the vector type with these parts, as text.
    pub(super) fn text(&self, module: &Module) -> String {
        let sizes: String = (0..self.rank()).map(|index| self.size_text(index) + "x").collect();
        format!("vector<{sizes}{}>", type_text(module, self.element))
    }
}

/// Returns the numbers of an attribute `array<i64: …>` or `[1, 2]`; empty if it is absent.
pub(super) fn numbers(op: OpRef<'_>, key: &str) -> Vec<i64> {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers.to_vec(),
        Some(AttrKind::Array(items)) => items.iter().filter_map(|item| op.module.attr_int(*item)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the width in bits of an element in memory.
pub(super) fn element_bits(module: &Module, ty: Type) -> Option<i64> {
    match module.type_kind(ty) {
        TypeKind::Complex(part) => module.bit_width(*part).map(|bits| 2 * i64::from(bits)),
        _ => module.bit_width(ty).map(i64::from),
    }
}

/// Whether a type is `index` or an integer of any signedness.
pub(super) fn is_integer(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(..) | TypeKind::Index)
}

fn vector_where(module: &Module, ty: Type, accepts: fn(&Module, &Parts<'_>) -> bool) -> bool {
    parts(module, ty).is_some_and(|parts| accepts(module, &parts))
}

fn is_fixed(parts: &Parts<'_>) -> bool {
    parts.n_scalable() == 0
}

const fn set(name: &'static str, accepts: fn(&Module, Type) -> bool) -> TypeSet {
    TypeSet { name, accepts, only: None }
}

/// Vectors, including those without dimensions.
pub(super) static VECTOR: TypeSet =
    set("vector of any type values", |m, ty| vector_where(m, ty, |_, _| true));
/// Vectors with at least one dimension.
pub(super) static RANKED: TypeSet =
    set("vector of any type values", |m, ty| vector_where(m, ty, |_, v| 0 < v.rank()));
/// Vectors without scalable dimensions.
pub(super) static FIXED: TypeSet =
    set("fixed-length vector of any type values", |m, ty| vector_where(m, ty, |_, v| is_fixed(v)));
/// One-dimensional vectors.
pub(super) static LINE: TypeSet =
    set("vector of any type values of ranks 1", |m, ty| vector_where(m, ty, |_, v| v.rank() == 1));
/// One-dimensional scalable vectors.
pub(super) static SCALABLE_LINE: TypeSet = set("scalable vector of any type values of ranks 1", |m, ty| {
    vector_where(m, ty, |_, v| v.rank() == 1 && v.n_scalable() == 1)
});
/// One-dimensional vectors of `index`.
pub(super) static INDEX_LINE: TypeSet = set("vector of index values of ranks 1", |m, ty| {
    vector_where(m, ty, |_, v| v.rank() == 1 && v.element == Type::INDEX)
});
/// Vectors of floats.
pub(super) static FLOATS: TypeSet = set("vector of floating-point values", |m, ty| {
    vector_where(m, ty, |m, v| m.float_kind(v.element).is_some())
});
/// Vectors of integers or `index` with at least one dimension.
pub(super) static INDICES: TypeSet = set("vector of integer or index values", |m, ty| {
    vector_where(m, ty, |m, v| 0 < v.rank() && is_integer(m, v.element))
});
/// Vectors of `i1`, including those without dimensions.
pub(super) static ANY_MASK: TypeSet =
    set("vector of 1-bit signless integer values", |m, ty| vector_where(m, ty, |_, v| v.element == Type::I1));
/// Vectors of `i1` with at least one dimension.
pub(super) static MASK: TypeSet = set("vector of 1-bit signless integer values", |m, ty| {
    vector_where(m, ty, |_, v| 0 < v.rank() && v.element == Type::I1)
});
/// Vectors of `i1` with at least one dimension, none scalable.
pub(super) static FIXED_MASK: TypeSet =
    set("fixed-length vector of 1-bit signless integer values", |m, ty| {
        vector_where(m, ty, |_, v| 0 < v.rank() && is_fixed(v) && v.element == Type::I1)
    });
/// Ranked memrefs and all tensors.
pub(super) static TENSOR_OR_MEMREF: TypeSet = set("Tensor or MemRef of any type values", |m, ty| {
    matches!(m.type_kind(ty), TypeKind::MemRef(..) | TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_))
});
/// All shaped types.
pub(super) static SHAPED: TypeSet = set("shaped of any type values", |m, ty| {
    m.shape(ty).is_some()
        || matches!(m.type_kind(ty), TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemRef(..))
});
/// Ranked tensors.
pub(super) static TENSOR: TypeSet =
    set("ranked tensor of any type values", |m, ty| matches!(m.type_kind(ty), TypeKind::Tensor(..)));
/// Memrefs of static shape.
pub(super) static STATIC_MEMREF: TypeSet = set("statically shaped memref of any type values", |m, ty| {
    m.is_memref(ty) && m.shape(ty).is_some_and(|shape| !shape.contains(&DYNAMIC))
});
/// The printable types.
pub(super) static PRINTABLE: TypeSet = set("vector, integer, index or floating-point", |m, ty| {
    parts(m, ty).is_some() || is_integer(m, ty) || m.float_kind(ty).is_some()
});
