//! Formats the output of programs: numbers, buffers and vectors, as MLIR's runner libraries and C's `printf`
//! write them.
//!
//! All functions work on bit patterns and return text; nothing is printed here, and no address is read. A
//! buffer is a [`BufferText`] and a function that returns its elements, so that an interpreter can check each
//! access and compiled code can read plain memory.

use std::fmt::Write;
use warpline_ir::Float;
use warpline_ir::host_abi::PrintKind;
use warpline_ir::scalar::{float, signed};

/// Returns the text of a value of a kind, from as many parts as the kind has.
pub fn text_of(kind: PrintKind, parts: &[u64]) -> String {
    let first = parts.first().copied().unwrap_or_default();
    match kind {
        PrintKind::Newline => "\n".to_string(),
        PrintKind::Signed(width) => signed(first, width).to_string(),
        PrintKind::Unsigned(_) => first.to_string(),
        PrintKind::Char => char::from(first as u8).to_string(),
        PrintKind::Float(format) => general(float::widen(format, first), 6),
        PrintKind::Complex(format) => {
            let second = parts.get(1).copied().unwrap_or_default();
            let part = |bits| general(float::widen(format, bits), 6);
            format!("({},{})", part(first), part(second))
        }
        PrintKind::Rows4x4(format) => rows_text(format, parts),
    }
}

/// Formats rows of four floats. The last row is closer to those before it, as in MLIR's runner libraries.
fn rows_text(format: Float, parts: &[u64]) -> String {
    let row = |row: &[u64]| {
        let texts: Vec<String> = row.iter().map(|bits| general(float::widen(format, *bits), 6)).collect();
        format!("({})", texts.join(", "))
    };
    let rows: Vec<String> = parts.chunks(4).map(row).collect();
    match rows.split_last() {
        Some((last, others)) => format!("({},  {last})", others.join(",   ")),
        None => String::new(),
    }
}

/// Formats a float like `%g` with this many significant digits.
pub fn general(value: f64, precision: usize) -> String {
    general_with(value, precision.max(1), false)
}

fn general_with(value: f64, precision: usize, keeps_zeros: bool) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    let scientific = format!("{:.*e}", precision - 1, value);
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let strip = |text: &str| {
        if keeps_zeros || !text.contains('.') {
            return text.to_string();
        }
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    if exponent < -4 || precision as i32 <= exponent {
        return format!("{}{}", strip(digits), exponent_text(exponent));
    }
    strip(&format!("{:.*}", (precision as i32 - 1 - exponent) as usize, value))
}

/// Formats an infinity or NaN, which has no sign: devices differ in the sign that an operation gives it.
fn not_finite(value: f64) -> String {
    let text = match (value.is_nan(), value.is_sign_negative()) {
        (true, _) => "nan",
        (false, true) => "-inf",
        (false, false) => "inf",
    };
    text.to_string()
}

fn exponent_text(exponent: i32) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// The description of a buffer without its elements.
#[derive(Clone, Copy, Debug)]
pub struct BufferText<'a> {
    /// Its address. The interpreter's buffers have artificial addresses from 0x10000000 on.
    pub address: u64,
    /// The linear index of the first element.
    pub offset: i64,
    /// Its sizes.
    pub sizes: &'a [i64],
    /// Its strides, in elements.
    pub strides: &'a [i64],
    /// The kind of its elements.
    pub kind: PrintKind,
}

impl BufferText<'_> {
    /// Returns the line of `printMemrefShape`, without its line break.
    pub fn shape_line(&self) -> String {
        let rank = self.sizes.len();
        let Self { address, offset, sizes, strides, .. } = self;
        format!(
            "base@ = {address:#x} rank = {rank} offset = {offset} sizes = {sizes:?} strides = {strides:?}"
        )
    }

    /// Returns the text of `printMemref`: the shape, then the elements in nested brackets. `element` returns
    /// the parts of the element with a linear index; the text ends once it exceeds `limit` bytes.
    pub fn text<E>(
        &self,
        limit: usize,
        mut element: impl FnMut(i64) -> Result<Vec<u64>, E>,
    ) -> Result<String, E> {
        let mut text = format!("{} data = \n", self.shape_line());
        let rank = self.sizes.len();
        if rank == 0 {
            write_parts(&mut text, &["[", &text_of(self.kind, &element(self.offset)?), "]\n"]);
            return Ok(text);
        }
        text.push_str(&"[".repeat(rank));
        let mut index = vec![0i64; rank];
        while text.len() <= limit && !self.sizes.contains(&0) {
            text.push_str(&text_of(self.kind, &element(self.number(&index))?));
            let Some(dim) = self.advance(&mut index) else { break };
            let n_closed = rank - 1 - dim;
            if n_closed == 0 {
                write_parts(&mut text, &[",", &" ".repeat(rank + 1)]);
            } else {
                write_parts(&mut text, &[&"]".repeat(n_closed), ", \n", &" ".repeat(dim + 1)]);
                text.push_str(&"[".repeat(n_closed));
            }
        }
        write_parts(&mut text, &[&"]".repeat(rank), "\n"]);
        Ok(text)
    }

    /// Returns the linear indices of the elements, row-major.
    pub fn numbers(&self) -> impl Iterator<Item = i64> {
        let first = (!self.sizes.contains(&0)).then(|| vec![0i64; self.sizes.len()]);
        let next = |index: &Vec<i64>| {
            let mut index = index.clone();
            self.advance(&mut index).map(|_| index)
        };
        std::iter::successors(first, next).map(|index| self.number(&index))
    }

    fn number(&self, index: &[i64]) -> i64 {
        let steps = index.iter().zip(self.strides).map(|(index, stride)| index.wrapping_mul(*stride));
        steps.fold(self.offset, i64::wrapping_add)
    }

    /// Advances to the next index, row-major; returns the dimension that was incremented.
    fn advance(&self, index: &mut [i64]) -> Option<usize> {
        for dim in (0..index.len()).rev() {
            index[dim] += 1;
            if index[dim] < self.sizes[dim] {
                return Some(dim);
            }
            index[dim] = 0;
        }
        None
    }
}

fn write_parts(text: &mut String, parts: &[&str]) {
    for part in parts {
        text.push_str(part);
    }
}

/// Formats a vector like `vector.print`: `( ( 1, 2 ), ( 3, 4 ) )`; one without dimensions as `( 1 )`.
pub fn vector_text(kind: PrintKind, shape: &[i64], elements: &[u64]) -> String {
    let shape = if shape.is_empty() { &[1][..] } else { shape };
    let mut text = String::new();
    for (number, bits) in elements.iter().enumerate() {
        let n_ends = |number: usize| {
            let mut size = 1usize;
            let inner = shape.iter().rev().take_while(|dim| {
                size = size.saturating_mul(dim.unsigned_abs() as usize);
                number.is_multiple_of(size)
            });
            inner.count()
        };
        if number != 0 {
            text.push_str(&" )".repeat(n_ends(number)));
            text.push_str(", ");
        }
        text.push_str(&"( ".repeat(n_ends(number)));
        text.push_str(&text_of(kind, &[*bits]));
    }
    if elements.is_empty() {
        text.push_str(&"( ".repeat(shape.len()));
    }
    text.push_str(&" )".repeat(shape.len()));
    text
}

/// An argument of `printf`.
#[derive(Clone, Copy, Debug)]
pub enum PrintArg {
    /// An integer of this width, zero-extended.
    Int(u64, u32),
    /// A float.
    Float(f64),
}

/// One `%` of a format: flags, width, precision, and the letter.
#[derive(Clone, Debug, Default)]
struct Directive {
    flags: String,
    width: usize,
    precision: Option<usize>,
    letter: char,
}

/// The maximum width of a field.
const MAX_FIELD: usize = 4096;

/// Formats the arguments according to a C format, whose lengths do not matter: an integer is printed whole. The error
/// explains what is wrong with the format.
pub fn c_format(format: &str, args: &[PrintArg]) -> Result<String, String> {
    let mut text = String::new();
    let mut args = args.iter();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            text.push('%');
            rest = after;
            continue;
        }
        let (directive, after) = directive(after)?;
        let arg = args.next().ok_or("the format asks for more arguments than there are")?;
        text.push_str(&directive.pad(&directive.value(*arg)?));
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn directive(text: &str) -> Result<(Directive, &str), String> {
    let mut found = Directive::default();
    let n_flags = text.bytes().take_while(|byte| b"-+ #0".contains(byte)).count();
    found.flags = text[..n_flags].to_string();
    let (width, mut rest) = number(&text[n_flags..]);
    found.width = width;
    if let Some(after) = rest.strip_prefix('.') {
        let (precision, after) = number(after);
        found.precision = Some(precision);
        rest = after;
    }
    let n_length = rest.bytes().take_while(|byte| b"hlLqjzt".contains(byte)).count();
    rest = &rest[n_length..];
    let letter = rest.chars().next().ok_or("the format ends in the middle of a directive")?;
    found.letter = letter;
    Ok((found, &rest[letter.len_utf8()..]))
}

/// Parses the number at the beginning of a text, 0 if there is none; returns it with the rest.
fn number(text: &str) -> (usize, &str) {
    let n = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(n);
    (digits.parse().map_or(0, |number: usize| number.min(MAX_FIELD)), rest)
}

impl Directive {
    fn value(&self, arg: PrintArg) -> Result<String, String> {
        match (self.letter, arg) {
            ('d' | 'i', PrintArg::Int(bits, width)) => {
                let value = if width == 1 { bits.cast_signed() } else { signed(bits, width) };
                Ok(self.sign(value < 0, &self.digits(&value.unsigned_abs().to_string())))
            }
            ('u' | 'x' | 'X' | 'o', PrintArg::Int(value, _)) => {
                let prefix = if self.flags.contains('#') && value != 0 { self.letter } else { 'u' };
                Ok(match self.letter {
                    'u' => self.digits(&value.to_string()),
                    'o' => self.digits(&format!("{}{value:o}", if prefix == 'o' { "0" } else { "" })),
                    'x' => format!(
                        "{}{}",
                        if prefix == 'x' { "0x" } else { "" },
                        self.digits(&format!("{value:x}"))
                    ),
                    _ => format!(
                        "{}{}",
                        if prefix == 'X' { "0X" } else { "" },
                        self.digits(&format!("{value:X}"))
                    ),
                })
            }
            ('p', PrintArg::Int(bits, _)) => Ok(format!("{bits:#x}")),
            ('c', PrintArg::Int(bits, _)) => Ok(char::from(bits as u8).to_string()),
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G', PrintArg::Float(value)) => Ok(self.float(value)),
            (letter, PrintArg::Int(..)) => Err(format!("directive '%{letter}' does not take an integer")),
            (letter, PrintArg::Float(_)) => Err(format!("directive '%{letter}' does not take a float")),
        }
    }

    fn float(&self, value: f64) -> String {
        let (size, precision) = (value.abs(), self.precision.unwrap_or(6));
        let text = match self.letter.to_ascii_lowercase() {
            _ if !value.is_finite() => not_finite(size),
            'f' => format!("{size:.precision$}"),
            'e' => {
                let text = format!("{size:.precision$e}");
                let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                format!("{digits}{}", exponent_text(exponent.parse().unwrap_or_default()))
            }
            _ => general_with(size, precision.max(1), self.flags.contains('#')),
        };
        let text = if self.letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text };
        self.sign(value.is_sign_negative() && !value.is_nan(), &text)
    }

    /// Pads an integer with zeros to the precision.
    fn digits(&self, text: &str) -> String {
        let missing = self.precision.unwrap_or(0).saturating_sub(text.len());
        format!("{}{text}", "0".repeat(missing))
    }

    fn sign(&self, is_negative: bool, text: &str) -> String {
        let sign = match is_negative {
            true => "-",
            false if self.flags.contains('+') => "+",
            false if self.flags.contains(' ') => " ",
            false => "",
        };
        format!("{sign}{text}")
    }

    fn pad(&self, text: &str) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        if self.flags.contains('-') {
            return format!("{text}{}", " ".repeat(missing));
        }
        let is_number = !matches!(self.letter, 'c' | 's');
        let has_digits = text.ends_with(|last: char| last.is_ascii_hexdigit()) && !text.ends_with("inf");
        if self.flags.contains('0')
            && is_number
            && has_digits
            && (self.precision.is_none() || "feFEgG".contains(self.letter))
        {
            let n_sign = usize::from(text.starts_with(['-', '+', ' ']));
            let (sign, digits) = text.split_at(n_sign);
            return format!("{sign}{}{digits}", "0".repeat(missing));
        }
        format!("{}{text}", " ".repeat(missing))
    }
}

/// The maximum number of elements that `verifyMemRef` functions list.
pub const MAX_DIFFERENT_SHOWN: u64 = 10;

/// Whether an element is as `verifyMemRef` functions expect it: equal, or for floats within 1e-6 of the expected number
/// (1e-12 for f64) and finite. The arguments are the parts of both elements.
pub fn is_as_expected(kind: PrintKind, actual: &[u64], expected: &[u64]) -> bool {
    let (PrintKind::Float(format) | PrintKind::Complex(format)) = kind else { return actual == expected };
    let epsilon = if format == Float::F64 { 1e-12 } else { 1e-6 };
    actual.iter().zip(expected).all(|(actual, expected)| {
        let (actual, expected) = (float::widen(format, *actual), float::widen(format, *expected));
        let is_finite = actual.is_finite() && expected.is_finite();
        is_finite && (actual - expected).abs() <= epsilon * expected.abs()
    })
}

/// Returns the line about an element that is not as expected; `number` is its place behind the first element.
pub fn difference_line(kind: PrintKind, actual: &[u64], expected: &[u64], number: i64) -> String {
    format!("{} != {} offset = {number}\n", text_of(kind, actual), text_of(kind, expected))
}

/// Sorts numbers of a kind in ascending order; floats in the total order of IEEE 754.
pub fn sort(kind: PrintKind, values: &mut [u64]) {
    match kind {
        PrintKind::Float(format) => {
            values.sort_by(|a, b| float::widen(format, *a).total_cmp(&float::widen(format, *b)));
        }
        PrintKind::Signed(width) => values.sort_by_key(|bits| signed(*bits, width)),
        _ => values.sort_unstable(),
    }
}

/// Returns the line that `printFlops` writes to the error stream.
pub fn flops_line(flops: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:.6} GFLOPS", flops / 1e9);
    text
}
