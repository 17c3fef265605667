//! Sanitizes program text for display, and clamps spans to valid slices.

use warpline_ir::Span;

/// Returns start and end of a span: ordered, inside the text, on character boundaries.
pub(super) fn clamp(text: &str, span: Span) -> (usize, usize) {
    let border = |offset: u32| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let (a, b) = (border(span.start), border(span.end));
    (a.min(b), a.max(b))
}

/// Joins the lines of a message, so that the first line holds all of it.
pub(super) fn one_line(message: &str) -> String {
    message.chars().map(|c| if c == '\n' { ' ' } else { harmless(c) }).collect()
}

/// Replaces a character that is unsafe on a terminal, or that would make ariadne's lines differ from our line table.
pub(super) fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\r' => ' ',
        '\u{2028}'..='\u{202e}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
