//! The worker process: another instance of this program, which performs jobs and commands until one of them fails.
//!
//! A kernel that hangs or accesses wild memory, or a pass that takes too long, ends only the worker, and no state is lost.
//! Only a separate process can be stopped at any moment. A worker keeps its devices and what they have loaded, so that a
//! kernel is compiled and loaded once for any number of executions; after a failure the next task gets a new worker.

use std::io::Read as _;
use std::process::{ChildStderr, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::job::{Done, Job, perform};
use super::remote;
use crate::driver::devices::KeptDevices;
use crate::driver::helper::{self, Stopped};
use crate::driver::session::{CommandLine, Exit, Session, Stop};
use crate::driver::watchdog::Ceilings;

/// The additional time after the deadline, since the interpreter enforces the deadline itself and reports the
/// location.
const GRACE: Duration = Duration::from_millis(500);

/// The bytes of the end of stderr that are kept.
const MAX_WORDS: usize = 64 << 10;

/// The last byte of an answer: whether the worker takes another task.
const GOES_ON: u8 = 1;
const ENDS: u8 = 0;

/// The worker's side: performs the tasks on stdin and writes their outcomes to stdout.
pub fn serve(session: &mut Session, command_line: CommandLine) -> Result<Exit, Stop> {
    let mut kept = KeptDevices::default();
    for task in helper::requests() {
        let mut inner = Session {
            is_process: session.is_process,
            has_reproducers: session.has_reproducers,
            writes: session.writes.clone(),
            ceilings: session.ceilings,
            kept: Some(kept),
            ..Session::default()
        };
        let outcome = answer(&mut inner, command_line, &task);
        let Some((mut bytes, is_success)) = outcome else {
            return Err(session.fail(Exit::Usage, "expected a task of the REPL on stdin"));
        };
        // Memory that devices keep must not count as that of the next compilation.
        let goes_on = is_success && !session.ceilings.is_memory_half_used();
        bytes.push(if goes_on { GOES_ON } else { ENDS });
        helper::send(&mut std::io::stdout(), &bytes).map_err(|_| Stop(Exit::Failed))?;
        if !goes_on {
            break;
        }
        kept = inner.kept.unwrap_or_default();
    }
    Ok(Exit::Success)
}

/// Performs a task; returns its outcome, and whether it succeeded. `None` if it is malformed.
fn answer(session: &mut Session, command_line: CommandLine, task: &[u8]) -> Option<(Vec<u8>, bool)> {
    match Job::from_bytes(task) {
        Some(job) => {
            let done = perform(session, &job);
            Some((done.to_bytes(), done.exit == Exit::Success as u8))
        }
        None => remote::perform(session, command_line, task).map(|outcome| (outcome.into_bytes(), true)),
    }
}

/// A client that has tasks performed by a worker, which is started with the first one.
#[derive(Debug, Default)]
pub(super) struct Worker {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    process: helper::Running,
    /// The end of its stderr since the last task.
    words: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads its stderr.
    listener: JoinHandle<()>,
}

impl Worker {
    /// Performs a job; the error is the reason why it did not complete.
    pub(super) fn job(
        &mut self,
        job: &Job,
        ceilings: Ceilings,
        is_interrupted: &AtomicBool,
    ) -> Result<Done, String> {
        let deadline = (0.0 < job.deadline).then(|| Duration::from_secs_f64(job.deadline));
        self.ask(job.to_bytes(), "execution", deadline, ceilings, is_interrupted, Done::from_bytes)
    }

    /// Runs a command of a session; returns its outcome, or the reason why it did not complete.
    pub(super) fn command(
        &mut self,
        task: Vec<u8>,
        ceilings: Ceilings,
        is_interrupted: &AtomicBool,
    ) -> Result<Value, String> {
        let read = |answer: &[u8]| serde_json::from_slice(answer).ok();
        self.ask(task, "command", None, ceilings, is_interrupted, read)
    }

    /// Sends a task and waits for the answer; `what` names the task in messages.
    fn ask<T>(
        &mut self,
        task: Vec<u8>,
        what: &str,
        deadline: Option<Duration>,
        ceilings: Ceilings,
        is_interrupted: &AtomicBool,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<T, String> {
        is_interrupted.store(false, Ordering::Relaxed);
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(ceilings)
                .map_err(|error| format!("no worker process can be started: {error}"))?,
        };
        lock(&running.words).clear();
        running.process.send(task);
        let end = deadline.map(|deadline| Instant::now() + deadline + GRACE);
        match helper::wait(&running.process.answers, end, is_interrupted) {
            Ok(mut bytes) => {
                let goes_on = bytes.pop() == Some(GOES_ON);
                match read(&bytes) {
                    Some(outcome) if goes_on => {
                        self.running = Some(running);
                        Ok(outcome)
                    }
                    Some(outcome) => {
                        running.process.end();
                        Ok(outcome)
                    }
                    None => {
                        // It goes on, but nobody can tell what it does.
                        drop(running.process.child.kill());
                        Err(running.last_words(what))
                    }
                }
            }
            Err(Stopped::Gone) => Err(running.last_words(what)),
            Err(Stopped::Interrupted) => {
                running.process.end();
                Err("interrupted; the state is as it was".to_string())
            }
            Err(Stopped::Late) => {
                running.process.end();
                Err(format!(
                    "the {what} takes more than {} s; ':set deadline' allows more, and the state is as it was",
                    deadline.unwrap_or_default().as_secs_f64()
                ))
            }
        }
    }
}

/// Locks what a reading or a writing thread shares; neither panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.end();
        }
    }
}

impl Running {
    fn start(ceilings: Ceilings) -> std::io::Result<Self> {
        let mut process = helper::Running::start(&["repl", "--worker"], ceilings, Stdio::piped())?;
        let words = Arc::<Mutex<Vec<u8>>>::default();
        let errors = process.child.stderr.take();
        let heard = Arc::clone(&words);
        let listener =
            std::thread::spawn(move || errors.into_iter().for_each(|errors| listen(errors, &heard)));
        Ok(Self { process, words, listener })
    }

    /// Returns the message for a worker that ended without an answer: its stderr, if there is any.
    fn last_words(mut self, what: &str) -> String {
        let status = self.process.child.wait();
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        drop(self.listener.join());
        let words = String::from_utf8_lossy(&lock(&self.words)).into_owned();
        let words = words.trim().trim_start_matches("warpline: error: ");
        if words.is_empty() {
            return format!("the {what} crashed its process ({status}); the state is as it was");
        }
        format!("{words}; the state is as it was")
    }
}

/// Keeps the end of what a worker writes to its stderr, until it has ended.
fn listen(mut errors: ChildStderr, words: &Mutex<Vec<u8>>) {
    let mut some = [0; 4096];
    while let Ok(n @ 1..) = errors.read(&mut some) {
        let mut words = lock(words);
        words.extend_from_slice(&some[..n]);
        let n_old = words.len().saturating_sub(MAX_WORDS);
        words.drain(..n_old);
    }
}
