//! `warpline completions SHELL`: prints a script that completes commands, flags and pass names.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::driver::session::{Exit, Session};

/// The flags of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Target shell
    shell: Shell,
}

/// Prints the script for a command line.
pub fn completions(session: &mut Session, args: &CompletionsArgs, mut definition: Command) -> Exit {
    let mut script = Vec::new();
    generate(args.shell, &mut definition, "warpline", &mut script);
    session.out.push_str(&String::from_utf8_lossy(&script));
    Exit::Success
}
