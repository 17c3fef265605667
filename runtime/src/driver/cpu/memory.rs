//! Memory of the CPU device: padded blocks, and the table of live blocks.
//!
//! A block is allocated when the call is issued; stream order only determines when it is freed. It has
//! [`PADDING`] bytes on both sides, so that a masked vector access may touch them. Arenas are blocks that are
//! kept when scopes return them.

use std::alloc::{self, Layout};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::guards;
use crate::blocks;
use crate::driver::arenas::{Arenas, Extent, Usage};
use crate::driver::handles::lock;
use crate::driver::{Counters, DeviceError, Result};

/// Padding bytes on both sides of a block. They hold [`CANARY`].
pub(crate) const PADDING: u64 = 128;
/// The value of the padding bytes as long as nothing is written out of bounds.
const CANARY: u8 = 0xC5;
/// Padding that nothing was written into.
static INTACT: [u8; 4096] = [CANARY; 4096];
/// Minimum alignment of a block in bytes.
pub(crate) const MIN_ALIGN: u64 = 64;
/// Alignment of an arena in bytes.
const ARENA_ALIGN: u64 = 256;
/// Fills fresh and freed memory where it is poisoned: a signalling NaN as f32 and as f64, a conspicuous
/// number as an integer.
const POISON: u32 = 0xFFA5_A5A5;
/// Maximum bytes of free shared blocks that are kept for reuse.
const MAX_SPARE: u64 = 64 << 20;
/// Maximum bytes of freed memory in quarantine.
const MAX_KEPT: u64 = 256 << 20;

/// Bytes of address space on both sides of a guarded block in which every access ends the process.
const GUARD: usize = 4 << 30;

/// A padded block that is freed on drop. Its contents are initially undefined.
#[derive(Debug)]
pub(crate) struct Block {
    base: NonNull<u8>,
    offset: u64,
    bytes: u64,
    origin: Origin,
}

/// The origin of the memory of a block.
#[derive(Debug)]
enum Origin {
    /// The heap.
    Heap(Layout),
    /// Dedicated pages between guards, with their size in bytes.
    Pages(usize),
}

// SAFETY: the block is plain memory that belongs to its owner; no thread-bound state is reached through it.
unsafe impl Send for Block {}

impl Block {
    /// Allocates a block of `bytes` bytes at an address that is a multiple of `align` (a power of two) and of
    /// 64.
    pub(crate) fn new(call: &'static str, bytes: u64, align: u64) -> Result<Self> {
        if !align.is_power_of_two() {
            return Err(DeviceError::invalid(
                call,
                format!("expected a power of two as alignment, but found {align}"),
            ));
        }
        let align = align.max(MIN_ALIGN);
        let offset = PADDING.max(align);
        let layout = padded(bytes, align, offset).ok_or_else(|| DeviceError::out_of_memory(call, bytes))?;
        // SAFETY: the layout includes the padding, so its size is not 0.
        let base = NonNull::new(unsafe { alloc::alloc(layout) });
        let base = base.ok_or_else(|| DeviceError::out_of_memory(call, bytes))?;
        Ok(Self { base, offset, bytes, origin: Origin::Heap(layout) }.with_canaries())
    }

    /// Allocates a block in dedicated pages with [`GUARD`] bytes on both sides, so that a stray access nearby
    /// hits no other memory; without guards if there are too many, or the address space has no room for them.
    pub(crate) fn guarded(call: &'static str, bytes: u64, align: u64) -> Result<Self> {
        let page = guards::page_bytes();
        let offset = PADDING.max(align.max(MIN_ALIGN));
        let size =
            padded(bytes, MIN_ALIGN, offset).and_then(|layout| layout.size().checked_next_multiple_of(page));
        match size.filter(|_| align <= page as u64).and_then(|size| Some((guards::take(size, GUARD)?, size)))
        {
            Some((base, size)) => {
                Ok(Self { base, offset, bytes, origin: Origin::Pages(size) }.with_canaries())
            }
            None => Self::new(call, bytes, align),
        }
    }

    fn with_canaries(self) -> Self {
        for (start, bytes) in self.padding() {
            // SAFETY: the memory has that many bytes on that side.
            unsafe { start.write_bytes(CANARY, bytes) };
        }
        self
    }

    /// Returns the first byte and the number of bytes of the padding on each side.
    fn padding(&self) -> [(*mut u8, usize); 2] {
        let (before, end) = (self.offset as usize, (self.offset + self.bytes) as usize);
        let behind = match self.origin {
            Origin::Heap(_) => PADDING as usize,
            Origin::Pages(size) => size - end,
        };
        // SAFETY: the memory was allocated with `offset` bytes before the block, and has `behind` bytes after
        // it.
        [(self.base.as_ptr(), before), (unsafe { self.base.as_ptr().add(end) }, behind)]
    }

    /// Whether nothing was written into the padding.
    pub(crate) fn is_intact(&self) -> bool {
        self.padding().into_iter().all(|(start, n_bytes)| {
            // SAFETY: the memory has that many bytes there, which were initialized when the block was made.
            let bytes = unsafe { std::slice::from_raw_parts(start, n_bytes) };
            bytes.chunks(INTACT.len()).all(|bytes| *bytes == INTACT[..bytes.len()])
        })
    }

    /// Returns the first byte of the block.
    pub(crate) fn first(&self) -> *mut u8 {
        // SAFETY: the layout was made with `offset` bytes before the first one.
        unsafe { self.base.as_ptr().add(self.offset as usize) }
    }

    /// Returns the address of the first byte, as kernels see it.
    pub(crate) fn address(&self) -> u64 {
        self.first().expose_provenance() as u64
    }

    /// Returns the size in bytes, without padding.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets every byte.
    pub(crate) fn fill(&self, byte: u8) {
        // SAFETY: the block has that many bytes.
        unsafe { self.first().write_bytes(byte, self.bytes as usize) };
    }

    /// Returns the bytes of a block that was filled.
    pub(crate) fn contents(&self) -> &[u8] {
        // SAFETY: the block has that many bytes, which are initialized; nothing writes them meanwhile.
        unsafe { std::slice::from_raw_parts(self.first(), self.bytes as usize) }
    }

    /// Fills the block with a pattern that shows up in results.
    pub(crate) fn poison(&self) {
        let pattern = POISON.to_le_bytes();
        for index in 0..self.bytes as usize {
            // SAFETY: the byte lies inside the block.
            unsafe { self.first().add(index).write(pattern[index % pattern.len()]) };
        }
    }
}

impl Extent for Block {
    fn address(&self) -> u64 {
        self.address()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        match self.origin {
            // SAFETY: `base` came from `alloc` with this layout and is freed only here.
            Origin::Heap(layout) => unsafe { alloc::dealloc(self.base.as_ptr(), layout) },
            Origin::Pages(size) => guards::give(self.base, size, GUARD),
        }
    }
}

/// Returns the layout of `offset` bytes, `bytes` bytes and the padding behind them.
fn padded(bytes: u64, align: u64, offset: u64) -> Option<Layout> {
    let size = bytes.checked_add(offset)?.checked_add(PADDING)?;
    Layout::from_size_align(usize::try_from(size).ok()?, usize::try_from(align).ok()?).ok()
}

/// Returns the pointer for an address passed by compiled code or the host.
pub(crate) fn pointer(address: u64) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

/// The live allocations of a device.
#[derive(Debug, Default)]
pub(super) struct Memory {
    table: Mutex<Table>,
    poison: bool,
    guards: bool,
}

#[derive(Debug, Default)]
struct Table {
    live: FxHashMap<u64, Entry>,
    usage: Usage,
    kept: Kept,
    arenas: Arenas<Block>,
    spare: Spare,
    /// The number of freed blocks with a write into their padding.
    n_damaged: u64,
}

/// Free shared blocks, the latest last.
#[derive(Debug, Default)]
struct Spare {
    blocks: Vec<Block>,
    bytes: u64,
}

impl Spare {
    /// Removes and returns a block of this size and alignment.
    fn take(&mut self, bytes: u64, align: u64) -> Option<Block> {
        let is_aligned = |block: &Block| align.is_power_of_two() && block.address().is_multiple_of(align);
        let fits = |block: &Block| block.bytes() == bytes && is_aligned(block);
        let found = self.blocks.iter().rposition(fits)?;
        self.bytes -= bytes;
        Some(self.blocks.swap_remove(found))
    }

    /// Keeps a block for reuse; returns it if there are too many.
    fn keep(&mut self, block: Block) -> Option<Block> {
        if MAX_SPARE < self.bytes + block.bytes() {
            return Some(block);
        }
        self.bytes += block.bytes();
        self.blocks.push(block);
        None
    }
}

/// The quarantine: freed blocks that hold poison, oldest first, so that uses after free corrupt no other
/// block.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    blocks: VecDeque<Block>,
    bytes: u64,
}

impl Kept {
    /// Poisons a block and quarantines it; returns the blocks that leave the quarantine.
    pub(crate) fn keep(&mut self, block: Block) -> Vec<Block> {
        block.poison();
        self.bytes += block.bytes();
        self.blocks.push_back(block);
        let mut released = Vec::new();
        while MAX_KEPT < self.bytes
            && let Some(oldest) = self.blocks.pop_front()
        {
            self.bytes -= oldest.bytes();
            released.push(oldest);
        }
        released
    }
}

#[derive(Debug)]
struct Entry {
    block: Block,
    /// Whether a free has been issued and waits in its stream.
    is_freeing: bool,
    /// Whether it returns to the pool of shared blocks.
    is_shared: bool,
}

impl Memory {
    /// Creates an empty table. With `poison`, fresh and freed blocks hold a pattern that shows up in results;
    /// with `guards`, each block has dedicated pages.
    pub(super) fn new(poison: bool, guards: bool) -> Self {
        Self { table: Mutex::default(), poison, guards }
    }

    /// Whether blocks have guards.
    pub(super) fn has_guards(&self) -> bool {
        self.guards
    }

    fn block(&self, call: &'static str, bytes: u64, align: u64) -> Result<Block> {
        if self.guards { Block::guarded(call, bytes, align) } else { Block::new(call, bytes, align) }
    }

    /// Whether memory is poisoned.
    pub(super) fn has_poison(&self) -> bool {
        self.poison
    }

    /// Allocates a block and returns its address.
    pub(super) fn allocate(&self, call: &'static str, bytes: u64, align: u64) -> Result<u64> {
        let block = self.block(call, bytes, align)?;
        Ok(self.enter(block, false))
    }

    /// Takes a shared block from the pool, or allocates one, and returns its address.
    pub(super) fn allocate_shared(&self, call: &'static str, bytes: u64, align: u64) -> Result<u64> {
        let spare = lock(&self.table).spare.take(bytes, align);
        let block = spare.map_or_else(|| self.block(call, bytes, align), Ok)?;
        Ok(self.enter(block, true))
    }

    fn enter(&self, block: Block, is_shared: bool) -> u64 {
        if self.poison {
            block.poison();
        }
        let (address, bytes) = (block.address(), block.bytes());
        let mut table = lock(&self.table);
        table.live.insert(address, Entry { block, is_freeing: false, is_shared });
        table.usage.add(bytes);
        address
    }

    /// Records that a free of `address` was issued; an unknown address or a second free is an error.
    pub(super) fn begin_free(&self, address: u64) -> Result<()> {
        let mut table = lock(&self.table);
        let Some(entry) = table.live.get_mut(&address) else {
            return Err(invalid_free(address, "is not an allocation of this device"));
        };
        if entry.is_freeing {
            return Err(invalid_free(address, "is freed twice"));
        }
        entry.is_freeing = true;
        Ok(())
    }

    /// Frees a block whose free has begun.
    pub(super) fn finish_free(&self, address: u64) {
        let mut table = lock(&self.table);
        let Some(Entry { block, is_shared, .. }) = table.live.remove(&address) else { return };
        blocks::remove(address, block.bytes());
        table.usage.remove(block.bytes());
        table.n_damaged += u64::from(!block.is_intact());
        let released = match (self.poison, is_shared) {
            (true, _) => table.kept.keep(block),
            (false, true) => table.spare.keep(block).into_iter().collect(),
            (false, false) => vec![block],
        };
        // The heap is called without the lock.
        drop(table);
        drop(released);
    }

    /// Leases the smallest arena of the pool that fits; allocates one if there is none.
    pub(super) fn lease_arena(&self, bytes: u64) -> Result<u64> {
        let mut table = lock(&self.table);
        let block = table.arenas.lease(bytes, || self.block("lease_arena", bytes, ARENA_ALIGN))?;
        if self.poison {
            block.poison();
        }
        let address = block.address();
        table.usage.add(bytes);
        Ok(address)
    }

    /// Returns an arena to the pool.
    pub(super) fn return_arena(&self, address: u64) -> Result<()> {
        let mut table = lock(&self.table);
        let bytes = table.arenas.give_back(address)?;
        table.usage.remove(bytes);
        Ok(())
    }

    /// Writes the memory part of the counters.
    pub(super) fn count(&self, counters: &mut Counters) {
        let table = lock(&self.table);
        let live = table.live.values().map(|entry| &entry.block).chain(table.arenas.blocks());
        counters.damaged = table.n_damaged + live.filter(|block| !block.is_intact()).count() as u64;
        table.arenas.count(table.live.len(), counters);
        table.usage.count(counters);
    }

    /// Resets the peak to the live bytes.
    pub(super) fn reset_peak(&self) {
        let mut table = lock(&self.table);
        table.usage.reset_peak();
    }
}

/// Returns the error of an invalid free.
fn invalid_free(address: u64, why: &str) -> DeviceError {
    DeviceError::new("free", "InvalidAddress", format!("address {address:#x} {why}"))
}
