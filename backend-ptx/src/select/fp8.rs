//! Floats of 8 bits: conversions to and from `f32` and the formats of 16 bits. They lie in the low byte of a word.
//!
//! `f8E5M2` is the upper byte of `f16`, so that widening it needs no instruction of its own. The instructions that
//! narrow saturate; a result that is too great is replaced by the infinity or NaN that the format has for it.

use super::values::Scalar;
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand};
use crate::target::Feature;
use warpline_ir::{Float, MachineFloat, OpRef};

impl Select<'_> {
    /// `arith.extf` and `arith.truncf` from or to 8 bits.
    pub(super) fn convert_fp8(&mut self, op: OpRef<'_>) -> Selected {
        let value = self.operand(op.operand(0))?;
        let result = match (self.scalar_of(op.operand(0))?, self.scalar_of(op.result(0))?) {
            (Scalar::Fp8(from), Scalar::Float(to)) => self.widen_fp8(from, to, value)?,
            (Scalar::Float(MachineFloat::F64), _) => {
                return Err(Unsupported::because(
                    "f64 is rounded to 8 bits in two steps; convert to f32 yourself",
                ));
            }
            (Scalar::Float(from), Scalar::Fp8(to)) => {
                let value = Operand::Reg(self.reg(super::float::class_of(from), value));
                let value = self.f32_of(from, value);
                self.narrow_fp8(to, value)?
            }
            _ => return Err(Unsupported::because("expected a conversion between 8 bits and a wider format")),
        };
        self.set(op.result(0), result);
        Ok(())
    }

    fn widen_fp8(&mut self, from: Float, to: MachineFloat, value: Operand) -> Result<Operand, Unsupported> {
        let half = if from == Float::F8E5M2 {
            let bits = self.make(Class::Word, ["shl.b32"], &[value, Operand::Int(8)]);
            self.make(Class::Half, ["cvt.u16.u32"], &[bits])
        } else {
            self.require(Feature::FP8)?;
            let pair = self.make(Class::Half, ["cvt.u16.u32"], &[value]);
            let both = self.make(Class::Word, ["cvt.rn.f16x2.e4m3x2"], &[pair]);
            self.make(Class::Half, ["cvt.u16.u32"], &[both])
        };
        if to == MachineFloat::F16 {
            return Ok(half);
        }
        let single = self.f32_of(MachineFloat::F16, half);
        match to {
            MachineFloat::F64 => Ok(self.make(Class::Double, ["cvt.f64.f32"], &[single])),
            MachineFloat::F32 | MachineFloat::F16 | MachineFloat::BF16 => self.rounded_from_f32(to, single),
        }
    }

    fn narrow_fp8(&mut self, to: Float, value: Operand) -> Result<Operand, Unsupported> {
        self.require(Feature::FP8)?;
        let value = Operand::Reg(self.reg(Class::Word, value));
        // The greatest number that is rounded to a finite one; the first one beyond, and what stands for it.
        let (name, order, limit, beyond) = match to {
            Float::F8E5M2 => ("cvt.rn.satfinite.e5m2x2.f32", ".ge", 61440.0f32, 0x7C),
            _ => ("cvt.rn.satfinite.e4m3x2.f32", ".gt", 464.0, 0x7F),
        };
        let pair = self.make(Class::Half, [name], &[Operand::F32(0), value]);
        let wide = self.make(Class::Word, ["cvt.u32.u16"], &[pair]);
        let byte = self.make(Class::Word, ["and.b32"], &[wide, Operand::Int(0xFF)]);
        let size = self.make(Class::Word, ["and.b32"], &[value, Operand::Int(0x7FFF_FFFF)]);
        let is_beyond =
            self.make(Class::Pred, ["setp", order, ".f32"], &[size, Operand::F32(limit.to_bits())]);
        let sign = self.make(Class::Word, ["and.b32"], &[byte, Operand::Int(0x80)]);
        let other = self.make(Class::Word, ["or.b32"], &[sign, Operand::Int(beyond)]);
        Ok(self.make(Class::Word, ["selp.b32"], &[other, byte, is_beyond]))
    }
}
