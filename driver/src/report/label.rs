//! The label below the location of a diagnostic: the kind of thing pointed at, or what was expected there.

use warpline_ir::{Diagnostic, Span};

use super::sanitize::{clamp, one_line};

/// The maximum length of a label in characters; instead of a longer one the thing pointed at is named.
const MAX_LABEL: usize = 48;

/// Returns the label of a diagnostic in a text.
pub(super) fn label(text: &str, diagnostic: &Diagnostic) -> String {
    expected(&diagnostic.message).unwrap_or_else(|| pointed_at(text, diagnostic.span))
}

/// Returns the expected part of a message of the form "expected …, but found …".
fn expected(message: &str) -> Option<String> {
    let start = message.find("expected ")?;
    let is_begin = start == 0 || message[..start].ends_with(": ");
    let (wanted, _) = message[start..].split_once(", but found ").filter(|_| is_begin)?;
    (wanted.chars().count() <= MAX_LABEL).then(|| one_line(wanted))
}

/// Describes the text at a location: the operation by its name, or the kind of thing.
fn pointed_at(text: &str, span: Span) -> String {
    let (start, end) = clamp(text, span);
    let rest = &text[start..];
    let shown = text[start..end].lines().next().unwrap_or_default().trim_end();
    match rest.chars().next() {
        Some('%') => match operation(after_results(rest)) {
            Some(name) if shown.contains('=') => format!("this '{name}'"),
            _ => format!("the value '{}'", word(rest)),
        },
        Some('@') => format!("the symbol '{}'", word(rest)),
        Some('^') => format!("the block '{}'", word(rest)),
        Some('#') => "this attribute".to_string(),
        Some('!') => "this type".to_string(),
        Some(c) if c.is_ascii_digit() || c == '-' => "this number".to_string(),
        Some(_) => match operation(rest) {
            Some(name) => format!("this '{name}'"),
            None if !shown.is_empty() && shown.chars().count() <= MAX_LABEL => {
                format!("this '{}'", one_line(shown))
            }
            None => "at this location".to_string(),
        },
        None => "the end of the text".to_string(),
    }
}

/// Returns the text after `%a, %b:2 = `.
fn after_results(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.split_once('=').map_or("", |(_, after)| after.trim_start())
}

/// Returns the name of the operation that a text begins with, such as `arith.addi` or `return`.
fn operation(text: &str) -> Option<&str> {
    let text = text.strip_prefix('"').unwrap_or(text);
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "._$".contains(c))).unwrap_or(text.len());
    let name = &text[..end];
    (name.contains('.') && name.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(name)
}

/// Returns the sigil and the name after it.
fn word(text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_.$#:-".contains(c);
    let sigil = text.chars().take(1);
    let name: String =
        sigil.chain(text.chars().skip(1).take_while(|c| is_part(*c))).take(MAX_LABEL).collect();
    name.trim_end_matches([':', '-', '.']).to_string()
}
