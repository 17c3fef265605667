//! Places as editors count them: lines and characters from 0, characters in bytes or in UTF-16 units.

use lsp_types::{Position, Range};
use warpline_ir::Span;

/// How the client counts characters in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// In bytes.
    Utf8,
    /// In UTF-16 units, which every client knows.
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

    /// The line that a byte is in.
    pub(super) fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// The first byte of a line; the end of the text after the last one.
    pub(super) fn start_of(&self, text: &str, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(text.len() as u32)
    }

    /// A byte offset as a position.
    pub(super) fn position(&self, text: &str, offset: u32) -> Position {
        let offset = floor_boundary(text, offset as usize);
        let line = self.line_of(offset as u32);
        let start = self.starts[line as usize] as usize;
        Position::new(line, self.length(&text[start..offset]))
    }

    /// How many characters a part of a line has, as the client counts them.
    pub(super) fn length(&self, part: &str) -> u32 {
        let length = match self.encoding {
            Encoding::Utf8 => part.len(),
            Encoding::Utf16 if part.is_ascii() => part.len(),
            Encoding::Utf16 => part.chars().map(char::len_utf16).sum(),
        };
        length as u32
    }

    /// A position as a byte offset; one behind the end of its line is the end of it.
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

    /// A span as a range.
    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }
}

/// The start of the character that a byte offset lies in.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
