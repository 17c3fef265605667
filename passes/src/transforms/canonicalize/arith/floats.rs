//! Bit-exact identities of floats.

use super::{keep_left, same_operands};
use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::constants::{replace_by, replace_by_constant};
use crate::transforms::canonicalize::matching::{defined_by, float, is_float, pair};
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::scalar::float::is_nan;
use warpline_ir::{Arith, AttrKind, Module, Op, OpKind, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::NegF), negated_twice),
    (OpKind::Arith(Arith::AddF), |m, op| keep_sum(m, op, |m, b| is_float(m, b, -0.0))),
    (OpKind::Arith(Arith::SubF), |m, op| keep_sum(m, op, |m, b| is_float(m, b, 0.0))),
    (OpKind::Arith(Arith::MulF), |m, op| keep_left(m, op, |m, b| is_float(m, b, 1.0))),
    (OpKind::Arith(Arith::DivF), |m, op| keep_left(m, op, |m, b| is_float(m, b, 1.0))),
    (OpKind::Arith(Arith::MulF), fast_product_with_zero),
    (OpKind::Arith(Arith::MulF), |m, op| both_negated(m, op, Arith::MulF)),
    (OpKind::Arith(Arith::DivF), |m, op| both_negated(m, op, Arith::DivF)),
    (OpKind::Arith(Arith::MaximumF), same_operands),
    (OpKind::Arith(Arith::MinimumF), same_operands),
    (OpKind::Arith(Arith::MaxNumF), same_operands),
    (OpKind::Arith(Arith::MinNumF), same_operands),
    (OpKind::Arith(Arith::MaximumF), |m, op| keep_left(m, op, |m, b| is_infinite(m, b, f64::NEG_INFINITY))),
    (OpKind::Arith(Arith::MinimumF), |m, op| keep_left(m, op, |m, b| is_infinite(m, b, f64::INFINITY))),
    (OpKind::Arith(Arith::MaxNumF), |m, op| keep_left(m, op, is_not_a_number)),
    (OpKind::Arith(Arith::MinNumF), |m, op| keep_left(m, op, is_not_a_number)),
];

/// Folds a sum with this zero to the other operand; not with downward rounding, where the sum of two zeros differs.
fn keep_sum(module: &mut Module, op: Op, is_zero: fn(&Module, Value) -> bool) -> Option<()> {
    if direction_of(module.op(op)).is_some() {
        return None;
    }
    keep_left(module, op, is_zero)
}

fn is_infinite(module: &Module, value: Value, wanted: f64) -> bool {
    let number = |(bits, format)| warpline_ir::scalar::float::widen(format, bits);
    float(module, value).map(number).is_some_and(|number| number.to_bits() == wanted.to_bits())
}

fn is_not_a_number(module: &Module, value: Value) -> bool {
    float(module, value).is_some_and(|(bits, format)| is_nan(format, bits))
}

fn negated_twice(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Arith::NegF)?;
    replace_by(module, op, module.operand(inner, 0))
}

/// `x * 0` is `0` if the flags permit ignoring NaNs and the sign of zero.
fn fast_product_with_zero(module: &mut Module, op: Op) -> Option<()> {
    let (_, b) = pair(module, op)?;
    let AttrKind::Foreign(name) = module.attr_kind(module.attr(op, "fastmath")?) else { return None };
    let text = module.text(*name);
    let is_allowed = text.contains("fast>") || text.contains("nnan") && text.contains("nsz");
    if !is_allowed || !is_float(module, b, 0.0) && !is_float(module, b, -0.0) {
        return None;
    }
    replace_by_constant(module, op, module.constant_of(b)?)
}

/// `-a op -b` is `a op b`.
fn both_negated(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let a = defined_by(module, a, Arith::NegF)?;
    let b = defined_by(module, b, Arith::NegF)?;
    let operands = [module.operand(a, 0), module.operand(b, 0)];
    let attrs = module.attrs(op).to_vec();
    super::super::matching::replace_with(module, op, kind, &operands, &attrs)
}
