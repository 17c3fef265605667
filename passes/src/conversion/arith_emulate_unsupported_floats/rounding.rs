//! Rounds numbers to 16-bit floats where a target lacks the conversion.
//!
//! Numbers of `f64` and integers are rounded to odd in `f32` first: a number that `f32` does not hold becomes the
//! neighbour toward zero with its lowest bit set, so that rounding a second time rounds the number itself (Boldo and
//! Melquiond 2008).

use super::{Feature, Native};
use crate::conversion::expand_arith::{compare, select, with_constant};
use crate::conversion::math_expand::builder::int_constant;
use warpline_ir::{Arith, Builder, Float, Module, Op, OpKind, Type, Value};

/// The bits of an `i64` below the 53 that `f64` holds.
const LOST: i64 = 0x7FF;
/// The bit of a `bf16` that makes a NaN quiet.
const QUIET: i64 = 0x40;

/// Expands `arith.truncf`, `arith.sitofp` or `arith.uitofp` to a 16-bit float; `None` if the target has it, or the
/// operation is another one.
pub(super) fn expand(module: &mut Module, op: Op, native: Native) -> Option<Value> {
    let OpKind::Arith(kind @ (Arith::TruncF | Arith::SIToFP | Arith::UIToFP)) = module.kind(op) else {
        return None;
    };
    let (value, ty) = (module.operand(op, 0), module.type_of(module.result(op, 0)));
    let from = module.element_type(module.type_of(value));
    let is_known = match module.float_kind(from) {
        Some(float) => float.machine().is_some(),
        None => module.bit_width(from).is_some_and(|width| width <= 64),
    };
    if !is_known || native.rounds(module, module.type_of(value), ty)? {
        return None;
    }
    let at = &mut Builder::before(module, op);
    let exact = match kind {
        Arith::TruncF => value,
        kind => {
            let value = with_sticky_bit(at, value, kind == Arith::SIToFP);
            let double = at.module.with_element(ty, Type::F64);
            at.value(kind, &[value], double, &[])
        }
    };
    Some(rounded(at, exact, ty, native))
}

impl Native {
    /// Whether the target rounds numbers of one type to another one, of 16-bit floats; `None` for others.
    fn rounds(self, module: &Module, from: Type, to: Type) -> Option<bool> {
        let float = |ty: Type| module.float_kind(module.element_type(ty));
        let is_single = matches!(float(from), Some(Float::F32 | Float::F16 | Float::BF16));
        match float(to)? {
            Float::F16 => Some(is_single || self.has(Feature::ConvertF16)),
            Float::BF16 => Some(self.has(if is_single { Feature::RoundBf16 } else { Feature::ConvertBf16 })),
            _ => None,
        }
    }
}

/// Builds a float rounded to a 16-bit float.
pub(super) fn rounded(at: &mut Builder<'_>, value: Value, ty: Type, native: Native) -> Value {
    let from = at.module.type_of(value);
    if native.rounds(at.module, from, ty) != Some(false) {
        return at.value(Arith::TruncF, &[value], ty, &[]);
    }
    let single = at.module.with_element(ty, Type::F32);
    match at.module.element_type(from) {
        Type::F64 => {
            let odd = rounded_to_odd(at, value);
            rounded(at, odd, ty, native)
        }
        Type::F32 => bf16_of_single(at, value, ty),
        _ => {
            let wide = at.value(Arith::ExtF, &[value], single, &[]);
            bf16_of_single(at, wide, ty)
        }
    }
}

/// Builds an `f64` rounded to odd in `f32`: the nearest number, one step toward zero where the size grew, and the lowest
/// bit set if bits were lost.
fn rounded_to_odd(at: &mut Builder<'_>, value: Value) -> Value {
    let double = at.module.type_of(value);
    let [single, word, long] =
        [Type::F32, Type::I32, Type::I64].map(|element| at.module.with_element(double, element));
    let near = at.value(Arith::TruncF, &[value], single, &[]);
    let back = at.value(Arith::ExtF, &[near], double, &[]);
    let is_lost = at.compare_floats("one", back, value);
    // Both numbers have the same sign, so that the bits of the larger one are larger.
    let [code, code_back] = [value, back].map(|value| at.value(Arith::Bitcast, &[value], long, &[]));
    let grew = compare(at, "ugt", code_back, code);
    let grew = at.binary(Arith::AndI, grew, is_lost);
    let [none, one, minus_one] = [0, 1, -1].map(|number| int_constant(at, word, number));
    let bits = at.value(Arith::Bitcast, &[near], word, &[]);
    let step = select(at, grew, minus_one, none);
    let cut = at.binary(Arith::AddI, bits, step);
    let lost = select(at, is_lost, one, none);
    let odd = at.binary(Arith::OrI, cut, lost);
    at.value(Arith::Bitcast, &[odd], single, &[])
}

/// Builds the `bf16` nearest to an `f32`: adds half of the lowest kept bit, less one if the upper part is even. A NaN
/// keeps its upper bits and becomes quiet.
fn bf16_of_single(at: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let [half, word] = [Type::I16, Type::I32].map(|element| at.module.with_element(ty, element));
    let bits = at.value(Arith::Bitcast, &[value], word, &[]);
    let upper = with_constant(at, Arith::ShRUI, bits, 16);
    let odd = with_constant(at, Arith::AndI, upper, 1);
    let most = with_constant(at, Arith::AddI, odd, 0x7FFF);
    let sum = at.binary(Arith::AddI, bits, most);
    let rounded = with_constant(at, Arith::ShRUI, sum, 16);
    let quiet = with_constant(at, Arith::OrI, upper, QUIET);
    let is_nan = at.compare_floats("uno", value, value);
    let bits = select(at, is_nan, quiet, rounded);
    let bits = at.value(Arith::TruncI, &[bits], half, &[]);
    at.value(Arith::Bitcast, &[bits], ty, &[])
}

/// Replaces the bits of an integer that `f64` would lose by one bit above them, unless the number is so small that none
/// is lost; integers of less than 54 bits stay.
pub(crate) fn with_sticky_bit(at: &mut Builder<'_>, value: Value, is_signed: bool) -> Value {
    let ty = at.module.type_of(value);
    if at.module.bit_width(at.module.element_type(ty)).is_none_or(|width| width < 54) {
        return value;
    }
    let lost = with_constant(at, Arith::AndI, value, LOST);
    let [zero, bit] = [0, LOST + 1].map(|number| int_constant(at, ty, number));
    let is_lost = compare(at, "ne", lost, zero);
    let bit = select(at, is_lost, bit, zero);
    let kept = with_constant(at, Arith::AndI, value, !LOST);
    let joined = at.binary(Arith::OrI, kept, bit);
    let above = with_constant(at, if is_signed { Arith::ShRSI } else { Arith::ShRUI }, value, 53);
    // 0, and -1 for negative numbers.
    let above = if is_signed { with_constant(at, Arith::AddI, above, 1) } else { above };
    let limit = int_constant(at, ty, i64::from(is_signed));
    let is_large = compare(at, "ugt", above, limit);
    select(at, is_large, joined, value)
}
