//! Computes logarithms and the inverses of the hyperbolic functions.
//!
//! `x = 2^k (1 + f)` with `1 + f` from sqrt(1/2) to sqrt(2). The logarithm of `1 + f` is `f - (f^2/2 - t)`, so that
//! only small terms are rounded. Where a low-degree polynomial is enough, `t` is `f^3/2` times one in `f`;
//! elsewhere it is `s (f^2/2 + R)` with `s = f / (2 + f)` and a polynomial `R` in `s^2`.

use super::tables::Log;
use super::{Arithmetic, Functions, IntIs, IntOp, Is};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2};

impl<A: Arithmetic> Functions<'_, A> {
    /// Returns `k` and `f` of a positive number; subnormal ones are normalized first.
    #[inline(always)]
    pub(super) fn split(&mut self, x: A::Float) -> (A::Float, A::Float) {
        let (factor, exponent) = self.table.lift;
        let is_subnormal = self.is_c(x, Is::Less, self.table.least);
        let lifted = self.times(x, factor);
        let x = self.select(is_subnormal, lifted, x);
        let bits = self.bits(x);
        let least = self.bits_of(FRAC_1_SQRT_2);
        let above = self.int_op(IntOp::Sub, bits, least);
        let k = self.int_op(IntOp::ShrS, above, self.table.fraction);
        let whole = self.int_op(IntOp::Shl, k, self.table.fraction);
        let rest = self.ints(IntOp::Sub, bits, whole);
        let rest = self.of_bits(rest);
        let f = self.plus(rest, -1.0);
        let k = self.float_of(k);
        let low = self.plus(k, -(exponent as f64));
        (self.select(is_subnormal, low, k), f)
    }

    /// Returns `t`, `f / 2` and `f^2 / 2`.
    #[inline(always)]
    fn parts_of_log(&mut self, f: A::Float) -> (A::Float, A::Float, A::Float) {
        let half = self.times(f, 0.5);
        let square = self.mul(half, f);
        let term = match self.table.log {
            Log::Cubic(coefficients) => {
                let cube = self.mul(f, square);
                let p = self.poly(f, coefficients);
                self.mul(cube, p)
            }
            Log::Quotient(coefficients) => {
                let two_f = self.plus(f, 2.0);
                let s = self.div(f, two_f);
                let z = self.mul(s, s);
                let p = self.poly(z, coefficients);
                let r = self.mul(z, p);
                let sum = self.add(square, r);
                self.mul(s, sum)
            }
        };
        (term, half, square)
    }

    /// Computes `log(2^k (1 + f))`.
    #[inline(always)]
    fn log_of_parts(&mut self, k: A::Float, f: A::Float) -> A::Float {
        let (term, half, square) = self.parts_of_log(f);
        let [high, low] = self.table.ln2.map(|part| self.c(part));
        let small = self.fma(k, low, term);
        let less = match self.table.log {
            // The rounding error of the square matters among so few terms.
            Log::Cubic(_) => {
                let minus = self.neg(small);
                self.fma(half, f, minus)
            }
            Log::Quotient(_) => self.sub(square, small),
        };
        let rest = self.sub(f, less);
        self.fma(k, high, rest)
    }

    /// Selects the special cases: NaN below 0, minus infinity at 0, and infinity and NaN unchanged. As unsigned
    /// integers, the bits of these and of negative numbers are at least those of infinity.
    #[inline(always)]
    fn log_ends(&mut self, x: A::Float, result: A::Float) -> A::Float {
        let is_below = self.is_c(x, Is::Less, 0.0);
        let end = self.select_c(is_below, f64::NAN, x);
        let (bits, infinity) = (self.bits(x), self.bits_of(f64::INFINITY));
        let is_end = self.on.int_is(bits, IntIs::AtLeast, infinity);
        let result = self.select(is_end, end, result);
        let is_zero = self.is_c(x, Is::Equal, 0.0);
        self.select_c(is_zero, f64::NEG_INFINITY, result)
    }

    /// Selects the special cases of `log(1 + x)`.
    #[inline(always)]
    fn log1p_ends(&mut self, x: A::Float, result: A::Float) -> A::Float {
        let is_infinite = self.is_c(x, Is::Equal, f64::INFINITY);
        let result = self.select(is_infinite, x, result);
        let is_zero = self.is_c(x, Is::Equal, -1.0);
        let result = self.select_c(is_zero, f64::NEG_INFINITY, result);
        let is_below = self.is_c(x, Is::Less, -1.0);
        let result = self.select_c(is_below, f64::NAN, result);
        let is_nan = self.is(x, Is::Unordered, x);
        self.select(is_nan, x, result)
    }

    /// Computes the natural logarithm.
    #[inline(always)]
    pub fn log(&mut self, x: A::Float) -> A::Float {
        let (k, f) = self.split(x);
        let result = self.log_of_parts(k, f);
        self.log_ends(x, result)
    }

    /// Computes `log(1 + f)` times a constant in two parts, as two parts.
    #[inline(always)]
    fn log_scaled(&mut self, f: A::Float, factor: [f64; 2]) -> (A::Float, A::Float) {
        let (term, _, square) = self.parts_of_log(f);
        let low = self.sub(term, square);
        let [high_factor, low_factor] = factor.map(|part| self.c(part));
        let high = self.mul(f, high_factor);
        let minus = self.neg(high);
        let lost = self.fma(f, high_factor, minus);
        let lost = self.fma(f, low_factor, lost);
        (high, self.fma(low, high_factor, lost))
    }

    /// Computes the logarithm to base 2.
    #[inline(always)]
    pub fn log2(&mut self, x: A::Float) -> A::Float {
        let (k, f) = self.split(x);
        let (high, low) = self.log_scaled(f, self.table.log2_e);
        let sum = self.add(k, high);
        let lost = self.sub(k, sum);
        let lost = self.add(lost, high);
        let lost = self.add(lost, low);
        let result = self.add(sum, lost);
        self.log_ends(x, result)
    }

    /// Computes the logarithm to base 10.
    #[inline(always)]
    pub fn log10(&mut self, x: A::Float) -> A::Float {
        let (k, f) = self.split(x);
        let (high, low) = self.log_scaled(f, self.table.log10_e);
        let [two_high, two_low] = self.table.log10_2.map(|part| self.c(part));
        let whole = self.mul(k, two_high);
        let sum = self.add(whole, high);
        let lost = self.sub(whole, sum);
        let lost = self.add(lost, high);
        let low = self.fma(k, two_low, low);
        let lost = self.add(lost, low);
        let result = self.add(sum, lost);
        self.log_ends(x, result)
    }

    /// Computes `log(1 + x)` with `1 + x = 2^k (1 + f)`, where `f` is computed from `x` itself, so that a small `x`
    /// loses no bits.
    #[inline(always)]
    pub fn log1p(&mut self, x: A::Float) -> A::Float {
        let sum = self.plus(x, 1.0);
        let bits = self.bits(sum);
        let least = self.bits_of(FRAC_1_SQRT_2);
        let above = self.int_op(IntOp::Sub, bits, least);
        let k = self.int_op(IntOp::ShrS, above, self.table.fraction);
        let whole = self.int_op(IntOp::Shl, k, self.table.fraction);
        let four = self.int(self.bits_of(4.0));
        let scale = self.ints(IntOp::Sub, four, whole);
        let scale = self.of_bits(scale);
        let x_bits = self.bits(x);
        let scaled = self.ints(IntOp::Sub, x_bits, whole);
        let scaled = self.of_bits(scaled);
        let (quarter, minus_one) = (self.c(0.25), self.c(-1.0));
        let one = self.fma(quarter, scale, minus_one);
        let f = self.add(scaled, one);
        let k = self.float_of(k);
        let result = self.log_of_parts(k, f);
        let result = self.with_sign(result, x);
        self.log1p_ends(x, result)
    }

    /// Computes the area hyperbolic sine.
    #[inline(always)]
    pub fn asinh(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let square = self.mul(size, size);
        let above = self.plus(square, 1.0);
        let root = self.sqrt(above);
        let below = self.plus(root, 1.0);
        let quotient = self.div(square, below);
        let small = self.add(size, quotient);
        let small = self.log1p(small);
        let result = self.or_doubled_log(size, small);
        self.with_sign(result, x)
    }

    /// Selects `log(2 x)` where the square of `x` absorbs a one.
    #[inline(always)]
    fn or_doubled_log(&mut self, x: A::Float, small: A::Float) -> A::Float {
        let large = self.log(x);
        let large = self.plus(large, LN_2);
        let is_large = self.is_c(x, Is::Greater, self.table.square_large);
        self.select(is_large, large, small)
    }

    /// Computes the area hyperbolic cosine.
    #[inline(always)]
    pub fn acosh(&mut self, x: A::Float) -> A::Float {
        let t = self.plus(x, -1.0);
        let double = self.add(t, t);
        let square = self.fma(t, t, double);
        let root = self.sqrt(square);
        let sum = self.add(t, root);
        let small = self.log1p(sum);
        let result = self.or_doubled_log(x, small);
        let is_below = self.is_c(x, Is::Less, 1.0);
        self.select_c(is_below, f64::NAN, result)
    }

    /// Computes the area hyperbolic tangent.
    #[inline(always)]
    pub fn atanh(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let double = self.add(size, size);
        let one = self.c(1.0);
        let below = self.sub(one, size);
        let quotient = self.div(double, below);
        let log = self.log1p(quotient);
        let result = self.times(log, 0.5);
        self.with_sign(result, x)
    }
}
