//! Selects code for the math dialect: an instruction where it is exact, otherwise a call to the shared
//! definition of the function.

use super::Rule;
use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::{MachineFloat, Math, OpRef};

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
        Math::Rsqrt => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "rsqrt", &[a]))),
        Math::Exp => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "exp", &[a]))),
        Math::Exp2 => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "exp2", &[a]))),
        Math::Log => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "log", &[a]))),
        Math::Log2 => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "log2", &[a]))),
        Math::Sin => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "sin", &[a]))),
        Math::Cos => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "cos", &[a]))),
        Math::Tanh => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "tanh", &[a]))),
        Math::Erf => Rule::select(|cx, op| unary(cx, op, |cx, a| function(cx, "erf", &[a]))),
        Math::PowF => Rule::select(|cx, op| binary_function(cx, op, "powf")),
        Math::Fma => Rule::select(fma),
        Math::Cbrt
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
        | Math::CopySign
        | Math::FPowI
        | Math::IPowI
        | Math::ClampF
        | Math::IsFinite
        | Math::IsInf
        | Math::IsNaN
        | Math::IsNormal
        | Math::CtLz
        | Math::CtTz
        | Math::CtPop => Rule::refuse("this function is not supported"),
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

/// Calls `wl_math_NAME_TYPE` on registers of one type.
fn function(cx: &mut Emitter<'_, '_>, name: &str, args: &[Reg]) -> Reg {
    let ty = cx.builder.func.dfg.value_type(args[0]);
    let params = vec![ty; args.len()];
    cx.call(&format!("wl_math_{name}_{ty}"), &params, Some(ty), args).unwrap_or(args[0])
}

/// Emits a binary function that has no instruction as a call.
pub(super) fn binary_function(cx: &mut Emitter<'_, '_>, op: OpRef<'_>, name: &str) -> Emitted {
    let format = cx.format(op.result_type(0))?;
    let (a, b) = (cx.float_in(op.operand(0))?, cx.float_in(op.operand(1))?);
    let result = function(cx, name, &[a, b]);
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

fn abs_int(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    let a = cx.scalar(op.operand(0))?;
    cx.reg_type(op.result_type(0))?;
    // The least value of a signed integer is its own absolute value; i1 has no other value with a sign.
    let result = if cx.module.bit_width(op.result_type(0)) == Some(1) { a } else { cx.builder.ins().iabs(a) };
    cx.set_result(result);
    Ok(())
}

fn fma(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.check_rounding(op)?;
    let [a, b, c] = [cx.scalar(op.operand(0))?, cx.scalar(op.operand(1))?, cx.scalar(op.operand(2))?];
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
