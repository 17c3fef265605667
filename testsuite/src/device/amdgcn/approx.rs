//! Functions that the hardware approximates: reciprocals, roots, exponentials and trigonometry.
//!
//! They are computed in 64 bits and rounded to nearest. In 32 bits the hardware flushes subnormal sources and
//! results in every mode, except for conversions.

use super::super::soft::Format;
use super::float::{Float, default_nan, infinity, is_nan, of_f64, quiet, result, sign_bit, source, to_f64};
use super::inst::Lane;
use super::mode::Mode;
use std::f64::consts::TAU;

/// Evaluates a function of one source that is not NaN.
fn unary<F: Float>(mode: Mode, bits: u64, function: fn(f64) -> f64) -> u64 {
    let is_single = F::FORMAT == Format::F32;
    let bits = if is_single { F::FORMAT.flush(bits) } else { source::<F>(mode, bits) };
    if is_nan(F::FORMAT, bits) {
        return quiet(F::FORMAT, bits);
    }
    let value = function(to_f64(F::FORMAT, bits));
    let bits = if value.is_nan() { default_nan(F::FORMAT) } else { of_f64(F::FORMAT, value) };
    if is_single { F::FORMAT.flush(bits) } else { result::<F>(mode, bits) }
}

/// `1 / a`.
pub(super) fn rcp<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, |a| 1.0 / a)
}

/// The square root.
pub(super) fn sqrt<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, f64::sqrt)
}

/// `1 / sqrt(a)`.
pub(super) fn rsq<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, |a| if a == 0.0 { 1.0 / a } else { 1.0 / a.sqrt() })
}

/// `2^a`.
pub(super) fn exp<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, f64::exp2)
}

/// The binary logarithm.
pub(super) fn log<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, f64::log2)
}

/// The sine of `a` revolutions; 0 if `a` is too large.
pub(super) fn sin<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, |a| revolutions(a).map_or(f64::NAN, f64::sin))
}

/// The cosine of `a` revolutions; 1 if `a` is too large.
pub(super) fn cos<F: Float>(mode: Mode, [a, ..]: Lane) -> u64 {
    unary::<F>(mode, a, |a| revolutions(a).map_or(f64::NAN, f64::cos))
}

/// The number of revolutions beyond which the hardware returns a constant.
const MAX_REVOLUTIONS: f64 = 256.0;

/// Returns the angle in radians; `None` for infinities.
fn revolutions(a: f64) -> Option<f64> {
    match a {
        _ if a.is_infinite() => None,
        _ if MAX_REVOLUTIONS < a.abs() => Some(0.0),
        _ if a == 0.0 => Some(a),
        _ => Some((a - a.round()) * TAU),
    }
}

/// Returns the biased exponent field.
fn field<F: Float>(bits: u64) -> i32 {
    ((bits & (sign_bit(F::FORMAT) - 1)) >> F::FORMAT.fraction_bits()) as i32
}

/// The distances of exponents at which a division scales its operands.
struct Scales {
    /// By how much the exponent of a quotient near the largest number exceeds zero.
    large: i32,
    /// The power of two by which operands are scaled.
    scale: i32,
    /// The exponent field of a numerator below which residuals are inexact.
    tiny: i32,
    /// The difference of exponents below which the quotient is zero.
    underflow: i32,
}

fn scales<F: Float>() -> Scales {
    match F::FORMAT {
        Format::F64 => Scales { large: 768, scale: 128, tiny: 53, underflow: -1075 },
        _ => Scales { large: 96, scale: 64, tiny: 23, underflow: -150 },
    }
}

/// Whether the rounded quotient is subnormal or zero.
fn is_small_quotient<F: Float>(numerator: f64, denominator: f64) -> bool {
    let quotient = numerator.abs() / denominator.abs();
    match F::FORMAT {
        Format::F64 => quotient < f64::MIN_POSITIVE,
        _ => quotient < f64::from(f32::MIN_POSITIVE),
    }
}

/// Scales `a`, which is the denominator `b` or the numerator `c` of a division, so that the steps of the
/// division neither overflow nor lose bits; the flag requests that the quotient be scaled back.
pub(super) fn div_scale<F: Float>(a: u64, b: u64, c: u64) -> (u64, bool) {
    let magnitude = |bits: u64| bits & (sign_bit(F::FORMAT) - 1);
    if magnitude(b) == 0 || magnitude(c) == 0 {
        return (default_nan(F::FORMAT), false);
    }
    let Scales { large, scale, tiny, .. } = scales::<F>();
    let is_subnormal = |bits: u64| field::<F>(bits) == 0;
    let scaled = |by: i32| super::float::ldexp::<F>(Mode(0xf0), [a, u64::from(by.cast_unsigned()), 0]);
    let (denominator, numerator) = (to_f64(F::FORMAT, b), to_f64(F::FORMAT, c));
    let has_small_reciprocal = is_small_quotient::<F>(1.0, denominator);
    let has_small_quotient = is_small_quotient::<F>(numerator, denominator);
    if large <= field::<F>(c) - field::<F>(b) {
        (if a == b { scaled(scale) } else { a }, true)
    } else if is_subnormal(b) {
        (scaled(scale), false)
    } else if has_small_reciprocal && has_small_quotient {
        (if a == b { scaled(-scale) } else { a }, true)
    } else if has_small_reciprocal {
        (scaled(-scale), false)
    } else if has_small_quotient {
        (if a == c { scaled(scale) } else { a }, true)
    } else if field::<F>(c) <= tiny {
        (scaled(scale), false)
    } else {
        (a, false)
    }
}

/// The last step of a division: a multiply-add whose result is scaled back if `scale_back`.
pub(super) fn div_fmas<F: Float>(mode: Mode, sources: Lane, scale_back: bool) -> u64 {
    let Scales { scale, .. } = scales::<F>();
    let by = match scale_back {
        false => 0,
        true if F::BIAS < field::<F>(sources[2]) => scale,
        true => -scale,
    };
    result::<F>(mode, super::float::scaled_fma::<F>(mode, sources, by))
}

/// Replaces the quotient `a` of `c / b` in the cases that the steps of a division do not cover.
pub(super) fn div_fixup<F: Float>(_: Mode, [a, b, c]: Lane) -> u64 {
    let format = F::FORMAT;
    let sign = sign_bit(format);
    let magnitude = |bits: u64| bits & (sign - 1);
    let negative = (b ^ c) & sign;
    let infinity = infinity(format);
    let (denominator, numerator) = (magnitude(b), magnitude(c));
    let underflows = format != Format::F16 && field::<F>(c) - field::<F>(b) < scales::<F>().underflow;
    if is_nan(format, c) {
        quiet(format, c)
    } else if is_nan(format, b) {
        quiet(format, b)
    } else if denominator == 0 && numerator == 0 || denominator == infinity && numerator == infinity {
        default_nan(format) | sign
    } else if denominator == 0 || numerator == infinity {
        negative | infinity
    } else if denominator == infinity || numerator == 0 || underflows {
        negative
    } else if is_nan(format, a) {
        negative | infinity
    } else {
        negative | magnitude(a)
    }
}
