//! Expands conversions between floats and integers of 33 to 64 bits.
//!
//! The halves of an integer are exact in `f64`, and one `math.fma` joins them with a single rounding. Narrower formats
//! are rounded from there: bits that `f64` would lose are joined into its last bit first, so that the second rounding
//! sees that there were some.

use super::{high_half, int_width, low_half, resized};
use crate::conversion::arith_emulate_unsupported_floats::rounding::with_sticky_bit;
use crate::conversion::expand_arith::with_constant;
use crate::conversion::math_expand::builder::constant;
use warpline_ir::{Arith, Builder, Math, Module, Op, Type};

/// 2 to the power of 32.
const WORD: f64 = 4_294_967_296.0;

/// Expands a conversion to a float; false for vectors and for integers of at most 32 bits.
pub(super) fn expand_to_float(module: &mut Module, op: Op, is_signed: bool) -> bool {
    let (value, to) = (module.operand(op, 0), module.type_of(module.result(op, 0)));
    if int_width(module, module.type_of(value)).is_none_or(|width| width <= 32) {
        return false;
    }
    let at = &mut Builder::before(module, op);
    let value = resized(at, value, Type::I64, is_signed);
    let value = if to == Type::F64 { value } else { with_sticky_bit(at, value, is_signed) };
    let kind = if is_signed { Arith::SIToFP } else { Arith::UIToFP };
    let (low, high) = (low_half(at, value), high_half(at, value));
    let high = at.value(kind, &[high], Type::F64, &[]);
    let low = at.value(Arith::UIToFP, &[low], Type::F64, &[]);
    let word = constant(at, Type::F64, WORD);
    let result = at.value(Math::Fma, &[high, word, low], Type::F64, &[]);
    let result = if to == Type::F64 { result } else { at.value(Arith::TruncF, &[result], to, &[]) };
    module.replace_op(op, &[result]);
    true
}

/// Expands a conversion to an integer; false for vectors and for integers of at most 32 bits.
pub(super) fn expand_to_int(module: &mut Module, op: Op, is_signed: bool) -> bool {
    let (value, to) = (module.operand(op, 0), module.type_of(module.result(op, 0)));
    if int_width(module, to).is_none_or(|width| width <= 32) {
        return false;
    }
    let at = &mut Builder::before(module, op);
    let from = at.module.type_of(value);
    let value = if from == Type::F64 { value } else { at.value(Arith::ExtF, &[value], Type::F64, &[]) };
    let [down, minus] = [1.0 / WORD, -WORD].map(|factor| constant(at, Type::F64, factor));
    let whole = at.value(Math::Trunc, &[value], Type::F64, &[]);
    let high = at.binary(Arith::MulF, whole, down);
    let high = at.value(Math::Floor, &[high], Type::F64, &[]);
    let low = at.value(Math::Fma, &[high, minus, whole], Type::F64, &[]);
    let kind = if is_signed { Arith::FPToSI } else { Arith::FPToUI };
    let high = at.value(kind, &[high], Type::I32, &[]);
    let low = at.value(Arith::FPToUI, &[low], Type::I32, &[]);
    let [low, high] = [low, high].map(|half| resized(at, half, Type::I64, false));
    let high = with_constant(at, Arith::ShLI, high, 32);
    let joined = at.binary(Arith::OrI, high, low);
    let result = resized(at, joined, to, is_signed);
    module.replace_op(op, &[result]);
    true
}
