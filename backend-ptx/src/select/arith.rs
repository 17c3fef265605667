//! Selects operations of the `arith` dialect.

use super::values::Scalar;
use super::{Select, SelectResult, Selector as _, Unsupported, convert, float, int};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{B16, Pred, S64, U64};
use crate::opcode::Opcode;
use warpline_ir::{Arith, AttrKind, MachineFloat, OpRef};

/// Selects an operation of the `arith` dialect.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    match kind {
        Arith::AddI => int::integer(cx, op, Opcode::Add, RegClass::signed),
        Arith::SubI => int::integer(cx, op, Opcode::Sub, RegClass::signed),
        Arith::MulI => int::multiply(cx, op),
        Arith::AndI => int::bitwise(cx, op, Opcode::And),
        Arith::OrI => int::bitwise(cx, op, Opcode::Or),
        Arith::XOrI => int::bitwise(cx, op, Opcode::Xor),
        Arith::DivSI => int::integer(cx, op, Opcode::Div, RegClass::signed),
        Arith::RemSI => int::integer(cx, op, Opcode::Rem, RegClass::signed),
        Arith::DivUI => int::integer(cx, op, Opcode::Div, RegClass::unsigned),
        Arith::RemUI => int::integer(cx, op, Opcode::Rem, RegClass::unsigned),
        Arith::ShLI => int::shift(cx, op, Opcode::Shl, RegClass::bits),
        Arith::ShRSI => int::shift(cx, op, Opcode::Shr, RegClass::signed),
        Arith::ShRUI => int::shift(cx, op, Opcode::Shr, RegClass::unsigned),
        Arith::MaxSI => int::integer(cx, op, Opcode::Max, RegClass::signed),
        Arith::MinSI => int::integer(cx, op, Opcode::Min, RegClass::signed),
        Arith::MaxUI => int::integer(cx, op, Opcode::Max, RegClass::unsigned),
        Arith::MinUI => int::integer(cx, op, Opcode::Min, RegClass::unsigned),
        Arith::AddF => float::float(cx, op, Opcode::Add),
        Arith::SubF => float::float(cx, op, Opcode::Sub),
        Arith::MulF => float::float(cx, op, Opcode::Mul),
        Arith::DivF => float::float(cx, op, Opcode::Div),
        Arith::MaximumF => float::min_max(cx, op, Opcode::Max, true),
        Arith::MinimumF => float::min_max(cx, op, Opcode::Min, true),
        Arith::MaxNumF => float::min_max(cx, op, Opcode::Max, false),
        Arith::MinNumF => float::min_max(cx, op, Opcode::Min, false),
        Arith::NegF => float::sign_bit(cx, op, Opcode::Xor),
        Arith::CmpI => int::compare_integers(cx, op),
        Arith::CmpF => float::compare_floats(cx, op),
        Arith::Select => choose(cx, op),
        Arith::ExtSI | Arith::TruncI | Arith::IndexCast => convert::resize(cx, op, true),
        Arith::ExtUI | Arith::IndexCastUI => convert::resize(cx, op, false),
        Arith::ExtF | Arith::TruncF => convert::float_to_float(cx, op),
        Arith::SIToFP => convert::int_to_float(cx, op, true),
        Arith::UIToFP => convert::int_to_float(cx, op, false),
        Arith::FPToSI => convert::float_to_int(cx, op, true),
        Arith::FPToUI => convert::float_to_int(cx, op, false),
        Arith::Bitcast => convert::bitcast(cx, op),
        Arith::MulSIExtended => int::multiply_extended(cx, op, S64),
        Arith::MulUIExtended => int::multiply_extended(cx, op, U64),
        _ => Err(Unsupported::not_lowered()),
    }
}

pub(super) fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let attr = op.attr("value").ok_or("it has no value")?;
    let scalar = cx.scalar(op.result_type(0))?;
    let operand = match (op.module.attr_kind(attr), scalar) {
        (AttrKind::Bool(value), Scalar::Int(1)) => predicate(cx, *value),
        (AttrKind::Integer(value, _), Scalar::Int(1)) => predicate(cx, value & 1 == 1),
        (AttrKind::Integer(value, _), Scalar::Int(_)) => Operand::Int(*value),
        (AttrKind::Float(bits, _), scalar) => of_bits(cx, scalar, *bits),
        _ => return Err("expected a number of the type of the result".into()),
    };
    cx.set(op.result(0), operand);
    Ok(())
}

/// Returns a scalar constant from its bits in memory.
fn of_bits(cx: &mut Select<'_>, scalar: Scalar, bits: u64) -> Operand {
    match scalar {
        Scalar::Int(1) => predicate(cx, bits & 1 == 1),
        Scalar::Int(width) => Operand::Int((bits as i64) << (64 - width) >> (64 - width)),
        Scalar::Fp8(_) => Operand::Int((bits & 0xFF) as i64),
        Scalar::Float(MachineFloat::F32) => Operand::F32(bits as u32),
        Scalar::Float(MachineFloat::F64) => Operand::F64(bits),
        Scalar::Float(MachineFloat::F16 | MachineFloat::BF16) => {
            cx.make(Opcode::Mov.with([B16]), &[Operand::Int(bits as i64)])
        }
    }
}

fn predicate(cx: &mut Select<'_>, value: bool) -> Operand {
    cx.make(Opcode::Mov.with([Pred]), &[Operand::Int(i64::from(value))])
}

fn choose(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let condition = cx.predicate(op.operand(0))?;
    let scalar = cx.scalar(op.result_type(0))?;
    let (yes, no) = (cx.operand(op.operand(1))?, cx.operand(op.operand(2))?);
    let result = cx.choose_scalar(scalar, condition, yes, no);
    cx.set(op.result(0), result);
    Ok(())
}
