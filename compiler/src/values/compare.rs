//! Comparison of a result with what was expected.

use warpline_ir::Float;

use super::{Array, Element};

/// How far a result may be from what is expected: `|a - b| <= absolute + relative * |b|`. Zero means bit for bit,
/// where every NaN equals every NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// Allowed absolute difference.
    pub absolute: f64,
    /// Allowed difference relative to the expected value.
    pub relative: f64,
}

/// Where and how far two arrays differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// How many elements differ.
    pub count: usize,
    /// How many there are.
    pub total: usize,
    /// Indices of the first that differs.
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

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { count, total, index, found, expected, distance, ulps } = self;
        write!(
            f,
            "{count} of {total} elements differ; first at {index:?}: expected {expected}, but found {found}"
        )?;
        write!(f, " (absolute difference {distance:?}")?;
        match ulps {
            Some(ulps) => write!(f, ", {ulps} ulp)"),
            None => write!(f, ")"),
        }
    }
}

/// Compares two arrays of one type; `Ok` where they agree.
pub fn compare(found: &Array, expected: &Array, tolerance: Tolerance) -> Result<(), Mismatch> {
    let element = found.element;
    let pairs = found.bits().zip(expected.bits());
    let mut wrong = pairs.enumerate().filter(|(_, (a, b))| !agrees(element, *a, *b, tolerance));
    let Some((first, (a, b))) = wrong.next() else { return Ok(()) };
    Err(Mismatch {
        count: 1 + wrong.count(),
        total: found.len(),
        index: unravel(first as u64, &found.shape),
        found: element.format(a),
        expected: element.format(b),
        distance: (element.to_f64(a) - element.to_f64(b)).abs(),
        ulps: ulps(element, a, b),
    })
}

fn agrees(element: Element, a: u64, b: u64, tolerance: Tolerance) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (element.to_f64(a), element.to_f64(b));
    if x.is_nan() && y.is_nan() {
        return true;
    }
    let is_exact = tolerance == Tolerance::default();
    !is_exact && (x - y).abs() <= tolerance.absolute + tolerance.relative * y.abs()
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
