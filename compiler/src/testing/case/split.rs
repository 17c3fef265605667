//! Pieces of a text at lines `// -----`.

/// A piece: where it begins in the whole text, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Byte offset of its first line.
    pub start: usize,
    /// Its lines.
    pub text: &'a str,
}

/// The line that stands between pieces.
pub const MARKER: &str = "// -----";

/// Splits a text at lines [`MARKER`], which belong to no piece.
pub fn split(text: &str) -> Vec<Piece<'_>> {
    split_at(text, MARKER)
}

/// The same at other lines.
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
