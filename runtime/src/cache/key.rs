//! The inputs that determine the code of kernels, and the key computed from them.
//!
//! A key is a hash of all fields, each with its tag and its length, so that no two lists of fields have the
//! same encoding. Every field is text: a person can read the fields of a key, and two entries can be compared
//! field by field.

use super::build::BuildId;
use super::image::Image;
use super::wire::{Reader, Writer};
use std::fmt;

/// The context string of the hash, which separates it from hashes for other purposes.
const PURPOSE: &str = "warpline kernel artifact v1";
/// The version of this list of fields and of the contents of an entry. It changes with either.
const FORMAT: u32 = 4;

/// Everything that determines the code of kernels, except for the program that generates it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The kernels and the declarations they need, as text without file names or source locations, unless
    /// these get into the code. The generator reads nothing else of the program.
    pub ir: String,
    /// The name of the backend: `cpu`, `ptx`.
    pub backend: &'static str,
    /// The target: a triple, a chip.
    pub target: String,
    /// The features of the target that the code may use, sorted.
    pub machine: String,
    /// The passes that run before code generation, in the text form of pipelines.
    pub pipeline: String,
}

/// A field of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The version of the list of fields.
    Format,
    /// The program that generates the code.
    Build,
    /// The backend.
    Backend,
    /// The target.
    Target,
    /// The features of the target.
    Machine,
    /// The passes that run before code generation.
    Pipeline,
    /// The kernels as text.
    Ir,
}

impl Field {
    /// All fields, in the order of the hash. The tag of a field is its index here.
    pub const ALL: [Self; 7] =
        [Self::Format, Self::Build, Self::Backend, Self::Target, Self::Machine, Self::Pipeline, Self::Ir];

    /// Returns its display name.
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

/// A value for each [`Field`], with the key computed from them: a request that is hashed once, however often it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    values: [String; Field::ALL.len()],
    key: Key,
}

impl Fields {
    /// Returns the fields of a request to a program. A new part of a request does not compile until it is
    /// added here.
    pub fn new(request: Request, build: &BuildId) -> Self {
        let Request { ir, backend, target, machine, pipeline } = request;
        let (format, build, backend) = (FORMAT.to_string(), build.to_string(), backend.to_string());
        Self::of([format, build, backend, target, machine, pipeline, ir])
    }

    /// Returns the value of a field.
    pub fn get(&self, field: Field) -> &str {
        &self.values[field as usize]
    }

    /// Returns the key of these fields.
    pub fn key(&self) -> Key {
        self.key
    }

    fn of(values: [String; Field::ALL.len()]) -> Self {
        let key = Key(blake3::derive_key(PURPOSE, &bytes(&values)));
        Self { values, key }
    }

    /// Returns the tag, length and text of each field: the bytes that are hashed and stored.
    pub fn bytes(&self) -> Vec<u8> {
        bytes(&self.values)
    }

    /// Decodes fields from their bytes.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let mut values: [String; Field::ALL.len()] = Default::default();
        for field in Field::ALL {
            (reader.byte()? == field as u8).then_some(())?;
            values[field as usize] = reader.text()?.to_string();
        }
        reader.is_at_end().then(|| Self::of(values))
    }
}

/// Returns the tag, length and text of each field.
fn bytes(values: &[String; Field::ALL.len()]) -> Vec<u8> {
    let mut out = Writer::default();
    for (field, value) in Field::ALL.iter().zip(values) {
        out.byte(*field as u8);
        out.text(value);
    }
    out.bytes
}

/// The context string of the hash of code that no request names.
const CODE_PURPOSE: &str = "warpline kernel code v1";

/// The name of an artifact: a hash of all fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// Returns the key of an artifact that was not requested from a cache: a hash of its bytes.
    pub fn of_code(image: &Image) -> Self {
        Self(blake3::derive_key(CODE_PURPOSE, &image.to_bytes()))
    }

    /// Parses a key of 64 hexadecimal digits.
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
