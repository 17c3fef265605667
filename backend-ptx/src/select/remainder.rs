//! `arith.remf`: the exact remainder of floats, by subtraction of the divisor times falling powers of two.
//!
//! ```text
//! r = |x|; b = |y|; if not (b <= r < infinity and 0 < b) goto end
//! t = b; while t <= r - t: t = t + t
//! do: if t <= r: r = r - t;  t = t / 2  while b <= t
//! end: r with the sign of x; NaN where x is infinite or y is zero
//! ```
//! Every step is exact: `t` is a power of two times `b`, and `r` is less than `2 t` where it is subtracted. There are as
//! many steps as the exponents differ.

use super::float::{class_of, suffix};
use super::{Scalar, Select, Selected};
use crate::inst::{Action, Class, Inst, Operand, Reg};
use warpline_ir::{MachineFloat, OpRef};

impl Select<'_> {
    /// `arith.remf`.
    pub(super) fn remainder(&mut self, op: OpRef<'_>) -> Selected {
        let float = self.float_of(op.result(0))?;
        let (x, y) = (self.operand(op.operand(0))?, self.operand(op.operand(1))?);
        let (x, y) = (self.reg(class_of(float), x), self.reg(class_of(float), y));
        let wide = if float == MachineFloat::F64 { MachineFloat::F64 } else { MachineFloat::F32 };
        let (x, y) = (self.f32_of(float, x.into()), self.f32_of(float, y.into()));
        let result = self.wide_remainder(wide, x, y);
        let result = if wide == float { result } else { self.rounded_from_f32(float, result)? };
        self.set(op.result(0), result);
        Ok(())
    }

    fn wide_remainder(&mut self, float: MachineFloat, x: Operand, y: Operand) -> Operand {
        let (class, ty) = (class_of(float), suffix(float));
        let sign = 1u64 << (float.width() - 1);
        let (rest, b) = (self.without_sign(class, x, sign), self.without_sign(class, y, sign));
        let (end, grow, grown) = (self.kernel.label(), self.kernel.label(), self.kernel.label());
        let (infinity, zero) = match float {
            MachineFloat::F64 => (Operand::F64(f64::INFINITY.to_bits()), Operand::F64(0)),
            MachineFloat::F16 | MachineFloat::BF16 | MachineFloat::F32 => {
                (Operand::F32(f32::INFINITY.to_bits()), Operand::F32(0))
            }
        };
        let is_finite = self.make(Class::Pred, ["setp.lt", ty], &[rest.into(), infinity]);
        let is_positive = self.make(Class::Pred, ["setp.gt", ty], &[b.into(), zero]);
        let is_number = self.make(Class::Pred, ["and.pred"], &[is_finite, is_positive]);
        let is_greater = self.make(Class::Pred, ["setp.ge", ty], &[rest.into(), b.into()]);
        let begins = self.make(Class::Pred, ["and.pred"], &[is_number, is_greater]);
        let begins = self.reg(Class::Pred, begins);
        self.branch_if(begins, false, end);
        let t = self.kernel.fresh(class);
        self.mov(t, b.into());
        self.place(grow);
        let above = self.make(class, ["sub.rn", ty], &[rest.into(), t.into()]);
        let grows = self.make(Class::Pred, ["setp.ge", ty], &[above, t.into()]);
        let grows = self.reg(Class::Pred, grows);
        self.branch_if(grows, false, grown);
        self.emit(["add.rn", ty], &[t.into(), t.into(), t.into()]);
        self.branch(grow);
        self.place(grown);
        self.take_away(float, rest, t, b);
        self.place(end);
        // Nothing is left of NaN, of an infinite x, and by zero.
        let lost = self.make(class, ["sub.rn", ty], &[infinity, infinity]);
        let is_number = self.reg(Class::Pred, is_number);
        let result = self.choose_scalar(Scalar::Float(float), is_number, rest.into(), lost);
        let sign_of_x = self.make(class, ["and", class.bits()], &[x, Operand::Int(sign as i64)]);
        self.make(class, ["or", class.bits()], &[result, sign_of_x])
    }

    /// The second loop: `t` halves until it is less than `b`.
    fn take_away(&mut self, float: MachineFloat, rest: Reg, t: Reg, b: Reg) {
        let ty = suffix(float);
        let half = match float {
            MachineFloat::F64 => Operand::F64(0.5f64.to_bits()),
            MachineFloat::F16 | MachineFloat::BF16 | MachineFloat::F32 => Operand::F32(0.5f32.to_bits()),
        };
        let again = self.kernel.label();
        self.place(again);
        let fits = self.make(Class::Pred, ["setp.ge", ty], &[rest.into(), t.into()]);
        let fits = self.reg(Class::Pred, fits);
        let less = Action::new(["sub.rn", ty], &[rest.into(), rest.into(), t.into()]);
        self.kernel.insts.push(Inst::Do(less.when(fits, true)));
        self.emit(["mul.rn", ty], &[t.into(), t.into(), half]);
        let more = self.make(Class::Pred, ["setp.ge", ty], &[t.into(), b.into()]);
        let more = self.reg(Class::Pred, more);
        self.branch_if(more, true, again);
    }

    /// The bits of a float without the sign, in a register of its own.
    fn without_sign(&mut self, class: Class, value: Operand, sign: u64) -> Reg {
        let result = self.kernel.fresh(class);
        self.emit(["and", class.bits()], &[result.into(), value, Operand::Int((sign - 1) as i64)]);
        result
    }
}
