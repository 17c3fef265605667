//! Selects code for the arith dialect. No operation traps: an undefined result in MLIR is an unspecified
//! value here.

use super::Rule;
use super::memref::from_bits;
use crate::emit::{Emitted, Emitter};
use crate::lowered::Lowered;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type as RegType, Value as Reg, types};
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, AttrKind, MachineFloat, OpRef, Type, Value};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of arith operations.
pub(super) fn rule(kind: Arith) -> Rule {
    match kind {
        Arith::Constant => Rule::select(constant),
        Arith::AddI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().iadd(a, b))),
        Arith::SubI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().isub(a, b))),
        Arith::MulI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().imul(a, b))),
        Arith::AndI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().band(a, b))),
        Arith::OrI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().bor(a, b))),
        Arith::XOrI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().bxor(a, b))),
        Arith::ShLI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().ishl(a, b))),
        Arith::ShRSI => Rule::select(|cx, op| signed(cx, op, |cx, a, b| cx.builder.ins().sshr(a, b))),
        Arith::ShRUI => Rule::select(|cx, op| bits(cx, op, |cx, a, b| cx.builder.ins().ushr(a, b))),
        Arith::MaxSI => {
            Rule::select(|cx, op| signed(cx, op, |cx, a, b| choice(cx, IntCC::SignedGreaterThan, a, b)))
        }
        Arith::MinSI => {
            Rule::select(|cx, op| signed(cx, op, |cx, a, b| choice(cx, IntCC::SignedLessThan, a, b)))
        }
        Arith::MaxUI => {
            Rule::select(|cx, op| bits(cx, op, |cx, a, b| choice(cx, IntCC::UnsignedGreaterThan, a, b)))
        }
        Arith::MinUI => {
            Rule::select(|cx, op| bits(cx, op, |cx, a, b| choice(cx, IntCC::UnsignedLessThan, a, b)))
        }
        Arith::DivSI => Rule::select(|cx, op| divide_signed(cx, op, Arith::DivSI)),
        Arith::CeilDivSI => Rule::select(|cx, op| divide_signed(cx, op, Arith::CeilDivSI)),
        Arith::FloorDivSI => Rule::select(|cx, op| divide_signed(cx, op, Arith::FloorDivSI)),
        Arith::RemSI => Rule::select(|cx, op| divide_signed(cx, op, Arith::RemSI)),
        Arith::DivUI => Rule::select(|cx, op| divide_unsigned(cx, op, Arith::DivUI)),
        Arith::CeilDivUI => Rule::select(|cx, op| divide_unsigned(cx, op, Arith::CeilDivUI)),
        Arith::RemUI => Rule::select(|cx, op| divide_unsigned(cx, op, Arith::RemUI)),
        Arith::AddF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fadd(a, b))),
        Arith::SubF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fsub(a, b))),
        Arith::MulF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fmul(a, b))),
        Arith::DivF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fdiv(a, b))),
        Arith::RemF => Rule::select(|cx, op| float(cx, op, remainder_of_floats)),
        Arith::MaximumF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fmax(a, b))),
        Arith::MinimumF => Rule::select(|cx, op| float(cx, op, |cx, a, b| cx.builder.ins().fmin(a, b))),
        Arith::MaxNumF => Rule::select(|cx, op| float(cx, op, max_number)),
        Arith::MinNumF => Rule::select(|cx, op| float(cx, op, min_number)),
        Arith::NegF => Rule::select(negate),
        Arith::CmpI => Rule::select(compare_ints),
        Arith::CmpF => Rule::select(compare_floats),
        Arith::Select => Rule::select(choose),
        Arith::ExtSI | Arith::IndexCast | Arith::TruncI => Rule::select(|cx, op| resize(cx, op, true)),
        Arith::ExtUI | Arith::IndexCastUI => Rule::select(|cx, op| resize(cx, op, false)),
        Arith::ExtF | Arith::TruncF => Rule::select(resize_float),
        Arith::SIToFP => Rule::select(|cx, op| int_to_float(cx, op, true)),
        Arith::UIToFP => Rule::select(|cx, op| int_to_float(cx, op, false)),
        Arith::FPToSI => Rule::select(|cx, op| float_to_int(cx, op, true)),
        Arith::FPToUI => Rule::select(|cx, op| float_to_int(cx, op, false)),
        Arith::Bitcast => Rule::select(bitcast),
        Arith::MulSIExtended => Rule::select(|cx, op| multiply_extended(cx, op, true)),
        Arith::MulUIExtended => Rule::select(|cx, op| multiply_extended(cx, op, false)),
        Arith::AddUIExtended | Arith::ScalingExtF | Arith::ScalingTruncF => Rule::expand("expand-arith"),
    }
}

fn constant(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    let Some(attr) = op.attr("value") else { return Err(cx.unsupported("expected a value")) };
    let reg = match *cx.module.attr_kind(attr) {
        AttrKind::Bool(value) => cx.int(ty, i64::from(value)),
        AttrKind::Integer(value, _) => {
            let reg = cx.int(ty, value);
            cx.without_sign(op.result_type(0), reg)
        }
        AttrKind::Wide(ref value, _) if ty == types::I128 => {
            let halves = [**value as i64, (**value >> 64) as i64].map(|half| cx.index(half));
            let reg = cx.builder.ins().iconcat(halves[0], halves[1]);
            cx.without_sign(op.result_type(0), reg)
        }
        AttrKind::Float(bits, _) => float_constant(cx, ty, bits),
        _ => return Err(cx.unsupported("expected a scalar constant; vectors are not supported")),
    };
    cx.set_result(reg);
    Ok(())
}

fn float_constant(cx: &mut Cx<'_, '_>, ty: RegType, bits: u64) -> Reg {
    match ty {
        types::F32 => cx.builder.ins().f32const(Ieee32::with_bits(bits as u32)),
        types::F64 => cx.builder.ins().f64const(Ieee64::with_bits(bits)),
        narrow => cx.int(narrow, bits as i64),
    }
}

/// Returns an integer sign-extended to its register.
fn with_sign(cx: &mut Cx<'_, '_>, value: Value) -> Emitted<Reg> {
    let reg = cx.scalar(value)?;
    Ok(cx.with_sign(cx.module.type_of(value), reg))
}

/// Sets the integer result to the bits of a register that belong to its type.
pub(super) fn set_int(cx: &mut Cx<'_, '_>, op: OpRef<'_>, reg: Reg) {
    let reg = cx.without_sign(op.result_type(0), reg);
    cx.set_result(reg);
}

fn bits<'a, 'f>(
    cx: &mut Cx<'a, 'f>,
    op: OpRef<'_>,
    compute: impl FnOnce(&mut Cx<'a, 'f>, Reg, Reg) -> Reg,
) -> Emitted {
    let (a, b) = (cx.scalar(op.operand(0))?, cx.scalar(op.operand(1))?);
    let result = compute(cx, a, b);
    set_int(cx, op, result);
    Ok(())
}

fn signed<'a, 'f>(
    cx: &mut Cx<'a, 'f>,
    op: OpRef<'_>,
    compute: impl FnOnce(&mut Cx<'a, 'f>, Reg, Reg) -> Reg,
) -> Emitted {
    let (a, b) = (with_sign(cx, op.operand(0))?, with_sign(cx, op.operand(1))?);
    let result = compute(cx, a, b);
    set_int(cx, op, result);
    Ok(())
}

/// Returns the operand that a condition prefers.
fn choice(cx: &mut Cx<'_, '_>, condition: IntCC, a: Reg, b: Reg) -> Reg {
    match (cx.builder.func.dfg.value_type(a), condition) {
        (types::I128, _) => {
            let is_first = cx.compare(condition, a, b);
            select(cx, is_first, a, b)
        }
        (_, IntCC::SignedGreaterThan) => cx.builder.ins().smax(a, b),
        (_, IntCC::SignedLessThan) => cx.builder.ins().smin(a, b),
        (_, IntCC::UnsignedGreaterThan) => cx.builder.ins().umax(a, b),
        _ => cx.builder.ins().umin(a, b),
    }
}

/// Extends an integer to a width that the machine divides efficiently: 32 or 64 bits.
fn widen(cx: &mut Cx<'_, '_>, reg: Reg, is_signed: bool) -> Reg {
    let ty = cx.builder.func.dfg.value_type(reg);
    match (32 <= ty.bits(), is_signed) {
        (true, _) => reg,
        (false, true) => cx.builder.ins().sextend(types::I32, reg),
        (false, false) => cx.builder.ins().uextend(types::I32, reg),
    }
}

fn narrow_to(cx: &mut Cx<'_, '_>, reg: Reg, ty: RegType) -> Reg {
    let found = cx.builder.func.dfg.value_type(reg);
    if ty.bits() < found.bits() { cx.builder.ins().ireduce(ty, reg) } else { reg }
}

/// Returns the divisor, with values that would trap replaced by 1.
fn safe_divisor(cx: &mut Cx<'_, '_>, divisor: Reg, is_bad: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(divisor);
    let one = cx.int(ty, 1);
    cx.builder.ins().select(is_bad, one, divisor)
}

/// Emits a division of more than 64 bits.
fn divide_wide(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let result = cx.wide(op, op.result_type(0), MachineFloat::F64)?;
    cx.set_result(result);
    Ok(())
}

fn divide_unsigned(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Arith) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    if ty == types::I128 {
        return divide_wide(cx, op);
    }
    let (a, b) = (cx.scalar(op.named("lhs"))?, cx.scalar(op.named("rhs"))?);
    let (a, b) = (widen(cx, a, false), widen(cx, b, false));
    let zero = cx.int(cx.builder.func.dfg.value_type(b), 0);
    let divisor = match cx.module.constant_int(op.named("rhs")) {
        Some(value) if value != 0 => b,
        _ => {
            let is_zero = cx.compare(IntCC::Equal, b, zero);
            safe_divisor(cx, b, is_zero)
        }
    };
    let result = match kind {
        Arith::RemUI => cx.builder.ins().urem(a, divisor),
        Arith::CeilDivUI => {
            let quotient = cx.builder.ins().udiv(a, divisor);
            let rest = remainder(cx, a, quotient, divisor);
            let has_rest = cx.compare(IntCC::NotEqual, rest, zero);
            add_flag(cx, quotient, has_rest)
        }
        _ => cx.builder.ins().udiv(a, divisor),
    };
    let result = narrow_to(cx, result, ty);
    set_int(cx, op, result);
    Ok(())
}

fn remainder(cx: &mut Cx<'_, '_>, a: Reg, quotient: Reg, divisor: Reg) -> Reg {
    let product = cx.builder.ins().imul(quotient, divisor);
    cx.builder.ins().isub(a, product)
}

fn add_flag(cx: &mut Cx<'_, '_>, value: Reg, flag: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(value);
    let flag = cx.builder.ins().uextend(ty, flag);
    cx.builder.ins().iadd(value, flag)
}

fn divide_signed(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Arith) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    if ty == types::I128 {
        return divide_wide(cx, op);
    }
    let (a, b) = (with_sign(cx, op.named("lhs"))?, with_sign(cx, op.named("rhs"))?);
    let (a, b) = (widen(cx, a, true), widen(cx, b, true));
    let divisor = match cx.module.constant_int(op.named("rhs")) {
        Some(value) if value != 0 && value != -1 => b,
        _ => {
            let is_bad = traps_signed(cx, a, b);
            safe_divisor(cx, b, is_bad)
        }
    };
    let quotient = cx.builder.ins().sdiv(a, divisor);
    let result = match kind {
        Arith::RemSI => remainder(cx, a, quotient, divisor),
        Arith::CeilDivSI => round_quotient(cx, [a, divisor, quotient], true),
        Arith::FloorDivSI => round_quotient(cx, [a, divisor, quotient], false),
        _ => quotient,
    };
    let result = narrow_to(cx, result, ty);
    set_int(cx, op, result);
    Ok(())
}

/// Returns a condition: the signed division is by zero or overflows.
fn traps_signed(cx: &mut Cx<'_, '_>, a: Reg, b: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(b);
    let (zero, minus_one, least) = (cx.int(ty, 0), cx.int(ty, -1), cx.int(ty, 1 << (ty.bits() - 1)));
    let is_zero = cx.compare(IntCC::Equal, b, zero);
    let is_minus_one = cx.compare(IntCC::Equal, b, minus_one);
    let is_least = cx.compare(IntCC::Equal, a, least);
    let overflows = cx.builder.ins().band(is_minus_one, is_least);
    cx.builder.ins().bor(is_zero, overflows)
}

/// Returns a quotient rounded up or down instead of toward zero.
fn round_quotient(cx: &mut Cx<'_, '_>, [a, divisor, quotient]: [Reg; 3], up: bool) -> Reg {
    let ty = cx.builder.func.dfg.value_type(a);
    let zero = cx.int(ty, 0);
    let rest = remainder(cx, a, quotient, divisor);
    let has_rest = cx.compare(IntCC::NotEqual, rest, zero);
    let signs = cx.builder.ins().bxor(rest, divisor);
    let towards = if up { IntCC::SignedGreaterThanOrEqual } else { IntCC::SignedLessThan };
    let is_off = cx.compare(towards, signs, zero);
    let moves = cx.builder.ins().band(has_rest, is_off);
    let moves = cx.builder.ins().uextend(ty, moves);
    if up { cx.builder.ins().iadd(quotient, moves) } else { cx.builder.ins().isub(quotient, moves) }
}

/// Emits both halves of a product of at least 64 bits.
fn multiply_extended(cx: &mut Cx<'_, '_>, op: OpRef<'_>, is_signed: bool) -> Emitted {
    let (a, b) = (cx.scalar(op.named("lhs"))?, cx.scalar(op.named("rhs"))?);
    let low = cx.builder.ins().imul(a, b);
    let high = match cx.module.bit_width(op.result_type(0)) {
        Some(64) if is_signed => cx.builder.ins().smulhi(a, b),
        Some(64) => cx.builder.ins().umulhi(a, b),
        Some(65..) => cx.wide(op, op.result_type(0), MachineFloat::F64)?,
        _ => return Err(cx.unsupported("expected integers of at least 64 bits; run expand-arith first")),
    };
    let low = cx.without_sign(op.result_type(0), low);
    cx.bind(&[op.result(0), op.result(1)], &[low, high])
}

fn float<'a, 'f>(
    cx: &mut Cx<'a, 'f>,
    op: OpRef<'_>,
    compute: impl FnOnce(&mut Cx<'a, 'f>, Reg, Reg) -> Reg,
) -> Emitted {
    cx.check_rounding(op)?;
    let format = cx.format(op.result_type(0))?;
    let (a, b) = (cx.float_in(op.operand(0))?, cx.float_in(op.operand(1))?);
    let result = compute(cx, a, b);
    let result = cx.float_out(format, result);
    cx.set_result(result);
    Ok(())
}

/// Calls the runtime for a remainder, which is exact.
fn remainder_of_floats(cx: &mut Cx<'_, '_>, a: Reg, b: Reg) -> Reg {
    let ty = cx.builder.func.dfg.value_type(a);
    cx.call(&format!("wl_math_remf_{ty}"), &[ty; 2], Some(ty), &[a, b]).unwrap_or(a)
}

fn max_number(cx: &mut Cx<'_, '_>, a: Reg, b: Reg) -> Reg {
    let greater = cx.builder.ins().fmax(a, b);
    or_the_number(cx, a, b, greater)
}

fn min_number(cx: &mut Cx<'_, '_>, a: Reg, b: Reg) -> Reg {
    let lesser = cx.builder.ins().fmin(a, b);
    or_the_number(cx, a, b, lesser)
}

/// Returns `both`, or the other operand if one is NaN.
fn or_the_number(cx: &mut Cx<'_, '_>, a: Reg, b: Reg, both: Reg) -> Reg {
    let a_is_nan = cx.builder.ins().fcmp(FloatCC::Unordered, a, a);
    let b_is_nan = cx.builder.ins().fcmp(FloatCC::Unordered, b, b);
    let result = cx.builder.ins().select(b_is_nan, a, both);
    cx.builder.ins().select(a_is_nan, b, result)
}

fn negate(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let a = cx.scalar(op.operand(0))?;
    let result = match cx.format(op.result_type(0))? {
        MachineFloat::F32 | MachineFloat::F64 => cx.builder.ins().fneg(a),
        MachineFloat::F16 | MachineFloat::BF16 => {
            let sign = cx.int(types::I16, 0x8000);
            cx.builder.ins().bxor(a, sign)
        }
    };
    cx.set_result(result);
    Ok(())
}

/// Returns the condition of a comparison of integers.
pub(super) fn int_condition(cx: &Cx<'_, '_>, op: OpRef<'_>) -> Emitted<IntCC> {
    Ok(match op.int("predicate") {
        Some(0) => IntCC::Equal,
        Some(1) => IntCC::NotEqual,
        Some(2) => IntCC::SignedLessThan,
        Some(3) => IntCC::SignedLessThanOrEqual,
        Some(4) => IntCC::SignedGreaterThan,
        Some(5) => IntCC::SignedGreaterThanOrEqual,
        Some(6) => IntCC::UnsignedLessThan,
        Some(7) => IntCC::UnsignedLessThanOrEqual,
        Some(8) => IntCC::UnsignedGreaterThan,
        Some(9) => IntCC::UnsignedGreaterThanOrEqual,
        _ => return Err(cx.unsupported("its predicate is not known")),
    })
}

fn compare_ints(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let condition = int_condition(cx, op)?;
    let (a, b) = (with_sign(cx, op.named("lhs"))?, with_sign(cx, op.named("rhs"))?);
    let result = cx.compare(condition, a, b);
    cx.set_result(result);
    Ok(())
}

/// Returns the condition of a comparison of floats that depends on them.
pub(super) fn float_condition(cx: &Cx<'_, '_>, op: OpRef<'_>) -> Emitted<FloatCC> {
    Ok(match op.int("predicate") {
        Some(1) => FloatCC::Equal,
        Some(2) => FloatCC::GreaterThan,
        Some(3) => FloatCC::GreaterThanOrEqual,
        Some(4) => FloatCC::LessThan,
        Some(5) => FloatCC::LessThanOrEqual,
        Some(6) => FloatCC::OrderedNotEqual,
        Some(7) => FloatCC::Ordered,
        Some(8) => FloatCC::UnorderedOrEqual,
        Some(9) => FloatCC::UnorderedOrGreaterThan,
        Some(10) => FloatCC::UnorderedOrGreaterThanOrEqual,
        Some(11) => FloatCC::UnorderedOrLessThan,
        Some(12) => FloatCC::UnorderedOrLessThanOrEqual,
        Some(13) => FloatCC::NotEqual,
        Some(14) => FloatCC::Unordered,
        _ => return Err(cx.unsupported("its predicate is not known")),
    })
}

fn compare_floats(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    if let Some(always @ (0 | 15)) = op.int("predicate") {
        let result = cx.int(types::I8, i64::from(always == 15));
        cx.set_result(result);
        return Ok(());
    }
    let (a, b) = (cx.float_in(op.named("lhs"))?, cx.float_in(op.named("rhs"))?);
    let condition = float_condition(cx, op)?;
    let result = cx.builder.ins().fcmp(condition, a, b);
    cx.set_result(result);
    Ok(())
}

/// Returns one of two values. For 128 bits it is computed by a mask: Cranelift would turn the select after a comparison
/// into a minimum or maximum, which no machine has.
fn select(cx: &mut Cx<'_, '_>, condition: Reg, a: Reg, b: Reg) -> Reg {
    if cx.builder.func.dfg.value_type(a) != types::I128 {
        return cx.builder.ins().select(condition, a, b);
    }
    let mask = cx.builder.ins().bmask(types::I128, condition);
    let difference = cx.builder.ins().bxor(a, b);
    let difference = cx.builder.ins().band(difference, mask);
    cx.builder.ins().bxor(b, difference)
}

/// Emits a select; memrefs are selected part by part.
fn choose(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    if op.operand_type(0) != Type::I1 {
        return Err(cx.unsupported("expected one i1 as its condition; vectors are not supported"));
    }
    let condition = cx.scalar(op.named("condition"))?;
    let [yes, no] = [cx.parts_of(&[op.named("true_value")])?, cx.parts_of(&[op.named("false_value")])?];
    let parts: Vec<_> = yes.into_iter().zip(no).map(|(a, b)| select(cx, condition, a, b)).collect();
    cx.bind(&[op.result(0)], &parts)
}

/// Converts between integer widths and `index`.
fn resize(cx: &mut Cx<'_, '_>, op: OpRef<'_>, is_signed: bool) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    let reg = if is_signed { with_sign(cx, op.operand(0))? } else { cx.scalar(op.operand(0))? };
    let found = cx.builder.func.dfg.value_type(reg);
    let reg = match found.bits().cmp(&ty.bits()) {
        std::cmp::Ordering::Equal => reg,
        std::cmp::Ordering::Greater => cx.builder.ins().ireduce(ty, reg),
        std::cmp::Ordering::Less if is_signed => cx.builder.ins().sextend(ty, reg),
        std::cmp::Ordering::Less => cx.builder.ins().uextend(ty, reg),
    };
    set_int(cx, op, reg);
    Ok(())
}

/// Emits a conversion with another rounding than to nearest even, or of a format that no machine computes with, by a
/// function for all formats.
fn convert_by_function(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let format = |ty| cx.module.float_kind(ty).ok_or_else(|| cx.unsupported("expected scalar floats"));
    let (from, to) = (format(op.operand_type(0))? as i64, format(op.result_type(0))? as i64);
    let mode = op.int("roundingmode").unwrap_or_default();
    let value = cx.scalar(op.operand(0))?;
    let (formats, bits) = (cx.int(types::I32, from | to << 8 | mode << 16), cx.slot_bits(value));
    let result = cx.call("wl_math_convert", &[types::I32, types::I64], Some(types::I64), &[formats, bits]);
    let ty = cx.reg_type(op.result_type(0))?;
    let bits = result.unwrap_or(bits);
    let bits = if ty.bits() < 64 { cx.builder.ins().ireduce(ty.as_int(), bits) } else { bits };
    let result = from_bits(cx, ty, bits);
    cx.set_result(result);
    Ok(())
}

fn resize_float(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let is_machine = |ty| cx.format(ty).is_ok();
    if direction_of(op).is_some() || !is_machine(op.operand_type(0)) || !is_machine(op.result_type(0)) {
        return convert_by_function(cx, op);
    }
    let format = cx.format(op.result_type(0))?;
    let reg = cx.float_in(op.operand(0))?;
    let reg = cx.float_resize(reg, format);
    let result = cx.float_out(format, reg);
    cx.set_result(result);
    Ok(())
}

fn int_to_float(cx: &mut Cx<'_, '_>, op: OpRef<'_>, is_signed: bool) -> Emitted {
    let format = cx.format(op.result_type(0))?;
    let from = cx.reg_type(op.operand_type(0))?;
    let is_narrow = matches!(format, MachineFloat::F16 | MachineFloat::BF16);
    if from == types::I128 || is_narrow && from == types::I64 {
        // A conversion to f64 in between would round twice.
        let bits = cx.wide(op, op.operand_type(0), format)?;
        let ty = cx.reg_type(op.result_type(0))?;
        let bits = cx.builder.ins().ireduce(ty.as_int(), bits);
        let result =
            if ty.is_float() { cx.builder.ins().bitcast(ty, MemFlagsData::new(), bits) } else { bits };
        cx.set_result(result);
        return Ok(());
    }
    let reg = if is_signed { with_sign(cx, op.operand(0))? } else { cx.scalar(op.operand(0))? };
    let ty = if format == MachineFloat::F32 { types::F32 } else { types::F64 };
    let reg = widen(cx, reg, is_signed);
    let reg = if is_signed {
        cx.builder.ins().fcvt_from_sint(ty, reg)
    } else {
        cx.builder.ins().fcvt_from_uint(ty, reg)
    };
    let result = cx.float_out(format, reg);
    cx.set_result(result);
    Ok(())
}

fn float_to_int(cx: &mut Cx<'_, '_>, op: OpRef<'_>, is_signed: bool) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    if ty == types::I128 {
        let format = cx.format(op.operand_type(0))?;
        let result = cx.wide(op, op.result_type(0), format)?;
        cx.set_result(result);
        return Ok(());
    }
    let reg = cx.float_in(op.operand(0))?;
    let wide = if ty.bits() < 32 { types::I32 } else { ty };
    let reg = if is_signed {
        cx.builder.ins().fcvt_to_sint_sat(wide, reg)
    } else {
        cx.builder.ins().fcvt_to_uint_sat(wide, reg)
    };
    let reg = narrow_to(cx, reg, ty);
    set_int(cx, op, reg);
    Ok(())
}

fn bitcast(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let ty = cx.reg_type(op.result_type(0))?;
    let reg = cx.scalar(op.operand(0))?;
    let is_same = cx.builder.func.dfg.value_type(reg) == ty;
    let reg = if is_same { reg } else { cx.builder.ins().bitcast(ty, MemFlagsData::new(), reg) };
    cx.set(op.result(0), Lowered::Scalar(reg));
    Ok(())
}
