//! Launches: every block in turn, its threads from barrier to barrier.
//!
//! A barrier is passed when all threads of the block wait at the same operation. If some have ended or wait
//! elsewhere, the launch is divergent, and the error says which threads are where.

use super::InterpError;
use super::code::{Attributions, BufferType, Cell, Launch, LaunchBody, Reg};
use super::machine::{Activation, Machine, Stop, Thread, fault, indices};
use super::memory::{BufferId, Result};
use std::fmt;
use std::rc::Rc;
use warpline_ir::Op;

/// The threads that a block and the work items that a launch may have.
const MAX_BLOCK: u64 = 1024;
const MAX_ITEMS: u64 = 1 << 31;

/// The place of a thread in a grid; x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    pub(super) block: [u64; 3],
    pub(super) thread: [u64; 3],
    pub(super) grid: [u64; 3],
    pub(super) block_size: [u64; 3],
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([bx, by, bz], [tx, ty, tz]) = (self.block, self.thread);
        write!(f, "block ({bx}, {by}, {bz}) thread ({tx}, {ty}, {tz})")
    }
}

/// What all threads of a launch start from.
struct Start<'a> {
    origin: Activation,
    /// Registers for ids and sizes, where the body asks for them.
    ids: &'a [Reg],
    attributions: &'a Attributions,
}

impl Machine<'_> {
    /// Runs a launch to its end.
    pub(super) fn launch(&mut self, launch: &Launch, host: &Activation) -> Result<()> {
        let sizes = indices(&host.regs, &launch.sizes)?;
        let (grid, block_size) = check_sizes(&sizes)?;
        let program = Rc::clone(&self.program);
        let start = match &launch.body {
            LaunchBody::Inline(label, ids, attributions) => {
                let pc = program.functions[host.function].target(*label);
                let regs = host.regs.clone();
                let origin = Activation { function: host.function, pc, regs, locals: Vec::new() };
                Start { origin, ids, attributions }
            }
            LaunchBody::Kernel(number, args) => {
                let args = args.iter().map(|reg| host.regs[*reg as usize].clone()).collect();
                let attributions = &program.functions[*number].attributions;
                Start { origin: self.activation(*number, args)?, ids: &[], attributions }
            }
        };
        let mut threads = Vec::new();
        for block in coordinates(grid) {
            let place = Geometry { block, thread: [0; 3], grid, block_size };
            self.run_block(&start, place, &mut threads).map_err(|error| self.carry(error))?;
        }
        Ok(())
    }

    /// Runs the threads of one block; `threads` is memory to use again.
    fn run_block(&mut self, start: &Start<'_>, block: Geometry, threads: &mut Vec<Thread>) -> Outcome<()> {
        let launch_op = self.program.functions[start.origin.function].places[start.origin.pc];
        let mut buffers = Vec::new();
        let shared = self.make_buffers(&start.attributions.workgroup, &mut buffers);
        let shared = shared.map_err(|message| fault(launch_op, message, Some(&block)))?;
        threads.clear();
        for thread in coordinates(block.block_size) {
            let place = Geometry { thread, ..block };
            let own = self.make_buffers(&start.attributions.private, &mut buffers);
            let own = own.map_err(|message| fault(launch_op, message, Some(&place)))?;
            threads.push(start.thread(place, &shared, &own));
        }
        self.run_to_end(threads)?;
        for buffer in buffers {
            self.memory.recycle(buffer);
        }
        Ok(())
    }

    fn make_buffers(
        &mut self,
        wanted: &[(Reg, Rc<BufferType>)],
        made: &mut Vec<BufferId>,
    ) -> Result<Vec<(Reg, Cell)>> {
        let mut cells = Vec::new();
        for (reg, ty) in wanted {
            let view = self.memory.allocate(ty, &[], false)?;
            made.push(view.buffer);
            cells.push((*reg, Cell::View(Rc::new(view))));
        }
        Ok(cells)
    }

    /// Runs all threads from barrier to barrier until they have ended.
    fn run_to_end(&mut self, threads: &mut [Thread]) -> Outcome<()> {
        loop {
            let mut stops = Vec::with_capacity(threads.len());
            for thread in threads.iter_mut() {
                stops.push(match self.run_thread(thread)? {
                    Stop::Done(_) => None,
                    Stop::Barrier(op) => Some(op),
                });
            }
            let Some(barrier) = stops.iter().find_map(|stop| *stop) else { return Ok(()) };
            if let Some(other) = stops.iter().position(|stop| *stop != Some(barrier)) {
                return Err(divergence(barrier, &stops, threads, other));
            }
        }
    }

    /// Hands an error on from inside of a launch: the machine stops at the inner operation.
    fn carry(&mut self, error: InterpError) -> String {
        let message = error.message.clone();
        self.inner_error = Some(error);
        message
    }
}

/// A result with the place of its error.
type Outcome<T> = std::result::Result<T, InterpError>;

impl Start<'_> {
    /// A thread at its start.
    fn thread(&self, place: Geometry, shared: &[(Reg, Cell)], own: &[(Reg, Cell)]) -> Thread {
        let mut regs = self.origin.regs.clone();
        let numbers = [place.block, place.thread, place.grid, place.block_size];
        for (reg, number) in self.ids.iter().zip(numbers.as_flattened()) {
            regs[*reg as usize] = Cell::Bits(*number);
        }
        for (reg, cell) in shared.iter().chain(own) {
            regs[*reg as usize] = cell.clone();
        }
        let top = Activation { regs, locals: Vec::new(), ..self.origin };
        Thread { stack: vec![top], geometry: Some(place) }
    }
}

fn check_sizes(sizes: &[i64]) -> Result<([u64; 3], [u64; 3])> {
    let mut checked = [0; 6];
    for (size, out) in sizes.iter().zip(&mut checked) {
        *out = u64::try_from(*size)
            .ok()
            .filter(|size| (1..=MAX_ITEMS).contains(size))
            .ok_or_else(|| format!("expected launch sizes from 1 to 2^31, but found {size}"))?;
    }
    let [gx, gy, gz, bx, by, bz] = checked;
    let product = |sizes: [u64; 3]| sizes.iter().fold(1u64, |n, size| n.saturating_mul(*size));
    let n_threads = product([bx, by, bz]);
    if MAX_BLOCK < n_threads {
        return Err(format!("expected at most {MAX_BLOCK} threads in a block, but found {n_threads}"));
    }
    if MAX_ITEMS < product([gx, gy, gz]).saturating_mul(n_threads) {
        return Err("a launch of more than 2^31 threads".into());
    }
    Ok(([gx, gy, gz], [bx, by, bz]))
}

/// All coordinates below these sizes, x fastest.
fn coordinates([nx, ny, nz]: [u64; 3]) -> impl Iterator<Item = [u64; 3]> {
    (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])))
}

/// Says which thread waits at the barrier and where the first other one is.
fn divergence(barrier: Op, stops: &[Option<Op>], threads: &[Thread], other: usize) -> InterpError {
    let n_waiting = stops.iter().filter(|stop| **stop == Some(barrier)).count();
    let n_ended = stops.iter().filter(|stop| stop.is_none()).count();
    let n_elsewhere = stops.len() - n_waiting - n_ended;
    let message = format!(
        "divergent barrier: {n_waiting} threads of the block wait here, {n_ended} have ended and {n_elsewhere} wait at \
         another barrier; the first of these"
    );
    fault(barrier, message, threads[other].geometry.as_ref())
}
