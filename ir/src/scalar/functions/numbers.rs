//! Computes functions with the numbers of this machine.

use super::{
    Arithmetic, DOUBLE, Exponent, FloatOp, Functions, IntIs, IntOp, Is, LOW_BITS, MAX_SINGLE_EXPONENT,
    Reduction, SINGLE, Tables,
};
use crate::dialect::Math;
use crate::scalar::float::{FloatUnary, narrow, widen};
use crate::types::Float;

/// Evaluates a function on the bits of a format; `second` chooses the second result. NaN is the positive quiet
/// one.
pub fn evaluate(kind: Math, format: Float, operands: &[u64], second: bool) -> Option<u64> {
    match format {
        Float::F64 => {
            let operands = operands.iter().map(|bits| f64::from_bits(*bits));
            Some(narrow(format, Double.results(kind, operands, second)?))
        }
        _ => {
            let operands = operands.iter().map(|bits| widen(format, *bits) as f32);
            Some(narrow(format, f64::from(Single.results(kind, operands, second)?)))
        }
    }
}

/// Evaluates a float to the power of a signed integer of a width, on the bits of a format.
pub fn evaluate_power(format: Float, x: u64, (n, width): (i64, u32)) -> u64 {
    let n = (n, width);
    match format {
        Float::F64 => narrow(format, Functions::new(&mut Double).power_by_int(f64::from_bits(x), n)),
        _ => {
            let x = widen(format, x) as f32;
            narrow(format, f64::from(Functions::new(&mut Single).power_by_int(x, n)))
        }
    }
}

/// Implements [`Arithmetic`]; the last argument chooses between two functions.
macro_rules! arithmetic {
    (
        $name:ident, $float:ident, $int:ident, $bits:ident, $tables:ident, $exponents:expr,
        |$on:ident, $condition:ident, $x:ident, $yes:ident, $no:ident| $either:expr
    ) => {
        impl Arithmetic for $name {
            type Float = $float;
            type Int = $int;
            type Long = u64;
            type Bool = bool;
            type Power = (i64, u32);

            #[inline(always)]
            fn tables(&self) -> &'static Tables {
                &$tables
            }
            #[inline(always)]
            fn float(&mut self, value: f64) -> $float {
                value as $float
            }
            #[inline(always)]
            fn unary(&mut self, op: FloatUnary, x: $float) -> $float {
                match op {
                    FloatUnary::Neg => -x,
                    FloatUnary::Abs => x.abs(),
                    FloatUnary::Sqrt => x.sqrt(),
                    FloatUnary::Floor => x.floor(),
                    FloatUnary::Ceil => x.ceil(),
                    FloatUnary::Trunc => x.trunc(),
                    FloatUnary::RoundEven => x.round_ties_even(),
                }
            }
            #[inline(always)]
            fn binary(&mut self, op: FloatOp, a: $float, b: $float) -> $float {
                match op {
                    FloatOp::Add => a + b,
                    FloatOp::Sub => a - b,
                    FloatOp::Mul => a * b,
                    FloatOp::Div => a / b,
                    FloatOp::CopySign => a.copysign(b),
                }
            }
            #[inline(always)]
            fn fma(&mut self, a: $float, b: $float, c: $float) -> $float {
                a.mul_add(b, c)
            }
            #[inline(always)]
            #[expect(clippy::float_cmp, reason = "functions test for exact numbers")]
            fn is(&mut self, a: $float, is: Is, b: $float) -> bool {
                match is {
                    Is::Equal => a == b,
                    Is::Greater => a > b,
                    Is::Less => a < b,
                    Is::NotEqual => a != b,
                    Is::Unordered => a.is_nan() || b.is_nan(),
                }
            }
            #[inline(always)]
            fn select(&mut self, condition: bool, yes: $float, no: $float) -> $float {
                if condition { yes } else { no }
            }
            #[inline(always)]
            fn logic(&mut self, op: IntOp, a: bool, b: bool) -> bool {
                match op {
                    IntOp::And => a & b,
                    IntOp::Or => a | b,
                    _ => a ^ b,
                }
            }
            #[inline(always)]
            fn bits(&mut self, x: $float) -> $int {
                x.to_bits().cast_signed()
            }
            #[inline(always)]
            fn of_bits(&mut self, bits: $int) -> $float {
                $float::from_bits(bits.cast_unsigned())
            }
            #[inline(always)]
            fn int(&mut self, value: i64) -> $int {
                value as $int
            }
            #[inline(always)]
            fn int_binary(&mut self, op: IntOp, a: $int, b: $int) -> $int {
                match op {
                    IntOp::Add => a.wrapping_add(b),
                    IntOp::Sub => a.wrapping_sub(b),
                    IntOp::And => a & b,
                    IntOp::Or => a | b,
                    IntOp::Shl => a.wrapping_shl(b as u32),
                    IntOp::ShrS => a.wrapping_shr(b as u32),
                    IntOp::ShrU => a.cast_unsigned().wrapping_shr(b as u32).cast_signed(),
                    IntOp::Xor => a ^ b,
                    IntOp::DivU => {
                        a.cast_unsigned().checked_div(b.cast_unsigned()).unwrap_or(0).cast_signed()
                    }
                }
            }
            #[inline(always)]
            fn int_is(&mut self, a: $int, is: IntIs, b: i64) -> bool {
                match is {
                    IntIs::NotEqual => a != b as $int,
                    IntIs::Less => a < b as $int,
                    IntIs::AtLeast => b as $bits <= a.cast_unsigned(),
                }
            }
            #[inline(always)]
            fn select_int(&mut self, condition: bool, yes: $int, no: $int) -> $int {
                if condition { yes } else { no }
            }
            #[inline(always)]
            fn float_of(&mut self, a: $int) -> $float {
                a as $float
            }
            #[inline(always)]
            fn long(&mut self, value: i64) -> u64 {
                value.cast_unsigned()
            }
            #[inline(always)]
            fn long_of(&mut self, a: $int) -> u64 {
                u64::from(a.cast_unsigned())
            }
            #[inline(always)]
            fn int_of(&mut self, a: u64) -> $int {
                a as $int
            }
            #[inline(always)]
            fn long_binary(&mut self, op: IntOp, a: u64, b: u64) -> u64 {
                match op {
                    IntOp::Add => a.wrapping_add(b),
                    IntOp::Sub => a.wrapping_sub(b),
                    IntOp::And => a & b,
                    IntOp::Or => a | b,
                    IntOp::Xor => a ^ b,
                    IntOp::Shl => a.wrapping_shl(b as u32),
                    IntOp::ShrS => a.cast_signed().wrapping_shr(b as u32).cast_unsigned(),
                    IntOp::ShrU => a.wrapping_shr(b as u32),
                    IntOp::DivU => a.checked_div(b).unwrap_or(0),
                }
            }
            #[inline(always)]
            fn long_equals(&mut self, a: u64, b: i64) -> bool {
                a == b.cast_unsigned()
            }
            #[inline(always)]
            fn long_carry(&mut self, sum: u64, addend: u64) -> u64 {
                u64::from(sum < addend)
            }
            #[inline(always)]
            fn select_long(&mut self, condition: bool, yes: u64, no: u64) -> u64 {
                if condition { yes } else { no }
            }
            #[inline(always)]
            fn wide_product(&mut self, a: u64, b: u64) -> (u64, u64) {
                let product = u128::from(a) * u128::from(b);
                (product as u64, (product >> 64) as u64)
            }
            #[inline(always)]
            fn float_of_signed(&mut self, a: u64) -> $float {
                a.cast_signed() as $float
            }
            #[inline(always)]
            fn float_of_unsigned(&mut self, a: u64) -> $float {
                a as $float
            }
            fn exponent_of(&mut self, (n, width): (i64, u32)) -> Exponent<Self> {
                let clamped = n.clamp($exponents.0, $exponents.1);
                let n_low = if width <= LOW_BITS { 0 } else { LOW_BITS };
                // Rounded toward zero: both parts have the sign of the exponent, and do not cancel.
                let upper = (clamped + (clamped >> 63 & ((1 << n_low) - 1))) >> n_low << n_low;
                Exponent {
                    high: upper as $float,
                    low: (n_low != 0).then_some((clamped - upper) as $float),
                    is_odd: n & 1 == 1,
                    is_integer: None,
                }
            }
            #[inline(always)]
            fn either(
                &mut self,
                $condition: bool,
                $x: $float,
                $yes: Reduction<Self>,
                $no: Reduction<Self>,
            ) -> ($int, $float) {
                let $on = self;
                $either
            }
        }
    };
}

/// Defines the arithmetic of one machine format.
macro_rules! numbers {
    ($name:ident, $near:ident, $float:ident, $int:ident, $bits:ident, $tables:ident, $exponents:expr) => {
        arithmetic!($name, $float, $int, $bits, $tables, $exponents, |on, condition, x, yes, no| {
            if condition { yes(on, x) } else { no(on, x) }
        });
        arithmetic!($near, $float, $int, $bits, $tables, $exponents, |on, condition, x, _yes, no| {
            on.is_far |= condition;
            no(on, x)
        });

        /// Numbers of a format, in which functions compute without branches.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $near {
            /// Whether an angle was too large for the computed result.
            pub is_far: bool,
        }

        struct $name;

        impl $name {
            fn results(
                &mut self,
                kind: Math,
                operands: impl Iterator<Item = $float>,
                second: bool,
            ) -> Option<$float> {
                let mut all = [0.0; 2];
                let mut n = 0;
                for (to, from) in all.iter_mut().zip(operands) {
                    *to = from;
                    n += 1;
                }
                let (first, other) = Functions::new(self).function(kind, &all[..n])?;
                if second { other } else { Some(first) }
            }
        }
    };
}

numbers!(Single, SingleNear, f32, i32, u32, SINGLE, (-MAX_SINGLE_EXPONENT, MAX_SINGLE_EXPONENT));
numbers!(Double, DoubleNear, f64, i64, u64, DOUBLE, (i64::MIN, i64::MAX));
