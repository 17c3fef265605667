//! The compiler as a library: everything that the `warpline` binary does, callable in one process.
//!
//! A command works on a [`Session`], which collects what would go to stdout and stderr, and ends with an [`Exit`].
//! Only the binary prints; so tests run commands in-process and compare what they would have printed.
//!
//! ```text
//! arguments ─cli→ command ─stages→ read, verify, passes, emit, link, execute ─report→ diagnostics
//! ```

#![forbid(unsafe_code)]

pub mod file_names;
pub mod parallel;
pub mod report;
pub mod session;
pub mod values;
pub mod watchdog;
pub mod writes;

mod argument_hints;
pub mod backends;
pub mod cache;
pub mod devices;
pub mod execute;
mod helper;
mod host_loops;
mod mistakes;
pub mod profile;
pub mod progress;
pub mod remarks;
pub mod stages;
pub mod support;
pub mod views;

pub mod cli;
pub mod commands;
pub mod config;
pub mod examples;
pub mod repl;

pub mod case;
pub mod filecheck;
pub mod lit;
pub mod lsp;
pub mod reduce;
pub mod reproducer;
mod words;

pub use session::{Exit, Session, SourceFile, Stop, Wrapper};
pub use writes::Writes;
