//! The cost of a kernel operation for one thread, in units of an addition.
//!
//! The rows say the class of an operation. A memory access counts as a cache hit; a function of `math` counts as the
//! polynomial that a backend expands it to. The cost of a vector operation is multiplied by its number of elements.

use warpline_ir::def::{Cost, OpDef};
use warpline_ir::{Module, Op, OpKind, TypeKind};

/// The branch of a loop or of an `if`.
pub(super) const BRANCH: f64 = units(Cost::Branch);
/// A call, without its body.
pub(super) const CALL: f64 = 4.0;

/// Returns the weight of a class.
const fn units(cost: Cost) -> f64 {
    match cost {
        Cost::Free => 0.0,
        Cost::Plain => 1.0,
        Cost::Branch => 2.0,
        Cost::Memory | Cost::Root => 8.0,
        Cost::Division | Cost::Function | Cost::Atomic | Cost::Barrier => 16.0,
        Cost::Power => 32.0,
        Cost::Reduction | Cost::Matrix => 64.0,
    }
}

/// Returns the weight of one operation, without its regions.
pub(super) fn weight(module: &Module, op: Op) -> f64 {
    let cost = match module.kind(op) {
        // Their loops and branches are counted where they are followed, and the rest is of the host.
        OpKind::Builtin(_)
        | OpKind::Func(_)
        | OpKind::Scf(_)
        | OpKind::Linalg(_)
        | OpKind::Async(_)
        | OpKind::Rt(_) => Cost::Free,
        OpKind::Cf(_) => Cost::Branch,
        kind => kind.def().map_or(Cost::Plain, OpDef::cost_class),
    };
    units(cost) * elements(module, op)
}

/// Returns the maximum number of vector elements that the operation takes or returns; 1 without vectors.
fn elements(module: &Module, op: Op) -> f64 {
    let values = module.operands(op).iter().copied().chain(module.results(op));
    let vectors = values
        .map(|value| module.type_of(value))
        .filter(|ty| matches!(module.type_kind(*ty), TypeKind::Vector(..)));
    let sizes = vectors
        .filter_map(|ty| module.shape(ty))
        .map(|shape| shape.iter().map(|size| (*size).max(1) as f64).product::<f64>());
    sizes.fold(1.0, f64::max)
}
