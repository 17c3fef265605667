//! Cases: files of IR that say how they are run and what must come out. In-process, no shell.

pub mod bless;
pub mod directive;
pub mod expected;
pub mod result;
pub mod split;
mod transcript;

pub use result::{Mode, Verdict, difference, run_case, run_case_within};
