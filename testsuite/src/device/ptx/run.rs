//! Executes launches: blocks in flight, their warps in turn, and in each warp the lanes with the lowest
//! program counter first.

use super::barrier;
use super::copy::Pending;
use super::machine::{Block, Machine, Status, Thread, WARP};
use super::memory::{Bytes, Failure, Fault, Memory};
use super::order::Order;
use super::program::PtxProgram;
use super::race::{Marks, Sync};
use super::step::{reconverge, step};
use super::text::{Formal, Space};
use super::{Dims, Report, RunError};

/// The number of threads in flight, if the blocks are small.
const IN_FLIGHT: usize = 2048;
/// The maximum number of blocks in flight.
const MAX_BLOCKS: usize = 16;
/// Steps of a warp after which another group of its lanes is scheduled, so that lanes that spin make progress.
const FAIR: u32 = 1024;

/// The options of a launch, besides its dimensions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) seed: u64,
    pub(super) max_steps: u64,
}

/// Runs a launch to its end.
pub(super) fn launch(
    program: &PtxProgram,
    entry: usize,
    dims: &Dims,
    params: &[Vec<u8>],
    memory: &mut Memory,
    limits: Limits,
) -> Result<Report, RunError> {
    let template = template(program, entry, params).map_err(|message| refuse(program, entry, message))?;
    check_size(program, entry, dims).map_err(|message| refuse(program, entry, message))?;
    if program.text.functions[entry].cluster != [1; 3] {
        let message = "not modelled: clusters of more than one block".to_string();
        return Err(RunError { failure: Failure::NotModelled, ..refuse(program, entry, message) });
    }
    let n_blocks: u64 = dims.grid.iter().map(|size| u64::from(*size)).product();
    let mut machine = Machine {
        program,
        memory,
        grid: dims.grid,
        size: dims.block,
        dynamic_bytes: dims.shared_bytes,
        blocks: Vec::new(),
        syncs: vec![Sync::default(); n_blocks as usize],
        time: 1,
        line: 0,
        approximate: false,
        printed: String::new(),
    };
    let result = Launch { order: Order::of(limits.seed), steps: 0, limits }.run(&mut machine, &template);
    let (approximate, printed) = (machine.approximate, machine.printed);
    memory.forget();
    result.map(|steps| Report { steps, approximate, printed })
}

fn refuse(program: &PtxProgram, entry: usize, message: String) -> RunError {
    RunError { failure: Failure::Violation, line: program.text.functions[entry].line, message }
}

/// Checks the block size against the directives of the kernel.
fn check_size(program: &PtxProgram, entry: usize, dims: &Dims) -> Result<(), String> {
    let function = &program.text.functions[entry];
    let count = |sizes: [u32; 3]| sizes.iter().map(|size| u64::from(*size)).product::<u64>();
    let found = dims.block;
    if let Some(wanted) = function.block.filter(|wanted| *wanted != found) {
        return Err(format!("expected blocks of {wanted:?} threads, but found {found:?}"));
    }
    if let Some(most) = function.max_threads.filter(|most| count(*most) < count(found)) {
        return Err(format!("expected blocks of at most {most:?} threads, but found {found:?}"));
    }
    if 1024 < count(found) {
        return Err(format!("expected blocks of at most 1024 threads, but found {found:?}"));
    }
    if 1 << 24 < count(dims.grid) {
        return Err(format!("expected at most 2^24 blocks, but found {:?}", dims.grid));
    }
    Ok(())
}

/// Returns the initial state of a thread, with the parameters in its frame.
fn template(program: &PtxProgram, entry: usize, params: &[Vec<u8>]) -> Result<Thread, String> {
    let function = &program.text.functions[entry];
    let mut thread = Thread {
        place: [0; 3],
        pc: program.starts[entry],
        status: Status::Ready,
        values: Vec::new(),
        undefined: Vec::new(),
        registers: 0,
        local: Bytes::default(),
        frame: 0,
        calls: Vec::new(),
        warp_epoch: 0,
        copies: Pending::default(),
    };
    thread.open_frame(function);
    if function.params.len() != params.len() {
        let (wanted, found) = (function.params.len(), params.len());
        return Err(format!("expected {wanted} parameters, but found {found}"));
    }
    for (formal, bytes) in function.params.iter().zip(params) {
        let Formal::Slot(slot) = formal else { return Err("a kernel takes no registers".to_string()) };
        let slot = &function.slots[*slot];
        if slot.bytes != bytes.len() as u64 {
            let found = bytes.len();
            return Err(format!("expected {} bytes for '{}', but found {found}", slot.bytes, slot.name));
        }
        for (index, byte) in bytes.iter().enumerate() {
            thread.local.write(slot.offset + index as u64, 1, u64::from(*byte), 0);
        }
    }
    Ok(thread)
}

/// The state of a launch besides the machine.
struct Launch {
    order: Order,
    steps: u64,
    limits: Limits,
}

impl Launch {
    fn run(mut self, machine: &mut Machine<'_>, template: &Thread) -> Result<u64, RunError> {
        let [gx, gy, gz] = machine.grid;
        let mut waiting: Vec<[u32; 3]> = Vec::new();
        for z in 0..gz {
            for y in 0..gy {
                waiting.extend((0..gx).map(|x| [x, y, z]));
            }
        }
        self.order.shuffle(&mut waiting);
        let n_threads = machine.size.iter().product::<u32>() as usize;
        if n_threads == 0 {
            return Ok(0);
        }
        let most = (IN_FLIGHT / n_threads).clamp(1, MAX_BLOCKS);
        loop {
            while machine.blocks.len() < most {
                let Some(place) = waiting.pop() else { break };
                let block = new_block(machine, place, template);
                machine.blocks.push(block);
            }
            if machine.blocks.is_empty() {
                return Ok(self.steps);
            }
            for block in 0..machine.blocks.len() {
                self.turn_of_block(machine, block)?;
            }
            machine.blocks.retain(|block| block.threads.iter().any(|thread| thread.status != Status::Ended));
        }
    }

    /// Runs some steps of every warp of a block.
    fn turn_of_block(&mut self, machine: &mut Machine<'_>, block: usize) -> Result<(), RunError> {
        let n_threads = machine.blocks[block].threads.len();
        let mut warps: Vec<usize> = (0..n_threads).step_by(WARP).collect();
        self.order.shuffle(&mut warps);
        let mut moved = false;
        for first in &warps {
            let first = *first;
            let n_steps = 16 + self.order.next(112) as u32;
            moved |= self.turn_of_warp(machine, block, first, n_steps)?;
        }
        let released = barrier::release(machine, block);
        moved |= released.map_err(|fault| RunError::at(machine.line, fault))?;
        for first in warps.into_iter().filter(|_| !moved) {
            let met = reconverge(machine, block, first);
            if met.map_err(|(lane, fault)| failed(machine, block, first + lane, fault))? {
                return Ok(());
            }
        }
        let is_over = machine.blocks[block].threads.iter().all(|thread| thread.status == Status::Ended);
        if moved || is_over { Ok(()) } else { Err(deadlock(machine, block)) }
    }

    /// Runs some steps of a warp; returns whether a lane made progress.
    fn turn_of_warp(
        &mut self,
        machine: &mut Machine<'_>,
        block: usize,
        first: usize,
        n_steps: u32,
    ) -> Result<bool, RunError> {
        let mut moved = false;
        for _ in 0..n_steps {
            let Some((pc, lanes)) = self.choose(machine, block, first) else { break };
            let inst = &machine.program.code[pc as usize];
            machine.line = inst.line;
            machine.time += 1;
            self.steps += 1;
            if self.limits.max_steps < self.steps {
                let message = format!("the kernel has not ended after {} steps", self.limits.max_steps);
                return Err(RunError { failure: Failure::Endless, line: inst.line, message });
            }
            let stepped = step(machine, pc, block, first, lanes);
            stepped.map_err(|(lane, fault)| failed(machine, block, first + lane, fault))?;
            moved = true;
        }
        Ok(moved)
    }

    /// Selects the next lanes: those at the lowest program counter, sometimes others.
    fn choose(&mut self, machine: &Machine<'_>, block: usize, first: usize) -> Option<(u32, u32)> {
        let threads = &machine.blocks[block].threads;
        let lanes = &threads[first..(first + WARP).min(threads.len())];
        let ready: Vec<u32> =
            lanes.iter().filter(|lane| lane.status == Status::Ready).map(|lane| lane.pc).collect();
        let lowest = ready.iter().min().copied()?;
        let is_fair = machine.time % FAIR < FAIR / 8;
        let pc = if is_fair { ready[self.order.next(ready.len() as u64) as usize] } else { lowest };
        let mut chosen = 0;
        for (index, lane) in lanes.iter().enumerate() {
            if lane.status == Status::Ready && lane.pc == pc {
                chosen |= 1 << index;
            }
        }
        Some((pc, chosen))
    }
}

fn new_block(machine: &Machine<'_>, place: [u32; 3], template: &Thread) -> Block {
    let ([gx, gy, _], [sx, sy, sz]) = (machine.grid, machine.size);
    let mut threads = Vec::new();
    for z in 0..sz {
        for y in 0..sy {
            threads.extend((0..sx).map(|x| Thread { place: [x, y, z], ..template.clone() }));
        }
    }
    let mut shared = Bytes::default();
    shared.grow(machine.program.shared_bytes + machine.dynamic_bytes);
    shared.open(machine.program.shared_bytes, machine.dynamic_bytes);
    let variables = machine.program.text.variables.iter();
    for variable in variables.filter(|variable| variable.space == Space::Shared && variable.bytes != 0) {
        shared.open(variable.address, variable.bytes);
    }
    let number = place[0] + gx * (place[1] + gy * place[2]);
    Block { number, place, threads, shared, marks: Marks::default(), epoch: 0, arrived: [0; 17], exited: 0 }
}

/// Returns the error of a fault, with its line, block and thread.
fn failed(machine: &Machine<'_>, block: usize, thread: usize, fault: Fault) -> RunError {
    let place = machine.blocks[block].place;
    let message = format!("{} (block {place:?}, thread {thread})", fault.message);
    RunError { failure: fault.failure, line: machine.line, message }
}

/// Returns the error of a deadlock, which names the waiting threads and their barriers.
fn deadlock(machine: &Machine<'_>, block: usize) -> RunError {
    let block = &machine.blocks[block];
    let mut places: Vec<(u32, bool, usize)> = Vec::new();
    for thread in &block.threads {
        let line = machine.program.code[thread.pc as usize].line;
        let has_ended = thread.status == Status::Ended;
        match places.iter_mut().find(|(known, ended, _)| *known == line && *ended == has_ended) {
            Some((_, _, n)) => *n += 1,
            None => places.push((line, has_ended, 1)),
        }
    }
    places.sort_unstable();
    let waiting = places.iter().map(|(line, has_ended, n)| {
        format!("{n} {} line {line}", if *has_ended { "ended in" } else { "wait in" })
    });
    let message = format!("deadlock in block {:?}: {}", block.place, waiting.collect::<Vec<_>>().join(", "));
    let line = places.iter().find(|(_, has_ended, _)| !has_ended).map_or(0, |(line, ..)| *line);
    RunError { failure: Failure::Violation, line, message }
}
