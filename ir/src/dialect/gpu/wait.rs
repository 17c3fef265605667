//! Verifies waits, buffers and copies.

use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::verify::VerifyCx;

/// Checks that there is one size per dynamic dimension and one value per symbol of the layout.
pub(super) fn verify_alloc(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let ty = op.result_type(0);
    let shape = module.shape(ty).unwrap_or(&[]);
    let n_dynamic = shape.iter().filter(|size| **size == DYNAMIC).count();
    let n_sizes = op.group("dynamicSizes").len();
    if n_sizes != n_dynamic {
        let message = format!("incorrect number of dynamic sizes, has {n_sizes}, expected {n_dynamic}");
        return cx.error(op, message);
    }
    let n_symbols = match module.type_kind(ty) {
        TypeKind::MemRef(_, _, Some(layout), _) => module.attr_map(*layout).map_or(0, |map| map.n_symbols),
        _ => 0,
    };
    let n_values = op.group("symbolOperands").len();
    if n_values != n_symbols as usize {
        let message = "symbol operand count does not equal memref symbol count";
        cx.error(op, format!("{message}: has {n_values}, expected {n_symbols}"));
    }
}

/// Checks that both buffers have compatible shapes and the same element type.
pub(super) fn verify_memcpy(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_copy(cx, op, op.type_of(op.named("dst")), op.type_of(op.named("src")));
}

fn check_copy(cx: &mut VerifyCx<'_>, op: OpRef<'_>, dst: Type, src: Type) {
    let module = op.module;
    let found = || format!("'{}' and '{}'", type_text(module, dst), type_text(module, src));
    if module.element_type(dst) != module.element_type(src) {
        return cx.error(op, format!("arguments have incompatible element type: found {}", found()));
    }
    let (Some(x), Some(y)) = (module.shape(dst), module.shape(src)) else { return };
    let fits = |(x, y): (&i64, &i64)| x == y || *x == DYNAMIC || *y == DYNAMIC;
    if x.len() != y.len() || !x.iter().zip(y).all(fits) {
        cx.error(op, format!("arguments have incompatible shape: found {}", found()));
    }
}

/// Checks that the value has the element type of the buffer.
pub(super) fn verify_memset(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let types = [op.named("dst"), op.named("value")].map(|value| op.type_of(value));
    if op.module.element_type(types[0]) != op.module.element_type(types[1]) {
        let types = types.map(|ty| type_text(op.module, ty));
        let message = "failed to verify that all of {dst, value} have same element type";
        cx.error(op, format!("{message}: found '{}' and '{}'", types[0], types[1]));
    }
}
