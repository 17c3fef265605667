//! The state of a launch: blocks and their waves.

use super::super::memory::{Bytes, Failure, Fault, Memory};
use super::super::race::Marks;
use super::access::Agents;
use super::args::Inst;
use super::chip::Chip;
use super::effects::Effects;
use super::hazards::Hazards;
use super::mode::Mode;
use super::registers::Registers;

/// The status of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    /// Waits for the barrier to complete.
    Barrier,
    Ended,
}

/// A wave.
#[derive(Debug)]
pub(super) struct Wave {
    /// The number in the block.
    pub(super) number: u32,
    /// The offset of the next instruction in the code.
    pub(super) pc: u64,
    pub(super) status: Status,
    pub(super) mode: Mode,
    pub(super) registers: Registers,
    pub(super) hazards: Hazards,
    /// The private memory of the lanes, one after the other.
    pub(super) scratch: Bytes,
    /// The barriers that the wave has signalled, and those for which it has waited.
    pub(super) signals: u32,
    pub(super) waits: u32,
    /// The place and time of the last signal, and when all global accesses before it had finished.
    pub(super) signal_pc: u64,
    pub(super) signal_time: u32,
    pub(super) signal_done: u32,
    /// The accesses of each wave of the block before the last barrier for which this wave has waited.
    pub(super) before: Before,
    /// Those among them that the near cache of this wave cannot hide.
    pub(super) visible: Before,
    /// The time of the last read that may acquire, and whether caches were invalidated since.
    pub(super) observed: u32,
    /// Releases up to this time have been acquired.
    pub(super) acquired: u32,
}

/// A block in flight.
#[derive(Debug)]
pub(super) struct Block {
    /// The number in the grid.
    pub(super) number: u32,
    pub(super) place: [u32; 3],
    pub(super) waves: Vec<Wave>,
    pub(super) lds: Bytes,
    pub(super) lds_marks: Marks,
    /// The number of barriers that all waves have signalled.
    pub(super) phase: u32,
    /// The accesses to global memory that precede the last barrier that is complete.
    pub(super) before: Before,
}

/// The times up to which accesses to global memory precede a barrier.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// The accesses of each wave.
    pub(super) by_wave: Vec<u32>,
    /// Those of several waves.
    pub(super) of_all: u32,
}

impl Before {
    /// Returns the state before the first barrier.
    pub(super) fn none(n_waves: usize) -> Self {
        Self { by_wave: vec![0; n_waves], of_all: 0 }
    }
}

/// The code of an object, decoded at every offset that may start an instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// The address of the first instruction.
    pub(super) address: u64,
    pub(super) insts: Vec<Result<Inst, String>>,
    /// The effects of the instruction at each offset.
    effects: Vec<Effects>,
}

impl Code {
    /// Returns code whose first instruction is at an address.
    pub(super) fn new(chip: Chip, address: u64, insts: Vec<Result<Inst, String>>) -> Self {
        let effects = |inst: &Result<Inst, String>| {
            inst.as_ref().map_or_else(|_| Effects::default(), |inst| Effects::of(chip, inst))
        };
        Self { address, effects: insts.iter().map(effects).collect(), insts }
    }

    /// Replaces the instruction at an offset by one of the same size.
    pub(super) fn replace(&mut self, chip: Chip, pc: u64, inst: Inst) {
        let index = (pc / 4) as usize;
        self.effects[index] = Effects::of(chip, &inst);
        self.insts[index] = Ok(inst);
    }

    /// Returns the instruction at an offset.
    pub(super) fn at(&self, pc: u64) -> Result<&Inst, Fault> {
        if !pc.is_multiple_of(4) {
            return Err(format!("the program counter {pc:#x} is not a multiple of 4").into());
        }
        match self.insts.get((pc / 4) as usize) {
            None => Err("the program runs past the end of the code".to_string().into()),
            Some(Ok(inst)) => Ok(inst),
            Some(Err(message)) => {
                Err(Fault { failure: Failure::NotModelled, message: format!("not modelled: {message}") })
            }
        }
    }

    /// Returns the effects of an instruction that was found.
    pub(super) fn effects(&self, pc: u64) -> &Effects {
        &self.effects[(pc / 4) as usize]
    }

    /// Returns the mnemonic at an offset; empty if there is none.
    pub(super) fn name(&self, pc: u64) -> String {
        self.at(pc).map_or_else(|_| String::new(), Inst::name)
    }
}

/// A launch in execution.
pub(super) struct Machine<'a> {
    pub(super) chip: Chip,
    pub(super) code: &'a Code,
    pub(super) memory: &'a mut Memory,
    /// What races with each other.
    pub(super) agents: Agents,
    pub(super) blocks: Vec<Block>,
    /// The private memory of a lane in bytes.
    pub(super) scratch_bytes: u64,
    /// Whether the waves of a block may be on compute units whose caches are not coherent.
    pub(super) is_split: bool,
    /// Whether memory accesses may be replayed (XNACK).
    pub(super) is_replayed: bool,
    /// The time up to which each wave of a block has released its accesses to other blocks.
    pub(super) released: Vec<Vec<u32>>,
    pub(super) time: u32,
    /// The offset of the instruction in execution.
    pub(super) pc: u64,
    pub(super) approximate: bool,
}

/// The place of a wave among the blocks in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WavePos {
    pub(super) block: usize,
    pub(super) wave: usize,
}

impl Machine<'_> {
    pub(super) fn wave(&mut self, at: WavePos) -> &mut Wave {
        &mut self.blocks[at.block].waves[at.wave]
    }

    pub(super) fn registers(&mut self, at: WavePos) -> &mut Registers {
        &mut self.blocks[at.block].waves[at.wave].registers
    }
}
