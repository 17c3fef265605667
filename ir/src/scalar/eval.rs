//! Scalar operations with everything that decides their results.

use super::float::{self, FloatBinary, FloatPredicate, FloatUnary};
use super::format::Rounding;
use super::int::{self, IntBinary, IntPredicate};
use super::{Undefined, signed, zero_extend};
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
    /// Reads an integer of the first width with its sign, in the second width.
    SignExtend(u32, u32),
    /// Keeps the low bits.
    ZeroExtend(u32),
    /// From the first to the second float format, rounded in a direction.
    ConvertFloat(Float, Float, Rounding),
    /// From an integer, signed or not, of a width.
    FromInt(bool, u32, Float),
    /// To an integer, signed or not, of a width.
    ToInt(bool, Float, u32),
    /// The same bits.
    Same,
}

impl ScalarOp {
    /// What an arith or math operation does to each element; `None` for constants, for other dialects and for
    /// integers of more than 64 bits.
    pub fn of(op: OpRef<'_>) -> Option<Self> {
        match op.kind() {
            OpKind::Arith(kind) => arith(kind, op),
            OpKind::Math(kind) => math(kind, op),
            OpKind::Builtin(_)
            | OpKind::Func(_)
            | OpKind::Scf(_)
            | OpKind::Cf(_)
            | OpKind::MemRef(_)
            | OpKind::Affine(_)
            | OpKind::Vector(_)
            | OpKind::Async(_)
            | OpKind::Gpu(_)
            | OpKind::Rt(_)
            | OpKind::Foreign(_) => None,
        }
    }

    /// The result on bit patterns by the conventions of [`scalar`](super).
    #[inline]
    pub fn apply(self, operands: &[u64]) -> Result<u64, Undefined> {
        match (self, operands) {
            (Self::Int(op, width), &[a, b]) => op.apply(width, a, b),
            (Self::Float(op, format), &[a, b]) => Ok(op.apply(format, a, b)),
            (Self::FloatUnary(op, format), &[a]) => Ok(op.apply(format, a)),
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
            _ => Err(Undefined::Unsupported),
        }
    }
}

/// The element types of an operation, as widths and formats.
struct Elements<'m>(OpRef<'m>);

impl Elements<'_> {
    fn operand(&self) -> Option<Type> {
        let operand = self.0.operands().first()?;
        Some(self.0.module.element_type(self.0.type_of(*operand)))
    }

    fn result(&self) -> Option<Type> {
        let result = self.0.results().next()?;
        Some(self.0.module.element_type(self.0.type_of(result)))
    }

    fn width(&self, ty: Option<Type>) -> Option<u32> {
        self.0.module.bit_width(ty?).filter(|width| (1..=64).contains(width))
    }

    fn format(&self, ty: Option<Type>) -> Option<Float> {
        self.0.module.float_kind(ty?)
    }
}

fn arith(kind: Arith, op: OpRef<'_>) -> Option<ScalarOp> {
    let types = Elements(op);
    let width = || types.width(types.operand());
    let format = || types.format(types.operand());
    let int = |op| Some(ScalarOp::Int(op, width()?));
    let float = |op| Some(ScalarOp::Float(op, format()?));
    let to_width = || types.width(types.result());
    let to_format = || types.format(types.result());
    match kind {
        Arith::Constant
        | Arith::AddUIExtended
        | Arith::MulSIExtended
        | Arith::MulUIExtended
        | Arith::ScalingExtF
        | Arith::ScalingTruncF => None,
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

fn math(kind: Math, op: OpRef<'_>) -> Option<ScalarOp> {
    let types = Elements(op);
    let format = types.format(types.operand());
    let unary = |op| Some(ScalarOp::FloatUnary(op, format?));
    match kind {
        Math::AbsF => unary(FloatUnary::Abs),
        Math::AbsI => Some(ScalarOp::AbsI(types.width(types.operand())?)),
        Math::Sqrt => unary(FloatUnary::Sqrt),
        Math::Rsqrt => unary(FloatUnary::Rsqrt),
        Math::Exp => unary(FloatUnary::Exp),
        Math::Exp2 => unary(FloatUnary::Exp2),
        Math::Log => unary(FloatUnary::Log),
        Math::Log2 => unary(FloatUnary::Log2),
        Math::Sin => unary(FloatUnary::Sin),
        Math::Cos => unary(FloatUnary::Cos),
        Math::Tanh => unary(FloatUnary::Tanh),
        Math::Erf => unary(FloatUnary::Erf),
        Math::Floor => unary(FloatUnary::Floor),
        Math::Ceil => unary(FloatUnary::Ceil),
        Math::Trunc => unary(FloatUnary::Trunc),
        Math::RoundEven => unary(FloatUnary::RoundEven),
        Math::PowF => Some(ScalarOp::Float(FloatBinary::Pow, format?)),
        Math::Fma => Some(ScalarOp::Fma(format?)),
        Math::Cbrt
        | Math::ExpM1
        | Math::Log10
        | Math::Log1p
        | Math::Tan
        | Math::SinCos
        | Math::Asin
        | Math::Acos
        | Math::Atan
        | Math::Atan2
        | Math::Sinh
        | Math::Cosh
        | Math::Asinh
        | Math::Acosh
        | Math::Atanh
        | Math::Erfc
        | Math::Round
        | Math::CopySign
        | Math::FPowI
        | Math::IPowI
        | Math::ClampF
        | Math::IsFinite
        | Math::IsInf
        | Math::IsNaN
        | Math::IsNormal
        | Math::CtLz
        | Math::CtTz
        | Math::CtPop => None,
    }
}
