//! Enforces the limits on compiling and the deadline of machine code: a second thread ends the process when it
//! takes too much time or memory.
//!
//! For compiling it is the last line of defence. The parser's own limits and passes that terminate keep
//! programs within these bounds; a program that exceeds them anyway ends with a message and exit code 4, and
//! writes no file. Memory is read from Linux's `/proc`; elsewhere only time is limited.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::report::{self, Format};
use crate::session::{Exit, Session, Stop};

/// The polling interval of the watchdog.
const PERIOD: Duration = Duration::from_millis(20);

/// The time after which a run on a terminal says that it goes on.
const PATIENCE: Duration = Duration::from_secs(10);

/// The limits on compiling.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ceilings {
    /// Time limit of compiling in seconds; 0 is no limit.
    pub time_limit: f64,
    /// Memory limit of compiling in MiB; 0 is no limit.
    pub memory_limit: u64,
}

impl Ceilings {
    /// Returns the limits without the time limit.
    pub fn of_memory_alone(self) -> Self {
        Self { time_limit: 0.0, ..self }
    }

    /// Whether this process uses more than half of the memory that compiling may use.
    pub fn is_memory_half_used(&self) -> bool {
        0 < self.memory_limit && resident_mebibytes().is_some_and(|used| self.memory_limit / 2 < used)
    }

    /// Returns the time limit, if there is one.
    pub fn time(self) -> Option<Duration> {
        Some(Duration::try_from_secs_f64(self.time_limit).ok()?).filter(|limit| !limit.is_zero())
    }

    /// Returns the memory limit in bytes, if there is one.
    pub fn memory(self) -> Option<u64> {
        Some(self.memory_limit).filter(|limit| *limit != 0).map(|limit| limit.saturating_mul(1 << 20))
    }

    /// Returns the flags that set these limits in another process.
    pub fn flags(&self) -> [String; 2] {
        [format!("--time-limit={}", self.time_limit), format!("--memory-limit={}", self.memory_limit)]
    }
}

/// A running watchdog, which stops when dropped.
#[derive(Debug)]
pub struct Watchdog {
    _leash: Sender<()>,
}

impl Watchdog {
    /// Starts to watch the process; `None` if there is nothing to watch for, or no thread is available.
    /// `format` is that of messages.
    pub fn start(ceilings: Ceilings, format: Format) -> Option<Self> {
        if ceilings.time_limit <= 0.0 && ceilings.memory_limit == 0 {
            return None;
        }
        Self::watch(format, move |elapsed| passed(ceilings, elapsed))
    }

    /// Watches the run of a program.
    pub fn of_run(deadline: Duration, format: Format) -> Option<Self> {
        Self::watch(format, move |elapsed| {
            let seconds = deadline.as_secs_f64();
            (deadline < elapsed)
                .then(|| format!("the program takes more than {seconds} s; --deadline=SECONDS allows more"))
        })
    }

    /// Says on a terminal what runs, once it has run for `PATIENCE`; `None` if stderr is no terminal.
    pub fn of_patience(what: &str) -> Option<Self> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let message = format!(
            "note: {what} has been running for {} s; Ctrl-C stops it, and --deadline=SECONDS limits its time\n",
            PATIENCE.as_secs()
        );
        let (leash, called_off) = mpsc::channel();
        let wait = move || {
            if called_off.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // Nobody may read it any more.
                let _ = std::io::stderr().write_all(message.as_bytes());
            }
        };
        std::thread::Builder::new().spawn(wait).ok().map(|_| Self { _leash: leash })
    }

    /// Ends the process once there is a message.
    fn watch(
        format: Format,
        message_after: impl Fn(Duration) -> Option<String> + Send + 'static,
    ) -> Option<Self> {
        let (leash, called_off) = mpsc::channel();
        let start = Instant::now();
        let watch = move || {
            while called_off.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if let Some(message) = message_after(start.elapsed()) {
                    end_process(format, &message);
                }
            }
        };
        std::thread::Builder::new().spawn(watch).ok().map(|_| Self { _leash: leash })
    }
}

/// Returns the message for the exceeded ceiling, if any.
fn passed(ceilings: Ceilings, elapsed: Duration) -> Option<String> {
    let Ceilings { time_limit, memory_limit } = ceilings;
    if 0.0 < time_limit && time_limit < elapsed.as_secs_f64() {
        return Some(format!("compiling takes more than {time_limit} s; --time-limit=SECONDS allows more"));
    }
    let used = resident_mebibytes()?;
    let is_over = 0 < memory_limit && memory_limit < used;
    is_over.then(|| format!("compiling takes more than {memory_limit} MiB; --memory-limit=MIB allows more"))
}

/// Returns the value of the line `VmRSS:  1234 kB` of this process, in MiB.
fn resident_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

/// Reports and exits; the collected output of the command is dropped.
#[expect(clippy::exit, reason = "the main thread is what takes too long")]
fn end_process(format: Format, message: &str) -> ! {
    let _ = std::io::stderr().write_all(last_words(format, Exit::Limit, message).as_bytes());
    std::process::exit(Exit::Limit as i32)
}

/// Returns the stderr of a process that ends immediately, with only this message.
pub fn last_words(format: Format, exit: Exit, message: &str) -> String {
    let mut session = Session { format, ..Session::default() };
    let Stop(exit) = session.fail(exit, message);
    report::finish(&mut session, exit as u8);
    session.err
}
