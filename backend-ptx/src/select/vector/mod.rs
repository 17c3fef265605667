//! Selects `vector`: a vector is its elements, each in a register of its own, so that most operations only rename.
//!
//! Elements are numbered in row-major order. What stands for nothing, such as the place -1, may be any element.

mod access;
mod combine;
mod masks;
mod moves;

use super::{Select, Selected, Unsupported};
use warpline_ir::{AttrKind, OpRef, Type, Vector};

/// Selects an operation.
pub(super) fn select<'a>(cx: &mut Select<'a>, op: OpRef<'a>, kind: Vector) -> Selected {
    match kind {
        Vector::Broadcast | Vector::Splat => cx.vector_broadcast(op),
        Vector::ShapeCast | Vector::FromElements => cx.vector_same(op),
        Vector::ToElements => cx.vector_to_elements(op),
        Vector::Bitcast => cx.vector_bitcast(op),
        Vector::Transpose => cx.vector_transpose(op),
        Vector::FlatTranspose => cx.vector_flat_transpose(op),
        Vector::Shuffle => cx.vector_shuffle(op),
        Vector::Interleave => cx.vector_interleave(op),
        Vector::Deinterleave => cx.vector_deinterleave(op),
        Vector::ExtractStridedSlice => cx.vector_slice(op),
        Vector::InsertStridedSlice => cx.vector_insert_slice(op),
        Vector::Extract | Vector::ExtractElement => cx.vector_extract(op, kind),
        Vector::Insert | Vector::InsertElement => cx.vector_insert(op, kind),
        Vector::Fma => cx.fma(op),
        Vector::Step => cx.vector_step(op),
        Vector::Reduction | Vector::MultiReduction => cx.vector_reduce(op, kind),
        Vector::Scan => cx.vector_scan(op),
        Vector::Contract => cx.vector_contract(op),
        Vector::OuterProduct => cx.vector_outer_product(op),
        Vector::MatrixMultiply => cx.vector_matrix_multiply(op),
        Vector::TransferRead | Vector::Load | Vector::MaskedLoad | Vector::ExpandLoad | Vector::Gather => {
            cx.vector_read(op, kind)
        }
        Vector::TransferWrite
        | Vector::Store
        | Vector::MaskedStore
        | Vector::CompressStore
        | Vector::Scatter => cx.vector_write(op, kind),
        Vector::ConstantMask => {
            cx.constant_mask(op);
            Ok(())
        }
        Vector::CreateMask => cx.create_mask(op),
        Vector::Mask => cx.vector_mask(op),
        Vector::TypeCast => {
            Err(Unsupported::because("buffers of vectors are not supported; use vector.load"))
        }
        Vector::Reshape => {
            Err(Unsupported::because("sizes that are values are not supported; use vector.shape_cast"))
        }
        Vector::Vscale | Vector::ScalableExtract | Vector::ScalableInsert => {
            Err(Unsupported::because("the chip has no vectors of scalable size"))
        }
        Vector::Print => Err(Unsupported::because("a thread prints by gpu.printf")),
        Vector::Yield => Err(Unsupported::because("it does not end a region here")),
    }
}

/// The sizes of a vector type; none for a scalar.
pub(super) fn sizes(cx: &Select<'_>, ty: Type) -> Vec<usize> {
    let shape = cx.module.shape(ty).filter(|_| cx.is_vector(ty)).unwrap_or_default();
    shape.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect()
}

/// The coordinates of an element of a shape.
fn coordinates(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for (step, size) in place.iter_mut().zip(shape).rev() {
        *step = number % (*size).max(1);
        number /= (*size).max(1);
    }
    place
}

/// The number of the element at coordinates.
fn number(place: &[usize], shape: &[usize]) -> usize {
    place.iter().zip(shape).fold(0, |number, (place, size)| number * size + place)
}

/// The numbers of an array attribute, dense or not.
fn ints(op: OpRef<'_>, key: &str) -> Vec<i64> {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers.to_vec(),
        Some(AttrKind::Array(items)) => items.iter().filter_map(|item| op.module.attr_int(*item)).collect(),
        _ => Vec::new(),
    }
}
