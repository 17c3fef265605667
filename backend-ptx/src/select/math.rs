//! Selects the operations of the `math` dialect that the chip computes exactly. An approximate instruction is used
//! only where the flags of the operation allow it; all other functions need the expansion that all backends share.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported, float, int};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{B32, F32, F64, Rmi, Rn, Rni, Rpi, Rzi};
use crate::opcode::Opcode;
use warpline_ir::{MachineFloat, Math, OpRef};

/// The `lop3` truth table that selects by a third operand: its set bits take the second operand, others the first.
const CHOOSE_BITS: i64 = 0xD8;

/// Selects an operation of the `math` dialect.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Math) -> SelectResult {
    match kind {
        Math::AbsF => float::sign_bit(cx, op, Opcode::And),
        Math::AbsI => int::integer(cx, op, Opcode::Abs, RegClass::signed),
        Math::Sqrt => float::float_unary(cx, op, Opcode::Sqrt.with([Rn, F32]), Opcode::Sqrt.with([Rn, F64])),
        Math::Floor => float::round_to_integral(cx, op, Rmi),
        Math::Ceil => float::round_to_integral(cx, op, Rpi),
        Math::Trunc => float::round_to_integral(cx, op, Rzi),
        Math::RoundEven => float::round_to_integral(cx, op, Rni),
        Math::Fma => float::fma(cx, op),
        Math::CopySign => copy_sign(cx, op),
        Math::CtLz | Math::CtTz => int::count(cx, op, Opcode::Clz),
        Math::CtPop => int::count(cx, op, Opcode::Popc),
        Math::Exp2 => approximate(cx, op, Opcode::Ex2),
        Math::Log2 => approximate(cx, op, Opcode::Lg2),
        Math::Sin => approximate(cx, op, Opcode::Sin),
        Math::Cos => approximate(cx, op, Opcode::Cos),
        Math::Rsqrt => approximate(cx, op, Opcode::Rsqrt),
        Math::Tanh => approximate(cx, op, Opcode::Tanh),
        _ => Err(Unsupported::not_lowered()),
    }
}

/// Selects an approximate instruction, if the flags of the operation allow it.
fn approximate(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    if !op.has_flag("fastmath", &["afn", "fast"]) || cx.float_of(op.result(0))? != MachineFloat::F32 {
        return Err(Unsupported::not_expanded("math-expand"));
    }
    let value = cx.register(op.operand(0))?;
    cx.define(op, name.with([F32]), &[value])
}

/// Selects `math.copysign`.
fn copy_sign(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let class = Scalar::Float(float).class();
    let (size, sign) = (cx.register(op.operand(0))?, cx.register(op.operand(1))?);
    let (mask, and) = (1u64 << (float.width() - 1), Opcode::And.with([class.bits()]));
    if class == RegClass::B32 {
        let operands = [size, sign, Operand::Int(mask as i64), Operand::Int(CHOOSE_BITS)];
        return cx.define(op, Opcode::Lop3.with([B32]), &operands);
    }
    let size = cx.make(and, &[size, Operand::Int((mask - 1) as i64)]);
    let sign = cx.make(and, &[sign, Operand::Int(mask as i64)]);
    cx.define(op, Opcode::Or.with([class.bits()]), &[size, sign])
}
