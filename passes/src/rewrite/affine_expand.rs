//! Expands affine expressions, maps and sets to arithmetic on `index` values.
//!
//! Floor division, ceiling division and the remainder are correct for negative numbers; divisors are positive.

use crate::analysis::demands::AFFINE;
use warpline_ir::{AffineMap, Arith, Attr, BinaryOp, Builder, Expr, IntegerSet, Type, Value};

/// Predicate numbers of `arith.cmpi`.
const EQ: i64 = 0;
/// Signed less than.
pub(crate) const SLT: i64 = 2;
const SLE: i64 = 3;
const SGE: i64 = 5;

/// Expands a map: returns its results for `operands`, dimensions first.
pub fn expand_map(builder: &mut Builder<'_>, map: &AffineMap, operands: &[Value]) -> Vec<Value> {
    map.results.iter().map(|expr| expand(builder, expr, map.n_dims as usize, operands)).collect()
}

/// Expands a map and joins its results by `arith.maxsi` or `arith.minsi`; `None` for a map without results.
pub fn expand_joined(
    builder: &mut Builder<'_>,
    map: &AffineMap,
    operands: &[Value],
    join: Arith,
) -> Option<Value> {
    let values = expand_map(builder, map, operands);
    values.into_iter().reduce(|a, b| builder.binary(join, a, b))
}

/// Expands the test whether the operands are in a set, as an `i1`.
pub fn expand_set(builder: &mut Builder<'_>, set: &IntegerSet, operands: &[Value]) -> Value {
    let mut inside = None;
    let zero = builder.index(0);
    for (expr, is_equality) in &set.constraints {
        let value = expand(builder, expr, set.n_dims as usize, operands);
        let holds = compare(builder, if *is_equality { EQ } else { SGE }, value, zero);
        inside = Some(match inside {
            Some(all) => builder.binary(Arith::AndI, all, holds),
            None => holds,
        });
    }
    inside.unwrap_or_else(|| builder.int(1, Type::I1))
}

/// Expands an expression.
fn expand(builder: &mut Builder<'_>, expr: &Expr, n_dims: usize, operands: &[Value]) -> Value {
    match expr {
        Expr::Dim(i) => operands[*i as usize],
        Expr::Symbol(i) => operands[n_dims + *i as usize],
        Expr::Constant(c) => builder.index(*c),
        Expr::Binary(op, a, b) => {
            let a = expand(builder, a, n_dims, operands);
            let b = expand(builder, b, n_dims, operands);
            match op {
                BinaryOp::Add => builder.binary(Arith::AddI, a, b),
                BinaryOp::Mul => product(builder, a, b),
                BinaryOp::FloorDiv => floor_div(builder, a, b),
                BinaryOp::CeilDiv => ceil_div(builder, a, b),
                BinaryOp::Mod => remainder(builder, a, b),
            }
        }
    }
}

/// Builds `a * b` without overflow: affine expressions are defined on unbounded integers.
fn product(builder: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let flags = builder.module.foreign_attr("arith.overflow<nsw>");
    let ty = builder.module.type_of(a);
    builder.value(Arith::MulI, &[a, b], ty, &[("overflowFlags", flags)])
}

/// Builds a division by the divisor of an affine expression.
fn divide(builder: &mut Builder<'_>, kind: Arith, a: Value, b: Value) -> Value {
    let is_positive = builder.module.constant_int(b).is_some_and(|divisor| 0 < divisor);
    let (ty, attrs) = (builder.module.type_of(a), [(AFFINE, Attr::UNIT)]);
    builder.value(kind, &[a, b], ty, if is_positive { &[] } else { &attrs })
}

/// Builds the remainder: `r = a rem b; r < 0 ? r + b : r`.
fn remainder(builder: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let truncated = divide(builder, Arith::RemSI, a, b);
    let zero = builder.index(0);
    let is_negative = compare(builder, SLT, truncated, zero);
    let corrected = builder.binary(Arith::AddI, truncated, b);
    select(builder, is_negative, corrected, truncated)
}

/// Builds `a < 0 ? -1 - (-1 - a) / b : a / b`: the dividend of the division is never negative.
fn floor_div(builder: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let (zero, minus_one) = (builder.index(0), builder.index(-1));
    let is_negative = compare(builder, SLT, a, zero);
    let mirrored = builder.binary(Arith::SubI, minus_one, a);
    let dividend = select(builder, is_negative, mirrored, a);
    let quotient = divide(builder, Arith::DivSI, dividend, b);
    let mirrored = builder.binary(Arith::SubI, minus_one, quotient);
    select(builder, is_negative, mirrored, quotient)
}

/// Builds `a <= 0 ? -(-a / b) : (a - 1) / b + 1`. The dividend of the division is never negative, and the negated least
/// integer is right as an unsigned one.
fn ceil_div(builder: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let (zero, one) = (builder.index(0), builder.index(1));
    let is_low = compare(builder, SLE, a, zero);
    let negated = builder.binary(Arith::SubI, zero, a);
    let before = builder.binary(Arith::SubI, a, one);
    let dividend = select(builder, is_low, negated, before);
    let quotient = divide(builder, Arith::DivUI, dividend, b);
    let negated = builder.binary(Arith::SubI, zero, quotient);
    let after = builder.binary(Arith::AddI, quotient, one);
    select(builder, is_low, negated, after)
}

/// Builds an `arith.cmpi` with the given predicate number.
pub(crate) fn compare(builder: &mut Builder<'_>, predicate: i64, a: Value, b: Value) -> Value {
    let predicate = builder.module.int_attr(predicate, Type::I64);
    builder.value(Arith::CmpI, &[a, b], Type::I1, &[("predicate", predicate)])
}

/// Builds an `arith.select`.
pub(crate) fn select(builder: &mut Builder<'_>, condition: Value, a: Value, b: Value) -> Value {
    let ty = builder.module.type_of(a);
    builder.value(Arith::Select, &[condition, a, b], ty, &[])
}
