//! Tests that are text: cases, files with `RUN:` lines, the directives of FileCheck, and the reduction of failing programs.

pub mod case;
pub mod filecheck;
pub mod lit;
pub mod reduce;
