//! Reduces the numbers in the text: constants, loop bounds, sizes of types and launches.
//!
//! One number often occurs in many positions that must agree, such as the size of a buffer in its type, its
//! loops and its launches. So all numbers of one value are changed together first, and then each by itself.

use std::ops::Range;

use super::{Reducer, delta};

/// The printed forms of `0.0` and `1.0`.
const FLOATS: [&str; 2] = ["0.000000e+00", "1.000000e+00"];

/// A number in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number {
    range: Range<usize>,
    /// The value; `None` for a float.
    value: Option<u64>,
    /// Whether it is a dimension size that is followed by others.
    is_size: bool,
}

/// Returns the sum of the numbers of a text; a float counts by its simplicity.
pub(super) fn sum(text: &str) -> u64 {
    let weight = |number: &Number| match number.value {
        Some(value) => value,
        None => FLOATS.iter().position(|float| *float == &text[number.range.clone()]).unwrap_or(2) as u64,
    };
    numbers(text).iter().map(weight).fold(0, u64::saturating_add)
}

/// Reduces numbers, all of one value together and then each by itself.
pub(super) fn reduce(reducer: &mut Reducer<'_>) {
    let mut values: Vec<u64> = numbers(reducer.best()).iter().filter_map(|number| number.value).collect();
    values.sort_unstable();
    values.dedup();
    for value in values.into_iter().rev().filter(|value| 2 <= *value) {
        let targets = [1, 2, value / 2, value - value / 4];
        for target in targets.into_iter().filter(|target| *target < value) {
            let text =
                replaced(reducer.best(), |number| number.value == Some(value), &target.to_string(), "");
            if reducer.consider(&text) {
                break;
            }
        }
    }
    lower(reducer, 0);
    lower(reducer, 1);
}

/// Lowers as many numbers as possible to `target`; a size never becomes 0.
fn lower(reducer: &mut Reducer<'_>, target: u64) {
    let base = reducer.best().to_string();
    let float = FLOATS[target as usize];
    let is_larger = |number: &Number| match number.value {
        Some(value) => target < value && (target != 0 || !number.is_size),
        None => !FLOATS[..=target as usize].contains(&&base[number.range.clone()]),
    };
    let places: Vec<Number> = numbers(&base).into_iter().filter(is_larger).collect();
    delta::minimise(places.len(), |chosen| {
        let is_chosen = |number: &Number| chosen.iter().any(|place| places[*place] == *number);
        reducer.consider(&replaced(&base, is_chosen, &target.to_string(), float))
    });
}

/// Returns the text with the chosen numbers replaced.
fn replaced(text: &str, is_chosen: impl Fn(&Number) -> bool, int: &str, float: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for number in numbers(text).into_iter().filter(|number| is_chosen(number)) {
        out.push_str(&text[end..number.range.start]);
        out.push_str(if number.value.is_some() { int } else { float });
        end = number.range.end;
    }
    out + &text[end..]
}

/// Returns the numbers of a text that are not part of a name, a string, a comment or a hexadecimal number.
fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'/' if text[at..].starts_with("//") => {
                at = text[at..].find('\n').map_or(bytes.len(), |length| at + length);
            }
            b'0'..=b'9' => {
                let number = number_at(text, at);
                let is_hex = text[at..].starts_with("0x");
                at = number.range.end;
                if !is_hex {
                    found.push(number);
                }
            }
            first if is_name(first) => at = end_of_name(bytes, at),
            _ => at += 1,
        }
    }
    found
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'#' | b'@' | b'^' | b'!')
}

/// Returns the end of a name; the `x` between sizes is a name by itself if a digit follows.
fn end_of_name(bytes: &[u8], start: usize) -> usize {
    let follows_size =
        start.checked_sub(1).is_some_and(|before| matches!(bytes[before], b'0'..=b'9' | b'?' | b']'));
    if bytes[start] == b'x' && follows_size {
        return start + 1;
    }
    let length = bytes[start..].iter().position(|byte| !is_name(*byte) && *byte != b'.');
    length.map_or(bytes.len(), |length| start + length)
}

fn number_at(text: &str, start: usize) -> Number {
    let digits = |from: usize| {
        let rest = text[from..].bytes().position(|byte| !byte.is_ascii_digit());
        rest.map_or(text.len(), |length| from + length)
    };
    let end = digits(start);
    let is_float = text[end..].starts_with('.');
    if !is_float {
        let value = Some(text[start..end].parse().unwrap_or(u64::MAX));
        return Number { range: start..end, value, is_size: text[end..].starts_with('x') };
    }
    let mut end = digits(end + 1);
    let exponent = text[end..].trim_start_matches(['e', 'E']).trim_start_matches(['+', '-']);
    let sign = text.len() - exponent.len();
    if end < sign && exponent.starts_with(|first: char| first.is_ascii_digit()) {
        end = digits(sign);
    }
    Number { range: start..end, value: None, is_size: false }
}
