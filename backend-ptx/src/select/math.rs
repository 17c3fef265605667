//! Selects `math`: what the chip computes exactly. An approximate instruction is taken only where the flags of the
//! operation allow it; all other functions need the expansion that all backends share.

use super::bits::Question;
use super::{Select, Selected, Unsupported, keyword};
use crate::target::Feature;
use warpline_ir::{MachineFloat, Math, OpRef};

/// Selects an operation of math.
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
        Math::CopySign => cx.copy_sign(op),
        Math::IsFinite => cx.classify(op, Question::Finite),
        Math::IsInf => cx.classify(op, Question::Infinite),
        Math::IsNaN => cx.classify(op, Question::Nan),
        Math::IsNormal => cx.classify(op, Question::Normal),
        Math::CtLz => cx.count_leading_zeros(op),
        Math::CtTz => cx.count_trailing_zeros(op),
        Math::CtPop => cx.count_ones(op),
        Math::Exp2 => approximate(cx, op, "ex2.approx.f32"),
        Math::Log2 => approximate(cx, op, "lg2.approx.f32"),
        Math::Sin => approximate(cx, op, "sin.approx.f32"),
        Math::Cos => approximate(cx, op, "cos.approx.f32"),
        Math::Rsqrt => approximate(cx, op, "rsqrt.approx.f32"),
        Math::Tanh => {
            cx.require(Feature::TANH)?;
            approximate(cx, op, "tanh.approx.f32")
        }
        _ => Err(Unsupported::not_lowered()),
    }
}

/// An instruction that is less precise than the function, where the program allows that.
fn approximate(cx: &mut Select<'_>, op: OpRef<'_>, name: &'static str) -> Selected {
    let float = cx.float_of(op.result(0))?;
    let flags = keyword(op, "fastmath", "arith.fastmath").unwrap_or_default();
    let allowed = flags.split(',').any(|flag| matches!(flag.trim(), "afn" | "fast"));
    if !allowed || float == MachineFloat::F64 {
        return Err(Unsupported::not_expanded("math-expand"));
    }
    cx.approximate(op, name)
}
