//! How operations are written: patterns and hand-written code, in both directions.

pub mod pattern;
pub mod read;
pub mod write;
