//! Accounts for the memory of the host that a program takes, under a limit.

use crate::driver::{DeviceError, Result};

/// The name of the failure of an allocation beyond the limit of host memory.
pub const HOST_MEMORY_LIMIT: &str = "HostMemoryLimit";

/// Bytes in use, and their limit.
#[derive(Debug)]
pub(super) struct HostMemory {
    most: u64,
    used: u64,
}

impl Default for HostMemory {
    fn default() -> Self {
        Self { most: u64::MAX, used: 0 }
    }
}

impl HostMemory {
    /// Sets the limit.
    pub(super) fn limit(&mut self, bytes: u64) {
        self.most = bytes;
    }

    /// Returns one with the same limit and nothing in use.
    pub(super) fn of_same_limit(&self) -> Self {
        Self { most: self.most, used: 0 }
    }

    /// Whether this many more bytes are within the limit.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        self.used.checked_add(bytes).is_some_and(|used| used <= self.most)
    }

    /// Adds the bytes of a buffer; an error if they exceed the limit.
    pub(super) fn add(&mut self, call: &'static str, bytes: u64) -> Result<()> {
        if !self.has_room(bytes) {
            let Self { most, used } = self;
            let message = format!(
                "{used} bytes of host memory are in use, and {bytes} more exceed the limit of {most}"
            );
            return Err(DeviceError::new(call, HOST_MEMORY_LIMIT, message));
        }
        self.used += bytes;
        Ok(())
    }

    /// Removes the bytes of all buffers.
    pub(super) fn free_all(&mut self) {
        self.used = 0;
    }

    /// Removes the bytes of a buffer.
    pub(super) fn free(&mut self, bytes: u64) {
        self.used = self.used.saturating_sub(bytes);
    }
}
