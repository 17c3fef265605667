//! The error function and its complement.
//!
//! Near zero `erf(x) / x` is a polynomial in `x^2`. Elsewhere `erfc(a) e^(a^2) (a + 2)` is one in `(a - 2) / (a + 2)`;
//! what squaring `a` loses is put back into the exponential.

use super::builder::{Is, Maths};
use warpline_ir::Value;

/// Up to here the polynomial of the error function holds.
const SMALL: f64 = 0.8;

impl Maths<'_, '_> {
    /// `erf(x)` for a small `x`.
    fn erf_small(&mut self, x: Value) -> Value {
        let z = self.mul(x, x);
        let p = self.poly(z, self.table.erf);
        self.mul(x, p)
    }

    /// `erfc(a)` for an `a` that is not small.
    fn erfc_large(&mut self, a: Value) -> Value {
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

    pub(super) fn erf(&mut self, x: Value) -> Value {
        let size = self.abs(x);
        let small = self.erf_small(x);
        let rest = self.erfc_large(size);
        let one = self.c(1.0);
        let large = self.sub(one, rest);
        let large = self.with_sign(large, x);
        let is_large = self.is_c(size, Is::Greater, SMALL);
        self.select(is_large, large, small)
    }

    pub(super) fn erfc(&mut self, x: Value) -> Value {
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
