//! Test files: `RUN:` lines specify the commands, and directives in the file the expected output.
//!
//! ```text
//! // RUN: warpline opt %s --canonicalize | FileCheck %s
//! // RUN: not mlir-opt %s --bad 2>&1 | FileCheck %s --check-prefix=ERR
//! // RUN-ON: interp,cpu
//! // REQUIRES: x86_64 && !cuda
//! ```
//! Commands run in the process, without a shell: `warpline`, `mlir-opt`, `FileCheck`, `not`, `cat`, `echo`,
//! `diff`, joined by `|`, `&&` and `;`, with `<`, `>`, `>>`, `2>` and `2>&1`. The syntax is that of LLVM's lit.

pub mod bless;
pub mod condition;
pub mod report;
pub mod run;
pub mod script;

pub use run::{Test, Verdict, run_test};
