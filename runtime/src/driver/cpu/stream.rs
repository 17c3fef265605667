//! A stream of the CPU device: a first-in-first-out queue of commands, and the count of completed ones.
//!
//! A point of a stream is a number of commands; it is reached when that many are done. A wait is also a
//! command and counts as one: a point recorded after a wait is reached only after the target of the wait. A
//! wait that cannot proceed registers its stream as a waiter of the producer and holds no worker. The test
//! and the parking happen under the producer's lock, under which the producer also increments its count, so
//! no wake-up is lost. At most one stream lock is held at a time, so there is no lock order.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use super::cooperative::Cooperative;
use super::graph::GraphRun;
use super::launch::LaunchCommand;
use crate::driver::handles::lock;
use crate::driver::trace::{Action, Spot};
use crate::driver::{DeviceError, Fill, StreamId, StridedCopy, StridedFill};
use crate::program::LaunchDims;

/// The estimated time, in picoseconds, of the short launches that a worker takes at once. Those that wait for one of them
/// are delayed by as much at most.
pub(super) const BATCH_PICOSECONDS: u64 = 4_000_000;
/// The maximum number of launches that a worker takes at once.
const MAX_BATCH: usize = 16;
/// The number of queued commands from which on the host waits until half of them are left.
const MAX_QUEUED: usize = 4096;
/// The time between two looks at the queue.
const PAUSE: Duration = Duration::from_micros(50);
/// The time without progress after which the host issues more nonetheless.
const PATIENCE: Duration = Duration::from_millis(20);

/// One entry of a stream's queue.
#[derive(Debug)]
pub(super) enum Command {
    /// Proceeds when `producer` has done `target` commands.
    Wait { producer: Arc<Stream>, target: u64 },
    /// Runs the blocks of a kernel.
    Launch(LaunchCommand),
    /// Copies bytes.
    Copy { dst: u64, src: u64, bytes: u64 },
    /// Copies a strided view.
    CopyStrided(Box<StridedCopy>),
    /// Fills memory.
    Fill(Fill),
    /// Fills a strided view.
    FillStrided(Box<StridedFill>),
    /// Runs a task graph.
    Graph(Arc<GraphRun>),
    /// Frees an allocation; runs even after a failure.
    Free(u64),
}

impl Command {
    /// Returns the action of the command for a trace; `None` for a free and for a graph, whose nodes have
    /// their own.
    pub(super) fn action(&self) -> Option<Action> {
        Some(match self {
            Self::Wait { producer, target } => Action::Wait { producer: producer.id, target: *target },
            Self::Launch(launch) => {
                let LaunchDims { grid, block, .. } = launch.dims;
                Action::Kernel { name: launch.kernel_name().to_owned(), grid, block }
            }
            Self::Copy { bytes, .. } => Action::Copy(*bytes),
            Self::CopyStrided(copy) => Action::Copy(copy.bytes()),
            Self::Fill(fill) => Action::Fill(fill.count.saturating_mul(u64::from(fill.width))),
            Self::FillStrided(fill) => Action::Fill(fill.bytes()),
            Self::Free(_) | Self::Graph(_) => return None,
        })
    }

    /// Returns the graph that the command runs.
    pub(super) fn graph(&self) -> Option<Arc<GraphRun>> {
        match self {
            Self::Graph(run) => Some(Arc::clone(run)),
            Self::Wait { .. }
            | Self::Launch(_)
            | Self::Copy { .. }
            | Self::CopyStrided(_)
            | Self::Fill(_)
            | Self::FillStrided(_)
            | Self::Free(_) => None,
        }
    }
}

/// The next step of a worker that holds the stream.
#[derive(Debug)]
pub(super) enum Next {
    /// The queue is empty and the stream is no longer scheduled.
    Idle,
    /// The front is a wait; it stays in the queue until it is over.
    Wait { producer: Arc<Stream>, target: u64 },
    /// The front is a graph; it stays in the queue until it is over.
    Graph(Arc<GraphRun>),
    /// This command, which has left the queue, is to be run.
    Run(Command),
    /// The short launches of the batch, which have left the queue, are to be run.
    Batch,
    /// This cooperative launch continues.
    Resume(Box<Cooperative>),
    /// A command left the queue and completes without running, since the stream has failed.
    Skip,
}

/// The state of a stream after a command was appended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushed {
    /// Whether the stream was idle and must now be made ready.
    pub(super) was_idle: bool,
    /// Whether the host should wait for room before it issues more.
    pub(super) is_full: bool,
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
    /// For each command that is not done, its sequence number on the device.
    numbers: VecDeque<u64>,
    /// A cooperative launch that has left the queue and waits for other work.
    cooperative: Option<Box<Cooperative>>,
    /// Whether the stream is ready, run by a worker or parked; then it must not be added to the ready list.
    is_scheduled: bool,
    issued: u64,
    done: u64,
    waiters: Vec<(u64, Arc<Stream>)>,
    n_host_waits: u32,
    /// The number of completed commands when the host last gave up waiting for room.
    stalled: Option<u64>,
    /// The first failure, and the point of the command that failed.
    failure: Option<(u64, DeviceError)>,
}

impl State {
    /// Returns the failure that a waiter for point `target` inherits.
    fn failure_before(&self, target: u64) -> Option<DeviceError> {
        self.failure.as_ref().filter(|(point, _)| *point <= target).map(|(_, error)| error.clone())
    }

    /// Whether all issued commands are done.
    fn is_idle(&self) -> bool {
        self.done == self.issued
    }

    /// Moves launches from the front of the queue to a batch, as long as all together are short.
    fn take_batch(&mut self, batch: &mut Vec<LaunchCommand>) {
        let mut left = BATCH_PICOSECONDS;
        while let Some(Command::Launch(launch)) = self.queue.front()
            && batch.len() < MAX_BATCH
            && !launch.spins()
            && let Some(rest) = launch.estimate().and_then(|estimate| left.checked_sub(estimate))
        {
            left = rest;
            if let Some(Command::Launch(launch)) = self.queue.pop_front() {
                batch.push(launch);
            }
        }
    }
}

impl Stream {
    /// Creates an idle stream.
    pub(super) fn new(id: StreamId) -> Self {
        Self { id, state: Mutex::default(), progress: Condvar::new() }
    }

    /// Appends a command with its number.
    pub(super) fn push(&self, command: Command, number: u64) -> Pushed {
        let mut state = lock(&self.state);
        state.queue.push_back(command);
        state.numbers.push_back(number);
        state.issued += 1;
        let was_idle = !std::mem::replace(&mut state.is_scheduled, true);
        let is_full = MAX_QUEUED <= state.queue.len() && state.stalled != Some(state.done);
        Pushed { was_idle, is_full }
    }

    /// Blocks until half of a full queue is left, so that a host that issues faster than the device runs holds bounded
    /// memory. Gives up if nothing proceeds: the commands may wait for what the host does next.
    pub(super) fn wait_for_room(&self) {
        let (mut done, target) = {
            let state = lock(&self.state);
            (state.done, state.issued - MAX_QUEUED as u64 / 2)
        };
        let mut since = Instant::now();
        while done < target && since.elapsed() < PATIENCE {
            std::thread::sleep(PAUSE);
            let now_done = lock(&self.state).done;
            if done < now_done {
                (done, since) = (now_done, Instant::now());
            }
        }
        if done < target {
            lock(&self.state).stalled = Some(done);
        }
    }

    /// Returns the point after all commands issued so far.
    pub(super) fn frontier(&self) -> u64 {
        lock(&self.state).issued
    }

    /// Returns the position in a trace of the command that the holder of the stream runs.
    pub(super) fn spot(&self) -> Spot {
        Spot { stream: self.id, point: lock(&self.state).done + 1, node: 0, lane: 0 }
    }

    /// Returns the sequence number of the next command on the device.
    pub(super) fn next_number(&self) -> u64 {
        lock(&self.state).numbers.front().copied().unwrap_or_default()
    }

    /// Whether all issued commands are done.
    pub(super) fn is_idle(&self) -> bool {
        lock(&self.state).is_idle()
    }

    /// Whether point `target` is reached.
    pub(super) fn has_reached(&self, target: u64) -> bool {
        target <= lock(&self.state).done
    }

    /// Clears the failure of an idle stream, so that it can be leased again.
    pub(super) fn forget_failure(&self) {
        lock(&self.state).failure = None;
    }

    /// Returns the next step of the worker that holds the stream; several short launches in `batch`, which is empty, if
    /// `takes_batches`.
    pub(super) fn next(&self, batch: &mut Vec<LaunchCommand>, takes_batches: bool) -> Next {
        let mut state = lock(&self.state);
        if let Some(cooperative) = state.cooperative.take() {
            return Next::Resume(cooperative);
        }
        match state.queue.front() {
            None => {
                state.is_scheduled = false;
                Next::Idle
            }
            Some(Command::Wait { producer, target }) => {
                Next::Wait { producer: Arc::clone(producer), target: *target }
            }
            Some(
                Command::Launch(_)
                | Command::Copy { .. }
                | Command::CopyStrided(_)
                | Command::Fill(_)
                | Command::FillStrided(_)
                | Command::Graph(_),
            ) if state.failure.is_some() => {
                state.queue.pop_front();
                Next::Skip
            }
            Some(Command::Graph(run)) => Next::Graph(Arc::clone(run)),
            Some(Command::Launch(first)) if takes_batches && first.is_short(BATCH_PICOSECONDS) => {
                state.take_batch(batch);
                Next::Batch
            }
            Some(_) => state.queue.pop_front().map_or(Next::Idle, Next::Run),
        }
    }

    /// Suspends a cooperative launch; the holder of the stream makes it ready again.
    pub(super) fn suspend(&self, cooperative: Box<Cooperative>) {
        lock(&self.state).cooperative = Some(cooperative);
    }

    /// Whether it holds a suspended launch.
    pub(super) fn is_suspended(&self) -> bool {
        lock(&self.state).cooperative.is_some()
    }

    /// Called on a producer: returns `None` if `waiter` was parked until `target` is reached, else the
    /// failure that the waiter inherits.
    pub(super) fn reach_or_park(&self, target: u64, waiter: &Arc<Self>) -> Option<Result<(), DeviceError>> {
        let mut state = lock(&self.state);
        if state.done < target {
            state.waiters.push((target, Arc::clone(waiter)));
            return None;
        }
        Some(state.failure_before(target).map_or(Ok(()), Err))
    }

    /// Removes a completed wait or graph from the front of the queue.
    pub(super) fn pop_front(&self) {
        let command = lock(&self.state).queue.pop_front();
        let is_held = matches!(command, Some(Command::Wait { .. } | Command::Graph(_)));
        debug_assert!(is_held, "only the holder of a stream pops it");
    }

    /// Counts one more command as done and returns the streams that may proceed.
    pub(super) fn complete(&self, outcome: Result<(), DeviceError>) -> Vec<Arc<Self>> {
        self.complete_all(1, outcome.err().map(|error| (0, error)))
    }

    /// Counts `n` more commands as done, of which the one with this number, from 0 on, failed; returns the streams that
    /// may proceed.
    pub(super) fn complete_all(&self, n: u64, failure: Option<(u64, DeviceError)>) -> Vec<Arc<Self>> {
        let mut state = lock(&self.state);
        if let Some((number, error)) = failure
            && state.failure.is_none()
        {
            state.failure = Some((state.done + 1 + number, error));
        }
        state.done += n;
        state.numbers.drain(..n as usize);
        let done = state.done;
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

    /// Returns the failure of the stream up to `target`.
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
