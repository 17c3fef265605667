//! Random programs with device work whose result is the same in every order that their tokens allow.
//!
//! A program is a list of statements ([`syntax`]): allocations, kernels, copies and fills with and without
//! tokens, host accesses, control flow, calls and `async.execute`. [`tokens`] then chooses the tokens such
//! that they order all conflicting work with tokens, with random joins and redundant tokens. [`meaning`]
//! computes the output and the final memory of the program, and checks that the tokens order all conflicts;
//! it is independent of the compiler.

pub mod build;
pub mod effects;
pub mod meaning;
pub mod modes;
pub mod shrink;
pub mod syntax;
pub mod text;
pub mod tokens;
pub mod weaken;

mod kernels;

use syntax::{RandomProgram, Steps};

/// Returns a random program with its tokens.
pub fn random(seed: u64) -> Steps {
    steps(&build::build(seed))
}

/// Returns a program with its tokens.
pub fn steps(program: &RandomProgram) -> Steps {
    tokens::choose(program)
}
