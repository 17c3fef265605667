//! Checks traits that relate the types of operands and results.

use crate::def::{OpDef, Trait};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    if let Some(message) = broken_type_trait(op, def).or_else(|| broken_elementwise(op, def)) {
        cx.error(op, message);
    }
}

fn operand_types(op: OpRef<'_>) -> impl Iterator<Item = Type> {
    op.operands().iter().map(move |value| op.type_of(*value))
}

fn result_types(op: OpRef<'_>) -> impl Iterator<Item = Type> {
    op.results().map(move |value| op.type_of(value))
}

fn broken_type_trait(op: OpRef<'_>, def: &OpDef) -> Option<&'static str> {
    let module = op.module;
    let same_type = |a: Type, b: Type| a == b;
    let same_element = |a: Type, b: Type| module.element_type(a) == module.element_type(b);
    let same_shape = |a: Type, b: Type| shapes_agree(module, a, b);
    let all = |wanted: Trait, agree: &dyn Fn(Type, Type) -> bool| {
        def.has(wanted) && differ(result_types(op).chain(operand_types(op)), agree)
    };
    let operands = |wanted: Trait, agree: &dyn Fn(Type, Type) -> bool| {
        def.has(wanted) && differ(operand_types(op), agree)
    };
    if all(Trait::SameType, &same_type) {
        Some("requires the same type for all operands and results")
    } else if operands(Trait::SameOperandType, &same_type) {
        Some("requires all operands to have the same type")
    } else if all(Trait::SameShape, &same_shape) {
        Some("requires the same shape for all operands and results")
    } else if operands(Trait::SameOperandShape, &same_shape) {
        Some("requires the same shape for all operands")
    } else if all(Trait::SameElementType, &same_element) {
        Some("requires the same element type for all operands and results")
    } else if operands(Trait::SameOperandElementType, &same_element) {
        Some("requires the same element type for all operands")
    } else {
        None
    }
}

/// Whether a type disagrees with the first one.
fn differ(mut types: impl Iterator<Item = Type>, agree: &dyn Fn(Type, Type) -> bool) -> bool {
    types.next().is_some_and(|first| types.any(|ty| !agree(first, ty)))
}

/// Returns the error if shaped types differ in kind or shape, or if there are shaped operands but no shaped
/// results.
fn broken_elementwise(op: OpRef<'_>, def: &OpDef) -> Option<&'static str> {
    if !def.has(Trait::Elementwise) {
        return None;
    }
    let module = op.module;
    let is_mappable = |ty: &Type| mappable_kind(module, *ty).is_some();
    let first = operand_types(op).find(is_mappable);
    let n_results = result_types(op).filter(is_mappable).count();
    let Some(first) = first else {
        return (0 < n_results)
            .then_some("if a result is non-scalar, then at least one operand must be non-scalar");
    };
    if n_results == 0 {
        return Some("if an operand is non-scalar, then there must be at least one non-scalar result");
    }
    if n_results < op.n_results() {
        return Some("if an operand is non-scalar, then all results must be non-scalar");
    }
    let agrees = |ty: Type| {
        mappable_kind(module, ty) == mappable_kind(module, first) && shapes_agree(module, ty, first)
    };
    (!operand_types(op).chain(result_types(op)).filter(is_mappable).all(agrees))
        .then_some("all non-scalar operands/results must have the same shape and base type")
}

/// Returns a number for each kind of type to which elementwise operations apply.
fn mappable_kind(module: &Module, ty: Type) -> Option<u8> {
    match module.type_kind(ty) {
        TypeKind::Vector(..) => Some(0),
        TypeKind::Tensor(..) => Some(1),
        TypeKind::UnrankedTensor(_) => Some(2),
        _ => None,
    }
}

/// Whether two types may have the same shape at run time: both are shaped or neither is, and no static sizes
/// differ.
pub(crate) fn shapes_agree(module: &Module, a: Type, b: Type) -> bool {
    if is_shaped(module, a) != is_shaped(module, b) {
        return false;
    }
    if let (TypeKind::Vector(_, a, _), TypeKind::Vector(_, b, _)) = (module.type_kind(a), module.type_kind(b))
        && a != b
    {
        return false;
    }
    let (Some(a), Some(b)) = (module.shape(a), module.shape(b)) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || *a == DYNAMIC || *b == DYNAMIC)
}

fn is_shaped(module: &Module, ty: Type) -> bool {
    module.shape(ty).is_some()
        || matches!(module.type_kind(ty), TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemRef(..))
}
