//! Operations of `math` on the bits of numbers: counts of bits, signs, and questions about the kind of a float.

use super::float::class_of;
use super::int;
use super::{Select, SelectResult};
use crate::inst::{Operand, RegClass};
use crate::opcode::Modifier::{B32, Eq, F32, Gt, Lt, S32, U16, U32, U64};
use crate::opcode::Opcode;
use warpline_ir::{MachineFloat, OpRef};

/// A question about a float.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Finite,
    Infinite,
    Nan,
    Normal,
}

/// The table of `lop3` by which a third operand has the bits that come from the second one, others from the first.
const CHOOSE_BITS: i64 = 0xD8;

impl Select<'_> {
    /// The result of an instruction on the bits of an integer: `popc`, `clz`.
    fn count(&mut self, op: OpRef<'_>, value: Operand, name: Opcode) -> Operand {
        let wide =
            op.module.bit_width(op.module.element_type(op.result_type(0))).is_some_and(|width| 32 < width);
        let class = if wide { RegClass::B64 } else { RegClass::B32 };
        let value = Operand::Reg(self.reg(class, value));
        self.make(name.with([class.bits()]), &[value])
    }

    /// A count of bits as an integer of the type of the result.
    fn set_count(&mut self, op: OpRef<'_>, count: Operand) -> SelectResult {
        let width = self.int_width(op.result(0))?;
        let count = match int::class_of(width) {
            RegClass::B64 => self.make(Opcode::Cvt.with([U64, U32]), &[count]),
            RegClass::Pred | RegClass::B16 | RegClass::B32 => count,
        };
        self.set_int(op, count, int::Form::Wraps)
    }

    /// `math.ctpop`.
    pub(super) fn count_ones(&mut self, op: OpRef<'_>) -> SelectResult {
        let (value, width) = (self.operand(op.operand(0))?, self.int_width(op.operand(0))?);
        let value = self.zero_extended(value, width);
        let count = self.count(op, value, Opcode::Popc);
        self.set_count(op, count)
    }

    /// `math.ctlz`: the zeros above the width do not count.
    pub(super) fn count_leading_zeros(&mut self, op: OpRef<'_>) -> SelectResult {
        let (value, width) = (self.operand(op.operand(0))?, self.int_width(op.operand(0))?);
        let value = self.zero_extended(value, width);
        let count = self.count(op, value, Opcode::Clz);
        let above = if width <= 32 { 32 - width } else { 64 - width };
        let count = match above {
            0 => count,
            above => self.make(Opcode::Sub.with([S32]), &[count, Operand::Int(above.into())]),
        };
        self.set_count(op, count)
    }

    /// `math.cttz`: the leading zeros of the bits in reverse; a bit above the width ends them.
    pub(super) fn count_trailing_zeros(&mut self, op: OpRef<'_>) -> SelectResult {
        let (value, width) = (self.operand(op.operand(0))?, self.int_width(op.operand(0))?);
        let class = int::class_of(width);
        let mut value = self.zero_extended(value, width);
        if width != 32 && width != 64 {
            value = self.make(Opcode::Or.with([class.bits()]), &[value, Operand::Int(1 << width)]);
        }
        let value = Operand::Reg(self.reg(class, value));
        let reversed = self.make(Opcode::Brev.with([class.bits()]), &[value]);
        let count = self.count(op, reversed, Opcode::Clz);
        self.set_count(op, count)
    }

    /// `math.copysign`.
    pub(super) fn copy_sign(&mut self, op: OpRef<'_>) -> SelectResult {
        let float = self.float_of(op.result(0))?;
        let class = class_of(float);
        let (size, sign) = (self.operand(op.operand(0))?, self.operand(op.operand(1))?);
        let (size, sign) = (self.reg(class, size), self.reg(class, sign));
        let mask = 1u64 << (float.width() - 1);
        if class == RegClass::B32 {
            let operands = [size.into(), sign.into(), Operand::Int(mask as i64), Operand::Int(CHOOSE_BITS)];
            let result = self.make(Opcode::Lop3.with([B32]), &operands);
            self.set(op.result(0), result);
            return Ok(());
        }
        let size =
            self.make(Opcode::And.with([class.bits()]), &[size.into(), Operand::Int((mask - 1) as i64)]);
        let sign = self.make(Opcode::And.with([class.bits()]), &[sign.into(), Operand::Int(mask as i64)]);
        let result = self.make(Opcode::Or.with([class.bits()]), &[size, sign]);
        self.set(op.result(0), result);
        Ok(())
    }

    /// `math.isfinite` and the like, by the exponent: the bits without the sign, compared as integers.
    pub(super) fn classify(&mut self, op: OpRef<'_>, question: Question) -> SelectResult {
        let float = self.float_of(op.operand(0))?;
        let value = self.operand(op.operand(0))?;
        let value = Operand::Reg(self.reg(class_of(float), value));
        let (value, class) = match float {
            MachineFloat::F16 | MachineFloat::BF16 => {
                (self.make(Opcode::Cvt.with([U32, U16]), &[value]), RegClass::B32)
            }
            MachineFloat::F32 | MachineFloat::F64 => (value, class_of(float)),
        };
        let sign = 1u64 << (float.width() - 1);
        let size = self.make(Opcode::And.with([class.bits()]), &[value, Operand::Int((sign - 1) as i64)]);
        let infinity = infinity(float);
        let limit = Operand::Int(infinity as i64);
        let result = match question {
            Question::Finite => self.make(Opcode::Setp.with([Lt, class.unsigned()]), &[size, limit]),
            Question::Infinite => self.make(Opcode::Setp.with([Eq, class.unsigned()]), &[size, limit]),
            Question::Nan => self.make(Opcode::Setp.with([Gt, class.unsigned()]), &[size, limit]),
            Question::Normal => {
                // From the least normal number to the greatest: one comparison after a subtraction.
                let least = infinity & infinity.wrapping_neg();
                let above =
                    self.make(Opcode::Sub.with([class.signed()]), &[size, Operand::Int(least as i64)]);
                let span = Operand::Int((infinity - least) as i64);
                self.make(Opcode::Setp.with([Lt, class.unsigned()]), &[above, span])
            }
        };
        self.set(op.result(0), result);
        Ok(())
    }

    /// An instruction without exact rounding, in `f32`; the formats of 16 bits are computed there.
    pub(super) fn approximate(&mut self, op: OpRef<'_>, name: Opcode) -> SelectResult {
        let float = self.float_of(op.result(0))?;
        let value = self.operand(op.operand(0))?;
        let value = Operand::Reg(self.reg(class_of(float), value));
        let wide = self.f32_of(float, value);
        let result = self.make(name.with([F32]), &[wide]);
        let result = self.rounded_from_f32(float, result)?;
        self.set(op.result(0), result);
        Ok(())
    }
}

/// The bits of the infinity of a format.
fn infinity(float: MachineFloat) -> u64 {
    match float {
        MachineFloat::F16 => 0x7C00,
        MachineFloat::BF16 => 0x7F80,
        MachineFloat::F32 => 0x7F80_0000,
        MachineFloat::F64 => 0x7FF0_0000_0000_0000,
    }
}
