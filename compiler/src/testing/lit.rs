//! Tests that are files: `RUN:` lines say what is run, and directives in the file what must come out.
//!
//! ```text
//! // RUN: warpline opt %s --canonicalize | FileCheck %s
//! // RUN: not mlir-opt %s --bad 2>&1 | FileCheck %s --check-prefix=ERR
//! // RUN-ON: interp,cpu
//! // REQUIRES: x86_64 && !cuda
//! ```
//! Commands run in the process, with no shell: `warpline`, `mlir-opt`, `FileCheck`, `not`, `cat`, `echo`, `diff`,
//! joined by `|`, `&&` and `;`, with `<`, `>`, `>>`, `2>` and `2>&1`. The forms are those of LLVM's lit.

pub mod bless;
pub mod condition;
pub mod report;
pub mod run;
pub mod script;

pub use run::{Test, Verdict, run_test};
