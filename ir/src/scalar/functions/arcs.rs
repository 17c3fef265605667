//! Computes arc functions: the angle is reduced to an interval where a short polynomial in its square is enough.

use super::{Arithmetic, Functions, IntOp, Is};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// tan(pi / 8).
const EIGHTH: f64 = 0.414_213_562_373_095_05;

impl<A: Arithmetic> Functions<'_, A> {
    /// Computes `x + x z P(z)`.
    #[inline(always)]
    fn odd(&mut self, x: A::Float, z: A::Float, coefficients: &[f64]) -> A::Float {
        let p = self.poly(z, coefficients);
        let cube = self.mul(x, z);
        self.fma(cube, p, x)
    }

    /// Computes the arc tangent of a number from 0 to 1.
    #[inline(always)]
    fn atan_to_one(&mut self, a: A::Float) -> A::Float {
        let is_large = self.is_c(a, Is::Greater, EIGHTH);
        let (above, below) = (self.plus(a, -1.0), self.plus(a, 1.0));
        let turned = self.div(above, below);
        let w = self.select(is_large, turned, a);
        let z = self.mul(w, w);
        let v = self.odd(w, z, self.table.atan);
        let more = self.plus(v, FRAC_PI_4);
        self.select(is_large, more, v)
    }

    /// Selects a constant minus a number where a condition holds, else the number.
    #[inline(always)]
    fn constant_less(&mut self, condition: A::Bool, constant: f64, value: A::Float) -> A::Float {
        let constant = self.c(constant);
        let rest = self.sub(constant, value);
        self.select(condition, rest, value)
    }

    /// Computes the arc tangent.
    #[inline(always)]
    pub fn atan(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let is_large = self.is_c(size, Is::Greater, 1.0);
        let one = self.c(1.0);
        let inverse = self.div(one, size);
        let a = self.select(is_large, inverse, size);
        let v = self.atan_to_one(a);
        let v = self.constant_less(is_large, FRAC_PI_2, v);
        self.with_sign(v, x)
    }

    /// Computes the angle of a point, from the smaller coordinate over the larger.
    #[inline(always)]
    pub fn atan2(&mut self, y: A::Float, x: A::Float) -> A::Float {
        let (size_y, size_x) = (self.abs(y), self.abs(x));
        let is_steep = self.is(size_y, Is::Greater, size_x);
        let (above, below) = (self.select(is_steep, size_x, size_y), self.select(is_steep, size_y, size_x));
        let quotient = self.div(above, below);
        // Both zero or both infinite: the quotient is undefined, but the angle is defined.
        let is_equal = self.is(size_y, Is::Equal, size_x);
        let is_origin = self.is_c(size_x, Is::Equal, 0.0);
        let quotient = self.select_c(is_equal, 1.0, quotient);
        let is_origin = self.logic(IntOp::And, is_equal, is_origin);
        let quotient = self.select_c(is_origin, 0.0, quotient);
        let v = self.atan_to_one(quotient);
        let v = self.constant_less(is_steep, FRAC_PI_2, v);
        let is_left = self.is_negative(x);
        let v = self.constant_less(is_left, PI, v);
        let v = self.with_sign(v, y);
        let is_nan = self.is(x, Is::Unordered, y);
        let nan = self.add(x, y);
        self.select(is_nan, nan, v)
    }

    /// Computes the arc sine of a number of at most a half: `x` itself, or for a greater one the root of `(1 - x) /
    /// 2`.
    #[inline(always)]
    fn asin_parts(&mut self, size: A::Float) -> (A::Bool, A::Float) {
        let is_large = self.is_c(size, Is::Greater, 0.5);
        let (half, minus) = (self.c(0.5), self.c(-0.5));
        let rest = self.fma(size, minus, half);
        let square = self.mul(size, size);
        let z = self.select(is_large, rest, square);
        let root = self.sqrt(rest);
        let s = self.select(is_large, root, size);
        (is_large, self.odd(s, z, self.table.asin))
    }

    /// Computes the arc sine.
    #[inline(always)]
    pub fn asin(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let (is_large, p) = self.asin_parts(size);
        let double = self.add(p, p);
        let [high, low, _] = self.table.half_pi.map(|part| self.c(part));
        let rest = self.sub(high, double);
        let rest = self.add(rest, low);
        let v = self.select(is_large, rest, p);
        self.with_sign(v, x)
    }

    /// Computes the arc cosine.
    #[inline(always)]
    pub fn acos(&mut self, x: A::Float) -> A::Float {
        let size = self.abs(x);
        let (is_large, p) = self.asin_parts(size);
        let is_negative = self.is_negative(x);
        let double = self.add(p, p);
        let [high, low, _] = self.table.half_pi.map(|part| self.c(part));
        let turned = self.constant_less(is_negative, PI, double);
        let signed = self.with_sign(p, x);
        let less = self.sub(low, signed);
        let small = self.add(high, less);
        self.select(is_large, turned, small)
    }
}
