//! Selects float arithmetic. Every rounding mode is explicit, so that no default and no assembler flag can fuse or
//! flush.
//!
//! `f16` has native sums and products, `bf16` has only `fma`. Everything else is computed in `f32` and `f64`.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{
    self, B32, Bf16, Eq, Equ, F16, F32, F64, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Ne, Neu, Ordered, Pred,
    PropagateNan, Rm, Rn, Rp, Rz, U16, U32, Unordered,
};
use crate::opcode::{Name, Opcode};
use crate::target::Feature;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{MachineFloat, OpRef};

/// Returns the type modifier of a format.
pub(super) fn suffix(float: MachineFloat) -> Modifier {
    match float {
        MachineFloat::F16 => F16,
        MachineFloat::BF16 => Bf16,
        MachineFloat::F32 => F32,
        MachineFloat::F64 => F64,
    }
}

/// Selects `add`, `sub`, `mul`, `div`.
pub(super) fn float(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let operands = cx.operands(op)?;
    if let Some(rounding) = direction(op, float)? {
        return cx.define(op, name.with([rounding, suffix(float)]), &operands);
    }
    let result = cx.float_binary(float, name, &operands)?;
    cx.set(op.result(0), result);
    Ok(())
}

/// Selects `math.fma`.
pub(super) fn fma(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let (operands, float) = (cx.operands(op)?, cx.float_of(op.result(0))?);
    let rounding = direction(op, float)?.unwrap_or(Rn);
    cx.define(op, Opcode::Fma.with([rounding, suffix(float)]), &operands)
}

/// Selects a unary operation on `f32` or `f64`.
pub(super) fn float_unary(cx: &mut Select<'_>, op: OpRef<'_>, f32: Name, f64: Name) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let value = cx.register(op.operand(0))?;
    match float {
        MachineFloat::F64 => cx.define(op, f64, &[value]),
        MachineFloat::F32 => cx.define(op, f32, &[value]),
        MachineFloat::F16 | MachineFloat::BF16 => Err(not_emulated()),
    }
}

/// Selects `math.floor` and the like, by the rounding mode of a conversion.
pub(super) fn round_to_integral(cx: &mut Select<'_>, op: OpRef<'_>, mode: Modifier) -> SelectResult {
    float_unary(cx, op, Opcode::Cvt.with([mode, F32, F32]), Opcode::Cvt.with([mode, F64, F64]))
}

/// Selects `arith.maximumf` and the like; `nan`: NaN is propagated.
pub(super) fn min_max(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode, nan: bool) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let sides = cx.operands(op)?;
    let result = cx.float_min_max(float, name, nan, &sides)?;
    cx.set(op.result(0), result);
    Ok(())
}

/// Changes the sign bit: `xor` flips it, `and` clears it.
pub(super) fn sign_bit(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let value = cx.register(op.operand(0))?;
    let sign = 1u64 << (float.width() - 1);
    let mask = if name == Opcode::Xor { sign } else { sign - 1 };
    cx.define(op, name.with([Scalar::Float(float).class().bits()]), &[value, Operand::Int(mask as i64)])
}

/// Selects `arith.cmpf`.
pub(super) fn compare_floats(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let float = cx.float_of(op.operand(0))?;
    let order = match op.keyword("predicate") {
        Some(fixed @ ("false" | "true")) => {
            let holds = Operand::Int(i64::from(fixed == "true"));
            return cx.define(op, Opcode::Mov.with([Pred]), &[holds]);
        }
        Some("oeq") => Eq,
        Some("ogt") => Gt,
        Some("oge") => Ge,
        Some("olt") => Lt,
        Some("ole") => Le,
        Some("one") => Ne,
        Some("ord") => Ordered,
        Some("ueq") => Equ,
        Some("ugt") => Gtu,
        Some("uge") => Geu,
        Some("ult") => Ltu,
        Some("ule") => Leu,
        Some("une") => Neu,
        Some("uno") => Unordered,
        _ => return Err("its predicate is not known".into()),
    };
    if float.width() == 16 {
        return Err(not_emulated());
    }
    let sides = cx.operands(op)?;
    cx.define(op, Opcode::Setp.with([order, suffix(float)]), &sides)
}

impl Select<'_> {
    /// Emits a sum, difference, product or quotient, rounded to nearest even.
    pub(super) fn float_binary(
        &mut self,
        float: MachineFloat,
        name: Opcode,
        operands: &[Operand],
    ) -> Result<Operand, Unsupported> {
        match (float, name) {
            (MachineFloat::F16, Opcode::Div) | (MachineFloat::BF16, _) => Err(not_emulated()),
            _ => Ok(self.make(name.with([Rn, suffix(float)]), operands)),
        }
    }

    /// Converts a value to `f32`; exact for the 16-bit formats, not used for `f64`.
    pub(super) fn f32_of(&mut self, float: MachineFloat, value: Operand) -> Operand {
        match float {
            MachineFloat::F32 | MachineFloat::F64 => value,
            MachineFloat::F16 => self.make(Opcode::Cvt.with([F32, F16]), &[value]),
            MachineFloat::BF16 => {
                let bits = self.make(Opcode::Cvt.with([U32, U16]), &[value]);
                self.make(Opcode::Shl.with([B32]), &[bits, Operand::Int(16)])
            }
        }
    }

    /// Rounds an `f32` to a 16-bit format.
    pub(super) fn rounded_from_f32(&mut self, float: MachineFloat, value: Operand) -> Operand {
        match float {
            MachineFloat::F32 | MachineFloat::F64 => value,
            MachineFloat::F16 | MachineFloat::BF16 => {
                self.make(Opcode::Cvt.with([Rn, suffix(float), F32]), &[value])
            }
        }
    }

    /// Emits a minimum or maximum; if one operand is NaN, the result is NaN or the other operand.
    pub(super) fn float_min_max(
        &mut self,
        float: MachineFloat,
        name: Opcode,
        nan: bool,
        sides: &[Operand],
    ) -> Result<Operand, Unsupported> {
        if float.width() == 16 {
            return Err(not_emulated());
        }
        let ty = suffix(float);
        if nan && float == MachineFloat::F32 && self.target.has(Feature::NAN_MIN_MAX) {
            return Ok(self.make(name.with([PropagateNan, ty]), sides));
        }
        let number = self.make(name.with([ty]), sides);
        if !nan {
            return Ok(number);
        }
        let has_nan = self.make(Opcode::Setp.with([Unordered, ty]), sides);
        let has_nan = self.reg(RegClass::Pred, has_nan);
        let quiet = self.make(Opcode::Add.with([Rn, ty]), sides);
        Ok(self.choose_scalar(Scalar::Float(float), has_nan, quiet, number))
    }
}

fn not_emulated() -> Unsupported {
    Unsupported::not_expanded("arith-emulate-unsupported-floats")
}

/// Returns the modifier for the rounding mode of an operation; `None` for nearest even.
fn direction(op: OpRef<'_>, float: MachineFloat) -> Result<Option<Modifier>, Unsupported> {
    let Some(mode) = direction_of(op) else { return Ok(None) };
    let has_directions = matches!(float, MachineFloat::F32 | MachineFloat::F64);
    match mode {
        "downward" if has_directions => Ok(Some(Rm)),
        "upward" if has_directions => Ok(Some(Rp)),
        "toward_zero" if has_directions => Ok(Some(Rz)),
        _ => {
            Err(format!("the chip does not round {} {mode}", suffix(float).text().trim_start_matches('.'))
                .into())
        }
    }
}
