//! Parallel loops of the host: iterations run one after the other, in an order determined by the seed, and accesses of
//! different iterations are checked for races.
//!
//! The iterations of a loop take the place of the blocks of a launch, and those of a loop inside of it that of threads:
//! its begin and its end are barriers. Deeper loops, and parallel loops inside of kernels, run in order and unchecked.

use super::code::{Cell, Label, LoopRange, Reg};
use super::compile::Bounds;
use super::fault::Result;
use super::machine::{Machine, Next, set};
use super::order::Order;
use super::scalars::{bits, check_step, index_cell};
use super::shadow::Stamp;

/// The number of loops around the running iteration that are checked for races.
const MAX_DEPTH: usize = 2;

/// A step of a parallel loop.
#[derive(Clone, Debug)]
pub(super) enum ParallelStep {
    /// Checks the steps, and begins with the first iteration.
    Begin { loops: Box<[Bounds]>, next: Reg },
    /// Sets the induction variables of the next iteration; after the last one jumps to the label. A reduction keeps the
    /// natural order, on which the result depends where its numbers are rounded.
    Iterate { loops: Box<[Bounds]>, next: Reg, is_reduction: bool, done: Label },
    /// Ends the loop.
    End,
}

/// The parallel loops of the host around the operation that runs.
#[derive(Debug, Default)]
pub(super) struct HostLoops {
    depth: usize,
}

impl Machine<'_> {
    /// Executes a step; `is_host` if no launch is running.
    pub(super) fn parallel_step(
        &mut self,
        step: &ParallelStep,
        regs: &mut [Cell],
        is_host: bool,
    ) -> Result<Next> {
        match step {
            ParallelStep::Begin { loops, next } => {
                for bounds in loops {
                    check_step(bits(regs, bounds.step)?, LoopRange::INDEX)?;
                }
                set(regs, *next, Cell::Bits(0));
                if is_host {
                    self.loops.depth += 1;
                    if self.loops.depth == MAX_DEPTH {
                        self.pass_barrier();
                    }
                }
            }
            ParallelStep::Iterate { loops, next, is_reduction, done } => {
                let trips =
                    loops.iter().map(|bounds| trip_count(regs, bounds)).collect::<Result<Vec<u64>>>()?;
                let n = trips.iter().fold(1u64, |n, trips| n.saturating_mul(*trips));
                let number = bits(regs, *next)?;
                if n <= number {
                    return Ok(Next::Go(*done));
                }
                set(regs, *next, Cell::Bits(number + 1));
                let is_free = is_host && !is_reduction;
                let chosen = if is_free { Order::nth(self.seed, number, n) } else { number };
                let mut rest = chosen;
                for (bounds, trips) in loops.iter().zip(&trips).rev() {
                    let [lower, step] = [bounds.lower, bounds.step].map(|reg| bits(regs, reg));
                    let offset = (rest % trips).wrapping_mul(step?);
                    set(regs, bounds.iv, index_cell(lower?.wrapping_add(offset).cast_signed()));
                    rest /= trips;
                }
                if is_host {
                    self.begin_iteration(chosen);
                }
            }
            ParallelStep::End if is_host => {
                self.loops.depth -= 1;
                match self.loops.depth {
                    0 => self.memory.end_launch(),
                    1 => self.pass_barrier(),
                    _ => {}
                }
            }
            ParallelStep::End => {}
        }
        Ok(Next::On)
    }

    /// Orders the accesses of an iteration before and after an inner loop with those of that loop.
    fn pass_barrier(&mut self) {
        if let Some(stamp) = &mut self.memory.stamp {
            stamp.epoch += 1;
            stamp.thread = 0;
        }
    }

    fn begin_iteration(&mut self, number: u64) {
        match (self.loops.depth, &mut self.memory.stamp) {
            (1, stamp) => {
                *stamp = Some(Stamp { block: number as u32, thread: 0, epoch: 0 });
                self.memory.is_in_host_loop = true;
            }
            (MAX_DEPTH, Some(stamp)) => stamp.thread = (number as u32).wrapping_add(1),
            _ => {}
        }
    }
}

/// Returns the number of iterations of one loop.
fn trip_count(regs: &[Cell], bounds: &Bounds) -> Result<u64> {
    let [lower, upper, step] = [bounds.lower, bounds.upper, bounds.step].map(|reg| bits(regs, reg));
    let (lower, upper, step) = (lower?.cast_signed(), upper?.cast_signed(), step?);
    let length = if lower < upper { upper.abs_diff(lower) } else { 0 };
    Ok(length.div_ceil(step))
}
