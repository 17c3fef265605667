//! Compares a result with the expected one.

use warpline_ir::Float;

use crate::driver::values::{Array, Element};

/// The tolerance of a comparison: `|a - b| <= absolute + relative * |b|`, or at most `ulps` representable
/// values away; an infinity is near nothing but itself. All zero means bit for bit, so that 0.0 is not -0.0.
/// Every NaN always equals every NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Allowed absolute difference from the expected value.
    pub absolute: f64,
    /// Allowed relative difference from the expected value.
    pub relative: f64,
    /// Allowed difference from the expected value in representable floats.
    pub ulps: u64,
}

/// The maximum number of elements shown of a mismatch.
const MAX_SHOWN: usize = 8;

/// The differences between two arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The number of elements that differ.
    pub count: usize,
    /// The number of elements.
    pub total: usize,
    /// The first differences, in index order; at least one.
    pub first: Vec<Difference>,
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its indices.
    pub index: Vec<u64>,
    /// The actual value.
    pub found: String,
    /// The expected value.
    pub expected: String,
    /// The absolute difference.
    pub distance: f64,
    /// The difference in units of the last place, for floats.
    pub ulps: Option<u64>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { index, found, expected, distance, ulps } = self;
        write!(f, "at {index:?}: expected {expected}, but found {found} (absolute difference {distance:?}")?;
        match ulps {
            Some(ulps) => write!(f, ", {ulps} ulp)"),
            None => write!(f, ")"),
        }
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} elements differ; first ", self.count, self.total)?;
        self.first.first().map_or(Ok(()), |first| first.fmt(f))
    }
}

/// Compares two arrays of one type; `Ok` if they agree. What nothing wrote agrees with nothing.
pub fn compare(found: &Array, expected: &Array, tolerance: Tolerance) -> Result<(), Mismatch> {
    compare_where(found, expected, tolerance, |index| {
        (!found.is_written(index) || !expected.is_written(index)).then_some(false)
    })
}

/// Compares the results of two devices as [`compare`] does, but for elements that nothing wrote on one of them.
pub fn compare_devices(found: &Array, expected: &Array, tolerance: Tolerance) -> Result<(), Mismatch> {
    compare_where(found, expected, tolerance, |index| {
        (!found.is_written(index) || !expected.is_written(index)).then_some(true)
    })
}

fn compare_where(
    found: &Array,
    expected: &Array,
    tolerance: Tolerance,
    known: impl Fn(usize) -> Option<bool>,
) -> Result<(), Mismatch> {
    let element = found.element;
    let pairs = found.bits().zip(expected.bits());
    let wrong = pairs
        .enumerate()
        .filter(|(index, (a, b))| !known(*index).unwrap_or_else(|| agrees(element, *a, *b, tolerance)));
    let mut mismatch = Mismatch { count: 0, total: found.len(), first: Vec::new() };
    for (place, (a, b)) in wrong {
        mismatch.count += 1;
        if mismatch.first.len() < MAX_SHOWN {
            mismatch.first.push(Difference {
                index: unravel(place as u64, &found.shape),
                found: if found.is_written(place) { element.format(a) } else { "?".to_string() },
                expected: element.format(b),
                distance: (element.to_f64(a) - element.to_f64(b)).abs(),
                ulps: ulps(element, a, b),
            });
        }
    }
    if mismatch.count == 0 { Ok(()) } else { Err(mismatch) }
}

fn agrees(element: Element, a: u128, b: u128, tolerance: Tolerance) -> bool {
    if matches!(element, Element::Complex(_)) {
        let parts = element.parts(a).into_iter().zip(element.parts(b));
        return parts.into_iter().all(|((part, a), (_, b))| agrees(part, a, b, tolerance));
    }
    let (x, y) = (element.to_f64(a), element.to_f64(b));
    if a == b || x.is_nan() && y.is_nan() {
        return true;
    }
    if tolerance == Tolerance::default() || x.is_infinite() || y.is_infinite() {
        return false;
    }
    let Tolerance { absolute, relative, ulps: most } = tolerance;
    // Large integers that differ may be equal as f64.
    let is_measured = 0.0 < absolute || 0.0 < relative;
    let is_near = is_measured && (x - y).abs() <= absolute + relative * y.abs();
    is_near || ulps(element, a, b).is_some_and(|ulps| ulps <= most)
}

/// Returns the number of representable values between two floats.
fn ulps(element: Element, a: u128, b: u128) -> Option<u64> {
    let Element::Float(float) = element else { return None };
    if element.to_f64(a).is_nan() || element.to_f64(b).is_nan() {
        return None;
    }
    Some(ordered(float, a as u64).abs_diff(ordered(float, b as u64)) as u64)
}

/// Maps the bits to an integer in the order of the values.
fn ordered(float: Float, bits: u64) -> i128 {
    let sign = 1u64 << (float.width() - 1);
    let magnitude = i128::from(bits & (sign - 1));
    if bits & sign == 0 { magnitude } else { -magnitude }
}

fn unravel(index: u64, shape: &[u64]) -> Vec<u64> {
    let mut rest = index;
    let mut indices: Vec<u64> = shape
        .iter()
        .rev()
        .map(|size| {
            let index = rest % size.max(&1);
            rest /= size.max(&1);
            index
        })
        .collect();
    indices.reverse();
    indices
}
