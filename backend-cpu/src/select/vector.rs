//! Selects code for what `expand-vectors` leaves of the vector dialect: vectors are built from elements and taken
//! apart, and accesses to adjacent elements.

use super::{Rule, memref};
use crate::emit::{Emitted, Emitter, World};
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
        Vector::TypeCast => Rule::select(memref::type_cast),
        Vector::Reshape => Rule::refuse("dynamic sizes are not supported; use vector.shape_cast"),
        Vector::Vscale | Vector::ScalableExtract | Vector::ScalableInsert => {
            Rule::expand("expand-scalable-vectors")
        }
        Vector::Print => Rule::select(print),
        Vector::Yield => Rule::part("it is outside the operation that it terminates"),
        _ => Rule::expand("expand-vectors"),
    }
}

fn print(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    match cx.world {
        World::Host(_) => cx.vector_print(op),
        World::Blocks(_) => Err(cx.unsupported("run gpu-expand-vector-print first")),
    }
}
