//! The buffers of a run: those allocated by its program, those passed in by the caller, and those handed out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use warpline_ir::host_abi::MemoryKind;

use super::memory_limit::Live;
use super::stats::Unfreed;
use crate::driver::cpu::memory::{Block, pointer};
use crate::driver::{Device, DeviceError, NO_OP, Result};

/// One live buffer.
#[derive(Debug)]
pub(super) struct Allocation {
    pub(super) op: u32,
    pub(super) bytes: u64,
    pub(super) kind: MemoryKind,
    /// The number of open scopes when it was allocated, less those that have ended successfully since.
    pub(super) depth: usize,
    /// Whether the caller allocated it, as an input.
    pub(super) is_input: bool,
    /// Whether it counts towards a limit of device memory.
    pub(super) is_limited: bool,
    /// Whether the caller lends it for a call.
    pub(super) is_lent: bool,
    /// The memory of a host buffer.
    pub(super) block: Option<Block>,
}

impl Allocation {
    /// Returns memory that a caller lends for a call.
    pub(super) fn lent(kind: MemoryKind, bytes: u64) -> Self {
        let (is_input, is_limited, is_lent) = (true, false, true);
        Self { op: NO_OP, bytes, kind, depth: 0, is_input, is_limited, is_lent, block: None }
    }

    /// Returns the operation that allocated it, if it is a host buffer with an out-of-bounds write.
    fn damage(&self) -> Option<u32> {
        self.block.as_ref().filter(|block| !block.is_intact()).map(|_| self.op)
    }
}

/// The live buffers of a run by address.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    live: BTreeMap<u64, Allocation>,
    /// The operations that allocated host buffers with out-of-bounds writes.
    damaged: Vec<u32>,
    handed_out: Arc<AtomicU64>,
}

impl Buffers {
    /// Inserts a new buffer.
    pub(super) fn insert(&mut self, address: u64, allocation: Allocation) {
        self.live.insert(address, allocation);
    }

    /// Returns the buffer at exactly this address.
    pub(super) fn get(&self, address: u64) -> Option<&Allocation> {
        self.live.get(&address)
    }

    /// Returns the address of the buffer that contains a byte, and the buffer.
    pub(super) fn containing(&self, address: u64) -> Option<(u64, &Allocation)> {
        let (start, buffer) = self.live.range(..=address).next_back()?;
        let contains = |start: u64, buffer: &Allocation| address - start < buffer.bytes.max(1);
        if !buffer.is_lent {
            return contains(*start, buffer).then_some((*start, buffer));
        }
        // Memory of the caller may overlap: the one that reaches the farthest.
        let lent = self.live.range(..=address).filter(|(_, buffer)| buffer.is_lent);
        let around = lent.filter(|(start, buffer)| contains(**start, buffer));
        around.max_by_key(|(start, buffer)| **start + buffer.bytes).map(|(start, buffer)| (*start, buffer))
    }

    /// Removes a buffer; the returned value owns the memory of a host buffer.
    pub(super) fn remove(&mut self, address: u64) -> Option<Allocation> {
        let allocation = self.live.remove(&address)?;
        self.damaged.extend(allocation.damage());
        Some(allocation)
    }

    /// Returns the operation that allocated the first host buffer with an out-of-bounds write.
    pub(super) fn first_damaged(&self) -> Option<u32> {
        self.damaged.first().copied().or_else(|| self.live.values().find_map(Allocation::damage))
    }

    /// Returns the number of device buffers that the caller holds.
    pub(super) fn n_handed_out(&self) -> u64 {
        self.handed_out.load(Ordering::Relaxed)
    }

    /// Moves the buffers of a scope that ended successfully to the enclosing scope.
    pub(super) fn leave_scope(&mut self, depth: usize) {
        for allocation in self.live.values_mut() {
            allocation.depth = allocation.depth.min(depth - 1);
        }
    }

    /// Returns the addresses of the buffers that the program allocated in scope `depth` or deeper.
    pub(super) fn made_in_scope(&self, depth: usize) -> Vec<u64> {
        let is_in_scope = |allocation: &Allocation| depth <= allocation.depth && !allocation.is_input;
        self.live
            .iter()
            .filter(|(_, allocation)| is_in_scope(allocation))
            .map(|(address, _)| *address)
            .collect()
    }

    /// Returns address and size in bytes of each device buffer.
    pub(super) fn device_buffers(&self) -> impl Iterator<Item = (u64, u64)> {
        let device = self.live.iter().filter(|(_, allocation)| allocation.kind == MemoryKind::Device);
        device.map(|(address, allocation)| (*address, allocation.bytes))
    }

    /// Returns the buffers that count towards a limit of device memory.
    pub(super) fn limited(&self) -> impl Iterator<Item = Live> {
        let limited = self.live.values().filter(|allocation| allocation.is_limited);
        limited.map(|allocation| Live { op: allocation.op, bytes: allocation.bytes, is_arena: false })
    }

    /// Returns the addresses of all buffers.
    pub(super) fn addresses(&self) -> Vec<u64> {
        self.live.keys().copied().collect()
    }

    /// Returns the buffers that the program has not freed, by operation.
    pub(super) fn unfreed(&self) -> Vec<Unfreed> {
        let made = self.live.values().filter(|allocation| !allocation.is_input);
        let mut unfreed: Vec<_> =
            made.map(|allocation| Unfreed { op: allocation.op, bytes: allocation.bytes }).collect();
        unfreed.sort_unstable();
        unfreed
    }

    /// Hands a buffer out to the caller.
    pub(super) fn take(&mut self, address: u64, device: &Arc<dyn Device>) -> Option<Buffer> {
        let Allocation { bytes, kind, block, .. } = self.remove(address)?;
        let memory = if let Some(block) = block {
            Memory::Host { _block: block }
        } else {
            self.handed_out.fetch_add(1, Ordering::Relaxed);
            Memory::Device { device: Arc::clone(device), handed_out: Arc::clone(&self.handed_out) }
        };
        Some(Buffer { address, bytes, kind, memory })
    }
}

/// Returns the bytes of a live buffer, if the host can access them.
///
/// # Safety
/// The buffer must be live for `'a`, and must not be written meanwhile.
pub(super) unsafe fn host_bytes<'a>(
    device: &dyn Device,
    kind: MemoryKind,
    address: u64,
    bytes: u64,
) -> Option<&'a mut [u8]> {
    if kind == MemoryKind::Device && !device.caps().host_addressable {
        return None;
    }
    // SAFETY: the caller vouches for the buffer. Its address was exposed to compiled code, which may have
    // written all of it, so its bytes are assumed to be initialized.
    Some(unsafe { std::slice::from_raw_parts_mut(pointer(address), bytes as usize) })
}

/// A buffer that a program returned; freed on drop. It may outlive its run.
pub struct Buffer {
    address: u64,
    bytes: u64,
    kind: MemoryKind,
    memory: Memory,
}

/// The owner of the memory of a [`Buffer`].
enum Memory {
    Host { _block: Block },
    Device { device: Arc<dyn Device>, handed_out: Arc<AtomicU64> },
}

impl Buffer {
    /// Returns the address of its first byte.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Returns its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the kind of its memory.
    pub fn kind(&self) -> MemoryKind {
        self.kind
    }

    /// Returns its contents; `None` if the host cannot access them. No work in flight may write to it.
    pub fn as_slice(&self) -> Option<&[u8]> {
        let is_reachable = match &self.memory {
            Memory::Host { .. } => true,
            Memory::Device { device, .. } => {
                self.kind != MemoryKind::Device || device.caps().host_addressable
            }
        };
        // SAFETY: the buffer is live as long as `self`, and its address was exposed to compiled code, which may have
        // written all of it.
        is_reachable
            .then(|| unsafe { std::slice::from_raw_parts(pointer(self.address), self.bytes as usize) })
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Memory::Device { device, handed_out } = &self.memory {
            // A failing free reports earlier work, which the run has already reported.
            let _ = device.free(None, self.address);
            handed_out.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Returns the kind with this number, or an error of `call`.
pub(super) fn kind_of(call: &'static str, number: u32) -> Result<MemoryKind> {
    MemoryKind::from_number(number).ok_or_else(|| {
        DeviceError::invalid(call, format!("expected a kind of memory below 3, but found {number}"))
    })
}
