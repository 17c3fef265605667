//! Launches of kernels that wait for other work: all of their blocks are in flight together, up to a number.
//!
//! A launch takes a round whenever its stream gets its turn: each of its blocks runs until it waits. Then the stream goes
//! to the end of the queue like one that is ready, so whatever it waits for gets its turn, too. If all that is in flight
//! waits and nothing comes of many rounds, nothing ever will: then the launch fails, and names its kernel.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::fiber::{Fiber, Step};
use super::launch::Grid;
use crate::driver::Result;
use crate::program::KernelFault;

/// Blocks of a launch that are in flight together, the first ones first.
const MOST_BLOCKS: usize = 64;
/// Turns of blocks without any progress after which a launch counts as stuck.
const MOST_IDLE: u64 = 1 << 13;

/// A launch in execution whose blocks wait.
#[derive(Debug)]
pub(super) struct Meeting {
    pub(super) grid: Arc<Grid>,
    /// When it began.
    pub(super) start: u64,
    fibers: Vec<Fiber>,
    next: u64,
    /// The progress of the device when it was last seen, and turns since then.
    seen: u64,
    n_idle: u64,
}

impl Meeting {
    /// A launch none of whose blocks has begun.
    pub(super) fn new(grid: Arc<Grid>, start: u64) -> Self {
        Self { grid, start, fibers: Vec::new(), next: 0, seen: 0, n_idle: 0 }
    }

    /// Hands each block in flight its turn, for so many trips of its loops; whether all blocks are over. Adds what came
    /// of it to the progress of the device.
    pub(super) fn step(&mut self, trips: u32, progress: &AtomicU64) -> Result<bool> {
        while self.fibers.len() < MOST_BLOCKS && self.next < self.grid.n_blocks() && !self.grid.has_failed() {
            self.fibers.push(Fiber::new(&self.grid, self.next, trips)?);
            self.next += 1;
        }
        let grid = &self.grid;
        self.fibers.retain(|fiber| {
            let step = fiber.step();
            if step != Step::Waits(false) {
                progress.fetch_add(1, Ordering::Relaxed);
            }
            match step {
                Step::Waits(_) => true,
                Step::Over(status) => {
                    grid.note(status.unwrap_or_default(), &KernelFault::default());
                    false
                }
            }
        });
        let is_last = self.grid.n_blocks() <= self.next || self.grid.has_failed();
        Ok(self.fibers.is_empty() && is_last)
    }

    /// Whether so many rounds went by without progress of anything that nothing will come of more. Rounds do not count
    /// while the device has other work to do.
    pub(super) fn is_stuck(&mut self, progress: &AtomicU64, has_other_work: bool) -> bool {
        let now = progress.load(Ordering::Relaxed);
        if now != self.seen || has_other_work {
            (self.seen, self.n_idle) = (now, 0);
        } else {
            self.n_idle += self.fibers.len() as u64;
        }
        MOST_IDLE < self.n_idle
    }

    /// Ends all blocks where they are.
    pub(super) fn stop(&mut self) {
        self.fibers.clear();
    }
}
