//! Versions of MLIR, and the parts of rows that only some versions have.
//!
//! A row describes an operation of all versions. What differs between them is data of the row: the versions
//! that have the operation, an attribute or a use of it, and other custom forms.

use crate::op::OpRef;
use std::fmt::{Display, Formatter, Result};

/// A version of MLIR: the release of LLVM that contains it. Texts are printed as by version 22 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MlirVersion {
    /// LLVM 19.
    V19,
    /// LLVM 20.
    V20,
    /// LLVM 21.
    V21,
    /// LLVM 22.
    #[default]
    V22,
    /// LLVM 23.
    V23,
    /// LLVM 24.
    V24,
}

impl MlirVersion {
    /// Every version, in order.
    pub const ALL: [Self; 6] = [Self::V19, Self::V20, Self::V21, Self::V22, Self::V23, Self::V24];

    /// Returns the number of the release.
    pub const fn number(self) -> u32 {
        19 + self as u32
    }

    /// Returns the version of a release number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.number() == number)
    }
}

impl Display for MlirVersion {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.number())
    }
}

/// The consecutive versions that have something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    first: MlirVersion,
    last: MlirVersion,
}

impl Versions {
    /// All versions.
    pub const ALL: Self = Self::range(MlirVersion::V19, MlirVersion::V24);

    /// Returns these versions and all between them.
    pub const fn range(first: MlirVersion, last: MlirVersion) -> Self {
        Self { first, last }
    }

    /// Returns this version and all later ones.
    pub const fn since(first: MlirVersion) -> Self {
        Self::range(first, MlirVersion::V24)
    }

    /// Returns this version and all earlier ones.
    pub const fn until(last: MlirVersion) -> Self {
        Self::range(MlirVersion::V19, last)
    }

    /// Whether a version is one of them.
    pub fn contain(self, version: MlirVersion) -> bool {
        self.first <= version && version <= self.last
    }
}

/// Writes `since 21`, `until 21` or `from 20 to 23`.
impl Display for Versions {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { first, last } = self;
        match (*first == MlirVersion::V19, *last == MlirVersion::V24) {
            (_, true) => write!(f, "since {first}"),
            (true, false) => write!(f, "until {last}"),
            (false, false) => write!(f, "from {first} to {last}"),
        }
    }
}

/// A use of an operation that only some of the versions with the operation have.
#[derive(Debug)]
pub struct Feature {
    /// The versions that have it.
    pub versions: Versions,
    /// What the operation has then, for messages: "a poison index".
    pub what: &'static str,
    /// Whether an operation, which is valid, is used so.
    pub is_used: fn(OpRef<'_>) -> bool,
}

/// Creates a feature of these versions.
pub const fn feature(versions: Versions, what: &'static str, is_used: fn(OpRef<'_>) -> bool) -> Feature {
    Feature { versions, what, is_used }
}

/// The custom form of some versions, where it differs from the pattern of the row.
#[derive(Debug)]
pub struct Spelling {
    /// The versions that print this form.
    pub versions: Versions,
    /// Its pattern.
    pub pattern: &'static str,
    /// Whether the operation has results.
    pub has_results: bool,
}

/// The form of an inherent attribute outside the dictionary, which MLIR prints since version 24. A unit
/// attribute is its key alone in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// `key = value`.
    Assigned,
    /// `key = value`, separated by commas.
    Listed,
    /// `key(value)`.
    Enclosed,
    /// `key value`.
    Bare,
    /// `key<flag,flag>`.
    Flags,
    /// `<key = value, key = value>`.
    Bracketed,
}

impl Outside {
    /// The versions with inherent attributes outside the dictionary.
    pub const VERSIONS: Versions = Versions::since(MlirVersion::V24);
}
