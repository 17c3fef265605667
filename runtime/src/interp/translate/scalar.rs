//! Operations of arith and math, and constants.

use crate::interp::code::{Cell, Instr, Row, n_lanes};
use crate::interp::compile::Translator;
use crate::interp::poison::Promises;
use std::rc::Rc;
use warpline_ir::attrs::DenseData;
use warpline_ir::scalar::{ScalarOp, zero_extend};
use warpline_ir::{Attr, AttrKind, OpRef};

impl Translator<'_, '_> {
    /// Operations of arith and math.
    pub(in crate::interp) fn scalar(&mut self, op: OpRef<'_>) {
        let dst = op.results().next().map_or(0, |result| self.reg(result));
        if let Some(value) = op.attr("value") {
            match self.constant(value) {
                Some(value) => self.emit(op.op, Instr::Const { dst, value }),
                None => self.refuse(op.op, "a constant of this type cannot be interpreted"),
            }
            return;
        }
        let Some(scalar) = ScalarOp::of(op) else {
            self.refuse(op.op, &format!("`{}` cannot be interpreted on these types", op.name()));
            return;
        };
        let args = self.regs(op.operands());
        let promises = Promises::of(op);
        let instr = match *args {
            _ if promises.is_any() => Instr::Promising { op: scalar, promises, args, dst },
            [a] => Instr::Unary { op: scalar, a, dst },
            [a, b] => Instr::Binary { op: scalar, a, b, dst },
            [a, b, c] => Instr::Ternary { op: scalar, args: [a, b, c], dst },
            _ => Instr::Refuse("an unexpected number of operands".into()),
        };
        self.emit(op.op, instr);
    }

    pub(in crate::interp) fn constant(&self, value: Attr) -> Option<Cell> {
        match self.module.attr_kind(value) {
            AttrKind::Bool(value) => Some(Cell::Bits(u64::from(*value))),
            AttrKind::Integer(value, ty) => {
                let width = self.module.bit_width(*ty).filter(|width| *width <= 64)?;
                Some(Cell::Bits(zero_extend(value.cast_unsigned(), width)))
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
