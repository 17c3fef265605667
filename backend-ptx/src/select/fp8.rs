//! Selects conversions of 8-bit floats on chips that have them. The float occupies the low byte of a 32-bit word.
//!
//! The narrowing instructions saturate; a result that is out of range is replaced by the infinity or NaN of the
//! format.

use super::values::Scalar;
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{B32, E4m3x2, E5m2x2, F16x2, F32, Ge, Gt, Rn, Satfinite, U16, U32, Unordered};
use crate::opcode::Opcode;
use warpline_ir::{Float, MachineFloat, OpRef};

/// The NaN of `f8E5M2`.
const QUIET_E5M2: i64 = 0x7E;

/// Selects `arith.extf` and `arith.truncf` from or to 8 bits.
pub(super) fn convert_fp8(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
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
