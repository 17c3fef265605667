//! Floating-point operations of the vector unit, on the bits of a value.
//!
//! Rounded operations are exact in every mode: in the default rounding they are computed in a wider native
//! format and rounded once, otherwise in software. Approximations of the hardware are computed in 64 bits
//! and rounded to nearest.

use super::super::soft::{Format, Round, Value};
use super::inst::Lane;
use super::mode::Mode;
use std::cmp::Ordering;

/// A float format of the vector unit.
pub(super) trait Float {
    /// The format.
    const FORMAT: Format;
    /// The bias of the exponent.
    const BIAS: i32;
}

/// IEEE 754 binary16.
pub(super) struct F16;
/// IEEE 754 binary32.
pub(super) struct F32;
/// IEEE 754 binary64.
pub(super) struct F64;

impl Float for F16 {
    const FORMAT: Format = Format::F16;
    const BIAS: i32 = 15;
}

impl Float for F32 {
    const FORMAT: Format = Format::F32;
    const BIAS: i32 = 127;
}

impl Float for F64 {
    const FORMAT: Format = Format::F64;
    const BIAS: i32 = 1023;
}

/// Returns the sign bit of a format.
pub(super) fn sign_bit(format: Format) -> u64 {
    1 << (format.bits() - 1)
}

/// Returns the bit that makes a NaN quiet.
fn quiet_bit(format: Format) -> u64 {
    1 << (format.fraction_bits() - 1)
}

/// Returns the NaN that invalid operations produce.
pub(super) fn default_nan(format: Format) -> u64 {
    infinity(format) | quiet_bit(format)
}

/// Returns positive infinity.
pub(super) fn infinity(format: Format) -> u64 {
    (sign_bit(format) - 1) & !((1 << format.fraction_bits()) - 1)
}

/// Whether a value is NaN.
pub(super) fn is_nan(format: Format, bits: u64) -> bool {
    infinity(format) < bits & (sign_bit(format) - 1)
}

/// Whether a value is a signalling NaN.
pub(super) fn is_signalling(format: Format, bits: u64) -> bool {
    is_nan(format, bits) && bits & quiet_bit(format) == 0
}

/// Returns a NaN made quiet.
pub(super) fn quiet(format: Format, bits: u64) -> u64 {
    bits | quiet_bit(format)
}

/// Returns the value as a native number, which is exact.
pub(super) fn to_f64(format: Format, bits: u64) -> f64 {
    match format {
        Format::F32 => f32::from_bits(bits as u32).into(),
        Format::F64 => f64::from_bits(bits),
        _ => f64::from_bits(Format::F64.encode(format.decode(bits), Round::Nearest, false)),
    }
}

/// Rounds a native number to nearest. The number is not NaN.
pub(super) fn of_f64(format: Format, value: f64) -> u64 {
    match format {
        Format::F32 => (value as f32).to_bits().into(),
        Format::F64 => value.to_bits(),
        _ => format.encode(Format::F64.decode(value.to_bits()), Round::Nearest, false),
    }
}

/// Returns a source with a subnormal flushed if the mode requires it.
pub(super) fn source<F: Float>(mode: Mode, bits: u64) -> u64 {
    if mode.flushes_sources(F::FORMAT) { F::FORMAT.flush(bits) } else { bits }
}

/// Returns a result with a subnormal flushed if the mode requires it.
pub(super) fn result<F: Float>(mode: Mode, bits: u64) -> u64 {
    if mode.flushes_results(F::FORMAT) { F::FORMAT.flush(bits) } else { bits }
}

/// Returns the result of an operation with a NaN source: the first NaN, made quiet.
fn nan_of(format: Format, sources: &[u64]) -> Option<u64> {
    sources.iter().find(|bits| is_nan(format, **bits)).map(|bits| quiet(format, *bits))
}

/// Rounds the exact result of an operation on sources that are not NaN.
fn rounded<F: Float>(mode: Mode, value: Value) -> u64 {
    match value {
        Value::Nan => default_nan(F::FORMAT),
        value => F::FORMAT.encode(value, mode.round(F::FORMAT), false),
    }
}

/// Evaluates an operation of two sources, natively in the default rounding.
fn binary<F: Float>(
    mode: Mode,
    a: u64,
    b: u64,
    native: fn(f64, f64) -> f64,
    soft: fn(Value, Value, Round) -> Value,
) -> u64 {
    let (a, b) = (source::<F>(mode, a), source::<F>(mode, b));
    if let Some(nan) = nan_of(F::FORMAT, &[a, b]) {
        return nan;
    }
    let round = mode.round(F::FORMAT);
    if round != Round::Nearest {
        let value = soft(F::FORMAT.decode(a), F::FORMAT.decode(b), round);
        return result::<F>(mode, rounded::<F>(mode, value));
    }
    let value = native(to_f64(F::FORMAT, a), to_f64(F::FORMAT, b));
    let bits = if value.is_nan() { default_nan(F::FORMAT) } else { of_f64(F::FORMAT, value) };
    result::<F>(mode, bits)
}

/// `a + b`.
pub(super) fn add<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    binary::<F>(mode, a, b, |a, b| a + b, Value::add)
}

/// `a - b`.
pub(super) fn sub<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    binary::<F>(mode, a, b, |a, b| a - b, |a, b, round| a.add(b.negate(), round))
}

/// `b - a`.
pub(super) fn subrev<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    sub::<F>(mode, [b, a, c])
}

/// `a * b`.
pub(super) fn mul<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    binary::<F>(mode, a, b, |a, b| a * b, |a, b, _| a.mul(b))
}

/// `a * b`, where zero times anything is zero.
pub(super) fn mul_zero<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    let is_zero = |bits: u64| source::<F>(mode, bits) & (sign_bit(F::FORMAT) - 1) == 0;
    if is_zero(a) || is_zero(b) { 0 } else { mul::<F>(mode, [a, b, c]) }
}

/// `a * b + c`, rounded once.
pub(super) fn fma<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    result::<F>(mode, scaled_fma::<F>(mode, [a, b, c], 0))
}

/// `(a * b + c) * 2^scale`, rounded once.
pub(super) fn scaled_fma<F: Float>(mode: Mode, sources: Lane, scale: i32) -> u64 {
    let [a, b, c] = sources.map(|bits| source::<F>(mode, bits));
    if let Some(nan) = nan_of(F::FORMAT, &[a, b, c]) {
        return nan;
    }
    let round = mode.round(F::FORMAT);
    if round == Round::Nearest && scale == 0 {
        let [x, y, z] = [a, b, c].map(|bits| to_f64(F::FORMAT, bits));
        let value = if F::FORMAT == Format::F64 { x.mul_add(y, z) } else { odd_sum(x * y, z) };
        return if value.is_nan() { default_nan(F::FORMAT) } else { of_f64(F::FORMAT, value) };
    }
    let [a, b, c] = [a, b, c].map(|bits| F::FORMAT.decode(bits));
    rounded::<F>(mode, scaled(a.mul(b).add(c, round), scale))
}

/// `a * b + c`, rounded twice, with all subnormals flushed.
pub(super) fn mad<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    let mode = Mode(mode.0 & !0xf0);
    add::<F>(mode, [mul::<F>(mode, [a, b, 0]), c, 0])
}

/// Returns the sum rounded to odd, so that a second rounding to fewer bits is correct.
fn odd_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    let virtual_b = sum - a;
    let error = (a - (sum - virtual_b)) + (b - virtual_b);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let away = (0.0 < error) == (0.0 < sum);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// Returns `value * 2^scale`.
fn scaled(value: Value, scale: i32) -> Value {
    match value {
        Value::Finite { negative, exponent, mantissa } => {
            Value::Finite { negative, exponent: exponent.saturating_add(scale), mantissa }
        }
        other => other,
    }
}

/// Compares two values after flushing; `None` if one is NaN.
pub(super) fn compare<F: Float>(mode: Mode, a: u64, b: u64) -> Option<Ordering> {
    let (a, b) = (source::<F>(mode, a), source::<F>(mode, b));
    to_f64(F::FORMAT, a).partial_cmp(&to_f64(F::FORMAT, b))
}

/// Whether `a` is less than `b`, where negative zero is less than positive zero. Neither is NaN.
fn is_below(format: Format, a: u64, b: u64) -> bool {
    let key = |bits: u64| {
        let magnitude = (bits & (sign_bit(format) - 1)).cast_signed();
        if bits & sign_bit(format) == 0 { magnitude } else { -magnitude - 1 }
    };
    key(a) < key(b)
}

/// Returns the lesser or the greater number; a number wins over NaN.
fn extreme_number<F: Float>(mode: Mode, a: u64, b: u64, is_max: bool) -> u64 {
    let (a, b) = (source::<F>(mode, a), source::<F>(mode, b));
    if mode.is_ieee()
        && let Some(signalling) = [a, b].into_iter().find(|bits| is_signalling(F::FORMAT, *bits))
    {
        return quiet(F::FORMAT, signalling);
    }
    let picked = match (is_nan(F::FORMAT, a), is_nan(F::FORMAT, b)) {
        (true, true) => quiet(F::FORMAT, a),
        (true, false) => b,
        (false, false) if is_below(F::FORMAT, a, b) == is_max => b,
        (false, _) => a,
    };
    result::<F>(mode, picked)
}

/// The lesser number; a number wins over NaN.
pub(super) fn min<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    extreme_number::<F>(mode, a, b, false)
}

/// The greater number; a number wins over NaN.
pub(super) fn max<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    extreme_number::<F>(mode, a, b, true)
}

/// The least of three numbers.
pub(super) fn min3<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    min::<F>(mode, [min::<F>(mode, [a, b, 0]), c, 0])
}

/// The greatest of three numbers.
pub(super) fn max3<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    max::<F>(mode, [max::<F>(mode, [a, b, 0]), c, 0])
}

/// The median of three numbers.
pub(super) fn med3<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    if [a, b, c].iter().any(|bits| is_nan(F::FORMAT, *bits)) {
        return min3::<F>(mode, [a, b, c]);
    }
    let (low, high) = (min::<F>(mode, [a, b, 0]), max::<F>(mode, [a, b, 0]));
    max::<F>(mode, [low, min::<F>(mode, [high, c, 0]), 0])
}

/// `max(min(a, b), c)`.
pub(super) fn minmax<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    max::<F>(mode, [min::<F>(mode, [a, b, 0]), c, 0])
}

/// `min(max(a, b), c)`.
pub(super) fn maxmin<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    min::<F>(mode, [max::<F>(mode, [a, b, 0]), c, 0])
}

fn extreme_or_nan<F: Float>(mode: Mode, a: u64, b: u64, is_max: bool) -> u64 {
    let (a, b) = (source::<F>(mode, a), source::<F>(mode, b));
    if let Some(nan) = nan_of(F::FORMAT, &[a, b]) {
        return nan;
    }
    result::<F>(mode, if is_below(F::FORMAT, a, b) == is_max { b } else { a })
}

/// The lesser value; NaN wins.
pub(super) fn minimum<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    extreme_or_nan::<F>(mode, a, b, false)
}

/// The greater value; NaN wins.
pub(super) fn maximum<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    extreme_or_nan::<F>(mode, a, b, true)
}

/// The least of three values; NaN wins.
pub(super) fn minimum3<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    minimum::<F>(mode, [minimum::<F>(mode, [a, b, 0]), c, 0])
}

/// The greatest of three values; NaN wins.
pub(super) fn maximum3<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    maximum::<F>(mode, [maximum::<F>(mode, [a, b, 0]), c, 0])
}

/// `maximum(minimum(a, b), c)`.
pub(super) fn minimum_maximum<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    maximum::<F>(mode, [minimum::<F>(mode, [a, b, 0]), c, 0])
}

/// `minimum(maximum(a, b), c)`.
pub(super) fn maximum_minimum<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    minimum::<F>(mode, [maximum::<F>(mode, [a, b, 0]), c, 0])
}

/// Rounds to an integral value.
fn integral<F: Float>(mode: Mode, bits: u64, round: Round) -> u64 {
    let bits = source::<F>(mode, bits);
    if is_nan(F::FORMAT, bits) {
        return quiet(F::FORMAT, bits);
    }
    F::FORMAT.encode(F::FORMAT.decode(bits).to_integral(round), Round::Nearest, false)
}

/// Rounds toward zero.
pub(super) fn trunc<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    integral::<F>(mode, a, Round::Zero)
}

/// Rounds up.
pub(super) fn ceil<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    integral::<F>(mode, a, Round::Up)
}

/// Rounds down.
pub(super) fn floor<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    integral::<F>(mode, a, Round::Down)
}

/// Rounds to the nearest integral value, ties to even.
pub(super) fn rndne<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    integral::<F>(mode, a, Round::Nearest)
}

/// `a - floor(a)`, which is less than 1.
pub(super) fn fract<F: Float>(mode: Mode, [a, b, c]: Lane) -> u64 {
    let a = source::<F>(mode, a);
    if a & (sign_bit(F::FORMAT) - 1) == infinity(F::FORMAT) {
        return default_nan(F::FORMAT);
    }
    let difference = sub::<F>(mode, [a, floor::<F>(mode, [a, b, c]), 0]);
    if is_nan(F::FORMAT, difference) {
        return difference;
    }
    let one = of_f64(F::FORMAT, 1.0);
    min::<F>(mode, [difference, one - 1, 0])
}

/// `a * 2^b` with a signed exponent.
pub(super) fn ldexp<F: Float>(mode: Mode, [a, b, _]: Lane) -> u64 {
    let a = source::<F>(mode, a);
    if is_nan(F::FORMAT, a) {
        return quiet(F::FORMAT, a);
    }
    let exponent = if F::FORMAT == Format::F16 { i32::from(b as i16) } else { b as i32 };
    let value = scaled(F::FORMAT.decode(a), exponent.clamp(-10_000, 10_000));
    result::<F>(mode, rounded::<F>(mode, value))
}

/// Returns the exponent of a finite nonzero value as `mantissa * 2^exponent` with a mantissa of 0.5 to 1.
fn exponent_of<F: Float>(bits: u64) -> Option<i32> {
    match F::FORMAT.decode(bits) {
        Value::Finite { exponent, mantissa, .. } if mantissa != 0 => {
            Some(exponent + 128 - mantissa.leading_zeros() as i32)
        }
        _ => None,
    }
}

/// The exponent of `frexp`; 0 for zero, infinities and NaN.
pub(super) fn frexp_exp<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    let exponent = exponent_of::<F>(source::<F>(mode, a)).unwrap_or(0);
    u64::from(exponent.cast_unsigned())
}

/// The mantissa of `frexp`; zero, infinities and NaN are returned.
pub(super) fn frexp_mant<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    let a = source::<F>(mode, a);
    if is_nan(F::FORMAT, a) {
        return quiet(F::FORMAT, a);
    }
    exponent_of::<F>(a)
        .map_or(a, |exponent| F::FORMAT.encode(scaled(F::FORMAT.decode(a), -exponent), Round::Nearest, false))
}

/// Whether the class of `a` is in the set `b`: signalling and quiet NaN, then from negative infinity up.
pub(super) fn is_class<F: Float>(mode: Mode, [a, b, _]: Lane) -> bool {
    let a = source::<F>(mode, a);
    let magnitude = a & (sign_bit(F::FORMAT) - 1);
    let is_negative = a & sign_bit(F::FORMAT) != 0;
    let infinity = infinity(F::FORMAT);
    let smallest_normal = 1 << F::FORMAT.fraction_bits();
    let from_zero = match magnitude {
        0 => 0,
        _ if magnitude < smallest_normal => 1,
        _ if magnitude < infinity => 2,
        _ => 3,
    };
    let class = if is_nan(F::FORMAT, a) {
        u32::from(!is_signalling(F::FORMAT, a))
    } else if is_negative {
        5 - from_zero
    } else {
        6 + from_zero
    };
    (b >> class) & 1 == 1
}

/// Multiplies a result by 2, 4 or 1/2, and clamps it to 0 and 1.
pub(super) fn modify(format: Format, mode: Mode, bits: u64, omod: u8, clamp: bool) -> u64 {
    let by = [0, 1, 2, -1][usize::from(omod)];
    let bits = if by == 0 || is_nan(format, bits) {
        bits
    } else {
        format.encode(scaled(format.decode(bits), by), mode.round(format), false)
    };
    if !clamp {
        return bits;
    }
    if is_nan(format, bits) {
        return if mode.clamps_nan() { 0 } else { bits };
    }
    let one = of_f64(format, 1.0);
    if bits & sign_bit(format) != 0 { 0 } else { bits.min(one) }
}
