//! Expands conversions between floats that no processor computes with, of at most 8 bits or `tf32`, and wider formats into
//! integer arithmetic on their bits.
//!
//! A widened number is an `f32` with the bits of the narrow one, times a power of two that corrects the exponent
//! bias; the product is exact, also for subnormals. `f8E5M2` is the upper byte of an `f16`, and `f8E8M0FNU` the
//! exponent of an `f32`.
//!
//! Narrowing adds half a unit of the last kept bit, less one where that bit is even, and truncates. A subnormal
//! result is rounded by an addition instead: adding a power of two whose last bit has the value of the format's
//! last bit.

use super::{compare, select, with_constant};
use crate::conversion::math_expand::builder::{constant, int_constant};
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::scalar::format::{Format, Special};
use warpline_ir::{Arith, Builder, Float, MachineFloat, Module, Op, Signedness, Type, TypeKind, Value};

/// The bits of the greatest `f32`.
const LARGEST_F32: i64 = 0x7F7F_FFFF;
/// The bits of 2 to the power of -127.
const LEAST_POWER: i64 = 0x0040_0000;
/// The bits of the midpoint between the two least powers of `f8E8M0FNU`.
const SECOND_POWER: i64 = 0x0060_0000;
/// The bits of an infinite `f32`.
const INFINITY: i64 = 0x7F80_0000;
/// The bits of a NaN.
const QUIET_NAN: i64 = 0x7FC0_0000;
/// The encoding of NaN in `f8E8M0FNU`.
const NAN_EXPONENT: i64 = 0xFF;

/// Expands `arith.extf` and `arith.truncf`; returns `false` if no format is narrow, or the target has the
/// conversion: with `has_fp8`, of `f8E4M3FN` to `f16`, and of `f32` to `f8E4M3FN` and `f8E5M2`.
pub(crate) fn expand(module: &mut Module, op: Op, has_fp8: bool) -> bool {
    let (value, ty) = (module.operand(op, 0), module.type_of(module.result(op, 0)));
    let [from, to] = [module.type_of(value), ty].map(|ty| module.float_kind(module.element_type(ty)));
    let (Some(from), Some(to), None) = (from, to, direction_of(module.op(op))) else { return false };
    let is_native = has_fp8
        && ((from, to) == (Float::F8E4M3FN, Float::F16)
            || (from == Float::F32 && matches!(to, Float::F8E4M3FN | Float::F8E5M2)));
    if is_native {
        return false;
    }
    let result = match (small(from), from.machine(), small(to), to.machine()) {
        (Some(format), _, _, Some(_)) => {
            widen(&mut Builder::before(module, op), value, (from, format), ty, has_fp8)
        }
        (_, Some(machine), Some(format), _) => {
            narrow(&mut Builder::before(module, op), value, machine, (to, format), ty, has_fp8)
        }
        _ => return false,
    };
    module.replace_op(op, &[result]);
    true
}

/// Returns the format description of a float without processor arithmetic.
pub(crate) fn small(float: Float) -> Option<&'static Format> {
    Format::of(float).filter(|_| float.machine().is_none())
}

/// Returns the type of the same shape with integer elements of a width.
fn integers(at: &mut Builder<'_>, like: Type, width: u32) -> Type {
    let element = at.module.intern_type(TypeKind::Integer(width, Signedness::Signless));
    at.module.with_element(like, element)
}

fn cast(at: &mut Builder<'_>, kind: Arith, value: Value, to: Type) -> Value {
    if at.module.type_of(value) == to { value } else { at.value(kind, &[value], to, &[]) }
}

fn widen(
    at: &mut Builder<'_>,
    value: Value,
    (from, format): (Float, &Format),
    to: Type,
    has_fp8: bool,
) -> Value {
    let [half, single] = [Type::F16, Type::F32].map(|element| at.module.with_element(to, element));
    if has_fp8 && from == Float::F8E4M3FN {
        let value = cast(at, Arith::ExtF, value, half);
        return of_single_or_half(at, value, to);
    }
    let (narrow, word) = (integers(at, to, format.width()), integers(at, to, 32));
    let code = cast(at, Arith::Bitcast, value, narrow);
    if from == Float::F8E5M2 {
        let bits = integers(at, to, 16);
        let code = cast(at, Arith::ExtUI, code, bits);
        let code = with_constant(at, Arith::ShLI, code, 8);
        let value = cast(at, Arith::Bitcast, code, half);
        return of_single_or_half(at, value, to);
    }
    let code = cast(at, Arith::ExtUI, code, word);
    let bits = if format.is_signed { widened_bits(at, code, format, single) } else { power_bits(at, code) };
    let value = cast(at, Arith::Bitcast, bits, single);
    of_single_or_half(at, value, to)
}

/// Converts an `f16` or `f32` to another format.
fn of_single_or_half(at: &mut Builder<'_>, value: Value, to: Type) -> Value {
    let width = |at: &Builder<'_>, ty| at.module.bit_width(at.module.element_type(ty));
    let from = at.module.type_of(value);
    if from != to && width(at, from) == width(at, to) {
        // Neither f16 nor bf16 contains the other.
        let single = at.module.with_element(to, Type::F32);
        let value = cast(at, Arith::ExtF, value, single);
        return cast(at, Arith::TruncF, value, to);
    }
    let kind = if width(at, to) < width(at, from) { Arith::TruncF } else { Arith::ExtF };
    cast(at, kind, value, to)
}

/// Builds the bits of 2 to the power of an encoding less 127; NaN for the last encoding.
fn power_bits(at: &mut Builder<'_>, code: Value) -> Value {
    let bits = with_constant(at, Arith::ShLI, code, 23);
    let bits = with_constant(at, Arith::MaxUI, bits, LEAST_POWER);
    let is_nan = compare_with(at, "eq", code, NAN_EXPONENT);
    select_constant(at, is_nan, QUIET_NAN, bits)
}

/// Builds the bits of the `f32` that a signed encoding represents.
fn widened_bits(at: &mut Builder<'_>, code: Value, format: &Format, single: Type) -> Value {
    let word = at.module.type_of(code);
    let sign_bit = format.sign_bit() as i64;
    let size = with_constant(at, Arith::AndI, code, sign_bit - 1);
    let moved = with_constant(at, Arith::ShLI, size, 23 - i64::from(format.fraction_bits));
    let unscaled = cast(at, Arith::Bitcast, moved, single);
    let scale = constant(at, single, 2f64.powi((127 - format.bias) as i32));
    let scaled = at.binary(Arith::MulF, unscaled, scale);
    let mut bits = cast(at, Arith::Bitcast, scaled, word);
    if format.special == Special::Infinity {
        let is_special = compare_with(at, "ugt", size, format.largest() as i64);
        let special = with_constant(at, Arith::OrI, moved, INFINITY);
        bits = select(at, is_special, special, bits);
    }
    let sign = with_constant(at, Arith::AndI, code, sign_bit);
    let sign = with_constant(at, Arith::ShLI, sign, 32 - i64::from(format.width()));
    bits = at.binary(Arith::OrI, bits, sign);
    let nan = match format.special {
        Special::AllOnesNan => compare_with(at, "eq", size, format.nan() as i64),
        Special::NegativeZeroNan => compare_with(at, "eq", code, format.nan() as i64),
        Special::Infinity | Special::Finite => return bits,
    };
    select_constant(at, nan, QUIET_NAN, bits)
}

fn narrow(
    at: &mut Builder<'_>,
    value: Value,
    from: MachineFloat,
    (to, format): (Float, &Format),
    ty: Type,
    has_fp8: bool,
) -> Value {
    let is_double = from == MachineFloat::F64;
    let wide = if is_double { Type::F64 } else { Type::F32 };
    let wide = at.module.with_element(ty, wide);
    let value = cast(at, Arith::ExtF, value, wide);
    if has_fp8 && !is_double && matches!(to, Float::F8E4M3FN | Float::F8E5M2) {
        return cast(at, Arith::TruncF, value, ty);
    }
    let word = integers(at, ty, if is_double { 64 } else { 32 });
    let bits = cast(at, Arith::Bitcast, value, word);
    let code = match (format.is_signed, is_double) {
        (true, _) => narrowed_code(at, value, bits, format, is_double),
        (false, true) => exponent_of_double(at, bits),
        (false, false) => exponent_of_single(at, bits),
    };
    let is_nan = at.compare_floats("uno", value, value);
    let code = select_constant(at, is_nan, format.nan() as i64, code);
    let narrow = integers(at, ty, format.width());
    let code = cast(at, Arith::TruncI, code, narrow);
    cast(at, Arith::Bitcast, code, ty)
}

/// Builds the encoding of a number rounded to a signed format; unspecified for NaN.
fn narrowed_code(at: &mut Builder<'_>, value: Value, bits: Value, format: &Format, is_double: bool) -> Value {
    let (width, fraction_bits, bias): (i64, i64, i64) =
        if is_double { (64, 52, 1023) } else { (32, 23, 127) };
    let (ty, word) = (at.module.type_of(value), at.module.type_of(bits));
    let kept = i64::from(format.fraction_bits);
    let (dropped, least) = (fraction_bits - kept, 1 - format.bias);
    let size = with_constant(at, Arith::AndI, bits, i64::MAX >> (64 - width));
    let last = with_constant(at, Arith::ShRUI, size, dropped);
    let odd = with_constant(at, Arith::AndI, last, 1);
    let rounded = at.binary(Arith::AddI, size, odd);
    let rounded = with_constant(at, Arith::AddI, rounded, (1 << (dropped - 1)) - 1);
    let rounded = with_constant(at, Arith::ShRUI, rounded, dropped);
    let normal = with_constant(at, Arith::SubI, rounded, (bias - format.bias) << kept);
    let magic = constant(at, ty, 2f64.powi((least - kept + fraction_bits) as i32));
    let positive = cast(at, Arith::Bitcast, size, ty);
    let sum = at.binary(Arith::AddF, positive, magic);
    let [sum, magic] = [sum, magic].map(|value| cast(at, Arith::Bitcast, value, word));
    let subnormal = at.binary(Arith::SubI, sum, magic);
    let is_subnormal = compare_with(at, "ult", size, (least + bias) << fraction_bits);
    let code = select(at, is_subnormal, subnormal, normal);
    let sign = with_constant(at, Arith::ShRUI, bits, width - i64::from(format.width()));
    let sign = with_constant(at, Arith::AndI, sign, format.sign_bit() as i64);
    with_sign(at, code, sign, format)
}

/// Adds the sign to an encoding, and replaces out-of-range numbers.
fn with_sign(at: &mut Builder<'_>, code: Value, sign: Value, format: &Format) -> Value {
    let largest = format.largest() as i64;
    let is_beyond = compare_with(at, "ugt", code, largest);
    let beyond = match format.special {
        Special::Infinity => largest + 1,
        Special::AllOnesNan => format.nan() as i64,
        Special::Finite => largest,
        Special::NegativeZeroNan => {
            let signed = at.binary(Arith::OrI, code, sign);
            let is_zero = compare_with(at, "eq", code, 0);
            let signed = select_constant(at, is_zero, 0, signed);
            return select_constant(at, is_beyond, format.nan() as i64, signed);
        }
    };
    let code = select_constant(at, is_beyond, beyond, code);
    at.binary(Arith::OrI, code, sign)
}

/// Builds the exponent of the power of two that is nearest to an `f32`; ties go to the greater one. Numbers that
/// are too small, zero and negative numbers get the least exponent; numbers that are too large become NaN.
fn exponent_of_single(at: &mut Builder<'_>, bits: Value) -> Value {
    let moved = with_constant(at, Arith::AddI, bits, 1 << 22);
    let code = with_constant(at, Arith::ShRUI, moved, 23);
    let is_least = compare_with(at, "slt", bits, SECOND_POWER);
    let code = select_constant(at, is_least, 0, code);
    let is_beyond = compare_with(at, "sgt", bits, LARGEST_F32);
    select_constant(at, is_beyond, NAN_EXPONENT, code)
}

/// As [`exponent_of_single`] for an `f64`, of which every power is normal.
fn exponent_of_double(at: &mut Builder<'_>, bits: Value) -> Value {
    let moved = with_constant(at, Arith::AddI, bits, 1 << 51);
    let exponent = with_constant(at, Arith::ShRUI, moved, 52);
    let code = with_constant(at, Arith::SubI, exponent, 1023 - 127);
    let code = with_constant(at, Arith::MaxSI, code, 0);
    let code = with_constant(at, Arith::MinSI, code, NAN_EXPONENT);
    let is_negative = compare_with(at, "slt", bits, 0);
    select_constant(at, is_negative, 0, code)
}

fn compare_with(at: &mut Builder<'_>, predicate: &str, value: Value, with: i64) -> Value {
    let ty = at.module.type_of(value);
    let with = int_constant(at, ty, with);
    compare(at, predicate, value, with)
}

/// Selects a constant where a condition holds, else a value.
fn select_constant(at: &mut Builder<'_>, condition: Value, yes: i64, no: Value) -> Value {
    let ty = at.module.type_of(no);
    let yes = int_constant(at, ty, yes);
    select(at, condition, yes, no)
}
