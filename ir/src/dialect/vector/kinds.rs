//! Combining kinds, and the verification shared by all reductions.

use super::parts::{is_integer, parts};
use crate::def::{AttrConstraint, foreign_words};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::Type;

/// The keywords of `#vector.kind<…>`.
pub const KINDS: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf",
    "minimumf",
];

/// A combining kind.
pub(super) const KIND: AttrConstraint = AttrConstraint::Bracketed("vector.kind", KINDS);

/// Returns the keyword of the attribute `kind`.
pub fn kind_of(op: OpRef<'_>) -> Option<&str> {
    foreign_words(op.module, op.module.attr_kind(op.attr("kind")?), "vector.kind")
}

/// Whether the kind can combine values of a type.
pub(super) fn combines(module: &Module, kind: &str, element: Type) -> bool {
    let is_float = module.float_kind(element).is_some();
    match kind {
        "add" | "mul" => is_float || is_integer(module, element),
        "minnumf" | "maxnumf" | "minimumf" | "maximumf" => is_float,
        _ => is_integer(module, element),
    }
}

/// Whether the attribute `kind`, by default `add`, can combine the elements of this type.
pub(super) fn kind_fits(op: OpRef<'_>, ty: Type) -> bool {
    let element = element(op.module, ty);
    combines(op.module, kind_of(op).unwrap_or("add"), element)
}

/// Returns the element type of a vector, else the type itself.
pub(super) fn element(module: &Module, ty: Type) -> Type {
    parts(module, ty).map_or(ty, |parts| parts.element)
}
