//! The semantics of scalar operations on bit patterns: the single source for constant folding and the
//! interpreter.
//!
//! A value is a `u64`: an integer is zero-extended from its width, `index` has 64 bits, a float is the bits
//! of its format. [`ScalarOp`] is an operation with everything that determines its result, so that it is
//! resolved once and applied often.
//!
//! Integers of 65 to 128 bits have separate functions, in [`wide`]; nothing folds them.
//!
//! Invariants:
//! - A result depends on nothing but the operands: NaN results of arithmetic are the positive quiet NaN, and
//!   only [`FloatUnary::Neg`](float::FloatUnary::Neg) and similar operations keep a payload.
//! - Formats of up to 32 bits are computed in f64 and rounded once. For sum, difference, product, quotient
//!   and square root this is the correctly rounded result, because 53 bits are at least 2 * 24 + 2.
//! - Mathematical functions are those of [`functions`], which compiled code computes, too.
//! - A result that MLIR leaves undefined or calls poison is [`Undefined`], never a value.

pub mod eval;
pub mod float;
pub mod fold;
pub mod format;
pub mod functions;
pub mod int;
pub mod wide;

use crate::op::OpRef;
use std::fmt;

/// The reason why an operation has no result for these operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The divisor is zero.
    DivisionByZero,
    /// The quotient overflows: the least value divided by -1.
    QuotientOverflow,
    /// The shift amount is at least the width.
    ShiftTooFar,
    /// A float that is NaN or outside the range of the integer type.
    ConversionOutOfRange,
    /// The operation is not defined on scalars of up to 64 bits.
    Unsupported,
}

impl Undefined {
    /// Returns the reason as a part of a sentence.
    pub fn reason(self) -> &'static str {
        match self {
            Self::DivisionByZero => "division by zero",
            Self::QuotientOverflow => "the quotient of the least value and -1 does not fit its type",
            Self::ShiftTooFar => "shift by the width of the type or more",
            Self::ConversionOutOfRange => "the float does not fit the integer type",
            Self::Unsupported => "no operation on scalars of up to 64 bits",
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

pub use eval::ScalarOp;

/// Evaluates a pure arith or math operation on scalars, by the conventions above.
pub fn evaluate(op: OpRef<'_>, operands: &[u64]) -> Result<u64, Undefined> {
    ScalarOp::of(op).ok_or(Undefined::Unsupported)?.apply(operands)
}

/// Returns the low `width` bits of `value`, sign-extended.
pub fn sign_extend(value: i64, width: u32) -> i64 {
    match width {
        0 => 0,
        1..64 => value << (64 - width) >> (64 - width),
        _ => value,
    }
}

/// Returns the low `width` bits of `value`, zero-extended.
pub fn zero_extend(value: u64, width: u32) -> u64 {
    if width < 64 { value & ((1 << width) - 1) } else { value }
}

/// Returns the low `width` bits of `value` as a signed integer.
pub fn signed(value: u64, width: u32) -> i64 {
    sign_extend(value.cast_signed(), width)
}
