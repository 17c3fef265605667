//! Identities of arithmetic.

use super::constants::{replace_by, replace_by_int};
use warpline_ir::{Arith, AttrKind, Builder, Float, Module, Op, OpKind, Type, Value};

/// The number of the predicate of `arith.cmpi` that holds for swapped operands, by number.
const SWAPPED: [i64; 10] = [0, 1, 4, 5, 2, 3, 8, 9, 6, 7];
/// The number of the predicate of `arith.cmpi` that holds where this one does not, by number.
const INVERTED: [i64; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    match kind {
        Arith::AddI => add_int(module, op),
        Arith::SubI => sub_int(module, op),
        Arith::MulI => mul_int(module, op),
        Arith::DivSI | Arith::DivUI | Arith::CeilDivSI | Arith::CeilDivUI | Arith::FloorDivSI => {
            keep_left(module, op, 1)
        }
        Arith::RemSI | Arith::RemUI => match int(module, module.operand(op, 1)) {
            Some(1) => replace_by_int(module, op, 0),
            _ => None,
        },
        Arith::ShLI | Arith::ShRSI | Arith::ShRUI => keep_left(module, op, 0),
        Arith::AndI => and_int(module, op),
        Arith::OrI => same_operands(module, op).or_else(|| keep_left(module, op, 0)),
        Arith::XOrI => xor_int(module, op),
        Arith::AddF => keep_left_float(module, op, negative_zero),
        Arith::SubF => keep_left_float(module, op, |_| 0),
        Arith::MulF | Arith::DivF => keep_left_float(module, op, one),
        Arith::NegF => undo(module, op, Arith::NegF),
        Arith::CmpI => compare(module, op),
        Arith::Select => select(module, op),
        Arith::IndexCast => undo(module, op, Arith::IndexCast),
        Arith::IndexCastUI => undo(module, op, Arith::IndexCastUI),
        Arith::Bitcast => same_type(module, op).or_else(|| undo(module, op, Arith::Bitcast)),
        Arith::TruncI => undo(module, op, Arith::ExtSI).or_else(|| undo(module, op, Arith::ExtUI)),
        Arith::TruncF => undo(module, op, Arith::ExtF),
        Arith::MaxSI
        | Arith::MaxUI
        | Arith::MinSI
        | Arith::MinUI
        | Arith::MaximumF
        | Arith::MinimumF
        | Arith::MaxNumF
        | Arith::MinNumF => same_operands(module, op),
        Arith::Constant
        | Arith::RemF
        | Arith::CmpF
        | Arith::ExtSI
        | Arith::ExtUI
        | Arith::ExtF
        | Arith::SIToFP
        | Arith::UIToFP
        | Arith::FPToSI
        | Arith::FPToUI => None,
    }
}

/// The value of a constant, also one that is the same in all elements.
fn int(module: &Module, value: Value) -> Option<i64> {
    module.constant_int(value)
}

fn operands(module: &Module, op: Op) -> (Value, Value) {
    (module.operand(op, 0), module.operand(op, 1))
}

/// The operands of the operation that defines a value, if it is of this kind.
fn defined_by(module: &Module, value: Value, kind: Arith) -> Option<&[Value]> {
    let op = module.defining_op(value)?;
    (module.kind(op) == OpKind::Arith(kind)).then(|| module.operands(op))
}

/// `x op neutral` is `x`.
fn keep_left(module: &mut Module, op: Op, neutral: i64) -> Option<()> {
    let (a, b) = operands(module, op);
    if int(module, b)? == neutral { replace_by(module, op, a) } else { None }
}

/// `x op x` is `x`.
fn same_operands(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = operands(module, op);
    if a == b { replace_by(module, op, a) } else { None }
}

/// A scalar integer type: the only ones for which constants are made here.
fn is_scalar(module: &Module, op: Op) -> bool {
    module.is_int_or_index(module.type_of(module.result(op, 0)))
}

fn add_int(module: &mut Module, op: Op) -> Option<()> {
    keep_left(module, op, 0)
        .or_else(|| add_of_negative(module, op))
        .or_else(|| regroup(module, op, Arith::AddI))
}

/// `x + y * -1` and `y * -1 + x` are `x - y`.
fn add_of_negative(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = operands(module, op);
    let negated = |module: &Module, value| match defined_by(module, value, Arith::MulI) {
        Some(&[y, factor]) if int(module, factor) == Some(-1) => Some(y),
        _ => None,
    };
    let (x, y) = match (negated(module, b), negated(module, a)) {
        (Some(y), _) => (a, y),
        (None, Some(y)) => (b, y),
        (None, None) => return None,
    };
    let value = Builder::before(module, op).binary(Arith::SubI, x, y);
    replace_by(module, op, value)
}

/// `(x op c1) op c2` is `x op (c1 op c2)`.
fn regroup(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let (a, b) = operands(module, op);
    let &[x, inner] = defined_by(module, a, kind)? else { return None };
    let (inner, outer) = (int(module, inner)?, int(module, b)?);
    let joined = if kind == Arith::AddI { inner.wrapping_add(outer) } else { inner.wrapping_mul(outer) };
    let ty = module.type_of(x);
    let mut builder = Builder::before(module, op);
    let constant = builder.int(joined, ty);
    let value = builder.binary(kind, x, constant);
    replace_by(module, op, value)
}

fn sub_int(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = operands(module, op);
    if a == b && is_scalar(module, op) {
        return replace_by_int(module, op, 0);
    }
    keep_left(module, op, 0)
}

fn mul_int(module: &mut Module, op: Op) -> Option<()> {
    if int(module, module.operand(op, 1)) == Some(0) {
        return replace_by_int(module, op, 0);
    }
    keep_left(module, op, 1).or_else(|| regroup(module, op, Arith::MulI))
}

fn and_int(module: &mut Module, op: Op) -> Option<()> {
    match int(module, module.operand(op, 1)) {
        Some(0) => replace_by_int(module, op, 0),
        Some(value) if value == -1 || value == 1 && is_bool(module, op) => {
            let left = module.operand(op, 0);
            replace_by(module, op, left)
        }
        _ => same_operands(module, op),
    }
}

fn is_bool(module: &Module, op: Op) -> bool {
    module.type_of(module.result(op, 0)) == Type::I1
}

fn xor_int(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = operands(module, op);
    if a == b && is_scalar(module, op) {
        return replace_by_int(module, op, 0);
    }
    if int(module, b) == Some(1) && is_bool(module, op) {
        return invert_comparison(module, op, a);
    }
    keep_left(module, op, 0)
}

/// `!(a < b)` is `a >= b`.
fn invert_comparison(module: &mut Module, op: Op, comparison: Value) -> Option<()> {
    let &[a, b] = defined_by(module, comparison, Arith::CmpI)? else { return None };
    let predicate = predicate_of(module, module.defining_op(comparison)?)?;
    let predicate = module.int_attr(INVERTED[predicate], Type::I64);
    let value =
        Builder::before(module, op).value(Arith::CmpI, &[a, b], Type::I1, &[("predicate", predicate)]);
    replace_by(module, op, value)
}

fn predicate_of(module: &Module, op: Op) -> Option<usize> {
    let predicate = usize::try_from(module.op(op).int("predicate")?).ok()?;
    (predicate < SWAPPED.len()).then_some(predicate)
}

/// `x < x` is known; a constant goes to the right.
fn compare(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = operands(module, op);
    let predicate = predicate_of(module, op)?;
    if a == b && is_bool(module, op) {
        let holds = matches!(predicate, 0 | 3 | 5 | 7 | 9);
        return replace_by_int(module, op, i64::from(holds));
    }
    if module.constant_of(a).is_none() || module.constant_of(b).is_some() {
        return None;
    }
    let predicate = module.int_attr(SWAPPED[predicate], Type::I64);
    module.set_operands(op, &[b, a]);
    module.set_attr(op, "predicate", predicate);
    Some(())
}

fn select(module: &mut Module, op: Op) -> Option<()> {
    let &[condition, a, b] = module.operands(op) else { return None };
    let known = int(module, condition).map(|condition| if condition == 0 { b } else { a });
    let is_condition = is_bool(module, op) && int(module, a) == Some(1) && int(module, b) == Some(0);
    match known {
        Some(value) => replace_by(module, op, value),
        None if a == b => replace_by(module, op, a),
        None if is_condition => replace_by(module, op, condition),
        None => None,
    }
}

/// `op(inverse(x))` is `x` where the types agree again.
fn undo(module: &mut Module, op: Op, inverse: Arith) -> Option<()> {
    let source = *defined_by(module, module.operand(op, 0), inverse)?.first()?;
    let middle = module.type_of(module.operand(op, 0));
    let (from, to) = (module.type_of(source), module.type_of(module.result(op, 0)));
    let keeps_bits = match (module.bit_width(from), module.bit_width(middle)) {
        (Some(from), Some(middle)) => from <= middle,
        _ => from == middle,
    };
    if from == to && keeps_bits { replace_by(module, op, source) } else { None }
}

fn same_type(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let is_same = module.type_of(source) == module.type_of(module.result(op, 0));
    if is_same { replace_by(module, op, source) } else { None }
}

/// `x op neutral` is `x` in every bit, where `neutral` gives the bits for a format.
fn keep_left_float(module: &mut Module, op: Op, neutral: fn(Float) -> u64) -> Option<()> {
    let (a, b) = operands(module, op);
    let AttrKind::Float(bits, ty) = *module.attr_kind(module.constant_of(b)?) else { return None };
    if bits == neutral(module.float_kind(ty)?) { replace_by(module, op, a) } else { None }
}

fn negative_zero(float: Float) -> u64 {
    1 << (float.width() - 1)
}

fn one(float: Float) -> u64 {
    warpline_ir::scalar::float::narrow(float, 1.0)
}
