//! Selects conversions between scalar types.

use std::cmp::Ordering;

use super::float::suffix;
use super::int;
use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{
    self, B32, E4m3x2, E5m2x2, F16x2, F32, F64, Ge, Gt, Rn, Rzi, S16, S32, S64, Satfinite, U16, U32, U64,
    Unordered,
};
use crate::opcode::Opcode;
use crate::target::Feature;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, Float, MachineFloat, Module, OpKind, OpRef, Type, Value};

/// The NaN of `f8E5M2`.
const QUIET_E5M2: i64 = 0x7E;

/// Resizes an integer: sign-extends, zero-extends or truncates it.
pub(super) fn resize(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let (from, to) = (cx.int_width(op.operand(0))?, cx.int_width(op.result(0))?);
    if let Some(float) = bits_of(op).filter(|_| !signed && to <= 32)
        && let Scalar::Fp8(_) = cx.scalar_of(float)?
    {
        let byte = cx.operand(float)?;
        cx.set(op.result(0), byte);
        return Ok(());
    }
    let value = cx.operand(op.operand(0))?;
    let result = match to.cmp(&from) {
        Ordering::Equal => value,
        Ordering::Less => cut(cx, value, from, to),
        Ordering::Greater => extend(cx, value, from, to, signed),
    };
    cx.set(op.result(0), result);
    Ok(())
}

/// Returns the value whose bits the operand of an operation is.
fn bits_of(op: OpRef<'_>) -> Option<Value> {
    let cast = op.module.defining_op(op.operand(0))?;
    (op.module.kind(cast) == OpKind::Arith(Arith::Bitcast)).then(|| op.module.operand(cast, 0))
}

/// Returns the word that an integer is the low bits of, or the integer itself.
fn uncut(module: &Module, value: Value) -> Value {
    let cut = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Arith(Arith::TruncI));
    let word = cut.map(|cut| module.operand(cut, 0));
    word.filter(|word| module.type_of(*word) == Type::I32).unwrap_or(value)
}

/// Converts a float to another format.
pub(super) fn float_to_float(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if let Some(mode) = direction_of(op) {
        let reason = format!("only rounding to nearest even is supported, but found {mode}");
        return Err(reason.into());
    }
    if let (Scalar::Fp8(_), _) | (_, Scalar::Fp8(_)) =
        (cx.scalar_of(op.operand(0))?, cx.scalar_of(op.result(0))?)
    {
        return convert_fp8(cx, op);
    }
    let (from, to) = (cx.float_of(op.operand(0))?, cx.float_of(op.result(0))?);
    let value = cx.register(op.operand(0))?;
    let result = match (from, to) {
        (MachineFloat::F64, MachineFloat::F64) => value,
        (MachineFloat::F64, to) => converted(cx, to, F64, value)?,
        (from, MachineFloat::F64) => {
            let single = cx.f32_of(from, value);
            cx.make(Opcode::Cvt.with([F64, F32]), &[single])
        }
        (from, to) => {
            let single = cx.f32_of(from, value);
            cx.rounded_from_f32(to, single)
        }
    };
    cx.set(op.result(0), result);
    Ok(())
}

/// Rounds a number of a type to a float, in one step.
fn converted(
    cx: &mut Select<'_>,
    to: MachineFloat,
    from: Modifier,
    value: Operand,
) -> Result<Operand, Unsupported> {
    if to == MachineFloat::BF16 {
        cx.require(Feature::BF16_CONVERSIONS)?;
    }
    Ok(cx.make(Opcode::Cvt.with([Rn, suffix(to), from]), &[value]))
}

/// Converts an integer to a float, rounded to nearest even.
pub(super) fn int_to_float(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let to = cx.float_of(op.result(0))?;
    let class = cx.arithmetic_class(op.operand(0))?;
    let value = cx.register(op.operand(0))?;
    let ty = if signed { class.signed() } else { class.unsigned() };
    let result = converted(cx, to, ty, value)?;
    cx.set(op.result(0), result);
    Ok(())
}

/// Converts a float to an integer, rounded toward zero.
pub(super) fn float_to_int(cx: &mut Select<'_>, op: OpRef<'_>, signed: bool) -> SelectResult {
    let (from, class) = (cx.float_of(op.operand(0))?, cx.arithmetic_class(op.result(0))?);
    let value = cx.register(op.operand(0))?;
    let ty = if signed { class.signed() } else { class.unsigned() };
    cx.define(op, Opcode::Cvt.with([Rzi, ty, suffix(from)]), &[value])
}

/// Bitcasts a value. Only 16-bit types change registers: integers are held in 32 bits.
pub(super) fn bitcast(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let (from, to) = (cx.scalar_of(op.operand(0))?, cx.scalar_of(op.result(0))?);
    // An integer, and a float that is one, is sign-extended in its register; other floats ignore what is above them.
    let source = if matches!(to, Scalar::Int(_)) { op.operand(0) } else { uncut(op.module, op.operand(0)) };
    let value = cx.operand(source)?;
    let result = match (from.class(), to.class()) {
        (RegClass::B32, RegClass::B16) => {
            let bits = Operand::Reg(cx.reg(RegClass::B32, value));
            cx.make(Opcode::Cvt.with([U16, U32]), &[bits])
        }
        (RegClass::B16, RegClass::B32) => cx.make(Opcode::Cvt.with([S32, S16]), &[value]),
        (from, to) if from != to => return Err("the types differ in size".into()),
        (class, _) if matches!(from, Scalar::Fp8(_)) => {
            let bits = Operand::Reg(cx.reg(class, value));
            cx.narrow(bits, 8)
        }
        // A float in the low byte of a word has zeros above it.
        _ if matches!(to, Scalar::Fp8(_)) => cx.zero_extended(value, 8),
        (class, _) => as_type(to, value, class, cx),
    };
    cx.set(op.result(0), result);
    Ok(())
}

/// Retypes a constant, so that it is written as one of the new type.
fn as_type(to: Scalar, value: Operand, class: RegClass, cx: &mut Select<'_>) -> Operand {
    match (to, value) {
        (Scalar::Float(MachineFloat::F32), Operand::Int(bits)) => Operand::F32(bits as u32),
        (Scalar::Float(MachineFloat::F64), Operand::Int(bits)) => Operand::F64(bits as u64),
        (Scalar::Int(_), Operand::F32(bits)) => Operand::Int((bits as i32).into()),
        (Scalar::Int(_), Operand::F64(bits)) => Operand::Int(bits as i64),
        (_, value) => Operand::Reg(cx.reg(class, value)),
    }
}

/// Truncates an integer.
pub(super) fn cut(cx: &mut Select<'_>, value: Operand, from: u32, to: u32) -> Operand {
    if let Operand::Int(value) = value
        && 1 < to
    {
        return Operand::Int(value << (64 - to) >> (64 - to));
    }
    let narrow = match (int::class_of(from), int::class_of(to)) {
        (RegClass::B64, RegClass::B32) => cx.low_word(value),
        _ => value,
    };
    cx.narrow(narrow, to)
}

/// Extends an integer.
pub(super) fn extend(cx: &mut Select<'_>, value: Operand, from: u32, to: u32, signed: bool) -> Operand {
    let value = if signed { cx.widen(value, from, true) } else { cx.zero_extended(value, from) };
    match (int::class_of(from), int::class_of(to), value) {
        (RegClass::B32, RegClass::B64, Operand::Int(value)) => {
            Operand::Int(if signed { value } else { value & 0xFFFF_FFFF })
        }
        (RegClass::B32, RegClass::B64, value) if signed => cx.make(Opcode::Cvt.with([S64, S32]), &[value]),
        (RegClass::B32, RegClass::B64, value) => cx.make(Opcode::Cvt.with([U64, U32]), &[value]),
        _ => value,
    }
}

/// Selects `arith.extf` and `arith.truncf` from or to 8 bits, which occupy the low byte of a 32-bit word.
fn convert_fp8(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let value = cx.operand(op.operand(0))?;
    let result = match (cx.scalar_of(op.operand(0))?, cx.scalar_of(op.result(0))?) {
        (Scalar::Fp8(Float::F8E4M3FN), Scalar::Float(MachineFloat::F16)) => {
            let pair = cx.make(Opcode::Cvt.with([U16, U32]), &[value]);
            let both = cx.make(Opcode::Cvt.with([Rn, F16x2, E4m3x2]), &[pair]);
            cx.make(Opcode::Cvt.with([U16, U32]), &[both])
        }
        (Scalar::Float(MachineFloat::F32), Scalar::Fp8(to @ (Float::F8E4M3FN | Float::F8E5M2))) => {
            narrow_fp8(cx, to, value)
        }
        _ => return Err(Unsupported::not_expanded("expand-arith")),
    };
    cx.set(op.result(0), result);
    Ok(())
}

/// Rounds to a float of 8 bits. The instructions saturate; a result that is out of range is replaced by the infinity or
/// NaN of the format.
fn narrow_fp8(cx: &mut Select<'_>, to: Float, value: Operand) -> Operand {
    let value = Operand::Reg(cx.reg(RegClass::B32, value));
    // The greatest number that is rounded to a finite one; the first one beyond, and its replacement.
    let (ty, order, limit, beyond) = match to {
        Float::F8E5M2 => (E5m2x2, Ge, 61440.0f32, 0x7C),
        _ => (E4m3x2, Gt, 464.0, 0x7F),
    };
    let pair = cx.make(Opcode::CvtPair.with([Rn, Satfinite, ty, F32]), &[Operand::F32(0), value]);
    let wide = cx.make(Opcode::Cvt.with([U32, U16]), &[pair]);
    let byte = cx.make(Opcode::And.with([B32]), &[wide, Operand::Int(0xFF)]);
    let size = cx.make(Opcode::And.with([B32]), &[value, Operand::Int(0x7FFF_FFFF)]);
    let is_beyond = cx.make(Opcode::Setp.with([order, F32]), &[size, Operand::F32(limit.to_bits())]);
    let sign = cx.make(Opcode::And.with([B32]), &[byte, Operand::Int(0x80)]);
    let other = cx.make(Opcode::Or.with([B32]), &[sign, Operand::Int(beyond)]);
    let byte = cx.make(Opcode::Selp.with([B32]), &[other, byte, is_beyond]);
    if to != Float::F8E5M2 {
        return byte;
    }
    // The instruction gives the NaN of all ones; the format's canonical NaN has the first fraction bit set.
    let is_nan = cx.make(Opcode::Setp.with([Unordered, F32]), &[value, value]);
    cx.make(Opcode::Selp.with([B32]), &[Operand::Int(QUIET_E5M2), byte, is_nan])
}
