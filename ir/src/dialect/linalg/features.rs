//! Uses of linalg operations that only some versions of MLIR have.

use super::named::NEWER_KINDS;
use super::structured::Structured;
use crate::def::{Feature, MlirVersion, Versions, feature};
use crate::op::OpRef;

/// The region of a map has the element of the output among its arguments.
pub(super) const MAP: &[Feature] = &[feature(
    Versions::since(MlirVersion::V22),
    "the element of the output among the arguments of its region",
    |_| true,
)];
/// A product with maps of its own.
pub(super) const MATMUL: &[Feature] =
    &[feature(Versions::since(MlirVersion::V20), "indexing_maps", has_own_maps)];
/// The same, of batches.
pub(super) const BATCH_MATMUL: &[Feature] =
    &[feature(Versions::since(MlirVersion::V21), "indexing_maps", has_own_maps)];
/// A function that was added later.
pub(super) const ELEMENTWISE: &[Feature] = &[feature(Versions::since(MlirVersion::V24), "this kind", |op| {
    op.keyword("kind").is_some_and(|word| NEWER_KINDS.contains(&word))
})];

/// Whether the maps are not those that the name implies.
pub(super) fn has_own_maps(op: OpRef<'_>) -> bool {
    let view = Structured::of(op);
    op.attr("indexing_maps").is_some() && view.is_none_or(|view| view.maps() != view.implied_maps())
}
