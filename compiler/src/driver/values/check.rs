//! Formats results: small ones in full, large ones as check values, a few numbers that distinguish them.

use super::Array;

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

/// Returns lines with count, minimum, maximum, sum in f64, first element, and the distinct values if they are few.
pub fn check_values(array: &Array) -> Vec<String> {
    let element = array.element;
    let mut all = array.bits();
    let Some(first) = all.next() else { return vec!["count=0".to_string()] };
    let mut totals = Totals { low: first, high: first, sum: 0.0, distinct: Distinct::default() };
    for bits in std::iter::once(first).chain(all) {
        let value = element.to_f64(bits);
        totals.sum += value;
        if value < element.to_f64(totals.low) {
            totals.low = bits;
        }
        if element.to_f64(totals.high) < value {
            totals.high = bits;
        }
        totals.distinct.count(bits);
    }
    let Totals { low, high, sum, distinct } = totals;
    let show = |bits| element.format(bits);
    let (low, high, first) = (show(low), show(high), show(first));
    let mut lines = vec![format!("count={} min={low} max={high} sum={sum:?} first={first}", array.len())];
    if let Some(mut values) = distinct.values {
        values.sort_by(|a, b| element.to_f64(a.0).total_cmp(&element.to_f64(b.0)));
        let values: Vec<String> =
            values.iter().map(|(bits, n)| format!("{} ({n} times)", show(*bits))).collect();
        lines.push(format!("values: {}", values.join(", ")));
    }
    lines
}

struct Totals {
    low: u64,
    high: u64,
    sum: f64,
    distinct: Distinct,
}

/// Distinct bit patterns with counts, up to a maximum.
struct Distinct {
    values: Option<Vec<(u64, u64)>>,
    last: usize,
}

impl Default for Distinct {
    fn default() -> Self {
        Self { values: Some(Vec::new()), last: 0 }
    }
}

impl Distinct {
    fn count(&mut self, bits: u64) {
        let Some(values) = &mut self.values else { return };
        let is_last = values.get(self.last).is_some_and(|(value, _)| *value == bits);
        let known =
            if is_last { Some(self.last) } else { values.iter().position(|(value, _)| *value == bits) };
        match known {
            Some(index) => {
                values[index].1 += 1;
                self.last = index;
            }
            None if values.len() < MAX_DISTINCT => values.push((bits, 1)),
            None => self.values = None,
        }
    }
}
