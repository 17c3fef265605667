//! Converts between byte offsets and editor positions: lines and characters from 0, characters in bytes or in
//! UTF-16 units.
//!
//! Files with lines `// -----` are parsed piece by piece, so offsets in a piece are converted to positions in
//! the whole text.

use lsp_types::{Position, Range};
use warpline_ir::Span;

/// The unit in which the client counts characters in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
    encoding: Encoding,
}

impl Lines {
    /// Finds the lines.
    pub(super) fn new(text: &str, encoding: Encoding) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { starts: std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect(), encoding }
    }

    /// Returns the line that contains a byte.
    pub(super) fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// Returns the first byte of a line; the end of the text after the last one.
    pub(super) fn start_of(&self, text: &str, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(text.len() as u32)
    }

    /// Converts a byte offset to a position.
    pub(super) fn position(&self, text: &str, offset: u32) -> Position {
        let offset = floor_boundary(text, offset as usize);
        let line = self.line_of(offset as u32);
        let start = self.starts[line as usize] as usize;
        Position::new(line, self.length(&text[start..offset]))
    }

    /// Returns the number of characters of a part of a line, in the client's unit.
    pub(super) fn length(&self, part: &str) -> u32 {
        let length = match self.encoding {
            Encoding::Utf8 => part.len(),
            Encoding::Utf16 if part.is_ascii() => part.len(),
            Encoding::Utf16 => part.chars().map(char::len_utf16).sum(),
        };
        length as u32
    }

    /// Converts a position to a byte offset; one beyond the end of its line is clamped to it.
    pub(super) fn offset(&self, text: &str, position: Position) -> u32 {
        let start = self.start_of(text, position.line) as usize;
        let line = text[start..].split('\n').next().unwrap_or_default();
        let mut rest = position.character as usize;
        for (at, c) in line.char_indices() {
            let width = match self.encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if rest < width {
                return (start + at) as u32;
            }
            rest -= width;
        }
        (start + line.len()) as u32
    }
}

/// Converts the locations in a piece of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceLines<'a> {
    /// The lines of the whole text.
    pub(super) lines: &'a Lines,
    /// The whole text.
    pub(super) text: &'a str,
    /// The start of the piece in the whole text.
    pub(super) start: u32,
    /// The end of the piece in the whole text.
    pub(super) end: u32,
}

impl<'a> PieceLines<'a> {
    /// Returns the position of an offset in the piece.
    pub(super) fn position(self, offset: u32) -> Position {
        self.lines.position(self.text, self.start + offset)
    }

    /// Returns the range of a span in the piece.
    pub(super) fn range(self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// Returns the offset in the piece of a position in the whole text, or the nearest one.
    pub(super) fn offset(self, position: Position) -> u32 {
        self.lines.offset(self.text, position).clamp(self.start, self.end) - self.start
    }

    /// Returns the offsets in the piece between the ends of a range; `None` if they do not intersect.
    pub(super) fn part(self, range: Range) -> Option<Span> {
        let [start, end] = [range.start, range.end].map(|position| self.lines.offset(self.text, position));
        let is_inside = start <= self.end && self.start <= end;
        is_inside.then(|| Span::new(self.offset(range.start), self.offset(range.end)))
    }

    /// Returns the line of the whole text in which the piece begins.
    pub(super) fn first_line(self) -> u32 {
        self.lines.line_of(self.start)
    }

    /// Returns the line of the whole text that contains an offset in the piece, and its indentation.
    pub(super) fn line_and_indent(self, offset: u32) -> (u32, &'a str) {
        let line = self.lines.line_of(self.start + offset);
        let rest = &self.text[self.lines.start_of(self.text, line) as usize..];
        let end = rest.find(|c: char| c != ' ' && c != '\t').unwrap_or(rest.len());
        (line, &rest[..end])
    }
}

/// Returns the start of the character that contains a byte offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
