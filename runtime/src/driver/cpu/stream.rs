//! A stream of the CPU device: a first-in-first-out queue of commands, and a count of how many are done.
//!
//! A point of a stream is a number of commands; it is reached when that many are done. A wait is a command, too, and
//! counts as one: what is recorded after a wait is reached only after what was waited for. A wait that cannot go on
//! leaves its stream with the producer as a waiter and holds no worker. The test and the parking happen under the
//! producer's lock, under which the producer also counts on, so no wake-up is lost. At most one stream lock is held at
//! a time, so there is no lock order.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};

use super::launch::LaunchCommand;
use super::lock;
use crate::driver::trace::Action;
use crate::driver::{DeviceError, Fill, StreamId, StridedCopy};
use crate::program::LaunchDims;

/// One entry of a stream's queue.
#[derive(Debug)]
pub(super) enum Command {
    /// Goes on when `producer` has done `target` commands.
    Wait { producer: Arc<Stream>, target: u64 },
    /// Runs the blocks of a kernel.
    Launch(LaunchCommand),
    /// Copies bytes.
    Copy { dst: u64, src: u64, bytes: u64 },
    /// Copies a strided view.
    CopyStrided(Box<StridedCopy>),
    /// Fills memory.
    Fill(Fill),
    /// Frees an allocation; runs even after a failure.
    Free(u64),
}

impl Command {
    /// What the command does, for a trace; `None` for a free.
    pub(super) fn action(&self) -> Option<Action> {
        Some(match self {
            Self::Wait { producer, target } => Action::Wait { producer: producer.id, target: *target },
            Self::Launch(launch) => {
                let LaunchDims { grid, block, .. } = launch.dims;
                Action::Kernel { name: launch.kernel_name().to_owned(), grid, block }
            }
            Self::Copy { bytes, .. } => Action::Copy(*bytes),
            Self::CopyStrided(copy) => Action::Copy(
                copy.sizes[..copy.rank].iter().fold(copy.element_bytes, |n, size| n.saturating_mul(*size)),
            ),
            Self::Fill(fill) => Action::Fill(fill.count.saturating_mul(u64::from(fill.width))),
            Self::Free(_) => return None,
        })
    }
}

/// What a worker that holds the stream has to do next.
#[derive(Debug)]
pub(super) enum Next {
    /// The queue is empty and the stream is no longer scheduled.
    Idle,
    /// The front is a wait; it stays in the queue until it is over.
    Wait { producer: Arc<Stream>, target: u64 },
    /// This command, which has left the queue, is to be run.
    Run(Command),
    /// A command left the queue and is to be completed without running, since the stream has failed.
    Skip,
}

/// A stream; shared by the device, the events recorded on it and the streams that wait for it.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) id: StreamId,
    state: Mutex<State>,
    progress: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Command>,
    /// Whether the stream is ready, run by a worker or parked; then nobody else may put it among the ready ones.
    is_scheduled: bool,
    issued: u64,
    done: u64,
    waiters: Vec<(u64, Arc<Stream>)>,
    n_host_waits: u32,
    /// The first failure, and the point that is reached by the command which failed.
    failure: Option<(u64, DeviceError)>,
}

impl State {
    /// The failure that somebody who waits for point `target` inherits.
    fn failure_before(&self, target: u64) -> Option<DeviceError> {
        self.failure.as_ref().filter(|(point, _)| *point <= target).map(|(_, error)| error.clone())
    }

    /// Whether all that was issued is done.
    fn is_idle(&self) -> bool {
        self.done == self.issued
    }
}

impl Stream {
    /// An idle stream.
    pub(super) fn new(id: StreamId) -> Self {
        Self { id, state: Mutex::default(), progress: Condvar::new() }
    }

    /// Appends a command. Returns whether the stream was idle and must now be made ready.
    pub(super) fn push(&self, command: Command) -> bool {
        let mut state = lock(&self.state);
        state.queue.push_back(command);
        state.issued += 1;
        !std::mem::replace(&mut state.is_scheduled, true)
    }

    /// The point after all that was issued so far.
    pub(super) fn frontier(&self) -> u64 {
        lock(&self.state).issued
    }

    /// The point of the command that the holder of the stream runs.
    pub(super) fn point(&self) -> u64 {
        lock(&self.state).done + 1
    }

    /// Whether all that was issued is done.
    pub(super) fn is_idle(&self) -> bool {
        lock(&self.state).is_idle()
    }

    /// Whether point `target` is reached.
    pub(super) fn has_reached(&self, target: u64) -> bool {
        target <= lock(&self.state).done
    }

    /// Forgets the failure of an idle stream, so that it can be leased again.
    pub(super) fn forget_failure(&self) {
        lock(&self.state).failure = None;
    }

    /// The next step of the worker that holds the stream.
    pub(super) fn next(&self) -> Next {
        let mut state = lock(&self.state);
        match state.queue.front() {
            None => {
                state.is_scheduled = false;
                Next::Idle
            }
            Some(Command::Wait { producer, target }) => {
                Next::Wait { producer: Arc::clone(producer), target: *target }
            }
            Some(Command::Launch(_) | Command::Copy { .. } | Command::CopyStrided(_) | Command::Fill(_))
                if state.failure.is_some() =>
            {
                state.queue.pop_front();
                Next::Skip
            }
            Some(_) => state.queue.pop_front().map_or(Next::Idle, Next::Run),
        }
    }

    /// Called on a producer: `None` if `waiter` was parked until `target` is reached, else the failure that the
    /// waiter inherits.
    pub(super) fn reach_or_park(&self, target: u64, waiter: &Arc<Self>) -> Option<Result<(), DeviceError>> {
        let mut state = lock(&self.state);
        if state.done < target {
            state.waiters.push((target, Arc::clone(waiter)));
            return None;
        }
        Some(state.failure_before(target).map_or(Ok(()), Err))
    }

    /// Takes a wait that is over from the front of the queue.
    pub(super) fn pop_wait(&self) {
        let command = lock(&self.state).queue.pop_front();
        debug_assert!(matches!(command, Some(Command::Wait { .. })), "only the holder of a stream pops it");
    }

    /// Counts one more command as done and returns the streams that may go on.
    pub(super) fn complete(&self, outcome: Result<(), DeviceError>) -> Vec<Arc<Self>> {
        let mut state = lock(&self.state);
        state.done += 1;
        let done = state.done;
        if let Err(error) = outcome
            && state.failure.is_none()
        {
            state.failure = Some((done, error));
        }
        if 0 < state.n_host_waits {
            self.progress.notify_all();
        }
        take_reached(&mut state.waiters, done)
    }

    /// Blocks the calling thread until `target` is reached.
    pub(super) fn block_until(&self, target: u64) {
        let mut state = lock(&self.state);
        state.n_host_waits += 1;
        while state.done < target {
            state = self.progress.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        state.n_host_waits -= 1;
    }

    /// The failure of the stream up to `target`.
    pub(super) fn outcome(&self, target: u64) -> Result<(), DeviceError> {
        lock(&self.state).failure_before(target).map_or(Ok(()), Err)
    }
}

/// Removes and returns the waiters whose target is reached.
fn take_reached(waiters: &mut Vec<(u64, Arc<Stream>)>, done: u64) -> Vec<Arc<Stream>> {
    if waiters.is_empty() {
        return Vec::new();
    }
    waiters.extract_if(.., |(target, _)| *target <= done).map(|(_, stream)| stream).collect()
}
