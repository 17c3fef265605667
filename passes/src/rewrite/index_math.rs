//! Builders for index arithmetic that fold constants.

use crate::analysis::trip_count::trip_count;
use warpline_ir::{Arith, Builder, Value};

/// Builds `a + b`.
pub(crate) fn add(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    match (at.module.constant_int(a), at.module.constant_int(b)) {
        (Some(0), _) => b,
        (_, Some(0)) => a,
        (Some(x), Some(y)) => at.index(x.wrapping_add(y)),
        _ => at.binary(Arith::AddI, a, b),
    }
}

/// Builds `a * b`.
pub(crate) fn multiply(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    match (at.module.constant_int(a), at.module.constant_int(b)) {
        (Some(1), _) => b,
        (_, Some(1)) => a,
        (Some(x), Some(y)) => at.index(x.wrapping_mul(y)),
        _ => at.binary(Arith::MulI, a, b),
    }
}

/// Builds `a - b`.
pub(crate) fn subtract(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    match (at.module.constant_int(a), at.module.constant_int(b)) {
        (_, Some(0)) => a,
        (Some(x), Some(y)) => at.index(x.wrapping_sub(y)),
        _ => at.binary(Arith::SubI, a, b),
    }
}

/// Builds the trip count of a loop: `(upper - lower) ceildiv step`, but at least 0.
pub(crate) fn ceildiv_trips(at: &mut Builder<'_>, lower: Value, upper: Value, step: Value) -> Value {
    if let Some(trips) = trip_count(at.module, lower, upper, step) {
        return at.index(trips);
    }
    let span = subtract(at, upper, lower);
    let trips =
        if at.module.constant_int(step) == Some(1) { span } else { at.binary(Arith::CeilDivSI, span, step) };
    let zero = at.index(0);
    at.binary(Arith::MaxSI, trips, zero)
}
