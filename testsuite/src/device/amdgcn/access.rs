//! Checked accesses to memory: bounds, alignment, definedness, and the order of accesses among waves.

use super::super::memory::Fault;
use super::super::race::{Conflict, Stamp, Touch};
use super::machine::{Before, Machine, WavePos};
use super::registers::MAX_LANES;

/// The location of an access of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    Global(u64),
    Lds(u64),
    /// An offset in the private memory of a lane.
    Scratch(usize, u64),
}

impl Location {
    /// Returns the location `bytes` further.
    pub(super) fn plus(self, bytes: u64) -> Self {
        match self {
            Self::Global(at) => Self::Global(at.wrapping_add(bytes)),
            Self::Lds(at) => Self::Lds(at + bytes),
            Self::Scratch(lane, at) => Self::Scratch(lane, at + bytes),
        }
    }
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// A read that bypasses the near cache.
    CoherentRead,
    /// A read through the scalar cache.
    ScalarRead,
    Write,
    Atomic,
}

impl Use {
    /// Whether it does not race with other accesses like this one.
    fn is_strong(self) -> bool {
        matches!(self, Self::CoherentRead | Self::Atomic)
    }

    fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::Atomic)
    }
}

/// The alignment that the hardware requires of larger accesses.
const MAX_ALIGN: u64 = 4;

/// What has an order of its own within a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Agents {
    /// A wave, as in hardware, whose lanes are in step.
    #[default]
    Waves,
    /// A lane, as a thread of a program.
    Lanes,
}

impl Agents {
    /// Returns the number of a lane's agent in its block.
    fn number(self, wave: usize, lane: usize) -> u32 {
        match self {
            Self::Waves => wave as u32,
            Self::Lanes => (wave * MAX_LANES + lane) as u32,
        }
    }

    /// Returns the wave of an agent.
    fn wave(self, number: u32) -> usize {
        match self {
            Self::Waves => number as usize,
            Self::Lanes => number as usize / MAX_LANES,
        }
    }
}

impl Machine<'_> {
    /// Checks an access of a lane and records it in the access history.
    pub(super) fn check(
        &mut self,
        at: WavePos,
        lane: usize,
        to: Location,
        bytes: u64,
        used: Use,
    ) -> Result<(), Fault> {
        let align = if used == Use::Atomic { bytes } else { bytes.next_power_of_two().min(MAX_ALIGN) };
        let (Location::Global(address) | Location::Lds(address) | Location::Scratch(_, address)) = to;
        if !address.is_multiple_of(align) {
            return Err(format!("address {address:#x} is not a multiple of {align}").into());
        }
        match to {
            Location::Lds(offset) => {
                let lds = &self.blocks[at.block].lds;
                if !lds.holds(offset, bytes) {
                    let size = lds.len();
                    let message = format!("byte {offset} is past the end of LDS with {size} bytes");
                    return Err(message.into());
                }
                self.mark((at, lane), None, offset, bytes, used)
            }
            Location::Scratch(lane, offset) => {
                if self.scratch_bytes < offset.saturating_add(bytes) {
                    let size = self.scratch_bytes;
                    return Err(format!(
                        "byte {offset} is past the end of the private memory of lane {lane} with {size} bytes"
                    )
                    .into());
                }
                Ok(())
            }
            Location::Global(address) => {
                let index = self.memory.find(address, bytes)?;
                let buffer = &self.memory.buffers()[index];
                let offset = address - buffer.address;
                match (buffer.is_constant, used.is_write()) {
                    (true, true) => Err(format!("'{}' is constant", buffer.name).into()),
                    (true, false) => Ok(()),
                    (false, _) => self.mark((at, lane), Some(index), offset, bytes, used),
                }
            }
        }
    }

    /// Records an access to LDS (`None`) or to a buffer.
    fn mark(
        &mut self,
        (at, lane): (WavePos, usize),
        buffer: Option<usize>,
        offset: u64,
        bytes: u64,
        used: Use,
    ) -> Result<(), Fault> {
        let block_number = self.blocks[at.block].number;
        let agents = self.agents;
        // LDS operations have finished before a barrier, so that the number of barriers orders them.
        let epoch = if buffer.is_none() { self.blocks[at.block].waves[at.wave].waits } else { 0 };
        let stamp = Stamp {
            line: self.pc as u32 + 1,
            block: block_number,
            thread: agents.number(at.wave, lane),
            epoch,
            warp_epoch: 0,
            time: self.time,
            is_strong: used.is_strong(),
        };
        let touch =
            Touch { stamp, is_write: used.is_write(), is_read: used != Use::Write, is_constant: false };
        let block = &mut self.blocks[at.block];
        let wave = &block.waves[at.wave];
        let released = &self.released;
        let needs_visible = buffer.is_some() && self.is_split && used == Use::Read;
        let before = if needs_visible { &wave.visible } else { &wave.before };
        let before_barrier = |earlier: &Stamp, before: &Before| {
            earlier.block == block_number
                && earlier.time
                    <= before.by_wave.get(agents.wave(earlier.thread)).copied().unwrap_or(before.of_all)
        };
        let acquired = wave.acquired;
        let is_ordered = |earlier: &Stamp| {
            let is_exempt = used == Use::CoherentRead || earlier.is_strong && used.is_write() && bytes <= 8;
            let released = released.get(earlier.block as usize);
            let released =
                released.and_then(|waves| waves.get(agents.wave(earlier.thread))).copied().unwrap_or(0);
            is_exempt
                || before_barrier(earlier, before)
                || earlier.time <= released && earlier.time <= acquired
        };
        let marks = match buffer {
            None => &mut block.lds_marks,
            Some(index) => &mut self.memory.buffers_mut()[index].marks,
        };
        let Some(conflict) = marks.touch(offset, bytes, touch, is_ordered) else { return Ok(()) };
        let (Conflict::Write(earlier) | Conflict::Read(earlier) | Conflict::ConstantWrite(earlier)) =
            conflict
        else {
            return Ok(());
        };
        let is_stale =
            needs_visible && before_barrier(&earlier, &self.blocks[at.block].waves[at.wave].before);
        Err(self.conflict_message(conflict, &earlier, buffer, offset, is_stale).into())
    }

    fn conflict_message(
        &self,
        conflict: Conflict,
        earlier: &Stamp,
        buffer: Option<usize>,
        offset: u64,
        is_stale: bool,
    ) -> String {
        let name = buffer.map_or("LDS".to_string(), |index| {
            let name = &self.memory.buffers()[index].name;
            format!("'{name}'")
        });
        let verb = if matches!(conflict, Conflict::Read(_)) { "read" } else { "written" };
        let pc = earlier.line - 1;
        let wave = match earlier.thread {
            u32::MAX => "several waves".to_string(),
            thread => format!("wave {}", self.agents.wave(thread)),
        };
        let whose = match earlier.block {
            u32::MAX => "several blocks".to_string(),
            block => format!("{wave} of block {block}"),
        };
        let what = if is_stale { "missing cache invalidation" } else { "race" };
        format!("{what}: byte {offset} of {name} was {verb} at {pc:#x} by {whose}")
    }

    /// Reads up to 8 bytes that were checked; returns the value and its undefined bits.
    pub(super) fn read(&mut self, at: WavePos, from: Location, bytes: u64) -> (u64, u64) {
        match from {
            Location::Lds(offset) => self.blocks[at.block].lds.read(offset, bytes),
            Location::Scratch(lane, offset) => {
                let first = lane as u64 * self.scratch_bytes;
                self.wave(at).scratch.read(first + offset, bytes)
            }
            Location::Global(address) => match self.memory.find(address, bytes) {
                Ok(index) => {
                    let offset = address - self.memory.buffers()[index].address;
                    self.memory.read(index, offset, bytes)
                }
                Err(_) => (0, u64::MAX),
            },
        }
    }

    /// Writes up to 8 bytes that were checked. Undefined values must not reach global memory.
    pub(super) fn write(
        &mut self,
        at: WavePos,
        to: Location,
        bytes: u64,
        value: u64,
        undefined: u64,
    ) -> Result<(), Fault> {
        match to {
            Location::Lds(offset) => self.blocks[at.block].lds.write(offset, bytes, value, undefined),
            Location::Scratch(lane, offset) => {
                let first = lane as u64 * self.scratch_bytes;
                self.wave(at).scratch.write(first + offset, bytes, value, undefined);
            }
            Location::Global(address) => {
                let index = self.memory.find(address, bytes)?;
                let buffer = &self.memory.buffers()[index];
                let offset = address - buffer.address;
                if undefined != 0 {
                    let name = &buffer.name;
                    return Err(format!("an undefined value is stored to byte {offset} of '{name}'").into());
                }
                self.memory.write(index, offset, bytes, value);
            }
        }
        Ok(())
    }

    /// Records that a wave wrote global memory in a way that another block may observe.
    pub(super) fn release(&mut self, at: WavePos) {
        let block = &self.blocks[at.block];
        let done = block.waves[at.wave].registers.in_flight.global_done(self.time - 1);
        let released = &mut self.released[block.number as usize];
        for (released, before) in released.iter_mut().zip(&block.waves[at.wave].before.by_wave) {
            *released = (*released).max(*before);
        }
        released[at.wave] = released[at.wave].max(done);
    }
}
