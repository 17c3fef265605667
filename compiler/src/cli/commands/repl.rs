//! `warpline repl`: runs an interactive session, or plays a script of one.

use std::io::{BufRead as _, IsTerminal as _};

use clap::Args;

use crate::cli;
use crate::driver::session::{Exit, Session, Stop};
use crate::repl::{Repl, converse, inputs_of, play, serve};

/// The flags of `repl`.
#[derive(Debug, Args)]
pub struct ReplArgs {
    /// Program to start with
    file: Option<String>,
    /// Play this script instead of prompting; lines are echoed, and the output is deterministic
    #[arg(long, value_name = "FILE")]
    repl_script: Option<String>,
    /// Accept operations of unknown dialects, as ':set unregistered on' does
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Run one job of a session; internal
    #[arg(long, hide = true)]
    worker: bool,
}

/// Runs the command.
pub fn repl(session: &mut Session, args: &ReplArgs) -> Result<Exit, Stop> {
    if args.worker {
        return serve(session, cli::execute);
    }
    let script = match &args.repl_script {
        Some(path) => {
            Some(session.try_read_source(path).map_err(|message| session.fail(Exit::Usage, message))?)
        }
        None => session.stdin.take(),
    };
    if let Some(file) = args.file.as_deref().filter(|file| *file != "-") {
        session.try_read_source(file).map_err(|message| session.fail(Exit::Usage, message))?;
    }
    let is_asked = script.is_none()
        && session.is_process
        && std::io::stdin().is_terminal()
        && std::io::stdout().is_terminal();
    // The output of a script does not depend on where it is played.
    session.has_color &= is_asked;
    let mut repl = Repl::new(session, cli::execute, is_asked);
    if args.allow_unregistered_dialect {
        repl.allow_unregistered();
    }
    if let Some(file) = &args.file {
        repl.enter(&format!(":load {file}"));
    }
    if is_asked {
        return converse(&mut repl);
    }
    let Some(script) = script else { return play_pipe(repl) };
    Ok(play(&mut repl, inputs_of(&script.text).into_iter()))
}

/// Plays the lines of stdin.
fn play_pipe(mut repl: Repl<'_>) -> Result<Exit, Stop> {
    let mut failure = None;
    let lines = std::io::stdin().lock().split(b'\n').map_while(|line| match line {
        Ok(mut line) => {
            line.pop_if(|last| *last == b'\r');
            Some(line)
        }
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    let exit = play(&mut repl, lines);
    match failure {
        Some(error) => Err(repl.refuse_input(&error)),
        None => Ok(exit),
    }
}
