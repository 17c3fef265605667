//! Integer arithmetic with two results: sums with a carry, products with both halves.

use super::int::{Form, class_of};
use super::{Select, Selected};
use crate::inst::{Class, Operand};
use warpline_ir::OpRef;

impl Select<'_> {
    /// `arith.addui_extended`: the sum, and whether it is less than an operand.
    pub(super) fn add_extended(&mut self, op: OpRef<'_>) -> Selected {
        let width = self.int_width(op.operand(0))?;
        if width == 1 {
            let (lhs, rhs) = (self.predicate(op.operand(0))?, self.predicate(op.operand(1))?);
            let sum = self.make(Class::Pred, ["xor.pred"], &[lhs.into(), rhs.into()]);
            let carry = self.make(Class::Pred, ["and.pred"], &[lhs.into(), rhs.into()]);
            self.set(op.result(0), sum);
            self.set(op.result(1), carry);
            return Ok(());
        }
        let class = class_of(width);
        let (lhs, rhs) = (self.int_operand(op, 0)?, self.int_operand(op, 1)?);
        let sum = self.make(class, ["add", class.signed()], &[lhs, rhs]);
        let sum = self.narrow(sum, width);
        // Sign extension keeps the unsigned order.
        let carry = self.make(Class::Pred, ["setp.lt", class.unsigned()], &[sum, lhs]);
        self.set(op.result(0), sum);
        self.set(op.result(1), carry);
        Ok(())
    }

    /// `arith.mulsi_extended` and `arith.mului_extended`: the low and the high half.
    pub(super) fn multiply_extended(&mut self, op: OpRef<'_>, signed: bool) -> Selected {
        let width = self.int_width(op.operand(0))?;
        let class = class_of(width);
        let mut factors = [self.operand(op.operand(0))?, self.operand(op.operand(1))?];
        for factor in &mut factors {
            *factor =
                if signed { self.widen(*factor, width, true) } else { self.zero_extended(*factor, width) };
        }
        let low = self.make(class, ["mul.lo", class.signed()], &factors);
        let high = if width == 32 || width == 64 {
            let ty = if signed { class.signed() } else { class.unsigned() };
            self.make(class, ["mul.hi", ty], &factors)
        } else if width < 32 {
            let wide = if signed { "mul.wide.s32" } else { "mul.wide.u32" };
            let product = self.make(Class::Double, [wide], &factors);
            let shifted = self.make(Class::Double, ["shr.u64"], &[product, Operand::Int(width.into())]);
            self.make(Class::Word, ["cvt.u32.u64"], &[shifted])
        } else {
            self.upper_half(&factors, low, width, signed)
        };
        let (low, high) = (self.narrow(low, width), self.narrow(high, width));
        self.set(op.result(0), low);
        self.set(op.result(1), high);
        Ok(())
    }

    /// Bits from `width` on of the product of 128 bits, for a width between 33 and 63.
    fn upper_half(&mut self, factors: &[Operand; 2], low: Operand, width: u32, signed: bool) -> Operand {
        let top = self.make(Class::Double, ["mul.hi", if signed { ".s64" } else { ".u64" }], factors);
        let below = self.make(Class::Double, ["shr.u64"], &[low, Operand::Int(width.into())]);
        let above = self.make(Class::Double, ["shl.b64"], &[top, Operand::Int((64 - width).into())]);
        self.make(Class::Double, ["or.b64"], &[above, below])
    }

    /// The result of an instruction on the bits of an integer: `popc`, `clz`.
    pub(super) fn count(&mut self, op: OpRef<'_>, value: Operand, name: &'static str) -> Operand {
        let wide =
            op.module.bit_width(op.module.element_type(op.result_type(0))).is_some_and(|width| 32 < width);
        let class = if wide { Class::Double } else { Class::Word };
        let value = Operand::Reg(self.reg(class, value));
        self.make(Class::Word, [name, class.bits()], &[value])
    }

    /// A count of bits as an integer of the type of the result.
    pub(super) fn set_count(&mut self, op: OpRef<'_>, count: Operand) -> Selected {
        let width = self.int_width(op.result(0))?;
        let count = match class_of(width) {
            Class::Double => self.make(Class::Double, ["cvt.u64.u32"], &[count]),
            Class::Pred | Class::Half | Class::Word => count,
        };
        self.set_int(op, count, Form::Wraps)
    }
}
