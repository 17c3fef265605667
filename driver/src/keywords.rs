//! The keywords for completion and highlighting, in editors and in the REPL.

use warpline_ir::OpKind;

/// Types, and prefixes of types.
pub const TYPES: [&str; 15] = [
    "!gpu.async.token",
    "bf16",
    "f16",
    "f32",
    "f64",
    "i1",
    "i16",
    "i32",
    "i64",
    "i8",
    "index",
    "memref<",
    "none",
    "tensor<",
    "vector<",
];

/// Whether a word that is not an operation begins a type: `f32`, `memref`.
pub fn is_type(word: &str) -> bool {
    let is_sized = |prefix: &str| {
        word.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_named = matches!(
        word,
        "index" | "none" | "memref" | "vector" | "tensor" | "tuple" | "complex" | "bf16" | "tf32"
    );
    (is_named || ["i", "si", "ui", "f"].into_iter().any(is_sized)) && OpKind::lookup(word).is_none()
}
