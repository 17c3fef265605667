//! What decides the code of kernels, and the key that stands for it.
//!
//! A key is a hash of all fields, each with its tag and its length, so that no two lists of fields give the same bytes.
//! Every field is text: a person can read what a key stands for, and two entries can be compared field by field.

use super::build::BuildId;
use super::wire::{Reader, Writer};
use std::fmt;

/// What the hash is for; another purpose gives other keys.
const PURPOSE: &str = "warpline kernel artifact v1";
/// The version of this list of fields and of what an entry holds. It changes with either.
const FORMAT: u32 = 2;

/// Everything that decides the code of kernels, apart from the program that makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The kernels and what they need, as text without names of files or places, unless these get into the code. What
    /// makes the code sees nothing else of the program.
    pub ir: String,
    /// What makes the code: `cpu`, `ptx`.
    pub backend: &'static str,
    /// What it is for: a triple, a chip.
    pub target: String,
    /// The features of the target that the code may use, sorted.
    pub machine: String,
    /// The passes before code is made, in the text form of pipelines.
    pub pipeline: String,
}

/// One thing that decides the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The version of this list.
    Format,
    /// The program that makes the code.
    Build,
    /// The backend.
    Backend,
    /// What the code is for.
    Target,
    /// The features of the target.
    Machine,
    /// The passes before code is made.
    Pipeline,
    /// The kernels as text.
    Ir,
}

impl Field {
    /// All of them, in the order of the hash. Each one's tag is its place here.
    pub const ALL: [Self; 7] =
        [Self::Format, Self::Build, Self::Backend, Self::Target, Self::Machine, Self::Pipeline, Self::Ir];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Build => "build",
            Self::Backend => "backend",
            Self::Target => "target",
            Self::Machine => "machine",
            Self::Pipeline => "pipeline",
            Self::Ir => "ir",
        }
    }
}

/// A value for each [`Field`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields([String; Field::ALL.len()]);

impl Fields {
    /// The fields of a request to a program. A new part of a request does not build until it is put here.
    pub fn new(request: Request, build: &BuildId) -> Self {
        let Request { ir, backend, target, machine, pipeline } = request;
        let (format, build, backend) = (FORMAT.to_string(), build.to_string(), backend.to_string());
        Self([format, build, backend, target, machine, pipeline, ir])
    }

    /// The value of a field.
    pub fn get(&self, field: Field) -> &str {
        &self.0[field as usize]
    }

    /// The key of these fields.
    pub fn key(&self) -> Key {
        Key(blake3::derive_key(PURPOSE, &self.bytes()))
    }

    /// Tag, length and text of each field: what is hashed and stored.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        for field in Field::ALL {
            out.byte(field as u8);
            out.text(self.get(field));
        }
        out.bytes
    }

    /// The fields with these bytes.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut fields = Self(Default::default());
        for field in Field::ALL {
            (reader.byte()? == field as u8).then_some(())?;
            fields.0[field as usize] = reader.text()?.to_string();
        }
        reader.is_at_end().then_some(fields)
    }
}

/// The name of an artifact: a hash of all that decides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// The key with these 64 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_small = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        let digits = Some(text.as_bytes()).filter(|digits| digits.len() == 64)?;
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            let pair =
                std::str::from_utf8(pair).ok().filter(|_| pair.iter().all(|digit| is_small(*digit)))?;
            *byte = u8::from_str_radix(pair, 16).ok()?;
        }
        Some(Self(key))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
