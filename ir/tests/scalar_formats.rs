//! Tests the narrow float formats against exact comparisons: every code of each, and every pair of codes of
//! the 8-bit formats.
//!
//! The values of a format are computed here by an independent formula. A result is correct if no neighbour is
//! nearer, which is decided by comparing the exact result with the midpoint of two neighbours, never by
//! rounding.

#![expect(clippy::float_cmp, reason = "values are exact")]

use std::cmp::Ordering;
use warpline_ir::scalar::format::{Format, Rounding, Special};

const FORMATS: [(&str, Format); 11] = [
    ("f8E5M2", Format::F8E5M2),
    ("f8E4M3", Format::F8E4M3),
    ("f8E3M4", Format::F8E3M4),
    ("f8E4M3FN", Format::F8E4M3FN),
    ("f8E5M2FNUZ", Format::F8E5M2FNUZ),
    ("f8E4M3FNUZ", Format::F8E4M3FNUZ),
    ("f8E4M3B11FNUZ", Format::F8E4M3B11FNUZ),
    ("f8E8M0FNU", Format::F8E8M0FNU),
    ("f6E2M3FN", Format::F6E2M3FN),
    ("f6E3M2FN", Format::F6E3M2FN),
    ("f4E2M1FN", Format::F4E2M1FN),
];

/// Returns the nonnegative finite values, by code, followed by the next value beyond the range.
fn magnitudes(format: &Format) -> Vec<f64> {
    let per_binade = 1u64 << format.fraction_bits;
    let value = |code: u64| {
        let (exponent, step) = ((code / per_binade) as i32, (code % per_binade) as f64);
        let bias = format.bias as i32;
        if exponent == 0 && format.is_signed {
            step / per_binade as f64 * 2f64.powi(1 - bias)
        } else {
            (1.0 + step / per_binade as f64) * 2f64.powi(exponent - bias)
        }
    };
    (0..=format.largest() + 1).map(value).collect()
}

/// Returns the code nearest to a result; `compare` compares the exact result with a nonnegative value.
fn nearest(values: &[f64], compare: impl Fn(f64) -> Ordering) -> u64 {
    let below = values.partition_point(|value| compare(*value).is_ge());
    if below == 0 {
        return 0;
    }
    let Some(above) = values.get(below) else { return values.len() as u64 - 1 };
    let low = below as u64 - 1;
    match compare(f64::midpoint(values[below - 1], *above)) {
        Ordering::Less => low,
        Ordering::Greater => low + 1,
        // The last digit of the significand, which is always one if there are no other digits.
        Ordering::Equal if values[0] != 0.0 => low + 1,
        Ordering::Equal => low + (low & 1),
    }
}

/// Returns a code with the sign applied; the code may be one too large.
fn signed(format: &Format, code: u64, is_negative: bool) -> u64 {
    let sign = if is_negative { format.sign_bit() } else { 0 };
    match format.special {
        Special::NegativeZeroNan if code == 0 => 0,
        Special::NegativeZeroNan if format.largest() < code => format.nan(),
        Special::Finite if format.largest() < code => sign | format.largest(),
        Special::Infinity | Special::AllOnesNan | Special::NegativeZeroNan | Special::Finite => sign | code,
    }
}

#[track_caller]
fn check(name: &str, format: &Format, values: &[f64], found: f64, exact: impl Fn(f64) -> Ordering) {
    let bits = format.narrow(found, Rounding::NearestEven);
    let expect = signed(format, nearest(values, exact), found.is_sign_negative());
    assert_eq!(bits, expect, "{name}: {found:e}");
}

fn finite(format: &Format) -> Vec<f64> {
    let codes = 0..1u64 << format.width();
    codes.map(|code| format.widen(code)).filter(|value| value.is_finite()).collect()
}

#[test]
fn every_code_has_its_value_and_comes_back() {
    for (name, format) in FORMATS {
        let values = magnitudes(&format);
        for code in 0..=format.largest() {
            assert_eq!(format.widen(code), values[code as usize], "{name} {code:#x}");
        }
        for code in 0..1u64 << format.width() {
            let value = format.widen(code);
            assert_eq!(value.is_nan(), format.is_nan(code), "{name} {code:#x}");
            let expect = if value.is_nan() { format.nan() } else { code };
            assert_eq!(format.narrow(value, Rounding::NearestEven), expect, "{name} {code:#x}");
        }
    }
}

#[test]
fn the_largest_values_are_those_of_the_standards() {
    let largest = [57344.0, 240.0, 15.5, 448.0, 57344.0, 240.0, 30.0, 2f64.powi(127), 7.5, 28.0, 6.0];
    for ((name, format), largest) in FORMATS.iter().zip(largest) {
        assert_eq!(format.widen(format.largest()), largest, "{name}");
    }
}

#[test]
fn sums_and_products_of_all_pairs_are_nearest() {
    for (name, format) in FORMATS {
        let (values, all) = (magnitudes(&format), finite(&format));
        for x in &all {
            for y in &all {
                // Both are exact in f64, except sums of powers of two that are too far apart to matter.
                for exact in [x + y, x * y] {
                    check(name, &format, &values, exact, |middle| exact.abs().total_cmp(&middle));
                }
            }
        }
    }
}

#[test]
fn quotients_and_roots_are_nearest() {
    for (name, format) in FORMATS {
        let (values, all) = (magnitudes(&format), finite(&format));
        for x in &all {
            if 0.0 <= *x {
                check(name, &format, &values, x.sqrt(), |middle| x.total_cmp(&(middle * middle)));
            }
            for y in all.iter().filter(|y| **y != 0.0) {
                check(name, &format, &values, x / y, |middle| x.abs().total_cmp(&(middle * y.abs())));
            }
        }
    }
}

#[test]
fn directions_round_to_their_side() {
    for (name, format) in FORMATS.into_iter().filter(|(_, format)| format.is_signed) {
        let values = magnitudes(&format);
        for code in 1..format.largest() {
            let (low, high) = (values[code as usize], values[code as usize + 1]);
            let quarter = low + (high - low) / 4.0;
            let narrow = |value: f64, rounding| format.narrow(value, rounding);
            assert_eq!(narrow(quarter, Rounding::Up), code + 1, "{name} {code:#x}");
            assert_eq!(narrow(quarter, Rounding::Down), code);
            assert_eq!(narrow(-quarter, Rounding::Up), code | format.sign_bit());
            assert_eq!(narrow(-quarter, Rounding::Down), (code + 1) | format.sign_bit());
            assert_eq!(narrow(f64::midpoint(low, high), Rounding::NearestAway), code + 1);
            assert_eq!(narrow(high.next_down(), Rounding::Zero), code);
        }
        assert_eq!(format.narrow(1e300, Rounding::Zero), format.largest());
        assert_eq!(format.narrow(1e300, Rounding::Down), format.largest());
        assert_eq!(format.narrow(1e-300, Rounding::Up), 1);
    }
}

#[test]
fn signs_change_without_touching_nan() {
    for (name, format) in FORMATS {
        for code in 0..1u64 << format.width() {
            let value = format.widen(code);
            if format.is_nan(code) {
                assert!(format.is_nan(format.negate(code)) && format.is_nan(format.absolute(code)), "{name}");
            } else if format.is_signed {
                assert_eq!(format.widen(format.negate(code)), -value, "{name} {code:#x}");
                assert_eq!(format.widen(format.absolute(code)), value.abs(), "{name} {code:#x}");
            }
        }
    }
}
