//! Quantities of flags: bytes and times.

use std::time::Duration;

/// Parses a number of bytes with one of these units, or without one.
pub fn bytes(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let with_unit = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (digits, unit) = with_unit.unwrap_or((text, 1));
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| format!("expected a number of seconds, but found '{text}'"))
}
