//! A session: where a command's text comes from and where its output is collected.

use std::fmt;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use warpline_ir::{Diagnostics, Limits, Remarks};
use warpline_runtime::stdio::stdout_was_closed;
use warpline_runtime::{Device, Observer, Stats};

use crate::driver::file_names::path_of;
use crate::driver::report::{Format, report_note, report_plain};
use crate::driver::reproducer::Subject;
use crate::driver::watchdog::{Ceilings, Watchdog};
use crate::driver::writes::Writes;

/// How a command ended; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Success = 0,
    /// The program has an error, failed, leaked, or gave another result than expected.
    Failed = 1,
    /// The command line is wrong or a file cannot be read.
    Usage = 2,
    /// The device that was asked for is not here.
    Missing = 3,
    /// A limit was passed.
    Limit = 4,
    /// A fault of warpline itself.
    Internal = 70,
    /// The user had enough.
    Interrupted = 130,
}

/// Why a command stops early. The message is in the session already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop(pub Exit);

/// A source text and the name that diagnostics give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name in diagnostics.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Runs the command that the arguments name, of which the first is the name of the program.
pub type CommandLine = fn(&[String], &mut Session) -> Exit;

/// Makes a device around another one.
#[derive(Clone)]
pub struct Wrapper(pub Arc<Wrap>);

/// Makes a device around another one, with what observes the run, if anything does.
pub type Wrap = dyn Fn(Arc<dyn Device>) -> Wrapped + Send + Sync;

/// A device, and what observes the run, if anything does.
pub type Wrapped = (Arc<dyn Device>, Option<Arc<dyn Observer>>);

impl fmt::Debug for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wrapper")
    }
}

/// What a command reads and what it would print.
#[derive(Debug, Default)]
pub struct Session {
    /// What goes to stdout.
    pub out: String,
    /// What goes to stderr.
    pub err: String,
    /// The summary of a run, which goes to stderr last; it holds times.
    pub summary: String,
    /// Text that `-` stands for instead of the process's stdin.
    pub stdin: Option<SourceFile>,
    /// The name that findings give to `-`, if one was chosen.
    pub stdin_name: Option<String>,
    /// What it works on, for a reproducer.
    pub subject: Option<Subject>,
    /// A file that is there only for this session.
    pub overlay: Option<SourceFile>,
    /// How diagnostics are written.
    pub format: Format,
    /// Which passes report remarks.
    pub remarks: Remarks,
    /// Whether diagnostics may use colour.
    pub has_color: bool,
    /// Findings that wait for the SARIF document.
    pub results: Vec<Value>,
    /// Errors without a place that wait for it.
    pub notifications: Vec<Value>,
    /// What the last run told about itself.
    pub stats: Option<Stats>,
    /// What stands between the program and the CPU device, for tests.
    pub wrapper: Option<Wrapper>,
    /// Whether the session has the process for itself, which it then ends when compiling takes too much.
    pub is_process: bool,
    /// Whether an internal error leaves a reproducer.
    pub has_reproducers: bool,
    /// The files that it may write.
    pub writes: Writes,
    /// What compiling may take.
    pub ceilings: Ceilings,
    /// What holds it to that.
    pub watchdog: Option<Watchdog>,
}

impl Session {
    /// A session whose `-` is this text.
    pub fn with_stdin(source: SourceFile) -> Self {
        Self { stdin: Some(source), ..Self::default() }
    }

    /// A sink for what passes report, with the remarks that are wanted.
    pub fn diagnostics(&self) -> Diagnostics {
        Diagnostics::with_remarks(self.remarks.clone())
    }

    /// Adds a line to stdout.
    pub fn print(&mut self, line: impl AsRef<str>) {
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    /// Tells in a line on stderr what was done.
    pub fn note(&mut self, line: impl AsRef<str>) {
        report_note(self, line.as_ref());
    }

    /// Reports an error that has no place in a source text.
    pub fn fail(&mut self, exit: Exit, message: impl AsRef<str>) -> Stop {
        report_plain(self, message.as_ref());
        Stop(exit)
    }

    /// Reads a source file; `-` is stdin. Compiling begins.
    pub fn read_source(&mut self, path: &str) -> Result<SourceFile, Stop> {
        let source = self.try_read_source(path).map_err(|message| self.fail(Exit::Usage, message))?;
        self.begin_compiling();
        self.subject = self.has_reproducers.then(|| Subject::new(source.clone()));
        Ok(source)
    }

    /// From now on the limits on compiling hold.
    pub fn begin_compiling(&mut self) {
        self.watchdog = if self.is_process { Watchdog::start(self.ceilings, self.format) } else { None };
    }

    /// From now on they hold no more.
    pub fn end_compiling(&mut self) {
        self.watchdog = None;
    }

    /// Machine code of the program runs from now on, so long at most. It cannot be stopped but with its process.
    pub fn begin_running(&mut self, deadline: Option<Duration>) -> Result<(), Stop> {
        self.end_compiling();
        match deadline {
            Some(_) if !self.is_process => Err(self.fail(
                Exit::Usage,
                "--deadline ends the process in which machine code runs, but this process does more; \
                 --device=interp keeps a deadline in any process",
            )),
            Some(deadline) => {
                self.watchdog = Watchdog::of_run(deadline, self.format);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The program has ended.
    pub fn end_running(&mut self) {
        self.watchdog = None;
    }

    /// The same; an error is only returned.
    pub fn try_read_source(&self, path: &str) -> Result<SourceFile, String> {
        if path == "-" {
            return self.read_stdin();
        }
        if let Some(source) = self.overlay.as_ref().filter(|source| source.name == path) {
            return Ok(source.clone());
        }
        match std::fs::File::open(path_of(path)).and_then(read_limited) {
            Ok(text) => Ok(SourceFile { name: path.to_string(), text }),
            Err(error) => Err(format!("cannot read '{path}': {error}")),
        }
    }

    fn read_stdin(&self) -> Result<SourceFile, String> {
        let mut source = match &self.stdin {
            Some(source) => source.clone(),
            None => match read_limited(std::io::stdin()) {
                Ok(text) => SourceFile { name: "<stdin>".to_string(), text },
                Err(error) => return Err(format!("cannot read stdin: {error}")),
            },
        };
        if let Some(name) = &self.stdin_name {
            source.name.clone_from(name);
        }
        Ok(source)
    }

    /// Writes a JSON document to a file, or for `-` to stdout, which it has for itself: what was printed goes to stderr.
    pub fn write_document(&mut self, path: &str, text: &str) -> Result<(), Stop> {
        if path == "-" {
            let printed = std::mem::take(&mut self.out);
            self.err.push_str(&printed);
        }
        self.write_result(Some(path), text.as_bytes())
    }

    /// Writes a result: to stdout for `-` or nothing, else to a file that appears only when it is complete.
    pub fn write_result(&mut self, path: Option<&str>, contents: &[u8]) -> Result<(), Stop> {
        let Some(path) = path.filter(|path| *path != "-") else {
            self.out.push_str(&String::from_utf8_lossy(contents));
            return Ok(());
        };
        let file = path_of(path);
        self.require_writable(&file)?;
        write_whole(&file, contents)
            .map_err(|error| self.fail(Exit::Usage, format!("cannot write '{path}': {error}")))
    }

    /// Fails where a file or a folder may not be written.
    pub fn require_writable(&mut self, path: &Path) -> Result<(), Stop> {
        self.writes.check(path).map_err(|problem| self.fail(Exit::Usage, problem))
    }
}

/// Writes a text to the stdout of the process, all of it.
pub(crate) fn write_stdout(text: &str) -> std::io::Result<()> {
    if stdout_was_closed() && !text.is_empty() {
        return Err(std::io::Error::other("it is closed"));
    }
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// What some editors write before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a text, but no more of it than shows that it is larger than the reader of IR allows, without a byte order mark at
/// its beginning. What is not UTF-8 becomes U+FFFD.
pub(crate) fn read_limited(from: impl Read) -> std::io::Result<String> {
    const LONGEST_CHAR: u64 = 4;
    let mut bytes = Vec::new();
    from.take(Limits::default().bytes as u64 + LONGEST_CHAR).read_to_end(&mut bytes)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    // The reader of IR reports what stands for bytes that are not UTF-8.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        let cut = error.utf8_error();
        let is_cut = cut.error_len().is_none() && Limits::default().bytes <= cut.valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(if is_cut { cut.valid_up_to() } else { bytes.len() });
        String::from_utf8_lossy(&bytes).into_owned()
    }))
}

/// Writes a temporary file in the same directory and renames it. What a link names is replaced, not the link, and keeps its
/// mode. A device such as `/dev/null` is written in place.
fn write_whole(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let path = &followed(path);
    let before = std::fs::metadata(path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return std::fs::write(path, contents);
    }
    let temporary = temporary_name(path);
    let mode = before.map(|before| before.permissions());
    let written = std::fs::write(&temporary, contents)
        .and_then(|()| mode.map_or(Ok(()), |mode| std::fs::set_permissions(&temporary, mode)))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// What a path names in the end, whether or not it is there.
fn followed(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target));
    }
    path
}

fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
