//! The commands, one file each: arguments, and what they do to a session.

pub mod check;
pub mod compile;
pub mod completions;
pub mod devices;
pub mod explain;
pub mod filecheck;
pub mod lsp;
pub mod man;
pub mod opt;
pub mod passes;
pub mod repl;
pub mod run;
pub mod test;
