//! Translates operations of arith and math, and constants.

use crate::interp::code::{Cell, Instr, Reg, Row, n_lanes};
use crate::interp::compile::Translator;
use crate::interp::poison::PoisonFlags;
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::scalar::float::FloatBinary;
use warpline_ir::scalar::format::Rounding;
use warpline_ir::scalar::{ScalarOp, wide, zero_extend};
use warpline_ir::{Arith, Attr, AttrKind, Float, OpKind, OpRef, Type};

impl Translator<'_, '_> {
    /// Translates operations of arith and math.
    pub(in crate::interp) fn scalar(&mut self, op: OpRef<'_>) {
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        if let Some(value) = op.attr("value") {
            match self.constant(value) {
                Some(value) => self.emit(op.op, Instr::Const { dst, value }),
                None => self.refuse(op.op, "a constant of this type cannot be interpreted"),
            }
            return;
        }
        if let OpKind::Arith(Arith::ScalingExtF | Arith::ScalingTruncF) = op.kind() {
            return self.scaling(op, dst);
        }
        for (index, result) in op.results().enumerate() {
            let dst = self.reg(result);
            let instr = self.scalar_result(op, index, dst);
            self.emit(op.op, instr);
        }
    }

    /// Returns the instruction of one result.
    fn scalar_result(&mut self, op: OpRef<'_>, index: usize, dst: Reg) -> Instr {
        let (args, flags) = (self.regs(op.operands()), PoisonFlags::of(op));
        let Some(scalar) = ScalarOp::of_result(op, index) else {
            return match ScalarOp::wide_of_result(op, index) {
                Some(scalar) => {
                    let widths =
                        op.operands().iter().map(|value| op.type_of(*value)).map(|ty| self.width(ty));
                    let args = args.iter().copied().zip(widths).collect();
                    Instr::Wide { op: scalar, flags, args, to: self.width(op.result_type(index)), dst }
                }
                None => Instr::Refuse(match direction_of(op) {
                    Some(mode) => {
                        format!("`{}` cannot be interpreted with the rounding mode {mode}", op.name()).into()
                    }
                    None => format!("`{}` cannot be interpreted on these types", op.name()).into(),
                }),
            };
        };
        match *args {
            _ if flags.is_any() => Instr::WithFlags { op: scalar, flags, args, dst },
            [a] => Instr::Unary { op: scalar, a, dst },
            [a, b] => Instr::Binary { op: scalar, a, b, dst },
            [a, b, c] => Instr::Ternary { op: scalar, args: [a, b, c], dst },
            _ => Instr::Refuse("an unexpected number of operands".into()),
        }
    }

    fn width(&self, ty: Type) -> u32 {
        self.module.bit_width(ty).unwrap_or(64)
    }

    /// Scales a float by a power of two: the scale is rounded to a power of two first, then both are
    /// converted to the wider one of the two formats.
    fn scaling(&mut self, op: OpRef<'_>, dst: Reg) {
        let format = |ty| {
            let format = self.module.float_kind(self.module.element_type(ty));
            format.filter(|format| !matches!(format, Float::F80 | Float::F128))
        };
        let formats = [op.operand_type(0), op.operand_type(1), op.result_type(0)].map(format);
        let [Some(value), Some(scale), Some(result)] = formats else {
            return self.refuse(op.op, &format!("`{}` cannot be interpreted on these types", op.name()));
        };
        let rounding = op.int("roundingmode").map_or(Some(Rounding::NearestEven), Rounding::from_number);
        let rounding = rounding.unwrap_or(Rounding::NearestEven);
        let (a, b) = (self.reg(op.named("in")), self.reg(op.named("scale")));
        let power = self.convert(op, b, [scale, Float::F8E8M0FNU], Rounding::NearestEven);
        let (wide, last) = match op.kind() {
            OpKind::Arith(Arith::ScalingExtF) => (result, FloatBinary::Mul),
            _ => (value, FloatBinary::Div),
        };
        let power = self.convert(op, power, [Float::F8E8M0FNU, wide], Rounding::NearestEven);
        let a = self.convert(op, a, [value, wide], Rounding::NearestEven);
        let scaled = self.temp();
        self.emit(op.op, Instr::Binary { op: ScalarOp::Float(last, wide), a, b: power, dst: scaled });
        let scaled = self.convert(op, scaled, [wide, result], rounding);
        self.emit(op.op, Instr::Move([(scaled, dst)].into()));
    }

    /// Returns the register of a float converted to another format.
    fn convert(&mut self, op: OpRef<'_>, a: Reg, [from, to]: [Float; 2], rounding: Rounding) -> Reg {
        if from == to {
            return a;
        }
        let dst = self.temp();
        self.emit(op.op, Instr::Unary { op: ScalarOp::ConvertFloat(from, to, rounding), a, dst });
        dst
    }

    pub(in crate::interp) fn constant(&self, value: Attr) -> Option<Cell> {
        match self.module.attr_kind(value) {
            AttrKind::Bool(value) => Some(Cell::Bits(u64::from(*value))),
            AttrKind::Integer(value, ty) => {
                let width = self.module.bit_width(*ty).filter(|width| *width <= wide::MAX_WIDTH)?;
                if 64 < width {
                    let bits = i128::from(*value).cast_unsigned();
                    return Some(Cell::of_wide(wide::zero_extend(bits, width)));
                }
                Some(Cell::Bits(zero_extend(value.cast_unsigned(), width)))
            }
            AttrKind::Wide(value, ty) => {
                let width = self.module.bit_width(*ty).filter(|width| *width <= wide::MAX_WIDTH)?;
                Some(Cell::of_wide(wide::zero_extend(value.cast_unsigned(), width)))
            }
            AttrKind::Float(bits, _) => Some(Cell::Bits(*bits)),
            AttrKind::Dense(ty, data) => {
                let width =
                    self.module.bit_width(self.module.element_type(*ty)).filter(|width| *width <= 64)?;
                let n = n_lanes(self.module, *ty)?;
                let bits = match data {
                    DenseData::Splat(bits) => vec![zero_extend(*bits, width); n].into(),
                    DenseData::Elements(all) => all.iter().map(|bits| zero_extend(*bits, width)).collect(),
                };
                Some(Cell::Row(Rc::new(Row::new(bits))))
            }
            _ => None,
        }
    }
}
