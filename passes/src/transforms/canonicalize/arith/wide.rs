//! Additions and multiplications with two results.

use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::matching::{constant_like, is_one, is_zero, pair};
use warpline_ir::scalar::fold;
use warpline_ir::{Arith, Attr, Builder, Module, Op, OpKind, Type, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::AddUIExtended), |m, op| known_by_right(m, op, is_zero, First::Left)),
    (OpKind::Arith(Arith::AddUIExtended), fold_both),
    (OpKind::Arith(Arith::AddUIExtended), |m, op| only_low_half(m, op, Arith::AddI)),
    (OpKind::Arith(Arith::MulSIExtended), |m, op| known_by_right(m, op, is_zero, First::Right)),
    (OpKind::Arith(Arith::MulSIExtended), fold_both),
    (OpKind::Arith(Arith::MulSIExtended), |m, op| only_low_half(m, op, Arith::MulI)),
    (OpKind::Arith(Arith::MulSIExtended), sign_of_left),
    (OpKind::Arith(Arith::MulUIExtended), |m, op| known_by_right(m, op, is_zero, First::Right)),
    (OpKind::Arith(Arith::MulUIExtended), |m, op| known_by_right(m, op, is_one, First::Left)),
    (OpKind::Arith(Arith::MulUIExtended), fold_both),
    (OpKind::Arith(Arith::MulUIExtended), |m, op| only_low_half(m, op, Arith::MulI)),
];

/// Which operand the first result is.
#[derive(Clone, Copy)]
enum First {
    Left,
    Right,
}

/// Folds by the second operand: the first result is an operand, the second one is zero.
fn known_by_right(
    module: &mut Module,
    op: Op,
    wanted: fn(&Module, Value) -> bool,
    first: First,
) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if !wanted(module, b) {
        return None;
    }
    let ty = module.type_of(module.result(op, 1));
    let zero = constant_like(module, op, ty, 0)?;
    let low = match first {
        First::Left => a,
        First::Right => b,
    };
    module.replace_op(op, &[low, zero]);
    Some(())
}

/// Folds two constant operands.
fn fold_both(module: &mut Module, op: Op) -> Option<()> {
    let operands: Vec<Option<Attr>> =
        module.operands(op).iter().map(|value| module.constant_of(*value)).collect();
    let values = fold::results(module.op(op), &operands)?;
    let mut builder = Builder::before(module, op);
    let mut results = Vec::new();
    for value in values {
        let attr = builder.module.intern_attr(value);
        results.push(builder.constant(attr)?);
    }
    module.replace_op(op, &results);
    Some(())
}

/// Replaces the operation by one with a single result if the second result is unused.
fn only_low_half(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let high = module.result(op, 1);
    if !module.is_unused(high) {
        return None;
    }
    let low = Builder::before(module, op).binary(kind, a, b);
    module.replace_op(op, &[low, low]);
    Some(())
}

/// `x * 1` has the sign of `x` in every bit of its upper half. The only bit of an `i1` is its sign: there, 1 is -1.
fn sign_of_left(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let ty = module.type_of(a);
    if !is_one(module, b) || module.element_type(ty) == Type::I1 {
        return None;
    }
    let zero = constant_like(module, op, ty, 0)?;
    let bools = module.with_element(ty, Type::I1);
    let less = module.int_attr(2, Type::I64);
    let mut builder = Builder::before(module, op);
    let is_negative = builder.value(Arith::CmpI, &[a, zero], bools, &[("predicate", less)]);
    let extension =
        if builder.module.element_type(ty) == Type::INDEX { Arith::IndexCast } else { Arith::ExtSI };
    let high = builder.value(extension, &[is_negative], ty, &[]);
    module.replace_op(op, &[a, high]);
    Some(())
}
