//! Expands conversions of floats with a scale into conversions without one.
//!
//! The scale is rounded to `f8E8M0FNU`, a power of two, and converted to the wider format of the two, in which the
//! value is multiplied or divided by it, as the definition of the operations specifies. A result out of range is
//! rounded as any conversion rounds it: a scale of zero or below becomes the least power, and an infinite one NaN.
//! Flags and the rounding mode are kept. Conversions whose wider format has only 8 bits are left unchanged, as
//! there is no arithmetic in such a format.
//!
//! ```text
//! %1 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f8E5M2   →   %2 = arith.extf %s : f8E8M0FNU to f32
//!                                                                   %3 = arith.divf %x, %2 : f32
//!                                                                   %1 = arith.truncf %3 : f32 to f8E5M2
//! ```

use warpline_ir::{Arith, Attr, Builder, Float, Module, Op, Type, TypeKind, Value};

/// Expands one conversion; returns `false` for other operations, and if there is no wider format than 8 bits.
pub(super) fn expand(module: &mut Module, op: Op, kind: Arith) -> bool {
    if !matches!(kind, Arith::ScalingExtF | Arith::ScalingTruncF) {
        return false;
    }
    let view = module.op(op);
    let (value, scale, old) = (view.named("in"), view.named("scale"), view.result(0));
    let (from, to) = (module.type_of(value), module.type_of(old));
    let is_widening = kind == Arith::ScalingExtF;
    let wide = if is_widening { to } else { from };
    if width(module, wide).is_none_or(|width| width <= 8) {
        return false;
    }
    let flags: Vec<(&'static str, Attr)> =
        module.attr(op, "fastmath").map(|flags| ("fastmath", flags)).into_iter().collect();
    let mut rounded = flags.clone();
    rounded.extend(module.attr(op, "roundingmode").map(|mode| ("roundingmode", mode)));
    let mut at = Builder::before(module, op);
    let power = power_of(&mut at, scale, wide, &flags);
    let result = if is_widening {
        let value = converted(&mut at, value, wide, &flags);
        at.value(Arith::MulF, &[value, power], wide, &flags)
    } else {
        let quotient = at.value(Arith::DivF, &[value, power], wide, &flags);
        converted(&mut at, quotient, to, &rounded)
    };
    module.replace_all_uses(old, result);
    module.erase(op);
    true
}

/// Builds the power of two that a scale represents, in a wider format.
fn power_of(at: &mut Builder<'_>, scale: Value, wide: Type, flags: &[(&'static str, Attr)]) -> Value {
    let ty = at.module.type_of(scale);
    let powers = at.module.intern_type(TypeKind::Float(Float::F8E8M0FNU));
    let powers = at.module.with_element(ty, powers);
    // There is no direct rounding between 8-bit formats.
    let is_small = ty != powers && width(at.module, ty) == Some(8);
    let single = at.module.with_element(ty, Type::F32);
    let scale = if is_small { converted(at, scale, single, flags) } else { scale };
    let power = converted(at, scale, powers, flags);
    converted(at, power, wide, flags)
}

/// Converts a float to another format, where one of the two is wider.
fn converted(at: &mut Builder<'_>, value: Value, to: Type, attrs: &[(&'static str, Attr)]) -> Value {
    let from = at.module.type_of(value);
    if from == to {
        return value;
    }
    let is_wider = width(at.module, from) < width(at.module, to);
    at.value(if is_wider { Arith::ExtF } else { Arith::TruncF }, &[value], to, attrs)
}

/// Returns the width of an element in bits.
fn width(module: &Module, ty: Type) -> Option<u32> {
    module.bit_width(module.element_type(ty))
}
