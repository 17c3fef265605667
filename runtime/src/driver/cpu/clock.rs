//! The clock of the CPU device, and how much of the time commands ran, alone or beside each other.
//!
//! Two numbers tell how much overlapped: the sum of the times of all commands, and the time in which at least one ran.

use std::sync::Mutex;
use std::time::Instant;

use crate::driver::Busy;
use crate::driver::handles::lock;

/// A clock in nanoseconds that counts the commands which run.
#[derive(Debug)]
pub(super) struct Clock {
    origin: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    n_running: u32,
    /// When the first of those that run began.
    since: u64,
    busy: Busy,
}

impl Clock {
    /// A clock that begins now.
    pub(super) fn new() -> Self {
        Self { origin: Instant::now(), state: Mutex::default() }
    }

    /// The time since the clock began.
    pub(super) fn now(&self) -> u64 {
        self.origin.elapsed().as_nanos() as u64
    }

    /// A command begins; the answer is when.
    pub(super) fn begin(&self) -> u64 {
        let mut state = lock(&self.state);
        let now = self.now();
        if state.n_running == 0 {
            state.since = now;
        }
        state.n_running += 1;
        now
    }

    /// A command that began at `start` ends; the answer is when.
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

    /// The figures of all commands that have ended.
    pub(super) fn busy(&self) -> Busy {
        lock(&self.state).busy
    }
}
