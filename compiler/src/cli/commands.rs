//! The commands, one file each: the arguments, and the function that runs the command on a session.

mod binary;
pub mod cache;
pub mod check;
pub mod compile;
pub mod completions;
pub mod devices;
pub mod diff_run;
pub mod explain;
pub mod filecheck;
pub mod lsp;
pub mod man;
pub mod ops;
pub mod opt;
pub mod passes;
pub mod reduce;
pub mod repl;
pub mod run;
pub mod test;
