//! Coordinates of vector elements, which are numbered in row-major order.

use super::is_vector;
use warpline_ir::{AttrKind, Module, OpRef, Type};

/// Returns the sizes of a vector type; empty for any other type.
pub(super) fn sizes(module: &Module, ty: Type) -> Vec<usize> {
    let shape = module.shape(ty).filter(|_| is_vector(module, ty)).unwrap_or_default();
    shape.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect()
}

/// Returns the coordinates of an element of a shape.
pub(super) fn coordinates(mut number: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for (step, size) in place.iter_mut().zip(shape).rev() {
        *step = number % (*size).max(1);
        number /= (*size).max(1);
    }
    place
}

/// Returns the row-major number of the element at coordinates.
pub(super) fn number(place: &[usize], shape: &[usize]) -> usize {
    place.iter().zip(shape).fold(0, |number, (place, size)| number * size + place)
}

/// Returns the values of an array attribute, dense or not.
pub(super) fn ints(op: OpRef<'_>, key: &str) -> Vec<i64> {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers.to_vec(),
        Some(AttrKind::Array(items)) => items.iter().filter_map(|item| op.module.attr_int(*item)).collect(),
        _ => Vec::new(),
    }
}
