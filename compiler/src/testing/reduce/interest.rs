//! The interestingness test of a reduction: a command line on the program succeeds and its output matches, or
//! it hangs.
//!
//! The command line has the syntax of `RUN:` lines and runs in the process; `%s` stands for the program, which
//! is never written to a file. Any other effects of the commands are the user's responsibility.

use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::driver::session::CommandLine;
use crate::driver::writes::Writes;
use crate::temporary;
use crate::testing::lit::Test;
use crate::testing::lit::run::run_line;
use crate::testing::lit::script::Run;

/// The file name of a program whose own name cannot occur in a command line.
const NAME: &str = "input.mlir";

/// The required behaviour of the commands on an interesting program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// All commands succeed.
    #[default]
    Success,
    /// The commands exceed the deadline, or one fails because it exceeds a limit.
    Hang,
}

/// An interestingness test.
#[derive(Clone, Debug)]
pub struct Interest {
    /// The command line, with `%s` for the program.
    pub line: String,
    /// The regex that the output, stderr first, must match.
    pub pattern: Option<String>,
    /// The required behaviour of the commands.
    pub wanted: Wanted,
    /// The expansion of `%s`.
    pub name: String,
    /// The files that its commands may write.
    pub writes: Writes,
    /// The function that runs the commands of the program.
    pub command_line: CommandLine,
}

/// The result of a test of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the program is interesting.
    pub holds: bool,
    /// The output of the commands, or the reason of their failure.
    pub output: String,
}

/// A runner of tests.
pub trait Judge {
    /// Tests a program; an error if the test cannot be run.
    fn judge(&mut self, text: &str) -> Result<Verdict, String>;

    /// Whether the user interrupted the reduction.
    fn is_over(&self) -> bool {
        false
    }
}

impl Interest {
    /// Creates a test for the program in a file.
    pub fn new(
        line: &str,
        pattern: Option<&str>,
        wanted: Wanted,
        path: &str,
        command_line: CommandLine,
    ) -> Self {
        let is_plain = |c: char| c.is_alphanumeric() || "/._-+,=@".contains(c);
        let name = if path != "-" && path.chars().all(is_plain) { path } else { NAME };
        let (line, pattern, name) = (line.to_string(), pattern.map(str::to_string), name.to_string());
        Self { line, pattern, wanted, name, writes: Writes::All, command_line }
    }

    /// Returns the test with another command line.
    pub fn with_line(&self, line: &str) -> Self {
        Self { line: line.to_string(), ..self.clone() }
    }
}

impl Judge for Interest {
    fn judge(&mut self, text: &str) -> Result<Verdict, String> {
        let pattern = self.pattern.as_deref().map(Regex::new).transpose();
        let pattern = pattern.map_err(|error| format!("--match: {error}"))?;
        let folder = temporary::folder("reduce").map_err(|error| format!("cannot make a folder: {error}"))?;
        let test = Test {
            path: PathBuf::from(&self.name),
            text: text.to_string(),
            temporary: folder.path().join("test.tmp"),
            writes: self.writes.clone(),
            command_line: self.command_line,
        };
        let line = Run::of(&self.line).substitute(Path::new(&self.name), &test.temporary)?;
        let ran = run_line(&line, &test)?;
        let is_matched = pattern.is_none_or(|pattern| pattern.is_match(&ran.printed));
        let is_wanted = match self.wanted {
            Wanted::Success => ran.has_succeeded,
            Wanted::Hang => ran.has_passed_limit,
        };
        Ok(Verdict { holds: is_wanted && is_matched, output: ran.printed + &ran.complaint })
    }
}
