//! Computes powers, roots, and rounding to nearest with ties away from zero.
//!
//! A power is `2^(y log2 x)`, where the logarithm is kept in two parts: its error is multiplied by up to the
//! greatest exponent.

use super::{Arithmetic, Functions, IntOp, Is};
use crate::scalar::float::FloatUnary;
use std::f64::consts::LOG2_E;

/// The number of low bits of an integer exponent that are split off, so that both parts are exact in every format.
pub const LOW_BITS: u32 = 12;
/// The greatest magnitude of an integer exponent that matters for `f32`: larger ones are clamped.
pub const MAX_SINGLE_EXPONENT: i64 = 1 << 35;

/// An exponent: its value in one or two parts, and its effect on the sign by parity.
#[derive(Clone, Copy, Debug)]
pub struct Exponent<A: Arithmetic + ?Sized> {
    /// The upper part of an integer, or the number itself.
    pub high: A::Float,
    /// The lower part of an integer.
    pub low: Option<A::Float>,
    /// Whether it is an odd integer.
    pub is_odd: A::Bool,
    /// Whether it is an integer; `None` if it always is.
    pub is_integer: Option<A::Bool>,
}

impl<A: Arithmetic> Functions<'_, A> {
    #[inline(always)]
    pub(super) fn rsqrt(&mut self, x: A::Float) -> A::Float {
        let root = self.sqrt(x);
        let one = self.c(1.0);
        self.div(one, root)
    }

    /// Computes rounding with ties away from zero: the greatest number below a half is added.
    #[inline(always)]
    pub(super) fn round(&mut self, x: A::Float) -> A::Float {
        let half = self.bits_of(0.5) - 1;
        let half = self.int(half);
        let half = self.of_bits(half);
        let half = self.with_sign(half, x);
        let sum = self.add(x, half);
        self.on.unary(FloatUnary::Trunc, sum)
    }

    /// Computes a cube root: an estimate from a third of the exponent, three Halley steps, and one with the exact
    /// remainder.
    #[inline(always)]
    pub fn cbrt(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let (lift, exponent) = self.table.lift;
        let is_subnormal = self.is_c(size, Is::Less, self.table.least);
        let lifted = self.times(size, lift);
        let a = self.select(is_subnormal, lifted, size);
        let bits = self.bits(a);
        let third = self.int_op(IntOp::DivU, bits, 3);
        let guess = if self.table.is_single() { 709_958_130 } else { 715_094_163 << 32 };
        let bits = self.int_op(IntOp::Add, third, guess);
        let mut t = self.of_bits(bits);
        for _ in 0..3 {
            let square = self.mul(t, t);
            let q = self.div(a, square);
            let (double_q, double_t) = (self.add(q, q), self.add(t, t));
            let (above, below) = (self.add(double_q, t), self.add(double_t, q));
            let ratio = self.div(above, below);
            t = self.mul(t, ratio);
        }
        t = self.root_step(a, t);
        let small = self.times(t, 2f64.powi(-(exponent as i32) / 3));
        let t = self.select(is_subnormal, small, t);
        let t = self.with_sign(t, x);
        // Zeros, infinities and NaN are their own roots.
        let twice = self.add(x, x);
        let is_end = self.is(twice, Is::Equal, x);
        let is_nan = self.is(x, Is::Unordered, x);
        let is_end = self.logic(IntOp::Or, is_end, is_nan);
        self.select(is_end, x, t)
    }

    /// Computes `t + (a - t^3) / (3 t^2)` with the exact cube.
    #[inline(always)]
    fn root_step(&mut self, a: A::Float, t: A::Float) -> A::Float {
        let square = self.mul(t, t);
        let minus = self.neg(square);
        let lost = self.fma(t, t, minus);
        let rest = self.fma(minus, t, a);
        let lost = self.neg(lost);
        let rest = self.fma(lost, t, rest);
        let three = self.times(square, 3.0);
        let step = self.div(rest, three);
        self.add(t, step)
    }

    /// Computes `log2` of a positive number in two parts.
    #[inline(always)]
    fn log2_parts(&mut self, x: A::Float) -> (A::Float, A::Float) {
        let (k, f) = self.split(x);
        let below = self.plus(f, 2.0);
        let above = self.plus(below, -2.0);
        let lost = self.sub(f, above);
        let s = self.div(f, below);
        let minus = self.neg(s);
        let rest = self.fma(minus, below, f);
        let rest = self.fma(minus, lost, rest);
        let s_low = self.div(rest, below);
        let z = self.mul(s, s);
        let p = self.poly(z, self.table.pow);
        let two_thirds = self.c(2.0 / 3.0);
        let p = self.fma(z, p, two_thirds);
        let cube = self.mul(s, z);
        let more = self.mul(cube, p);
        let [high_factor, low_factor] = self.table.log2_e.map(|part| self.c(2.0 * part));
        let high = self.mul(s, high_factor);
        let minus = self.neg(high);
        let low = self.fma(s, high_factor, minus);
        let low = self.fma(s, low_factor, low);
        let low = self.fma(s_low, high_factor, low);
        let factor = self.c(LOG2_E);
        let low = self.fma(more, factor, low);
        let sum = self.add(k, high);
        let rest = self.sub(k, sum);
        let rest = self.add(rest, high);
        let low = self.add(low, rest);
        let high = self.add(sum, low);
        let rest = self.sub(sum, high);
        (high, self.add(rest, low))
    }

    /// Computes `x^y`.
    #[inline(always)]
    pub fn powf(&mut self, x: A::Float, y: A::Float) -> A::Float {
        let whole = self.on.unary(FloatUnary::Floor, y);
        let is_integer = self.is(whole, Is::Equal, y);
        let half = self.times(y, 0.5);
        let floor = self.on.unary(FloatUnary::Floor, half);
        let has_half = self.is(floor, Is::NotEqual, half);
        let is_odd = self.logic(IntOp::And, is_integer, has_half);
        self.power(x, &Exponent { high: y, low: None, is_odd, is_integer: Some(is_integer) })
    }

    /// Computes `math.fpowi`.
    pub(super) fn fpowi(&mut self, x: A::Float, n: A::Power) -> A::Float {
        let exponent = self.on.exponent_of(n);
        self.power(x, &exponent)
    }

    #[inline(always)]
    fn power(&mut self, x: A::Float, y: &Exponent<A>) -> A::Float {
        let size = self.abs(x);
        let (high, low) = self.log2_parts(size);
        let product = self.mul(y.high, high);
        let minus = self.neg(product);
        let mut rest = self.fma(y.high, high, minus);
        rest = self.fma(y.high, low, rest);
        let mut total = product;
        if let Some(y_low) = y.low {
            let more = self.mul(y_low, high);
            let minus = self.neg(more);
            let more_rest = self.fma(y_low, high, minus);
            rest = self.add(rest, more_rest);
            rest = self.fma(y_low, low, rest);
            total = self.add(product, more);
            let lost = self.two_sum_rest(product, more, total);
            rest = self.add(rest, lost);
        }
        let bounded = self.within_exponents(total);
        let is_inside = self.is(bounded, Is::Equal, total);
        let zero = self.c(0.0);
        let rest = self.select(is_inside, rest, zero);
        let result = self.exp2_parts(bounded, Some(rest));
        self.power_ends(x, size, y, result)
    }

    /// Computes the rounding error of a sum.
    #[inline(always)]
    fn two_sum_rest(&mut self, a: A::Float, b: A::Float, sum: A::Float) -> A::Float {
        let b_part = self.sub(sum, a);
        let a_part = self.sub(sum, b_part);
        let (b_rest, a_rest) = (self.sub(b, b_part), self.sub(a, a_part));
        self.add(a_rest, b_rest)
    }

    /// Selects the special cases: zeros, infinities, NaN, negative bases and the exponent 0.
    #[inline(always)]
    fn power_ends(&mut self, x: A::Float, size: A::Float, y: &Exponent<A>, result: A::Float) -> A::Float {
        let total = match y.low {
            Some(low) => self.add(y.high, low),
            None => y.high,
        };
        let y_size = self.abs(total);
        let is_zero = self.is_c(size, Is::Equal, 0.0);
        let is_infinite = self.is_c(size, Is::Equal, f64::INFINITY);
        let is_y_infinite = self.is_c(y_size, Is::Equal, f64::INFINITY);
        let is_end = self.logic(IntOp::Or, is_zero, is_infinite);
        let is_end = self.logic(IntOp::Or, is_end, is_y_infinite);
        let is_large = self.is_c(size, Is::Greater, 1.0);
        let is_up = self.is_c(total, Is::Greater, 0.0);
        let differ = self.logic(IntOp::Xor, is_large, is_up);
        let (zero, infinity) = (self.c(0.0), self.c(f64::INFINITY));
        let end = self.select(differ, zero, infinity);
        let result = self.select(is_end, end, result);
        let is_one = self.is_c(size, Is::Equal, 1.0);
        let is_one_forever = self.logic(IntOp::And, is_one, is_y_infinite);
        let result = self.select_c(is_one_forever, 1.0, result);
        let is_negative = self.is_negative(x);
        let is_turned = self.logic(IntOp::And, is_negative, y.is_odd);
        let minus = self.neg(result);
        let mut result = self.select(is_turned, minus, result);
        if let Some(is_integer) = y.is_integer {
            let is_below = self.is_c(x, Is::Less, 0.0);
            let is_finite = self.is_c(size, Is::Less, f64::INFINITY);
            let is_below = self.logic(IntOp::And, is_below, is_finite);
            let is_fraction = self.is(total, Is::Equal, total);
            let is_fraction = self.logic(IntOp::And, is_fraction, is_below);
            let nan = self.c(f64::NAN);
            let whole = self.select(is_integer, result, nan);
            result = self.select(is_fraction, whole, result);
        }
        let is_nan = self.is(x, Is::Unordered, total);
        let nan = self.add(x, total);
        let result = self.select(is_nan, nan, result);
        let is_x_one = self.is_c(x, Is::Equal, 1.0);
        let is_y_zero = self.is_c(total, Is::Equal, 0.0);
        let is_always_one = self.logic(IntOp::Or, is_x_one, is_y_zero);
        self.select_c(is_always_one, 1.0, result)
    }
}
