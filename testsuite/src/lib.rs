//! What the tests share: where things are, running the compiler in-process, and tools that may be installed.

#![forbid(unsafe_code)]

pub mod paths;
pub mod tools;

use warpline::{Exit, Session};

/// Runs a command in-process, as the binary would with these arguments.
pub fn warpline(args: &[&str]) -> (Exit, Session) {
    let mut session = Session::default();
    let args: Vec<String> =
        std::iter::once("warpline").chain(args.iter().copied()).map(str::to_string).collect();
    let exit = warpline::cli::execute(&args, &mut session);
    (exit, session)
}
