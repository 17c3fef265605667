//! Selects float arithmetic in 32 and 64 bits, and sums and products in `f16`; the rest of 16-bit formats is emulated
//! before. Each operation rounds to nearest even, keeps subnormals and is never fused.
//!
//! Quotients and square roots are refined from the approximations of the hardware until they are correctly rounded.

use super::int::{Bitwise, Shift};
use super::values::{Bit, Loc, Words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::Opcode;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, MachineFloat, Math, OpKind, OpRef, Value};

/// `1.0` as `f32`.
const ONE: Operand = Operand::Const(0x3F80_0000);
/// `1.0` and `0.5` as `f64`.
const ONE_F64: Operand = Operand::Const(0x3FF0_0000_0000_0000);
const HALF_F64: Operand = Operand::Const(0x3FE0_0000_0000_0000);
/// The classes of infinity, and of both zeros, of `v_cmp_class`.
const ZERO_OR_PLUS_INFINITY: i64 = 0x260;

/// Returns the modifiers that negate these sources, a bit each.
pub(super) fn negating(sources: u8) -> Modifiers {
    Modifiers { neg: sources, ..Modifiers::default() }
}

/// Selects `add`, `sub`, `mul` and `div`.
pub(super) fn binary(cx: &mut Select<'_>, op: OpRef<'_>, kind: Arith) -> SelectResult {
    if let Some(opcode) = of_halves(cx, op)? {
        return halves(cx, op, opcode);
    }
    let is_wide = cx.is_double(op)?;
    let (lhs, rhs) = (cx.number(op.operand(0))?, cx.number(op.operand(1))?);
    let result = match (kind, is_wide) {
        (Arith::AddF, false) => cx.make(Opcode::VAddF32, &[lhs, rhs]),
        (Arith::AddF, true) => cx.make(Opcode::VAddF64, &[lhs, rhs]),
        (Arith::SubF, false) => cx.make(Opcode::VSubF32, &[lhs, rhs]),
        (Arith::SubF, true) => match rhs {
            // The sign of a constant is its own.
            Operand::Const(bits) => cx.make(Opcode::VAddF64, &[lhs, Operand::Const(bits ^ i64::MIN)]),
            rhs => cx.make_with(Opcode::VAddF64, &[lhs, rhs], negating(2)),
        },
        (Arith::MulF, false) => cx.make(Opcode::VMulF32, &[lhs, rhs]),
        (Arith::MulF, true) => cx.make(Opcode::VMulF64, &[lhs, rhs]),
        (Arith::DivF, false) if op.has_flag("fastmath", &["afn", "fast"]) => {
            let inverse = cx.make(Opcode::VRcpF32, &[rhs]);
            cx.make(Opcode::VMulF32, &[lhs, inverse])
        }
        (_, false) => cx.divide_f32(lhs, rhs),
        (_, true) => cx.divide_f64(lhs, rhs),
    };
    cx.set_float(op.result(0), result, is_wide);
    Ok(())
}

/// Selects `math.fma`.
pub(super) fn fma(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if let Some(opcode) = of_halves(cx, op)? {
        return halves(cx, op, opcode);
    }
    let is_wide = cx.is_double(op)?;
    let sources = op.operands().iter().map(|value| cx.number(*value)).collect::<Result<Vec<_>, _>>()?;
    let result = cx.make(if is_wide { Opcode::VFmaF64 } else { Opcode::VFmaF32 }, &sources);
    cx.set_float(op.result(0), result, is_wide);
    Ok(())
}

/// Returns the instruction on halves of an operation that the chip has for them.
fn of_halves(cx: &Select<'_>, op: OpRef<'_>) -> Result<Option<Opcode>, Unsupported> {
    let opcode = match op.kind() {
        OpKind::Arith(Arith::AddF) => Opcode::VAddF16,
        OpKind::Arith(Arith::SubF) => Opcode::VSubF16,
        OpKind::Arith(Arith::MulF) => Opcode::VMulF16,
        OpKind::Math(Math::Fma) => Opcode::VFmaF16,
        _ => return Ok(None),
    };
    let is_half = cx.float_of(op.result(0))? == MachineFloat::F16;
    Ok((is_half && direction_of(op).is_none()).then_some(opcode))
}

/// Selects an operation on halves.
fn halves(cx: &mut Select<'_>, op: OpRef<'_>, opcode: Opcode) -> SelectResult {
    let sources = op.operands().iter().map(|value| cx.number(*value)).collect::<Result<Vec<_>, _>>()?;
    let result = cx.make(opcode, &sources);
    cx.set_float(op.result(0), result, false);
    Ok(())
}

/// Selects an instruction with one source.
pub(super) fn unary(cx: &mut Select<'_>, op: OpRef<'_>, narrow: Opcode, wide: Opcode) -> SelectResult {
    let is_wide = cx.is_double(op)?;
    let source = cx.number(op.operand(0))?;
    let result = cx.make(if is_wide { wide } else { narrow }, &[source]);
    cx.set_float(op.result(0), result, is_wide);
    Ok(())
}

/// Selects an approximation of `f32`, if the flags of the operation allow it.
pub(super) fn approximate(cx: &mut Select<'_>, op: OpRef<'_>, opcode: Opcode) -> SelectResult {
    if !op.has_flag("fastmath", &["afn", "fast"]) || cx.float_of(op.result(0))? != MachineFloat::F32 {
        return Err(Unsupported::not_expanded("math-expand"));
    }
    let mut source = cx.number(op.operand(0))?;
    if matches!(opcode, Opcode::VSinF32 | Opcode::VCosF32) {
        // These take the angle in turns: 1 / (2 pi) is an inline constant.
        source = cx.make(Opcode::VMulF32, &[Operand::Const(0x3E22_F983), source]);
    }
    let result = cx.make(opcode, &[source]);
    cx.set_float(op.result(0), result, false);
    Ok(())
}

/// Selects `math.sqrt`.
pub(super) fn sqrt(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let is_wide = cx.is_double(op)?;
    let source = cx.number(op.operand(0))?;
    let result = if is_wide { cx.sqrt_f64(source) } else { cx.sqrt_f32(source) };
    cx.set_float(op.result(0), result, is_wide);
    Ok(())
}

/// Selects `arith.maximumf` and the like; with `propagates`, a NaN is the result.
pub(super) fn min_max(cx: &mut Select<'_>, op: OpRef<'_>, is_max: bool, propagates: bool) -> SelectResult {
    let is_wide = cx.is_double(op)?;
    let (lhs, rhs) = (cx.number(op.operand(0))?, cx.number(op.operand(1))?);
    let opcode = match (is_max, is_wide) {
        (true, false) => Opcode::VMaxF32,
        (true, true) => Opcode::VMaxF64,
        (false, false) => Opcode::VMinF32,
        (false, true) => Opcode::VMinF64,
    };
    let mut result = cx.make(opcode, &[lhs, rhs]);
    if propagates {
        let [unordered, sum] =
            if is_wide { [Opcode::VCmpUF64, Opcode::VAddF64] } else { [Opcode::VCmpUF32, Opcode::VAddF32] };
        let has_nan = cx.make(unordered, &[lhs, rhs]);
        let quiet = cx.make(sum, &[lhs, rhs]);
        let n = if is_wide { 2 } else { 1 };
        let chosen = cx.choose(Bit::Mask(has_nan), Words::of(quiet, n), Words::of(result, n));
        result = match chosen {
            Words::One(word) => word,
            Words::Two(words) => cx.pair(words),
        };
    }
    cx.set_float(op.result(0), result, is_wide);
    Ok(())
}

/// Changes the sign bit: `xor` flips it, `and` clears it.
pub(super) fn sign_bit(cx: &mut Select<'_>, op: OpRef<'_>, action: Bitwise) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let sign = 1i64 << (if float == MachineFloat::F64 { 31 } else { float.width() - 1 });
    let mask = i64::from((if action == Bitwise::Xor { sign } else { sign - 1 }) as i32);
    let result = match cx.words(op.operand(0))? {
        Words::One(word) => Words::One(cx.bitwise32(action, word, Operand::Const(mask))),
        Words::Two([low, high]) => Words::Two([low, cx.bitwise32(action, high, Operand::Const(mask))]),
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `math.copysign`.
pub(super) fn copy_sign(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let float = cx.float_of(op.result(0))?;
    let mask = (1i64 << (if float.width() == 16 { 15 } else { 31 })) - 1;
    let merge = |cx: &mut Select<'_>, size: Operand, sign: Operand| {
        let size = cx.bitwise32(Bitwise::And, size, Operand::Const(mask));
        let sign = cx.bitwise32(Bitwise::And, sign, Operand::Const(i64::from(!mask as i32)));
        cx.bitwise32(Bitwise::Or, size, sign)
    };
    let result = match (cx.words(op.operand(0))?, cx.words(op.operand(1))?) {
        (Words::Two([low, size]), Words::Two([_, sign])) => Words::Two([low, merge(cx, size, sign)]),
        (size, sign) => Words::One(merge(cx, size.low(), sign.low())),
    };
    cx.set_words(op.result(0), result);
    Ok(())
}

/// Selects `arith.cmpf`.
pub(super) fn compare(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let float = cx.float_of(op.operand(0))?;
    if float.width() == 16 {
        return Err(Unsupported::not_expanded("arith-emulate-unsupported-floats"));
    }
    let is_wide = float == MachineFloat::F64;
    let [narrow, wide] = match op.keyword("predicate") {
        Some(fixed @ ("false" | "true")) => {
            cx.set(op.result(0), Loc::Bit(Bit::Const(fixed == "true")));
            return Ok(());
        }
        Some("oeq") => [Opcode::VCmpEqF32, Opcode::VCmpEqF64],
        Some("ogt") => [Opcode::VCmpGtF32, Opcode::VCmpGtF64],
        Some("oge") => [Opcode::VCmpGeF32, Opcode::VCmpGeF64],
        Some("olt") => [Opcode::VCmpLtF32, Opcode::VCmpLtF64],
        Some("ole") => [Opcode::VCmpLeF32, Opcode::VCmpLeF64],
        Some("one") => [Opcode::VCmpLgF32, Opcode::VCmpLgF64],
        Some("ord") => [Opcode::VCmpOF32, Opcode::VCmpOF64],
        Some("ueq") => [Opcode::VCmpNlgF32, Opcode::VCmpNlgF64],
        Some("ugt") => [Opcode::VCmpNleF32, Opcode::VCmpNleF64],
        Some("uge") => [Opcode::VCmpNltF32, Opcode::VCmpNltF64],
        Some("ult") => [Opcode::VCmpNgeF32, Opcode::VCmpNgeF64],
        Some("ule") => [Opcode::VCmpNgtF32, Opcode::VCmpNgtF64],
        Some("une") => [Opcode::VCmpNeqF32, Opcode::VCmpNeqF64],
        Some("uno") => [Opcode::VCmpUF32, Opcode::VCmpUF64],
        _ => return Err("its predicate is not known".into()),
    };
    let (lhs, rhs) = (cx.number(op.operand(0))?, cx.number(op.operand(1))?);
    let mask = cx.make(if is_wide { wide } else { narrow }, &[lhs, rhs]);
    cx.set(op.result(0), Loc::Bit(Bit::Mask(mask)));
    Ok(())
}

impl Select<'_> {
    /// Whether the result of an operation is an `f64` and not an `f32`; an error for other formats and rounding modes.
    fn is_double(&self, op: OpRef<'_>) -> Result<bool, Unsupported> {
        if let Some(mode) = direction_of(op) {
            return Err(format!("only rounding to nearest even is supported, but found {mode}").into());
        }
        match self.float_of(op.result(0))? {
            MachineFloat::F32 => Ok(false),
            MachineFloat::F64 => Ok(true),
            MachineFloat::F16 | MachineFloat::BF16 => {
                Err(Unsupported::not_expanded("arith-emulate-unsupported-floats"))
            }
        }
    }

    /// Returns a number as one operand: a word, or a pair of words.
    pub(super) fn number(&mut self, value: Value) -> Result<Operand, Unsupported> {
        Ok(match self.words(value)? {
            Words::One(word) => word,
            words @ Words::Two(parts) => match words.as_constant() {
                Some(bits) if bits as u32 == 0 => Operand::Const(bits),
                _ => self.pair(parts),
            },
        })
    }

    /// Sets a float of one or two words.
    pub(super) fn set_float(&mut self, value: Value, result: Operand, is_wide: bool) {
        self.set_words(value, Words::of(result, if is_wide { 2 } else { 1 }));
    }

    /// Emits a correctly rounded quotient: both sides are scaled so that no step overflows or loses bits, the
    /// reciprocal and the quotient are refined, and the special cases are put in place.
    fn divide_f32(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        let (divisor, _) = self.make_two(Opcode::VDivScaleF32, &[rhs, rhs, lhs]);
        let dividend = self.scaled(Opcode::VDivScaleF32, &[lhs, rhs, lhs]);
        let guess = self.make(Opcode::VRcpF32, &[divisor]);
        let fma = |cx: &mut Self, sources: [Operand; 3], neg: u8| {
            cx.make_with(Opcode::VFmaF32, &sources, negating(neg))
        };
        let error = fma(self, [divisor, guess, ONE], 1);
        let inverse = fma(self, [error, guess, guess], 0);
        let quotient = self.make(Opcode::VMulF32, &[dividend, inverse]);
        let error = fma(self, [divisor, quotient, dividend], 1);
        let quotient = fma(self, [error, inverse, quotient], 0);
        let error = fma(self, [divisor, quotient, dividend], 1);
        let rounded = self.make(Opcode::VDivFmasF32, &[error, inverse, quotient]);
        self.make(Opcode::VDivFixupF32, &[rounded, rhs, lhs])
    }

    /// Emits a correctly rounded quotient of f32, or of f64 as pairs.
    pub(super) fn quotient(&mut self, is_double: bool, lhs: Operand, rhs: Operand) -> Operand {
        if is_double { self.divide_f64(lhs, rhs) } else { self.divide_f32(lhs, rhs) }
    }

    fn divide_f64(&mut self, lhs: Operand, rhs: Operand) -> Operand {
        let (divisor, _) = self.make_two(Opcode::VDivScaleF64, &[rhs, rhs, lhs]);
        let dividend = self.scaled(Opcode::VDivScaleF64, &[lhs, rhs, lhs]);
        let fma = |cx: &mut Self, sources: [Operand; 3], neg: u8| {
            cx.make_with(Opcode::VFmaF64, &sources, negating(neg))
        };
        let mut inverse = self.make(Opcode::VRcpF64, &[divisor]);
        for _ in 0..2 {
            let error = fma(self, [divisor, inverse, ONE_F64], 1);
            inverse = fma(self, [inverse, error, inverse], 0);
        }
        let quotient = self.make(Opcode::VMulF64, &[dividend, inverse]);
        let error = fma(self, [divisor, quotient, dividend], 1);
        let rounded = self.make(Opcode::VDivFmasF64, &[error, inverse, quotient]);
        self.make(Opcode::VDivFixupF64, &[rounded, rhs, lhs])
    }

    /// Emits the scaled dividend; whether it was scaled goes to `vcc`, from which `v_div_fmas` reads it.
    fn scaled(&mut self, opcode: Opcode, sources: &[Operand; 3]) -> Operand {
        let n = if opcode == Opcode::VDivScaleF64 { 2 } else { 1 };
        let result = Operand::from(self.fresh(Class::V, n));
        let vcc = self.lanes.vcc();
        self.emit(opcode, &[result, vcc, sources[0], sources[1], sources[2]]);
        result
    }

    /// Emits a correctly rounded square root: the approximation is off by one unit at most, and the remainders of its
    /// neighbours decide. Small numbers are scaled, so that the remainders are exact.
    fn sqrt_f32(&mut self, source: Operand) -> Operand {
        let is_small = self.make(Opcode::VCmpGtF32, &[Operand::Const(0x0F80_0000), source]);
        let large = self.make(Opcode::VMulF32, &[Operand::Const(0x4F80_0000), source]);
        let choose = |cx: &mut Self, mask: Operand, yes: Operand, no: Operand| {
            cx.make(Opcode::VCndmaskB32, &[no, yes, mask])
        };
        let x = choose(self, is_small, large, source);
        let mut root = self.make(Opcode::VSqrtF32, &[x]);
        let below = self.make(Opcode::VAddNcU32, &[Operand::Const(-1), root]);
        let above = self.make(Opcode::VAddNcU32, &[Operand::Const(1), root]);
        let rest_below = self.make_with(Opcode::VFmaF32, &[below, root, x], negating(1));
        let rest_above = self.make_with(Opcode::VFmaF32, &[above, root, x], negating(1));
        let zero = Operand::Const(0);
        let is_below = self.make(Opcode::VCmpGeF32, &[zero, rest_below]);
        root = choose(self, is_below, below, root);
        let is_above = self.make(Opcode::VCmpLtF32, &[zero, rest_above]);
        root = choose(self, is_above, above, root);
        let scaled_back = self.make(Opcode::VMulF32, &[Operand::Const(0x3780_0000), root]);
        root = choose(self, is_small, scaled_back, root);
        let is_itself = self.make(Opcode::VCmpClassF32, &[x, Operand::Const(ZERO_OR_PLUS_INFINITY)]);
        choose(self, is_itself, x, root)
    }

    /// Emits a correctly rounded square root by Newton steps on the root and half of its inverse.
    fn sqrt_f64(&mut self, source: Operand) -> Operand {
        let scale = |cx: &mut Self, is_small: Operand, exponent: i64| {
            cx.make(Opcode::VCndmaskB32, &[Operand::Const(0), Operand::Const(exponent), is_small])
        };
        let is_small = self.make(Opcode::VCmpGtF64, &[Operand::Const(0x1000_0000_0000_0000), source]);
        let up = scale(self, is_small, 256);
        let x = self.make(Opcode::VLdexpF64, &[source, up]);
        let fma = |cx: &mut Self, sources: [Operand; 3], neg: u8| {
            cx.make_with(Opcode::VFmaF64, &sources, negating(neg))
        };
        let guess = self.make(Opcode::VRsqF64, &[x]);
        let mut root = self.make(Opcode::VMulF64, &[x, guess]);
        let mut half = self.make(Opcode::VMulF64, &[guess, HALF_F64]);
        let error = fma(self, [half, root, HALF_F64], 1);
        root = fma(self, [root, error, root], 0);
        half = fma(self, [half, error, half], 0);
        for _ in 0..2 {
            let rest = fma(self, [root, root, x], 1);
            root = fma(self, [rest, half, root], 0);
        }
        let down = scale(self, is_small, -128);
        let root = self.make(Opcode::VLdexpF64, &[root, down]);
        let is_itself = self.make(Opcode::VCmpClassF64, &[x, Operand::Const(ZERO_OR_PLUS_INFINITY)]);
        let chosen = self.choose(Bit::Mask(is_itself), Words::of(x, 2), Words::of(root, 2));
        match chosen {
            Words::One(word) => word,
            Words::Two(words) => self.pair(words),
        }
    }

    /// Converts `f32` to the bits of `bf16`, rounded to nearest even: adds half of the lowest kept bit, less one if the
    /// upper part is even; a NaN keeps its upper bits and becomes quiet.
    pub(super) fn bf16_of_f32(&mut self, value: Operand) -> Operand {
        let upper = self.shift32(Shift::Logical, value, Operand::Const(16));
        let odd = self.bitwise32(Bitwise::And, upper, Operand::Const(1));
        let half = self.add32(odd, Operand::Const(0x7FFF));
        let sum = self.add32(value, half);
        let rounded = self.shift32(Shift::Logical, sum, Operand::Const(16));
        let quiet = self.bitwise32(Bitwise::Or, upper, Operand::Const(0x40));
        let is_nan = self.make(Opcode::VCmpUF32, &[value, value]);
        self.choose(Bit::Mask(is_nan), Words::One(quiet), Words::One(rounded)).low()
    }
}
