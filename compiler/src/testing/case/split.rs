//! Splits a text into pieces at lines `// -----`.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The byte offset of its first line in the whole text.
    pub start: usize,
    /// The text of its lines.
    pub text: &'a str,
}

/// The line that separates pieces.
pub const MARKER: &str = "// -----";

/// Splits a text at lines [`MARKER`], which are not part of any piece.
pub fn split(text: &str) -> Vec<Piece<'_>> {
    split_at(text, MARKER)
}

/// Splits a text at lines `marker`.
pub fn split_at<'t>(text: &'t str, marker: &str) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_marker = line.trim_end() == marker;
        if is_marker {
            pieces.push(Piece { start, text: &text[start..at] });
            start = at + line.len();
        }
        at += line.len();
    }
    pieces.push(Piece { start, text: &text[start..] });
    pieces
}
