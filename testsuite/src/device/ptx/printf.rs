//! The formatting of `vprintf`.

use super::layout::space_of;
use super::machine::{Location, Machine, ThreadPos, Use};
use super::memory::Fault;
use std::fmt::Write as _;

/// The maximum length of the text of one call.
const MAX_TEXT: u64 = 1 << 16;

/// Reads a NUL-terminated string from memory.
pub(super) fn text(machine: &mut Machine<'_>, at: ThreadPos, address: u64) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    for offset in 0..MAX_TEXT {
        match load(machine, at, address + offset, 1)? {
            0 => break,
            byte => bytes.push(byte as u8),
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn load(machine: &mut Machine<'_>, at: ThreadPos, address: u64, n: u64) -> Result<u64, Fault> {
    let (space, offset) = space_of(address);
    let place = Location { space, at: offset };
    machine.check(at, place, n, Use::plain(false))?;
    match machine.read(at, place, n) {
        (value, 0) => Ok(value),
        _ => Err("an undefined value is printed".to_string().into()),
    }
}

/// Prints; returns the number of arguments.
pub(super) fn print(
    machine: &mut Machine<'_>,
    at: ThreadPos,
    format: u64,
    values: u64,
) -> Result<u64, Fault> {
    let format = text(machine, at, format)?;
    let mut rest = format.as_str();
    let mut next = values;
    let mut n = 0;
    let mut out = String::new();
    while let Some(start) = rest.find('%') {
        out.push_str(&rest[..start]);
        let end =
            rest[start + 1..].find(|c: char| c.is_ascii_alphabetic() && !"hlzj".contains(c) || c == '%');
        let Some(end) = end else { return Err(format!("'{format}' ends in a directive").into()) };
        let directive = &rest[start..start + end + 2];
        rest = &rest[start + end + 2..];
        if directive == "%%" {
            out.push('%');
            continue;
        }
        let kind = directive.chars().next_back().unwrap_or('d');
        let is_long = directive.contains(['l', 'z', 'j']) || "eEfFgGaAps".contains(kind);
        let size = if is_long { 8 } else { 4 };
        next = next.next_multiple_of(size);
        let value = load(machine, at, next, size)?;
        next += size;
        n += 1;
        if kind == 's' {
            out.push_str(&text(machine, at, value)?);
        } else {
            one(&mut out, directive, kind, value, is_long)?;
        }
    }
    out.push_str(rest);
    machine.printed.push_str(&out);
    Ok(n)
}

/// The flags, width and precision of a conversion specification.
struct Layout {
    left: bool,
    zero: bool,
    plus: bool,
    width: usize,
    precision: Option<usize>,
}

fn layout(directive: &str) -> Layout {
    let inner = directive[1..].trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let flags = inner.len() - inner.trim_start_matches(['-', '0', '+', ' ', '#']).len();
    let (flags, sizes) = inner.split_at(flags);
    let (width, precision) = sizes.split_once('.').map_or((sizes, None), |(width, rest)| (width, Some(rest)));
    Layout {
        left: flags.contains('-'),
        zero: flags.contains('0'),
        plus: flags.contains('+'),
        width: width.parse().unwrap_or(0),
        precision: precision.map(|text| text.parse().unwrap_or(0)),
    }
}

fn one(out: &mut String, directive: &str, kind: char, value: u64, is_long: bool) -> Result<(), Fault> {
    let layout = layout(directive);
    let signed = if is_long { value as i64 } else { i64::from(value as u32 as i32) };
    let precision = layout.precision.unwrap_or(6);
    let number = f64::from_bits(value);
    let mut text = match kind {
        'd' | 'i' => signed.to_string(),
        'u' => value.to_string(),
        'x' => format!("{value:x}"),
        'X' => format!("{value:X}"),
        'o' => format!("{value:o}"),
        'p' => format!("{value:#x}"),
        'c' => char::from(value as u8).to_string(),
        'f' | 'F' => format!("{number:.precision$}"),
        'e' => exponential(number, precision),
        'g' => general(number, precision),
        _ => return Err(format!("'{directive}' cannot be printed").into()),
    };
    if layout.plus && "dieEfFgG".contains(kind) && !text.starts_with('-') {
        text.insert(0, '+');
    }
    let missing = layout.width.saturating_sub(text.chars().count());
    if layout.left {
        let _ = write!(out, "{text}{}", " ".repeat(missing));
    } else if layout.zero && kind != 'c' {
        let at = usize::from(text.starts_with(['-', '+']));
        text.insert_str(at, &"0".repeat(missing));
        out.push_str(&text);
    } else {
        let _ = write!(out, "{}{text}", " ".repeat(missing));
    }
    Ok(())
}

fn exponential(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    let (sign, size) = exponent.strip_prefix('-').map_or(('+', exponent), |size| ('-', size));
    format!("{digits}e{sign}{size:0>2}")
}

/// Formats a number as `%g` with this precision.
fn general(number: f64, precision: usize) -> String {
    let precision = precision.max(1);
    if !number.is_finite() || number == 0.0 {
        return if number.is_nan() { "nan".to_string() } else { format!("{number}") };
    }
    let rounded = format!("{number:.*e}", precision - 1);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, text)| text.parse().ok()).unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            text.to_string()
        }
    };
    if exponent < -4 || precision as i32 <= exponent {
        let text = exponential(number, precision - 1);
        return text
            .split_once('e')
            .map_or(text.clone(), |(digits, rest)| format!("{}e{rest}", trim(digits)));
    }
    trim(&format!("{number:.*}", (precision as i32 - 1 - exponent).max(0) as usize))
}
