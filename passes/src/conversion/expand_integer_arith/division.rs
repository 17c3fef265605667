//! Expands quotients and remainders of integers.
//!
//! A float approximation of the reciprocal of the divisor, scaled to the width and rounded down, is refined by integer
//! Newton steps; it never exceeds the exact reciprocal. The upper half of its product with the dividend is then the
//! quotient or at most two less, which the remainder shows. The scales are a little less than powers of two, so that the
//! approximation may be off by one unit in the last place.

use super::{high_half, int_width, low_half, resized};
use crate::conversion::expand_arith::{region, select, with_constant};
use crate::conversion::math_expand::builder::constant;
use warpline_ir::{Arith, Builder, Math, Module, Op, Scf, Type, Value};

/// The scale of reciprocals in 32 bits: two units in the last place below 2 to the power of 32.
const SCALE_32: u32 = 0x4F7F_FFFE;
/// The scale in 64 bits: four units in the last place below 2 to the power of 64.
const SCALE_64: u32 = 0x5F7F_FFFC;

/// Expands a quotient or a remainder; false for vectors.
pub(super) fn expand(module: &mut Module, op: Op, kind: Arith) -> bool {
    let view = module.op(op);
    let (a, b) = (view.named("lhs"), view.named("rhs"));
    let ty = module.type_of(a);
    let Some(width) = int_width(module, ty) else { return false };
    let wide = if width <= 32 { Type::I32 } else { Type::I64 };
    let is_signed = matches!(kind, Arith::DivSI | Arith::RemSI);
    let is_quotient = matches!(kind, Arith::DivSI | Arith::DivUI);
    let at = &mut Builder::before(module, op);
    let [a, b] = [a, b].map(|value| resized(at, value, wide, is_signed));
    let result = if is_signed { signed(at, [a, b], is_quotient) } else { unsigned(at, [a, b], is_quotient) };
    let result = resized(at, result, ty, is_signed);
    module.replace_op(op, &[result]);
    true
}

/// Divides absolute values. The quotient has the product of the signs, the remainder the sign of the dividend.
fn signed(at: &mut Builder<'_>, operands: [Value; 2], is_quotient: bool) -> Value {
    let bits = if at.module.type_of(operands[0]) == Type::I32 { 31 } else { 63 };
    let signs = operands.map(|value| with_constant(at, Arith::ShRSI, value, bits));
    let mut sizes = operands;
    for (size, sign) in sizes.iter_mut().zip(signs) {
        *size = negated_by(at, *size, sign);
    }
    let result = unsigned(at, sizes, is_quotient);
    let sign = if is_quotient { at.binary(Arith::XOrI, signs[0], signs[1]) } else { signs[0] };
    negated_by(at, result, sign)
}

/// Negates a value if its sign is -1, not if it is 0.
fn negated_by(at: &mut Builder<'_>, value: Value, sign: Value) -> Value {
    let flipped = at.binary(Arith::XOrI, value, sign);
    at.binary(Arith::SubI, flipped, sign)
}

fn unsigned(at: &mut Builder<'_>, operands: [Value; 2], is_quotient: bool) -> Value {
    if at.module.type_of(operands[0]) == Type::I32 {
        return narrow(at, operands, is_quotient);
    }
    // Most 64-bit integers fit 32 bits.
    let both = at.binary(Arith::OrI, operands[0], operands[1]);
    let high = high_half(at, both);
    let zero = at.int(0, Type::I32);
    let fits = at.compare("eq", high, zero, Type::I1);
    let branch = at.op_with_regions(Scf::If, &[fits], &[Type::I64], &[], 2);
    let mut inner = region(at, branch, 0, &[]).1;
    let halves = operands.map(|value| low_half(&mut inner, value));
    let result = narrow(&mut inner, halves, is_quotient);
    let result = resized(&mut inner, result, Type::I64, false);
    inner.op(Scf::Yield, &[result], &[], &[]);
    let mut inner = region(at, branch, 1, &[]).1;
    let result = wide(&mut inner, operands, is_quotient);
    inner.op(Scf::Yield, &[result], &[], &[]);
    at.module.result(branch, 0)
}

/// Divides `i32` without signs.
fn narrow(at: &mut Builder<'_>, [a, b]: [Value; 2], is_quotient: bool) -> Value {
    let divisor = at.value(Arith::UIToFP, &[b], Type::F32, &[]);
    let scaled = scaled_reciprocal(at, SCALE_32, divisor);
    let guess = at.value(Arith::FPToUI, &[scaled], Type::I32, &[]);
    let inverse = newton_step(at, guess, b, upper_product_32);
    let quotient = upper_product_32(at, a, inverse);
    corrected(at, [a, b], quotient, is_quotient)
}

/// Divides `i64` without signs.
fn wide(at: &mut Builder<'_>, [a, b]: [Value; 2], is_quotient: bool) -> Value {
    let [low, high] = [low_half(at, b), high_half(at, b)];
    let [low, high] = [low, high].map(|half| at.value(Arith::UIToFP, &[half], Type::F32, &[]));
    let [up, down, minus] = [4_294_967_296.0, 1.0 / 4_294_967_296.0, -4_294_967_296.0]
        .map(|value: f64| constant(at, Type::F32, value));
    let divisor = at.value(Math::Fma, &[high, up, low], Type::F32, &[]);
    let scaled = scaled_reciprocal(at, SCALE_64, divisor);
    let high = at.binary(Arith::MulF, scaled, down);
    let high = at.value(Math::Trunc, &[high], Type::F32, &[]);
    let low = at.value(Math::Fma, &[high, minus, scaled], Type::F32, &[]);
    let [low, high] = [low, high].map(|half| at.value(Arith::FPToUI, &[half], Type::I32, &[]));
    let mut inverse = joined(at, low, high);
    for _ in 0..2 {
        inverse = newton_step(at, inverse, b, upper_product_64);
    }
    let quotient = upper_product_64(at, a, inverse);
    corrected(at, [a, b], quotient, is_quotient)
}

/// Builds an approximation of a scale, given by its bits, divided by a float.
fn scaled_reciprocal(at: &mut Builder<'_>, scale: u32, divisor: Value) -> Value {
    let scale = constant(at, Type::F32, f64::from(f32::from_bits(scale)));
    let flags = at.module.foreign_attr("arith.fastmath<afn>");
    at.value(Arith::DivF, &[scale, divisor], Type::F32, &[("fastmath", flags)])
}

/// Refines a reciprocal of `b`: adds the upper half of its product with its error.
fn newton_step(
    at: &mut Builder<'_>,
    inverse: Value,
    b: Value,
    upper_product: fn(&mut Builder<'_>, Value, Value) -> Value,
) -> Value {
    let ty = at.module.type_of(b);
    let zero = at.int(0, ty);
    let product = at.binary(Arith::MulI, b, inverse);
    let error = at.binary(Arith::SubI, zero, product);
    let step = upper_product(at, inverse, error);
    at.binary(Arith::AddI, inverse, step)
}

/// Adds what is missing to a quotient that is at most two too small; returns it, or the remainder.
fn corrected(at: &mut Builder<'_>, [a, b]: [Value; 2], mut quotient: Value, is_quotient: bool) -> Value {
    let product = at.binary(Arith::MulI, quotient, b);
    let mut rest = at.binary(Arith::SubI, a, product);
    for _ in 0..2 {
        let is_less = at.compare("uge", rest, b, Type::I1);
        let next = with_constant(at, Arith::AddI, quotient, 1);
        let below = at.binary(Arith::SubI, rest, b);
        quotient = select(at, is_less, next, quotient);
        rest = select(at, is_less, below, rest);
    }
    if is_quotient { quotient } else { rest }
}

/// Builds the upper half of a product of `i32`.
fn upper_product_32(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let [a, b] = [a, b].map(|value| resized(at, value, Type::I64, false));
    let product = at.binary(Arith::MulI, a, b);
    high_half(at, product)
}

/// Builds the upper half of a product of `i64`, by long multiplication.
fn upper_product_64(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let halves = |at: &mut Builder<'_>, value: Value| {
        [low_half(at, value), high_half(at, value)].map(|half| resized(at, half, Type::I64, false))
    };
    let ([a_low, a_high], [b_low, b_high]) = (halves(at, a), halves(at, b));
    let lowest = at.binary(Arith::MulI, a_low, b_low);
    let carried = with_constant(at, Arith::ShRUI, lowest, 32);
    let first = at.binary(Arith::MulI, a_high, b_low);
    let first = at.binary(Arith::AddI, first, carried);
    let second = at.binary(Arith::MulI, a_low, b_high);
    let first_low = low_half(at, first);
    let first_low = resized(at, first_low, Type::I64, false);
    let second = at.binary(Arith::AddI, second, first_low);
    let top = at.binary(Arith::MulI, a_high, b_high);
    let [first, second] = [first, second].map(|value| with_constant(at, Arith::ShRUI, value, 32));
    let carries = at.binary(Arith::AddI, first, second);
    at.binary(Arith::AddI, top, carries)
}

/// Builds an `i64` from its halves.
fn joined(at: &mut Builder<'_>, low: Value, high: Value) -> Value {
    let [low, high] = [low, high].map(|half| resized(at, half, Type::I64, false));
    let high = with_constant(at, Arith::ShLI, high, 32);
    at.binary(Arith::OrI, high, low)
}
