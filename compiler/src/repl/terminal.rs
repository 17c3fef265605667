//! The terminal front end: line editing, history, colour, completion and hints, by rustyline.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::Repl;
use super::complete::{Vocabulary, complete};
use super::highlight::colored;
use super::input::{is_complete, split};
use super::table::find;
use crate::driver::session::{Exit, Stop};

/// The welcome message.
const WELCOME: &str =
    "warpline: a line of IR grows the program, ':help' lists commands, ':tutorial' shows how";

/// Prompts for inputs until the session is over.
pub fn converse(repl: &mut Repl<'_>) -> Result<Exit, Stop> {
    let interrupted = repl.interrupter();
    // Without a handler Ctrl-C ends the REPL while a worker runs, which is no reason not to start.
    drop(ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed)));
    let config = Config::builder().auto_add_history(true).history_ignore_space(true);
    let config = config.completion_type(CompletionType::List).build();
    let editor = Editor::<Assistant, DefaultHistory>::with_config(config);
    let mut editor = editor
        .map_err(|error| repl.session.fail(Exit::Usage, format!("the terminal cannot be used: {error}")))?;
    let past = history_file();
    // The first session has no history yet.
    drop(past.as_ref().map(|path| editor.load_history(path)));
    repl.say(WELCOME);
    repl.flush();
    while !repl.is_over() {
        let (prompt, has_color) = (repl.prompt(), repl.session.has_color);
        editor.set_helper(Some(Assistant {
            vocabulary: repl.vocabulary(),
            past: HistoryHinter::new(),
            has_color,
        }));
        match editor.readline(&prompt) {
            Ok(text) => {
                // Pasted text may hold many inputs.
                let (inputs, rest) = split(&text);
                inputs
                    .iter()
                    .chain([&rest])
                    .filter(|input| !input.trim().is_empty())
                    .for_each(|input| repl.enter(input));
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                return Err(repl.session.fail(Exit::Usage, format!("the terminal cannot be read: {error}")));
            }
        }
        repl.flush();
    }
    // A history that cannot be written is no failure of the session.
    drop(past.as_ref().map(|path| editor.save_history(path)));
    Ok(Exit::Success)
}

/// Returns the file with the inputs of earlier sessions, in the XDG state directory.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let state = state.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state")))?;
    let directory = state.join("warpline");
    std::fs::create_dir_all(&directory).ok()?;
    Some(directory.join("repl-history"))
}

/// The editing helper of rustyline.
struct Assistant {
    vocabulary: Vocabulary,
    past: HistoryHinter,
    has_color: bool,
}

impl Helper for Assistant {}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.vocabulary, &line[..at]))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// Returns the arguments of a command without any yet, else the rest of an earlier input. Without colour
    /// the hint could not be distinguished from typed text.
    fn hint(&self, line: &str, at: usize, cx: &Context<'_>) -> Option<String> {
        if !self.has_color {
            return None;
        }
        let command = line.strip_prefix(':').and_then(|line| line.strip_suffix(' '));
        let command = command.filter(|name| !name.contains(' ') && at == line.len());
        match command.and_then(|name| find(name).ok()) {
            Some(command) => Some(command.args.to_string()).filter(|args| !args.is_empty()),
            None => self.past.hint(line, at, cx),
        }
    }
}

impl Validator for Assistant {
    fn validate(&self, cx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_complete(cx.input()) { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.has_color { Cow::Owned(colored(line)) } else { Cow::Borrowed(line) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.has_color { Cow::Owned(format!("\x1b[1;32m{prompt}\x1b[0m")) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.has_color && kind != CmdKind::MoveCursor
    }
}
