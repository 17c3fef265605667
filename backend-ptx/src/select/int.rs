//! Selects integer arithmetic in 32 and 64 bits.
//!
//! A narrower integer is sign-extended in its register, so bitwise operations and selects need no further work; all
//! other arithmetic on it was promoted before. `i1` is a predicate.

use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, Reg, RegClass};
use crate::opcode::Modifier::{self, B32, B64, Eq, Ge, Gt, Le, Lt, Ne, S32, S64, U32, U64};
use crate::opcode::Opcode;
use warpline_ir::{Arith, Module, OpKind, OpRef, Type, Value};

/// Returns the register class of integers of a width.
pub(super) fn class_of(width: u32) -> RegClass {
    if width <= 32 { RegClass::B32 } else { RegClass::B64 }
}

/// Selects an integer instruction, with a type of their class.
pub(super) fn integer(
    cx: &mut Select<'_>,
    op: OpRef<'_>,
    name: Opcode,
    ty: impl Fn(RegClass) -> Modifier,
) -> SelectResult {
    let class = cx.arithmetic_class(op.operand(0))?;
    let operands = cx.operands(op)?;
    cx.define(op, name.with([ty(class)]), &operands)
}

/// Selects `and`, `or`, `xor`.
pub(super) fn bitwise(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    let operands = match cx.int_width(op.result(0))? {
        1 => vec![cx.register(op.operand(0))?, cx.register(op.operand(1))?],
        _ => cx.operands(op)?,
    };
    let class = cx.scalar_of(op.result(0))?.class();
    cx.define(op, name.with([class.bits()]), &operands)
}

/// Selects a product; a 64-bit product of two factors that fit in 32 bits is a single instruction.
pub(super) fn multiply(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if cx.int_width(op.result(0))? != 64 {
        return integer(cx, op, Opcode::MulLo, RegClass::signed);
    }
    let power = op.module.constant_int(op.operand(1)).filter(|by| 0 < *by && by & (by - 1) == 0);
    match (widening(op), power) {
        (Some((ty, factors)), _) => {
            let mut factors = [cx.operand(factors[0])?, cx.operand(factors[1])?];
            if let [Operand::Int(_), _] = factors {
                factors.reverse();
            }
            cx.define(op, Opcode::MulWide.with([ty]), &factors)
        }
        (None, Some(power)) => {
            let (value, by) = (cx.operand(op.operand(0))?, Operand::Int(power.trailing_zeros().into()));
            cx.define(op, Opcode::Shl.with([B64]), &[value, by])
        }
        (None, None) => integer(cx, op, Opcode::MulLo, RegClass::signed),
    }
}

/// Selects `arith.mulsi_extended` and `arith.mului_extended` of 64 bits: the low and the high half.
pub(super) fn multiply_extended(cx: &mut Select<'_>, op: OpRef<'_>, ty: Modifier) -> SelectResult {
    if cx.int_width(op.operand(0))? != 64 {
        return Err(Unsupported::not_expanded("expand-arith"));
    }
    let factors = cx.operands(op)?;
    for (index, name) in [Opcode::MulLo.with([S64]), Opcode::MulHi.with([ty])].into_iter().enumerate() {
        let half = cx.make(name, &factors);
        cx.set(op.result(index), half);
    }
    Ok(())
}

/// Selects a shift; the count always has 32 bits.
pub(super) fn shift(
    cx: &mut Select<'_>,
    op: OpRef<'_>,
    name: Opcode,
    ty: impl Fn(RegClass) -> Modifier,
) -> SelectResult {
    let class = cx.arithmetic_class(op.operand(0))?;
    let (value, count) = (cx.operand(op.operand(0))?, cx.operand(op.operand(1))?);
    let count = if class == RegClass::B64 { cx.low_word(count) } else { count };
    cx.define(op, name.with([ty(class)]), &[value, count])
}

/// Selects `arith.cmpi`.
pub(super) fn compare_integers(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let (order, signed) = match op.keyword("predicate") {
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
        _ => return Err("its predicate is not known".into()),
    };
    let class = cx.arithmetic_class(op.operand(0))?;
    let (sides, ty) = (cx.operands(op)?, if signed { class.signed() } else { class.unsigned() });
    cx.define(op, Opcode::Setp.with([order, ty]), &sides)
}

/// Selects a bit count: `popc`, `clz`, whose result has 32 bits.
pub(super) fn count(cx: &mut Select<'_>, op: OpRef<'_>, name: Opcode) -> SelectResult {
    let class = cx.arithmetic_class(op.operand(0))?;
    let value = cx.register(op.operand(0))?;
    let value = if op.kind() == OpKind::Math(warpline_ir::Math::CtTz) {
        cx.make(Opcode::Brev.with([class.bits()]), &[value])
    } else {
        value
    };
    let count = cx.make(name.with([class.bits()]), &[value]);
    let count = if class == RegClass::B64 { cx.make(Opcode::Cvt.with([U64, U32]), &[count]) } else { count };
    cx.set(op.result(0), count);
    Ok(())
}

impl Select<'_> {
    /// Widens an `i1` to 0 and 1, or to 0 and -1 if signed; other integers are unchanged.
    pub(super) fn widen(&mut self, operand: Operand, width: u32, signed: bool) -> Operand {
        if width != 1 {
            return operand;
        }
        let one = Operand::Int(if signed { -1 } else { 1 });
        let condition = Operand::Reg(self.reg(RegClass::Pred, operand));
        self.make(Opcode::Selp.with([B32]), &[one, Operand::Int(0), condition])
    }

    /// Drops the upper bits and extends the sign.
    pub(super) fn narrow(&mut self, operand: Operand, width: u32) -> Operand {
        match width {
            1 => return self.low_bit(operand),
            32 | 64 => return operand,
            _ => {}
        }
        let class = class_of(width);
        let operand = Operand::Reg(self.reg(class, operand));
        let (first, length) = (Operand::Int(0), Operand::Int(width.into()));
        self.make(Opcode::Bfe.with([class.signed()]), &[operand, first, length])
    }

    /// Returns the lowest bit as a predicate.
    pub(super) fn low_bit(&mut self, operand: Operand) -> Operand {
        let bit = self.make(Opcode::And.with([B32]), &[operand, Operand::Int(1)]);
        self.make(Opcode::Setp.with([Ne, S32]), &[bit, Operand::Int(0)])
    }

    /// Zero-extends a value above its width.
    pub(super) fn zero_extended(&mut self, operand: Operand, width: u32) -> Operand {
        if width == 1 || width == 32 || width == 64 {
            return self.widen(operand, width, false);
        }
        let mask = i64::MAX >> (63 - width);
        match operand {
            Operand::Int(value) => Operand::Int(value & mask),
            operand => {
                let class = class_of(width);
                self.make(Opcode::And.with([class.bits()]), &[operand, Operand::Int(mask)])
            }
        }
    }

    /// Returns the register class of arithmetic operands.
    pub(super) fn arithmetic_class(&self, value: Value) -> Result<RegClass, Unsupported> {
        match self.int_width(value)? {
            32 => Ok(RegClass::B32),
            64 => Ok(RegClass::B64),
            _ => Err(Unsupported::not_expanded("promote-integers")),
        }
    }

    /// Emits a select between two scalars of the same type.
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

/// Returns the type of a widening multiplication, and its 32-bit or constant factors.
fn widening(op: OpRef<'_>) -> Option<(Modifier, [Value; 2])> {
    let factors = [factor(op.module, op.operand(0))?, factor(op.module, op.operand(1))?];
    let signs = factors.map(|(_, is_unsigned)| is_unsigned);
    let is_unsigned = match signs {
        [Some(a), Some(b)] if a == b => a,
        [Some(a), None] | [None, Some(a)] => a,
        _ => return None,
    };
    let limits = if is_unsigned { 0..=u32::MAX.into() } else { i32::MIN.into()..=i32::MAX.into() };
    let values = factors.map(|(value, _)| value);
    let mut constants = values.iter().filter_map(|value| op.module.constant_int(*value));
    constants.all(|number| limits.contains(&number)).then_some((if is_unsigned { U32 } else { S32 }, values))
}

/// Returns the value that a 64-bit factor extends, and whether it zero-extends it; a constant is returned itself.
fn factor(module: &Module, value: Value) -> Option<(Value, Option<bool>)> {
    let op = module.defining_op(value)?;
    let is_unsigned = match module.kind(op) {
        OpKind::Arith(Arith::Constant) => return Some((value, None)),
        OpKind::Arith(Arith::IndexCast | Arith::ExtSI) => false,
        OpKind::Arith(Arith::IndexCastUI | Arith::ExtUI) => true,
        _ => return None,
    };
    let word = module.operand(op, 0);
    (module.type_of(word) == Type::I32).then_some((word, Some(is_unsigned)))
}
