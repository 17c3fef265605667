//! Memory: global buffers that all blocks access, and bytes with a state for a block and for a thread.

use super::race::Marks;

/// The reason why a run ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An instruction that the interpreter does not model was reached.
    NotModelled,
    /// The program is incorrect.
    Violation,
    /// The program requested its end.
    Trap,
    /// The program took too many steps.
    Endless,
}

/// A failure of one thread.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) failure: Failure,
    pub(super) message: String,
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self { failure: Failure::Violation, message }
    }
}

/// The state of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No variable contains the byte.
    Hole,
    /// The byte belongs to a variable; these bits were never written.
    Undefined(u8),
}

/// Bytes with their states.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    bytes: Vec<u8>,
    states: Vec<State>,
}

impl Bytes {
    /// Appends `n` bytes that no variable contains.
    pub(super) fn grow(&mut self, n: u64) {
        let end = self.bytes.len() + n as usize;
        self.bytes.resize(end, 0);
        self.states.resize(end, State::Hole);
    }

    /// Truncates to `n` bytes.
    pub(super) fn shrink(&mut self, n: u64) {
        self.bytes.truncate(n as usize);
        self.states.truncate(n as usize);
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Starts the lifetime of a variable.
    pub(super) fn open(&mut self, at: u64, n: u64) {
        self.states[at as usize..(at + n) as usize].fill(State::Undefined(u8::MAX));
    }

    /// Whether all these bytes belong to variables.
    pub(super) fn holds(&self, at: u64, n: u64) -> bool {
        let end = at.checked_add(n).filter(|end| *end <= self.len());
        end.is_some_and(|end| !self.states[at as usize..end as usize].contains(&State::Hole))
    }

    /// Returns the bytes as a number and a mask of the undefined bits.
    pub(super) fn read(&self, at: u64, n: u64) -> (u64, u64) {
        read(&self.bytes, at, n, |index| match self.states[index] {
            State::Hole => u8::MAX,
            State::Undefined(bits) => bits,
        })
    }

    /// Writes the low bytes of a number with their undefined bits.
    pub(super) fn write(&mut self, at: u64, n: u64, value: u64, undefined: u64) {
        let at = at as usize;
        for index in 0..n as usize {
            self.bytes[at + index] = (value >> (8 * index)) as u8;
            self.states[at + index] = State::Undefined((undefined >> (8 * index)) as u8);
        }
    }

    /// Marks bytes as undefined that a pending copy will overwrite.
    pub(super) fn clear(&mut self, at: u64, n: u64) {
        self.states[at as usize..(at + n) as usize].fill(State::Undefined(u8::MAX));
    }
}

fn read(bytes: &[u8], at: u64, n: u64, undefined_bits: impl Fn(usize) -> u8) -> (u64, u64) {
    let (at, n) = (at as usize, n as usize);
    let (mut value, mut undefined) = (0, 0);
    for index in 0..n {
        value |= u64::from(bytes[at + index]) << (8 * index);
        undefined |= u64::from(undefined_bits(at + index)) << (8 * index);
    }
    (value, undefined)
}

/// A buffer in global memory.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The name in messages.
    pub name: String,
    /// The address.
    pub address: u64,
    /// The contents.
    pub bytes: Vec<u8>,
    /// Which bytes hold a value; empty if all do.
    pub defined: Vec<bool>,
    /// Whether a launch may write it.
    pub is_constant: bool,
    /// Whether a launch has written it.
    pub is_written: bool,
    pub(super) marks: Marks,
}

impl Buffer {
    /// Returns a buffer whose bytes all hold values.
    pub fn new(name: &str, address: u64, bytes: Vec<u8>) -> Self {
        Self {
            name: name.to_string(),
            address,
            bytes,
            defined: Vec::new(),
            is_constant: false,
            is_written: false,
            marks: Marks::default(),
        }
    }
}

/// Global memory: buffers that do not overlap, ordered by address.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
    last: usize,
}

impl Memory {
    /// Adds a buffer.
    pub fn add(&mut self, buffer: Buffer) {
        let place = self.buffers.partition_point(|known| known.address < buffer.address);
        self.buffers.insert(place, buffer);
    }

    /// Removes the buffer at an address, if there is one.
    pub(super) fn remove(&mut self, address: u64) {
        self.buffers.retain(|buffer| buffer.address != address);
        self.last = 0;
    }

    /// Returns the buffers, ordered by address.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Returns the buffers mutably, ordered by address.
    pub fn buffers_mut(&mut self) -> &mut [Buffer] {
        &mut self.buffers
    }

    /// Returns the number of the buffer that contains these bytes; an error is a message.
    pub(super) fn find(&mut self, address: u64, n: u64) -> Result<usize, String> {
        let holds = |buffer: &Buffer| {
            let end = buffer.address + buffer.bytes.len() as u64;
            buffer.address <= address && address.checked_add(n).is_some_and(|last| last <= end)
        };
        if self.buffers.get(self.last).is_some_and(holds) {
            return Ok(self.last);
        }
        let after = self.buffers.partition_point(|buffer| buffer.address <= address);
        let Some(index) = after.checked_sub(1) else { return Err(self.nowhere(address)) };
        if holds(&self.buffers[index]) {
            self.last = index;
            return Ok(index);
        }
        let buffer = &self.buffers[index];
        let end = buffer.address + buffer.bytes.len() as u64;
        if end + NEAR < address {
            return Err(self.nowhere(address));
        }
        let offset = address - buffer.address;
        Err(format!("byte {offset} is past the end of '{}' with {} bytes", buffer.name, buffer.bytes.len()))
    }

    fn nowhere(&self, address: u64) -> String {
        let next = self.buffers.iter().find(|buffer| address < buffer.address);
        match next.filter(|buffer| buffer.address - address < NEAR) {
            Some(buffer) => format!("byte -{} is before '{}'", buffer.address - address, buffer.name),
            None => format!("address {address:#x} belongs to no buffer"),
        }
    }

    pub(super) fn read(&self, index: usize, at: u64, n: u64) -> (u64, u64) {
        let buffer = &self.buffers[index];
        let undefined_bits = |byte: usize| if buffer.defined.get(byte) == Some(&false) { u8::MAX } else { 0 };
        read(&buffer.bytes, at, n, undefined_bits)
    }

    pub(super) fn write(&mut self, index: usize, at: u64, n: u64, value: u64) {
        let buffer = &mut self.buffers[index];
        let (first, n) = (at as usize, n as usize);
        buffer.bytes[first..first + n].copy_from_slice(&value.to_le_bytes()[..n]);
        if !buffer.defined.is_empty() {
            buffer.defined[first..first + n].fill(true);
        }
        buffer.is_written = true;
    }

    /// Clears the access history.
    pub(super) fn forget(&mut self) {
        for buffer in &mut self.buffers {
            buffer.marks = Marks::default();
        }
    }
}

/// The maximum distance from a buffer at which an error names that buffer.
const NEAR: u64 = 1 << 16;
