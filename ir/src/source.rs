//! Source text and positions in it.

/// A half-open range of byte offsets in one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the range `start..end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the smallest span that contains both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The lines of a source text, which map byte offsets to lines and columns.
#[derive(Debug)]
pub struct LineTable {
    starts: Vec<u32>,
}

impl LineTable {
    /// Finds the starts of the lines of `text`.
    pub fn new(text: &str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        Self { starts }
    }

    /// Returns line and column of a byte offset, both counted from 1; columns count characters.
    pub fn line_column(&self, text: &str, offset: u32) -> (usize, usize) {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start as usize <= offset) - 1;
        let column = text[self.starts[line] as usize..offset].chars().count() + 1;
        (line + 1, column)
    }
}
