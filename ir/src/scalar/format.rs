//! Float formats as data, and the two conversions between their bits and f64 on which all others are built.
//!
//! A format is a row of [`Format`]: field sizes, bias, and the meaning of the largest codes. Every format
//! here fits f64, so widening is exact and narrowing rounds exactly once, in one of five directions.
//!
//! Values that a format cannot represent: an infinity becomes NaN, or the largest value in a format without
//! NaN; NaN becomes the largest value in such a format; zero and negative values become the least value of a
//! format without zero and sign.

use crate::types::Float;

/// The meaning of the largest codes of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The largest exponent denotes infinities and NaN, as in IEEE 754.
    Infinity,
    /// No infinity; all ones is NaN.
    AllOnesNan,
    /// No infinity and no negative zero; the code of the latter is the only NaN.
    NegativeZeroNan,
    /// Every code is a finite value.
    Finite,
}

/// The rounding of a value between two neighbours, in the order of the numbers of the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest; ties to even.
    NearestEven,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
    /// Towards zero.
    Zero,
    /// To the nearest; ties away from zero.
    NearestAway,
}

impl Rounding {
    /// Every rounding mode, indexed by its number.
    pub const ALL: [Self; 5] = [Self::NearestEven, Self::Down, Self::Up, Self::Zero, Self::NearestAway];

    /// Returns the rounding mode with this number in the attribute.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Returns `value / 2^shift` rounded; the shift is 1 to 54.
    fn shift(self, value: u64, shift: u32, is_negative: bool) -> u64 {
        let kept = value >> shift;
        let rest = value & ((1 << shift) - 1);
        let half = 1 << (shift - 1);
        kept + u64::from(match self {
            Self::NearestEven => half < rest || (rest == half && kept & 1 == 1),
            Self::NearestAway => half <= rest,
            Self::Zero => false,
            Self::Down => is_negative && rest != 0,
            Self::Up => !is_negative && rest != 0,
        })
    }

    /// Whether a value that is too large becomes infinity rather than the largest value.
    fn overflows(self, is_negative: bool) -> bool {
        match self {
            Self::NearestEven | Self::NearestAway => true,
            Self::Zero => false,
            Self::Down => is_negative,
            Self::Up => !is_negative,
        }
    }
}

/// A float format of at most 32 bits whose values are representable in f64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the fraction field.
    pub fraction_bits: u32,
    /// The exponent bias, subtracted from the exponent field.
    pub bias: i64,
    /// The meaning of the largest codes.
    pub special: Special,
    /// Whether the format has a sign bit, zeros and subnormal numbers; it has all or none.
    pub is_signed: bool,
}

const fn row(exponent_bits: u32, fraction_bits: u32, bias: i64, special: Special) -> Format {
    Format { exponent_bits, fraction_bits, bias, special, is_signed: true }
}

/// The rows.
impl Format {
    /// `f16`.
    pub const F16: Self = row(5, 10, 15, Special::Infinity);
    /// `bf16`.
    pub const BF16: Self = row(8, 7, 127, Special::Infinity);
    /// `tf32`.
    pub const TF32: Self = row(8, 10, 127, Special::Infinity);
    /// `f32`.
    pub const F32: Self = row(8, 23, 127, Special::Infinity);
    /// `f8E5M2`.
    pub const F8E5M2: Self = row(5, 2, 15, Special::Infinity);
    /// `f8E4M3`.
    pub const F8E4M3: Self = row(4, 3, 7, Special::Infinity);
    /// `f8E3M4`.
    pub const F8E3M4: Self = row(3, 4, 3, Special::Infinity);
    /// `f8E4M3FN`.
    pub const F8E4M3FN: Self = row(4, 3, 7, Special::AllOnesNan);
    /// `f8E5M2FNUZ`.
    pub const F8E5M2FNUZ: Self = row(5, 2, 16, Special::NegativeZeroNan);
    /// `f8E4M3FNUZ`.
    pub const F8E4M3FNUZ: Self = row(4, 3, 8, Special::NegativeZeroNan);
    /// `f8E4M3B11FNUZ`.
    pub const F8E4M3B11FNUZ: Self = row(4, 3, 11, Special::NegativeZeroNan);
    /// `f8E8M0FNU`: powers of two.
    pub const F8E8M0FNU: Self = Self { is_signed: false, ..row(8, 0, 127, Special::AllOnesNan) };
    /// `f6E2M3FN`.
    pub const F6E2M3FN: Self = row(2, 3, 1, Special::Finite);
    /// `f6E3M2FN`.
    pub const F6E3M2FN: Self = row(3, 2, 3, Special::Finite);
    /// `f4E2M1FN`.
    pub const F4E2M1FN: Self = row(2, 1, 1, Special::Finite);

    /// Returns the row of a format; `None` for f64 and for the wide formats, which are stored as f64.
    pub const fn of(float: Float) -> Option<&'static Self> {
        Some(match float {
            Float::F16 => &Self::F16,
            Float::BF16 => &Self::BF16,
            Float::F32 => &Self::F32,
            Float::F64 | Float::F80 | Float::F128 => return None,
            Float::F8E5M2 => &Self::F8E5M2,
            Float::F8E4M3 => &Self::F8E4M3,
            Float::F8E4M3FN => &Self::F8E4M3FN,
            Float::F8E5M2FNUZ => &Self::F8E5M2FNUZ,
            Float::F8E4M3FNUZ => &Self::F8E4M3FNUZ,
            Float::F8E4M3B11FNUZ => &Self::F8E4M3B11FNUZ,
            Float::F8E3M4 => &Self::F8E3M4,
            Float::F8E8M0FNU => &Self::F8E8M0FNU,
            Float::F6E2M3FN => &Self::F6E2M3FN,
            Float::F6E3M2FN => &Self::F6E3M2FN,
            Float::F4E2M1FN => &Self::F4E2M1FN,
            Float::TF32 => &Self::TF32,
        })
    }

    /// Returns the size in bits.
    pub const fn width(&self) -> u32 {
        self.exponent_bits + self.fraction_bits + self.is_signed as u32
    }

    /// Returns the sign bit; 0 if there is none.
    pub const fn sign_bit(&self) -> u64 {
        if self.is_signed { 1 << (self.exponent_bits + self.fraction_bits) } else { 0 }
    }

    /// Returns the mask of all bits but the sign.
    const fn magnitude_mask(&self) -> u64 {
        (1 << (self.exponent_bits + self.fraction_bits)) - 1
    }

    /// Returns the bits of infinity if there is one, else the first code above the largest value.
    const fn infinity(&self) -> u64 {
        match self.special {
            Special::Infinity => ((1 << self.exponent_bits) - 1) << self.fraction_bits,
            Special::AllOnesNan => self.magnitude_mask(),
            Special::NegativeZeroNan | Special::Finite => self.magnitude_mask() + 1,
        }
    }

    /// Returns the bits of the largest value.
    pub const fn largest(&self) -> u64 {
        self.infinity() - 1
    }

    /// Returns the least positive normal value.
    pub fn least_normal(&self) -> f64 {
        power_of_two(i64::from(self.is_signed) - self.bias)
    }

    /// Returns the bits of the positive quiet NaN, or of the largest value if there is no NaN.
    pub const fn nan(&self) -> u64 {
        match self.special {
            Special::Infinity => self.infinity() | 1 << (self.fraction_bits - 1),
            Special::AllOnesNan => self.magnitude_mask(),
            Special::NegativeZeroNan => self.sign_bit(),
            Special::Finite => self.largest(),
        }
    }

    /// Whether the format has a NaN.
    pub const fn has_nan(&self) -> bool {
        !matches!(self.special, Special::Finite)
    }

    /// Whether these bits are a NaN.
    pub const fn is_nan(&self, bits: u64) -> bool {
        let magnitude = bits & self.magnitude_mask();
        match self.special {
            Special::Infinity => self.infinity() < magnitude,
            Special::AllOnesNan => magnitude == self.magnitude_mask(),
            Special::NegativeZeroNan => bits == self.sign_bit(),
            Special::Finite => false,
        }
    }

    /// Flips the sign; NaN keeps its payload, and values without a negative are unchanged.
    pub const fn negate(&self, bits: u64) -> u64 {
        let stays = matches!(self.special, Special::NegativeZeroNan) && bits & self.magnitude_mask() == 0;
        if stays { bits } else { bits ^ self.sign_bit() }
    }

    /// Returns the bits without the sign; NaN keeps its payload.
    pub const fn absolute(&self, bits: u64) -> u64 {
        if matches!(self.special, Special::NegativeZeroNan) && bits == self.sign_bit() {
            return bits;
        }
        bits & !self.sign_bit()
    }

    /// Returns the value of the bits; exact.
    #[inline]
    pub fn widen(&self, bits: u64) -> f64 {
        if self.is_nan(bits) {
            return f64::NAN;
        }
        let magnitude = bits & self.magnitude_mask();
        let fraction = magnitude & ((1 << self.fraction_bits) - 1);
        let field = (magnitude >> self.fraction_bits) as i64;
        let unit = -self.bias - i64::from(self.fraction_bits);
        let value = if self.special == Special::Infinity && magnitude == self.infinity() {
            f64::INFINITY
        } else if field == 0 && self.is_signed {
            fraction as f64 * power_of_two(1 + unit)
        } else {
            (fraction | 1 << self.fraction_bits) as f64 * power_of_two(field + unit)
        };
        if bits & self.sign_bit() == 0 { value } else { -value }
    }

    /// Returns the bits of a value, rounded once.
    #[inline]
    pub fn narrow(&self, value: f64, rounding: Rounding) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        let is_negative = value.is_sign_negative();
        if is_negative && !self.is_signed {
            return 0;
        }
        let sign = if is_negative { self.sign_bit() } else { 0 };
        if value.is_infinite() {
            return self.too_large(sign);
        }
        let magnitude = self.round_magnitude(value, rounding);
        if self.largest() < magnitude {
            return if rounding.overflows(is_negative) {
                self.too_large(sign)
            } else {
                sign | self.largest()
            };
        }
        if magnitude == 0 && self.special == Special::NegativeZeroNan { 0 } else { sign | magnitude }
    }

    /// Returns infinity, or the code that replaces it.
    const fn too_large(&self, sign: u64) -> u64 {
        match self.special {
            Special::Infinity => sign | self.infinity(),
            Special::AllOnesNan => sign | self.nan(),
            Special::NegativeZeroNan => self.nan(),
            Special::Finite => sign | self.largest(),
        }
    }

    /// Returns the code of a finite value without its sign, as if the format had no largest value.
    fn round_magnitude(&self, value: f64, rounding: Rounding) -> u64 {
        let least_exponent = i64::from(self.is_signed) - self.bias;
        let exponent = (value.to_bits() >> 52 & 0x7FF) as i64 - 1023;
        let fraction = value.to_bits() & ((1 << 52) - 1);
        let significand = if exponent == -1023 { fraction } else { fraction | 1 << 52 };
        let below_normal = (least_exponent - exponent).max(0);
        let shift = (52 - i64::from(self.fraction_bits) + below_normal).min(54);
        let steps = rounding.shift(significand, shift as u32, value.is_sign_negative());
        // The leading one of a normal number increments the exponent field, as does a carry. Without
        // subnormal numbers, exponent field 0 denotes normal ones.
        let code = (((exponent - least_exponent).max(0) as u64) << self.fraction_bits) + steps;
        code.saturating_sub(u64::from(!self.is_signed))
    }
}

/// Returns 2 to a power from -1022 to 1023.
pub(super) fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
