//! The mathematical functions, defined once for all executors: as arithmetic of the format, `fma` and integer
//! operations on the bits.
//!
//! [`Functions`] is generic over an [`Arithmetic`]. [`evaluate`] computes with numbers, for constant folding, the
//! interpreter and compiled code that calls functions; the pass `math-expand` builds operations. Every operation
//! is rounded once to nearest even, so all give the same bits. `f32` and `f64` are computed in their own format,
//! narrower formats in `f32` and rounded once. Zeros, infinities, NaN and subnormal numbers give the results that
//! the functions define.

#![expect(clippy::inline_always, reason = "functions for the vectors of a machine must not call any other")]

mod angles;
mod arcs;
mod errors;
mod exponentials;
mod logarithms;
mod numbers;
mod powers;
mod tables;

pub use numbers::{DoubleNear, SingleNear, evaluate, evaluate_power};
pub use powers::{Exponent, LOW_BITS, MAX_SINGLE_EXPONENT};
pub use tables::{DOUBLE, SINGLE, Tables};

use super::float::FloatUnary;
use crate::dialect::Math;

/// The operations on two floats that the functions use.
#[derive(Clone, Copy, Debug)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// The magnitude of the first with the sign of the second.
    CopySign,
}

/// The operations on two integers or truth values that the functions use.
#[derive(Clone, Copy, Debug)]
pub enum IntOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left.
    Shl,
    /// Arithmetic shift to the right.
    ShrS,
    /// Logical shift to the right.
    ShrU,
    /// Unsigned quotient.
    DivU,
}

/// The comparisons of floats that the functions use; the values are predicate numbers of `arith.cmpf`.
#[derive(Clone, Copy, Debug)]
pub enum Is {
    /// Ordered and equal.
    Equal = 1,
    /// Ordered and greater.
    Greater = 2,
    /// Ordered and less.
    Less = 4,
    /// Unordered or different.
    NotEqual = 13,
    /// Unordered: one of them is NaN.
    Unordered = 14,
}

/// The comparisons of integers with a constant that the functions use; the values are predicate numbers of
/// `arith.cmpi`.
#[derive(Clone, Copy, Debug)]
pub enum IntIs {
    /// Different.
    NotEqual = 1,
    /// Signed and less.
    Less = 2,
    /// Unsigned and greater or equal.
    AtLeast = 9,
}

/// A function with an integer and a float as results.
pub type Reduction<A> =
    fn(&mut A, <A as Arithmetic>::Float) -> (<A as Arithmetic>::Int, <A as Arithmetic>::Float);

/// The arithmetic that functions are computed in.
pub trait Arithmetic {
    /// A float of the format.
    type Float: Copy;
    /// An integer of the width of the format.
    type Int: Copy;
    /// An integer of 64 bits.
    type Long: Copy;
    /// A truth value.
    type Bool: Copy;
    /// An integer exponent.
    type Power: Copy;

    /// Returns the constants of the format.
    fn tables(&self) -> &'static Tables;
    /// Returns a constant, rounded to the format.
    fn float(&mut self, value: f64) -> Self::Float;
    /// Computes an operation on one float.
    fn unary(&mut self, op: FloatUnary, x: Self::Float) -> Self::Float;
    /// Computes an operation on two floats.
    fn binary(&mut self, op: FloatOp, a: Self::Float, b: Self::Float) -> Self::Float;
    /// Computes `a * b + c` rounded once.
    fn fma(&mut self, a: Self::Float, b: Self::Float, c: Self::Float) -> Self::Float;
    /// Compares two floats.
    fn is(&mut self, a: Self::Float, is: Is, b: Self::Float) -> Self::Bool;
    /// Selects `yes` where the condition holds, else `no`.
    fn select(&mut self, condition: Self::Bool, yes: Self::Float, no: Self::Float) -> Self::Float;
    /// Computes an operation on two truth values.
    fn logic(&mut self, op: IntOp, a: Self::Bool, b: Self::Bool) -> Self::Bool;
    /// Returns the bit pattern of a float.
    fn bits(&mut self, x: Self::Float) -> Self::Int;
    /// Returns the float with a bit pattern.
    fn of_bits(&mut self, bits: Self::Int) -> Self::Float;
    /// Returns an integer constant.
    fn int(&mut self, value: i64) -> Self::Int;
    /// Computes an operation on two integers.
    fn int_binary(&mut self, op: IntOp, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Compares an integer with a constant.
    fn int_is(&mut self, a: Self::Int, is: IntIs, b: i64) -> Self::Bool;
    /// Selects between integers.
    fn select_int(&mut self, condition: Self::Bool, yes: Self::Int, no: Self::Int) -> Self::Int;
    /// Converts a signed integer to a float.
    fn float_of(&mut self, a: Self::Int) -> Self::Float;
    /// Returns a constant of 64 bits.
    fn long(&mut self, value: i64) -> Self::Long;
    /// Zero-extends an integer to 64 bits.
    fn long_of(&mut self, a: Self::Int) -> Self::Long;
    /// Truncates an integer of 64 bits.
    fn int_of(&mut self, a: Self::Long) -> Self::Int;
    /// Computes an operation on two integers of 64 bits.
    fn long_binary(&mut self, op: IntOp, a: Self::Long, b: Self::Long) -> Self::Long;
    /// Compares an integer of 64 bits with a constant.
    fn long_equals(&mut self, a: Self::Long, b: i64) -> Self::Bool;
    /// Returns 1 if `sum` is less than `addend`, both unsigned, else 0.
    fn long_carry(&mut self, sum: Self::Long, addend: Self::Long) -> Self::Long;
    /// Selects between integers of 64 bits.
    fn select_long(&mut self, condition: Self::Bool, yes: Self::Long, no: Self::Long) -> Self::Long;
    /// Returns the lower and the upper half of an unsigned product.
    fn wide_product(&mut self, a: Self::Long, b: Self::Long) -> (Self::Long, Self::Long);
    /// Converts a signed integer of 64 bits to a float.
    fn float_of_signed(&mut self, a: Self::Long) -> Self::Float;
    /// Converts an unsigned integer of 64 bits to a float.
    fn float_of_unsigned(&mut self, a: Self::Long) -> Self::Float;
    /// Splits an integer exponent into parts of which the lower one has [`LOW_BITS`] bits.
    fn exponent_of(&mut self, n: Self::Power) -> Exponent<Self>;
    /// Computes one of two functions of `x`, chosen by a condition.
    fn either(
        &mut self,
        condition: Self::Bool,
        x: Self::Float,
        yes: Reduction<Self>,
        no: Reduction<Self>,
    ) -> (Self::Int, Self::Float);
}

/// The functions in an arithmetic.
#[derive(Debug)]
pub struct Functions<'a, A: Arithmetic> {
    on: &'a mut A,
    table: &'static Tables,
}

impl<'a, A: Arithmetic> Functions<'a, A> {
    /// Creates the functions of an arithmetic.
    #[inline(always)]
    pub fn new(on: &'a mut A) -> Self {
        let table = on.tables();
        Self { on, table }
    }

    /// Computes a function of floats, which has two results for `SinCos` alone; `None` if its definition is not
    /// here.
    #[inline]
    pub fn function(&mut self, kind: Math, operands: &[A::Float]) -> Option<(A::Float, Option<A::Float>)> {
        let (x, y) = (*operands.first()?, operands.get(1).copied());
        let result = match kind {
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
                return Some((sin, Some(cos)));
            }
            Math::Asin => self.asin(x),
            Math::Acos => self.acos(x),
            Math::Atan => self.atan(x),
            Math::Atan2 => self.atan2(x, y?),
            Math::Sinh => self.sinh(x),
            Math::Cosh => self.cosh(x),
            Math::Tanh => self.tanh(x),
            Math::Asinh => self.asinh(x),
            Math::Acosh => self.acosh(x),
            Math::Atanh => self.atanh(x),
            Math::Erf => self.erf(x),
            Math::Erfc => self.erfc(x),
            Math::Round => self.round(x),
            Math::PowF => self.powf(x, y?),
            _ => return None,
        };
        Some((result, None))
    }

    /// Computes a float to the power of an integer.
    #[inline]
    pub fn power_by_int(&mut self, x: A::Float, n: A::Power) -> A::Float {
        self.fpowi(x, n)
    }

    #[inline(always)]
    fn c(&mut self, value: f64) -> A::Float {
        self.on.float(value)
    }

    #[inline(always)]
    fn add(&mut self, a: A::Float, b: A::Float) -> A::Float {
        self.on.binary(FloatOp::Add, a, b)
    }

    #[inline(always)]
    fn sub(&mut self, a: A::Float, b: A::Float) -> A::Float {
        self.on.binary(FloatOp::Sub, a, b)
    }

    #[inline(always)]
    fn mul(&mut self, a: A::Float, b: A::Float) -> A::Float {
        self.on.binary(FloatOp::Mul, a, b)
    }

    #[inline(always)]
    fn div(&mut self, a: A::Float, b: A::Float) -> A::Float {
        self.on.binary(FloatOp::Div, a, b)
    }

    #[inline(always)]
    fn fma(&mut self, a: A::Float, b: A::Float, c: A::Float) -> A::Float {
        self.on.fma(a, b, c)
    }

    /// Computes `value * by` for a constant.
    #[inline(always)]
    fn times(&mut self, value: A::Float, by: f64) -> A::Float {
        let by = self.c(by);
        self.mul(value, by)
    }

    /// Computes `value + by` for a constant.
    #[inline(always)]
    fn plus(&mut self, value: A::Float, by: f64) -> A::Float {
        let by = self.c(by);
        self.add(value, by)
    }

    #[inline(always)]
    fn neg(&mut self, value: A::Float) -> A::Float {
        self.on.unary(FloatUnary::Neg, value)
    }

    #[inline(always)]
    fn abs(&mut self, value: A::Float) -> A::Float {
        self.on.unary(FloatUnary::Abs, value)
    }

    #[inline(always)]
    fn sqrt(&mut self, value: A::Float) -> A::Float {
        self.on.unary(FloatUnary::Sqrt, value)
    }

    #[inline(always)]
    fn is(&mut self, a: A::Float, is: Is, b: A::Float) -> A::Bool {
        self.on.is(a, is, b)
    }

    /// Compares with a constant.
    #[inline(always)]
    fn is_c(&mut self, a: A::Float, is: Is, b: f64) -> A::Bool {
        let b = self.c(b);
        self.is(a, is, b)
    }

    #[inline(always)]
    fn select(&mut self, condition: A::Bool, yes: A::Float, no: A::Float) -> A::Float {
        self.on.select(condition, yes, no)
    }

    /// Selects a constant where a condition holds, else `no`.
    #[inline(always)]
    fn select_c(&mut self, condition: A::Bool, yes: f64, no: A::Float) -> A::Float {
        let yes = self.c(yes);
        self.select(condition, yes, no)
    }

    #[inline(always)]
    fn logic(&mut self, op: IntOp, a: A::Bool, b: A::Bool) -> A::Bool {
        self.on.logic(op, a, b)
    }

    #[inline(always)]
    fn bits(&mut self, value: A::Float) -> A::Int {
        self.on.bits(value)
    }

    #[inline(always)]
    fn of_bits(&mut self, bits: A::Int) -> A::Float {
        self.on.of_bits(bits)
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> A::Int {
        self.on.int(value)
    }

    #[inline(always)]
    fn ints(&mut self, op: IntOp, a: A::Int, b: A::Int) -> A::Int {
        self.on.int_binary(op, a, b)
    }

    /// Computes an integer operation with a constant.
    #[inline(always)]
    fn int_op(&mut self, op: IntOp, a: A::Int, b: i64) -> A::Int {
        let b = self.int(b);
        self.ints(op, a, b)
    }

    /// Tests whether a bit of an integer is set.
    #[inline(always)]
    fn has_bit(&mut self, value: A::Int, bit: i64) -> A::Bool {
        let masked = self.int_op(IntOp::And, value, bit);
        self.on.int_is(masked, IntIs::NotEqual, 0)
    }

    #[inline(always)]
    fn float_of(&mut self, value: A::Int) -> A::Float {
        self.on.float_of(value)
    }

    /// Returns the bit pattern of a constant in the format.
    #[inline(always)]
    fn bits_of(&self, value: f64) -> i64 {
        if self.table.is_single() {
            i64::from((value as f32).to_bits())
        } else {
            value.to_bits().cast_signed()
        }
    }

    /// Computes a polynomial, lowest coefficient first.
    #[inline(always)]
    fn poly(&mut self, x: A::Float, coefficients: &[f64]) -> A::Float {
        let (last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let mut sum = self.c(*last);
        for coefficient in rest.iter().rev() {
            let coefficient = self.c(*coefficient);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }

    /// Returns the magnitude of the first with the sign of the second.
    #[inline(always)]
    fn with_sign(&mut self, size: A::Float, sign: A::Float) -> A::Float {
        self.on.binary(FloatOp::CopySign, size, sign)
    }

    /// Tests whether the sign bit is set.
    #[inline(always)]
    fn is_negative(&mut self, value: A::Float) -> A::Bool {
        let bits = self.bits(value);
        self.on.int_is(bits, IntIs::Less, 0)
    }

    /// Computes 2 to the power of an integer; the power must be a normal number.
    #[inline(always)]
    fn power_of_two(&mut self, exponent: A::Int) -> A::Float {
        let biased = self.int_op(IntOp::Add, exponent, self.table.bias);
        let bits = self.int_op(IntOp::Shl, biased, self.table.fraction);
        self.of_bits(bits)
    }

    /// Computes a number from 1/2 to 2 times 2 to the power of an integer, in two steps so that it is rounded
    /// once. The biased exponents of both steps are the halves of one natural number.
    #[inline(always)]
    fn scale(&mut self, value: A::Float, exponent: A::Int) -> A::Float {
        let (bias, fraction) = (self.table.bias, self.table.fraction);
        let biased = self.int_op(IntOp::Add, exponent, 2 * bias);
        let half = self.int_op(IntOp::ShrU, biased, 1);
        let rest = self.ints(IntOp::Sub, biased, half);
        let powers = [half, rest].map(|part| {
            let bits = self.int_op(IntOp::Shl, part, fraction);
            self.of_bits(bits)
        });
        let value = self.mul(value, powers[0]);
        self.mul(value, powers[1])
    }

    /// Returns the nearest integer to `x * factor`, as a float and as an integer; the product must be small.
    #[inline(always)]
    fn nearest(&mut self, x: A::Float, factor: f64) -> (A::Float, A::Int) {
        let (factor, magic) = (self.c(factor), self.c(self.table.magic));
        let shifted = self.fma(x, factor, magic);
        let float = self.sub(shifted, magic);
        let bits = self.bits(shifted);
        let magic_bits = self.bits_of(self.table.magic);
        (float, self.int_op(IntOp::Sub, bits, magic_bits))
    }
}
