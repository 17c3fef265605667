//! Scalar operations with everything that determines their results.

use super::float::{self, FloatBinary, FloatClass, FloatPredicate, FloatUnary};
use super::format::Rounding;
use super::int::{self, BitCount, IntBinary, IntPredicate};
use super::{Undefined, functions, signed, wide, zero_extend};
use crate::dialect::arith::direction_of;
use crate::dialect::{Arith, Math, OpKind};
use crate::op::OpRef;
use crate::types::{Float, Type};

/// A pure operation on scalars; widths are 1 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarOp {
    /// On two integers of a width.
    Int(IntBinary, u32),
    /// On two floats of a format.
    Float(FloatBinary, Float),
    /// On one float of a format.
    FloatUnary(FloatUnary, Float),
    /// A function of [`functions`], or its second result.
    Function {
        /// The function.
        kind: Math,
        /// The format of its operands and results.
        format: Float,
        /// Whether it is the second result.
        second: bool,
    },
    /// `a * b + c` rounded once.
    Fma(Float),
    /// The absolute value of a signed integer.
    AbsI(u32),
    /// Compares integers; the result is 0 or 1.
    CmpI(IntPredicate, u32),
    /// Compares floats; the result is 0 or 1.
    CmpF(FloatPredicate, Float),
    /// The second operand if the first is 1, else the third.
    Select,
    /// Sign-extends an integer of the first width to the second width.
    SignExtend(u32, u32),
    /// Keeps the low bits.
    ZeroExtend(u32),
    /// Converts from the first to the second float format with a rounding mode.
    ConvertFloat(Float, Float, Rounding),
    /// Converts from a signed (`true`) or unsigned integer of a width.
    FromInt(bool, u32, Float),
    /// Converts to a signed (`true`) or unsigned integer of a width.
    ToInt(bool, Float, u32),
    /// Keeps the bits.
    Same,
    /// Whether a float is of a class; the result is 0 or 1.
    Classify(FloatClass, Float),
    /// Counts bits of an integer.
    Count(BitCount, u32),
    /// A signed integer to the power of a signed integer.
    PowerOfInt(u32),
    /// A float to the power of a signed integer of a width.
    PowerByInt(Float, u32),
    /// Clamps a float between two bounds.
    Clamp(Float),
}

impl ScalarOp {
    /// Returns the elementwise operation of an arith or math operation; `None` for constants, for other
    /// dialects and for integers of more than 64 bits.
    pub fn of(op: OpRef<'_>) -> Option<Self> {
        if op.n_results() == 1 { Self::of_result(op, 0) } else { None }
    }

    /// Returns the same for one of several results.
    pub fn of_result(op: OpRef<'_>, index: usize) -> Option<Self> {
        Self::up_to(64, op, index)
    }

    /// Returns the same for integers of up to 128 bits: an operation for [`ScalarOp::apply_wide`]. `None` for
    /// vectors and tensors.
    pub fn wide_of_result(op: OpRef<'_>, index: usize) -> Option<Self> {
        let is_shaped = |value| op.module.shape(op.type_of(value)).is_some();
        let any_shaped = op.operands().iter().copied().chain(op.results()).any(is_shaped);
        if any_shaped { None } else { Self::up_to(wide::MAX_WIDTH, op, index) }
    }

    fn up_to(max_width: u32, op: OpRef<'_>, index: usize) -> Option<Self> {
        let is_conversion = matches!(op.kind(), OpKind::Arith(Arith::TruncF));
        if direction_of(op).is_some() && !is_conversion {
            return None;
        }
        let types = Elements { op, max_width };
        match op.kind() {
            OpKind::Arith(kind) => arith(kind, &types, index),
            OpKind::Math(kind) => math(kind, &types, index),
            OpKind::Builtin(_)
            | OpKind::Func(_)
            | OpKind::Scf(_)
            | OpKind::Cf(_)
            | OpKind::MemRef(_)
            | OpKind::Affine(_)
            | OpKind::Vector(_)
            | OpKind::Linalg(_)
            | OpKind::Async(_)
            | OpKind::Gpu(_)
            | OpKind::Ptr(_)
            | OpKind::Rt(_)
            | OpKind::Foreign(_) => None,
        }
    }

    /// Evaluates the operation on bit patterns by the conventions of [`scalar`](super).
    #[inline]
    pub fn apply(self, operands: &[u64]) -> Result<u64, Undefined> {
        match (self, operands) {
            (Self::Int(op, width), &[a, b]) => op.apply(width, a, b),
            (Self::Float(op, format), &[a, b]) => Ok(op.apply(format, a, b)),
            (Self::FloatUnary(op, format), &[a]) => Ok(op.apply(format, a)),
            (Self::Function { kind, format, second }, operands) => {
                functions::evaluate(kind, format, operands, second).ok_or(Undefined::Unsupported)
            }
            (Self::Fma(format), &[a, b, c]) => Ok(float::fma(format, a, b, c)),
            (Self::AbsI(width), &[a]) => Ok(int::abs(width, a)),
            (Self::CmpI(predicate, width), &[a, b]) => Ok(u64::from(predicate.holds(width, a, b))),
            (Self::CmpF(predicate, format), &[a, b]) => Ok(u64::from(predicate.holds(format, a, b))),
            (Self::Select, &[condition, a, b]) => Ok(if condition & 1 == 1 { a } else { b }),
            (Self::SignExtend(from, to), &[a]) => Ok(zero_extend(signed(a, from).cast_unsigned(), to)),
            (Self::ZeroExtend(to), &[a]) => Ok(zero_extend(a, to)),
            (Self::ConvertFloat(from, to, rounding), &[a]) => Ok(float::convert(from, to, rounding, a)),
            (Self::FromInt(is_signed, width, format), &[a]) => {
                Ok(float::from_int(is_signed, width, format, a))
            }
            (Self::ToInt(is_signed, format, width), &[a]) => float::to_int(is_signed, format, width, a),
            (Self::Same, &[a]) => Ok(a),
            (Self::Classify(class, format), &[a]) => Ok(u64::from(class.holds(format, a))),
            (Self::Count(count, width), &[a]) => Ok(count.apply(width, a)),
            (Self::PowerOfInt(width), &[a, b]) => int::power(width, a, b),
            (Self::PowerByInt(format, width), &[a, b]) => {
                Ok(functions::evaluate_power(format, a, (signed(b, width), width)))
            }
            (Self::Clamp(format), &[value, least, greatest]) => {
                Ok(float::clamp(format, value, least, greatest))
            }
            _ => Err(Undefined::Unsupported),
        }
    }
}

/// The element types of an operation, as widths up to a maximum, and formats.
struct Elements<'m> {
    op: OpRef<'m>,
    max_width: u32,
}

impl Elements<'_> {
    fn operand(&self) -> Option<Type> {
        let operand = self.op.operands().first()?;
        Some(self.op.module.element_type(self.op.type_of(*operand)))
    }

    fn last_operand(&self) -> Option<Type> {
        let operand = self.op.operands().last()?;
        Some(self.op.module.element_type(self.op.type_of(*operand)))
    }

    fn result(&self) -> Option<Type> {
        let result = self.op.results().next()?;
        Some(self.op.module.element_type(self.op.type_of(result)))
    }

    fn width(&self, ty: Option<Type>) -> Option<u32> {
        self.op.module.bit_width(ty?).filter(|width| (1..=self.max_width).contains(width))
    }

    /// Returns the format of a type whose values are stored with their own precision.
    fn format(&self, ty: Option<Type>) -> Option<Float> {
        self.op.module.float_kind(ty?).filter(|format| !matches!(format, Float::F80 | Float::F128))
    }
}

fn arith(kind: Arith, types: &Elements<'_>, index: usize) -> Option<ScalarOp> {
    let op = types.op;
    let width = || types.width(types.operand());
    let format = || types.format(types.operand());
    let int = |op| Some(ScalarOp::Int(op, width()?));
    let float = |op| Some(ScalarOp::Float(op, format()?));
    let to_width = || types.width(types.result());
    let to_format = || types.format(types.result());
    match kind {
        Arith::Constant | Arith::ScalingExtF | Arith::ScalingTruncF => None,
        Arith::AddUIExtended => int(if index == 0 { IntBinary::Add } else { IntBinary::Carry }),
        Arith::MulSIExtended => int(if index == 0 { IntBinary::Mul } else { IntBinary::HighS }),
        Arith::MulUIExtended => int(if index == 0 { IntBinary::Mul } else { IntBinary::HighU }),
        Arith::AddI => int(IntBinary::Add),
        Arith::SubI => int(IntBinary::Sub),
        Arith::MulI => int(IntBinary::Mul),
        Arith::DivSI => int(IntBinary::DivS),
        Arith::DivUI => int(IntBinary::DivU),
        Arith::CeilDivSI => int(IntBinary::CeilDivS),
        Arith::CeilDivUI => int(IntBinary::CeilDivU),
        Arith::FloorDivSI => int(IntBinary::FloorDivS),
        Arith::RemSI => int(IntBinary::RemS),
        Arith::RemUI => int(IntBinary::RemU),
        Arith::AndI => int(IntBinary::And),
        Arith::OrI => int(IntBinary::Or),
        Arith::XOrI => int(IntBinary::Xor),
        Arith::ShLI => int(IntBinary::Shl),
        Arith::ShRSI => int(IntBinary::ShrS),
        Arith::ShRUI => int(IntBinary::ShrU),
        Arith::MaxSI => int(IntBinary::MaxS),
        Arith::MaxUI => int(IntBinary::MaxU),
        Arith::MinSI => int(IntBinary::MinS),
        Arith::MinUI => int(IntBinary::MinU),
        Arith::AddF => float(FloatBinary::Add),
        Arith::SubF => float(FloatBinary::Sub),
        Arith::MulF => float(FloatBinary::Mul),
        Arith::DivF => float(FloatBinary::Div),
        Arith::RemF => float(FloatBinary::Rem),
        Arith::MaximumF => float(FloatBinary::Maximum),
        Arith::MinimumF => float(FloatBinary::Minimum),
        Arith::MaxNumF => float(FloatBinary::MaxNum),
        Arith::MinNumF => float(FloatBinary::MinNum),
        Arith::NegF => Some(ScalarOp::FloatUnary(FloatUnary::Neg, format()?)),
        Arith::CmpI => {
            let number = usize::try_from(op.int("predicate")?).ok()?;
            Some(ScalarOp::CmpI(*IntPredicate::ALL.get(number)?, width()?))
        }
        Arith::CmpF => Some(ScalarOp::CmpF(FloatPredicate::from_number(op.int("predicate")?)?, format()?)),
        Arith::Select => Some(ScalarOp::Select),
        Arith::ExtSI | Arith::IndexCast => Some(ScalarOp::SignExtend(width()?, to_width()?)),
        Arith::ExtUI | Arith::TruncI | Arith::IndexCastUI => {
            width().and(Some(ScalarOp::ZeroExtend(to_width()?)))
        }
        Arith::ExtF | Arith::TruncF => {
            let rounding =
                op.int("roundingmode").map_or(Some(Rounding::NearestEven), Rounding::from_number)?;
            Some(ScalarOp::ConvertFloat(format()?, to_format()?, rounding))
        }
        Arith::SIToFP => Some(ScalarOp::FromInt(true, width()?, to_format()?)),
        Arith::UIToFP => Some(ScalarOp::FromInt(false, width()?, to_format()?)),
        Arith::FPToSI => Some(ScalarOp::ToInt(true, format()?, to_width()?)),
        Arith::FPToUI => Some(ScalarOp::ToInt(false, format()?, to_width()?)),
        Arith::Bitcast => width().and(to_width()).map(|_| ScalarOp::Same),
    }
}

fn math(kind: Math, types: &Elements<'_>, index: usize) -> Option<ScalarOp> {
    let format = types.format(types.operand());
    let unary = |op| Some(ScalarOp::FloatUnary(op, format?));
    match kind {
        Math::AbsF => unary(FloatUnary::Abs),
        Math::AbsI => Some(ScalarOp::AbsI(types.width(types.operand())?)),
        Math::Sqrt => unary(FloatUnary::Sqrt),
        Math::Floor => unary(FloatUnary::Floor),
        Math::Ceil => unary(FloatUnary::Ceil),
        Math::Trunc => unary(FloatUnary::Trunc),
        Math::RoundEven => unary(FloatUnary::RoundEven),
        Math::Fma => Some(ScalarOp::Fma(format?)),
        Math::CopySign => Some(ScalarOp::Float(FloatBinary::CopySign, format?)),
        Math::FPowI => Some(ScalarOp::PowerByInt(format?, types.width(types.last_operand())?)),
        Math::IPowI => Some(ScalarOp::PowerOfInt(types.width(types.operand())?)),
        Math::ClampF => Some(ScalarOp::Clamp(format?)),
        Math::IsFinite => Some(ScalarOp::Classify(FloatClass::Finite, format?)),
        Math::IsInf => Some(ScalarOp::Classify(FloatClass::Infinite, format?)),
        Math::IsNaN => Some(ScalarOp::Classify(FloatClass::Nan, format?)),
        Math::IsNormal => Some(ScalarOp::Classify(FloatClass::Normal, format?)),
        Math::CtLz => Some(ScalarOp::Count(BitCount::LeadingZeros, types.width(types.operand())?)),
        Math::CtTz => Some(ScalarOp::Count(BitCount::TrailingZeros, types.width(types.operand())?)),
        Math::CtPop => Some(ScalarOp::Count(BitCount::Ones, types.width(types.operand())?)),
        _ => Some(ScalarOp::Function { kind, format: format?, second: index == 1 }),
    }
}
