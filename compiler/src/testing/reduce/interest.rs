//! What a reduction keeps: that a command line on the program succeeds, and that its output matches; or that it hangs.
//!
//! The line is one as `RUN:` lines of tests have it. It runs in the process, `%s` stands for the program, which is never
//! written to a file. Whatever the commands do besides is theirs.

use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::driver::session::CommandLine;
use crate::driver::writes::Writes;
use crate::testing::lit::Test;
use crate::testing::lit::run::run_line;
use crate::testing::lit::script::Run;

/// The name of a program whose own name cannot stand in a line.
const NAME: &str = "input.mlir";

/// What the commands of a test do about a program that is interesting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// They succeed.
    #[default]
    Success,
    /// They take too long, or one fails because it passes a limit.
    Hang,
}

/// A test of programs.
#[derive(Clone, Debug)]
pub struct Interest {
    /// The command line, with `%s` for the program.
    pub line: String,
    /// What its output, stderr first, must match.
    pub pattern: Option<String>,
    /// What its commands must do.
    pub wanted: Wanted,
    /// What `%s` becomes.
    pub name: String,
    /// The files that its commands may write.
    pub writes: Writes,
    /// What runs the commands of the program.
    pub command_line: CommandLine,
}

/// What a test says about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the program is interesting.
    pub holds: bool,
    /// What the commands printed, or why they failed.
    pub told: String,
}

/// Whoever runs tests.
pub trait Judge {
    /// What the test says about a program; an error where it cannot say anything.
    fn judge(&mut self, text: &str) -> Result<Verdict, String>;

    /// Whether the user has had enough.
    fn is_over(&self) -> bool {
        false
    }
}

impl Interest {
    /// A test of what a file holds.
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

    /// The same with another command line.
    pub fn with_line(&self, line: &str) -> Self {
        Self { line: line.to_string(), ..self.clone() }
    }
}

impl Judge for Interest {
    fn judge(&mut self, text: &str) -> Result<Verdict, String> {
        let pattern = self.pattern.as_deref().map(Regex::new).transpose();
        let pattern = pattern.map_err(|error| format!("--match: {error}"))?;
        let test = Test {
            path: PathBuf::from(&self.name),
            text: text.to_string(),
            temporary: temporary(),
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
        Ok(Verdict { holds: is_wanted && is_matched, told: ran.printed + &ran.complaint })
    }
}

/// A path that no other process uses.
fn temporary() -> PathBuf {
    std::env::temp_dir().join(format!("warpline-reduce-{}", std::process::id())).join("test.tmp")
}
