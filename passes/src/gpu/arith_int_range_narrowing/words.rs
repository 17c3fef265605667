//! Values of 64 bits as values of 32, and back.

use super::is_wide;
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Type, Value};

/// The low 32 bits of a value of 64.
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

/// How far the definition of an offset is followed.
const MAX_DEPTH: u32 = 8;

/// The low 32 bits of a value of 64, computed in 32 bits where sums, differences and products made it.
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

/// A value of 32 bits as one of a type of 64.
pub(super) fn extended(at: &mut Builder<'_>, word: Value, ty: Type, is_natural: bool) -> Value {
    let cast = match (ty == Type::INDEX, is_natural) {
        (true, true) => Arith::IndexCastUI,
        (true, false) => Arith::IndexCast,
        (false, true) => Arith::ExtUI,
        (false, false) => Arith::ExtSI,
    };
    at.value(cast, &[word], ty, &[])
}

/// The `i32` that a value of 64 bits extends.
fn extended_from(module: &Module, value: Value) -> Option<Value> {
    let op = module.defining_op(value)?;
    let is_extension = matches!(
        module.kind(op),
        OpKind::Arith(Arith::IndexCast | Arith::IndexCastUI | Arith::ExtSI | Arith::ExtUI)
    );
    let source = *module.operands(op).first().filter(|_| is_extension)?;
    (module.type_of(source) == Type::I32 && is_wide(module, module.type_of(value))).then_some(source)
}

/// Replaces truncations of extensions by what was extended.
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
