//! Helper processes: other instances of this program for work that may hang or crash.
//!
//! A message is a length followed by that many bytes. Stdin of a helper stays open, so that the helper ends
//! when its parent does, however that ended.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::session::Exit;
use crate::watchdog::Ceilings;

/// The interval at which the interruption flag is polled.
pub const PERIOD: Duration = Duration::from_millis(20);

/// The reason why a helper gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The user interrupted it.
    Interrupted,
    /// The deadline passed.
    Late,
    /// The helper ended.
    Gone,
}

/// Waits for an answer until the deadline, or until the flag is set.
pub fn wait<T>(
    answers: &Receiver<T>,
    deadline: Option<Instant>,
    is_interrupted: &AtomicBool,
) -> Result<T, Stopped> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let answer = answers.recv_timeout(left.map_or(PERIOD, |left| left.min(PERIOD)));
        match answer {
            _ if is_interrupted.load(Ordering::Relaxed) => return Err(Stopped::Interrupted),
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Disconnected) => return Err(Stopped::Gone),
            Err(RecvTimeoutError::Timeout) if left.is_some_and(|left| left.is_zero()) => {
                return Err(Stopped::Late);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Returns the requests on stdin of this process, which ends when stdin is closed.
pub fn requests() -> Receiver<Vec<u8>> {
    let (sender, requests) = mpsc::channel();
    std::thread::spawn(move || {
        let mut stdin = std::io::stdin().lock();
        while let Some(request) = receive(&mut stdin) {
            // The receiver is gone if the helper ends.
            drop(sender.send(request));
        }
        end();
    });
    requests
}

/// A helper that answers one request after the other.
#[derive(Debug)]
pub struct Running {
    /// The process.
    pub child: Child,
    requests: Sender<Vec<u8>>,
    /// Its answers, in the order of the requests.
    pub answers: Receiver<Vec<u8>>,
}

impl Running {
    /// Starts a helper: this program with these arguments.
    pub fn start(args: &[&str], ceilings: Ceilings, stderr: Stdio) -> std::io::Result<Self> {
        let mut child = start(args, ceilings, stderr)?;
        let missing = || std::io::Error::other("a pipe is missing");
        let mut stdin = child.stdin.take().ok_or_else(missing)?;
        let mut stdout = child.stdout.take().ok_or_else(missing)?;
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            while let Some(answer) = receive(&mut stdout) {
                // Sending fails if the helper was ended, since nothing waits for the answer.
                drop(sender.send(answer));
            }
        });
        let (requests, to_send) = mpsc::channel::<Vec<u8>>();
        std::thread::spawn(move || {
            // A helper that has ended gives no answer, which is noticed there.
            while let Ok(request) = to_send.recv() {
                drop(send(&mut stdin, &request));
            }
        });
        Ok(Self { child, requests, answers })
    }

    /// Has a request written, by a thread: a helper that is stopped reads nothing.
    pub fn send(&self, request: Vec<u8>) {
        // The thread ends only with its channel.
        drop(self.requests.send(request));
    }

    /// Ends the helper.
    pub fn end(mut self) {
        // It may have ended by itself meanwhile.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts this program again with these arguments and ceilings; stdin and stdout are pipes.
fn start(args: &[&str], ceilings: Ceilings, stderr: Stdio) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(args).args(ceilings.flags());
    // Ctrl-C goes to the process that the user started, which then ends the helper.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).spawn()
}

/// Writes a message.
pub fn send(to: &mut impl Write, message: &[u8]) -> std::io::Result<()> {
    to.write_all(&(message.len() as u64).to_le_bytes())?;
    to.write_all(message)?;
    to.flush()
}

/// Reads a message; `None` at the end of the stream, and for a truncated message.
pub fn receive(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut length = [0; 8];
    from.read_exact(&mut length).ok()?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    let n_read = from.take(length).read_to_end(&mut bytes).ok()?;
    (n_read as u64 == length).then_some(bytes)
}

/// Ends this process; called by the thread that finds stdin closed.
#[expect(clippy::exit, reason = "the thread that does the work may never come back")]
pub fn end() -> ! {
    std::process::exit(Exit::Failed as i32)
}
