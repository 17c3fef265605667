//! Tests with programs that LLVM 22 compiles or assembles.

mod checks;
mod harness;
mod hazards;
mod instructions;
mod programs;
