//! Uses of vector operations that only some versions of MLIR have.

use super::parts::{numbers, parts};
use crate::affine::Expr;
use crate::attrs::{Attr, AttrKind};
use crate::def::{Feature, MlirVersion, Versions, feature};
use crate::op::OpRef;

const SINCE_20: Versions = Versions::since(MlirVersion::V20);
const SINCE_21: Versions = Versions::since(MlirVersion::V21);

/// A shuffle with elements that are poison.
pub(super) const SHUFFLE: &[Feature] =
    &[feature(SINCE_20, "a poison index", |op| numbers(op, "mask").contains(&-1))];
const POISON: Feature =
    feature(SINCE_21, "a poison index", |op| numbers(op, "static_position").contains(&-1));
/// An insertion at a position that is poison.
pub(super) const INSERT: &[Feature] = &[POISON];
/// An extraction from such a position, and one of an element as a vector.
pub(super) const EXTRACT: &[Feature] = &[
    POISON,
    feature(Versions::until(MlirVersion::V23), "an element as a vector", |op| {
        let rank = parts(op.module, op.operand_type(0)).map(|parts| parts.rank());
        rank == Some(numbers(op, "static_position").len()) && parts(op.module, op.result_type(0)).is_some()
    }),
];
/// An access to memory whose last dimension has gaps.
pub(super) const CONTIGUOUS: &[Feature] = &[feature(SINCE_20, "a stride in the last dimension", |op| {
    let strides = op.module.strides(op.type_of(op.named("base"))).map(|(_, strides)| strides);
    strides.is_some_and(|strides| strides.last().is_some_and(|stride| *stride != 1))
})];
const WITH_SHAPE: Feature = feature(SINCE_20, "a mask of several dimensions", has_masks);
/// An access with a mask of several dimensions.
pub(super) const MASKED: &[Feature] = &[WITH_SHAPE];
/// The same, and an access whose mask has another shape than its elements.
pub(super) const EXPANDED: &[Feature] = &[
    WITH_SHAPE,
    feature(Versions::range(MlirVersion::V20, MlirVersion::V23), "a mask of another shape", |op| {
        let part = op.operands().last().and_then(|value| parts(op.module, op.type_of(*value)));
        part.map(|part| part.shape) != op.module.shape(op.type_of(op.named("mask")))
    }),
];
/// A scatter with indices of several dimensions, and one into a tensor.
pub(super) const SCATTER: &[Feature] = &[
    feature(SINCE_21, "a mask of several dimensions", has_masks),
    feature(Versions::since(MlirVersion::V22), "a tensor", |op| 0 < op.n_results()),
];
/// A transfer that broadcasts along a dimension that may be out of bounds.
pub(super) const TRANSFER: &[Feature] = &[feature(SINCE_20, "a broadcast that may be out of bounds", |op| {
    let kind = |key| op.attr(key).map(|attr| op.module.attr_kind(attr));
    let (Some(AttrKind::Map(map)), Some(AttrKind::Array(in_bounds))) =
        (kind("permutation_map"), kind("in_bounds"))
    else {
        return false;
    };
    let is_broadcast = |expr: &Expr| matches!(expr, Expr::Constant(_));
    map.results.iter().zip(in_bounds).any(|(expr, bound)| is_broadcast(expr) && *bound == Attr::FALSE)
})];

fn has_masks(op: OpRef<'_>) -> bool {
    op.module.shape(op.type_of(op.named("mask"))).is_some_and(|shape| 1 < shape.len())
}
