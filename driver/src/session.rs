//! A session: the inputs and the collected output of a command.

use std::fmt;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use warpline_ir::{Diagnostics, Limits, Remarks};
use warpline_passes::pipeline::Pipeline;
use warpline_runtime::stdio::stdout_was_closed;
use warpline_runtime::{Device, Observer, Stats};

use crate::devices::KeptDevices;
use crate::file_names::path_of;
use crate::report::{Format, report_note, report_plain};
use crate::reproducer::Subject;
use crate::timing::Timing;
use crate::watchdog::{Ceilings, Watchdog};
use crate::writes::Writes;

/// The result of a command; the number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// The program has an error, failed, leaked, or produced unexpected results.
    Failed = 1,
    /// The command line is invalid or a file cannot be read.
    Usage = 2,
    /// The requested device is not available.
    Missing = 3,
    /// A limit was exceeded.
    Limit = 4,
    /// A bug in warpline.
    Internal = 70,
    /// The user interrupted the command.
    Interrupted = 130,
}

impl Exit {
    /// Returns the result that an exit code stands for.
    pub fn of_code(code: u8) -> Option<Self> {
        use Exit::{Failed, Internal, Interrupted, Limit, Missing, Success, Usage};
        let all = [Success, Failed, Usage, Missing, Limit, Internal, Interrupted];
        all.into_iter().find(|exit| *exit as u8 == code)
    }
}

/// The reason why a command stops early. The message is already in the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop(pub Exit);

/// A source text and its name in diagnostics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name in diagnostics.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A function that runs the command in the arguments, the first of which is the name of the program.
pub type CommandLine = fn(&[String], &mut Session) -> Exit;

/// A function that wraps a device.
#[derive(Clone)]
pub struct Wrapper(pub Arc<Wrap>);

/// A function that wraps a device, and returns an observer of the run, if there is one.
pub type Wrap = dyn Fn(Arc<dyn Device>) -> Wrapped + Send + Sync;

/// A device, and the observer of the run, if there is one.
pub type Wrapped = (Arc<dyn Device>, Option<Arc<dyn Observer>>);

impl fmt::Debug for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wrapper")
    }
}

/// The inputs and the collected output of a command.
#[derive(Debug, Default)]
pub struct Session {
    /// The collected stdout.
    pub out: String,
    /// The collected stderr.
    pub err: String,
    /// The summary of a run, which goes to stderr last, since it contains times.
    pub summary: String,
    /// The text for `-` instead of the process's stdin.
    pub stdin: Option<SourceFile>,
    /// The name of `-` in diagnostics, if one was chosen.
    pub stdin_name: Option<String>,
    /// The program and the passes, for a reproducer.
    pub subject: Option<Subject>,
    /// What `--timing` measures.
    pub timing: Timing,
    /// A virtual file of this session.
    pub overlay: Option<SourceFile>,
    /// The format of diagnostics.
    pub format: Format,
    /// The passes that report remarks.
    pub remarks: Remarks,
    /// Whether diagnostics may use colour.
    pub has_color: bool,
    /// Diagnostics collected for the SARIF document.
    pub results: Vec<Value>,
    /// Errors without a location collected for the SARIF document.
    pub notifications: Vec<Value>,
    /// The statistics of the last run.
    pub stats: Option<Stats>,
    /// A wrapper of the CPU device, for tests.
    pub wrapper: Option<Wrapper>,
    /// The devices that stay open after a run, if any do.
    pub kept: Option<KeptDevices>,
    /// Whether the session owns the process, which is then ended if compiling exceeds a limit.
    pub is_process: bool,
    /// Whether an internal error leaves a reproducer.
    pub has_reproducers: bool,
    /// The files that the session may write.
    pub writes: Writes,
    /// The limits on compiling.
    pub ceilings: Ceilings,
    /// The watchdog that enforces the limits.
    pub watchdog: Option<Watchdog>,
}

impl Session {
    /// Creates a session whose `-` is this text.
    pub fn with_stdin(source: SourceFile) -> Self {
        Self { stdin: Some(source), ..Self::default() }
    }

    /// Creates a sink for diagnostics of passes, with the requested remarks.
    pub fn diagnostics(&self) -> Diagnostics {
        Diagnostics::with_remarks(self.remarks.clone())
    }

    /// Adds a line to stdout.
    pub fn print(&mut self, line: impl AsRef<str>) {
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    /// Writes a line about an action to stderr.
    pub fn note(&mut self, line: impl AsRef<str>) {
        report_note(self, line.as_ref());
    }

    /// Reports an error without a source location.
    pub fn fail(&mut self, exit: Exit, message: impl AsRef<str>) -> Stop {
        report_plain(self, message.as_ref());
        Stop(exit)
    }

    /// Reads a source file; `-` is stdin. From here on the limits on compiling apply.
    pub fn read_source(&mut self, path: &str) -> Result<SourceFile, Stop> {
        let source = self.try_read_source(path).map_err(|message| self.fail(Exit::Usage, message))?;
        self.begin_compiling();
        self.subject = self.has_reproducers.then(|| Subject::new(source.clone()));
        Ok(source)
    }

    /// Records passes that are about to run, for a reproducer.
    pub fn begin_passes(&mut self, pipeline: &Pipeline) {
        if let Some(subject) = &mut self.subject {
            subject.add(pipeline);
        }
    }

    /// Starts enforcing the limits on compiling.
    pub fn begin_compiling(&mut self) {
        self.watchdog = if self.is_process { Watchdog::start(self.ceilings, self.format) } else { None };
    }

    /// Stops enforcing the limits on compiling.
    pub fn end_compiling(&mut self) {
        self.watchdog = None;
    }

    /// Starts enforcing the deadline of the program's machine code. Only the end of the process can stop it.
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

    /// Stops enforcing the deadline.
    pub fn end_running(&mut self) {
        self.watchdog = None;
    }

    /// Like [`Self::read_source`], but only returns the error.
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

    /// Writes a JSON document to a file, or for `-` to stdout; other output then goes to stderr.
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
        if let Writes::Held(files) = &mut self.writes {
            files.push((path.to_string(), contents.to_vec()));
            return Ok(());
        }
        write_whole(&file, contents)
            .map_err(|error| self.fail(Exit::Usage, format!("cannot write '{path}': {error}")))
    }

    /// Returns the contents of a file that results are appended to, which may not exist.
    pub fn read_result(&self, path: &str) -> std::io::Result<Vec<u8>> {
        if let Writes::Held(files) = &self.writes
            && let Some((_, contents)) = files.iter().rfind(|(held, _)| held == path)
        {
            return Ok(contents.clone());
        }
        match std::fs::read(path_of(path)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            contents => contents,
        }
    }

    /// Fails if a file or a folder may not be written.
    pub fn require_writable(&mut self, path: &Path) -> Result<(), Stop> {
        self.writes.check(path).map_err(|problem| self.fail(Exit::Usage, problem))
    }
}

/// Writes a whole text to the stdout of the process.
pub fn write_stdout(text: &str) -> std::io::Result<()> {
    if stdout_was_closed() && !text.is_empty() {
        return Err(std::io::Error::other("it is closed"));
    }
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// The byte order mark that some editors write before UTF-8 text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a text without its byte order mark, and stops once it exceeds the parser's size limit. Bytes that are
/// not UTF-8 become U+FFFD.
pub fn read_limited(from: impl Read) -> std::io::Result<String> {
    const LONGEST_CHAR: u64 = 4;
    let mut bytes = Vec::new();
    from.take(Limits::default().bytes as u64 + LONGEST_CHAR).read_to_end(&mut bytes)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    // The parser reports the replacement characters.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        let cut = error.utf8_error();
        let is_cut = cut.error_len().is_none() && Limits::default().bytes <= cut.valid_up_to();
        let mut bytes = error.into_bytes();
        bytes.truncate(if is_cut { cut.valid_up_to() } else { bytes.len() });
        String::from_utf8_lossy(&bytes).into_owned()
    }))
}

/// Writes a temporary file in the same directory and renames it. The target of a link is replaced, not the
/// link, and keeps its mode. A device such as `/dev/null` is written in place.
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

/// Follows the links of a path, whether or not the target exists.
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
