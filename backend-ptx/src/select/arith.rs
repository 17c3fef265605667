//! Selects `arith`.

use super::values::Scalar;
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{B16, Pred, S64, U64};
use crate::opcode::Opcode;
use warpline_ir::{Arith, AttrKind, MachineFloat, OpRef};

/// Selects an operation of arith.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    match kind {
        Arith::AddI => cx.integer(op, Opcode::Add, RegClass::signed),
        Arith::SubI => cx.integer(op, Opcode::Sub, RegClass::signed),
        Arith::MulI => cx.multiply(op),
        Arith::AndI => cx.bitwise(op, Opcode::And),
        Arith::OrI => cx.bitwise(op, Opcode::Or),
        Arith::XOrI => cx.bitwise(op, Opcode::Xor),
        Arith::DivSI => cx.integer(op, Opcode::Div, RegClass::signed),
        Arith::RemSI => cx.integer(op, Opcode::Rem, RegClass::signed),
        Arith::DivUI => cx.integer(op, Opcode::Div, RegClass::unsigned),
        Arith::RemUI => cx.integer(op, Opcode::Rem, RegClass::unsigned),
        Arith::ShLI => cx.shift(op, Opcode::Shl, RegClass::bits),
        Arith::ShRSI => cx.shift(op, Opcode::Shr, RegClass::signed),
        Arith::ShRUI => cx.shift(op, Opcode::Shr, RegClass::unsigned),
        Arith::MaxSI => cx.integer(op, Opcode::Max, RegClass::signed),
        Arith::MinSI => cx.integer(op, Opcode::Min, RegClass::signed),
        Arith::MaxUI => cx.integer(op, Opcode::Max, RegClass::unsigned),
        Arith::MinUI => cx.integer(op, Opcode::Min, RegClass::unsigned),
        Arith::AddF => cx.float(op, Opcode::Add),
        Arith::SubF => cx.float(op, Opcode::Sub),
        Arith::MulF => cx.float(op, Opcode::Mul),
        Arith::DivF => cx.float(op, Opcode::Div),
        Arith::MaximumF => cx.min_max(op, Opcode::Max, true),
        Arith::MinimumF => cx.min_max(op, Opcode::Min, true),
        Arith::MaxNumF => cx.min_max(op, Opcode::Max, false),
        Arith::MinNumF => cx.min_max(op, Opcode::Min, false),
        Arith::NegF => cx.sign_bit(op, Opcode::Xor),
        Arith::CmpI => cx.compare_integers(op),
        Arith::CmpF => cx.compare_floats(op),
        Arith::Select => choose(cx, op),
        Arith::ExtSI | Arith::TruncI | Arith::IndexCast => cx.resize(op, true),
        Arith::ExtUI | Arith::IndexCastUI => cx.resize(op, false),
        Arith::ExtF | Arith::TruncF => cx.float_to_float(op),
        Arith::SIToFP => cx.int_to_float(op, true),
        Arith::UIToFP => cx.int_to_float(op, false),
        Arith::FPToSI => cx.float_to_int(op, true),
        Arith::FPToUI => cx.float_to_int(op, false),
        Arith::Bitcast => cx.bitcast(op),
        Arith::MulSIExtended => cx.multiply_extended(op, S64),
        Arith::MulUIExtended => cx.multiply_extended(op, U64),
        _ => Err(Unsupported::not_lowered()),
    }
}

pub(super) fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let attr = op.attr("value").ok_or_else(|| Unsupported::because("it has no value"))?;
    let scalar = cx.scalar(op.result_type(0))?;
    let operand = match (op.module.attr_kind(attr), scalar) {
        (AttrKind::Bool(value), Scalar::Int(1)) => predicate(cx, *value),
        (AttrKind::Integer(value, _), Scalar::Int(1)) => predicate(cx, value & 1 == 1),
        (AttrKind::Integer(value, _), Scalar::Int(_)) => Operand::Int(*value),
        (AttrKind::Float(bits, _), scalar @ (Scalar::Float(_) | Scalar::Fp8(_))) => {
            of_bits(cx, scalar, *bits)
        }
        _ => return Err(Unsupported::because("expected a number of the type of the result")),
    };
    cx.set(op.result(0), operand);
    Ok(())
}

/// A scalar of a type from the bits that memory would hold.
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
