//! Selects `arith`.

use super::int::Form::{Keeps, Wraps};
use super::values::Scalar;
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand};
use warpline_ir::{Arith, AttrKind, MachineFloat, OpRef};

/// Selects an operation of arith.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> Selected {
    match kind {
        Arith::AddI => cx.integer_or_logic(op, "add", Wraps, "xor"),
        Arith::SubI => cx.integer_or_logic(op, "sub", Wraps, "xor"),
        Arith::MulI => multiply(cx, op),
        Arith::AndI => cx.bitwise(op, "and"),
        Arith::OrI => cx.bitwise(op, "or"),
        Arith::XOrI => cx.bitwise(op, "xor"),
        Arith::DivSI => cx.signed(op, "div", Wraps),
        Arith::RemSI => cx.signed(op, "rem", Wraps),
        Arith::DivUI => cx.unsigned_division(op, "div"),
        Arith::RemUI => cx.unsigned_division(op, "rem"),
        Arith::ShLI => cx.shift(op, "shl"),
        Arith::ShRSI => cx.shift(op, "shr.s"),
        Arith::ShRUI => cx.shift(op, "shr.u"),
        Arith::MaxSI => cx.signed(op, "max", Keeps),
        Arith::MinSI => cx.signed(op, "min", Keeps),
        Arith::MaxUI => cx.unsigned(op, "max"),
        Arith::MinUI => cx.unsigned(op, "min"),
        Arith::AddF => cx.float(op, "add"),
        Arith::SubF => cx.float(op, "sub"),
        Arith::MulF => cx.float(op, "mul"),
        Arith::DivF => cx.float(op, "div"),
        Arith::MaximumF => cx.min_max(op, "max", true),
        Arith::MinimumF => cx.min_max(op, "min", true),
        Arith::MaxNumF => cx.min_max(op, "max", false),
        Arith::MinNumF => cx.min_max(op, "min", false),
        Arith::NegF => cx.sign_bit(op, "xor"),
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
        Arith::MulSIExtended => cx.multiply_extended(op, "mul.hi.s64"),
        Arith::MulUIExtended => cx.multiply_extended(op, "mul.hi.u64"),
        _ => Err(Unsupported::not_lowered()),
    }
}

fn multiply(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    if cx.wide_product(op)? { Ok(()) } else { cx.integer_or_logic(op, "mul.lo", Wraps, "and") }
}

pub(super) fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
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
            cx.make(Class::Half, ["mov.b16"], &[Operand::Int(bits as i64)])
        }
    }
}

fn predicate(cx: &mut Select<'_>, value: bool) -> Operand {
    cx.make(Class::Pred, ["mov.pred"], &[Operand::Int(i64::from(value))])
}

fn choose(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    let condition = cx.predicate(op.operand(0))?;
    let scalar = cx.scalar(op.result_type(0))?;
    let (yes, no) = (cx.operand(op.operand(1))?, cx.operand(op.operand(2))?);
    if scalar == Scalar::Int(64) && cx.is_narrow(op) {
        let (yes, no) = (cx.low_word(yes), cx.low_word(no));
        let word = cx.choose_scalar(Scalar::Int(32), condition, yes, no);
        return cx.set_int(op, word, Keeps);
    }
    let result = cx.choose_scalar(scalar, condition, yes, no);
    cx.set(op.result(0), result);
    Ok(())
}
