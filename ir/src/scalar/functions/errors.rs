//! Computes the error function and its complement.
//!
//! Near zero `erf(x) / x` is a polynomial in `x^2`. Elsewhere `erfc(a) e^(a^2) (a + 2)` is one in `(a - 2) / (a +
//! 2)`; the rounding error of `a^2` is added back in the exponential. Where a low-degree polynomial is enough, the
//! error function is computed without a division, from `1 - 2^(-a q(a))`: an error of the power counts for a
//! quarter at most.

use super::tables::ErfDirect;
use super::{Arithmetic, Functions, IntOp, Is};

/// The upper end of the interval of the polynomial of the error function.
const SMALL: f64 = 0.8;
/// The upper end of the interval of the near polynomial of [`ErfDirect`], and the number from which on the result
/// is 1.
const DIRECT: (f64, f64) = (1.0, 4.0);

impl<A: Arithmetic> Functions<'_, A> {
    /// Computes `erf(x)` for a small `x`.
    #[inline(always)]
    fn erf_small(&mut self, x: A::Float) -> A::Float {
        let z = self.mul(x, x);
        let p = self.poly(z, self.table.erf);
        self.mul(x, p)
    }

    /// Computes `erfc(a)` for an `a` that is not small.
    #[inline(always)]
    fn erfc_large(&mut self, a: A::Float) -> A::Float {
        let a = self.within(a, 0.0, self.table.erfc_end);
        let (above, below) = (self.plus(a, -2.0), self.plus(a, 2.0));
        let t = self.div(above, below);
        let p = self.poly(t, self.table.erfc);
        let w = self.div(p, below);
        let square = self.mul(a, a);
        let minus = self.neg(square);
        let lost = self.fma(a, a, minus);
        let e = self.exp(minus);
        let lost = self.neg(lost);
        let e = self.fma(lost, e, e);
        self.mul(e, w)
    }

    /// Computes `erf(a)` for an `a` from 1 on.
    #[inline(always)]
    fn erf_far(&mut self, a: A::Float, direct: ErfDirect) -> A::Float {
        let is_end = self.is_c(a, Is::Greater, DIRECT.1);
        let a = self.select_c(is_end, DIRECT.1, a);
        let q = self.poly(a, direct.far);
        let power = self.mul(a, q);
        let (n, n_int) = self.nearest(power, 1.0);
        let r = self.sub(n, power);
        let p = self.poly(r, direct.exp2);
        let bias = self.int(self.table.bias);
        let exponent = self.ints(IntOp::Sub, bias, n_int);
        let scale = self.int_op(IntOp::Shl, exponent, self.table.fraction);
        let scale = self.of_bits(scale);
        let minus = self.neg(p);
        let one = self.c(1.0);
        self.fma(minus, scale, one)
    }

    #[inline(always)]
    fn erf_direct(&mut self, x: A::Float, direct: ErfDirect) -> A::Float {
        let square = self.mul(x, x);
        let p = self.poly(square, direct.near);
        let near = self.fma(x, p, x);
        let size = self.abs(x);
        let far = self.erf_far(size, direct);
        let far = self.with_sign(far, x);
        let is_far = self.is_c(size, Is::Greater, DIRECT.0);
        self.select(is_far, far, near)
    }

    /// Computes the error function.
    #[inline(always)]
    pub fn erf(&mut self, x: A::Float) -> A::Float {
        if let Some(direct) = self.table.erf_direct {
            return self.erf_direct(x, direct);
        }
        let size = self.abs(x);
        let small = self.erf_small(x);
        let rest = self.erfc_large(size);
        let one = self.c(1.0);
        let large = self.sub(one, rest);
        let large = self.with_sign(large, x);
        let is_large = self.is_c(size, Is::Greater, SMALL);
        self.select(is_large, large, small)
    }

    /// Computes the complementary error function.
    #[inline(always)]
    pub fn erfc(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let small = self.erf_small(x);
        let one = self.c(1.0);
        let small = self.sub(one, small);
        let rest = self.erfc_large(size);
        let two = self.c(2.0);
        let mirrored = self.sub(two, rest);
        let is_negative = self.is_negative(x);
        let large = self.select(is_negative, mirrored, rest);
        let is_large = self.is_c(size, Is::Greater, SMALL);
        self.select(is_large, large, small)
    }
}
