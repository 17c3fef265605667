//! Computes sines, cosines and tangents.
//!
//! `x = j pi/2 + r`: for a moderate `x` with pi/2 in three parts and fused multiplications. A larger one is
//! multiplied as an integer by the relevant bits of 2/pi, after Payne and Hanek: higher bits contribute multiples
//! of 2 pi, lower bits are too small to matter. Scalars branch around that, vectors select.

use super::tables::TWO_OVER_PI;
use super::{Arithmetic, Functions, IntOp, Is};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// Zeros in front of the bits of 2/pi in the table.
const PADDING: i64 = 64;

impl<A: Arithmetic> Functions<'_, A> {
    /// Returns the nearest quarter turn of an angle, and the remainder.
    #[inline(always)]
    fn reduce_angle(&mut self, x: A::Float) -> (A::Int, A::Float) {
        let size = self.abs(x);
        let is_large = self.is_c(size, Is::Greater, self.table.turn_limit);
        self.on.either(is_large, x, Self::reduce_large_in, Self::reduce_small_in)
    }

    #[inline(always)]
    fn reduce_small_in(on: &mut A, x: A::Float) -> (A::Int, A::Float) {
        Functions::new(on).reduce_small(x)
    }

    fn reduce_large_in(on: &mut A, x: A::Float) -> (A::Int, A::Float) {
        Functions::new(on).reduce_large(x)
    }

    #[inline(always)]
    fn reduce_small(&mut self, x: A::Float) -> (A::Int, A::Float) {
        let (turns, turn) = self.nearest(x, FRAC_2_PI);
        let minus = self.neg(turns);
        let mut rest = x;
        for part in self.table.half_pi {
            let part = self.c(part);
            rest = self.fma(minus, part, rest);
        }
        (turn, rest)
    }

    /// Reduces an angle of any size; NaN if it is infinite.
    fn reduce_large(&mut self, x: A::Float) -> (A::Int, A::Float) {
        let bits = self.bits(x);
        let exponent = self.int_op(IntOp::ShrU, bits, self.table.fraction);
        let exponent = self.int_op(IntOp::And, exponent, 2 * self.table.bias + 1);
        let mantissa = self.int_op(IntOp::And, bits, (1 << self.table.fraction) - 1);
        let mantissa = self.int_op(IntOp::Or, mantissa, 1 << self.table.fraction);
        let (exponent, mantissa) = (self.on.long_of(exponent), self.on.long_of(mantissa));
        // The number is an integer times two to this exponent; the first relevant bit represents half turns.
        let first = PADDING - 2 - self.table.bias - self.table.fraction;
        let first = self.long_op(IntOp::Add, exponent, first);
        let window = self.window(first);
        let (high, low) = self.multiply_window(mantissa, window);
        let (turn, rest) = self.turn_and_rest(high, low);
        self.with_sign_of_angle(x, turn, rest)
    }

    /// Loads three words of the bits of 2/pi from a bit position on.
    fn window(&mut self, first: A::Long) -> [A::Long; 3] {
        let word = self.long_op(IntOp::ShrU, first, 6);
        let shift = self.long_op(IntOp::And, first, 63);
        let all = self.on.long(63);
        let back = self.longs(IntOp::Sub, all, shift);
        let n_starts = if self.table.is_single() { 3 } else { TWO_OVER_PI.len() - 3 };
        let words = [0, 1, 2, 3].map(|next| self.word_of_table(word, next, n_starts));
        [0, 1, 2].map(|index| {
            let above = self.longs(IntOp::Shl, words[index], shift);
            let below = self.long_op(IntOp::ShrU, words[index + 1], 1);
            let below = self.longs(IntOp::ShrU, below, back);
            self.longs(IntOp::Or, above, below)
        })
    }

    /// Loads the table word at an offset from a position.
    fn word_of_table(&mut self, word: A::Long, next: usize, n_starts: usize) -> A::Long {
        let mut found = self.on.long(TWO_OVER_PI[next].cast_signed());
        for start in 1..n_starts {
            let bits = TWO_OVER_PI.get(start + next).copied().unwrap_or(0);
            let bits = self.on.long(bits.cast_signed());
            let is_here = self.on.long_equals(word, start as i64);
            found = self.on.select_long(is_here, bits, found);
        }
        found
    }

    /// Returns the upper 128 of the lower 192 bits of the product of an integer and a window.
    fn multiply_window(&mut self, mantissa: A::Long, window: [A::Long; 3]) -> (A::Long, A::Long) {
        let (_, carried) = self.on.wide_product(mantissa, window[2]);
        let (middle, upper) = self.on.wide_product(mantissa, window[1]);
        let (top, _) = self.on.wide_product(mantissa, window[0]);
        let low = self.longs(IntOp::Add, middle, carried);
        let carry = self.on.long_carry(low, middle);
        let high = self.longs(IntOp::Add, top, upper);
        (self.longs(IntOp::Add, high, carry), low)
    }

    /// Splits a product: the two upper bits are quarter turns, the others a fraction of one, rounded to the nearest
    /// turn.
    fn turn_and_rest(&mut self, high: A::Long, low: A::Long) -> (A::Long, A::Float) {
        let quarter = self.long_op(IntOp::ShrU, high, 62);
        let fraction = self.long_op(IntOp::Shl, high, 2);
        let below = self.long_op(IntOp::ShrU, low, 62);
        let fraction = self.longs(IntOp::Or, fraction, below);
        let up = self.long_op(IntOp::ShrU, fraction, 63);
        let turn = self.longs(IntOp::Add, quarter, up);
        let small = self.long_op(IntOp::Shl, low, 2);
        // As a signed number the fraction is in [-1/2, 1/2].
        let high = self.on.float_of_signed(fraction);
        let low = self.on.float_of_unsigned(small);
        let high = self.times(high, 2f64.powi(-64) * FRAC_PI_2);
        let factor = self.c(2f64.powi(-128) * FRAC_PI_2);
        let rest = self.fma(low, factor, high);
        (turn, rest)
    }

    fn with_sign_of_angle(&mut self, x: A::Float, turn: A::Long, rest: A::Float) -> (A::Int, A::Float) {
        let turn = self.on.int_of(turn);
        let is_negative = self.is_negative(x);
        let zero = self.int(0);
        let other_turn = self.ints(IntOp::Sub, zero, turn);
        let other_rest = self.neg(rest);
        let turn = self.on.select_int(is_negative, other_turn, turn);
        let rest = self.select(is_negative, other_rest, rest);
        let size = self.abs(x);
        let is_finite = self.is_c(size, Is::Less, f64::INFINITY);
        let nan = self.c(f64::NAN);
        (turn, self.select(is_finite, rest, nan))
    }

    fn longs(&mut self, op: IntOp, a: A::Long, b: A::Long) -> A::Long {
        self.on.long_binary(op, a, b)
    }

    fn long_op(&mut self, op: IntOp, a: A::Long, b: i64) -> A::Long {
        let b = self.on.long(b);
        self.on.long_binary(op, a, b)
    }

    /// Returns the turn of an angle, and sine and cosine of the remainder.
    #[inline(always)]
    fn sin_cos_of_rest(&mut self, x: A::Float) -> (A::Int, A::Float, A::Float) {
        let (turn, r) = self.reduce_angle(x);
        let z = self.mul(r, r);
        let p = self.poly(z, self.table.sin);
        let cube = self.mul(r, z);
        let sin = self.fma(cube, p, r);
        let q = self.poly(z, self.table.cos);
        let (half, one) = (self.c(-0.5), self.c(1.0));
        let begin = self.fma(z, half, one);
        let fourth = self.mul(z, z);
        (turn, sin, self.fma(fourth, q, begin))
    }

    /// Computes the sine and the cosine.
    #[inline(always)]
    pub fn sin_cos(&mut self, x: A::Float) -> (A::Float, A::Float) {
        let (turn, sin, cos) = self.sin_cos_of_rest(x);
        let is_odd = self.has_bit(turn, 1);
        let (first, second) = (self.select(is_odd, cos, sin), self.select(is_odd, sin, cos));
        let is_back = self.has_bit(turn, 2);
        let minus = self.neg(first);
        let sin = self.select(is_back, minus, first);
        let next = self.int_op(IntOp::Add, turn, 1);
        let is_left = self.has_bit(next, 2);
        let minus = self.neg(second);
        let cos = self.select(is_left, minus, second);
        (self.or_zero(x, sin), cos)
    }

    /// Selects `x` if it is zero, to preserve its sign, else `result`.
    #[inline(always)]
    fn or_zero(&mut self, x: A::Float, result: A::Float) -> A::Float {
        let is_zero = self.is_c(x, Is::Equal, 0.0);
        self.select(is_zero, x, result)
    }

    /// Computes the tangent.
    #[inline(always)]
    pub fn tan(&mut self, x: A::Float) -> A::Float {
        let (turn, sin, cos) = self.sin_cos_of_rest(x);
        let is_odd = self.has_bit(turn, 1);
        let minus = self.neg(cos);
        let (above, below) = (self.select(is_odd, minus, sin), self.select(is_odd, sin, cos));
        let result = self.div(above, below);
        self.or_zero(x, result)
    }
}
