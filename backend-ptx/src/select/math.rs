//! Selects `math`: what the chip computes exactly. An approximate instruction is taken only where the flags of the
//! operation allow it; all other functions need the expansion that all backends share.

use super::bits::Question;
use super::{Select, SelectResult, Unsupported, keyword};
use crate::opcode::Modifier::{F32, F64, Rmi, Rn, Rni, Rpi, Rzi};
use crate::opcode::Opcode;
use warpline_ir::{MachineFloat, Math, OpRef};

/// Selects an operation of math.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Math) -> SelectResult {
    match kind {
        Math::AbsF => cx.sign_bit(op, Opcode::And),
        Math::AbsI => cx.absolute_integer(op),
        Math::Sqrt => cx.float_unary(op, Opcode::Sqrt.with([Rn, F32]), Opcode::Sqrt.with([Rn, F64])),
        Math::Floor => cx.round_to_integral(op, Rmi),
        Math::Ceil => cx.round_to_integral(op, Rpi),
        Math::Trunc => cx.round_to_integral(op, Rzi),
        Math::RoundEven => cx.round_to_integral(op, Rni),
        Math::Fma => cx.fma(op),
        Math::CopySign => cx.copy_sign(op),
        Math::IsFinite => cx.classify(op, Question::Finite),
        Math::IsInf => cx.classify(op, Question::Infinite),
        Math::IsNaN => cx.classify(op, Question::Nan),
        Math::IsNormal => cx.classify(op, Question::Normal),
        Math::CtLz => cx.count_leading_zeros(op),
        Math::CtTz => cx.count_trailing_zeros(op),
        Math::CtPop => cx.count_ones(op),
        Math::Exp2 => approximate(cx, op, Opcode::Ex2),
        Math::Log2 => approximate(cx, op, Opcode::Lg2),
        Math::Sin => approximate(cx, op, Opcode::Sin),
        Math::Cos => approximate(cx, op, Opcode::Cos),
        Math::Rsqrt => approximate(cx, op, Opcode::Rsqrt),
        Math::Tanh => approximate(cx, op, Opcode::Tanh),
        _ => Err(Unsupported::not_lowered()),
    }
}

/// An instruction that is less precise than the function, where the program allows that.
fn approximate(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let flags = keyword(op, "fastmath", "arith.fastmath").unwrap_or_default();
    let allowed = flags.split(',').any(|flag| matches!(flag.trim(), "afn" | "fast"));
    if !allowed || float == MachineFloat::F64 {
        return Err(Unsupported::not_expanded("math-expand"));
    }
    cx.approximate(op, name)
}
