//! Expands sines, cosines and tangents.
//!
//! `x = j pi/2 + r`: for a moderate `x` with pi/2 in three parts and fused multiplications. A larger one is
//! multiplied as an integer by the relevant bits of 2/pi, after Payne and Hanek: higher bits contribute multiples
//! of 2 pi, lower bits are too small to matter. Scalars branch around that, vectors select.

use super::builder::{Is, Maths, int_constant};
use super::tables::TWO_OVER_PI;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};
use warpline_ir::{Arith, Place, Scf, Type, Value};

/// Zeros in front of the bits of 2/pi in the table.
const PADDING: i64 = 64;

impl Maths<'_, '_> {
    /// Returns the nearest quarter turn of an angle, and the remainder.
    fn reduce_angle(&mut self, x: Value) -> (Value, Value) {
        let size = self.abs(x);
        let is_large = self.is_c(size, Is::Greater, self.table.turn_limit);
        if self.bits_ty != Type::I32 && self.bits_ty != Type::I64 {
            let (fast, slow) = (self.reduce_small(x), self.reduce_large(x));
            return (self.select(is_large, slow.0, fast.0), self.select(is_large, slow.1, fast.1));
        }
        let types = [self.bits_ty, self.ty];
        let branch = self.builder.op_with_regions(Scf::If, &[is_large], &types, &[], 2);
        let after = self.builder.place;
        for (index, is_slow) in [(0, true), (1, false)] {
            let region = self.builder.module.region(branch, index);
            let block = self.builder.module.add_block(region, &[]);
            self.builder.place = Place::End(block);
            let (turn, rest) = if is_slow { self.reduce_large(x) } else { self.reduce_small(x) };
            self.builder.op(Scf::Yield, &[turn, rest], &[], &[]);
        }
        self.builder.place = after;
        let mut results = self.builder.module.results(branch);
        match (results.next(), results.next()) {
            (Some(turn), Some(rest)) => (turn, rest),
            _ => (x, x),
        }
    }

    fn reduce_small(&mut self, x: Value) -> (Value, Value) {
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
    fn reduce_large(&mut self, x: Value) -> (Value, Value) {
        let long = self.builder.module.with_element(self.ty, Type::I64);
        let bits = self.bits(x);
        let exponent = self.int_op(Arith::ShRUI, bits, self.table.fraction);
        let exponent = self.int_op(Arith::AndI, exponent, 2 * self.table.bias + 1);
        let mantissa = self.int_op(Arith::AndI, bits, (1 << self.table.fraction) - 1);
        let mantissa = self.int_op(Arith::OrI, mantissa, 1 << self.table.fraction);
        let (exponent, mantissa) = (self.as_long(exponent, long), self.as_long(mantissa, long));
        // The number is an integer times two to this exponent; the first relevant bit represents half turns.
        let first = PADDING - 2 - self.table.bias - self.table.fraction;
        let first = self.long_op(Arith::AddI, exponent, first);
        let window = self.window(first, long);
        let (high, low) = self.multiply_window(mantissa, window, long);
        let (turn, rest) = self.turn_and_rest(high, low);
        self.with_sign_of_angle(x, turn, rest)
    }

    /// Loads three words of the bits of 2/pi from a bit position on.
    fn window(&mut self, first: Value, long: Type) -> [Value; 3] {
        let word = self.long_op(Arith::ShRUI, first, 6);
        let shift = self.long_op(Arith::AndI, first, 63);
        let all = int_constant(self.builder, long, 63);
        let back = self.builder.binary(Arith::SubI, all, shift);
        let n_starts = if self.table.fraction == 23 { 3 } else { TWO_OVER_PI.len() - 3 };
        let words: Vec<Value> = (0..4).map(|next| self.word_of_table(word, next, n_starts, long)).collect();
        [0, 1, 2].map(|index| {
            let above = self.builder.binary(Arith::ShLI, words[index], shift);
            let below = self.long_op(Arith::ShRUI, words[index + 1], 1);
            let below = self.builder.binary(Arith::ShRUI, below, back);
            self.builder.binary(Arith::OrI, above, below)
        })
    }

    /// Loads the table word at an offset from a position.
    fn word_of_table(&mut self, word: Value, next: usize, n_starts: usize, long: Type) -> Value {
        let mut found = int_constant(self.builder, long, TWO_OVER_PI[next].cast_signed());
        for start in 1..n_starts {
            let bits = TWO_OVER_PI.get(start + next).copied().unwrap_or(0);
            let bits = int_constant(self.builder, long, bits.cast_signed());
            let is_here = self.int_is(word, 0, start as i64);
            found = self.select(is_here, bits, found);
        }
        found
    }

    /// Returns the upper 128 of the lower 192 bits of the product of an integer and a window.
    fn multiply_window(&mut self, mantissa: Value, window: [Value; 3], long: Type) -> (Value, Value) {
        let mut product = |word: Value| {
            let op = self.builder.op(Arith::MulUIExtended, &[mantissa, word], &[long, long], &[]);
            (self.builder.module.result(op, 0), self.builder.module.result(op, 1))
        };
        let (_, carried) = product(window[2]);
        let (middle, upper) = product(window[1]);
        let (top, _) = product(window[0]);
        let low = self.builder.binary(Arith::AddI, middle, carried);
        let carry = self.less_unsigned(low, middle);
        let carry = self.builder.value(Arith::ExtUI, &[carry], long, &[]);
        let high = self.builder.binary(Arith::AddI, top, upper);
        (self.builder.binary(Arith::AddI, high, carry), low)
    }

    fn less_unsigned(&mut self, a: Value, b: Value) -> Value {
        let ty = self.builder.module.type_of(a);
        let ty = self.builder.module.with_element(ty, Type::I1);
        let predicate = self.builder.module.int_attr(6, Type::I64);
        self.builder.value(Arith::CmpI, &[a, b], ty, &[("predicate", predicate)])
    }

    /// Splits a product: the two upper bits are quarter turns, the others a fraction of one, rounded to the nearest
    /// turn.
    fn turn_and_rest(&mut self, high: Value, low: Value) -> (Value, Value) {
        let quarter = self.long_op(Arith::ShRUI, high, 62);
        let fraction = self.long_op(Arith::ShLI, high, 2);
        let below = self.long_op(Arith::ShRUI, low, 62);
        let fraction = self.builder.binary(Arith::OrI, fraction, below);
        let up = self.long_op(Arith::ShRUI, fraction, 63);
        let turn = self.builder.binary(Arith::AddI, quarter, up);
        let small = self.long_op(Arith::ShLI, low, 2);
        // As a signed number the fraction is in [-1/2, 1/2].
        let high = self.float_of(fraction);
        let low = self.builder.value(Arith::UIToFP, &[small], self.ty, &[]);
        let high = self.times(high, 2f64.powi(-64) * FRAC_PI_2);
        let factor = self.c(2f64.powi(-128) * FRAC_PI_2);
        let rest = self.fma(low, factor, high);
        (turn, rest)
    }

    fn with_sign_of_angle(&mut self, x: Value, turn: Value, rest: Value) -> (Value, Value) {
        let turn = if self.builder.module.type_of(turn) == self.bits_ty {
            turn
        } else {
            self.builder.value(Arith::TruncI, &[turn], self.bits_ty, &[])
        };
        let is_negative = self.is_negative(x);
        let zero = self.int(0);
        let other_turn = self.builder.binary(Arith::SubI, zero, turn);
        let other_rest = self.neg(rest);
        let turn = self.select(is_negative, other_turn, turn);
        let rest = self.select(is_negative, other_rest, rest);
        let size = self.abs(x);
        let is_finite = self.is_c(size, Is::Less, f64::INFINITY);
        let nan = self.c(f64::NAN);
        (turn, self.select(is_finite, rest, nan))
    }

    fn as_long(&mut self, value: Value, long: Type) -> Value {
        if self.bits_ty == long { value } else { self.builder.value(Arith::ExtUI, &[value], long, &[]) }
    }

    fn long_op(&mut self, kind: Arith, a: Value, b: i64) -> Value {
        let ty = self.builder.module.type_of(a);
        let b = int_constant(self.builder, ty, b);
        self.builder.binary(kind, a, b)
    }

    /// Returns the turn of an angle, and sine and cosine of the remainder.
    fn sin_cos_of_rest(&mut self, x: Value) -> (Value, Value, Value) {
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

    pub(super) fn sin_cos(&mut self, x: Value) -> (Value, Value) {
        let (turn, sin, cos) = self.sin_cos_of_rest(x);
        let is_odd = self.has_bit(turn, 1);
        let (first, second) = (self.select(is_odd, cos, sin), self.select(is_odd, sin, cos));
        let is_back = self.has_bit(turn, 2);
        let minus = self.neg(first);
        let sin = self.select(is_back, minus, first);
        let next = self.int_op(Arith::AddI, turn, 1);
        let is_left = self.has_bit(next, 2);
        let minus = self.neg(second);
        let cos = self.select(is_left, minus, second);
        (self.or_zero(x, sin), cos)
    }

    /// Selects `x` if it is zero, to preserve its sign, else `result`.
    fn or_zero(&mut self, x: Value, result: Value) -> Value {
        let is_zero = self.is_c(x, Is::Equal, 0.0);
        self.select(is_zero, x, result)
    }

    pub(super) fn tan(&mut self, x: Value) -> Value {
        let (turn, sin, cos) = self.sin_cos_of_rest(x);
        let is_odd = self.has_bit(turn, 1);
        let minus = self.neg(cos);
        let (above, below) = (self.select(is_odd, minus, sin), self.select(is_odd, sin, cos));
        let result = self.div(above, below);
        self.or_zero(x, result)
    }
}
