//! The worker process: another instance of this program, which performs one job or command and ends.
//!
//! A kernel that hangs or accesses wild memory, or a pass that takes too long, ends only its own process, and
//! no state is lost. Only a separate process can be stopped at any moment. Cost: a process start and a
//! compilation, a few milliseconds.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::job::{Done, Job, perform};
use super::remote;
use crate::driver::helper::{self, Stopped};
use crate::driver::session::{CommandLine, Exit, Session, Stop};
use crate::driver::watchdog::Ceilings;

/// The additional time after the deadline, since the interpreter enforces the deadline itself and reports the
/// location.
const GRACE: Duration = Duration::from_millis(500);

/// The worker's side: performs the task on stdin and writes its outcome to stdout.
pub fn serve(session: &mut Session, command_line: CommandLine) -> Result<Exit, Stop> {
    let task = helper::receive(&mut std::io::stdin().lock()).unwrap_or_default();
    std::thread::spawn(|| {
        // The rest of the input is only its end.
        drop(std::io::stdin().read(&mut [0]));
        helper::end();
    });
    let done = match Job::from_bytes(&task) {
        Some(job) => Some(perform(session, &job).to_bytes()),
        None => remote::perform(session, command_line, &task).map(String::into_bytes),
    };
    let Some(done) = done else {
        return Err(session.fail(Exit::Usage, "expected a task of the REPL on stdin"));
    };
    let written = std::io::stdout().write_all(&done);
    written.map(|()| Exit::Success).map_err(|_| Stop(Exit::Failed))
}

/// Sends a task and returns the pipe, which keeps the worker alive.
fn send(task: &[u8], mut stdin: ChildStdin) -> ChildStdin {
    // A worker that ended before it read everything is diagnosed by its exit status.
    drop(helper::send(&mut stdin, task));
    stdin
}

/// Performs a job in a worker; the error is the reason why it did not complete.
pub(super) fn job(job: &Job, ceilings: Ceilings, is_interrupted: &AtomicBool) -> Result<Done, String> {
    let deadline = (0.0 < job.deadline).then(|| Duration::from_secs_f64(job.deadline));
    ask(job.to_bytes(), "execution", deadline, ceilings, is_interrupted, Done::from_bytes)
}

/// Runs a command of a session in a worker; returns its outcome, or the reason why it did not complete.
pub(super) fn command(
    task: Vec<u8>,
    ceilings: Ceilings,
    is_interrupted: &AtomicBool,
) -> Result<Value, String> {
    ask(task, "command", None, ceilings, is_interrupted, |answer| serde_json::from_slice(answer).ok())
}

/// Sends a task to a new worker and waits for the answer; `what` names the task in messages.
fn ask<T>(
    task: Vec<u8>,
    what: &str,
    deadline: Option<Duration>,
    ceilings: Ceilings,
    is_interrupted: &AtomicBool,
    read: impl Fn(&[u8]) -> Option<T>,
) -> Result<T, String> {
    is_interrupted.store(false, Ordering::Relaxed);
    let mut child = start(ceilings).map_err(|error| format!("no worker process can be started: {error}"))?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let write = move || input.map(|stdin| send(&task, stdin));
    let (sender, answer) = mpsc::channel();
    let listen = move || {
        let mut bytes = Vec::new();
        let read = output.map(|mut output| output.read_to_end(&mut bytes));
        // The receiver is gone if the task was stopped.
        drop(sender.send(read.map(|_| bytes)));
    };
    let sent = std::thread::spawn(write);
    std::thread::spawn(listen);
    let end = deadline.map(|deadline| Instant::now() + deadline + GRACE);
    let answer = helper::wait(&answer, end, is_interrupted);
    if matches!(answer, Err(Stopped::Interrupted | Stopped::Late)) {
        // The worker may have ended by itself meanwhile.
        drop(child.kill());
    }
    let status = child.wait().map_err(|error| format!("the worker process is lost: {error}"))?;
    drop(sent.join());
    match answer {
        Ok(bytes) => read(&bytes.unwrap_or_default()).ok_or_else(|| broken(&mut child, what, status)),
        Err(Stopped::Gone) => Err(broken(&mut child, what, status)),
        Err(Stopped::Interrupted) => Err("interrupted; the state is as it was".to_string()),
        Err(Stopped::Late) => Err(format!(
            "the {what} takes more than {} s; ':set deadline' allows more, and the state is as it was",
            deadline.unwrap_or_default().as_secs_f64()
        )),
    }
}

fn start(ceilings: Ceilings) -> std::io::Result<Child> {
    helper::start(&["repl", "--worker"], ceilings, Stdio::piped())
}

/// Returns the message for a worker that ended without an answer: its stderr, if there is any.
fn broken(child: &mut Child, what: &str, status: ExitStatus) -> String {
    let mut words = String::new();
    if let Some(errors) = &mut child.stderr {
        // Unreadable output counts as none.
        drop(errors.read_to_string(&mut words));
    }
    let words = words.trim().trim_start_matches("warpline: error: ");
    if words.is_empty() {
        return format!("the {what} crashed its process ({status}); the state is as it was");
    }
    format!("{words}; the state is as it was")
}
