//! Memory that a program has freed and that gets no second owner yet, so that an access to it is told from one to a new
//! buffer at the same address.

use crate::blocks;
use crate::driver::cpu::memory::Block;
use crate::driver::{Device, Result};

/// Maximum bytes that are retired; then all of it is free again, but for what was freed last.
const MAX_RETIRED: u64 = 1 << 30;

/// Freed memory that keeps its address.
#[derive(Default)]
pub(super) struct Retired {
    memory: Vec<(u64, Option<Block>)>,
    bytes: u64,
}

impl Retired {
    /// Whether there is too much memory for some more.
    pub(super) fn is_full(&self, bytes: u64) -> bool {
        !self.memory.is_empty() && MAX_RETIRED < self.bytes.saturating_add(bytes)
    }

    /// Returns the bytes that are retired.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Retires memory: a block of the host, or memory of the device.
    pub(super) fn add(&mut self, address: u64, bytes: u64, block: Option<Block>) {
        blocks::end(address);
        self.memory.push((address, block));
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Frees all of it. No work in flight may use it.
    pub(super) fn free(&mut self, device: &dyn Device) -> Result<()> {
        self.bytes = 0;
        let mut outcome = Ok(());
        for (address, block) in self.memory.drain(..) {
            blocks::remove(address, 1);
            if block.is_none() {
                outcome = outcome.and(device.free(None, address));
            }
        }
        outcome
    }
}
