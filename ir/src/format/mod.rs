//! How operations are written: patterns and hand-written code, in both directions.

pub(crate) mod hints;
pub mod pattern;
pub mod read;
pub mod write;
