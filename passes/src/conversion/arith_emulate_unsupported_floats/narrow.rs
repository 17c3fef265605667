//! Computes floats that no processor computes with: `tf32` and formats of at most 8 bits.
//!
//! Operands are widened, which is exact, and the result is rounded. That is the rounded exact result: of operands of `p`
//! bits, sums, products, quotients and roots in a format of at least `2 p + 2` bits may be rounded again (Figueroa 1995).
//! `f32` has them for formats of at most 8 bits, `f64` for `tf32`, whose exponents `f32` has, too. The product of a
//! `math.fma` is exact in `f64`, and its sum is rounded to odd.

use super::{Feature, Native, is_computed, is_mathematical, rounding, sum_to_odd};
use crate::conversion::expand_arith::small_floats::{self, small};
use crate::conversion::expand_arith::{compare, select, with_constant};
use crate::conversion::math_expand::builder::int_constant;
use warpline_ir::scalar::format::{Format, Special};
use warpline_ir::{
    Arith, Attr, Builder, Float, Math, Module, Op, OpKind, Signedness, Type, TypeKind, Value, Vector,
};

/// The number of bits of an integer that `f32` holds exactly.
const SINGLE_BITS: u32 = 24;

/// Expands an operation on narrow floats; `None` for another one.
pub(super) fn expand(module: &mut Module, op: Op, native: Native) -> Option<Value> {
    let kind = module.kind(op);
    let view = module.op(op);
    let (value, result) = (*view.operands().first()?, view.result_type(0));
    let format = |ty: Type| module.float_kind(module.element_type(ty));
    let (from, to) = (format(module.type_of(value)), format(result));
    let is_narrow = |float: Option<Float>| float.is_some_and(|float| small(float).is_some());
    if !is_narrow(from) && !is_narrow(to) {
        return None;
    }
    let mut narrow = Narrow { at: Builder::before(module, op), has_fp8: native.has(Feature::Fp8) };
    match kind {
        OpKind::Arith(Arith::ExtF | Arith::TruncF) => Some(narrow.converted(value, result)),
        OpKind::Arith(kind @ (Arith::SIToFP | Arith::UIToFP)) => narrow.rounded_integer(kind, value, result),
        OpKind::Arith(Arith::NegF) | OpKind::Math(Math::AbsF | Math::CopySign) => narrow.signed(op, from?),
        OpKind::Math(Math::Fma) | OpKind::Vector(Vector::Fma) => Some(narrow.fused(op, result)),
        OpKind::Arith(Arith::RemF) => Some(narrow.computed(op, kind, from?)),
        OpKind::Arith(arith) if is_computed(arith) => Some(narrow.computed(op, kind, from?)),
        OpKind::Math(math) if is_mathematical(math) => Some(narrow.computed(op, kind, from?)),
        _ => None,
    }
}

/// Builds the computations.
struct Narrow<'m> {
    at: Builder<'m>,
    /// Whether the target has the conversions of [`Feature::Fp8`].
    has_fp8: bool,
}

impl Narrow<'_> {
    /// Converts a float to another format, through `f32` if both are narrow.
    fn converted(&mut self, value: Value, to: Type) -> Value {
        let from = self.at.module.type_of(value);
        if from == to {
            return value;
        }
        let [from_format, to_format] = [from, to].map(|ty| self.format(ty));
        let is_narrow = |format: Option<Float>| format.is_some_and(|format| format.machine().is_none());
        if is_narrow(from_format) && is_narrow(to_format) {
            let single = self.at.module.with_element(to, Type::F32);
            let single = self.converted(value, single);
            return self.converted(single, to);
        }
        let widths = [from, to].map(|ty| self.at.module.bit_width(self.at.module.element_type(ty)));
        let kind = if widths[0] < widths[1] { Arith::ExtF } else { Arith::TruncF };
        let conversion = self.at.op(kind, &[value], &[to], &[]);
        // The expansion takes the place of the conversion, and its last operation has the result.
        let result = self.at.module.result(conversion, 0);
        let kept = self.at.op(Arith::Bitcast, &[result], &[to], &[]);
        small_floats::expand(self.at.module, conversion, self.has_fp8);
        let converted = self.at.module.operand(kept, 0);
        self.at.module.erase(kept);
        converted
    }

    fn format(&self, ty: Type) -> Option<Float> {
        self.at.module.float_kind(self.at.module.element_type(ty))
    }

    /// Rounds an integer to a narrow float.
    fn rounded_integer(&mut self, kind: Arith, value: Value, to: Type) -> Option<Value> {
        let from = self.at.module.type_of(value);
        let width = self.at.module.bit_width(self.at.module.element_type(from))?;
        if 64 < width {
            return None;
        }
        let value = rounding::with_sticky_bit(&mut self.at, value, kind == Arith::SIToFP);
        let wide = if width <= SINGLE_BITS { Type::F32 } else { Type::F64 };
        let wide = self.at.module.with_element(to, wide);
        let exact = self.at.value(kind, &[value], wide, &[]);
        Some(self.converted(exact, to))
    }

    /// Computes an operation in a wider format.
    fn computed(&mut self, op: Op, kind: OpKind, format: Float) -> Value {
        let wide = if format == Float::TF32 { Type::F64 } else { Type::F32 };
        let module = &*self.at.module;
        let result = module.type_of(module.result(op, 0));
        let attrs: Vec<(&str, Attr)> = ["predicate", "fastmath"]
            .into_iter()
            .filter_map(|name| Some((name, module.attr(op, name)?)))
            .collect();
        let operands = module.operands(op).to_vec();
        let operands: Vec<Value> = operands.into_iter().map(|value| self.widened(value, wide)).collect();
        if self.format(result).is_none() {
            return self.at.value(kind, &operands, result, &attrs);
        }
        let wide = self.at.module.with_element(result, wide);
        let computed = self.at.value(kind, &operands, wide, &attrs);
        self.converted(computed, result)
    }

    /// Widens a float; another value stays.
    fn widened(&mut self, value: Value, to: Type) -> Value {
        let ty = self.at.module.type_of(value);
        if self.format(ty).is_none() {
            return value;
        }
        let wide = self.at.module.with_element(ty, to);
        self.converted(value, wide)
    }

    fn fused(&mut self, op: Op, result: Type) -> Value {
        let operands = self.at.module.operands(op).to_vec();
        let wide: Vec<Value> = operands.into_iter().map(|value| self.widened(value, Type::F64)).collect();
        let product = self.at.binary(Arith::MulF, wide[0], wide[1]);
        let sum = sum_to_odd(&mut self.at, product, wide[2]);
        self.converted(sum, result)
    }

    /// Computes an operation that only changes the sign, on the bits.
    fn signed(&mut self, op: Op, float: Float) -> Option<Value> {
        let format = small(float)?;
        let operands = self.at.module.operands(op).to_vec();
        let ty = self.at.module.type_of(operands[0]);
        let bits = TypeKind::Integer(format.width(), Signedness::Signless);
        let bits = self.at.module.intern_type(bits);
        let bits = self.at.module.with_element(ty, bits);
        let codes: Vec<Value> =
            operands.into_iter().map(|value| self.at.value(Arith::Bitcast, &[value], bits, &[])).collect();
        let code = match self.at.module.kind(op) {
            OpKind::Arith(_) => self.negated(codes[0], format),
            OpKind::Math(Math::AbsF) => self.absolute(codes[0], format),
            _ => {
                let size = self.absolute(codes[0], format);
                let negative = self.negated(size, format);
                let zero = int_constant(&mut self.at, bits, 0);
                let is_negative = compare(&mut self.at, "slt", codes[1], zero);
                select(&mut self.at, is_negative, negative, size)
            }
        };
        Some(self.at.value(Arith::Bitcast, &[code], ty, &[]))
    }

    /// Flips the sign; zero and NaN have none in a format without negative zero.
    fn negated(&mut self, code: Value, format: &Format) -> Value {
        let sign = sign_of(format);
        let flipped = with_constant(&mut self.at, Arith::XOrI, code, sign);
        if format.special != Special::NegativeZeroNan {
            return flipped;
        }
        let size = with_constant(&mut self.at, Arith::AndI, code, !sign);
        let ty = self.at.module.type_of(code);
        let zero = int_constant(&mut self.at, ty, 0);
        let is_zero = compare(&mut self.at, "eq", size, zero);
        select(&mut self.at, is_zero, code, flipped)
    }

    /// Clears the sign; NaN keeps it in a format without negative zero.
    fn absolute(&mut self, code: Value, format: &Format) -> Value {
        let sign = sign_of(format);
        let cleared = with_constant(&mut self.at, Arith::AndI, code, !sign);
        if format.special != Special::NegativeZeroNan {
            return cleared;
        }
        let ty = self.at.module.type_of(code);
        let nan = int_constant(&mut self.at, ty, sign);
        let is_nan = compare(&mut self.at, "eq", code, nan);
        select(&mut self.at, is_nan, code, cleared)
    }
}

/// Returns the sign bit of a format as a number of its width.
fn sign_of(format: &Format) -> i64 {
    -(format.sign_bit() as i64)
}
