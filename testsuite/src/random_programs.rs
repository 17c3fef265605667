//! Random programs with device work whose result is the same in whatever order their tokens allow.
//!
//! A program is a list of statements ([`syntax`]): allocations, kernels, copies and fills with and without tokens, host
//! accesses, control flow, calls and `async.execute`. [`tokens`] then chooses the tokens, so that all work with tokens
//! that conflicts is ordered by them, with joins and superfluous ones at random. [`meaning`] computes what the program
//! prints and leaves in memory, and checks that its tokens leave nothing open; it knows nothing of the compiler.

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

use syntax::{Program, Steps};

/// A random program with its tokens.
pub fn random(seed: u64) -> Steps {
    steps(&build::build(seed))
}

/// A program with its tokens.
pub fn steps(program: &Program) -> Steps {
    tokens::choose(program)
}
