//! Floating-point arithmetic. Rounded operations are exact; approximations are computed in 64 bits and rounded.

use super::decode::{Decoded, Decoder, Refusal};
use super::program::{Alu, Code};
use super::soft::{Format, Round, Value};
use super::text::{Kind, Ty};
use std::cmp::Ordering;

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
    Rsqrt,
    Reciprocal,
    Neg,
    Abs,
    Min,
    Max,
    CopySign,
    Exp2,
    Log2,
    Sin,
    Cos,
    Tanh,
}

/// An operation on floats of a type.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a modifier of its own")]
pub(super) struct Float {
    op: Op,
    ty: Ty,
    round: Round,
    approximate: bool,
    flushes: bool,
    saturates: bool,
    relu: bool,
    /// Whether NaN operands of `Min` and `Max` give NaN.
    nan_wins: bool,
}

/// Decodes a floating-point operation.
pub(super) fn decode(cx: &mut Decoder<'_>) -> Decoded<Code> {
    let (op, n) = match cx.opcode() {
        "add" => (Op::Add, 2),
        "sub" => (Op::Sub, 2),
        "mul" => (Op::Mul, 2),
        "fma" | "mad" => (Op::Fma, 3),
        "div" => (Op::Div, 2),
        "sqrt" => (Op::Sqrt, 1),
        "rsqrt" => (Op::Rsqrt, 1),
        "rcp" => (Op::Reciprocal, 1),
        "neg" => (Op::Neg, 1),
        "abs" => (Op::Abs, 1),
        "min" => (Op::Min, 2),
        "max" => (Op::Max, 2),
        "copysign" => (Op::CopySign, 2),
        "ex2" => (Op::Exp2, 1),
        "lg2" => (Op::Log2, 1),
        "sin" => (Op::Sin, 1),
        "cos" => (Op::Cos, 1),
        "tanh" => (Op::Tanh, 1),
        _ => return Err(Refusal::NotModelled),
    };
    let rounding = cx.rounding();
    let approximate = cx.takes("approx") || (op == Op::Div && cx.takes("full"));
    let [flushes, saturates, relu, nan_wins] = ["ftz", "sat", "relu", "NaN"].map(|name| cx.takes(name));
    let ty = cx.ty()?;
    if matches!(op, Op::Fma | Op::Div | Op::Sqrt | Op::Reciprocal) && rounding.is_none() && !approximate {
        return Err("expected a rounding".to_string().into());
    }
    if cx.opcode() == "mad" && ty.bits == 32 && ty.lanes == 1 && rounding.is_none() {
        return Err("expected a rounding".to_string().into());
    }
    let round = rounding.unwrap_or(Round::Nearest);
    let op = Float { op, ty, round, approximate, flushes, saturates, relu, nan_wins };
    match cx.alu(Alu::Float(op), ty, &[ty; 3][..n])? {
        Code::Alu { op, dst, src, .. } => Ok(Code::Alu { op, dst, src, approximate }),
        other => Ok(other),
    }
}

impl Float {
    /// Returns the result.
    pub(super) fn eval(self, s: [u64; 4]) -> u64 {
        let Kind::Float(format) = self.ty.kind else { return 0 };
        let bits = format.bits();
        let mut result = 0;
        for lane in 0..self.ty.lanes {
            let part = s.map(|value| (value >> (lane * bits)) & super::text::mask(bits));
            result |= self.finish(format, self.one(format, part)) << (lane * bits);
        }
        result
    }

    /// Applies the modifiers of the result.
    fn finish(self, format: Format, bits: u64) -> u64 {
        let bits = if self.flushes { format.flush(bits) } else { bits };
        let is_below_zero = || format.decode(bits).compare(Value::of_int(0)) == Some(Ordering::Less);
        if self.relu && is_below_zero() {
            return 0;
        }
        if self.saturates {
            let value = format.decode(bits);
            if value == Value::Nan || is_below_zero() {
                return 0;
            }
            if value.compare(Value::of_int(1)) == Some(Ordering::Greater) {
                return format.encode(Value::of_int(1), Round::Nearest, false);
            }
        }
        bits
    }

    fn one(self, format: Format, s: [u64; 4]) -> u64 {
        let s = if self.flushes { s.map(|bits| format.flush(bits)) } else { s };
        if self.round == Round::Nearest && !self.approximate {
            match format {
                Format::F32 => {
                    if let Some(result) = self.fast32(s) {
                        return result;
                    }
                }
                Format::F64 => {
                    if let Some(result) = self.fast64(s) {
                        return result;
                    }
                }
                Format::E4M3 | Format::E5M2 | Format::F16 | Format::BF16 | Format::TF32 => {}
            }
        }
        if self.approximate {
            return self.approximation(format, s);
        }
        self.exact(format, s)
    }

    fn fast32(self, s: [u64; 4]) -> Option<u64> {
        let [a, b, c, _] = s.map(|bits| f32::from_bits(bits as u32));
        let result = match self.op {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Fma => a.mul_add(b, c),
            Op::Div => a / b,
            Op::Sqrt => a.sqrt(),
            Op::Reciprocal => 1.0 / a,
            _ => return None,
        };
        Some(if result.is_nan() { Format::F32.nan() } else { u64::from(result.to_bits()) })
    }

    fn fast64(self, s: [u64; 4]) -> Option<u64> {
        let [a, b, c, _] = s.map(f64::from_bits);
        let result = match self.op {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Fma => a.mul_add(b, c),
            Op::Div => a / b,
            Op::Sqrt => a.sqrt(),
            Op::Reciprocal => 1.0 / a,
            _ => return None,
        };
        Some(if result.is_nan() { Format::F64.nan() } else { result.to_bits() })
    }

    fn exact(self, format: Format, s: [u64; 4]) -> u64 {
        let sign = 1 << (format.bits() - 1);
        let [a, b, c, _] = s.map(|bits| format.decode(bits));
        let value = match self.op {
            Op::Add => a.add(b, self.round),
            Op::Sub => a.add(b.negate(), self.round),
            Op::Mul => a.mul(b),
            Op::Fma => a.mul(b).add(c, self.round),
            Op::Div => a.div(b),
            Op::Sqrt => a.sqrt(),
            Op::Reciprocal => Value::of_int(1).div(a),
            Op::Neg => return s[0] ^ sign,
            Op::Abs => return s[0] & (sign - 1),
            // The sign of the first operand goes to the second.
            Op::CopySign => return (s[1] & (sign - 1)) | (s[0] & sign),
            Op::Min | Op::Max => return self.pick(format, s),
            Op::Rsqrt | Op::Exp2 | Op::Log2 | Op::Sin | Op::Cos | Op::Tanh => {
                return self.approximation(format, s);
            }
        };
        format.encode(value, self.round, false)
    }

    fn pick(self, format: Format, [a, b, ..]: [u64; 4]) -> u64 {
        match (format.is_nan(a), format.is_nan(b)) {
            (true, true) => return format.nan(),
            (true, false) => return if self.nan_wins { format.nan() } else { b },
            (false, true) => return if self.nan_wins { format.nan() } else { a },
            (false, false) => {}
        }
        let order = format.decode(a).compare(format.decode(b)).unwrap_or(Ordering::Equal);
        let is_negative = a >> (format.bits() - 1) == 1;
        let first_is_less = match order {
            Ordering::Less => true,
            Ordering::Greater => false,
            // Zeros are distinguished by their signs.
            Ordering::Equal => is_negative,
        };
        if first_is_less == (self.op == Op::Min) { a } else { b }
    }

    /// Returns the result of an operation that hardware only approximates.
    fn approximation(self, format: Format, s: [u64; 4]) -> u64 {
        let number =
            |bits: u64| f64::from_bits(Format::F64.encode(format.decode(bits), Round::Nearest, false));
        let (a, b) = (number(s[0]), number(s[1]));
        let result = match self.op {
            Op::Div => a / b,
            Op::Sqrt => a.sqrt(),
            Op::Rsqrt => 1.0 / a.sqrt(),
            Op::Reciprocal => 1.0 / a,
            Op::Exp2 => a.exp2(),
            Op::Log2 => a.log2(),
            Op::Sin => a.sin(),
            Op::Cos => a.cos(),
            Op::Tanh => a.tanh(),
            _ => f64::NAN,
        };
        format.encode(Format::F64.decode(result.to_bits()), Round::Nearest, false)
    }
}
