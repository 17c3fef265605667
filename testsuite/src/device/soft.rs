//! Software floating point of every format and rounding: exact values, rounded once.
//!
//! A finite value is `mantissa * 2^exponent`. Operations return exact values, or keep a sticky bit below the
//! last bit that records an inexact result, so that rounding is correct.

use std::cmp::Ordering;

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// 4 exponent bits, 3 fraction bits, no infinity.
    E4M3,
    /// 5 exponent bits, 2 fraction bits.
    E5M2,
    /// IEEE 754 binary16.
    F16,
    /// The upper half of `F32`.
    BF16,
    /// `F32` with the last 13 bits 0.
    TF32,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// To nearest, ties to even.
    Nearest,
    /// To nearest, ties away from zero.
    Away,
    /// Toward zero.
    Zero,
    /// Toward negative infinity.
    Down,
    /// Toward positive infinity.
    Up,
}

/// A floating-point value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// NaN.
    Nan,
    /// An infinity; `true` if it is negative.
    Infinity(bool),
    /// A finite number; a mantissa of 0 is a signed zero.
    Finite {
        /// Whether it is negative.
        negative: bool,
        /// The exponent of the last bit of the mantissa.
        exponent: i32,
        /// The mantissa.
        mantissa: u128,
    },
}

impl Format {
    fn exponent_bits(self) -> u32 {
        match self {
            Self::E4M3 => 4,
            Self::E5M2 | Self::F16 => 5,
            Self::BF16 | Self::TF32 | Self::F32 => 8,
            Self::F64 => 11,
        }
    }

    /// Returns the number of fraction bits.
    pub(super) fn fraction_bits(self) -> u32 {
        match self {
            Self::E5M2 => 2,
            Self::E4M3 => 3,
            Self::BF16 => 7,
            Self::F16 | Self::TF32 => 10,
            Self::F32 => 23,
            Self::F64 => 52,
        }
    }

    /// Returns the number of bits of the encoding.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::E4M3 | Self::E5M2 => 8,
            Self::F16 | Self::BF16 => 16,
            Self::TF32 | Self::F32 => 32,
            Self::F64 => 64,
        }
    }

    /// Returns the number of zero bits below the fraction in the encoding.
    fn padding(self) -> u32 {
        if self == Self::TF32 { 13 } else { 0 }
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Returns the encoding of the NaN that operations produce: all ones except the sign. In 64 bits, only
    /// the first fraction bit is set.
    pub(super) fn nan(self) -> u64 {
        match self {
            Self::F64 => 0x7ff8_0000_0000_0000,
            _ => self.sign() - 1,
        }
    }

    fn infinity(self) -> u64 {
        ((1 << self.exponent_bits()) - 1) << (self.fraction_bits() + self.padding())
    }

    /// Returns the encoding of the largest finite number.
    fn largest(self) -> u64 {
        if self == Self::E4M3 { 0x7e } else { self.infinity() - (1 << self.padding()) }
    }

    /// Returns the value of an encoding.
    pub(super) fn decode(self, bits: u64) -> Value {
        let negative = bits & self.sign() != 0;
        let rest = (bits & (self.sign() - 1)) >> self.padding();
        let fraction = rest & ((1 << self.fraction_bits()) - 1);
        let field = (rest >> self.fraction_bits()) as i32;
        let top = (1 << self.exponent_bits()) - 1;
        if self == Self::E4M3 && rest == 0x7f {
            return Value::Nan;
        }
        if field == top && self != Self::E4M3 {
            return if fraction == 0 { Value::Infinity(negative) } else { Value::Nan };
        }
        let hidden = if field == 0 { 0 } else { 1u64 << self.fraction_bits() };
        let exponent = field.max(1) - self.bias() - self.fraction_bits() as i32;
        Value::Finite { negative, exponent, mantissa: (hidden | fraction).into() }
    }

    /// Returns the encoding of a value, rounded. An overflow gives an infinity, or the largest finite number
    /// if the rounding or `finite` requires it.
    pub(super) fn encode(self, value: Value, round: Round, finite: bool) -> u64 {
        let (negative, exponent, mantissa) = match value {
            Value::Nan => return self.nan(),
            Value::Infinity(negative) => return self.overflow(negative, finite || self == Self::E4M3),
            Value::Finite { negative, mantissa: 0, .. } => return self.signed(negative, 0),
            Value::Finite { negative, exponent, mantissa } => (negative, exponent, mantissa),
        };
        let leading = exponent + 127 - mantissa.leading_zeros() as i32;
        let least = 1 - self.bias();
        let quantum = leading.max(least) - self.fraction_bits() as i32;
        let kept = round_shift(mantissa, quantum - exponent, round, negative) as u64;
        // The hidden bit adds one to the exponent field.
        let field = (quantum - (least - self.fraction_bits() as i32)) as u64;
        let magnitude = ((field << self.fraction_bits()) + kept) << self.padding();
        if magnitude <= self.largest() {
            return self.signed(negative, magnitude);
        }
        let towards_zero = match round {
            Round::Nearest | Round::Away => false,
            Round::Zero => true,
            Round::Down => !negative,
            Round::Up => negative,
        };
        self.overflow(negative, finite || towards_zero || self == Self::E4M3)
    }

    fn overflow(self, negative: bool, finite: bool) -> u64 {
        self.signed(negative, if finite { self.largest() } else { self.infinity() })
    }

    fn signed(self, negative: bool, magnitude: u64) -> u64 {
        if negative { magnitude | self.sign() } else { magnitude }
    }

    /// Returns the encoding with a subnormal flushed to a zero of the same sign.
    pub(super) fn flush(self, bits: u64) -> u64 {
        let is_small = bits & self.infinity() == 0;
        if is_small { bits & self.sign() } else { bits }
    }

    /// Whether an encoding is a NaN.
    pub(super) fn is_nan(self, bits: u64) -> bool {
        self.decode(bits) == Value::Nan
    }
}

/// Returns `mantissa / 2^shift`, rounded.
fn round_shift(mantissa: u128, shift: i32, round: Round, negative: bool) -> u128 {
    if shift <= 0 {
        return mantissa << shift.unsigned_abs();
    }
    let (kept, rest, half) = match shift {
        1..=127 => (mantissa >> shift, mantissa & ((1 << shift) - 1), 1u128 << (shift - 1)),
        // All bits are cut off, and they are less than half.
        _ => (0, u128::from(mantissa != 0), 2),
    };
    let up = match round {
        Round::Nearest => half < rest || (half == rest && kept & 1 == 1),
        Round::Away => half <= rest,
        Round::Zero => false,
        Round::Down => negative && rest != 0,
        Round::Up => !negative && rest != 0,
    };
    kept + u128::from(up)
}

impl Value {
    /// Returns the value of an integer.
    pub(super) fn of_int(value: i128) -> Self {
        Self::Finite { negative: value < 0, exponent: 0, mantissa: value.unsigned_abs() }
    }

    fn is_negative(self) -> bool {
        match self {
            Self::Nan => false,
            Self::Infinity(negative) | Self::Finite { negative, .. } => negative,
        }
    }

    /// Returns the value with this sign.
    pub(super) fn with_sign(self, negative: bool) -> Self {
        match self {
            Self::Nan => Self::Nan,
            Self::Infinity(_) => Self::Infinity(negative),
            Self::Finite { exponent, mantissa, .. } => Self::Finite { negative, exponent, mantissa },
        }
    }

    /// Returns the negated value.
    pub(super) fn negate(self) -> Self {
        self.with_sign(!self.is_negative())
    }

    /// Rounds to an integral value.
    pub(super) fn to_integral(self, round: Round) -> Self {
        match self {
            Self::Finite { negative, exponent, mantissa } if exponent < 0 => {
                let mantissa = round_shift(mantissa, -exponent, round, negative);
                Self::Finite { negative, exponent: 0, mantissa }
            }
            other => other,
        }
    }

    /// Rounds to an integer and clamps it to the bounds; `None` for NaN.
    pub(super) fn to_int(self, round: Round, least: i128, most: i128) -> Option<i128> {
        match self.to_integral(round) {
            Self::Nan => None,
            Self::Infinity(negative) => Some(if negative { least } else { most }),
            Self::Finite { negative, exponent, mantissa } => {
                let is_large = mantissa != 0 && 64 < exponent + 128 - mantissa.leading_zeros() as i32;
                if is_large {
                    return Some(if negative { least } else { most });
                }
                let magnitude = if mantissa == 0 { 0 } else { (mantissa << exponent) as i128 };
                Some((if negative { -magnitude } else { magnitude }).clamp(least, most))
            }
        }
    }

    /// Returns the sum.
    pub(super) fn add(self, other: Self, round: Round) -> Self {
        let (a, b) = match (self, other) {
            (Self::Nan, _) | (_, Self::Nan) => return Self::Nan,
            (Self::Infinity(a), Self::Infinity(b)) if a != b => return Self::Nan,
            (Self::Infinity(a), _) | (_, Self::Infinity(a)) => return Self::Infinity(a),
            (a, b) => (a, b),
        };
        let (Self::Finite { mantissa: ma, .. }, Self::Finite { mantissa: mb, .. }) = (a, b) else {
            return Self::Nan;
        };
        match (ma, mb) {
            (0, 0) if a.is_negative() == b.is_negative() => a,
            (0, 0) => Self::zero(round == Round::Down),
            (0, _) => b,
            (_, 0) => a,
            _ => add_numbers(a, b, round),
        }
    }

    fn zero(negative: bool) -> Self {
        Self::Finite { negative, exponent: 0, mantissa: 0 }
    }

    /// Returns the product of two values of a format.
    pub(super) fn mul(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (
                Self::Finite { exponent: ea, mantissa: ma, .. },
                Self::Finite { exponent: eb, mantissa: mb, .. },
            ) => Self::Finite { negative, exponent: ea + eb, mantissa: ma * mb },
            (Self::Nan | Self::Finite { mantissa: 0, .. }, _)
            | (_, Self::Nan | Self::Finite { mantissa: 0, .. }) => Self::Nan,
            (Self::Infinity(_), _) | (_, Self::Infinity(_)) => Self::Infinity(negative),
        }
    }

    /// Returns the quotient of two values of a format.
    pub(super) fn div(self, other: Self) -> Self {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Self::Nan, _)
            | (_, Self::Nan)
            | (Self::Infinity(_), Self::Infinity(_))
            | (Self::Finite { mantissa: 0, .. }, Self::Finite { mantissa: 0, .. }) => Self::Nan,
            (Self::Infinity(_), _) | (_, Self::Finite { mantissa: 0, .. }) => Self::Infinity(negative),
            (_, Self::Infinity(_)) | (Self::Finite { mantissa: 0, .. }, _) => Self::zero(negative),
            (
                Self::Finite { exponent: ea, mantissa: ma, .. },
                Self::Finite { exponent: eb, mantissa: mb, .. },
            ) => {
                let shift = ma.leading_zeros();
                let (quotient, rest) = ((ma << shift) / mb, (ma << shift) % mb);
                let mantissa = quotient | u128::from(rest != 0);
                Self::Finite { negative, exponent: ea - eb - shift as i32, mantissa }
            }
        }
    }

    /// Returns the square root of a value of a format.
    pub(super) fn sqrt(self) -> Self {
        match self {
            Self::Finite { mantissa: 0, .. } | Self::Infinity(false) => self,
            Self::Nan | Self::Infinity(true) | Self::Finite { negative: true, .. } => Self::Nan,
            Self::Finite { exponent, mantissa, .. } => {
                let shift = mantissa.leading_zeros() as i32;
                let shift = shift - ((exponent - shift) & 1);
                let scaled = mantissa << shift;
                let root = scaled.isqrt();
                let mantissa = (root << 1) | u128::from(root * root != scaled);
                Self::Finite { negative: false, exponent: (exponent - shift) / 2 - 1, mantissa }
            }
        }
    }

    /// Compares two values; `None` if one is NaN.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let rank = |value: Self| match value {
            Self::Nan => None,
            Self::Infinity(negative) => Some(if negative { -1 } else { 1 }),
            Self::Finite { .. } => Some(0),
        };
        let (a, b) = (rank(self)?, rank(other)?);
        if a != 0 || b != 0 {
            return Some(a.cmp(&b));
        }
        Some(match self.add(other.negate(), Round::Nearest) {
            Self::Finite { mantissa: 0, .. } => Ordering::Equal,
            difference if difference.is_negative() => Ordering::Less,
            _ => Ordering::Greater,
        })
    }
}

/// Returns the sum of two nonzero numbers.
fn add_numbers(a: Value, b: Value, round: Round) -> Value {
    let top = |value: Value| match value {
        Value::Finite { exponent, mantissa, .. } => exponent - mantissa.leading_zeros() as i32,
        Value::Nan | Value::Infinity(_) => 0,
    };
    let (large, small) = if top(b) <= top(a) { (a, b) } else { (b, a) };
    let (
        Value::Finite { negative, exponent, mantissa },
        Value::Finite { negative: other, exponent: small_exponent, mantissa: small },
    ) = (large, small)
    else {
        return Value::Nan;
    };
    // Two bits at the top stay free for the carry.
    let shift = mantissa.leading_zeros().saturating_sub(2);
    let (mantissa, exponent) = (mantissa << shift, exponent - shift as i32);
    let distance = small_exponent - exponent;
    let small = match distance {
        0.. => small << distance,
        -127..=-1 => (small >> -distance) | u128::from(small & ((1 << -distance) - 1) != 0),
        _ => 1,
    };
    if negative == other {
        return Value::Finite { negative, exponent, mantissa: mantissa + small };
    }
    match mantissa.cmp(&small) {
        Ordering::Equal => Value::zero(round == Round::Down),
        Ordering::Greater => Value::Finite { negative, exponent, mantissa: mantissa - small },
        Ordering::Less => Value::Finite { negative: other, exponent, mantissa: small - mantissa },
    }
}
