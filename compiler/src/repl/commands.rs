//! The commands of the REPL that are more than a few lines, by what they are about.

pub(super) mod exec;
pub(super) mod passes;
pub(super) mod reduce;
pub(super) mod show;
