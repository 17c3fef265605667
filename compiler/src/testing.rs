//! Text-based tests: cases, files with `RUN:` lines, FileCheck, and the reduction of failing programs.

pub mod case;
pub mod filecheck;
pub mod lit;
pub mod reduce;
