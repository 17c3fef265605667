//! Conversions between formats.

use super::super::soft::{Format, Round, Value};
use super::float::{F16, F32, Float, is_nan, quiet, result, source, to_f64};
use super::inst::Lane;
use super::integer::signed;
use super::mode::Mode;

/// Returns the least and the greatest integer.
fn bounds(bits: u32, is_signed: bool) -> (i128, i128) {
    if is_signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn rounded_to_int<F: Float>(mode: Mode, a: u64, round: Round, bits: u32, is_signed: bool) -> u64 {
    let (least, most) = bounds(bits, is_signed);
    let value = F::FORMAT.decode(source::<F>(mode, a));
    value.to_int(round, least, most).unwrap_or(0) as u64
}

/// Rounds toward zero and clamps; NaN becomes 0.
pub(super) fn to_int<F: Float, const BITS: u32, const SIGNED: bool>(mode: Mode, [a, ..]: Lane) -> u64 {
    rounded_to_int::<F>(mode, a, Round::Zero, BITS, SIGNED)
}

/// Rounds down.
pub(super) fn floor_to_int(mode: Mode, [a, ..]: Lane) -> u64 {
    rounded_to_int::<F32>(mode, a, Round::Down, 32, true)
}

/// Rounds `a + 0.5` down.
pub(super) fn nearest_to_int(mode: Mode, [a, ..]: Lane) -> u64 {
    let half = Value::Finite { negative: false, exponent: -1, mantissa: 1 };
    let sum = Format::F32.decode(source::<F32>(mode, a)).add(half, Round::Nearest);
    let (least, most) = bounds(32, true);
    sum.to_int(Round::Down, least, most).unwrap_or(0) as u64
}

/// Rounds an integer to a float.
pub(super) fn of_int<F: Float, const BITS: u32, const SIGNED: bool>(mode: Mode, [a, ..]: Lane) -> u64 {
    let value = if SIGNED { signed::<BITS>(a).into() } else { i128::from(a) };
    F::FORMAT.encode(Value::of_int(value), mode.round(F::FORMAT), false)
}

/// Converts between float formats; a narrower result is rounded in the mode of 16-bit or 32-bit results.
pub(super) fn between<From: Float, To: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    result::<To>(mode, convert(From::FORMAT, To::FORMAT, source::<From>(mode, a), mode.round(To::FORMAT)))
}

/// Converts the upper half of a word.
pub(super) fn between_high(mode: Mode, [a, b, c]: Lane) -> u64 {
    between::<F16, F32>(mode, [a >> 16, b, c])
}

fn convert(from: Format, to: Format, bits: u64, round: Round) -> u64 {
    if !is_nan(from, bits) {
        return to.encode(from.decode(bits), round, false);
    }
    // The first bits of the fraction are kept.
    let sign = bits >> (from.bits() - 1) << (to.bits() - 1);
    let (narrow, wide) = (from.fraction_bits(), to.fraction_bits());
    let fraction = bits & ((1 << narrow) - 1);
    let fraction = if narrow < wide { fraction << (wide - narrow) } else { fraction >> (narrow - wide) };
    quiet(to, sign | super::float::infinity(to) | fraction)
}

/// Converts a byte of a word.
pub(super) fn of_byte<const INDEX: u32>(mode: Mode, [a, b, c]: Lane) -> u64 {
    of_int::<F32, 32, false>(mode, [(a >> (8 * INDEX)) & 0xff, b, c])
}

/// Converts two floats to halves, rounded toward zero.
pub(super) fn pack_toward_zero(mode: Mode, [a, b, _]: Lane) -> u64 {
    let half = |bits: u64| {
        let bits = convert(Format::F32, Format::F16, source::<F32>(mode, bits), Round::Zero);
        result::<F16>(mode, bits)
    };
    half(a) | half(b) << 16
}

/// Clamps two integers to 16 bits.
pub(super) fn pack_signed(a: u64, b: u64) -> u64 {
    let half = |value: u64| signed::<32>(value).clamp(-0x8000, 0x7fff).cast_unsigned() & 0xffff;
    half(a) | half(b) << 16
}

/// Clamps two unsigned integers to 16 bits.
pub(super) fn pack_unsigned(a: u64, b: u64) -> u64 {
    a.min(0xffff) | b.min(0xffff) << 16
}

/// Converts two floats to clamped 16-bit integers.
pub(super) fn pack_ints<const SIGNED: bool>(mode: Mode, [a, b, _]: Lane) -> u64 {
    let half = |bits: u64| rounded_to_int::<F32>(mode, bits, Round::Zero, 16, SIGNED) & 0xffff;
    half(a) | half(b) << 16
}

/// Converts two floats, clamped to 1, to fractions of the largest 16-bit integer.
pub(super) fn pack_normalized<F: Float, const SIGNED: bool>(mode: Mode, [a, b, _]: Lane) -> u64 {
    let (least, scale) = if SIGNED { (-1.0, 32767.0) } else { (0.0, 65535.0) };
    let half = |bits: u64| {
        let value = to_f64(F::FORMAT, source::<F>(mode, bits));
        let value = if value.is_nan() { 0.0 } else { value.clamp(least, 1.0) };
        ((value * scale).round_ties_even() as i64).cast_unsigned() & 0xffff
    };
    half(a) | half(b) << 16
}

/// Converts `a` to a byte and inserts it at byte `b` of `c`.
pub(super) fn insert_byte(mode: Mode, [a, b, c]: Lane) -> u64 {
    let byte = rounded_to_int::<F32>(mode, a, Round::Nearest, 8, false);
    let at = 8 * (b & 3);
    c & !(0xff << at) | byte << at
}

/// Clamps two signed halves to unsigned bytes.
pub(super) fn saturate_bytes(a: u64) -> u64 {
    let byte = |value: u64| signed::<16>(value).clamp(0, 255).cast_unsigned();
    byte(a) | byte(a >> 16) << 8
}

/// Converts a signed nibble to sixteenths.
pub(super) fn offset_of_nibble(a: u64) -> u64 {
    let value = signed::<4>(a) as f32 / 16.0;
    value.to_bits().into()
}

/// Returns a bfloat as a number.
pub(super) fn of_bf16(bits: u64) -> f64 {
    f32::from_bits((bits as u32) << 16).into()
}

/// Rounds a number to a bfloat.
pub(super) fn to_bf16(value: f64) -> u64 {
    if value.is_nan() {
        return 0x7fc0;
    }
    Format::BF16.encode(Format::F64.decode(value.to_bits()), Round::Nearest, false)
}
