//! Selects `math`: what the chip computes exactly. Approximate instructions are never taken in place of a
//! function, so the others need the expansion that all backends share.

use super::{Select, Selected, Unsupported};
use warpline_ir::{Math, OpRef};

/// Selects an operation.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Math) -> Selected {
    match kind {
        Math::AbsF => cx.sign_bit(op, "and"),
        Math::AbsI => cx.absolute_integer(op),
        Math::Sqrt => cx.float_unary(op, "sqrt.rn.f32", "sqrt.rn.f64"),
        Math::Floor => cx.float_unary(op, "cvt.rmi.f32.f32", "cvt.rmi.f64.f64"),
        Math::Ceil => cx.float_unary(op, "cvt.rpi.f32.f32", "cvt.rpi.f64.f64"),
        Math::Trunc => cx.float_unary(op, "cvt.rzi.f32.f32", "cvt.rzi.f64.f64"),
        Math::RoundEven => cx.float_unary(op, "cvt.rni.f32.f32", "cvt.rni.f64.f64"),
        Math::Fma => cx.fma(op),
        Math::Rsqrt
        | Math::Exp
        | Math::Exp2
        | Math::Log
        | Math::Log2
        | Math::Sin
        | Math::Cos
        | Math::Tanh
        | Math::Erf
        | Math::PowF
        | Math::Cbrt
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
        | Math::CtPop => Err(Unsupported::expand_first("math-expand")),
    }
}
