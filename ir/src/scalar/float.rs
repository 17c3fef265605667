//! Float operations and conversions, on the bits of each format.
//!
//! Operands are widened to f64, which is exact, and the result is rounded to the format once, to nearest
//! even; see [`Format`].

use super::format::{Format, Rounding, power_of_two};
use super::{Undefined, signed, zero_extend};
use crate::types::Float;

/// An operation on one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatUnary {
    /// Flips the sign bit, also of NaN.
    Neg,
    /// Clears the sign bit, also of NaN.
    Abs,
    /// The square root.
    Sqrt,
    /// Rounds down to an integer value.
    Floor,
    /// Rounds up to an integer value.
    Ceil,
    /// Rounds toward zero to an integer value.
    Trunc,
    /// Rounds to the nearest integer value, ties to even.
    RoundEven,
}

impl FloatUnary {
    /// Evaluates the operation on the bits of a format.
    #[inline]
    pub fn apply(self, format: Float, a: u64) -> u64 {
        let x = widen(format, a);
        narrow(
            format,
            match self {
                Self::Neg => return negate(format, a),
                Self::Abs => return absolute(format, a),
                Self::Sqrt => x.sqrt(),
                Self::Floor => x.floor(),
                Self::Ceil => x.ceil(),
                Self::Trunc => x.trunc(),
                Self::RoundEven => x.round_ties_even(),
            },
        )
    }
}

/// An operation on two floats of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatBinary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Remainder of the quotient rounded toward zero, with the sign of the dividend; exact.
    Rem,
    /// The maximum; NaN if either is, and +0 is greater than -0.
    Maximum,
    /// The minimum; NaN if either is, and -0 is less than +0.
    Minimum,
    /// The maximum; if one is NaN, the other one. +0 is greater than -0.
    MaxNum,
    /// The minimum; if one is NaN, the other one. -0 is less than +0.
    MinNum,
    /// The magnitude of the first with the sign of the second.
    CopySign,
}

impl FloatBinary {
    /// Evaluates the operation on the bits of a format.
    #[inline]
    pub fn apply(self, format: Float, a: u64, b: u64) -> u64 {
        let (x, y) = (widen(format, a), widen(format, b));
        narrow(
            format,
            match self {
                Self::Add => x + y,
                Self::Sub => x - y,
                Self::Mul => x * y,
                Self::Div => x / y,
                Self::Rem => x % y,
                Self::Maximum => maximum(x, y),
                Self::Minimum => -maximum(-x, -y),
                Self::MaxNum => max_num(x, y),
                Self::MinNum => -max_num(-x, -y),
                Self::CopySign => return copy_sign(format, a, b),
            },
        )
    }
}

fn maximum(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    // Here, the total order differs from `<` only for zeros: -0 is less than +0.
    if x.total_cmp(&y).is_lt() { y } else { x }
}

fn max_num(x: f64, y: f64) -> f64 {
    match (x.is_nan(), y.is_nan()) {
        (true, _) => y,
        (_, true) => x,
        (false, false) => maximum(x, y),
    }
}

/// Returns `a * b + c` rounded once.
pub fn fma(format: Float, a: u64, b: u64, c: u64) -> u64 {
    let (x, y, z) = (widen(format, a), widen(format, b), widen(format, c));
    if format == Float::F64 {
        return narrow(format, x.mul_add(y, z));
    }
    // The product is exact in f64. Rounding the sum to odd makes the later rounding correct.
    narrow(format, add_to_odd(x * y, z))
}

/// Returns the sum, rounded to odd: the last bit is set if it is inexact.
///
/// The error of the sum is computed by Knuth's two-sum; Boldo and Melquiond, "Emulation of FMA and correctly
/// rounded sums: proved algorithms using rounding to odd" (2008), prove that rounding to odd before rounding
/// to nearest is harmless.
fn add_to_odd(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let y_part = sum - x;
    let error = (x - (sum - y_part)) + (y - y_part);
    if !sum.is_finite() || error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // If the sum is even and inexact, the odd neighbour on the side of the exact sum is one step away.
    let away_from_zero = (error < 0.0) == (sum < 0.0);
    f64::from_bits(if away_from_zero { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// A predicate of `arith.cmpf`, as a set of the relations in which it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatPredicate(u8);

impl FloatPredicate {
    const EQUAL: u8 = 1;
    const GREATER: u8 = 2;
    const LESS: u8 = 4;
    const UNORDERED: u8 = 8;
    /// The sets of the predicates, in the order of the numbers of the attribute.
    const SETS: [u8; 16] = [
        0,
        Self::EQUAL,
        Self::GREATER,
        Self::GREATER | Self::EQUAL,
        Self::LESS,
        Self::LESS | Self::EQUAL,
        Self::LESS | Self::GREATER,
        Self::LESS | Self::GREATER | Self::EQUAL,
        Self::UNORDERED | Self::EQUAL,
        Self::UNORDERED | Self::GREATER,
        Self::UNORDERED | Self::GREATER | Self::EQUAL,
        Self::UNORDERED | Self::LESS,
        Self::UNORDERED | Self::LESS | Self::EQUAL,
        Self::UNORDERED | Self::LESS | Self::GREATER,
        Self::UNORDERED,
        Self::UNORDERED | Self::LESS | Self::GREATER | Self::EQUAL,
    ];

    /// Returns the predicate with this number in the attribute.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::SETS.get(usize::try_from(number).ok()?).copied().map(Self)
    }

    /// Whether the predicate holds for the bits of a format.
    #[inline]
    pub fn holds(self, format: Float, a: u64, b: u64) -> bool {
        let relation = match widen(format, a).partial_cmp(&widen(format, b)) {
            Some(std::cmp::Ordering::Equal) => Self::EQUAL,
            Some(std::cmp::Ordering::Greater) => Self::GREATER,
            Some(std::cmp::Ordering::Less) => Self::LESS,
            None => Self::UNORDERED,
        };
        self.0 & relation != 0
    }
}

/// Returns the value of the bits of a format; exact.
#[inline]
pub fn widen(format: Float, bits: u64) -> f64 {
    if format == Float::F32 {
        return f64::from(f32::from_bits(bits as u32));
    }
    Format::of(format).map_or(f64::from_bits(bits), |row| row.widen(bits))
}

/// Returns the bits of a value rounded to a format, to nearest even; NaN becomes the positive quiet NaN.
#[inline]
pub fn narrow(format: Float, value: f64) -> u64 {
    if format == Float::F32 && !value.is_nan() {
        return u64::from((value as f32).to_bits());
    }
    narrow_to(format, value, Rounding::NearestEven)
}

/// Returns the bits of a value rounded to a format by a rounding mode.
#[inline]
pub fn narrow_to(format: Float, value: f64, rounding: Rounding) -> u64 {
    match Format::of(format) {
        Some(row) => row.narrow(value, rounding),
        None if value.is_nan() => f64::NAN.to_bits() & !(1 << 63),
        None => value.to_bits(),
    }
}

/// Whether bits of a format are a NaN.
pub fn is_nan(format: Float, bits: u64) -> bool {
    widen(format, bits).is_nan()
}

/// Returns the bits with the other sign; NaN keeps its payload.
pub fn negate(format: Float, bits: u64) -> u64 {
    Format::of(format).map_or(bits ^ 1 << 63, |row| row.negate(bits))
}

/// Returns the bits without the sign; NaN keeps its payload.
pub fn absolute(format: Float, bits: u64) -> u64 {
    Format::of(format).map_or(bits & !(1 << 63), |row| row.absolute(bits))
}

/// Returns the magnitude of the first bits with the sign of the second ones.
pub fn copy_sign(format: Float, bits: u64, sign: u64) -> u64 {
    let magnitude = absolute(format, bits);
    if sign >> (format.width() - 1) & 1 == 1 { negate(format, magnitude) } else { magnitude }
}

/// Returns the bits in `to` of the value of the bits in `from`.
pub fn convert(from: Float, to: Float, rounding: Rounding, bits: u64) -> u64 {
    narrow_to(to, widen(from, bits), rounding)
}

/// Returns the bits of an unsigned or signed integer of a width, rounded to nearest even.
pub fn from_int(is_signed: bool, width: u32, format: Float, bits: u64) -> u64 {
    let bits = zero_extend(bits, width);
    let is_negative = is_signed && signed(bits, width) < 0;
    let magnitude = if is_negative { signed(bits, width).unsigned_abs() } else { bits };
    let value = if format == Float::F64 { magnitude as f64 } else { odd_f64(magnitude) };
    narrow(format, if is_negative { -value } else { value })
}

/// Returns an integer as f64, with bit 11 set if lower bits are lost, so that a second rounding is correct.
fn odd_f64(value: u64) -> f64 {
    if value >> 53 == 0 {
        return value as f64;
    }
    let sticky = u64::from(value & 0x7FF != 0) << 11;
    (value & !0x7FF | sticky) as f64
}

/// Converts a float to an integer of a width, rounded toward zero.
pub fn to_int(is_signed: bool, format: Float, width: u32, bits: u64) -> Result<u64, Undefined> {
    let value = widen(format, bits).trunc();
    let (least, end) = if is_signed {
        (-power_of_two(i64::from(width) - 1), power_of_two(i64::from(width) - 1))
    } else {
        (0.0, power_of_two(i64::from(width)))
    };
    if !(least <= value && value < end) {
        return Err(Undefined::ConversionOutOfRange);
    }
    let integer = if is_signed { (value as i64).cast_unsigned() } else { value as u64 };
    Ok(zero_extend(integer, width))
}

/// A class of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatClass {
    /// Neither infinite nor NaN.
    Finite,
    /// Infinite.
    Infinite,
    /// NaN.
    Nan,
    /// Neither zero, subnormal, infinite nor NaN.
    Normal,
}

impl FloatClass {
    /// Whether the bits of a format are of the class.
    pub fn holds(self, format: Float, bits: u64) -> bool {
        let value = widen(format, bits);
        match self {
            Self::Finite => value.is_finite(),
            Self::Infinite => value.is_infinite(),
            Self::Nan => value.is_nan(),
            Self::Normal => {
                let least = Format::of(format).map_or(f64::MIN_POSITIVE, Format::least_normal);
                value.is_finite() && least <= value.abs()
            }
        }
    }
}

/// Clamps a value between two bounds, as `minimum` of the upper bound and the `maximum` of the others.
pub fn clamp(format: Float, value: u64, least: u64, greatest: u64) -> u64 {
    let raised = FloatBinary::Maximum.apply(format, value, least);
    FloatBinary::Minimum.apply(format, raised, greatest)
}
