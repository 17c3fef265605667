//! The type sets that rows of gpu refer to.

use crate::def::TypeSet;
use crate::module::Module;
use crate::types::{Float, Signedness, Type, TypeKind};

const fn set(name: &'static str, accepts: fn(&Module, Type) -> bool) -> TypeSet {
    TypeSet { name, accepts, only: None }
}

const fn only(name: &'static str, accepts: fn(&Module, Type) -> bool, ty: Type) -> TypeSet {
    TypeSet { name, accepts, only: Some(ty) }
}

/// `i32`.
pub(super) static I32: TypeSet = only("32-bit signless integer", |_, ty| ty == Type::I32, Type::I32);
/// A dense vector or matrix of the sparse library.
pub(super) static DENSE_TENSOR: TypeSet =
    only("dense tensor handle type", |_, ty| ty == Type::SPARSE_DENSE_TENSOR, Type::SPARSE_DENSE_TENSOR);
/// A sparse matrix.
pub(super) static SPARSE_MATRIX: TypeSet =
    only("sparse matrix handle type", |_, ty| ty == Type::SPARSE_MATRIX, Type::SPARSE_MATRIX);
/// A product of sparse matrices.
pub(super) static SPARSE_PRODUCT: TypeSet =
    only("SpGEMM operation handle type", |_, ty| ty == Type::SPARSE_PRODUCT, Type::SPARSE_PRODUCT);
/// `!gpu.named_barrier`.
pub(super) static NAMED_BARRIER: TypeSet =
    only("named barrier type", |_, ty| ty == Type::NAMED_BARRIER, Type::NAMED_BARRIER);

/// Unranked memrefs.
pub(super) static UNRANKED_MEMREF: TypeSet = set("unranked.memref of any type values", |module, ty| {
    matches!(module.type_kind(ty), TypeKind::UnrankedMemRef(..))
});
/// Signless integers and floats.
pub(super) static INT_OR_FLOAT: TypeSet = set("Integer or Float", is_int_or_float);
/// The same, and one-dimensional vectors of them of fixed size.
pub(super) static REDUCIBLE: TypeSet =
    set("Integer or Float or fixed-length vector of Integer or Float values of ranks 1", |module, ty| {
        match module.type_kind(ty) {
            TypeKind::Vector(shape, scalable, element) => {
                shape.len() == 1 && !scalable.contains(&true) && is_int_or_float(module, *element)
            }
            _ => is_int_or_float(module, ty),
        }
    });
/// The types that `gpu.printf` prints.
pub(super) static PRINTABLE: TypeSet = set("variadic of integer or index or floating-point", |module, ty| {
    matches!(module.type_kind(ty), TypeKind::Integer(..) | TypeKind::Index | TypeKind::Float(_))
});
/// One-dimensional memrefs of bytes.
pub(super) static BYTES: TypeSet =
    set("1D memref of 8-bit signless integer values", |module, ty| match module.type_kind(ty) {
        TypeKind::MemRef(shape, element, ..) => shape.len() == 1 && *element == Type::I8,
        _ => false,
    });

/// Matrix fragments.
pub(super) static MMA: TypeSet = set("MMAMatrix type", |module, ty| mma(module, ty).is_some());
/// The factors of a product.
pub(super) static MMA_FACTOR: TypeSet = set(
    "gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or 64-bit \
     float values",
    |module, ty| mma(module, ty).is_some_and(|element| is_byte(module, element) || is_float(module, element)),
);
/// The summand of a product.
pub(super) static MMA_SUMMAND: TypeSet = set(
    "gpu.mma_matrix of 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values",
    |module, ty| mma(module, ty).is_some_and(|element| element == Type::I32 || is_float(module, element)),
);
/// The element values of constant fragments.
pub(super) static MMA_CONSTANT: TypeSet = set(
    "8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float",
    |module, ty| is_byte(module, ty) || [Type::I32, Type::F16, Type::F32].contains(&ty),
);
/// The buffers that fragments are loaded from and stored to.
pub(super) static MMA_BUFFER: TypeSet = set(
    "memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float \
     or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit \
     float values of ranks 1 values",
    |module, ty| match module.type_kind(ty) {
        TypeKind::MemRef(_, element, ..) => match module.type_kind(*element) {
            TypeKind::Vector(shape, _, scalar) => shape.len() == 1 && is_buffer_scalar(module, *scalar),
            _ => is_buffer_scalar(module, *element),
        },
        _ => false,
    },
);

/// Returns the element type of a matrix fragment.
pub(super) fn mma(module: &Module, ty: Type) -> Option<Type> {
    match module.type_kind(ty) {
        TypeKind::MmaMatrix(_, element, _) => Some(*element),
        _ => None,
    }
}

/// The same as a type rule.
pub(super) fn mma_element(module: &Module, ty: Type) -> Option<TypeKind> {
    mma(module, ty).map(|element| module.type_kind(element).clone())
}

fn is_int_or_float(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(_, Signedness::Signless) | TypeKind::Float(_))
}

fn is_byte(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Integer(8, Signedness::Signed | Signedness::Unsigned))
}

fn is_float(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Float(Float::F16 | Float::F32 | Float::F64))
}

fn is_buffer_scalar(module: &Module, ty: Type) -> bool {
    ty == Type::I8 || ty == Type::I32 || is_float(module, ty)
}
