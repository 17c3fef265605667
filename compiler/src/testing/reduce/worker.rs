//! The worker process: another instance of this program, which runs tests until one of them crashes it.
//!
//! A tested program may hang, access wild memory or exhaust it. The process then ends, and the next try starts
//! another one; a try that needs no new process costs no more than the test itself. A test may therefore look
//! for a hang.

use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Interest, Judge, Verdict, Wanted};
use crate::driver::helper::{self, PERIOD, Running, Stopped, send, wait};
use crate::driver::session::{CommandLine, Exit, Session, Stop};
use crate::driver::watchdog::{Ceilings, Watchdog};
use crate::driver::writes::Writes;

/// The time limit for a process to end after its last answer.
const GRACE: Duration = Duration::from_secs(1);

/// The worker's main loop: answers requests on stdin until it is closed.
pub fn serve(session: &mut Session, command_line: CommandLine) -> Result<Exit, Stop> {
    let _watchdog = Watchdog::start(session.ceilings.of_memory_alone(), session.format);
    for request in helper::requests() {
        let Some((mut interest, text)) = interest_of(&request, command_line) else {
            return Err(session.fail(Exit::Usage, "expected requests of a reduction on stdin"));
        };
        let answer = match interest.judge(&text) {
            Ok(Verdict { holds, output }) => json!({"holds": holds, "told": output}),
            Err(problem) => json!({"problem": problem}),
        };
        send(&mut std::io::stdout(), answer.to_string().as_bytes()).map_err(|_| Stop(Exit::Failed))?;
    }
    Ok(Exit::Success)
}

fn interest_of(request: &[u8], command_line: CommandLine) -> Option<(Interest, String)> {
    let value: Value = serde_json::from_slice(request).ok()?;
    let text = |key: &str| value[key].as_str().map(str::to_string);
    let wanted = if value["hangs"] == true { Wanted::Hang } else { Wanted::Success };
    let (line, pattern, name) = (text("line")?, text("pattern"), text("name")?);
    let interest = Interest { line, pattern, wanted, name, writes: Writes::All, command_line };
    Some((interest, text("text")?))
}

/// A client that runs tests in a worker process.
pub struct Worker {
    /// The test.
    pub interest: Interest,
    deadline: Duration,
    ceilings: Ceilings,
    is_interrupted: Arc<AtomicBool>,
    running: Option<Running>,
}

impl Worker {
    /// Creates a test with a deadline per run, each of which also ends when the flag is set.
    pub fn new(
        interest: Interest,
        deadline: Duration,
        ceilings: Ceilings,
        is_interrupted: Arc<AtomicBool>,
    ) -> Self {
        Self { interest, deadline, ceilings, is_interrupted, running: None }
    }
}

impl Judge for Worker {
    fn judge(&mut self, text: &str) -> Result<Verdict, String> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&["reduce", "--worker"], self.ceilings, Stdio::null())
                .map_err(|error| format!("no worker process can be started: {error}"))?,
        };
        let hangs = self.interest.wanted == Wanted::Hang;
        let Interest { line, pattern, name, .. } = &self.interest;
        let request = json!({"line": line, "pattern": pattern, "hangs": hangs, "name": name, "text": text});
        running.send(request.to_string().into_bytes());
        let (has_passed_limit, output) =
            match wait(&running.answers, Some(Instant::now() + self.deadline), &self.is_interrupted) {
                Ok(answer) => {
                    self.running = Some(running);
                    return verdict(&answer);
                }
                Err(Stopped::Interrupted) => {
                    running.end();
                    return Err("interrupted".to_string());
                }
                Err(Stopped::Late) => {
                    running.end();
                    let seconds = self.deadline.as_secs_f64();
                    (true, format!("the test takes more than {seconds} s; --deadline=SECONDS allows more"))
                }
                Err(Stopped::Gone) => {
                    let status = status(running);
                    let has_passed_limit =
                        status.is_some_and(|status| status.code() == Some(Exit::Limit as i32));
                    let status = status.map(|status| format!(" ({status})")).unwrap_or_default();
                    (has_passed_limit, format!("the test crashes its process{status}"))
                }
            };
        if hangs && has_passed_limit { Ok(Verdict { holds: true, output }) } else { Err(output) }
    }

    fn is_over(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }
}

/// Returns the exit status of a worker that stopped answering; kills it if it does not end by itself within [`GRACE`].
fn status(mut running: Running) -> Option<ExitStatus> {
    let end = Instant::now() + GRACE;
    while Instant::now() < end {
        if let Some(status) = running.child.try_wait().ok()? {
            return Some(status);
        }
        std::thread::sleep(PERIOD);
    }
    running.end();
    None
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

fn verdict(answer: &[u8]) -> Result<Verdict, String> {
    let value: Value = serde_json::from_slice(answer).map_err(|error| error.to_string())?;
    if let Some(problem) = value["problem"].as_str() {
        return Err(problem.to_string());
    }
    let output = value["told"].as_str().unwrap_or_default().to_string();
    Ok(Verdict { holds: value["holds"] == true, output })
}
