//! Selects `arith`.

use super::int::Form::{Keeps, Wraps};
use super::values::Scalar;
use super::{Select, SelectResult, Unsupported};
use crate::inst::Operand;
use crate::opcode::Modifier::{B16, B64, Pred, S32, S64, U32, U64};
use crate::opcode::Opcode;
use warpline_ir::{Arith, AttrKind, MachineFloat, Module, OpKind, OpRef, Type, Value};

/// Selects an operation of arith.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    match kind {
        Arith::AddI => cx.integer_or_logic(op, Opcode::Add, Wraps, Opcode::Xor),
        Arith::SubI => cx.integer_or_logic(op, Opcode::Sub, Wraps, Opcode::Xor),
        Arith::MulI => multiply(cx, op),
        Arith::AndI => cx.bitwise(op, Opcode::And),
        Arith::OrI => cx.bitwise(op, Opcode::Or),
        Arith::XOrI => cx.bitwise(op, Opcode::Xor),
        Arith::DivSI => cx.signed(op, Opcode::Div, Wraps),
        Arith::RemSI => cx.signed(op, Opcode::Rem, Wraps),
        Arith::DivUI => cx.unsigned_division(op, Opcode::Div),
        Arith::RemUI => cx.unsigned_division(op, Opcode::Rem),
        Arith::ShLI => cx.shift_left(op),
        Arith::ShRSI => cx.shift_right(op, true),
        Arith::ShRUI => cx.shift_right(op, false),
        Arith::MaxSI => cx.signed(op, Opcode::Max, Keeps),
        Arith::MinSI => cx.signed(op, Opcode::Min, Keeps),
        Arith::MaxUI => cx.unsigned(op, Opcode::Max),
        Arith::MinUI => cx.unsigned(op, Opcode::Min),
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

/// A product of 64 bits of two factors that 32 bits hold is one instruction.
fn multiply(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let width = cx.int_width(op.result(0))?;
    let power = op.module.constant_int(op.operand(1)).filter(|by| 0 < *by && by & (by - 1) == 0);
    let [a, b] = [0, 1].map(|index| Factor::of(op.module, op.operand(index)));
    if let (64, Some(power), None) = (width, power, a) {
        let value = cx.operand(op.operand(0))?;
        let result = cx.make(Opcode::Shl.with([B64]), &[value, Operand::Int(power.trailing_zeros().into())]);
        cx.set(op.result(0), result);
        return Ok(());
    }
    let (Some(a), Some(b), 64) = (a, b, width) else {
        return cx.integer_or_logic(op, Opcode::MulLo, Wraps, Opcode::And);
    };
    let ty = match (a.is_unsigned, b.is_unsigned) {
        (Some(false), Some(false)) | (None, Some(false)) | (Some(false), None) => S32,
        (Some(true), Some(true)) | (None, Some(true)) | (Some(true), None) => U32,
        _ => return cx.integer_or_logic(op, Opcode::MulLo, Wraps, Opcode::And),
    };
    let limits = if ty == S32 { i64::from(i32::MIN)..=i32::MAX.into() } else { 0..=u32::MAX.into() };
    let mut factors = [Operand::Int(0); 2];
    for (operand, factor) in factors.iter_mut().zip([a, b]) {
        *operand = cx.operand(factor.value)?;
        if matches!(operand, Operand::Int(number) if !limits.contains(number)) {
            return cx.integer_or_logic(op, Opcode::MulLo, Wraps, Opcode::And);
        }
    }
    if let [Operand::Int(_), _] = factors {
        factors.reverse();
    }
    let product = cx.make(Opcode::MulWide.with([ty]), &factors);
    cx.set(op.result(0), product);
    Ok(())
}

/// A factor of 64 bits that extends one of 32, or a constant.
#[derive(Clone, Copy)]
struct Factor {
    value: Value,
    /// Whether it extends without the sign; `None` for a constant.
    is_unsigned: Option<bool>,
}

impl Factor {
    fn of(module: &Module, value: Value) -> Option<Self> {
        let op = module.defining_op(value)?;
        let is_unsigned = match module.kind(op) {
            OpKind::Arith(Arith::Constant) => return Some(Self { value, is_unsigned: None }),
            OpKind::Arith(Arith::IndexCast | Arith::ExtSI) => false,
            OpKind::Arith(Arith::IndexCastUI | Arith::ExtUI) => true,
            _ => return None,
        };
        let word = module.operand(op, 0);
        (module.type_of(word) == Type::I32).then_some(Self { value: word, is_unsigned: Some(is_unsigned) })
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
