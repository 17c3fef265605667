//! Comparison of a result with what was expected.

use warpline_ir::Float;

use super::{Array, Element};

/// How far a result may be from what is expected: `|a - b| <= absolute + relative * |b|`, or at most `ulps` representable
/// values away; an infinity is near nothing but itself. All zero means bit for bit, so that 0.0 is not -0.0. Every NaN
/// equals every NaN in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Tolerance {
    /// Absolute difference from what is expected that is allowed
    #[arg(id = "atol", long, value_name = "ATOL", default_value_t = 0.0, value_parser = difference)]
    pub absolute: f64,
    /// Relative difference from what is expected that is allowed
    #[arg(id = "rtol", long, value_name = "RTOL", default_value_t = 0.0, value_parser = difference)]
    pub relative: f64,
    /// Representable floats that may lie between a result and what is expected
    #[arg(id = "ulp", long, value_name = "N", default_value_t = 0)]
    pub ulps: u64,
}

fn difference(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && 0.0 <= *number);
    number.ok_or_else(|| format!("expected a number that is not negative, but found '{text}'"))
}

/// How many elements of a mismatch are shown.
const MAX_SHOWN: usize = 8;

/// Where and how far two arrays differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// How many elements differ.
    pub count: usize,
    /// How many there are.
    pub total: usize,
    /// The first few that differ, in the order of their indices; at least one.
    pub first: Vec<Difference>,
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its indices.
    pub index: Vec<u64>,
    /// What was found there.
    pub found: String,
    /// What was expected there.
    pub expected: String,
    /// The absolute difference there.
    pub distance: f64,
    /// The distance there in units of the last place, for floats.
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

/// Compares two arrays of one type; `Ok` where they agree.
pub fn compare(found: &Array, expected: &Array, tolerance: Tolerance) -> Result<(), Mismatch> {
    let element = found.element;
    let pairs = found.bits().zip(expected.bits());
    let wrong = pairs.enumerate().filter(|(_, (a, b))| !agrees(element, *a, *b, tolerance));
    let mut mismatch = Mismatch { count: 0, total: found.len(), first: Vec::new() };
    for (place, (a, b)) in wrong {
        mismatch.count += 1;
        if mismatch.first.len() < MAX_SHOWN {
            mismatch.first.push(Difference {
                index: unravel(place as u64, &found.shape),
                found: element.format(a),
                expected: element.format(b),
                distance: (element.to_f64(a) - element.to_f64(b)).abs(),
                ulps: ulps(element, a, b),
            });
        }
    }
    if mismatch.count == 0 { Ok(()) } else { Err(mismatch) }
}

fn agrees(element: Element, a: u64, b: u64, tolerance: Tolerance) -> bool {
    let (x, y) = (element.to_f64(a), element.to_f64(b));
    if a == b || x.is_nan() && y.is_nan() {
        return true;
    }
    if tolerance == Tolerance::default() || x.is_infinite() || y.is_infinite() {
        return false;
    }
    let Tolerance { absolute, relative, ulps: most } = tolerance;
    // Large integers that differ may be the same as f64.
    let is_measured = 0.0 < absolute || 0.0 < relative;
    let is_near = is_measured && (x - y).abs() <= absolute + relative * y.abs();
    is_near || ulps(element, a, b).is_some_and(|ulps| ulps <= most)
}

/// The number of representable values between two floats.
fn ulps(element: Element, a: u64, b: u64) -> Option<u64> {
    let Element::Float(float) = element else { return None };
    if element.to_f64(a).is_nan() || element.to_f64(b).is_nan() {
        return None;
    }
    Some(ordered(float, a).abs_diff(ordered(float, b)) as u64)
}

/// The bits as a whole number in the order of the values.
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
