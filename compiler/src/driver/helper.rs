//! Helper processes: other instances of this program for work that may hang or crash.
//!
//! A message is a length followed by that many bytes. Stdin of a helper stays open, so that the helper ends
//! when its parent does, however that ended.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::driver::session::Exit;
use crate::driver::watchdog::Ceilings;

/// The interval at which the interruption flag is polled.
pub(crate) const PERIOD: Duration = Duration::from_millis(20);

/// The reason why a helper gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The user interrupted it.
    Interrupted,
    /// The deadline passed.
    Late,
    /// The helper ended.
    Gone,
}

/// Waits for an answer until the deadline, or until the flag is set.
pub(crate) fn wait<T>(
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

/// Starts this program again with these arguments and ceilings; stdin and stdout are pipes.
pub(crate) fn start(args: &[&str], ceilings: Ceilings, stderr: Stdio) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(args).args(ceilings.flags());
    // Ctrl-C goes to the process that the user started, which then ends the helper.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).spawn()
}

/// Writes a message.
pub(crate) fn send(to: &mut impl Write, message: &[u8]) -> std::io::Result<()> {
    to.write_all(&(message.len() as u64).to_le_bytes())?;
    to.write_all(message)?;
    to.flush()
}

/// Reads a message; `None` at the end of the stream, and for a truncated message.
pub(crate) fn receive(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut length = [0; 8];
    from.read_exact(&mut length).ok()?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    let n_read = from.take(length).read_to_end(&mut bytes).ok()?;
    (n_read as u64 == length).then_some(bytes)
}

/// Ends this process; called by the thread that finds stdin closed.
#[expect(clippy::exit, reason = "the thread that does the work may never come back")]
pub(crate) fn end() -> ! {
    std::process::exit(Exit::Failed as i32)
}
