//! Programs that are not trusted, run by a child of this process that has given up its rights (`run --untrusted`).
//!
//! The child is this program with the same arguments. Before it reads the program it keeps only what a run needs
//! (`policy`): it reads the files that the command line names, and opens no other, no socket and no process. What it would
//! print or write it sends to its parent as [`Part`]s, on stdout. The parent writes only files that the command line
//! names, ends the child when its time is over, and says how it ended, whatever the child did.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::driver::helper::{self, Stopped};
use crate::driver::report::Format;
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::writes::Writes;

#[cfg(target_os = "linux")]
mod policy;

/// The flag that makes a process the child.
pub(super) const CHILD_FLAG: &str = "--in-sandbox";

/// The time limit of a program that has no other.
pub(super) const DEADLINE: Duration = Duration::from_mins(1);

/// The time that the child has to end by itself.
const GRACE: Duration = Duration::from_secs(5);

/// The bytes that the process itself may take beside what its limits give to the compiler and the program: arenas of its
/// allocator, and the stacks of its threads.
const OVERHEAD: u64 = 2 << 30;

/// The longest text on stderr that is kept, in bytes.
const MAX_STDERR: u64 = 1 << 20;

/// What a run may use.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    /// The files that it reads.
    pub(super) read: Vec<PathBuf>,
    /// The files that it writes, as the command line names them.
    pub(super) written: Vec<String>,
    /// The memory of the program, in bytes.
    pub(super) memory: u64,
    /// The time limit of the program.
    pub(super) deadline: Duration,
}

/// Gives up the rights of this process, which is the child, for what the run is allowed.
pub(super) fn enter(session: &mut Session, allowance: &Allowance) -> Result<(), Stop> {
    session.writes = Writes::Held(Vec::new());
    session.has_reproducers = false;
    let memory = session.ceilings.memory();
    let memory = memory.map(|compiling| compiling.saturating_add(allowance.memory).saturating_add(OVERHEAD));
    restrict(&allowance.read, memory).map_err(|reason| {
        session.fail(Exit::Missing, format!("--untrusted cannot confine the process: {reason}"))
    })
}

#[cfg(target_os = "linux")]
use policy::restrict;

#[cfg(not(target_os = "linux"))]
fn restrict(_: &[PathBuf], _: Option<u64>) -> Result<(), String> {
    Err("it needs Linux with Landlock and seccomp".to_string())
}

/// A part of what the child prints and writes.
enum Part {
    /// The text for stdout.
    Out(String),
    /// The text for stderr.
    Err(String),
    /// The summary of the run.
    Summary(String),
    /// A file, as the command line names it, and its contents.
    File(String, Vec<u8>),
    /// The exit code, which is last.
    Exit(u8),
}

impl Part {
    /// Returns the bytes of a message: a letter, and the contents.
    fn encode(&self) -> Vec<u8> {
        let text = |letter: u8, text: &str| [&[letter], text.as_bytes()].concat();
        match self {
            Self::Out(out) => text(b'o', out),
            Self::Err(err) => text(b'e', err),
            Self::Summary(summary) => text(b's', summary),
            Self::File(path, contents) => {
                [b"f", &(path.len() as u64).to_le_bytes()[..], path.as_bytes(), contents].concat()
            }
            Self::Exit(code) => vec![b'x', *code],
        }
    }

    /// Reads a message; `None` for any that no child in good order sends.
    fn decode(message: &[u8]) -> Option<Self> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let (letter, rest) = message.split_first()?;
        match letter {
            b'o' => Some(Self::Out(text(rest)?)),
            b'e' => Some(Self::Err(text(rest)?)),
            b's' => Some(Self::Summary(text(rest)?)),
            b'f' => {
                let (length, rest) = rest.split_first_chunk()?;
                let (path, contents) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
                Some(Self::File(text(path)?, contents.to_vec()))
            }
            b'x' => rest.first().copied().map(Self::Exit),
            _ => None,
        }
    }
}

/// Sends the output of a session to the parent.
pub(super) fn answer(session: &mut Session, exit: Exit) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    let take = |text: &mut String| std::mem::take(text);
    let texts = [
        Part::Out(take(&mut session.out)),
        Part::Err(take(&mut session.err)),
        Part::Summary(take(&mut session.summary)),
    ];
    let files = match std::mem::take(&mut session.writes) {
        Writes::Held(files) => files,
        Writes::All | Writes::Below(_) => Vec::new(),
    };
    let files = files.into_iter().map(|(path, contents)| Part::File(path, contents));
    for part in texts.into_iter().chain(files).chain([Part::Exit(exit as u8)]) {
        helper::send(&mut stdout, &part.encode())?;
    }
    Ok(())
}

/// What the child has sent until it ended.
#[derive(Default)]
struct Answer {
    parts: Vec<Part>,
    stderr: String,
}

/// Runs the command of this process in a child, and takes over what it prints and writes.
pub(super) fn run(session: &mut Session, allowance: &Allowance) -> Result<Exit, Stop> {
    if !session.is_process {
        let message = "--untrusted runs the program in a child of the process, which this one cannot start";
        return Err(session.fail(Exit::Usage, message));
    }
    let limit = session.ceilings.time().map(|compiling| compiling + allowance.deadline + GRACE);
    let cannot = |error: std::io::Error| format!("cannot start a process: {error}");
    let mut child = start().map_err(|error| session.fail(Exit::Missing, cannot(error)))?;
    let answers = listen(&mut child, allowance.memory);
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let answer = helper::wait(&answers, until, &AtomicBool::new(false));
    // It may have ended by itself.
    drop(child.kill());
    let status = child.wait().map_err(|error| session.fail(Exit::Internal, cannot(error)))?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(Stopped::Late) => {
            return Err(session.fail(Exit::Limit, "the program did not end at its deadline, and was ended"));
        }
        Err(Stopped::Gone | Stopped::Interrupted) => Answer::default(),
    };
    take_over(session, allowance, answer, status)
}

/// Starts the child. Of the environment it keeps what configures warpline.
fn start() -> std::io::Result<Child> {
    let mut args = std::env::args_os();
    args.next();
    let mut args: Vec<OsString> = args.collect();
    let command = args.iter().position(|arg| arg == "run").map_or(args.len(), |at| at + 1);
    args.insert(command, CHILD_FLAG.into());
    let kept = std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("WARPLINE_"));
    let mut command = Command::new(std::env::current_exe()?);
    command.args(args).env_clear().envs(kept);
    command.stdin(Stdio::inherit()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// Reads what the child sends, until it closes its streams. More than `memory` bytes are not read.
fn listen(child: &mut Child, memory: u64) -> Receiver<Answer> {
    let (sender, answers) = mpsc::channel();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut stderr) = stderr {
            // What was read until an error is kept; the rest is read so that the child is not stopped by it.
            let _ = (&mut stderr).take(MAX_STDERR).read_to_end(&mut text);
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    std::thread::spawn(move || {
        let mut parts = Vec::new();
        if let Some(stdout) = stdout {
            let mut stdout = stdout.take(memory.saturating_mul(2).saturating_add(MAX_STDERR));
            while let Some(part) = helper::receive(&mut stdout).and_then(|message| Part::decode(&message)) {
                let is_last = matches!(part, Part::Exit(_));
                parts.push(part);
                if is_last {
                    break;
                }
            }
        }
        let stderr = errors.join().unwrap_or_default();
        // The receiver is gone if the child took too long.
        drop(sender.send(Answer { parts, stderr }));
    });
    answers
}

/// Prints and writes what the child sent.
fn take_over(
    session: &mut Session,
    allowance: &Allowance,
    answer: Answer,
    status: ExitStatus,
) -> Result<Exit, Stop> {
    session.err.push_str(&without_controls(&answer.stderr));
    let exit = answer.parts.iter().find_map(|part| match part {
        Part::Exit(code) => Exit::of_code(*code),
        _ => None,
    });
    let Some(exit) = exit else {
        return match status.code().and_then(|code| Exit::of_code(u8::try_from(code).ok()?)) {
            // Its last words stand on stderr.
            Some(exit) if exit != Exit::Success && !answer.stderr.is_empty() => Err(Stop(exit)),
            _ => {
                Err(session
                    .fail(Exit::Failed, format!("the sandboxed process ended without a result: {status}")))
            }
        };
    };
    for part in answer.parts {
        match part {
            Part::Out(text) => session.out.push_str(&without_controls(&text)),
            Part::Err(text) => session.err.push_str(&without_controls(&text)),
            Part::Summary(text) => session.summary.push_str(&without_controls(&text)),
            Part::File(path, contents) if allowance.written.contains(&path) => {
                session.write_result(Some(&path), &contents)?;
            }
            Part::File(path, _) => {
                let message =
                    format!("the sandboxed process asks for the file {path:?}, which no flag names");
                return Err(session.fail(Exit::Failed, message));
            }
            Part::Exit(_) => {}
        }
    }
    // The child has made the document of its diagnostics.
    session.format = Format::default();
    Ok(exit)
}

/// Escapes the control characters of a text, but for the ends of lines and tabs.
fn without_controls(text: &str) -> String {
    let escaped = |letter: char| match letter {
        '\n' | '\t' => letter.to_string(),
        letter if letter.is_control() => letter.escape_default().to_string(),
        letter => letter.to_string(),
    };
    text.chars().map(escaped).collect()
}
