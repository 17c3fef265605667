//! Speculation safety: whether an operation may run where the program would not have run it.

use super::demands;
use super::effects::is_pure;
use warpline_ir::def::{Requirement, Trait};
use warpline_ir::{Module, Op, OpKind, Scf};

/// Whether an operation, with all nested operations, has no effect, has a result for all operands that it can get and is
/// not convergent, so that it may run earlier or more often than in the program. Poison is a result.
pub fn is_speculatable(module: &Module, op: Op) -> bool {
    all_inside(module, op, |inner| demands::are_always_met(module, inner))
}

/// As [`is_speculatable`], in code whose checks are operations of their own, as in a kernel after
/// `generate-runtime-verification`: a view that leaves its buffer there, or a position outside of a vector, is harmless as
/// long as nothing uses it.
pub fn is_speculatable_once_checked(module: &Module, op: Op) -> bool {
    let is_harmless = |requirement: &Requirement| {
        matches!(requirement, Requirement::Positions | Requirement::AffineDivisors)
    };
    all_inside(module, op, |inner| {
        let requires = module.op(inner).def().map_or(&[][..], |def| def.requires);
        requires.iter().all(is_harmless) || demands::are_always_met(module, inner)
    })
}

fn all_inside(module: &Module, op: Op, is_defined: impl Fn(Op) -> bool) -> bool {
    module.walk(op).into_iter().all(|inner| {
        let Some(def) = module.op(inner).def() else { return false };
        match module.kind(inner) {
            OpKind::Scf(Scf::If) => true,
            OpKind::Scf(Scf::For) => is_defined(inner),
            _ if def.has(Trait::Terminator) => inner != op,
            _ => is_pure(module, inner) && !def.has(Trait::Convergent) && is_defined(inner),
        }
    })
}
