//! Integer operations of up to 128 bits, as the interpreter needs them: on `u128`, zero-extended.
//!
//! The semantics is that of the functions for 64 bits. Operands and results of up to 64 bits, and floats,
//! occupy the low half.

use super::Undefined;
use super::eval::ScalarOp;
use super::float::{narrow, widen};
use super::int::{BitCount, IntBinary, IntPredicate};
use crate::types::Float;

/// The maximum width of an integer, in bits.
pub const MAX_WIDTH: u32 = 128;

/// Returns the low `width` bits of `value`, zero-extended.
pub fn zero_extend(value: u128, width: u32) -> u128 {
    if width < MAX_WIDTH { value & ((1 << width) - 1) } else { value }
}

/// Returns the low `width` bits of `value` as a signed integer.
pub fn signed(value: u128, width: u32) -> i128 {
    match width {
        0 => 0,
        1..MAX_WIDTH => value.cast_signed() << (MAX_WIDTH - width) >> (MAX_WIDTH - width),
        _ => value.cast_signed(),
    }
}

impl ScalarOp {
    /// Does the same as [`ScalarOp::apply`] for integers of up to 128 bits.
    pub fn apply_wide(self, operands: &[u128]) -> Result<u128, Undefined> {
        match (self, operands) {
            (Self::Int(op, width), &[a, b]) => binary(op, width, a, b),
            (Self::AbsI(width), &[a]) => Ok(zero_extend(signed(a, width).unsigned_abs(), width)),
            (Self::CmpI(predicate, width), &[a, b]) => Ok(u128::from(holds(predicate, width, a, b))),
            (Self::SignExtend(from, to), &[a]) => Ok(zero_extend(signed(a, from).cast_unsigned(), to)),
            (Self::ZeroExtend(to), &[a]) => Ok(zero_extend(a, to)),
            (Self::FromInt(is_signed, width, format), &[a]) => {
                Ok(u128::from(from_int(is_signed, width, format, a)))
            }
            (Self::ToInt(is_signed, format, width), &[a]) => to_int(is_signed, format, width, a as u64),
            (Self::Same, &[a]) => Ok(a),
            (Self::Count(count, width), &[a]) => Ok(u128::from(count_bits(count, width, a))),
            (Self::PowerOfInt(width), &[a, b]) => power(width, a, b),
            _ => Err(Undefined::Unsupported),
        }
    }
}

fn binary(op: IntBinary, width: u32, a: u128, b: u128) -> Result<u128, Undefined> {
    let (x, y) = (signed(a, width), signed(b, width));
    let result = match op {
        IntBinary::Add => a.wrapping_add(b),
        IntBinary::Sub => a.wrapping_sub(b),
        IntBinary::Mul => a.wrapping_mul(b),
        IntBinary::DivS | IntBinary::CeilDivS | IntBinary::FloorDivS => divide(op, width, x, y)?,
        IntBinary::DivU => a.checked_div(b).ok_or(Undefined::DivisionByZero)?,
        IntBinary::CeilDivU | IntBinary::RemS if b == 0 => return Err(Undefined::DivisionByZero),
        IntBinary::CeilDivU => a.div_ceil(b),
        IntBinary::RemS => x.wrapping_rem(y).cast_unsigned(),
        IntBinary::RemU => a.checked_rem(b).ok_or(Undefined::DivisionByZero)?,
        IntBinary::And => a & b,
        IntBinary::Or => a | b,
        IntBinary::Xor => a ^ b,
        IntBinary::Shl => a << shift_count(width, b)?,
        IntBinary::ShrS => (x >> shift_count(width, b)?).cast_unsigned(),
        IntBinary::ShrU => a >> shift_count(width, b)?,
        IntBinary::MaxS => x.max(y).cast_unsigned(),
        IntBinary::MaxU => a.max(b),
        IntBinary::MinS => x.min(y).cast_unsigned(),
        IntBinary::MinU => a.min(b),
        IntBinary::Carry => u128::from(zero_extend(u128::MAX, width) - a < b),
        IntBinary::HighS | IntBinary::HighU => high(op == IntBinary::HighS, width, a, b),
    };
    Ok(zero_extend(result, width))
}

fn divide(op: IntBinary, width: u32, a: i128, b: i128) -> Result<u128, Undefined> {
    let least = signed(1 << (width - 1), width);
    if b == 0 {
        return Err(Undefined::DivisionByZero);
    }
    if a == least && b == -1 {
        return Err(Undefined::QuotientOverflow);
    }
    let has_rest = a % b != 0;
    let is_negative = (a < 0) != (b < 0);
    let step = match op {
        IntBinary::CeilDivS => i128::from(has_rest && !is_negative),
        IntBinary::FloorDivS => -i128::from(has_rest && is_negative),
        _ => 0,
    };
    Ok((a / b + step).cast_unsigned())
}

fn shift_count(width: u32, count: u128) -> Result<u32, Undefined> {
    if count < u128::from(width) { Ok(count as u32) } else { Err(Undefined::ShiftTooFar) }
}

/// Returns the bits of a product from bit `width` upward.
fn high(is_signed: bool, width: u32, a: u128, b: u128) -> u128 {
    let extend = |value| if is_signed { signed(value, width).cast_unsigned() } else { value };
    let (a, b) = (extend(a), extend(b));
    let (mut top, bottom) = product(a, b);
    if is_signed {
        // A negative factor was treated as one that is greater by 2^128.
        top = top.wrapping_sub(if a.cast_signed() < 0 { b } else { 0 });
        top = top.wrapping_sub(if b.cast_signed() < 0 { a } else { 0 });
    }
    match width {
        MAX_WIDTH.. => top,
        _ => top << (MAX_WIDTH - width) | bottom >> width,
    }
}

/// Returns a 256-bit product as its halves, the upper one first.
fn product(a: u128, b: u128) -> (u128, u128) {
    let halves = |value: u128| (value >> 64, value & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (carry, low) = halves(a0 * b0);
    let (carry_1, middle) = halves(a1 * b0 + carry);
    let (carry_2, middle) = halves(a0 * b1 + middle);
    (a1 * b1 + carry_1 + carry_2, middle << 64 | low)
}

fn holds(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (signed(a, width), signed(b, width));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::SLt => x < y,
        IntPredicate::SLe => x <= y,
        IntPredicate::SGt => y < x,
        IntPredicate::SGe => y <= x,
        IntPredicate::ULt => a < b,
        IntPredicate::ULe => a <= b,
        IntPredicate::UGt => b < a,
        IntPredicate::UGe => b <= a,
    }
}

fn count_bits(count: BitCount, width: u32, a: u128) -> u32 {
    match count {
        BitCount::LeadingZeros => a.leading_zeros() - (MAX_WIDTH - width),
        BitCount::TrailingZeros => a.trailing_zeros().min(width),
        BitCount::Ones => a.count_ones(),
    }
}

/// Does the same as [`super::int::power`].
pub(super) fn power(width: u32, a: u128, b: u128) -> Result<u128, Undefined> {
    let (base, exponent) = (signed(a, width), signed(b, width));
    let result = match (base, exponent) {
        (0, ..0) => return Err(Undefined::DivisionByZero),
        (-1, ..0) if exponent & 1 == 1 => -1,
        (1 | -1, ..0) => 1,
        (_, ..0) => 0,
        (_, 0..) => wrapping_power(base, exponent.unsigned_abs()),
    };
    Ok(zero_extend(result.cast_unsigned(), width))
}

fn wrapping_power(base: i128, exponent: u128) -> i128 {
    let (mut square, mut rest, mut result) = (base, exponent, 1i128);
    while 0 < rest {
        if rest & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    result
}

/// Returns an integer as a float, rounded once.
fn from_int(is_signed: bool, width: u32, format: Float, bits: u128) -> u64 {
    let is_negative = is_signed && signed(bits, width) < 0;
    let magnitude = if is_negative { signed(bits, width).unsigned_abs() } else { bits };
    let value = if format == Float::F64 { magnitude as f64 } else { odd_f64(magnitude) };
    narrow(format, if is_negative { -value } else { value })
}

/// Returns an integer as f64, with the last bit set if lower bits are lost, so that a second rounding is
/// correct.
fn odd_f64(value: u128) -> f64 {
    let n_lost = (MAX_WIDTH - value.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
    let lost = value & ((1 << n_lost) - 1);
    let sticky = u128::from(lost != 0) << n_lost;
    ((value - lost) | sticky) as f64
}

fn to_int(is_signed: bool, format: Float, width: u32, bits: u64) -> Result<u128, Undefined> {
    let value = widen(format, bits).trunc();
    let (least, end) = if is_signed {
        (-power_of_two(width - 1), power_of_two(width - 1))
    } else {
        (0.0, power_of_two(width))
    };
    if !(least <= value && value < end) {
        return Err(Undefined::ConversionOutOfRange);
    }
    let integer = if is_signed { (value as i128).cast_unsigned() } else { value as u128 };
    Ok(zero_extend(integer, width))
}

fn power_of_two(exponent: u32) -> f64 {
    2f64.powi(exponent.cast_signed())
}

/// Whether the result of an operation equals that on unbounded signed integers.
pub fn keeps_signed(op: IntBinary, width: u32, a: u128, b: u128, result: u128) -> bool {
    let (x, y, result) = (signed(a, width), signed(b, width), signed(result, width));
    match op {
        IntBinary::Add => x.checked_add(y) == Some(result),
        IntBinary::Sub => x.checked_sub(y) == Some(result),
        IntBinary::Mul => x.checked_mul(y) == Some(result),
        IntBinary::Shl => result >> b == x,
        _ => true,
    }
}

/// Does the same for unsigned integers.
pub fn keeps_unsigned(op: IntBinary, a: u128, b: u128, result: u128) -> bool {
    match op {
        IntBinary::Add => a.checked_add(b) == Some(result),
        IntBinary::Sub => a.checked_sub(b) == Some(result),
        IntBinary::Mul => a.checked_mul(b) == Some(result),
        IntBinary::Shl => result >> b == a,
        _ => true,
    }
}

/// Whether a quotient or a shift to the right is exact.
pub fn is_exact(op: IntBinary, width: u32, a: u128, b: u128, result: u128) -> bool {
    match op {
        IntBinary::DivS => signed(result, width).wrapping_mul(signed(b, width)) == signed(a, width),
        IntBinary::DivU => result.wrapping_mul(b) == a,
        IntBinary::ShrS | IntBinary::ShrU => zero_extend(result << b, width) == a,
        _ => true,
    }
}
