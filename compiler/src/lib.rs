//! The compiler as a library: everything the `warpline` binary does, callable in one process.
//!
//! A command works on a [`Session`], which collects its stdout and stderr, and ends with an [`Exit`]. Only the
//! binary prints, so tests run commands in-process and compare their output.
//!
//! ```text
//! cli: arguments, a file per command ─┬→ lsp, repl: an editor and a person, step by step ─┬→ the crate warpline: read,
//!                                     └→ testing: cases, lit, FileCheck, reduce ──────────┘  verify, passes, devices, execute
//! values: notation, files, checks
//! ```
//! There are no other dependencies: a module that runs whole command lines receives [`CommandLine`] as a value.

#![forbid(unsafe_code)]

pub mod cli;
pub mod lsp;
pub mod repl;
mod temporary;
pub mod testing;
pub mod values;

pub use warpline as driver;
pub use warpline::session::{CommandLine, Exit, Session, SourceFile, Stop, Wrapper};
pub use warpline::writes::Writes;
