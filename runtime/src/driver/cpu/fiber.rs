//! Fibers: blocks of a kernel with spin loops, each on its own thread, of which only one runs at a time.
//!
//! The holder of a launch passes the turn to a block. The block runs until it ends or has made some
//! iterations of a spin loop, and passes the turn back. So blocks and launches that wait for each other all
//! make progress, on any number of workers, and the order is the same in each run if the order of commands
//! is.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

use super::launch::{Grid, Scratch};
use super::{STACK, wait_on};
use crate::driver::handles::lock;
use crate::driver::{DeviceError, Result};

/// The status of a block that was stopped; no report has this number.
pub(super) const STOPPED: u32 = u32::MAX;

/// The party that holds the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The thread that runs the launch.
    Holder,
    /// The block.
    Block,
    /// None any more; the block returned this status.
    Over(u32),
}

/// The turn of a block. Compiled kernels hold its address.
#[derive(Debug)]
pub(crate) struct Turn {
    state: Mutex<State>,
    changed: Condvar,
    /// Iterations of a spin loop after which the block passes the turn back.
    iterations: u32,
    n_trips: AtomicU32,
    has_left: AtomicBool,
    is_stopped: AtomicBool,
}

impl Turn {
    /// Called after an iteration of a spin loop, which `goes_on` or is left. Returns the status with which
    /// the block must return, or 0.
    pub(crate) fn spin(&self, goes_on: bool) -> u32 {
        if goes_on {
            let number = self.n_trips.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
            if number.is_multiple_of(self.iterations) {
                self.pass(State::Holder, |state| state == State::Block);
            } else {
                std::hint::spin_loop();
            }
        } else {
            self.has_left.store(true, Ordering::Relaxed);
        }
        if self.is_stopped.load(Ordering::Relaxed) { STOPPED } else { 0 }
    }

    /// Passes the turn to `to` and waits until `is_mine` holds.
    fn pass(&self, to: State, is_mine: impl Fn(State) -> bool) -> State {
        let mut state = lock(&self.state);
        *state = to;
        self.changed.notify_all();
        while !is_mine(*state) {
            state = wait_on(&self.changed, state);
        }
        *state
    }

    fn await_first(&self) {
        let mut state = lock(&self.state);
        while *state != State::Block {
            state = wait_on(&self.changed, state);
        }
    }

    fn end(&self, status: u32) {
        *lock(&self.state) = State::Over(status);
        self.changed.notify_all();
    }
}

/// The result of giving a block its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FiberStep {
    /// It waits; the flag is set if it has left another spin loop since its last turn.
    Waits(bool),
    /// It ended with this status; `None` if it was stopped.
    Over(Option<u32>),
}

/// A block on its own thread.
#[derive(Debug)]
pub(super) struct Fiber {
    turn: Arc<Turn>,
    thread: Option<JoinHandle<()>>,
}

impl Fiber {
    /// Creates the fiber of a block that has not begun. It passes the turn back after `iterations` iterations of a
    /// spin loop.
    pub(super) fn new(grid: &Arc<Grid>, block: u64, iterations: u32) -> Result<Self> {
        let turn = Arc::new(Turn {
            state: Mutex::new(State::Holder),
            changed: Condvar::new(),
            iterations,
            n_trips: AtomicU32::new(0),
            has_left: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
        });
        let (own, grid) = (Arc::clone(&turn), Arc::clone(grid));
        let mut scratch = Scratch::new(false);
        scratch.at_least(grid.scratch_bytes())?;
        let run = move || {
            own.await_first();
            let address = Arc::as_ptr(&own).expose_provenance() as u64;
            own.end(grid.run_block(block, address, &mut scratch));
        };
        let thread =
            std::thread::Builder::new().stack_size(STACK).name("warpline-block".to_owned()).spawn(run);
        let thread = thread.map_err(|error| DeviceError::new("launch", "NoThread", error.to_string()))?;
        Ok(Self { turn, thread: Some(thread) })
    }

    /// Passes the turn to the block and waits until it is passed back.
    pub(super) fn step(&self) -> FiberStep {
        match self.turn.pass(State::Block, |state| state != State::Block) {
            State::Over(STOPPED) => FiberStep::Over(None),
            State::Over(status) => FiberStep::Over(Some(status)),
            State::Holder | State::Block => {
                FiberStep::Waits(self.turn.has_left.swap(false, Ordering::Relaxed))
            }
        }
    }

    fn is_over(&self) -> bool {
        matches!(*lock(&self.turn.state), State::Over(_))
    }
}

impl Drop for Fiber {
    /// Stops a block that has not ended, and waits for it.
    fn drop(&mut self) {
        self.turn.is_stopped.store(true, Ordering::Relaxed);
        while !self.is_over() {
            self.step();
        }
        if let Some(thread) = self.thread.take() {
            // The thread runs compiled code, which does not panic.
            let _ = thread.join();
        }
    }
}
