//! Encodes numbers and texts as little-endian bytes, and decodes them from untrusted bytes.
//!
//! A reader never reads beyond its bytes, and bounds the number of elements before memory is allocated for
//! them.

/// A buffer under construction.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// Writes the length, then the text.
    pub(super) fn text(&mut self, text: &str) {
        self.u64(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }
}

/// The bytes that are left to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn take(&mut self, n: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(n).ok()?)?;
        self.rest = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N as u64)?.try_into().ok()
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let n = self.u64()?;
        std::str::from_utf8(self.take(n)?).ok()
    }

    /// Reads a list of elements of at least `least` bytes each; a length that exceeds the remaining bytes is
    /// an error.
    pub(super) fn list<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let n = usize::try_from(self.u64()?).ok()?;
        if self.rest.len() / least < n {
            return None;
        }
        (0..n).map(|_| element(self)).collect()
    }

    /// Returns the bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether no bytes are left.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }
}
