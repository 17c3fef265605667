//! How often loops run.

use warpline_ir::{Module, Value};

/// Returns the trip count of a loop with constant bounds.
pub fn trip_count(module: &Module, lower: Value, upper: Value, step: Value) -> Option<i64> {
    let (lower, upper) = (module.constant_int(lower)?, module.constant_int(upper)?);
    let step = module.constant_int(step).filter(|step| 0 < *step)?;
    let span = upper.checked_sub(lower)?.max(0);
    Some(span / step + i64::from(span % step != 0))
}
