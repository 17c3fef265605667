//! Conversions between 64-bit and 32-bit values.

use super::is_wide;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Type, Value};

/// Returns the low 32 bits of a 64-bit value.
pub(super) fn word(at: &mut Builder<'_>, value: Value) -> Value {
    if let Some(word) = extended_from(at.module, value) {
        return word;
    }
    if let Some(number) = at.module.constant_int(value) {
        return at.int(i64::from(number as i32), Type::I32);
    }
    let cast = if at.module.type_of(value) == Type::INDEX { Arith::IndexCast } else { Arith::TruncI };
    at.value(cast, &[value], Type::I32, &[])
}

/// The maximum depth of the use-def traversal of an offset.
const MAX_DEPTH: u32 = 8;

/// Returns the low 32 bits of a 64-bit value; sums, differences and products are recomputed in 32 bits.
pub(super) fn low_bits(at: &mut Builder<'_>, value: Value, depth: u32) -> Value {
    let op = at.module.defining_op(value).filter(|_| depth < MAX_DEPTH);
    match op.map(|op| (at.module.kind(op), at.module.operands(op))) {
        Some((OpKind::Arith(kind @ (Arith::AddI | Arith::SubI | Arith::MulI)), &[a, b])) => {
            let (a, b) = (low_bits(at, a, depth + 1), low_bits(at, b, depth + 1));
            at.binary(kind, a, b)
        }
        _ => word(at, value),
    }
}

/// Extends a 32-bit value to a 64-bit type.
pub(super) fn extended(at: &mut Builder<'_>, word: Value, ty: Type, is_natural: bool) -> Value {
    let cast = match (ty == Type::INDEX, is_natural) {
        (true, true) => Arith::IndexCastUI,
        (true, false) => Arith::IndexCast,
        (false, true) => Arith::ExtUI,
        (false, false) => Arith::ExtSI,
    };
    at.value(cast, &[word], ty, &[])
}

/// Returns the `i32` that a 64-bit value extends.
fn extended_from(module: &Module, value: Value) -> Option<Value> {
    let op = module.defining_op(value)?;
    // A truncation has no wide result.
    let is_extension = module.kind(op).def().is_some_and(|def| def.has(Trait::IntegerCast));
    let source = *module.operands(op).first().filter(|_| is_extension)?;
    (module.type_of(source) == Type::I32 && is_wide(module, module.type_of(value))).then_some(source)
}

/// Folds truncations of extensions to the extended value.
pub(super) fn drop_round_trips(module: &mut Module, func: Op) {
    for op in module.walk(func) {
        let is_truncation =
            matches!(module.kind(op), OpKind::Arith(Arith::IndexCast | Arith::IndexCastUI | Arith::TruncI));
        if !is_truncation || module.type_of(module.result(op, 0)) != Type::I32 {
            continue;
        }
        if let Some(word) = extended_from(module, module.operand(op, 0)) {
            module.replace_op(op, &[word]);
        }
    }
}
