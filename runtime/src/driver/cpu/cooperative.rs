//! Cooperative launches: launches of kernels with spin loops, whose blocks are all in flight together, up to
//! a limit.
//!
//! A launch runs one round whenever its stream is scheduled: each of its blocks runs until it waits. Then the
//! stream moves to the end of the queue like a ready one, so the work that it waits for is scheduled, too. If
//! everything in flight waits and many rounds make no progress, the launch is deadlocked: it fails, and the
//! error names its kernel.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::fiber::{Fiber, FiberStep};
use super::launch::Grid;
use crate::driver::Result;
use crate::program::KernelFault;

/// The maximum number of blocks of a launch in flight together, in ascending order.
const MOST_BLOCKS: usize = 64;
/// Turns of blocks without any progress after which a launch counts as deadlocked.
const MOST_IDLE: u64 = 1 << 13;

/// A cooperative launch in execution.
#[derive(Debug)]
pub(super) struct Cooperative {
    pub(super) grid: Arc<Grid>,
    /// Its start time.
    pub(super) start: u64,
    fibers: Vec<Fiber>,
    next: u64,
    /// The last observed progress of the device, and the number of turns since then.
    seen: u64,
    n_idle: u64,
}

impl Cooperative {
    /// Creates a launch whose blocks have not begun.
    pub(super) fn new(grid: Arc<Grid>, start: u64) -> Self {
        Self { grid, start, fibers: Vec::new(), next: 0, seen: 0, n_idle: 0 }
    }

    /// Gives each block in flight a turn of `iterations` iterations of its loop; returns whether all blocks have ended.
    /// Adds their progress to that of the device.
    pub(super) fn step(&mut self, iterations: u32, progress: &AtomicU64) -> Result<bool> {
        while self.fibers.len() < MOST_BLOCKS && self.next < self.grid.n_blocks() && !self.grid.has_failed() {
            self.fibers.push(Fiber::new(&self.grid, self.next, iterations)?);
            self.next += 1;
        }
        let grid = &self.grid;
        self.fibers.retain(|fiber| {
            let step = fiber.step();
            if step != FiberStep::Waits(false) {
                progress.fetch_add(1, Ordering::Relaxed);
            }
            match step {
                FiberStep::Waits(_) => true,
                FiberStep::Over(status) => {
                    grid.note(status.unwrap_or_default(), &KernelFault::default());
                    false
                }
            }
        });
        let is_last = self.grid.n_blocks() <= self.next || self.grid.has_failed();
        Ok(self.fibers.is_empty() && is_last)
    }

    /// Whether more than [`MOST_IDLE`] turns made no progress anywhere on the device, whose progress is `now`. Rounds do
    /// not count while the device has other work to do.
    pub(super) fn is_stuck(&mut self, now: u64, has_other_work: bool) -> bool {
        if now != self.seen || has_other_work {
            (self.seen, self.n_idle) = (now, 0);
        } else {
            self.n_idle += self.fibers.len() as u64;
        }
        MOST_IDLE < self.n_idle
    }

    /// Stops all blocks.
    pub(super) fn stop(&mut self) {
        self.fibers.clear();
    }
}
