//! Expands integer arithmetic with two results: sums with a carry, products with both halves.
//!
//! A product of up to 32 bits is computed in a type of twice the width. The product of 64-bit integers is computed
//! from those of their halves, unless the target has it; other widths are extracted from that product.

use super::{Feature, Native, compare, int_width, with_constant};
use crate::conversion::math_expand::builder::int_constant;
use warpline_ir::{Arith, Builder, Module, Op, Signedness, Type, TypeKind, Value};

/// Mask of the lower half of 64 bits.
const LOW_HALF: i64 = 0xFFFF_FFFF;

/// Expands `arith.addui_extended`: a sum that overflows is less than its operands.
pub(super) fn expand_sum(module: &mut Module, op: Op) -> bool {
    let view = module.op(op);
    let (a, b) = (view.named("lhs"), view.named("rhs"));
    let at = &mut Builder::before(module, op);
    let sum = at.binary(Arith::AddI, a, b);
    let carry = compare(at, "ult", sum, a);
    module.replace_op(op, &[sum, carry]);
    true
}

/// Expands `arith.mulsi_extended` and `arith.mului_extended`; false where the target has it.
pub(super) fn expand_product(module: &mut Module, op: Op, is_signed: bool, native: Native) -> bool {
    let factors = ["lhs", "rhs"].map(|name| module.op(op).named(name));
    let ty = module.type_of(factors[0]);
    let Some(width) = int_width(module, ty) else { return false };
    let needs_high = !module.is_unused(module.result(op, 1));
    if needs_high && width == 64 && native.has(Feature::MulExtended) {
        return false;
    }
    let at = &mut Builder::before(module, op);
    let (low, high) = if needs_high {
        product(at, factors, ty, width, is_signed, native)
    } else {
        // The upper half is unused.
        let low = at.binary(Arith::MulI, factors[0], factors[1]);
        (low, low)
    };
    module.replace_op(op, &[low, high]);
    true
}

fn product(
    at: &mut Builder<'_>,
    factors: [Value; 2],
    ty: Type,
    width: u32,
    is_signed: bool,
    native: Native,
) -> (Value, Value) {
    if width == 64 {
        return product_of_halves(at, factors, is_signed);
    }
    let wide_width = if width <= 16 { 32 } else { 64 };
    let wide = at.module.intern_type(TypeKind::Integer(wide_width, Signedness::Signless));
    let wide = at.module.with_element(ty, wide);
    let extension = if is_signed { Arith::ExtSI } else { Arith::ExtUI };
    let factors = factors.map(|factor| at.value(extension, &[factor], wide, &[]));
    let (lowest, upper) = if 2 * width <= wide_width {
        let product = at.binary(Arith::MulI, factors[0], factors[1]);
        (product, with_constant(at, Arith::ShRUI, product, width.into()))
    } else {
        let (low, high) = wide_product(at, factors, wide, is_signed, native);
        let below = with_constant(at, Arith::ShRUI, low, width.into());
        let above = with_constant(at, Arith::ShLI, high, (64 - width).into());
        (low, at.binary(Arith::OrI, above, below))
    };
    let cut = |at: &mut Builder<'_>, value| at.value(Arith::TruncI, &[value], ty, &[]);
    (cut(at, lowest), cut(at, upper))
}

/// Returns both halves of a product of 64-bit integers.
fn wide_product(
    at: &mut Builder<'_>,
    factors: [Value; 2],
    ty: Type,
    is_signed: bool,
    native: Native,
) -> (Value, Value) {
    if !native.has(Feature::MulExtended) {
        return product_of_halves(at, factors, is_signed);
    }
    let kind = if is_signed { Arith::MulSIExtended } else { Arith::MulUIExtended };
    let op = at.op(kind, &factors, &[ty, ty], &[]);
    (at.module.result(op, 0), at.module.result(op, 1))
}

/// Multiplies by long multiplication with 32-bit digits. Read as unsigned, a negative factor is greater by 2 to the
/// power of 64, and the upper half by the other factor.
fn product_of_halves(at: &mut Builder<'_>, [a, b]: [Value; 2], is_signed: bool) -> (Value, Value) {
    let low = at.binary(Arith::MulI, a, b);
    let [a_low, b_low] = [a, b].map(|value| with_constant(at, Arith::AndI, value, LOW_HALF));
    let [a_high, b_high] = [a, b].map(|value| with_constant(at, Arith::ShRUI, value, 32));
    let lowest = at.binary(Arith::MulI, a_low, b_low);
    let carried = with_constant(at, Arith::ShRUI, lowest, 32);
    let first = at.binary(Arith::MulI, a_high, b_low);
    let first = at.binary(Arith::AddI, first, carried);
    let first_low = with_constant(at, Arith::AndI, first, LOW_HALF);
    let second = at.binary(Arith::MulI, a_low, b_high);
    let second = at.binary(Arith::AddI, second, first_low);
    let top = at.binary(Arith::MulI, a_high, b_high);
    let [first, second] = [first, second].map(|value| with_constant(at, Arith::ShRUI, value, 32));
    let carries = at.binary(Arith::AddI, first, second);
    let mut high = at.binary(Arith::AddI, top, carries);
    if is_signed {
        for (factor, other) in [(a, b), (b, a)] {
            let ty = at.module.type_of(factor);
            let sign = int_constant(at, ty, 63);
            let mask = at.binary(Arith::ShRSI, factor, sign);
            let excess = at.binary(Arith::AndI, mask, other);
            high = at.binary(Arith::SubI, high, excess);
        }
    }
    (low, high)
}
