//! What every device keeps of its memory beside the blocks themselves: bytes in use, and arenas that scopes lease.

use super::{Counters, DeviceError, Result};

/// Bytes in use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    live: u64,
    peak: u64,
}

impl Usage {
    /// Counts bytes that are in use from now on.
    pub(super) fn add(&mut self, bytes: u64) {
        self.live += bytes;
        self.peak = self.peak.max(self.live);
    }

    /// Counts bytes that are in use no more.
    pub(super) fn remove(&mut self, bytes: u64) {
        self.live -= bytes;
    }

    /// Lets the peak begin anew.
    pub(super) fn reset_peak(&mut self) {
        self.peak = self.live;
    }

    /// Writes the bytes to the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        (counters.live_bytes, counters.peak_bytes) = (self.live, self.peak);
    }
}

/// Memory in one piece.
pub(super) trait Extent {
    /// The address of its first byte.
    fn address(&self) -> u64;
    /// How many bytes it has.
    fn bytes(&self) -> u64;
}

/// Blocks that scopes lease and that live until the device ends.
#[derive(Debug)]
pub(super) struct Arenas<B> {
    arenas: Vec<Arena<B>>,
}

#[derive(Debug)]
struct Arena<B> {
    block: B,
    /// What the holder asked for, in bytes.
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

    /// Returns a block by its address; the bytes that its holder had asked for.
    pub(super) fn give_back(&mut self, address: u64) -> Result<u64> {
        let found = self.arenas.iter_mut().find(|arena| arena.block.address() == address);
        found.and_then(|arena| arena.leased.take()).ok_or_else(|| {
            let message = format!("address {address:#x} is not a leased arena");
            DeviceError::new("return_arena", "InvalidHandle", message)
        })
    }

    /// Writes to the counters how many there are, with `n_live` other buffers.
    pub(super) fn count(&self, n_live: usize, counters: &mut Counters) {
        let n_leased = self.arenas.iter().filter(|arena| arena.leased.is_some()).count();
        counters.buffers = (n_live + n_leased) as u64;
        counters.arenas_created = self.arenas.len() as u64;
    }

    /// All blocks, leased or not.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &B> {
        self.arenas.iter().map(|arena| &arena.block)
    }
}
