//! Integer operations of a width of 1 to 64 bits, on zero-extended bit patterns.

use super::{Undefined, sign_extend, signed, wide, zero_extend};

/// An operation on two integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntBinary {
    /// Sum modulo two to the width.
    Add,
    /// Difference modulo two to the width.
    Sub,
    /// Product modulo two to the width.
    Mul,
    /// Signed quotient rounded toward zero.
    DivS,
    /// Unsigned quotient rounded down.
    DivU,
    /// Signed quotient rounded up.
    CeilDivS,
    /// Unsigned quotient rounded up.
    CeilDivU,
    /// Signed quotient rounded down.
    FloorDivS,
    /// Signed remainder with the sign of the dividend; 0 for the least value by -1.
    RemS,
    /// Unsigned remainder.
    RemU,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left.
    Shl,
    /// Arithmetic shift to the right.
    ShrS,
    /// Logical shift to the right.
    ShrU,
    /// The greater signed integer.
    MaxS,
    /// The greater unsigned integer.
    MaxU,
    /// The lesser signed integer.
    MinS,
    /// The lesser unsigned integer.
    MinU,
    /// 1 if the unsigned sum overflows.
    Carry,
    /// The upper half of the signed product.
    HighS,
    /// The upper half of the unsigned product.
    HighU,
}

impl IntBinary {
    /// Evaluates the operation on zero-extended operands; the result is zero-extended.
    #[inline]
    pub fn apply(self, width: u32, a: u64, b: u64) -> Result<u64, Undefined> {
        let result = match self {
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
            Self::DivS => divide(width, a, b, |a, b| a / b)?,
            Self::CeilDivS => divide(width, a, b, ceil_div)?,
            Self::FloorDivS => divide(width, a, b, floor_div)?,
            Self::DivU => a.checked_div(b).ok_or(Undefined::DivisionByZero)?,
            Self::CeilDivU | Self::RemS if b == 0 => return Err(Undefined::DivisionByZero),
            Self::CeilDivU => a.div_ceil(b),
            Self::RemS => signed(a, width).wrapping_rem(signed(b, width)).cast_unsigned(),
            Self::RemU => a.checked_rem(b).ok_or(Undefined::DivisionByZero)?,
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::Shl => a << shift_count(width, b)?,
            Self::ShrS => (signed(a, width) >> shift_count(width, b)?).cast_unsigned(),
            Self::ShrU => a >> shift_count(width, b)?,
            Self::MaxS => signed(a, width).max(signed(b, width)).cast_unsigned(),
            Self::MaxU => a.max(b),
            Self::MinS => signed(a, width).min(signed(b, width)).cast_unsigned(),
            Self::MinU => a.min(b),
            Self::Carry => u64::from(zero_extend(u64::MAX, width) - a < b),
            Self::HighS => {
                let product = i128::from(signed(a, width)) * i128::from(signed(b, width));
                (product >> width) as u64
            }
            Self::HighU => ((u128::from(a) * u128::from(b)) >> width) as u64,
        };
        Ok(zero_extend(result, width))
    }
}

/// Returns a signed quotient, if it is defined.
fn divide(width: u32, a: u64, b: u64, quotient: fn(i64, i64) -> i64) -> Result<u64, Undefined> {
    let (a, b) = (signed(a, width), signed(b, width));
    match b {
        0 => Err(Undefined::DivisionByZero),
        -1 if a == sign_extend(1 << (width - 1), width) => Err(Undefined::QuotientOverflow),
        _ => Ok(quotient(a, b).cast_unsigned()),
    }
}

fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0 && (a < 0) == (b < 0))
}

fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

fn shift_count(width: u32, count: u64) -> Result<u32, Undefined> {
    if count < u64::from(width) { Ok(count as u32) } else { Err(Undefined::ShiftTooFar) }
}

/// Returns the absolute value of a signed integer; the least value is unchanged.
pub fn abs(width: u32, a: u64) -> u64 {
    zero_extend(signed(a, width).unsigned_abs(), width)
}

/// A count of bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitCount {
    /// Leading zeros; the width for 0.
    LeadingZeros,
    /// Trailing zeros; the width for 0.
    TrailingZeros,
    /// Ones.
    Ones,
}

impl BitCount {
    /// Returns the count for a zero-extended operand.
    pub fn apply(self, width: u32, a: u64) -> u64 {
        u64::from(match self {
            Self::LeadingZeros => a.leading_zeros() - (64 - width),
            Self::TrailingZeros => a.trailing_zeros().min(width),
            Self::Ones => a.count_ones(),
        })
    }
}

/// Returns a signed integer to the power of a signed one, modulo two to the width. A negative power of 0 is a
/// division by zero; one of another number is rounded toward zero.
pub fn power(width: u32, a: u64, b: u64) -> Result<u64, Undefined> {
    wide::power(width, a.into(), b.into()).map(|result| result as u64)
}

/// A predicate of `arith.cmpi`, in the order of the numbers of the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Signed less.
    SLt,
    /// Signed less or equal.
    SLe,
    /// Signed greater.
    SGt,
    /// Signed greater or equal.
    SGe,
    /// Unsigned less.
    ULt,
    /// Unsigned less or equal.
    ULe,
    /// Unsigned greater.
    UGt,
    /// Unsigned greater or equal.
    UGe,
}

impl IntPredicate {
    /// Every predicate, indexed by its number.
    pub const ALL: [Self; 10] = [
        Self::Eq,
        Self::Ne,
        Self::SLt,
        Self::SLe,
        Self::SGt,
        Self::SGe,
        Self::ULt,
        Self::ULe,
        Self::UGt,
        Self::UGe,
    ];

    /// Whether the predicate holds for zero-extended operands.
    #[inline]
    pub fn holds(self, width: u32, a: u64, b: u64) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::SLt => signed(a, width) < signed(b, width),
            Self::SLe => signed(a, width) <= signed(b, width),
            Self::SGt => signed(b, width) < signed(a, width),
            Self::SGe => signed(b, width) <= signed(a, width),
            Self::ULt => a < b,
            Self::ULe => a <= b,
            Self::UGt => b < a,
            Self::UGe => b <= a,
        }
    }
}
