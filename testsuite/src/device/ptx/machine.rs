//! The state of a launch: blocks, warps and threads, and their accesses to registers and memory.

use super::copy::Pending;
use super::layout::space_of;
use super::memory::{Bytes, Fault, Memory};
use super::program::{PtxProgram, Src};
use super::race::{Conflict, Marks, Stamp, Strength, Sync, Touch};
use super::text::{Space, Special};

/// The number of threads of a warp.
pub(super) const WARP: usize = 32;

/// The position of a thread of a block in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThreadPos {
    /// The index of the block among those in flight.
    pub(super) block: usize,
    /// The index of the thread in the block.
    pub(super) thread: usize,
}

/// An address in its state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) space: Space,
    pub(super) at: u64,
}

impl Location {
    /// Returns the location `bytes` further.
    pub(super) fn plus(self, bytes: u64) -> Self {
        Self { at: self.at.wrapping_add(bytes), ..self }
    }
}

/// The kind of a memory access.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) is_write: bool,
    /// Whether it is an atomic read-modify-write.
    pub(super) is_atomic: bool,
    pub(super) strength: Strength,
    /// Whether it requires that nothing writes the memory.
    pub(super) is_read_only: bool,
}

impl Use {
    /// Returns a plain read or write.
    pub(super) fn plain(is_write: bool) -> Self {
        Self { is_write, is_atomic: false, strength: Strength::Weak, is_read_only: false }
    }
}

/// The status of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    /// Waits at a barrier of the block: its number, and the number of threads that it needs.
    Barrier(u32, u32),
    /// Waits for the lanes of a mask.
    Lanes(u32),
    Ended,
}

/// The return information of a call.
#[derive(Clone, Debug)]
pub(super) struct Return {
    pub(super) pc: u32,
    pub(super) registers: usize,
    pub(super) frame: u64,
    /// The called function.
    pub(super) callee: usize,
    /// The destinations of its results: registers or variables in the caller's frame.
    pub(super) results: Vec<super::flow::Passed>,
}

/// A thread.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) place: [u32; 3],
    pub(super) pc: u32,
    pub(super) status: Status,
    pub(super) values: Vec<u64>,
    pub(super) undefined: Vec<u64>,
    /// The start of the registers of the current function.
    pub(super) registers: usize,
    /// The local memory of the thread.
    pub(super) local: Bytes,
    /// The start of the frame of the current function in local memory.
    pub(super) frame: u64,
    pub(super) calls: Vec<Return>,
    pub(super) warp_epoch: u32,
    pub(super) copies: Pending,
}

/// A block in flight.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) number: u32,
    pub(super) place: [u32; 3],
    pub(super) threads: Vec<Thread>,
    pub(super) shared: Bytes,
    pub(super) marks: Marks,
    pub(super) epoch: u32,
    /// The number of threads that arrived at a barrier without waiting, by barrier number.
    pub(super) arrived: [u32; 17],
    /// The number of threads that have executed `exit`, for which barriers of the whole block do not wait.
    pub(super) exited: u32,
}

/// A launch in execution.
pub(super) struct Machine<'a> {
    pub(super) program: &'a PtxProgram,
    pub(super) memory: &'a mut Memory,
    pub(super) grid: [u32; 3],
    pub(super) size: [u32; 3],
    pub(super) dynamic_bytes: u64,
    pub(super) blocks: Vec<Block>,
    /// The synchronisation state of each block of the grid.
    pub(super) syncs: Vec<Sync>,
    pub(super) time: u32,
    /// The line of the instruction in execution.
    pub(super) line: u32,
    pub(super) approximate: bool,
    pub(super) printed: String,
}

impl Machine<'_> {
    pub(super) fn thread(&mut self, at: ThreadPos) -> &mut Thread {
        &mut self.blocks[at.block].threads[at.thread]
    }

    /// Returns the value of an operand and a mask of its undefined bits.
    pub(super) fn get(&self, at: ThreadPos, src: Src) -> (u64, u64) {
        let thread = &self.blocks[at.block].threads[at.thread];
        match src {
            Src::Reg(register) => {
                let index = thread.registers + register as usize;
                (thread.values[index], thread.undefined[index])
            }
            Src::Not(register) => {
                let index = thread.registers + register as usize;
                (thread.values[index] ^ 1, thread.undefined[index])
            }
            Src::Number(value) => (value, 0),
            Src::Special(special) => (self.special(at, special), 0),
            Src::Frame(offset) => (thread.frame + offset, 0),
        }
    }

    /// Returns the value of an operand that must be defined.
    pub(super) fn defined(&self, at: ThreadPos, src: Src, what: &str) -> Result<u64, Fault> {
        match self.get(at, src) {
            (value, 0) => Ok(value),
            _ => Err(format!("{what} is undefined").into()),
        }
    }

    pub(super) fn set(&mut self, at: ThreadPos, register: u32, value: u64, undefined: u64) {
        let thread = self.thread(at);
        let index = thread.registers + register as usize;
        thread.values[index] = value;
        thread.undefined[index] = undefined;
    }

    fn special(&self, at: ThreadPos, special: Special) -> u64 {
        let block = &self.blocks[at.block];
        let lane = (at.thread % WARP) as u32;
        let n_warps = block.threads.len().div_ceil(WARP);
        let bit = 1u64 << lane;
        match special {
            Special::Thread(dimension) => block.threads[at.thread].place[dimension].into(),
            Special::BlockSize(dimension) => self.size[dimension].into(),
            Special::Block(dimension) => block.place[dimension].into(),
            Special::GridSize(dimension) => self.grid[dimension].into(),
            Special::Lane => lane.into(),
            Special::Warp => (at.thread / WARP) as u64,
            Special::Warps => n_warps as u64,
            Special::LanesBelow(with) => bit - 1 + if with { bit } else { 0 },
            Special::LanesAbove(with) => 0xffff_ffff & !(bit - 1 + if with { 0 } else { bit }),
            Special::LaneBit => bit,
            Special::DynamicBytes => self.dynamic_bytes,
            Special::Clock => self.time.into(),
            Special::Zero => 0,
            Special::One => 1,
            Special::WarpSize => WARP as u64,
        }
    }

    /// Returns the location of an address.
    pub(super) fn address(
        &self,
        at: ThreadPos,
        base: Src,
        offset: i64,
        space: Space,
    ) -> Result<Location, Fault> {
        let base = self.defined(at, base, "the address")?;
        let address = base.wrapping_add_signed(offset);
        let (space, at) = match space {
            Space::Generic => space_of(address),
            Space::Param => (Space::Local, address),
            // Addresses of shared memory wrap around at 32 bits.
            Space::Shared => (Space::Shared, address & u64::from(u32::MAX)),
            space => (space, address),
        };
        Ok(Location { space, at })
    }

    /// Checks bounds, alignment and order of an access, and records it in the access history.
    pub(super) fn check(&mut self, at: ThreadPos, to: Location, bytes: u64, used: Use) -> Result<(), Fault> {
        if !to.at.is_multiple_of(bytes.next_power_of_two()) {
            return Err(format!("address {:#x} is not a multiple of {bytes}", to.at).into());
        }
        match to.space {
            Space::Shared => {
                let shared = &self.blocks[at.block].shared;
                if !shared.holds(to.at, bytes) {
                    return Err(
                        format!("byte {:#x} of workgroup memory belongs to no variable", to.at).into()
                    );
                }
                self.mark(at, to, bytes, used, None)
            }
            Space::Local | Space::Param => {
                let local = &self.blocks[at.block].threads[at.thread].local;
                if local.holds(to.at, bytes) {
                    return Ok(());
                }
                Err(format!("byte {:#x} of a thread's own memory belongs to no variable", to.at).into())
            }
            Space::Global | Space::Const | Space::Generic => {
                let buffer = self.memory.find(to.at, bytes)?;
                let found = &self.memory.buffers()[buffer];
                if used.is_write && found.is_constant {
                    return Err(format!("'{}' is constant", found.name).into());
                }
                if found.is_constant { Ok(()) } else { self.mark(at, to, bytes, used, Some(buffer)) }
            }
        }
    }

    fn mark(
        &mut self,
        at: ThreadPos,
        to: Location,
        bytes: u64,
        used: Use,
        buffer: Option<usize>,
    ) -> Result<(), Fault> {
        let block = &mut self.blocks[at.block];
        let is_strong = used.is_atomic || used.strength != Strength::Weak;
        let stamp = Stamp {
            line: self.line,
            block: block.number,
            thread: at.thread as u32,
            epoch: block.epoch,
            warp_epoch: block.threads[at.thread].warp_epoch,
            time: self.time,
            is_strong,
        };
        let is_read = used.is_atomic || !used.is_write;
        if is_strong {
            let sync = &mut self.syncs[block.number as usize];
            sync.access(used.strength, used.is_write, is_read, self.time);
        }
        let (syncs, number) = (&self.syncs, block.number as usize);
        let is_ordered = |earlier: &Stamp| {
            let released = syncs.get(earlier.block as usize).is_none_or(|sync| earlier.time <= sync.released);
            released && earlier.time <= syncs[number].acquired
        };
        let touch = Touch { stamp, is_write: used.is_write, is_read, is_constant: used.is_read_only };
        let (marks, offset) = match buffer {
            None => (&mut block.marks, to.at),
            Some(index) => {
                let buffer = &mut self.memory.buffers_mut()[index];
                let offset = to.at - buffer.address;
                (&mut buffer.marks, offset)
            }
        };
        let conflict = marks.touch(offset, bytes, touch, is_ordered);
        conflict.map_or(Ok(()), |conflict| Err(self.conflict_message(conflict, buffer, offset).into()))
    }

    fn conflict_message(&self, conflict: Conflict, buffer: Option<usize>, offset: u64) -> String {
        let name = buffer.map_or("workgroup memory".to_string(), |index| {
            format!("'{}'", self.memory.buffers()[index].name)
        });
        let whose = |stamp: &Stamp| {
            let thread = if stamp.thread == u32::MAX {
                "several threads".to_string()
            } else {
                format!("thread {}", stamp.thread)
            };
            if stamp.block == u32::MAX {
                "several blocks".to_string()
            } else {
                format!("{thread} of block {}", stamp.block)
            }
        };
        match conflict {
            Conflict::Write(stamp) => {
                format!(
                    "race: byte {offset} of {name} was written in line {} by {}",
                    stamp.line,
                    whose(&stamp)
                )
            }
            Conflict::Read(stamp) => {
                format!("race: byte {offset} of {name} was read in line {} by {}", stamp.line, whose(&stamp))
            }
            Conflict::ConstantRead(line) => {
                format!("byte {offset} of {name} was read in line {line} as if no launch wrote it")
            }
            Conflict::ConstantWrite(stamp) => {
                let line = stamp.line;
                format!("byte {offset} of {name} is read as if no launch wrote it, but line {line} wrote it")
            }
        }
    }

    /// Reads memory that was checked; returns the value and a mask of its undefined bits.
    pub(super) fn read(&mut self, at: ThreadPos, from: Location, bytes: u64) -> (u64, u64) {
        match from.space {
            Space::Shared => self.blocks[at.block].shared.read(from.at, bytes),
            Space::Local | Space::Param => self.thread(at).local.read(from.at, bytes),
            Space::Global | Space::Const | Space::Generic => match self.memory.find(from.at, bytes) {
                Ok(index) => {
                    let offset = from.at - self.memory.buffers()[index].address;
                    self.memory.read(index, offset, bytes)
                }
                Err(_) => (0, u64::MAX),
            },
        }
    }

    /// Writes memory that was checked. Undefined values must not leave the block.
    pub(super) fn write(
        &mut self,
        at: ThreadPos,
        to: Location,
        bytes: u64,
        value: u64,
        undefined: u64,
    ) -> Result<(), Fault> {
        match to.space {
            Space::Shared => self.blocks[at.block].shared.write(to.at, bytes, value, undefined),
            Space::Local | Space::Param => self.thread(at).local.write(to.at, bytes, value, undefined),
            Space::Global | Space::Const | Space::Generic => {
                let index = self.memory.find(to.at, bytes)?;
                let buffer = &self.memory.buffers()[index];
                let offset = to.at - buffer.address;
                if undefined != 0 {
                    let name = &buffer.name;
                    return Err(format!("an undefined value is stored to byte {offset} of '{name}'").into());
                }
                self.memory.write(index, offset, bytes, value);
            }
        }
        Ok(())
    }
}
