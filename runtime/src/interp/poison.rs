//! Poison: the result of an operation whose flags were violated, or which has none for its operands.
//!
//! It may be computed with, moved and dropped. Where it would be observed (as an address, a condition, a
//! stored, printed or returned value) the run stops, and the error names the operation that produced it.

use super::fault::Fault;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::scalar::{ScalarOp, Undefined};
use warpline_ir::scalar::{signed, wide};
use warpline_ir::{AttrKind, Op, OpRef};

/// The cause of poison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PoisonCause {
    /// `nsw`.
    NoSignedWrap,
    /// `nuw`.
    NoUnsignedWrap,
    /// `exact`.
    Exact,
    /// `nneg`.
    NonNegative,
    /// A lane of a subgroup that did not participate.
    Lane,
    /// A position outside of a vector, or one that a shuffle leaves undefined.
    Position,
    /// A shift by the width of the type or more.
    Shift,
    /// A float that does not fit an integer type.
    Conversion,
    /// An affine expression that overflows.
    Affine,
}

impl PoisonCause {
    /// Returns the cause of a missing result; `None` if that is an error.
    pub(super) fn of(reason: Undefined) -> Option<Self> {
        match reason {
            Undefined::ShiftTooFar => Some(Self::Shift),
            Undefined::ConversionOutOfRange => Some(Self::Conversion),
            Undefined::DivisionByZero | Undefined::QuotientOverflow | Undefined::Unsupported => None,
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::NoSignedWrap => "the result overflows as a signed integer, but the operation has `nsw`",
            Self::NoUnsignedWrap => {
                "the result overflows as an unsigned integer, but the operation has `nuw`"
            }
            Self::Exact => "the operation has `exact`, but there is a remainder",
            Self::NonNegative => "the operation has `nneg`, but the operand is negative",
            Self::Lane => "the lane that it is read from does not participate",
            Self::Position => "the position is outside of the vector",
            Self::Shift => Undefined::ShiftTooFar.reason(),
            Self::Conversion => Undefined::ConversionOutOfRange.reason(),
            Self::Affine => "the affine expression overflows",
        }
    }
}

/// A poison value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Poison {
    pub(super) op: Op,
    pub(super) cause: PoisonCause,
}

impl Poison {
    /// Returns the error of observing it.
    #[cold]
    pub(super) fn fault(self) -> Fault {
        Fault::from("use of a poison value").note(self.op, format!("produced here: {}", self.cause.reason()))
    }

    /// Returns the error of producing it.
    #[cold]
    pub(super) fn at_once(self) -> Fault {
        Fault::from(self.cause.reason())
    }
}

/// The flags of an integer operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PoisonFlags {
    /// A bit per [`PoisonCause`] that can be a flag.
    given: u8,
    /// The width of an element of the first operand in bits.
    width: u32,
}

impl PoisonFlags {
    /// Returns the flags in the attributes of an operation.
    pub(super) fn of(op: OpRef<'_>) -> Self {
        let flags = match op.attr("overflowFlags").map(|attr| op.module.attr_kind(attr)) {
            Some(AttrKind::Foreign(name)) => op.module.text(*name),
            _ => "",
        };
        let has = |key: &str| op.attr(key).is_some();
        let given = [
            (PoisonCause::NoSignedWrap, flags.contains("nsw")),
            (PoisonCause::NoUnsignedWrap, flags.contains("nuw")),
            (PoisonCause::Exact, has("isExact") || has("exact")),
            (PoisonCause::NonNegative, has("nonNeg") || has("nneg")),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given);
        let width = op.operands().first().and_then(|value| {
            let element = op.module.element_type(op.type_of(*value));
            op.module.bit_width(element)
        });
        let given = given.fold(0, |bits, (flag, _)| bits | 1 << flag as u8);
        Self { given, width: width.unwrap_or(64) }
    }

    /// Whether there are any flags.
    pub(super) fn is_any(self) -> bool {
        self.given != 0
    }

    fn has(self, flag: PoisonCause) -> bool {
        self.given >> flag as u8 & 1 == 1
    }

    /// Returns the flag that these operands violate.
    pub(super) fn cause(self, op: ScalarOp, operands: &[u64], result: u64) -> Option<PoisonCause> {
        match (op, operands) {
            (ScalarOp::Int(op, width), &[a, b]) => self.cause_int(op, width, a, b, result),
            (ScalarOp::ZeroExtend(_) | ScalarOp::FromInt(false, ..), &[a])
                if self.has(PoisonCause::NonNegative) =>
            {
                (signed(a, self.width) < 0).then_some(PoisonCause::NonNegative)
            }
            (ScalarOp::ZeroExtend(width), &[a]) => {
                self.cause_truncation(signed(a, self.width) != signed(result, width), a != result)
            }
            _ => None,
        }
    }

    /// Returns the flag violated by a truncation that changes the signed or the unsigned value.
    fn cause_truncation(self, changes_signed: bool, changes_unsigned: bool) -> Option<PoisonCause> {
        if changes_signed && self.has(PoisonCause::NoSignedWrap) {
            return Some(PoisonCause::NoSignedWrap);
        }
        (changes_unsigned && self.has(PoisonCause::NoUnsignedWrap)).then_some(PoisonCause::NoUnsignedWrap)
    }

    /// Like [`PoisonFlags::cause`], for operands and results of up to 128 bits.
    pub(super) fn cause_wide(self, op: ScalarOp, operands: &[u128], result: u128) -> Option<PoisonCause> {
        match (op, operands) {
            (ScalarOp::Int(op, width), &[a, b]) => {
                let is_signed = self.has(PoisonCause::NoSignedWrap);
                if is_signed && !wide::keeps_signed(op, width, a, b, result) {
                    return Some(PoisonCause::NoSignedWrap);
                }
                if self.has(PoisonCause::NoUnsignedWrap) && !wide::keeps_unsigned(op, a, b, result) {
                    return Some(PoisonCause::NoUnsignedWrap);
                }
                let is_broken = self.has(PoisonCause::Exact) && !wide::is_exact(op, width, a, b, result);
                is_broken.then_some(PoisonCause::Exact)
            }
            (ScalarOp::ZeroExtend(_) | ScalarOp::FromInt(false, ..), &[a])
                if self.has(PoisonCause::NonNegative) =>
            {
                (wide::signed(a, self.width) < 0).then_some(PoisonCause::NonNegative)
            }
            (ScalarOp::ZeroExtend(width), &[a]) => {
                let changes_signed = wide::signed(a, self.width) != wide::signed(result, width);
                self.cause_truncation(changes_signed, a != result)
            }
            _ => None,
        }
    }

    fn cause_int(self, op: IntBinary, width: u32, a: u64, b: u64, result: u64) -> Option<PoisonCause> {
        if self.has(PoisonCause::NoSignedWrap)
            && signed_value(op, width, a, b).is_some_and(|exact| exact != i128::from(signed(result, width)))
        {
            return Some(PoisonCause::NoSignedWrap);
        }
        if self.has(PoisonCause::NoUnsignedWrap)
            && unsigned_value(op, a, b).is_some_and(|exact| exact != i128::from(result))
        {
            return Some(PoisonCause::NoUnsignedWrap);
        }
        let has_rest = match op {
            IntBinary::DivS | IntBinary::DivU => a != multiply_back(op, width, result, b),
            IntBinary::ShrS | IntBinary::ShrU => b < 64 && a & ((1 << b) - 1) != 0,
            _ => false,
        };
        (self.has(PoisonCause::Exact) && has_rest).then_some(PoisonCause::Exact)
    }
}

fn signed_value(op: IntBinary, width: u32, a: u64, b: u64) -> Option<i128> {
    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    match op {
        IntBinary::Add => Some(x + y),
        IntBinary::Sub => Some(x - y),
        IntBinary::Mul => Some(x * y),
        IntBinary::Shl => Some(x << b.min(63)),
        _ => None,
    }
}

fn unsigned_value(op: IntBinary, a: u64, b: u64) -> Option<i128> {
    let (x, y) = (i128::from(a), i128::from(b));
    match op {
        IntBinary::Add => Some(x + y),
        IntBinary::Sub => Some(x - y),
        IntBinary::Mul => x.checked_mul(y),
        IntBinary::Shl => Some(x << b.min(63)),
        _ => None,
    }
}

fn multiply_back(op: IntBinary, width: u32, quotient: u64, divisor: u64) -> u64 {
    let product = match op {
        IntBinary::DivS => signed(quotient, width).wrapping_mul(signed(divisor, width)).cast_unsigned(),
        _ => quotient.wrapping_mul(divisor),
    };
    warpline_ir::scalar::zero_extend(product, width)
}
