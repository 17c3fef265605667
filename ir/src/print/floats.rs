//! Prints floats: six digits and an exponent if that reads back to the same bits, else as many digits as
//! distinguish all values of the format, else the bits in hexadecimal.
//!
//! The digits are those that MLIR prints, which are not always rounded correctly: digits far beyond the
//! requested ones are truncated before the rest is rounded.

use crate::scalar;
use crate::types::Float;
use std::fmt::Write as _;

/// An upper bound on the significant digits of any f64 value.
const ALL_DIGITS: usize = 800;

/// Writes a float.
pub(crate) fn write_float(out: &mut String, float: Float, bits: u64) {
    let value = scalar::float::widen(float, bits);
    if value.is_finite() {
        let short = short_text(value);
        if reads_back(&short, float, bits) {
            return out.push_str(&short);
        }
        let long = long_text(float, value);
        if long.contains('.') {
            return out.push_str(&long);
        }
    }
    let _ = write!(out, "0x{bits:X}");
}

fn reads_back(text: &str, float: Float, bits: u64) -> bool {
    if matches!(float, Float::F80 | Float::F128) {
        // More digits than f64 distinguishes: the text must be the exact value.
        let value = f64::from_bits(bits);
        let (all, six) = (Digits::new(value, ALL_DIGITS), Digits::new(value, 6));
        return all.digits == six.digits && all.exponent == six.exponent;
    }
    if float == Float::F32 {
        return text.parse::<f32>().is_ok_and(|value| u64::from(value.to_bits()) == bits);
    }
    text.parse::<f64>().is_ok_and(|value| scalar::float::narrow(float, value) == bits)
}

/// The first digits of a value and the power of ten of the last one.
struct Digits {
    digits: Vec<u8>,
    exponent: i32,
}

impl Digits {
    /// Computes about `precision` digits of the magnitude of a value, without trailing zeros; 0 is one zero.
    fn new(value: f64, precision: usize) -> Self {
        let text = format!("{:.ALL_DIGITS$e}", value.abs());
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mut digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
        let leading: i32 = exponent.parse().unwrap_or(0);
        while 1 < digits.len() && digits.last() == Some(&b'0') {
            digits.pop();
        }
        // The digits of an integer extend to the ones.
        let n_whole = usize::try_from(leading + 1).unwrap_or(0);
        digits.resize(digits.len().max(n_whole), b'0');
        let mut all = Self { exponent: leading + 1 - digits.len() as i32, digits };
        if value != 0.0 {
            all.cut(value, precision);
            all.drop_zeros();
            all.round(precision);
        }
        all
    }

    /// Truncates digits while the rest has more bits than the requested digits need; 196/59 approximates
    /// log2(10).
    fn cut(&mut self, value: f64, precision: usize) {
        let wanted_bits = (precision * 196).div_ceil(59);
        let scale = f64::from(-self.exponent.min(0)) * std::f64::consts::LOG2_10;
        let bits = (value.abs().log2() + scale).floor() as usize + 1;
        let n_cut = bits.saturating_sub(wanted_bits) * 59 / 196;
        self.keep(self.digits.len().saturating_sub(n_cut).max(1));
    }

    fn keep(&mut self, n: usize) {
        self.exponent += (self.digits.len() - n) as i32;
        self.digits.truncate(n);
    }

    fn drop_zeros(&mut self) {
        while 1 < self.digits.len() && self.digits.last() == Some(&b'0') {
            self.keep(self.digits.len() - 1);
        }
    }

    /// Rounds to `precision` digits, ties up.
    fn round(&mut self, precision: usize) {
        let Some(next) = self.digits.get(precision).copied() else { return };
        self.keep(precision);
        if next < b'5' {
            return self.drop_zeros();
        }
        while self.digits.last() == Some(&b'9') && 1 < self.digits.len() {
            self.keep(self.digits.len() - 1);
        }
        match self.digits.last_mut() {
            Some(last) if *last == b'9' => {
                *last = b'1';
                self.exponent += 1;
            }
            Some(last) => *last += 1,
            None => {}
        }
    }

    /// Returns the power of ten of the first digit.
    fn leading(&self) -> i32 {
        self.exponent + self.digits.len() as i32 - 1
    }

    fn text(&self, range: std::ops::Range<usize>) -> &str {
        std::str::from_utf8(&self.digits[range]).unwrap_or_default()
    }
}

fn sign(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// Returns `1.500000e+00`: six digits and a zero.
fn short_text(value: f64) -> String {
    let digits = Digits::new(value, 6);
    let n = digits.digits.len();
    let exponent = if value == 0.0 { 0 } else { digits.leading() };
    let mark = if exponent < 0 { '-' } else { '+' };
    let rest = digits.text(1..n);
    format!("{}{}.{rest:0<6}e{mark}{:0>2}", sign(value), digits.text(0..1), exponent.abs())
}

/// Returns `3.14159274`; very large or small values have an exponent, `1.5E-7`.
fn long_text(float: Float, value: f64) -> String {
    // Two more than the decimal digits that all values preserve: log10(2) is about 59/196.
    let significand_bits = match float {
        Float::F80 => 64,
        Float::F128 => 113,
        _ => scalar::format::Format::of(float).map_or(53, |format| format.fraction_bits + 1),
    };
    let precision = 2 + significand_bits as usize * 59 / 196;
    let digits = Digits::new(value, precision);
    let (n, leading) = (digits.digits.len(), digits.leading());
    let is_far = if 0 <= digits.exponent {
        3 < digits.exponent || precision < n + digits.exponent as usize
    } else {
        leading < -3
    };
    let sign = sign(value);
    if is_far {
        let rest = if n == 1 { "0" } else { digits.text(1..n) };
        let mark = if leading < 0 { '-' } else { '+' };
        return format!("{sign}{}.{rest}E{mark}{}", digits.text(0..1), leading.abs());
    }
    if 0 <= digits.exponent {
        return format!("{sign}{}{}", digits.text(0..n), "0".repeat(digits.exponent as usize));
    }
    if leading < 0 {
        return format!("{sign}0.{}{}", "0".repeat((-leading - 1) as usize), digits.text(0..n));
    }
    let whole = leading as usize + 1;
    format!("{sign}{}.{}", digits.text(0..whole), digits.text(whole..n))
}
