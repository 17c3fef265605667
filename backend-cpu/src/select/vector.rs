//! Selects code for what `expand-vectors` leaves of the vector dialect: vectors are built from elements and taken
//! apart, and accesses to adjacent elements.

use super::{Rule, memref};
use crate::emit::{Emitted, Emitter};
use warpline_ir::{OpRef, Vector};

/// Returns the treatment of vector operations.
pub(super) fn rule(kind: Vector) -> Rule {
    match kind {
        Vector::FromElements => Rule::select(|cx, op| {
            let elements = cx.parts_of(op.operands())?;
            cx.bind(&[op.result(0)], &elements)
        }),
        Vector::ToElements => Rule::select(|cx, op| {
            let elements = cx.parts_of(op.operands())?;
            cx.bind(&op.results().collect::<Vec<_>>(), &elements)
        }),
        Vector::Load => Rule::select(memref::load),
        Vector::Store => Rule::select(memref::store),
        Vector::TypeCast => Rule::select(memref::whole),
        Vector::Reshape => Rule::refuse("dynamic sizes are not supported; use vector.shape_cast"),
        Vector::Vscale => Rule::select(|cx, op| {
            let one = cx.index(1);
            cx.bind(&[op.result(0)], &[one])
        }),
        Vector::ScalableExtract | Vector::ScalableInsert => {
            Rule::refuse("the machine has no vectors of scalable size")
        }
        Vector::Print => Rule::select(print).on_host_since("use gpu.printf in kernels"),
        Vector::Yield => Rule::part("it is outside the operation that it terminates"),
        _ => Rule::expand("expand-vectors"),
    }
}

fn print(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.vector_print(op)
}
