//! The clock of the CPU device, and the accumulated run time of commands.
//!
//! Two numbers measure the overlap: the sum of the times of all commands, and the time in which at least one
//! ran.

use std::sync::Mutex;
use std::time::Instant;

use crate::driver::Busy;
use crate::driver::handles::lock;

/// A clock in nanoseconds that counts the running commands.
#[derive(Debug)]
pub(super) struct Clock {
    origin: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    n_running: u32,
    /// The start time of the current period with running commands.
    since: u64,
    busy: Busy,
}

impl Clock {
    /// Creates a clock that starts at 0.
    pub(super) fn new() -> Self {
        Self { origin: Instant::now(), state: Mutex::default() }
    }

    /// Returns the time since the clock was created.
    pub(super) fn now(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    /// Records the start of a command and returns its time.
    pub(super) fn begin(&self) -> u64 {
        let mut state = lock(&self.state);
        let now = self.now();
        if state.n_running == 0 {
            state.since = now;
        }
        state.n_running += 1;
        now
    }

    /// Records the end of a command that began at `start` and returns its time.
    pub(super) fn end(&self, start: u64) -> u64 {
        let mut state = lock(&self.state);
        let now = self.now();
        state.busy.total += now - start;
        state.n_running -= 1;
        if state.n_running == 0 {
            state.busy.active += now - state.since;
        }
        now
    }

    /// Returns the figures of all commands that have ended.
    pub(super) fn busy(&self) -> Busy {
        lock(&self.state).busy
    }
}
