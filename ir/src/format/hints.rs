//! Hints for an unexpected word: the nearest word that is valid there.

use crate::diagnostics::Note;
use crate::suggest::did_you_mean;

/// Words that begin a type.
const TYPES: &[&str] = &[
    "index", "none", "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "f80", "f128", "tf32",
    "memref", "tensor", "vector", "complex", "tuple",
];
/// Words that begin an attribute.
const ATTRIBUTES: &[&str] = &[
    "true",
    "false",
    "unit",
    "affine_map",
    "affine_set",
    "array",
    "dense",
    "sparse",
    "dense_resource",
    "strided",
    "loc",
    "distinct",
];

/// Returns the hint for a word in place of `what`, which names words in quotes or after `one of:`.
pub(crate) fn for_word(found: &str, what: &str) -> Vec<Note> {
    match what {
        "a type" => did_you_mean(found, TYPES.iter().copied()),
        "an attribute" => did_you_mean(found, TYPES.iter().chain(ATTRIBUTES).copied()),
        _ => match what.strip_prefix("one of: ") {
            Some(cases) => did_you_mean(found, cases.split(", ")),
            None => did_you_mean(found, what.split('\'').skip(1).step_by(2)),
        },
    }
}
