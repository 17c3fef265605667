//! The longer commands of the REPL, by topic.

pub(super) mod exec;
pub(super) mod passes;
pub(super) mod reduce;
pub(super) mod show;
