//! Executes launches: blocks in flight in a seeded order, and their waves in turn.

use super::super::Dims;
use super::super::memory::{Buffer, Bytes, Failure, Fault, Memory};
use super::super::order::Order;
use super::super::race::Marks;
use super::args::NULL;
use super::chip::LDS_BYTES;
use super::entry::{Entry, hidden_arguments, set_up_registers};
use super::hazards::Hazards;
use super::machine::{Before, Block, Machine, Status, Wave, WavePos};
use super::mode::Mode;
use super::registers::{Registers, Sizes};
use super::step::step;
use super::{CodeObject, Report, RunError};

/// The number of lanes in flight, if the blocks are small.
const IN_FLIGHT: u32 = 2048;
/// The maximum number of blocks in flight.
const MAX_BLOCKS: u32 = 16;

/// The bytes of code at the entry that load arguments for firmware which does not preload them.
const PRELOAD_HEADER: u64 = 256;

/// A launch that is to be run.
pub(super) struct Launch<'a> {
    pub(super) object: &'a CodeObject,
    pub(super) kernel: &'a super::Kernel,
    pub(super) dims: &'a Dims,
    pub(super) seed: u64,
    pub(super) max_steps: u64,
}

impl Launch<'_> {
    /// Runs the launch to its end.
    pub(super) fn run(&self, kernarg: &[u8], memory: &mut Memory) -> Result<Report, RunError> {
        self.check_dims().map_err(|message| self.refuse(message))?;
        let layout = &self.kernel.metadata.kernarg;
        let kernarg = hidden_arguments(layout, kernarg, self.dims).map_err(|message| self.refuse(message))?;
        let packet = super::entry::dispatch_packet(&self.kernel.descriptor, self.dims);
        let added = [kernarg.address, packet.address];
        memory.add(kernarg.clone());
        memory.add(packet);
        let result = self.run_blocks(&kernarg, memory);
        for address in added {
            memory.remove(address);
        }
        memory.forget();
        result
    }

    fn refuse(&self, message: String) -> RunError {
        RunError { failure: Failure::Violation, pc: self.kernel.entry, mnemonic: String::new(), message }
    }

    fn check_dims(&self) -> Result<(), String> {
        let count = |sizes: [u32; 3]| sizes.iter().map(|size| u64::from(*size)).product::<u64>();
        let found = self.dims.block;
        if let Some(wanted) = self.kernel.metadata.block
            && wanted != found.map(u64::from)
        {
            return Err(format!("expected blocks of {wanted:?} threads, but found {found:?}"));
        }
        let most = self.kernel.metadata.max_threads.unwrap_or(1024).min(1024);
        if count(found) == 0 || most < count(found) {
            return Err(format!("expected blocks of 1 to {most} threads, but found {found:?}"));
        }
        if 1 << 24 < count(self.dims.grid) {
            return Err(format!("expected at most 2^24 blocks, but found {:?}", self.dims.grid));
        }
        let lds = u64::from(self.kernel.descriptor.lds_bytes) + self.dims.shared_bytes;
        let most = LDS_BYTES;
        if most < lds {
            return Err(format!("expected at most {most} bytes of LDS, but found {lds}"));
        }
        Ok(())
    }

    fn run_blocks(&self, kernarg: &Buffer, memory: &mut Memory) -> Result<Report, RunError> {
        let descriptor = &self.kernel.descriptor;
        let n_threads: u32 = self.dims.block.iter().product();
        let n_lanes = if descriptor.is_wave32 { 32 } else { 64 };
        let n_waves = n_threads.div_ceil(n_lanes) as usize;
        let n_blocks = self.dims.grid.iter().product::<u32>() as usize;
        let mut machine = Machine {
            chip: self.object.chip,
            code: &self.object.code,
            memory,
            agents: self.object.agents,
            blocks: Vec::new(),
            scratch_bytes: descriptor.scratch_bytes.into(),
            is_split: descriptor.is_split,
            is_replayed: self.object.is_replayed,
            released: vec![vec![0; n_waves]; n_blocks],
            time: 1,
            pc: self.kernel.entry,
            approximate: false,
        };
        let order = Order::of(self.seed);
        let preloads = 0 < descriptor.preload.1 && self.seed & 1 == 0;
        let mut turns =
            Turns { launch: self, kernarg, order, steps: 0, n_waves: n_waves as u32, n_lanes, preloads };
        turns.run(&mut machine)?;
        Ok(Report { steps: turns.steps, approximate: machine.approximate, printed: String::new() })
    }
}

/// The turns of blocks and waves.
struct Turns<'a> {
    launch: &'a Launch<'a>,
    kernarg: &'a Buffer,
    order: Order,
    steps: u64,
    n_waves: u32,
    n_lanes: u32,
    /// Whether the firmware preloads arguments; older firmware does not.
    preloads: bool,
}

impl Turns<'_> {
    fn run(&mut self, machine: &mut Machine<'_>) -> Result<(), RunError> {
        let [gx, gy, gz] = self.launch.dims.grid;
        let mut waiting: Vec<[u32; 3]> = Vec::new();
        for z in 0..gz {
            for y in 0..gy {
                waiting.extend((0..gx).map(|x| [x, y, z]));
            }
        }
        self.order.shuffle(&mut waiting);
        let most = (IN_FLIGHT / (self.n_waves * self.n_lanes)).clamp(1, MAX_BLOCKS) as usize;
        loop {
            while machine.blocks.len() < most {
                let Some(place) = waiting.pop() else { break };
                let block = self.new_block(place).map_err(|fault| error(machine, fault))?;
                machine.blocks.push(block);
            }
            if machine.blocks.is_empty() {
                return Ok(());
            }
            for block in 0..machine.blocks.len() {
                self.turn_of_block(machine, block)?;
            }
            machine.blocks.retain(|block| block.waves.iter().any(|wave| wave.status != Status::Ended));
        }
    }

    fn new_block(&mut self, place: [u32; 3]) -> Result<Block, Fault> {
        let launch = self.launch;
        let [gx, gy, _] = launch.dims.grid;
        let n_waves = self.n_waves as usize;
        let mut waves = Vec::with_capacity(n_waves);
        for number in 0..self.n_waves {
            waves.push(self.new_wave(place, number)?);
        }
        let lds_bytes = u64::from(launch.kernel.descriptor.lds_bytes) + launch.dims.shared_bytes;
        let mut lds = Bytes::default();
        lds.grow(lds_bytes);
        lds.open(0, lds_bytes);
        Ok(Block {
            number: place[0] + gx * (place[1] + gy * place[2]),
            place,
            waves,
            lds,
            lds_marks: Marks::default(),
            phase: 0,
            before: Before::none(n_waves),
        })
    }

    fn new_wave(&mut self, place: [u32; 3], number: u32) -> Result<Wave, Fault> {
        let (kernel, chip) = (self.launch.kernel, self.launch.object.chip);
        let descriptor = &kernel.descriptor;
        let n_vgprs =
            if chip.is_gfx9() { descriptor.n_vgprs.min(descriptor.first_agpr) } else { descriptor.n_vgprs };
        let sizes = Sizes {
            n_lanes: self.n_lanes,
            n_vgprs,
            n_agprs: descriptor.n_vgprs - n_vgprs,
            orders_flat: !chip.is_gfx9(),
        };
        let mut registers = Registers::new(sizes, self.order.next(u64::MAX));
        let block = Entry {
            chip,
            descriptor,
            dims: self.launch.dims,
            kernarg: self.kernarg,
            block: place,
            wave: number,
            preloads: self.preloads,
        };
        set_up_registers(&mut registers, &block)?;
        registers.write_sgprs(NULL, 1, 0, 0)?;
        let scratch_bytes = u64::from(descriptor.scratch_bytes) * u64::from(self.n_lanes);
        let mut scratch = Bytes::default();
        scratch.grow(scratch_bytes);
        scratch.open(0, scratch_bytes);
        Ok(Wave {
            number,
            pc: kernel.entry + if self.preloads { PRELOAD_HEADER } else { 0 },
            status: Status::Ready,
            mode: Mode(descriptor.mode),
            registers,
            hazards: Hazards::new(chip, self.launch.object.is_replayed),
            scratch,
            signals: 0,
            waits: 0,
            signal_pc: 0,
            signal_time: 0,
            signal_done: 0,
            before: Before::none(self.n_waves as usize),
            visible: Before::none(self.n_waves as usize),
            observed: 0,
            acquired: 0,
        })
    }

    /// Runs some steps of every wave of a block.
    fn turn_of_block(&mut self, machine: &mut Machine<'_>, block: usize) -> Result<(), RunError> {
        let mut waves: Vec<usize> = (0..machine.blocks[block].waves.len()).collect();
        self.order.shuffle(&mut waves);
        let mut moved = false;
        for wave in waves {
            let n_steps = 16 + self.order.next(112);
            moved |= self.turn_of_wave(machine, WavePos { block, wave }, n_steps)?;
        }
        let is_over = machine.blocks[block].waves.iter().all(|wave| wave.status == Status::Ended);
        if moved || is_over { Ok(()) } else { Err(deadlock(machine, block)) }
    }

    /// Runs some steps of a wave; returns whether it made progress.
    fn turn_of_wave(
        &mut self,
        machine: &mut Machine<'_>,
        at: WavePos,
        n_steps: u64,
    ) -> Result<bool, RunError> {
        let mut moved = false;
        for _ in 0..n_steps {
            if machine.wave(at).status != Status::Ready {
                break;
            }
            machine.time += 1;
            self.steps += 1;
            if self.launch.max_steps < self.steps {
                let message = format!("the kernel has not ended after {} steps", self.launch.max_steps);
                return Err(error(machine, Fault { failure: Failure::Endless, message }));
            }
            step(machine, at).map_err(|fault| failed(machine, at, fault))?;
            moved = true;
        }
        Ok(moved)
    }
}

fn error(machine: &Machine<'_>, fault: Fault) -> RunError {
    let mnemonic = machine.code.name(machine.pc);
    RunError { failure: fault.failure, pc: machine.pc, mnemonic, message: fault.message }
}

/// Returns the error of a fault, with its place.
fn failed(machine: &Machine<'_>, at: WavePos, fault: Fault) -> RunError {
    let block = &machine.blocks[at.block];
    let message = format!("{} (block {:?}, wave {})", fault.message, block.place, at.wave);
    error(machine, Fault { failure: fault.failure, message })
}

/// Returns the error of a deadlock, which names the barriers of the waiting waves.
fn deadlock(machine: &Machine<'_>, block: usize) -> RunError {
    let block = &machine.blocks[block];
    let states = block.waves.iter().map(|wave| match wave.status {
        Status::Ended => format!("wave {} has ended", wave.number),
        Status::Ready | Status::Barrier => format!("wave {} waits at {:#x}", wave.number, wave.signal_pc),
    });
    let message = format!("deadlock in block {:?}: {}", block.place, states.collect::<Vec<_>>().join(", "));
    error(machine, Fault { failure: Failure::Violation, message })
}
