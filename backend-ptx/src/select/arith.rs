//! Selects `arith`.

use super::int::Form::{Keeps, Wraps};
use super::values::Scalar;
use super::{Rule, Select, Selected, Unsupported};
use crate::inst::{Class, Operand};
use warpline_ir::{Arith, AttrKind, MachineFloat, OpRef};

/// How operations of arith are treated.
pub(super) fn rule<'a>(kind: Arith) -> Rule<'a> {
    match kind {
        Arith::Constant => Rule::select(constant),
        Arith::AddI => Rule::select(|cx, op| cx.integer_or_logic(op, "add", Wraps, "xor")),
        Arith::SubI => Rule::select(|cx, op| cx.integer_or_logic(op, "sub", Wraps, "xor")),
        Arith::MulI => Rule::select(multiply),
        Arith::AndI => Rule::select(|cx, op| cx.bitwise(op, "and")),
        Arith::OrI => Rule::select(|cx, op| cx.bitwise(op, "or")),
        Arith::XOrI => Rule::select(|cx, op| cx.bitwise(op, "xor")),
        Arith::DivSI => Rule::select(|cx, op| cx.signed(op, "div", Wraps)),
        Arith::RemSI => Rule::select(|cx, op| cx.signed(op, "rem", Wraps)),
        Arith::DivUI => Rule::select(|cx, op| cx.unsigned_division(op, "div")),
        Arith::RemUI => Rule::select(|cx, op| cx.unsigned_division(op, "rem")),
        Arith::ShLI => Rule::select(|cx, op| cx.shift(op, "shl")),
        Arith::ShRSI => Rule::select(|cx, op| cx.shift(op, "shr.s")),
        Arith::ShRUI => Rule::select(|cx, op| cx.shift(op, "shr.u")),
        Arith::MaxSI => Rule::select(|cx, op| cx.signed(op, "max", Keeps)),
        Arith::MinSI => Rule::select(|cx, op| cx.signed(op, "min", Keeps)),
        Arith::MaxUI => Rule::select(|cx, op| cx.unsigned(op, "max")),
        Arith::MinUI => Rule::select(|cx, op| cx.unsigned(op, "min")),
        Arith::AddF => Rule::select(|cx, op| cx.float(op, "add")),
        Arith::SubF => Rule::select(|cx, op| cx.float(op, "sub")),
        Arith::MulF => Rule::select(|cx, op| cx.float(op, "mul")),
        Arith::DivF => Rule::select(|cx, op| cx.float(op, "div")),
        Arith::MaximumF => Rule::select(|cx, op| cx.min_max(op, "max", true)),
        Arith::MinimumF => Rule::select(|cx, op| cx.min_max(op, "min", true)),
        Arith::MaxNumF => Rule::select(|cx, op| cx.min_max(op, "max", false)),
        Arith::MinNumF => Rule::select(|cx, op| cx.min_max(op, "min", false)),
        Arith::NegF => Rule::select(|cx, op| cx.sign_bit(op, "xor")),
        Arith::CmpI => Rule::select(|cx, op| cx.compare_integers(op)),
        Arith::CmpF => Rule::select(|cx, op| cx.compare_floats(op)),
        Arith::Select => Rule::select(choose),
        Arith::ExtSI | Arith::TruncI | Arith::IndexCast => Rule::select(|cx, op| cx.resize(op, true)),
        Arith::ExtUI | Arith::IndexCastUI => Rule::select(|cx, op| cx.resize(op, false)),
        Arith::ExtF | Arith::TruncF => Rule::select(|cx, op| cx.float_to_float(op)),
        Arith::SIToFP => Rule::select(|cx, op| cx.int_to_float(op, true)),
        Arith::UIToFP => Rule::select(|cx, op| cx.int_to_float(op, false)),
        Arith::FPToSI => Rule::select(|cx, op| cx.float_to_int(op, true)),
        Arith::FPToUI => Rule::select(|cx, op| cx.float_to_int(op, false)),
        Arith::Bitcast => Rule::select(|cx, op| cx.bitcast(op)),
        Arith::MulSIExtended => Rule::select(|cx, op| cx.multiply_extended(op, "mul.hi.s64")),
        Arith::MulUIExtended => Rule::select(|cx, op| cx.multiply_extended(op, "mul.hi.u64")),
        Arith::CeilDivUI
        | Arith::CeilDivSI
        | Arith::FloorDivSI
        | Arith::RemF
        | Arith::AddUIExtended
        | Arith::ScalingExtF
        | Arith::ScalingTruncF => Rule::expand("expand-arith"),
    }
}

fn multiply(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    if cx.wide_product(op)? { Ok(()) } else { cx.integer_or_logic(op, "mul.lo", Wraps, "and") }
}

fn constant(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
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
