//! Expands float classification (`isnan`, `isinf`, …) to comparisons with the infinity and the least normal number.

use super::builder::constant;
use warpline_ir::{Arith, Builder, MachineFloat, Math, Value};

/// Builds the test whether a float is finite, infinite, NaN or normal.
pub(super) fn expand(at: &mut Builder<'_>, kind: Math, value: Value, float: MachineFloat) -> Value {
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
            let least = constant(at, ty, least_normal(float));
            let is_finite = at.compare_floats("olt", size, infinity);
            let is_great = at.compare_floats("oge", size, least);
            at.binary(Arith::AndI, is_finite, is_great)
        }
    }
}

fn least_normal(float: MachineFloat) -> f64 {
    match float {
        MachineFloat::F16 => 2f64.powi(-14),
        MachineFloat::BF16 | MachineFloat::F32 => 2f64.powi(-126),
        MachineFloat::F64 => f64::MIN_POSITIVE,
    }
}
