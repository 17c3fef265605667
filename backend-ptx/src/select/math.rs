//! Selects `math`: what the chip computes exactly. An approximate instruction is taken only where the flags of the
//! operation allow it; all other functions need the expansion that all backends share.

use super::bits::Question;
use super::{Rule, Select, Selected, Unsupported, keyword};
use crate::target::Feature;
use warpline_ir::{MachineFloat, Math, OpRef};

/// How operations of math are treated.
pub(super) fn rule<'a>(kind: Math) -> Rule<'a> {
    match kind {
        Math::AbsF => Rule::select(|cx, op| cx.sign_bit(op, "and")),
        Math::AbsI => Rule::select(|cx, op| cx.absolute_integer(op)),
        Math::Sqrt => Rule::select(|cx, op| cx.float_unary(op, "sqrt.rn.f32", "sqrt.rn.f64")),
        Math::Floor => Rule::select(|cx, op| cx.float_unary(op, "cvt.rmi.f32.f32", "cvt.rmi.f64.f64")),
        Math::Ceil => Rule::select(|cx, op| cx.float_unary(op, "cvt.rpi.f32.f32", "cvt.rpi.f64.f64")),
        Math::Trunc => Rule::select(|cx, op| cx.float_unary(op, "cvt.rzi.f32.f32", "cvt.rzi.f64.f64")),
        Math::RoundEven => Rule::select(|cx, op| cx.float_unary(op, "cvt.rni.f32.f32", "cvt.rni.f64.f64")),
        Math::Fma => Rule::select(|cx, op| cx.fma(op)),
        Math::CopySign => Rule::select(|cx, op| cx.copy_sign(op)),
        Math::IsFinite => Rule::select(|cx, op| cx.classify(op, Question::Finite)),
        Math::IsInf => Rule::select(|cx, op| cx.classify(op, Question::Infinite)),
        Math::IsNaN => Rule::select(|cx, op| cx.classify(op, Question::Nan)),
        Math::IsNormal => Rule::select(|cx, op| cx.classify(op, Question::Normal)),
        Math::CtLz => Rule::select(|cx, op| cx.count_leading_zeros(op)),
        Math::CtTz => Rule::select(|cx, op| cx.count_trailing_zeros(op)),
        Math::CtPop => Rule::select(|cx, op| cx.count_ones(op)),
        Math::Exp2 => Rule::select(|cx, op| approximate(cx, op, "ex2.approx.f32")),
        Math::Log2 => Rule::select(|cx, op| approximate(cx, op, "lg2.approx.f32")),
        Math::Sin => Rule::select(|cx, op| approximate(cx, op, "sin.approx.f32")),
        Math::Cos => Rule::select(|cx, op| approximate(cx, op, "cos.approx.f32")),
        Math::Rsqrt => Rule::select(|cx, op| approximate(cx, op, "rsqrt.approx.f32")),
        Math::Tanh => Rule::select(|cx, op| {
            cx.require(Feature::TANH)?;
            approximate(cx, op, "tanh.approx.f32")
        }),
        Math::Exp
        | Math::Log
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
        | Math::FPowI
        | Math::IPowI
        | Math::ClampF => Rule::expand("math-expand"),
    }
}

/// An instruction that is less precise than the function, where the program allows that.
fn approximate(cx: &mut Select<'_>, op: OpRef<'_>, name: &'static str) -> Selected {
    let float = cx.float_of(op.result(0))?;
    let flags = keyword(op, "fastmath", "arith.fastmath").unwrap_or_default();
    let allowed = flags.split(',').any(|flag| matches!(flag.trim(), "afn" | "fast"));
    if !allowed || float == MachineFloat::F64 {
        return Err(Unsupported::expand_first("math-expand"));
    }
    cx.approximate(op, name)
}
