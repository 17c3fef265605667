//! Integer arithmetic of every width up to 64.
//!
//! An integer of N bits lies sign-extended in a register of 32 or 64 bits; `i1` lies in a predicate and is
//! widened to 0 or -1 for arithmetic. Sign extension keeps the unsigned order too, so that comparisons and
//! minima need no masks.

use super::values::Scalar;
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{self, B32, Eq, Ge, Gt, Le, Lt, Ne, Pred, S32, S64};
use crate::opcode::Opcode;
use warpline_ir::OpRef;
use warpline_ir::dialect::arith::CMPI_PREDICATES;

/// Whether the result of an instruction fits the width of its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The upper bits of the register may be wrong.
    Wraps,
    /// It is sign-extended when the operands are.
    Keeps,
}

/// The class in which integers of a width are computed.
pub(super) fn class_of(width: u32) -> RegClass {
    if width <= 32 { RegClass::B32 } else { RegClass::B64 }
}

impl Select<'_> {
    /// The operand of an integer value, `i1` as 0 or -1.
    pub(super) fn int_operand(&mut self, op: OpRef<'_>, index: usize) -> Result<Operand, Unsupported> {
        let operand = self.operand(op.operand(index))?;
        let width = self.int_width(op.operand(index))?;
        Ok(self.widen(operand, width, true))
    }

    /// An `i1` as 0 and 1, or as 0 and -1 with its sign; other integers as they are.
    pub(super) fn widen(&mut self, operand: Operand, width: u32, signed: bool) -> Operand {
        if width != 1 {
            return operand;
        }
        let one = Operand::Int(if signed { -1 } else { 1 });
        let condition = Operand::Reg(self.reg(RegClass::Pred, operand));
        self.make(Opcode::Selp.with([B32]), &[one, Operand::Int(0), condition])
    }

    /// Makes a result fit its width: drops the upper bits and extends the sign.
    pub(super) fn narrow(&mut self, operand: Operand, width: u32) -> Operand {
        let class = class_of(width);
        if width == 1 {
            return self.low_bit(operand);
        }
        if width == 32 || width == 64 {
            return operand;
        }
        let operand = Operand::Reg(self.reg(class, operand));
        let result = self.kernel.fresh(class).into();
        self.emit(
            Opcode::Bfe.with([class.signed()]),
            &[result, operand, Operand::Int(0), Operand::Int(width.into())],
        );
        result
    }

    /// The lowest bit as a predicate.
    pub(super) fn low_bit(&mut self, operand: Operand) -> Operand {
        let bit = self.make(Opcode::And.with([B32]), &[operand, Operand::Int(1)]);
        self.make(Opcode::Setp.with([Ne, S32]), &[bit, Operand::Int(0)])
    }

    /// The value with zeros above its width.
    pub(super) fn zero_extended(&mut self, operand: Operand, width: u32) -> Operand {
        if width == 1 || width == 32 || width == 64 {
            return self.widen(operand, width, false);
        }
        let mask = (1i64 << width) - 1;
        match operand {
            Operand::Int(value) => Operand::Int(value & mask),
            operand => {
                let class = class_of(width);
                self.make(Opcode::And.with([class.bits()]), &[operand, Operand::Int(mask)])
            }
        }
    }

    /// Stores a result of integer arithmetic.
    pub(super) fn set_int(&mut self, op: OpRef<'_>, result: Operand, form: Form) -> SelectResult {
        let width = self.int_width(op.result(0))?;
        let result = match result {
            _ if form == Form::Wraps || width == 1 => self.narrow(result, width),
            _ => result,
        };
        self.set(op.result(0), result);
        Ok(())
    }

    /// Both operands, and the class in which they are computed.
    fn int_operands(&mut self, op: OpRef<'_>) -> Result<(Operand, Operand, RegClass), Unsupported> {
        let (lhs, rhs) = (self.int_operand(op, 0)?, self.int_operand(op, 1)?);
        Ok((lhs, rhs, class_of(self.int_width(op.operand(0))?)))
    }

    /// An instruction on signed numbers.
    pub(super) fn signed(&mut self, op: OpRef<'_>, name: Opcode, form: Form) -> SelectResult {
        let (lhs, rhs, class) = self.int_operands(op)?;
        let result = self.make(name.with([class.signed()]), &[lhs, rhs]);
        self.set_int(op, result, form)
    }

    /// An instruction that only needs the unsigned order.
    pub(super) fn unsigned(&mut self, op: OpRef<'_>, name: Opcode) -> SelectResult {
        let (lhs, rhs, class) = self.int_operands(op)?;
        let result = self.make(name.with([class.unsigned()]), &[lhs, rhs]);
        self.set_int(op, result, Form::Keeps)
    }

    /// An instruction on signed numbers, or on predicates the logical one that equals it.
    pub(super) fn integer_or_logic(
        &mut self,
        op: OpRef<'_>,
        name: Opcode,
        form: Form,
        logic: Opcode,
    ) -> SelectResult {
        if self.int_width(op.result(0))? == 1 { self.logic(op, logic) } else { self.signed(op, name, form) }
    }

    /// `and`, `or`, `xor`.
    pub(super) fn bitwise(&mut self, op: OpRef<'_>, name: Opcode) -> SelectResult {
        if self.int_width(op.result(0))? == 1 {
            return self.logic(op, name);
        }
        let (lhs, rhs, class) = self.int_operands(op)?;
        let result = self.make(name.with([class.bits()]), &[lhs, rhs]);
        self.set_int(op, result, Form::Keeps)
    }

    fn logic(&mut self, op: OpRef<'_>, name: Opcode) -> SelectResult {
        let (lhs, rhs) = (self.predicate(op.operand(0))?, self.predicate(op.operand(1))?);
        let result = self.make(name.with([Pred]), &[lhs.into(), rhs.into()]);
        self.set(op.result(0), result);
        Ok(())
    }

    fn unsigned_operands(&mut self, op: OpRef<'_>) -> Result<(Operand, Operand, RegClass), Unsupported> {
        let width = self.int_width(op.operand(0))?;
        let (lhs, rhs) = (self.operand(op.operand(0))?, self.operand(op.operand(1))?);
        let (lhs, rhs) = (self.zero_extended(lhs, width), self.zero_extended(rhs, width));
        Ok((lhs, rhs, class_of(width)))
    }

    /// `div` and `rem` on unsigned numbers.
    pub(super) fn unsigned_division(&mut self, op: OpRef<'_>, name: Opcode) -> SelectResult {
        let (lhs, rhs, class) = self.unsigned_operands(op)?;
        let result = self.make(name.with([class.unsigned()]), &[lhs, rhs]);
        self.set_int(op, result, Form::Wraps)
    }

    /// `arith.mulsi_extended` and `arith.mului_extended` of 64 bits: the low and the high half.
    pub(super) fn multiply_extended(&mut self, op: OpRef<'_>, ty: Modifier) -> SelectResult {
        if self.int_width(op.operand(0))? != 64 {
            return Err(Unsupported::not_expanded("expand-arith"));
        }
        let factors = [self.operand(op.operand(0))?, self.operand(op.operand(1))?];
        for (index, name) in [Opcode::MulLo.with([S64]), Opcode::MulHi.with([ty])].into_iter().enumerate() {
            let half = self.make(name, &factors);
            self.set(op.result(index), half);
        }
        Ok(())
    }

    /// `arith.shli`.
    pub(super) fn shift_left(&mut self, op: OpRef<'_>) -> SelectResult {
        let (value, count, class) = self.int_operands(op)?;
        let count = self.shift_count(count, class);
        let result = self.make(Opcode::Shl.with([class.bits()]), &[value, count]);
        self.set_int(op, result, Form::Wraps)
    }

    /// `arith.shrsi` and `arith.shrui`.
    pub(super) fn shift_right(&mut self, op: OpRef<'_>, signed: bool) -> SelectResult {
        let width = self.int_width(op.operand(0))?;
        let (mut value, count, class) = self.int_operands(op)?;
        if !signed && width != 1 {
            value = self.zero_extended(value, width);
        }
        let count = self.shift_count(count, class);
        let ty = if signed { class.signed() } else { class.unsigned() };
        let result = self.make(Opcode::Shr.with([ty]), &[value, count]);
        self.set_int(op, result, if signed { Form::Keeps } else { Form::Wraps })
    }

    /// A count of bits, which has 32 bits in every shift.
    fn shift_count(&mut self, count: Operand, class: RegClass) -> Operand {
        if class == RegClass::B64 { self.low_word(count) } else { count }
    }

    /// `arith.cmpi`.
    pub(super) fn compare_integers(&mut self, op: OpRef<'_>) -> SelectResult {
        let (lhs, rhs, class) = self.int_operands(op)?;
        let predicate = op.int("predicate").and_then(|number| usize::try_from(number).ok());
        let predicate = predicate.and_then(|number| CMPI_PREDICATES.get(number)).copied();
        let (order, signed) = match predicate {
            Some("eq") => (Eq, true),
            Some("ne") => (Ne, true),
            Some("slt") => (Lt, true),
            Some("sle") => (Le, true),
            Some("sgt") => (Gt, true),
            Some("sge") => (Ge, true),
            Some("ult") => (Lt, false),
            Some("ule") => (Le, false),
            Some("ugt") => (Gt, false),
            Some("uge") => (Ge, false),
            _ => return Err(Unsupported::because("its predicate is not known")),
        };
        let ty = if signed { class.signed() } else { class.unsigned() };
        let result = self.make(Opcode::Setp.with([order, ty]), &[lhs, rhs]);
        self.set(op.result(0), result);
        Ok(())
    }

    /// The absolute value of a signed integer; the least value stays.
    pub(super) fn absolute_integer(&mut self, op: OpRef<'_>) -> SelectResult {
        let value = self.int_operand(op, 0)?;
        let class = class_of(self.int_width(op.operand(0))?);
        let result = self.make(Opcode::Abs.with([class.signed()]), &[value]);
        self.set_int(op, result, Form::Wraps)
    }

    /// One of two scalars of the same type.
    pub(super) fn choose_scalar(&mut self, ty: Scalar, condition: Reg, yes: Operand, no: Operand) -> Operand {
        let class = ty.class();
        if class == RegClass::Pred {
            let (yes, no) = (self.widen(yes, 1, true), self.widen(no, 1, true));
            let bits = self.make(Opcode::Selp.with([B32]), &[yes, no, condition.into()]);
            return self.make(Opcode::Setp.with([Ne, S32]), &[bits, Operand::Int(0)]);
        }
        let (yes, no) = match ty {
            Scalar::Int(_) | Scalar::Fp8(_) => (yes, no),
            Scalar::Float(_) => (self.reg(class, yes).into(), self.reg(class, no).into()),
        };
        self.make(Opcode::Selp.with([class.bits()]), &[yes, no, condition.into()])
    }
}
