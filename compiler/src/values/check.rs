//! Formats results: small ones in full, large ones as check values, a few numbers that distinguish them.

use crate::driver::values::{Array, Element};
use warpline_ir::Float;

/// The maximum number of elements of an array shown in full, if no row has more than [`MAX_ROW`].
const MAX_WHOLE: usize = 64;
/// The maximum number of elements in a row.
const MAX_ROW: u64 = 32;
/// The maximum number of distinct values listed.
const MAX_DISTINCT: usize = 16;

/// Returns the rows of a small, non-empty array in full; `None` for others. The elements of all rows are aligned.
pub fn whole_rows(array: &Array) -> Option<Vec<String>> {
    let row = array.shape.last().copied().unwrap_or(1);
    if array.is_empty() || MAX_WHOLE < array.len() || MAX_ROW < row {
        return None;
    }
    let indent = |row: &String| array.shape.len() - row.chars().take_while(|c| *c == '[').count();
    let rows = array.rows().into_iter();
    Some(rows.map(|row| format!("{:width$}{row}", "", width = indent(&row))).collect())
}

/// Returns lines with count, minimum, maximum, sum in f64, first element, and the distinct values if they are few, all of the
/// elements that were written, and the number of others.
pub fn check_values(array: &Array) -> Vec<String> {
    let element = array.element;
    let mut written =
        array.bits().enumerate().filter(|(index, _)| array.is_written(*index)).map(|(_, bits)| bits);
    let unwritten = match array.unwritten.iter().map(|range| range.end - range.start).sum::<u64>() {
        0 => String::new(),
        n => format!(" unwritten={n}"),
    };
    let Some(first) = written.next() else { return vec![format!("count={}{unwritten}", array.len())] };
    let Totals { low, high, sum, distinct } = match element {
        _ if !array.unwritten.is_empty() => {
            let mut totals = Totals::new(first, element.to_f64(first));
            totals.add(first, element.to_f64(first));
            written.for_each(|bits| totals.add(bits, element.to_f64(bits)));
            totals
        }
        // The usual formats have loops of their own, as results may have many elements.
        Element::Float(Float::F32) => totals(array, |bytes: &[u8; 4]| {
            let bits = u32::from_le_bytes(*bytes);
            (bits.into(), f32::from_bits(bits).into())
        }),
        Element::Float(Float::F64) => totals(array, |bytes: &[u8; 8]| {
            let bits = u64::from_le_bytes(*bytes);
            (bits.into(), f64::from_bits(bits))
        }),
        Element::Int(32) => totals(array, |bytes: &[u8; 4]| {
            let bits = u32::from_le_bytes(*bytes);
            (bits.into(), bits.cast_signed().into())
        }),
        _ => {
            let mut totals = Totals::new(first, element.to_f64(first));
            array.bits().for_each(|bits| totals.add(bits, element.to_f64(bits)));
            totals
        }
    };
    let show = |bits| element.format(bits);
    let (low, high, first) = (show(low.0), show(high.0), show(first));
    let mut lines =
        vec![format!("count={} min={low} max={high} sum={sum:?} first={first}{unwritten}", array.len())];
    if let Some(mut values) = distinct.values {
        values.sort_by(|a, b| element.to_f64(a.0).total_cmp(&element.to_f64(b.0)));
        let values: Vec<String> =
            values.iter().map(|(bits, n)| format!("{} ({n} times)", show(*bits))).collect();
        lines.push(format!("values: {}", values.join(", ")));
    }
    lines
}

/// Returns the totals of elements of `N` bytes; `load` returns the bits and the value of one.
fn totals<const N: usize>(array: &Array, load: impl Fn(&[u8; N]) -> (u128, f64)) -> Totals {
    let (elements, _) = array.bytes.as_chunks::<N>();
    let (bits, value) = elements.first().map_or((0, 0.0), &load);
    let mut totals = Totals::new(bits, value);
    for element in elements {
        let (bits, value) = load(element);
        totals.add(bits, value);
    }
    totals
}

struct Totals {
    /// The bits and the value of the least element.
    low: (u128, f64),
    /// The bits and the value of the greatest element.
    high: (u128, f64),
    sum: f64,
    distinct: Distinct,
}

impl Totals {
    fn new(bits: u128, value: f64) -> Self {
        Self { low: (bits, value), high: (bits, value), sum: 0.0, distinct: Distinct::default() }
    }

    #[inline]
    fn add(&mut self, bits: u128, value: f64) {
        self.sum += value;
        if value < self.low.1 {
            self.low = (bits, value);
        }
        if self.high.1 < value {
            self.high = (bits, value);
        }
        self.distinct.count(bits);
    }
}

/// Distinct bit patterns with counts, up to a maximum.
struct Distinct {
    values: Option<Vec<(u128, u64)>>,
    last: usize,
}

impl Default for Distinct {
    fn default() -> Self {
        Self { values: Some(Vec::new()), last: 0 }
    }
}

impl Distinct {
    #[inline]
    fn count(&mut self, bits: u128) {
        let Some(values) = &mut self.values else { return };
        match values.get_mut(self.last) {
            Some((value, n)) if *value == bits => *n += 1,
            _ => self.count_other(bits),
        }
    }

    fn count_other(&mut self, bits: u128) {
        let Some(values) = &mut self.values else { return };
        match values.iter().position(|(value, _)| *value == bits) {
            Some(index) => {
                values[index].1 += 1;
                self.last = index;
            }
            None if values.len() < MAX_DISTINCT => values.push((bits, 1)),
            None => self.values = None,
        }
    }
}
