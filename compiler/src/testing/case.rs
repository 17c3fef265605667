//! Cases: IR files that specify commands and their expected output. They run in-process, without a shell.

pub mod bless;
pub mod directive;
pub mod expected;
pub mod result;
pub mod split;
mod transcript;

pub use result::{Mode, Verdict, difference, run_case, run_case_within};
