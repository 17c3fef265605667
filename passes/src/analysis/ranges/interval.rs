//! Intervals of integers, and their arithmetic.

use warpline_ir::{Module, Type, TypeKind};

/// The widening thresholds, which bound how often a range grows.
const STOPS: [i64; 8] = [i64::MIN, i32::MIN as i64, -1, 0, 1, i32::MAX as i64, u32::MAX as i64, i64::MAX];

/// All values from the least to the greatest, as signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
}

impl Default for Range {
    fn default() -> Self {
        Self::ALL
    }
}

impl Range {
    /// All 64-bit values.
    pub const ALL: Self = Self { min: i64::MIN, max: i64::MAX };

    /// Returns the range of one value.
    pub fn point(value: i64) -> Self {
        Self { min: value, max: value }
    }

    /// Returns the value, if there is only one.
    pub fn value(self) -> Option<i64> {
        (self.min == self.max).then_some(self.min)
    }

    /// Whether the range is contained in another one.
    pub fn is_in(self, other: Self) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    /// Whether all values fit signed 32 bits.
    pub fn fits_i32(self) -> bool {
        self.is_in(Self { min: i32::MIN.into(), max: i32::MAX.into() })
    }

    /// Whether no value is negative.
    pub fn is_natural(self) -> bool {
        0 <= self.min
    }

    /// Returns the sums of a value of each; all values if one may wrap.
    pub fn plus(self, other: Self) -> Self {
        Self::of_ends(&[wide(self.min) + wide(other.min), wide(self.max) + wide(other.max)])
    }

    /// Returns the products of a value of each; all values if one may wrap.
    pub fn times(self, other: Self) -> Self {
        let ends =
            [(self.min, other.min), (self.min, other.max), (self.max, other.min), (self.max, other.max)];
        Self::of_ends(&ends.map(|(a, b)| wide(a) * wide(b)))
    }

    /// Returns the differences of a value of each; all values if one may wrap.
    pub fn minus(self, other: Self) -> Self {
        Self::of_ends(&[wide(self.min) - wide(other.max), wide(self.max) - wide(other.min)])
    }

    /// Whether the ranges intersect.
    pub fn meets(self, other: Self) -> bool {
        self.common(other).is_some()
    }

    /// Returns the convex hull.
    pub fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the intersection; `None` if it is empty.
    pub(super) fn common(self, other: Self) -> Option<Self> {
        let both = Self { min: self.min.max(other.min), max: self.max.min(other.max) };
        (both.min <= both.max).then_some(both)
    }

    /// Returns the hull, in which each end that moved is at one of [`STOPS`].
    pub(super) fn widened(self, other: Self) -> Self {
        let below = STOPS.iter().rev().find(|stop| **stop <= other.min).copied().unwrap_or(i64::MIN);
        let above = STOPS.iter().find(|stop| other.max <= **stop).copied().unwrap_or(i64::MAX);
        Self {
            min: if other.min < self.min { below } else { self.min },
            max: if self.max < other.max { above } else { self.max },
        }
    }

    /// Maps both ends by an increasing function.
    pub(super) fn map(self, f: impl Fn(i64) -> i64) -> Self {
        Self { min: f(self.min), max: f(self.max) }
    }

    /// Returns the range from the least to the greatest of some numbers; all values if one does not fit.
    pub(super) fn of_ends(ends: &[i128]) -> Self {
        let min = ends.iter().min().and_then(|end| i64::try_from(*end).ok());
        let max = ends.iter().max().and_then(|end| i64::try_from(*end).ok());
        match (min, max) {
            (Some(min), Some(max)) => Self { min, max },
            _ => Self::ALL,
        }
    }

    /// Returns the values of signed integers of this width.
    pub(super) fn of_width(width: u32) -> Self {
        if !(1..64).contains(&width) {
            return Self::ALL;
        }
        let half = 1i64 << (width - 1);
        Self { min: -half, max: half - 1 }
    }

    /// Returns the values of integers of a type; `None` for other types.
    pub fn of_type(module: &Module, ty: Type) -> Option<Self> {
        match module.type_kind(ty) {
            TypeKind::Index => Some(Self::ALL),
            TypeKind::Integer(width, _) => Some(Self::of_width(*width)),
            _ => None,
        }
    }
}

/// Converts a number to a type in which sums and products of two such numbers fit.
pub(super) fn wide(value: i64) -> i128 {
    i128::from(value)
}
