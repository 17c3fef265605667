//! Rules and types of the operations on buffers.

use crate::format::read::Reader;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{DYNAMIC, Type};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The element type of the first operand.
pub(super) fn infer_load(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &reader.cx.module;
    Some(vec![module.element_type(module.type_of(*operands.first()?))])
}

fn check_access(cx: &mut VerifyCx<'_>, op: OpRef<'_>, memref: Value, n_indices: usize, element: Type) {
    let module = op.module;
    let ty = op.type_of(memref);
    let rank = module.shape(ty).map_or(0, <[i64]>::len);
    if rank != n_indices {
        cx.error(
            op,
            format!("requires {rank} indices for '{}', but found {n_indices}", type_text(module, ty)),
        );
    }
    let wanted = module.element_type(ty);
    if wanted != element {
        let (wanted, found) = (type_text(module, wanted), type_text(module, element));
        cx.error(op, format!("expects an element of type '{wanted}', but found '{found}'"));
    }
}

pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_access(cx, op, op.operand(0), op.group(1).len(), op.result_type(0));
}

pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_access(cx, op, op.operand(1), op.group(2).len(), op.operand_type(0));
}

/// There is a size per dynamic dimension and a symbol per symbol of the layout.
pub(super) fn verify_alloc(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_sizes(cx, op, op.group(0).len());
}

/// There are as many sizes as the result has dynamic dimensions.
fn check_sizes(cx: &mut VerifyCx<'_>, op: OpRef<'_>, n_sizes: usize) {
    let dynamic = op
        .module
        .shape(op.result_type(0))
        .map_or(0, |shape| shape.iter().filter(|size| **size == DYNAMIC).count());
    if dynamic != n_sizes {
        cx.error(op, format!("dimension operand count does not equal memref dynamic dimension count: {n_sizes} vs {dynamic}"));
    }
    if let Some(alignment) = op.int("alignment")
        && (alignment <= 0 || alignment & (alignment - 1) != 0)
    {
        cx.error(op, format!("alignment must be a positive power of two, but found {alignment}"));
    }
}

/// Two buffers have compatible shapes and one element type.
fn check_same_shape(cx: &mut VerifyCx<'_>, op: OpRef<'_>, a: Type, b: Type) {
    let module = op.module;
    if module.element_type(a) != module.element_type(b) {
        let (a, b) = (type_text(module, a), type_text(module, b));
        return cx.error(op, format!("requires the same element type, but found '{a}' and '{b}'"));
    }
    let (Some(x), Some(y)) = (module.shape(a), module.shape(b)) else { return };
    let fits = |(x, y): (&i64, &i64)| x == y || *x == DYNAMIC || *y == DYNAMIC;
    if x.len() != y.len() || !x.iter().zip(y).all(fits) {
        let (a, b) = (type_text(module, a), type_text(module, b));
        cx.error(op, format!("requires compatible shapes, but found '{a}' and '{b}'"));
    }
}

pub(super) fn verify_copy(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_same_shape(cx, op, op.operand_type(0), op.operand_type(1));
}

pub(super) fn verify_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_same_shape(cx, op, op.operand_type(0), op.result_type(0));
}
