//! Questions about the kind of a float, as comparisons of its size with the infinity and the least normal number.

use super::builder::constant;
use warpline_ir::dialect::arith::CMPF_PREDICATES;
use warpline_ir::{Arith, Builder, MachineFloat, Math, Type, Value};

/// Whether a float is finite, infinite, NaN or normal.
pub(super) fn expand(at: &mut Builder<'_>, kind: Math, value: Value, float: MachineFloat) -> Value {
    let ty = at.module.type_of(value);
    if kind == Math::IsNaN {
        return compare(at, "uno", value, value);
    }
    let size = at.value(Math::AbsF, &[value], ty, &[]);
    let infinity = constant(at, ty, f64::INFINITY);
    match kind {
        Math::IsInf => compare(at, "oeq", size, infinity),
        Math::IsFinite => compare(at, "olt", size, infinity),
        _ => {
            let least = constant(at, ty, least_normal(float));
            let is_finite = compare(at, "olt", size, infinity);
            let is_great = compare(at, "oge", size, least);
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

fn compare(at: &mut Builder<'_>, predicate: &str, a: Value, b: Value) -> Value {
    let ty = at.module.type_of(a);
    let result = at.module.with_element(ty, Type::I1);
    let number = CMPF_PREDICATES.iter().position(|known| *known == predicate).unwrap_or_default();
    let predicate = at.module.int_attr(number as i64, Type::I64);
    at.value(Arith::CmpF, &[a, b], result, &[("predicate", predicate)])
}
