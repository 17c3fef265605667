//! Floats of 8 bits: conversions to and from `f32` and the formats of 16 bits. They lie in the low byte of a word.
//!
//! `f8E5M2` is the upper byte of `f16`, so that widening it needs no instruction of its own. The instructions that
//! narrow saturate; a result that is too great is replaced by the infinity or NaN that the format has for it.
//!
//! `f8E8M0FNU` is the exponent of an `f32`, so that integer instructions convert it on every chip. Its least power, of
//! which the exponent is 0, is half the least normal `f32`.

use super::values::Scalar;
use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Operand};
use crate::target::Feature;
use warpline_ir::{Float, MachineFloat, OpRef};

/// The NaN of `f8E5M2`.
const QUIET_E5M2: i64 = 0x7E;
/// The exponent that is NaN.
const NAN_EXPONENT: i64 = 0xFF;
/// The bits of a NaN.
const QUIET_NAN: i64 = 0x7FC0_0000;
/// The bits of the greatest `f32`.
const LARGEST_F32: i64 = 0x7F7F_FFFF;
/// The bits of 2 to the power of -127.
const LEAST_POWER: i64 = 0x0040_0000;
/// The bits of the middle between the two least powers.
const SECOND_POWER: i64 = 0x0060_0000;
/// The bit of half a power.
const HALF_FRACTION: i64 = 0x0040_0000;

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
        if from == Float::F8E8M0FNU {
            let single = self.power_of_exponent(value);
            return self.of_f32(to, single);
        }
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
        self.of_f32(to, single)
    }

    fn of_f32(&mut self, to: MachineFloat, single: Operand) -> Result<Operand, Unsupported> {
        match to {
            MachineFloat::F64 => Ok(self.make(Class::Double, ["cvt.f64.f32"], &[single])),
            MachineFloat::F32 | MachineFloat::F16 | MachineFloat::BF16 => self.rounded_from_f32(to, single),
        }
    }

    /// 2 to the power of a byte less 127; NaN for the last byte.
    fn power_of_exponent(&mut self, byte: Operand) -> Operand {
        let byte = Operand::Reg(self.reg(Class::Word, byte));
        let bits = self.make(Class::Word, ["shl.b32"], &[byte, Operand::Int(23)]);
        let bits = self.make(Class::Word, ["max.u32"], &[bits, Operand::Int(LEAST_POWER)]);
        let is_nan = self.make(Class::Pred, ["setp.eq.s32"], &[byte, Operand::Int(NAN_EXPONENT)]);
        self.make(Class::Word, ["selp.b32"], &[Operand::Int(QUIET_NAN), bits, is_nan])
    }

    /// The exponent of the power of two that is nearest to an `f32`, in the middle the greater one. What is too small has
    /// the least one, as have zero and negative numbers; what is too great becomes NaN.
    fn nearest_exponent(&mut self, value: Operand) -> Operand {
        let value = Operand::Reg(self.reg(Class::Word, value));
        let moved = self.make(Class::Word, ["add.s32"], &[value, Operand::Int(HALF_FRACTION)]);
        let normal = self.make(Class::Word, ["shr.u32"], &[moved, Operand::Int(23)]);
        let is_least = self.make(Class::Pred, ["setp.lt.s32"], &[value, Operand::Int(SECOND_POWER)]);
        let byte = self.make(Class::Word, ["selp.b32"], &[Operand::Int(0), normal, is_least]);
        let is_positive = self.make(Class::Pred, ["setp.gt.s32"], &[value, Operand::Int(LARGEST_F32)]);
        let byte = self.make(Class::Word, ["selp.b32"], &[Operand::Int(NAN_EXPONENT), byte, is_positive]);
        let is_nan = self.make(Class::Pred, ["setp.nan.f32"], &[value, value]);
        self.make(Class::Word, ["selp.b32"], &[Operand::Int(NAN_EXPONENT), byte, is_nan])
    }

    fn narrow_fp8(&mut self, to: Float, value: Operand) -> Result<Operand, Unsupported> {
        if to == Float::F8E8M0FNU {
            return Ok(self.nearest_exponent(value));
        }
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
        let byte = self.make(Class::Word, ["selp.b32"], &[other, byte, is_beyond]);
        if to != Float::F8E5M2 {
            return Ok(byte);
        }
        // The instruction makes the NaN of all ones, the format's own has the first bit of the fraction.
        let is_nan = self.make(Class::Pred, ["setp.nan.f32"], &[value, value]);
        Ok(self.make(Class::Word, ["selp.b32"], &[Operand::Int(QUIET_E5M2), byte, is_nan]))
    }
}
