//! Selects code for the exact operations of the math dialect; functions are arithmetic by then.

use super::Rule;
use super::arith::set_int;
use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::{MachineFloat, Math, OpKind, OpRef};

/// Returns the treatment of math operations.
pub(super) fn rule(kind: Math) -> Rule {
    match kind {
        Math::AbsF => Rule::select(abs_float),
        Math::AbsI => Rule::select(abs_int),
        Math::Sqrt => Rule::select(|cx, op| unary(cx, op, |cx, a| cx.builder.ins().sqrt(a))),
        Math::Floor => Rule::select(|cx, op| unary(cx, op, |cx, a| cx.builder.ins().floor(a))),
        Math::Ceil => Rule::select(|cx, op| unary(cx, op, |cx, a| cx.builder.ins().ceil(a))),
        Math::Trunc => Rule::select(|cx, op| unary(cx, op, |cx, a| cx.builder.ins().trunc(a))),
        Math::RoundEven => Rule::select(|cx, op| unary(cx, op, |cx, a| cx.builder.ins().nearest(a))),
        Math::Fma => Rule::select(fma),
        Math::CopySign => Rule::select(copy_sign),
        Math::CtLz => Rule::select(|cx, op| count(cx, op, |cx, a| cx.builder.ins().clz(a))),
        Math::CtTz => Rule::select(|cx, op| count(cx, op, |cx, a| cx.builder.ins().ctz(a))),
        Math::CtPop => Rule::select(|cx, op| count(cx, op, |cx, a| cx.builder.ins().popcnt(a))),
        Math::Rsqrt
        | Math::Exp
        | Math::Exp2
        | Math::Log
        | Math::Log2
        | Math::Sin
        | Math::Cos
        | Math::Tanh
        | Math::Erf
        | Math::PowF
        | Math::Cbrt
        | Math::ExpM1
        | Math::Log10
        | Math::Log1p
        | Math::Tan
        | Math::SinCos
        | Math::Asin
        | Math::Acos
        | Math::Atan
        | Math::Atan2
        | Math::Sinh
        | Math::Cosh
        | Math::Asinh
        | Math::Acosh
        | Math::Atanh
        | Math::Erfc
        | Math::Round
        | Math::FPowI
        | Math::IPowI
        | Math::ClampF
        | Math::IsFinite
        | Math::IsInf
        | Math::IsNaN
        | Math::IsNormal => Rule::expand("math-expand"),
    }
}

fn unary(
    cx: &mut Emitter<'_, '_>,
    op: OpRef<'_>,
    compute: impl FnOnce(&mut Emitter<'_, '_>, Reg) -> Reg,
) -> Emitted {
    let format = cx.format(op.result_type(0))?;
    let a = cx.float_in(op.operand(0))?;
    let result = compute(cx, a);
    let result = cx.float_out(format, result);
    cx.set_result(result);
    Ok(())
}

/// Clears the sign bit, also of NaN.
fn abs_float(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    let format = cx.format(op.result_type(0))?;
    let a = cx.scalar(op.operand(0))?;
    let result = match format {
        MachineFloat::F32 | MachineFloat::F64 => cx.builder.ins().fabs(a),
        MachineFloat::F16 | MachineFloat::BF16 => {
            let mask = cx.int(types::I16, 0x7fff);
            cx.builder.ins().band(a, mask)
        }
    };
    cx.set_result(result);
    Ok(())
}

/// Combines the magnitude of the first operand and the sign of the second one.
fn copy_sign(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (a, b) = (cx.scalar(op.named("lhs"))?, cx.scalar(op.named("rhs"))?);
    let result = match cx.format(op.result_type(0))? {
        MachineFloat::F32 | MachineFloat::F64 => cx.builder.ins().fcopysign(a, b),
        MachineFloat::F16 | MachineFloat::BF16 => {
            let (size, sign) = (cx.int(types::I16, 0x7fff), cx.int(types::I16, 0x8000));
            let (size, sign) = (cx.builder.ins().band(a, size), cx.builder.ins().band(b, sign));
            cx.builder.ins().bor(size, sign)
        }
    };
    cx.set_result(result);
    Ok(())
}

/// Counts bits of an integer.
fn count<'a, 'f>(
    cx: &mut Emitter<'a, 'f>,
    op: OpRef<'_>,
    count: impl FnOnce(&mut Emitter<'a, 'f>, Reg) -> Reg,
) -> Emitted {
    let mut a = cx.scalar(op.operand(0))?;
    let register = cx.reg_type(op.result_type(0))?;
    let width = cx.module.bit_width(op.result_type(0)).unwrap_or(register.bits());
    let n_spare = register.bits() - width;
    if op.kind() == OpKind::Math(Math::CtTz) && n_spare != 0 {
        // The bit above the number terminates its trailing zeros.
        let one = cx.int(register, 1);
        let end = cx.builder.ins().ishl_imm_u(one, i64::from(width));
        a = cx.builder.ins().bor(a, end);
    }
    let mut result = count(cx, a);
    if op.kind() == OpKind::Math(Math::CtLz) && n_spare != 0 {
        result = cx.builder.ins().iadd_imm_s(result, -i64::from(n_spare));
    }
    set_int(cx, op, result);
    Ok(())
}

fn abs_int(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.reg_type(op.result_type(0))?;
    let a = cx.scalar(op.operand(0))?;
    let a = cx.with_sign(op.operand_type(0), a);
    // The least value of a signed integer is its own absolute value.
    let result = cx.builder.ins().iabs(a);
    set_int(cx, op, result);
    Ok(())
}

fn fma(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.check_rounding(op)?;
    let [a, b, c] = [cx.scalar(op.named("a"))?, cx.scalar(op.named("b"))?, cx.scalar(op.named("c"))?];
    let result = match cx.format(op.result_type(0))? {
        MachineFloat::F32 | MachineFloat::F64 => cx.builder.ins().fma(a, b, c),
        MachineFloat::F16 => narrow_fma(cx, "wl_math_fma_f16", [a, b, c]),
        MachineFloat::BF16 => narrow_fma(cx, "wl_math_fma_bf16", [a, b, c]),
    };
    cx.set_result(result);
    Ok(())
}

fn narrow_fma(cx: &mut Emitter<'_, '_>, symbol: &str, operands: [Reg; 3]) -> Reg {
    let operands = operands.map(|reg| cx.builder.ins().uextend(types::I32, reg));
    let result = cx.call(symbol, &[types::I32; 3], Some(types::I32), &operands).unwrap_or(operands[0]);
    cx.builder.ins().ireduce(types::I16, result)
}
