//! Builder for arithmetic on values of one float type, scalars or vectors.

use super::tables::{DOUBLE, SINGLE, Tables};
use warpline_ir::scalar::float;
use warpline_ir::{
    Arith, Attr, AttrKind, Builder, DenseData, Float, MachineFloat, Math, Module, Type, Value,
};

/// The predicate numbers of `arith.cmpf` that the expansions use.
#[derive(Clone, Copy)]
pub(super) enum Is {
    Equal = 1,
    Greater = 2,
    Less = 4,
    NotEqual = 13,
    Unordered = 14,
}

/// A builder of operations on values of one float type.
pub(super) struct Maths<'b, 'm> {
    pub(super) builder: &'b mut Builder<'m>,
    /// The type of the values.
    pub(super) ty: Type,
    /// Integers of the same size and shape.
    pub(super) bits_ty: Type,
    /// The constants of the format.
    pub(super) table: &'static Tables,
    is_double: bool,
}

/// Returns the attribute of a constant of a type, from the bits of an element.
fn splat(module: &mut Module, ty: Type, bits: u64) -> Attr {
    let element = module.element_type(ty);
    if element != ty {
        return module.intern_attr(AttrKind::Dense(ty, DenseData::Splat(bits)));
    }
    if module.float_kind(ty).is_some() {
        module.float_attr(bits, ty)
    } else {
        module.int_attr(bits as i64, ty)
    }
}

/// Builds a constant of any float type.
pub(crate) fn constant(builder: &mut Builder<'_>, ty: Type, value: f64) -> Value {
    let element = builder.module.element_type(ty);
    let format = builder.module.float_kind(element).unwrap_or(Float::F64);
    let attr = splat(builder.module, ty, float::narrow(format, value));
    builder.value(Arith::Constant, &[], ty, &[("value", attr)])
}

/// Builds the product of a value and a constant.
pub(super) fn scaled(builder: &mut Builder<'_>, value: Value, by: f64) -> Value {
    let ty = builder.module.type_of(value);
    let by = constant(builder, ty, by);
    builder.binary(Arith::MulF, value, by)
}

/// Builds an integer constant of a scalar or vector type.
pub(crate) fn int_constant(builder: &mut Builder<'_>, ty: Type, value: i64) -> Value {
    let element = builder.module.element_type(ty);
    let bits = builder.module.truncate(value, element);
    let attr = splat(builder.module, ty, bits);
    builder.value(Arith::Constant, &[], ty, &[("value", attr)])
}

impl<'b, 'm> Maths<'b, 'm> {
    /// Creates a builder for values of a type whose element is `f32` or `f64`.
    pub(super) fn new(builder: &'b mut Builder<'m>, ty: Type, float: MachineFloat) -> Self {
        let is_double = float == MachineFloat::F64;
        let bits_ty = builder.module.with_element(ty, if is_double { Type::I64 } else { Type::I32 });
        Self { builder, ty, bits_ty, table: if is_double { &DOUBLE } else { &SINGLE }, is_double }
    }

    /// Builds a function of operands of the type.
    pub(super) fn function(&mut self, kind: Math, operands: &[Value]) -> Vec<Value> {
        let x = operands[0];
        vec![match kind {
            Math::Rsqrt => self.rsqrt(x),
            Math::Cbrt => self.cbrt(x),
            Math::Exp => self.exp(x),
            Math::Exp2 => self.exp2(x),
            Math::ExpM1 => self.expm1(x),
            Math::Log => self.log(x),
            Math::Log2 => self.log2(x),
            Math::Log10 => self.log10(x),
            Math::Log1p => self.log1p(x),
            Math::Sin => self.sin_cos(x).0,
            Math::Cos => self.sin_cos(x).1,
            Math::Tan => self.tan(x),
            Math::SinCos => {
                let (sin, cos) = self.sin_cos(x);
                return vec![sin, cos];
            }
            Math::Asin => self.asin(x),
            Math::Acos => self.acos(x),
            Math::Atan => self.atan(x),
            Math::Atan2 => self.atan2(x, operands[1]),
            Math::Sinh => self.sinh(x),
            Math::Cosh => self.cosh(x),
            Math::Tanh => self.tanh(x),
            Math::Asinh => self.asinh(x),
            Math::Acosh => self.acosh(x),
            Math::Atanh => self.atanh(x),
            Math::Erf => self.erf(x),
            Math::Erfc => self.erfc(x),
            Math::Round => self.round(x),
            Math::PowF => self.powf(x, operands[1]),
            Math::FPowI => self.fpowi(x, operands[1]),
            Math::ClampF => {
                let low = self.builder.binary(Arith::MaximumF, x, operands[1]);
                self.builder.binary(Arith::MinimumF, low, operands[2])
            }
            Math::AbsF
            | Math::AbsI
            | Math::Sqrt
            | Math::Floor
            | Math::Ceil
            | Math::Trunc
            | Math::RoundEven
            | Math::Fma
            | Math::CopySign
            | Math::IsFinite
            | Math::IsInf
            | Math::IsNaN
            | Math::IsNormal
            | Math::CtLz
            | Math::CtTz
            | Math::CtPop
            | Math::IPowI => x,
        }]
    }

    pub(super) fn c(&mut self, value: f64) -> Value {
        constant(self.builder, self.ty, value)
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Value {
        self.builder.binary(Arith::AddF, a, b)
    }

    pub(super) fn sub(&mut self, a: Value, b: Value) -> Value {
        self.builder.binary(Arith::SubF, a, b)
    }

    pub(super) fn mul(&mut self, a: Value, b: Value) -> Value {
        self.builder.binary(Arith::MulF, a, b)
    }

    pub(super) fn div(&mut self, a: Value, b: Value) -> Value {
        self.builder.binary(Arith::DivF, a, b)
    }

    pub(super) fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.builder.value(Math::Fma, &[a, b, c], self.ty, &[])
    }

    /// Builds `value * by` for a constant.
    pub(super) fn times(&mut self, value: Value, by: f64) -> Value {
        let by = self.c(by);
        self.mul(value, by)
    }

    /// Builds `value + by` for a constant.
    pub(super) fn plus(&mut self, value: Value, by: f64) -> Value {
        let by = self.c(by);
        self.add(value, by)
    }

    pub(super) fn unary(&mut self, kind: Math, value: Value) -> Value {
        self.builder.value(kind, &[value], self.ty, &[])
    }

    pub(super) fn neg(&mut self, value: Value) -> Value {
        self.builder.value(Arith::NegF, &[value], self.ty, &[])
    }

    pub(super) fn abs(&mut self, value: Value) -> Value {
        self.unary(Math::AbsF, value)
    }

    pub(super) fn sqrt(&mut self, value: Value) -> Value {
        self.unary(Math::Sqrt, value)
    }

    /// Builds a comparison of floats.
    pub(super) fn is(&mut self, a: Value, is: Is, b: Value) -> Value {
        let ty = self.builder.module.with_element(self.ty, Type::I1);
        let predicate = self.builder.module.int_attr(is as i64, Type::I64);
        self.builder.value(Arith::CmpF, &[a, b], ty, &[("predicate", predicate)])
    }

    /// Builds a comparison with a constant.
    pub(super) fn is_c(&mut self, a: Value, is: Is, b: f64) -> Value {
        let b = self.c(b);
        self.is(a, is, b)
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.builder.module.type_of(yes);
        self.builder.value(Arith::Select, &[condition, yes, no], ty, &[])
    }

    /// Selects a constant where a condition holds, else `no`.
    pub(super) fn select_c(&mut self, condition: Value, yes: f64, no: Value) -> Value {
        let yes = self.c(yes);
        self.select(condition, yes, no)
    }

    pub(super) fn logic(&mut self, kind: Arith, a: Value, b: Value) -> Value {
        self.builder.binary(kind, a, b)
    }

    /// Builds the bit pattern of a float.
    pub(super) fn bits(&mut self, value: Value) -> Value {
        self.builder.value(Arith::Bitcast, &[value], self.bits_ty, &[])
    }

    /// Builds the float with a bit pattern.
    pub(super) fn of_bits(&mut self, bits: Value) -> Value {
        self.builder.value(Arith::Bitcast, &[bits], self.ty, &[])
    }

    /// Builds an integer constant.
    pub(super) fn int(&mut self, value: i64) -> Value {
        int_constant(self.builder, self.bits_ty, value)
    }

    /// Builds an integer operation with a constant.
    pub(super) fn int_op(&mut self, kind: Arith, a: Value, b: i64) -> Value {
        let b = self.int(b);
        self.builder.binary(kind, a, b)
    }

    /// Builds the test whether a bit of an integer is set.
    pub(super) fn has_bit(&mut self, value: Value, bit: i64) -> Value {
        let masked = self.int_op(Arith::AndI, value, bit);
        self.int_is(masked, 1, 0)
    }

    /// Builds a comparison of an integer with a constant, by predicate number.
    pub(super) fn int_is(&mut self, value: Value, predicate: i64, with: i64) -> Value {
        let ty = self.builder.module.type_of(value);
        let with = int_constant(self.builder, ty, with);
        let result = self.builder.module.with_element(ty, Type::I1);
        let predicate = self.builder.module.int_attr(predicate, Type::I64);
        self.builder.value(Arith::CmpI, &[value, with], result, &[("predicate", predicate)])
    }

    /// Converts a signed integer to a float.
    pub(super) fn float_of(&mut self, value: Value) -> Value {
        self.builder.value(Arith::SIToFP, &[value], self.ty, &[])
    }

    /// Returns the bit pattern of a constant in the format.
    pub(super) fn bits_of(&self, value: f64) -> i64 {
        if self.is_double { value.to_bits() as i64 } else { i64::from((value as f32).to_bits()) }
    }

    /// Builds a polynomial, lowest coefficient first.
    pub(super) fn poly(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let (last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let mut sum = self.c(*last);
        for coefficient in rest.iter().rev() {
            let coefficient = self.c(*coefficient);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }

    /// Builds the magnitude of the first with the sign of the second.
    pub(super) fn with_sign(&mut self, size: Value, sign: Value) -> Value {
        self.builder.binary(Math::CopySign, size, sign)
    }

    /// Builds the test whether the sign bit is set.
    pub(super) fn is_negative(&mut self, value: Value) -> Value {
        let bits = self.bits(value);
        self.int_is(bits, 2, 0)
    }

    /// Builds 2 to the power of an integer; the power must be a normal number.
    pub(super) fn power_of_two(&mut self, exponent: Value) -> Value {
        let biased = self.int_op(Arith::AddI, exponent, self.table.bias);
        let bits = self.int_op(Arith::ShLI, biased, self.table.fraction);
        self.of_bits(bits)
    }

    /// Builds a number from 1/2 to 2 times 2 to the power of an integer, in two steps so that it is rounded once.
    /// The biased exponents of both steps are the halves of one natural number.
    pub(super) fn scale(&mut self, value: Value, exponent: Value) -> Value {
        let (bias, fraction) = (self.table.bias, self.table.fraction);
        let biased = self.int_op(Arith::AddI, exponent, 2 * bias);
        let half = self.int_op(Arith::ShRUI, biased, 1);
        let rest = self.builder.binary(Arith::SubI, biased, half);
        let powers = [half, rest].map(|part| {
            let bits = self.int_op(Arith::ShLI, part, fraction);
            self.of_bits(bits)
        });
        let value = self.mul(value, powers[0]);
        self.mul(value, powers[1])
    }

    /// Builds the nearest integer to `x * factor`, as a float and as an integer; the product must be small.
    pub(super) fn nearest(&mut self, x: Value, factor: f64) -> (Value, Value) {
        let (factor, magic) = (self.c(factor), self.c(self.table.magic));
        let shifted = self.fma(x, factor, magic);
        let float = self.sub(shifted, magic);
        let bits = self.bits(shifted);
        let magic_bits = self.bits_of(self.table.magic);
        (float, self.int_op(Arith::SubI, bits, magic_bits))
    }
}
