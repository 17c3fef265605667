//! Identities of `arith.select`.

use super::compare::predicate_of;
use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::constants::replace_by;
use crate::transforms::canonicalize::matching::{
    constant_like, defined_by, int_bits, is_one, is_zero, pair, replace_with,
};
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Type, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::Select), known),
    (OpKind::Arith(Arith::Select), the_condition_itself),
    (OpKind::Arith(Arith::Select), of_equal_values),
    (OpKind::Arith(Arith::Select), nested_with_same_condition),
    (OpKind::Arith(Arith::Select), by_negated_condition),
    (OpKind::Arith(Arith::Select), negated_condition_itself),
    (OpKind::Arith(Arith::Select), extended_condition),
];

fn parts(module: &Module, op: Op) -> Option<(Value, Value, Value)> {
    match *module.operands(op) {
        [condition, a, b] => Some((condition, a, b)),
        _ => None,
    }
}

/// Folds a known condition, or two equal values.
fn known(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    match int_bits(module, condition) {
        Some(1) => replace_by(module, op, a),
        Some(_) => replace_by(module, op, b),
        None if a == b => replace_by(module, op, a),
        None => None,
    }
}

fn is_bool(module: &Module, value: Value) -> bool {
    module.element_type(module.type_of(value)) == Type::I1
}

/// `c ? true : false` is `c`.
fn the_condition_itself(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let fits = module.type_of(condition) == module.type_of(a) && is_bool(module, a);
    if fits && is_one(module, a) && is_zero(module, b) { replace_by(module, op, condition) } else { None }
}

/// `x == y ? x : y` is `y`, and `x != y ? x : y` is `x`.
fn of_equal_values(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let comparison = defined_by(module, condition, Arith::CmpI)?;
    let (x, y) = pair(module, comparison)?;
    if !(x == a && y == b || x == b && y == a) {
        return None;
    }
    match predicate_of(module, comparison)? {
        0 => replace_by(module, op, b),
        1 => replace_by(module, op, a),
        _ => None,
    }
}

/// `c ? (c ? a : b) : d` is `c ? a : d`, and so on the other side.
fn nested_with_same_condition(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let inner = |module: &Module, value| {
        let (other, a, b) = parts(module, defined_by(module, value, Arith::Select)?)?;
        (other == condition).then_some((a, b))
    };
    let operands = match (inner(module, a), inner(module, b)) {
        (Some((a, _)), _) => [condition, a, b],
        (None, Some((_, b))) => [condition, a, b],
        (None, None) => return None,
    };
    replace_with(module, op, Arith::Select, &operands, &[])
}

/// Returns the value of which a condition is the negation.
fn negated(module: &Module, condition: Value) -> Option<Value> {
    let (x, one) = pair(module, defined_by(module, condition, Arith::XOrI)?)?;
    is_one(module, one).then_some(x)
}

/// `!c ? a : b` is `c ? b : a`.
fn by_negated_condition(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let condition = negated(module, condition)?;
    replace_with(module, op, Arith::Select, &[condition, b, a], &[])
}

/// `c ? false : true` is `!c`.
fn negated_condition_itself(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let fits = module.type_of(condition) == module.type_of(a) && is_bool(module, a);
    if !fits || !is_zero(module, a) || !is_one(module, b) {
        return None;
    }
    replace_with(module, op, Arith::XOrI, &[condition, b], &[])
}

/// `c ? 1 : 0` is an extension of `c`, and `c ? 0 : 1` one of `!c`.
fn extended_condition(module: &mut Module, op: Op) -> Option<()> {
    let (condition, a, b) = parts(module, op)?;
    let ty = module.type_of(a);
    let element = module.element_type(ty);
    let same_shape = module.shape(ty) == module.shape(module.type_of(condition));
    if !same_shape || element == Type::I1 || element == Type::INDEX {
        return None;
    }
    if is_one(module, a) && is_zero(module, b) {
        return replace_with(module, op, Arith::ExtUI, &[condition], &[]);
    }
    if !is_zero(module, a) || !is_one(module, b) {
        return None;
    }
    let condition_type = module.type_of(condition);
    let one = constant_like(module, op, condition_type, 1)?;
    let inverse = Builder::before(module, op).binary(Arith::XOrI, condition, one);
    replace_with(module, op, Arith::ExtUI, &[inverse], &[])
}
