//! The syntax of operations: patterns and hand-written code, in both directions.

pub mod found;
pub(crate) mod hints;
mod inherent;
pub mod pattern;
pub mod read;
pub(crate) mod read_pattern;
pub mod write;
pub(crate) mod write_pattern;
