//! Computes exponentials and hyperbolic functions.
//!
//! `x = n ln 2 + r` with an integer `n`; `e^r` is a polynomial, and the factor `2^n` is applied in two steps, so
//! that subnormal results are rounded once and overflow becomes infinite without a special case.

use super::{Arithmetic, Functions, IntOp, Is};
use std::f64::consts::{LN_2, LOG2_E};

impl<A: Arithmetic> Functions<'_, A> {
    /// Clamps a number to limits; NaN stays.
    #[inline(always)]
    pub(super) fn within(&mut self, x: A::Float, low: f64, high: f64) -> A::Float {
        let below = self.is_c(x, Is::Less, low);
        let x = self.select_c(below, low, x);
        let above = self.is_c(x, Is::Greater, high);
        self.select_c(above, high, x)
    }

    /// Computes `e^r - 1` for a small `r`.
    #[inline(always)]
    fn small_expm1(&mut self, r: A::Float) -> A::Float {
        let p = self.poly(r, self.table.exp);
        let square = self.mul(r, r);
        self.fma(square, p, r)
    }

    /// Computes `e^r` for a small `r`.
    #[inline(always)]
    fn small_exp(&mut self, r: A::Float) -> A::Float {
        let one = self.c(1.0);
        let p = self.poly(r, self.table.exp);
        let slope = self.fma(p, r, one);
        self.fma(slope, r, one)
    }

    /// Returns the integer part of `x / ln 2` and the remainder.
    #[inline(always)]
    fn reduce_exp(&mut self, x: A::Float) -> (A::Int, A::Float) {
        let (n, n_int) = self.nearest(x, LOG2_E);
        let minus = self.neg(n);
        let [high, low] = self.table.ln2.map(|part| self.c(part));
        let r = self.fma(minus, high, x);
        (n_int, self.fma(minus, low, r))
    }

    /// Computes `e^x * 2^by`.
    #[inline(always)]
    pub(super) fn exp_scaled(&mut self, x: A::Float, by: i64) -> A::Float {
        let (low, high) = self.table.exp_range;
        let x = self.within(x, low, high);
        let (n, r) = self.reduce_exp(x);
        let e = self.small_exp(r);
        let n = if by == 0 { n } else { self.int_op(IntOp::Add, n, by) };
        self.scale(e, n)
    }

    /// Computes `e^x`.
    #[inline(always)]
    pub fn exp(&mut self, x: A::Float) -> A::Float {
        self.exp_scaled(x, 0)
    }

    /// Computes `2^(high + low)` for a small `low`; the high part must be within the range of exponents.
    #[inline(always)]
    pub(super) fn exp2_parts(&mut self, high: A::Float, low: Option<A::Float>) -> A::Float {
        let (n, n_int) = self.nearest(high, 1.0);
        let mut rest = self.sub(high, n);
        if let Some(low) = low {
            rest = self.add(rest, low);
        }
        let r = self.times(rest, LN_2);
        let e = self.small_exp(r);
        self.scale(e, n_int)
    }

    /// Clamps a number to the range where `2^x` is neither 0 nor infinite.
    #[inline(always)]
    pub(super) fn within_exponents(&mut self, x: A::Float) -> A::Float {
        let (low, high) = self.table.exp_range;
        self.within(x, low * LOG2_E, high * LOG2_E)
    }

    /// Computes `2^x`.
    #[inline(always)]
    pub fn exp2(&mut self, x: A::Float) -> A::Float {
        let x = self.within_exponents(x);
        self.exp2_parts(x, None)
    }

    /// Computes `e^x - 1`.
    #[inline(always)]
    pub fn expm1(&mut self, x: A::Float) -> A::Float {
        let top = (self.table.bias as f64 + 1.4) * LN_2;
        let low = -((self.table.fraction + 7) as f64);
        let bounded = self.within(x, low, top);
        let (n, r) = self.reduce_exp(bounded);
        let e = self.small_expm1(r);
        // Half of 2^n never overflows.
        let n = self.int_op(IntOp::Sub, n, 1);
        let half = self.power_of_two(n);
        let less = self.plus(half, -0.5);
        let result = self.fma(e, half, less);
        let result = self.add(result, result);
        self.with_sign(result, x)
    }

    /// Computes the hyperbolic sine.
    #[inline(always)]
    pub fn sinh(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let t = self.expm1(size);
        let below = self.plus(t, 1.0);
        let quotient = self.div(t, below);
        let sum = self.add(t, quotient);
        let small = self.times(sum, 0.5);
        let large = self.exp_scaled(size, -1);
        let is_large = self.is_c(size, Is::Greater, self.table.sinh_large);
        let result = self.select(is_large, large, small);
        self.with_sign(result, x)
    }

    /// Computes the hyperbolic cosine.
    #[inline(always)]
    pub fn cosh(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let quarter = self.exp_scaled(size, -2);
        let eighth = self.c(0.125);
        let inverse = self.div(eighth, quarter);
        let double = self.add(quarter, quarter);
        self.add(double, inverse)
    }

    /// Computes the hyperbolic tangent.
    #[inline(always)]
    pub fn tanh(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let double = self.add(size, size);
        let t = self.expm1(double);
        let below = self.plus(t, 2.0);
        let is_large = self.is_c(size, Is::Greater, 1.0);
        let two = self.c(2.0);
        let above = self.select(is_large, two, t);
        let quotient = self.div(above, below);
        let one = self.c(1.0);
        let rest = self.sub(one, quotient);
        let result = self.select(is_large, rest, quotient);
        self.with_sign(result, x)
    }
}
