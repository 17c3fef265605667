//! An entry: one file that holds a whole artifact, and the data to verify that it is complete and authentic.
//!
//! ```text
//! magic 8 | format 4 | 0 4 | key 32 | (length 8, BLAKE3 32) × (fields, facts, code) | MAC 32 | fields | facts | code
//! ```
//! The MAC is keyed and covers the header before it, and so the checksums of the parts. It is checked first:
//! before that no number of the file is trusted. Then the lengths are checked, then the checksums, and only
//! then anything is decoded.

use super::image::{Image, Parts};
use super::key::{Fields, Key};
use super::wire::{Reader, Writer};
use std::fmt;

const MAGIC: &[u8; 8] = b"WLKERN\r\n";
const FORMAT: u32 = 2;
/// The number of bytes before the MAC, which it covers.
const SIGNED: usize = 8 + 4 + 4 + 32 + 3 * 40;
/// The number of bytes before the parts.
const HEADER: usize = SIGNED + 32;
/// The names of the parts, in file order.
const PARTS: [&str; 3] = ["fields", "facts", "code"];

/// The maximum size of an entry in bytes.
pub(super) const MAX_BYTES: u64 = 256 << 20;

/// The contents of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The fields of the request that produced the code.
    pub fields: Fields,
    /// The code.
    pub image: Image,
}

/// The reason why a file is not a valid entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is not a regular file that this user owns and nobody else can write.
    File,
    /// It cannot be read.
    Unreadable,
    /// It ends within its header, or exceeds the maximum size of an entry.
    Size,
    /// It was not written with the key of this directory, or its header was modified.
    Mac,
    /// Its magic number or its format version is unknown.
    Format,
    /// It is the entry of another key.
    Key,
    /// Its length differs from the one in its header.
    Length,
    /// The checksum of this part differs from the one in its header.
    Sum(&'static str),
    /// This part cannot be decoded.
    Meaning(&'static str),
    /// Its fields do not hash to its key.
    Fields,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("it is not a file that only this user can write"),
            Self::Unreadable => f.write_str("it cannot be read"),
            Self::Size => f.write_str("its size is not that of an entry"),
            Self::Mac => f.write_str("it was not written with the key of this directory, or was changed"),
            Self::Format => f.write_str("its format version is unknown"),
            Self::Key => f.write_str("it is the entry of another key"),
            Self::Length => f.write_str("its length does not match its header"),
            Self::Sum(part) => write!(f, "the checksum of its {part} does not match"),
            Self::Meaning(part) => write!(f, "its {part} cannot be decoded"),
            Self::Fields => f.write_str("its fields do not hash to its key"),
        }
    }
}

impl Entry {
    /// Returns the bytes of an entry under the key of a directory.
    pub fn bytes(key: Key, fields: &Fields, image: &Image, mac_key: &[u8; 32]) -> Vec<u8> {
        let Parts { code, facts } = image.parts();
        Self::seal(key, [&fields.bytes(), &facts, &code], mac_key)
    }

    /// Returns the bytes of an entry with arbitrary parts, as only the owner of the key can write it. For
    /// tests of [`Self::read`].
    pub fn seal(key: Key, parts: [&[u8]; 3], mac_key: &[u8; 32]) -> Vec<u8> {
        let mut out = Writer::default();
        out.bytes.extend(MAGIC);
        out.u32(FORMAT);
        out.u32(0);
        out.bytes.extend(key.0);
        for part in parts {
            out.u64(part.len() as u64);
            out.bytes.extend(blake3::hash(part).as_bytes());
        }
        let mac = blake3::keyed_hash(mac_key, &out.bytes);
        out.bytes.extend(mac.as_bytes());
        for part in parts {
            out.bytes.extend(part);
        }
        out.bytes
    }

    /// Returns the key that the header of an entry names.
    pub(super) fn named_key(bytes: &[u8]) -> Option<Key> {
        let start = MAGIC.len() + 8;
        bytes.get(start..start + 32)?.try_into().ok().map(Key)
    }

    /// Decodes the entry of a key from the untrusted bytes of a file.
    pub fn read(bytes: &[u8], key: Key, mac_key: &[u8; 32]) -> Result<Self, Flaw> {
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(Flaw::Size)?;
        let (signed, mac) = header.split_at(SIGNED);
        let mac = mac.try_into().map(blake3::Hash::from_bytes).map_err(|_| Flaw::Size)?;
        // The comparison of hashes takes constant time.
        if mac != blake3::keyed_hash(mac_key, signed) {
            return Err(Flaw::Mac);
        }
        let mut header = Reader::new(signed);
        let is_ours =
            header.array() == Some(*MAGIC) && header.u32() == Some(FORMAT) && header.u32() == Some(0);
        if !is_ours {
            return Err(Flaw::Format);
        }
        if header.array() != Some(key.0) {
            return Err(Flaw::Key);
        }
        let [fields, facts, code] = parts(&mut header, rest)?;
        let fields = Fields::read(fields).ok_or(Flaw::Meaning("fields"))?;
        if fields.key() != key {
            return Err(Flaw::Fields);
        }
        let image = Image::read(code, facts).ok_or(Flaw::Meaning("facts"))?;
        Ok(Self { fields, image })
    }
}

/// Returns the parts, after checking their lengths and checksums against the header.
fn parts<'a>(header: &mut Reader<'_>, rest: &'a [u8]) -> Result<[&'a [u8]; 3], Flaw> {
    let mut rest = Reader::new(rest);
    let mut found = [&[][..]; 3];
    let mut sums = [[0; 32]; 3];
    for (part, sum) in found.iter_mut().zip(&mut sums) {
        *part = header.u64().and_then(|n| rest.take(n)).ok_or(Flaw::Length)?;
        *sum = header.array().ok_or(Flaw::Length)?;
    }
    if !rest.is_at_end() {
        return Err(Flaw::Length);
    }
    for ((part, sum), name) in found.iter().zip(sums).zip(PARTS) {
        if blake3::hash(part) != blake3::Hash::from_bytes(sum) {
            return Err(Flaw::Sum(name));
        }
    }
    Ok(found)
}
