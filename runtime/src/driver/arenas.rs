//! Memory accounting shared by all devices: bytes in use, and the arenas that scopes lease.

use super::{Counters, DeviceError, Result};

/// Bytes in use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    live: u64,
    peak: u64,
}

impl Usage {
    /// Adds bytes in use.
    pub(super) fn add(&mut self, bytes: u64) {
        self.live += bytes;
        self.peak = self.peak.max(self.live);
    }

    /// Removes bytes in use.
    pub(super) fn remove(&mut self, bytes: u64) {
        self.live -= bytes;
    }

    /// Resets the peak to the bytes in use.
    pub(super) fn reset_peak(&mut self) {
        self.peak = self.live;
    }

    /// Writes the bytes to the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        (counters.live_bytes, counters.peak_bytes) = (self.live, self.peak);
    }
}

/// A contiguous piece of memory.
pub(super) trait Extent {
    /// Returns the address of its first byte.
    fn address(&self) -> u64;
    /// Returns its size in bytes.
    fn bytes(&self) -> u64;
}

/// Blocks that scopes lease and that live as long as the device.
#[derive(Debug)]
pub(super) struct Arenas<B> {
    arenas: Vec<Arena<B>>,
}

#[derive(Debug)]
struct Arena<B> {
    block: B,
    /// The number of bytes that the holder requested.
    leased: Option<u64>,
}

impl<B> Default for Arenas<B> {
    fn default() -> Self {
        Self { arenas: Vec::new() }
    }
}

impl<B: Extent> Arenas<B> {
    /// Leases the smallest block that fits; makes one if there is none.
    pub(super) fn lease(&mut self, bytes: u64, make: impl FnOnce() -> Result<B>) -> Result<&B> {
        let fits = |(_, arena): &(usize, &Arena<B>)| arena.leased.is_none() && bytes <= arena.block.bytes();
        let found = self.arenas.iter().enumerate().filter(fits).min_by_key(|(_, arena)| arena.block.bytes());
        let number = match found.map(|(number, _)| number) {
            Some(number) => number,
            None => {
                self.arenas.push(Arena { block: make()?, leased: None });
                self.arenas.len() - 1
            }
        };
        let arena = &mut self.arenas[number];
        arena.leased = Some(bytes);
        Ok(&arena.block)
    }

    /// Returns a block to the pool by its address; returns the number of bytes that its holder requested.
    pub(super) fn give_back(&mut self, address: u64) -> Result<u64> {
        let found = self.arenas.iter_mut().find(|arena| arena.block.address() == address);
        found.and_then(|arena| arena.leased.take()).ok_or_else(|| {
            let message = format!("address {address:#x} is not a leased arena");
            DeviceError::new("return_arena", "InvalidHandle", message)
        })
    }

    /// Removes the blocks that nobody holds.
    pub(super) fn take_unused(&mut self) -> Vec<B> {
        let (leased, unused) =
            std::mem::take(&mut self.arenas).into_iter().partition(|arena| arena.leased.is_some());
        self.arenas = leased;
        let unused: Vec<Arena<B>> = unused;
        unused.into_iter().map(|arena| arena.block).collect()
    }

    /// Writes the number of blocks to the counters, with `n_live` other buffers.
    pub(super) fn count(&self, n_live: usize, counters: &mut Counters) {
        let n_leased = self.arenas.iter().filter(|arena| arena.leased.is_some()).count();
        counters.buffers = (n_live + n_leased) as u64;
        counters.arenas_created = self.arenas.len() as u64;
    }

    /// Returns all blocks, leased or not.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &B> {
        self.arenas.iter().map(|arena| &arena.block)
    }
}
