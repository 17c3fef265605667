//! Selects what `expand-vectors` leaves of `vector`: a vector is its elements, each in a register of its own, so that making
//! one and taking it apart only rename.

use super::Rule;
use warpline_ir::Vector;

/// How operations of vector are treated.
pub(super) fn rule<'a>(kind: Vector) -> Rule<'a> {
    match kind {
        Vector::FromElements => Rule::select(|cx, op| {
            let elements = op.operands().iter().map(|value| cx.operand(*value)).collect::<Result<_, _>>()?;
            cx.set_elements(op.result(0), elements);
            Ok(())
        }),
        Vector::ToElements => Rule::select(|cx, op| {
            for (result, element) in op.results().zip(cx.elements(op.operand(0))?) {
                cx.set(result, element);
            }
            Ok(())
        }),
        Vector::Broadcast
        | Vector::Splat
        | Vector::ShapeCast
        | Vector::Bitcast
        | Vector::Transpose
        | Vector::FlatTranspose
        | Vector::Shuffle
        | Vector::Interleave
        | Vector::Deinterleave
        | Vector::ExtractStridedSlice
        | Vector::InsertStridedSlice
        | Vector::Extract
        | Vector::ExtractElement
        | Vector::Insert
        | Vector::InsertElement
        | Vector::Fma
        | Vector::Step
        | Vector::Reduction
        | Vector::MultiReduction
        | Vector::Scan
        | Vector::Contract
        | Vector::OuterProduct
        | Vector::MatrixMultiply
        | Vector::TransferRead
        | Vector::Load
        | Vector::MaskedLoad
        | Vector::ExpandLoad
        | Vector::Gather
        | Vector::TransferWrite
        | Vector::Store
        | Vector::MaskedStore
        | Vector::CompressStore
        | Vector::Scatter
        | Vector::ConstantMask
        | Vector::CreateMask
        | Vector::Mask => Rule::expand("expand-vectors"),
        Vector::TypeCast => Rule::refuse("buffers of vectors are not supported; use vector.load"),
        Vector::Reshape => Rule::refuse("sizes that are values are not supported; use vector.shape_cast"),
        Vector::Vscale | Vector::ScalableExtract | Vector::ScalableInsert => {
            Rule::refuse("the chip has no vectors of scalable size")
        }
        Vector::Print => Rule::refuse("a thread prints by gpu.printf"),
        Vector::Yield => Rule::part("it does not end a region here"),
    }
}
