//! Bundles: the entries of a cache in one file, to be taken to another directory or machine.
//!
//! ```text
//! magic 8 | format 4 | (length 8, entry)*
//! ```
//! The MACs of the entries have a known key. They detect damage, and do not authenticate the writer: whoever imports a
//! bundle trusts its origin.

use super::entry::{Entry, Flaw, MAX_BYTES};
use super::image::Image;
use super::key::{Fields, Key};
use super::wire::{Reader, Writer};

const MAGIC: &[u8; 8] = b"WLBUND\r\n";
const FORMAT: u32 = 1;
/// The key of the MACs of all bundles.
const MAC_KEY: [u8; 32] = [0; 32];

/// A bundle under construction.
#[derive(Debug)]
pub struct Bundle(Writer);

impl Default for Bundle {
    fn default() -> Self {
        let mut out = Writer::default();
        out.bytes.extend(MAGIC);
        out.u32(FORMAT);
        Self(out)
    }
}

impl Bundle {
    /// Adds an entry.
    pub fn add(&mut self, key: Key, fields: &Fields, image: &Image) {
        let bytes = Entry::bytes(key, fields, image, &MAC_KEY);
        self.0.u64(bytes.len() as u64);
        self.0.bytes.extend(bytes);
    }

    /// Returns the bytes of the bundle.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.bytes
    }

    /// Decodes the entries of a bundle from untrusted bytes; the error is that of the whole bundle.
    pub fn read(bytes: &[u8]) -> Result<Vec<Result<Entry, Flaw>>, Flaw> {
        let mut reader = Reader::new(bytes);
        if reader.array() != Some(*MAGIC) || reader.u32() != Some(FORMAT) {
            return Err(Flaw::Format);
        }
        let mut entries = Vec::new();
        while !reader.is_at_end() {
            let length = reader.u64().filter(|length| *length <= MAX_BYTES).ok_or(Flaw::Length)?;
            let bytes = reader.take(length).ok_or(Flaw::Length)?;
            entries.push(match Entry::named_key(bytes) {
                Some(key) => Entry::read(bytes, key, &MAC_KEY),
                None => Err(Flaw::Size),
            });
        }
        Ok(entries)
    }
}
