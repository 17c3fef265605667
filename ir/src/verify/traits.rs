//! Traits that relate the types of operands and results.

use crate::def::{OpDef, Trait};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::{DYNAMIC, Type, TypeKind};
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    let operands: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    let wrong = broken_type_trait(op.module, def, &operands, &results)
        .or_else(|| broken_elementwise(op.module, def, &operands, &results));
    if let Some(message) = wrong {
        cx.error(op, message);
    }
}

fn broken_type_trait(
    module: &Module,
    def: &OpDef,
    operands: &[Type],
    results: &[Type],
) -> Option<&'static str> {
    let all: Vec<_> = results.iter().chain(operands).copied().collect();
    let same_type = |a: Type, b: Type| a == b;
    let same_element = |a: Type, b: Type| module.element_type(a) == module.element_type(b);
    let same_shape = |a: Type, b: Type| shapes_agree(module, a, b);
    let broken = |wanted: Trait, types: &[Type], agree: &dyn Fn(Type, Type) -> bool| {
        def.has(wanted) && types.windows(2).any(|pair| !agree(types[0], pair[1]))
    };
    if broken(Trait::SameType, &all, &same_type) {
        Some("requires the same type for all operands and results")
    } else if broken(Trait::SameOperandType, operands, &same_type) {
        Some("requires all operands to have the same type")
    } else if broken(Trait::SameShape, &all, &same_shape) {
        Some("requires the same shape for all operands and results")
    } else if broken(Trait::SameOperandShape, operands, &same_shape) {
        Some("requires the same shape for all operands")
    } else if broken(Trait::SameElementType, &all, &same_element) {
        Some("requires the same element type for all operands and results")
    } else if broken(Trait::SameOperandElementType, operands, &same_element) {
        Some("requires the same element type for all operands")
    } else {
        None
    }
}

/// What is shaped agrees in kind and shape, and there are shaped results where there are shaped operands.
fn broken_elementwise(
    module: &Module,
    def: &OpDef,
    operands: &[Type],
    results: &[Type],
) -> Option<&'static str> {
    if !def.has(Trait::Elementwise) {
        return None;
    }
    let mappable = |types: &[Type]| -> Vec<Type> {
        types.iter().copied().filter(|ty| mappable_kind(module, *ty).is_some()).collect()
    };
    let (from, to) = (mappable(operands), mappable(results));
    match (from.is_empty(), to.is_empty()) {
        (true, true) => return None,
        (true, false) => {
            return Some("if a result is non-scalar, then at least one operand must be non-scalar");
        }
        (false, true) => {
            return Some("if an operand is non-scalar, then there must be at least one non-scalar result");
        }
        (false, false) if to.len() != results.len() => {
            return Some("if an operand is non-scalar, then all results must be non-scalar");
        }
        (false, false) => {}
    }
    let first = from[0];
    let agrees = |ty: &Type| {
        mappable_kind(module, *ty) == mappable_kind(module, first) && shapes_agree(module, *ty, first)
    };
    (!from.iter().chain(&to).all(agrees))
        .then_some("all non-scalar operands/results must have the same shape and base type")
}

/// A number for each kind of type that elementwise operations work through.
fn mappable_kind(module: &Module, ty: Type) -> Option<u8> {
    match module.type_kind(ty) {
        TypeKind::Vector(..) => Some(0),
        TypeKind::Tensor(..) => Some(1),
        TypeKind::UnrankedTensor(_) => Some(2),
        _ => None,
    }
}

/// Whether two types may have the same shape when the program runs: both are shaped or none is, and no known size
/// differs.
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
