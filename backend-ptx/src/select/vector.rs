//! Selects `vector`: a vector is its elements, each in a register of its own, so that most operations only rename.
//!
//! Elements are numbered in row-major order. What stands for nothing, such as the place -1, may be any element.

mod access;
mod combine;
mod masks;
mod moves;

use super::{Rule, Select};
use warpline_ir::{AttrKind, OpRef, Type, Vector};

/// How operations of vector are treated.
pub(super) fn rule<'a>(kind: Vector) -> Rule<'a> {
    match kind {
        Vector::Broadcast | Vector::Splat => Rule::select(|cx, op| cx.vector_broadcast(op)),
        Vector::ShapeCast | Vector::FromElements => Rule::select(|cx, op| cx.vector_same(op)),
        Vector::ToElements => Rule::select(|cx, op| cx.vector_to_elements(op)),
        Vector::Bitcast => Rule::select(|cx, op| cx.vector_bitcast(op)),
        Vector::Transpose => Rule::select(|cx, op| cx.vector_transpose(op)),
        Vector::FlatTranspose => Rule::select(|cx, op| cx.vector_flat_transpose(op)),
        Vector::Shuffle => Rule::select(|cx, op| cx.vector_shuffle(op)),
        Vector::Interleave => Rule::select(|cx, op| cx.vector_interleave(op)),
        Vector::Deinterleave => Rule::select(|cx, op| cx.vector_deinterleave(op)),
        Vector::ExtractStridedSlice => Rule::select(|cx, op| cx.vector_slice(op)),
        Vector::InsertStridedSlice => Rule::select(|cx, op| cx.vector_insert_slice(op)),
        Vector::Extract => Rule::select(|cx, op| cx.vector_extract(op, Vector::Extract)),
        Vector::ExtractElement => Rule::select(|cx, op| cx.vector_extract(op, Vector::ExtractElement)),
        Vector::Insert => Rule::select(|cx, op| cx.vector_insert(op, Vector::Insert)),
        Vector::InsertElement => Rule::select(|cx, op| cx.vector_insert(op, Vector::InsertElement)),
        Vector::Fma => Rule::select(|cx, op| cx.fma(op)),
        Vector::Step => Rule::select(|cx, op| cx.vector_step(op)),
        Vector::Reduction => Rule::select(|cx, op| cx.vector_reduce(op, Vector::Reduction)),
        Vector::MultiReduction => Rule::select(|cx, op| cx.vector_reduce(op, Vector::MultiReduction)),
        Vector::Scan => Rule::select(Select::vector_scan),
        Vector::Contract => Rule::select(Select::vector_contract),
        Vector::OuterProduct => Rule::select(Select::vector_outer_product),
        Vector::MatrixMultiply => Rule::select(Select::vector_matrix_multiply),
        Vector::TransferRead => Rule::select(|cx, op| cx.vector_read(op, Vector::TransferRead)),
        Vector::Load => Rule::select(|cx, op| cx.vector_read(op, Vector::Load)),
        Vector::MaskedLoad => Rule::select(|cx, op| cx.vector_read(op, Vector::MaskedLoad)),
        Vector::ExpandLoad => Rule::select(|cx, op| cx.vector_read(op, Vector::ExpandLoad)),
        Vector::Gather => Rule::select(|cx, op| cx.vector_read(op, Vector::Gather)),
        Vector::TransferWrite => Rule::select(|cx, op| cx.vector_write(op, Vector::TransferWrite)),
        Vector::Store => Rule::select(|cx, op| cx.vector_write(op, Vector::Store)),
        Vector::MaskedStore => Rule::select(|cx, op| cx.vector_write(op, Vector::MaskedStore)),
        Vector::CompressStore => Rule::select(|cx, op| cx.vector_write(op, Vector::CompressStore)),
        Vector::Scatter => Rule::select(|cx, op| cx.vector_write(op, Vector::Scatter)),
        Vector::ConstantMask => Rule::select(|cx, op| {
            cx.constant_mask(op);
            Ok(())
        }),
        Vector::CreateMask => Rule::select(|cx, op| cx.create_mask(op)),
        Vector::Mask => Rule::select(Select::vector_mask),
        Vector::TypeCast => Rule::refuse("buffers of vectors are not supported; use vector.load"),
        Vector::Reshape => Rule::refuse("sizes that are values are not supported; use vector.shape_cast"),
        Vector::Vscale | Vector::ScalableExtract | Vector::ScalableInsert => {
            Rule::refuse("the chip has no vectors of scalable size")
        }
        Vector::Print => Rule::refuse("a thread prints by gpu.printf"),
        Vector::Yield => Rule::part("it does not end a region here"),
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
