//! Tests scalar semantics: edge cases of integers, all f16 values, and rounding against the host's
//! arithmetic.

use warpline_ir::scalar::float::{
    FloatBinary, FloatPredicate, FloatUnary, fma, from_int, narrow, to_int, widen,
};
use warpline_ir::scalar::functions::evaluate;
use warpline_ir::scalar::int::{BitCount, IntBinary, IntPredicate, power};
use warpline_ir::scalar::{Undefined, sign_extend, zero_extend};
use warpline_ir::{Float, Math};

#[track_caller]
fn check(op: IntBinary, width: u32, a: i64, b: i64, expect: Result<i64, Undefined>) {
    let bits = |value: i64| zero_extend(value.cast_unsigned(), width);
    let found = op.apply(width, bits(a), bits(b));
    assert_eq!(found, expect.map(bits), "{op:?} on i{width} of {a} and {b}");
}

#[test]
fn integers_wrap_and_refuse_at_their_edges() {
    use IntBinary::*;
    check(Add, 8, 127, 1, Ok(-128));
    check(Sub, 8, -128, 1, Ok(127));
    check(Mul, 64, i64::MAX, 2, Ok(-2));
    check(Add, 1, 1, 1, Ok(0));
    check(DivS, 8, -7, 2, Ok(-3));
    check(FloorDivS, 8, -7, 2, Ok(-4));
    check(FloorDivS, 8, 7, -2, Ok(-4));
    check(CeilDivS, 8, -7, 2, Ok(-3));
    check(CeilDivS, 8, 7, 2, Ok(4));
    check(CeilDivS, 8, -7, -2, Ok(4));
    check(CeilDivU, 8, 255, 2, Ok(128));
    check(DivU, 8, -1, 2, Ok(127));
    check(DivS, 8, -128, -1, Err(Undefined::QuotientOverflow));
    check(DivS, 64, i64::MIN, -1, Err(Undefined::QuotientOverflow));
    check(DivS, 32, 1, 0, Err(Undefined::DivisionByZero));
    check(RemU, 32, 1, 0, Err(Undefined::DivisionByZero));
    check(RemS, 8, -128, -1, Ok(0));
    check(RemS, 64, i64::MIN, -1, Ok(0));
    check(RemS, 8, -7, 3, Ok(-1));
    check(Shl, 8, 1, 7, Ok(-128));
    check(Shl, 8, 1, 8, Err(Undefined::ShiftTooFar));
    check(ShrS, 8, -128, 7, Ok(-1));
    check(ShrU, 8, -128, 7, Ok(1));
    check(ShrU, 64, -1, -1, Err(Undefined::ShiftTooFar));
    check(MaxS, 8, -1, 1, Ok(1));
    check(MaxU, 8, -1, 1, Ok(-1));
    check(MinS, 8, -1, 1, Ok(-1));
    check(MinU, 8, -1, 1, Ok(1));
}

#[test]
fn all_pairs_of_bytes_agree_with_the_host() {
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            let (x, y) = (i64::from(a), i64::from(b));
            check(IntBinary::Add, 8, x, y, Ok(i64::from(a.wrapping_add(b))));
            check(IntBinary::Mul, 8, x, y, Ok(i64::from(a.wrapping_mul(b))));
            let quotient = match b {
                0 => Err(Undefined::DivisionByZero),
                _ => a.checked_div(b).map(i64::from).ok_or(Undefined::QuotientOverflow),
            };
            check(IntBinary::DivS, 8, x, y, quotient);
            let floor = (f64::from(a) / f64::from(b)).floor() as i64;
            check(IntBinary::FloorDivS, 8, x, y, quotient.map(|_| floor));
            let ceil = (f64::from(a) / f64::from(b)).ceil() as i64;
            check(IntBinary::CeilDivS, 8, x, y, quotient.map(|_| ceil));
            let (left, right) = (u64::from(a.cast_unsigned()), u64::from(b.cast_unsigned()));
            let (wide_s, wide_u) = (i16::from(a) * i16::from(b), left * right);
            check(IntBinary::HighS, 8, x, y, Ok(i64::from(wide_s >> 8)));
            check(IntBinary::HighU, 8, x, y, Ok((wide_u >> 8) as i64));
            check(IntBinary::Carry, 8, x, y, Ok(i64::from(255 < left + right)));
            assert_eq!(IntPredicate::SLt.holds(8, left, right), a < b);
            assert_eq!(IntPredicate::UGe.holds(8, left, right), right <= left);
        }
    }
}

#[test]
fn powers_and_counts_of_bytes_agree_with_the_host() {
    for a in 0..=255u8 {
        let bits = u64::from(a);
        assert_eq!(BitCount::LeadingZeros.apply(8, bits), u64::from(a.leading_zeros()));
        assert_eq!(BitCount::TrailingZeros.apply(8, bits), u64::from(a.trailing_zeros()));
        assert_eq!(BitCount::Ones.apply(8, bits), u64::from(a.count_ones()));
        for exponent in 0..=127u32 {
            let expect = a.cast_signed().wrapping_pow(exponent).cast_unsigned();
            assert_eq!(power(8, bits, exponent.into()), Ok(expect.into()), "{a} to the power of {exponent}");
        }
    }
    assert_eq!(power(8, 0, 0xFF), Err(Undefined::DivisionByZero));
    assert_eq!(power(8, 0xFF, 0xFD), Ok(0xFF));
    assert_eq!(power(8, 2, 0xFF), Ok(0));
    assert_eq!(IntBinary::HighS.apply(64, u64::MAX, 2), Ok(u64::MAX));
    assert_eq!(IntBinary::HighU.apply(64, u64::MAX, 2), Ok(1));
    assert_eq!(IntBinary::Carry.apply(64, u64::MAX, 1), Ok(1));
}

#[test]
fn extension_reads_the_low_bits() {
    assert_eq!(sign_extend(0x80, 8), -128);
    assert_eq!(sign_extend(1, 1), -1);
    assert_eq!(sign_extend(i64::MIN, 64), i64::MIN);
    assert_eq!(zero_extend(u64::MAX, 1), 1);
    assert_eq!(zero_extend(u64::MAX, 64), u64::MAX);
}

#[test]
fn sixteen_bit_formats_survive_widening() {
    for format in [Float::F16, Float::BF16] {
        for bits in 0..=0xFFFFu64 {
            let value = widen(format, bits);
            if !value.is_nan() {
                assert_eq!(narrow(format, value), bits, "{format:?} {bits:#x}");
            }
        }
    }
}

/// Between two neighbours, values below the midpoint round down, values above round up, and the midpoint
/// rounds to even.
#[test]
fn sixteen_bit_rounding_is_to_nearest_even() {
    for (format, infinity) in [(Float::F16, 0x7C00u64), (Float::BF16, 0x7F80)] {
        for bits in 0..infinity - 1 {
            let (low, high) = (widen(format, bits), widen(format, bits + 1));
            let middle = f64::midpoint(low, high);
            let even = bits + (bits & 1);
            assert_eq!(narrow(format, middle), even, "{format:?} {bits:#x}");
            assert_eq!(narrow(format, middle.next_down()), bits);
            assert_eq!(narrow(format, middle.next_up()), bits + 1);
        }
        assert_eq!(narrow(format, f64::MAX), infinity);
    }
    assert_eq!(narrow(Float::F16, 65519.0), 0x7BFF);
    assert_eq!(narrow(Float::F16, 65520.0), 0x7C00);
    assert_eq!(narrow(Float::F16, -1e-300), 0x8000);
}

/// Returns a reproducible stream of bit patterns.
fn samples(n: usize) -> impl Iterator<Item = (u64, u64, u64)> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    std::iter::repeat_with(move || (next(), next(), next())).take(n)
}

#[test]
fn f32_arithmetic_is_that_of_the_host() {
    let same = |found: u64, expect: f32| {
        (expect.is_nan() && widen(Float::F32, found).is_nan()) || found == u64::from(expect.to_bits())
    };
    for (a, b, c) in samples(200_000) {
        let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
        let [a, b, c] = [a, b, c].map(|bits| zero_extend(bits, 32));
        let binary = |op: FloatBinary| op.apply(Float::F32, a, b);
        assert!(same(binary(FloatBinary::Add), x + y), "{x:?} + {y:?}");
        assert!(same(binary(FloatBinary::Mul), x * y), "{x:?} * {y:?}");
        assert!(same(binary(FloatBinary::Div), x / y), "{x:?} / {y:?}");
        assert!(same(binary(FloatBinary::Rem), x % y), "{x:?} % {y:?}");
        assert!(same(FloatUnary::Sqrt.apply(Float::F32, a), x.sqrt()), "sqrt {x:?}");
        assert!(same(fma(Float::F32, a, b, c), x.mul_add(y, z)), "{x:?} * {y:?} + {z:?}");
        // The same with operands of similar magnitude, whose sums cancel.
        let near = f32::from_bits((x.to_bits() & 0x007F_FFFF) | 0x3F80_0000);
        let other = f32::from_bits((y.to_bits() & 0x007F_FFFF) | 0x3F80_0000);
        let sum = -(near * other);
        let found = fma(Float::F32, near.to_bits().into(), other.to_bits().into(), sum.to_bits().into());
        assert!(same(found, near.mul_add(other, sum)));
    }
}

#[test]
fn greatest_and_least_know_nan_and_zero() {
    let f = |value: f32| u64::from(value.to_bits());
    let check = |op: FloatBinary, a: f32, b: f32, expect: f32| {
        assert_eq!(op.apply(Float::F32, f(a), f(b)), f(expect), "{op:?} of {a:?} and {b:?}");
    };
    for (a, b) in [(0.0, -0.0), (-0.0, 0.0)] {
        check(FloatBinary::Maximum, a, b, 0.0);
        check(FloatBinary::Minimum, a, b, -0.0);
        check(FloatBinary::MaxNum, a, b, 0.0);
    }
    check(FloatBinary::Maximum, f32::NAN, 1.0, f32::NAN);
    check(FloatBinary::Minimum, 1.0, f32::NAN, f32::NAN);
    check(FloatBinary::MaxNum, f32::NAN, 1.0, 1.0);
    check(FloatBinary::MinNum, 1.0, f32::NAN, 1.0);
    check(FloatBinary::MinNum, 1.0, 2.0, 1.0);
    check(FloatBinary::Minimum, f32::NEG_INFINITY, 2.0, f32::NEG_INFINITY);
    assert_eq!(FloatUnary::Neg.apply(Float::F32, 0x7FC0_0001), 0xFFC0_0001);
}

#[test]
fn comparisons_know_nan() {
    let holds = |number: i64, a: f64, b: f64| {
        FloatPredicate::from_number(number).map(|p| p.holds(Float::F64, a.to_bits(), b.to_bits()))
    };
    let [oeq, one, ord, une, uno] = [1, 6, 7, 13, 14];
    assert_eq!(holds(oeq, 1.0, 1.0), Some(true));
    assert_eq!(holds(oeq, f64::NAN, f64::NAN), Some(false));
    assert_eq!(holds(one, f64::NAN, 1.0), Some(false));
    assert_eq!(holds(une, f64::NAN, 1.0), Some(true));
    assert_eq!(holds(ord, 1.0, 2.0), Some(true));
    assert_eq!(holds(uno, 1.0, f64::NAN), Some(true));
    assert_eq!(holds(16, 1.0, 1.0), None);
}

#[test]
fn conversions_round_once_and_refuse_what_does_not_fit() {
    let f32_bits = |value: f32| u64::from(value.to_bits());
    assert_eq!(to_int(true, Float::F32, 8, f32_bits(-128.9)), Ok(0x80));
    assert_eq!(to_int(true, Float::F32, 8, f32_bits(128.0)), Err(Undefined::ConversionOutOfRange));
    assert_eq!(to_int(false, Float::F32, 8, f32_bits(255.9)), Ok(255));
    assert_eq!(to_int(false, Float::F32, 8, f32_bits(-0.9)), Ok(0));
    assert_eq!(to_int(false, Float::F32, 8, f32_bits(-1.0)), Err(Undefined::ConversionOutOfRange));
    assert_eq!(to_int(true, Float::F32, 64, f32_bits(f32::NAN)), Err(Undefined::ConversionOutOfRange));
    assert_eq!(to_int(false, Float::F64, 64, 1.8e19f64.to_bits()), Ok(18_000_000_000_000_000_000));
    assert_eq!(to_int(true, Float::F32, 32, f32_bits(2_147_483_648.0)), Err(Undefined::ConversionOutOfRange));
    for (a, ..) in samples(100_000) {
        assert_eq!(from_int(false, 64, Float::F32, a), f32_bits(a as f32));
        assert_eq!(from_int(true, 64, Float::F32, a), f32_bits(a.cast_signed() as f32));
        assert_eq!(from_int(true, 64, Float::F64, a), (a.cast_signed() as f64).to_bits());
    }
    // One more than the midpoint of two bf16 numbers, too fine for f64.
    assert_eq!(from_int(false, 64, Float::BF16, 0x8080_0000_0000_0001), 0x5F01);
    assert_eq!(from_int(true, 1, Float::F32, 1), f32_bits(-1.0));
}

/// The product is the midpoint of two bf16 numbers, and only a tiny addend determines the rounding.
#[test]
fn fused_product_rounds_once() {
    let bf16 = |value: f64| narrow(Float::BF16, value);
    // (1 + 2^-4) * (1 + 2^-4) = 1 + 2^-3 + 2^-8, between 1 + 2^-3 and 1 + 2^-3 + 2^-7.
    let factor = bf16(1.0 + 1.0 / 16.0);
    let tiny = bf16(2f64.powi(-100));
    let minus_tiny = bf16(-(2f64.powi(-100)));
    assert_eq!(fma(Float::BF16, factor, factor, tiny), bf16(1.125 + 1.0 / 128.0));
    assert_eq!(fma(Float::BF16, factor, factor, minus_tiny), bf16(1.125));
    assert_eq!(fma(Float::BF16, factor, factor, bf16(0.0)), bf16(1.125));
}

#[test]
fn error_function_is_close() {
    // Values to 16 digits from tables.
    let table = [
        (0.0, 0.0),
        (1e-10, 1.128_379_167_095_512_6e-10),
        (0.5, 0.520_499_877_813_046_5),
        (1.0, 0.842_700_792_949_714_9),
        (2.0, 0.995_322_265_018_952_7),
        (2.9, 0.999_958_902_121_900_5),
        (3.5, 0.999_999_256_901_627_7),
        (7.0, 1.0),
    ];
    let erf = |x: f64| {
        let bits = evaluate(Math::Erf, Float::F64, &[x.to_bits()], false);
        f64::from_bits(bits.expect("a function with a definition"))
    };
    for (x, expect) in table {
        let expect: f64 = expect;
        assert!((erf(x) - expect).abs() <= 4e-16 * expect.max(1e-300), "erf({x}) = {:e}", erf(x));
        assert_eq!(erf(-x).to_bits(), (-erf(x)).to_bits());
    }
    assert!(erf(f64::NAN).is_nan());
}
