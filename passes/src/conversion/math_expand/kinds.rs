//! Expands float classification (`isnan`, `isinf`, …) to comparisons with the infinity and the least normal number.

use super::builder::constant;
use warpline_ir::scalar::format::Format;
use warpline_ir::{Arith, Builder, Float, Math, Type, Value};

/// Builds the test whether a float of a format is finite, infinite, NaN or normal.
pub(super) fn expand(at: &mut Builder<'_>, kind: Math, value: Value, format: Float) -> Value {
    let mut value = value;
    if format.machine().is_none() {
        let single = at.module.with_element(at.module.type_of(value), Type::F32);
        value = at.value(Arith::ExtF, &[value], single, &[]);
    }
    let ty = at.module.type_of(value);
    if kind == Math::IsNaN {
        return at.compare_floats("uno", value, value);
    }
    let size = at.value(Math::AbsF, &[value], ty, &[]);
    let infinity = constant(at, ty, f64::INFINITY);
    match kind {
        Math::IsInf => at.compare_floats("oeq", size, infinity),
        Math::IsFinite => at.compare_floats("olt", size, infinity),
        _ => {
            let least = Format::of(format).map_or(f64::MIN_POSITIVE, Format::least_normal);
            let least = constant(at, ty, least);
            let is_finite = at.compare_floats("olt", size, infinity);
            let is_great = at.compare_floats("oge", size, least);
            at.binary(Arith::AndI, is_finite, is_great)
        }
    }
}
