//! `warpline repl`: builds a program line by line, with every tool of the compiler available.
//!
//! A line of IR changes the program; a line that begins with `:` is a command of the table. Every change
//! creates a new numbered state, and a failure changes nothing. A state is defined by its text: `:ir` prints
//! it, diagnostics point into it, and values have the names that they have there.
//!
//! ```text
//! terminal (rustyline) ┐                            ┌ text: an input is put into the text, which is read and verified
//! script, pipe ────────┴ input ─ Repl::enter ─ table┤ passes, views: as in the other commands, on the state
//!                                                   └ remote, job ─ a worker process runs passes and executes, so
//!                                                                  nothing can harm the states
//! ```
//! This core is independent of the terminal. Its output is collected in the command's session, with diagnostics
//! in order.

mod commands;
mod complete;
mod editing;
mod files;
mod gallery;
mod help;
mod highlight;
mod history;
mod input;
mod job;
mod names;
mod remote;
mod script;
mod settings;
mod states;
mod table;
mod terminal;
mod text;
mod tutorial;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use warpline_ir::Module;

use crate::driver::devices::KeptDevices;
use crate::driver::session::{CommandLine, Exit, Session, SourceFile, Stop, write_stdout};
use crate::driver::values::Array;
use commands::exec::Call;
use commands::passes::Timed;
use history::{History, State};
use settings::Settings;
use worker::Worker;

pub use script::{inputs_of, play};
pub use terminal::converse;
pub use worker::serve;

/// Commands that may be typed without the colon; no IR consists of such a single word.
const BARE: [&str; 2] = ["help", "quit"];

/// An array that an execution returned.
struct Kept {
    /// Its origin.
    origin: String,
    array: Rc<Array>,
}

/// A session of the REPL.
pub struct Repl<'s> {
    session: &'s mut Session,
    /// The function that runs other commands of the program.
    command_line: CommandLine,
    history: History,
    settings: Settings,
    /// `$1`, `$2`, …
    values: Vec<Kept>,
    /// The last executed call.
    last_call: Option<Call>,
    /// The number of operations before the last `:run`, and the passes that it ran.
    last_run: (usize, Vec<Timed>),
    /// The next step of the tutorial.
    next_step: usize,
    n_failed: usize,
    /// Whether output is written immediately, and not only collected.
    writes: bool,
    /// Whether passes run in a worker process.
    has_workers: bool,
    is_over: bool,
    /// Whether Ctrl-C was pressed while a worker ran.
    is_interrupted: Arc<AtomicBool>,
    worker: Worker,
    /// The devices of a session without workers.
    kept_devices: KeptDevices,
}

impl<'s> Repl<'s> {
    /// Creates a session with an empty program; `has_times` is whether times are shown.
    pub fn new(session: &'s mut Session, command_line: CommandLine, has_times: bool) -> Self {
        let module = Module::new();
        let text = warpline_ir::print::print(&module, &warpline_ir::print::PrintOptions::default());
        let first = State {
            number: 0,
            parent: None,
            made_by: "the empty module".to_string(),
            source: SourceFile { name: state_name(0), text },
            printed: None,
            module,
            aliases: Vec::new(),
        };
        Self {
            writes: session.is_process,
            has_workers: session.is_process,
            session,
            command_line,
            history: History::new(first),
            settings: Settings::new(has_times),
            values: Vec::new(),
            last_call: None,
            last_run: (0, Vec::new()),
            next_step: 1,
            n_failed: 0,
            is_over: false,
            is_interrupted: Arc::default(),
            worker: Worker::default(),
            kept_devices: KeptDevices::default(),
        }
    }

    /// Accepts operations of unknown dialects.
    pub fn allow_unregistered(&mut self) {
        self.settings.unregistered = true;
    }

    /// Only collects output in the session, even if the session is the whole process.
    pub fn keep_quiet(&mut self) {
        self.writes = false;
    }

    /// Returns a flag that acts like Ctrl-C when set: the work of a worker is stopped, and the state is unchanged.
    pub fn interrupter(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_interrupted)
    }

    /// Processes an input. An error is reported and changes nothing.
    pub fn enter(&mut self, input: &str) {
        let content = input::content(input);
        let done = catch_unwind(AssertUnwindSafe(|| match content.trim().strip_prefix(':') {
            Some(command) => table::dispatch(self, command),
            None if BARE.contains(&content.trim()) => table::dispatch(self, content.trim()),
            None => self.enter_ir(&content),
        }));
        let done = done.unwrap_or_else(|_| {
            Err(self
                .session
                .fail(Exit::Internal, "internal error; this is a bug of warpline, and no state is lost"))
        });
        self.n_failed += usize::from(done.is_err());
        self.settle();
    }

    /// Ends the session because the input cannot be read any more.
    pub fn refuse_input(&mut self, error: &std::io::Error) -> Stop {
        self.session.fail(Exit::Usage, format!("cannot read stdin: {error}"))
    }

    /// Reports an error of an unreadable input.
    fn complain(&mut self, message: impl AsRef<str>) {
        self.session.fail(Exit::Failed, message);
        self.n_failed += 1;
        self.settle();
    }

    /// Returns the text of the current state.
    pub fn text(&self) -> String {
        self.state().source.text.clone()
    }

    /// Returns the prompt of an input.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.state().number)
    }

    /// Returns the prompt of the continuation lines of an input.
    pub fn continuation(&self) -> String {
        format!("{}| ", self.state().number)
    }

    /// Whether the session has been ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the exit code of a script with these inputs.
    pub fn exit(&self) -> Exit {
        if self.n_failed == 0 { Exit::Success } else { Exit::Failed }
    }

    fn state(&self) -> Rc<State> {
        Rc::clone(self.history.current())
    }

    /// Prints a line, after the diagnostics collected so far.
    fn say(&mut self, line: impl AsRef<str>) {
        self.settle();
        self.session.print(line);
    }

    /// Prints a text with line ends.
    fn say_text(&mut self, text: &str) {
        self.say_lines(text.lines().map(str::to_string));
    }

    /// Prints IR, in colour if enabled.
    fn say_ir(&mut self, text: &str) {
        if self.session.has_color { self.say_text(&highlight::colored(text)) } else { self.say_text(text) }
    }

    fn say_lines(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.say(line);
        }
    }

    /// Moves collected diagnostics to their position in the output.
    fn settle(&mut self) {
        let found = std::mem::take(&mut self.session.err);
        self.session.out.push_str(&found);
    }

    /// Ends a command with an error.
    fn refuse<T>(&mut self, message: impl AsRef<str>) -> Result<T, Stop> {
        Err(self.session.fail(Exit::Failed, message))
    }

    /// Writes the collected output, if the session is the whole process.
    fn flush(&mut self) {
        self.settle();
        if self.writes {
            use std::io::Write as _;
            let written = write_stdout(&self.session.out);
            self.session.out.clear();
            let Err(error) = written else { return };
            self.is_over = true;
            // A closed pipe is the reader's choice, not an error.
            if error.kind() != std::io::ErrorKind::BrokenPipe {
                self.n_failed += 1;
                let _ = writeln!(std::io::stderr(), "warpline: error: cannot write to stdout: {error}");
            }
        }
    }
}

/// Returns the name of a state's text in diagnostics.
fn state_name(number: usize) -> String {
    format!("<state {number}>")
}

/// Returns a number with the noun in singular or plural.
fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
