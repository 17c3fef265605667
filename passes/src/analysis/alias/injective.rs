//! Proves that different indices of a memref are different elements.
//!
//! Strides of 0, or strides smaller than the extent that they step over, map several indices to one element. No type
//! forbids that. Types with constant strides are checked by these, subviews by their source. An argument with dynamic
//! strides is assumed to be injective, as a view that a caller takes of a buffer is.

use super::roots::{view_kind, view_source};
use warpline_ir::def::View;
use warpline_ir::{AttrKind, DYNAMIC, Def, MemRef, Module, Op, OpKind, Type, TypeKind, Value};

/// Whether no two different indices of a memref denote the same element.
pub(super) fn is_injective(module: &Module, memref: Value) -> bool {
    let mut at = memref;
    loop {
        if let Some(verdict) = of_type(module, module.type_of(at)) {
            return verdict;
        }
        let (Def::Result(op, _), Some(source)) = (module.def(at), view_source(module, at)) else {
            return matches!(module.def(at), Def::Arg(..));
        };
        match module.kind(op) {
            OpKind::MemRef(MemRef::SubView) if !has_strides(module, op) => return false,
            _ if view_kind(module, at) == Some(View::Anywhere) => return false,
            _ => at = source,
        }
    }
}

/// Returns the result for a type; `None` if relevant numbers are not constant.
fn of_type(module: &Module, ty: Type) -> Option<bool> {
    match module.type_kind(ty) {
        TypeKind::MemRef(_, _, None, _) => Some(true),
        TypeKind::MemRef(shape, ..) => match module.strides(ty) {
            Some((_, strides)) => of_layout(shape, &strides),
            None => Some(false),
        },
        _ => None,
    }
}

/// Whether all strides of a subview are positive constants.
fn has_strides(module: &Module, op: Op) -> bool {
    let strides = module.attr(op, "static_strides").map(|attr| module.attr_kind(attr));
    matches!(strides, Some(AttrKind::DenseArray(_, strides)) if strides.iter().all(|stride| 0 < *stride))
}

/// Returns the result for sizes and strides: each stride must be at least the extent of the next smaller one.
fn of_layout(shape: &[i64], strides: &[i64]) -> Option<bool> {
    let mut dims: Vec<(i64, i64)> = strides.iter().copied().zip(shape.iter().copied()).collect();
    if dims.iter().any(|(_, size)| *size == 0) {
        return Some(true);
    }
    dims.retain(|(_, size)| *size != 1);
    if dims.iter().any(|(stride, _)| *stride == DYNAMIC) {
        return None;
    }
    dims.sort_unstable();
    let (mut span, mut is_known) = (1, true);
    for (index, (stride, size)) in dims.iter().enumerate() {
        if *stride < span {
            return Some(false);
        }
        is_known &= *size != DYNAMIC || index + 1 == dims.len();
        span = if *size == DYNAMIC { *stride } else { stride.checked_mul(*size)? };
    }
    is_known.then_some(true)
}
