//! Text from a program, made safe to show, and spans that are safe to cut by.

use warpline_ir::Span;

/// Start and end of a span: ordered, inside the text, on borders of characters.
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

/// A message on one line, so that the first line holds all of it.
pub(super) fn one_line(message: &str) -> String {
    message.chars().map(|c| if c == '\n' { ' ' } else { harmless(c) }).collect()
}

/// A character that is safe to show on a terminal and keeps ariadne's lines those of our line table.
pub(super) fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\r' => ' ',
        '\u{2028}'..='\u{202e}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
