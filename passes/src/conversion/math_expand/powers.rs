//! Expands integer powers.

use super::builder::int_constant;
use warpline_ir::{Arith, Builder, Type, Value};

/// Builds an integer power: one squaring per bit of the exponent. A negative exponent keeps 1 and -1, and gives 0
/// for all others; for 0 the result is undefined.
pub(super) fn integer_power(builder: &mut Builder<'_>, base: Value, exponent: Value, width: u32) -> Value {
    let ty = builder.module.type_of(base);
    let one = int_constant(builder, ty, 1);
    let zero = int_constant(builder, ty, 0);
    let (mut result, mut square) = (one, base);
    for bit in 0..width {
        let by = int_constant(builder, ty, i64::from(bit));
        let shifted = builder.binary(Arith::ShRUI, exponent, by);
        let low = builder.binary(Arith::AndI, shifted, one);
        let is_set = compare(builder, low, 1, zero);
        let product = builder.binary(Arith::MulI, result, square);
        result = builder.value(Arith::Select, &[is_set, product, result], ty, &[]);
        if bit + 1 < width {
            square = builder.binary(Arith::MulI, square, square);
        }
    }
    let minus_one = int_constant(builder, ty, -1);
    let is_one = compare(builder, base, 0, one);
    let is_minus_one = compare(builder, base, 0, minus_one);
    let is_unit = builder.binary(Arith::OrI, is_one, is_minus_one);
    let inverse = builder.value(Arith::Select, &[is_unit, result, zero], ty, &[]);
    let is_negative = compare(builder, exponent, 2, zero);
    builder.value(Arith::Select, &[is_negative, inverse, result], ty, &[])
}

fn compare(builder: &mut Builder<'_>, a: Value, predicate: i64, b: Value) -> Value {
    let ty = builder.module.type_of(a);
    let ty = builder.module.with_element(ty, Type::I1);
    let predicate = builder.module.int_attr(predicate, Type::I64);
    builder.value(Arith::CmpI, &[a, b], ty, &[("predicate", predicate)])
}
