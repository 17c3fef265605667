//! Memory of the CPU device: padded blocks, and the table of those that are live.
//!
//! A block exists from the moment it is asked for; stream order only decides when it is freed. It has
//! [`PADDING`] bytes on both sides, so that a vector access which is masked off may touch its neighbourhood. Arenas are
//! blocks that are kept when scopes return them.

use std::alloc::{self, Layout};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::guards;
use crate::driver::arenas::{Arenas, Extent, Usage};
use crate::driver::handles::lock;
use crate::driver::{Counters, DeviceError, Result};

/// Bytes on both sides of a block that belong to nobody. They hold [`CANARY`].
pub(crate) const PADDING: u64 = 128;
/// What the bytes beside a block hold as long as nothing is written out of bounds.
const CANARY: u8 = 0xC5;
/// Least alignment of a block in bytes.
pub(crate) const MIN_ALIGN: u64 = 64;
/// Alignment of an arena in bytes.
const ARENA_ALIGN: u64 = 256;
/// Fills fresh and freed memory where it is poisoned: a signalling NaN as f32 and as f64, a wild number as an integer.
const POISON: u32 = 0xFFA5_A5A5;
/// Most bytes of shared blocks that wait for their next use.
const MAX_SPARE: u64 = 64 << 20;
/// Most bytes of freed memory that are kept from being used again.
const MAX_KEPT: u64 = 256 << 20;

/// Bytes of address space on both sides of a guarded block in which every access ends the process.
const GUARD: usize = 4 << 30;

/// A padded block that is freed on drop. Its contents are undefined at first.
#[derive(Debug)]
pub(crate) struct Block {
    base: NonNull<u8>,
    offset: u64,
    bytes: u64,
    origin: Origin,
}

/// Where the memory of a block comes from.
#[derive(Debug)]
enum Origin {
    /// The heap.
    Heap(Layout),
    /// Pages of its own, so many bytes of them, between guards.
    Pages(usize),
}

// SAFETY: the block is plain memory that belongs to its owner; no thread-bound state is reached through it.
unsafe impl Send for Block {}

impl Block {
    /// A block of `bytes` bytes at an address that is a multiple of `align` (a power of two) and of 64.
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
        // SAFETY: the layout holds the padding, so its size is not 0.
        let base = NonNull::new(unsafe { alloc::alloc(layout) });
        let base = base.ok_or_else(|| DeviceError::out_of_memory(call, bytes))?;
        Ok(Self { base, offset, bytes, origin: Origin::Heap(layout) }.with_canaries())
    }

    /// The same in pages of its own with [`GUARD`] bytes on both sides, so that a stray access nearby hits no other memory;
    /// without guards where the system has no room for them.
    pub(crate) fn guarded(call: &'static str, bytes: u64, align: u64) -> Result<Self> {
        let page = guards::page_bytes();
        let offset = PADDING.max(align.max(MIN_ALIGN));
        let size =
            padded(bytes, MIN_ALIGN, offset).and_then(|layout| layout.size().checked_next_multiple_of(page));
        match size.filter(|_| align <= page as u64).and_then(|size| Some((guards::map(size, GUARD)?, size))) {
            Some((base, size)) => {
                Ok(Self { base, offset, bytes, origin: Origin::Pages(size) }.with_canaries())
            }
            None => Self::new(call, bytes, align),
        }
    }

    fn with_canaries(self) -> Self {
        for (start, bytes) in self.padding() {
            // SAFETY: the memory has so many bytes on that side.
            unsafe { start.write_bytes(CANARY, bytes) };
        }
        self
    }

    /// The first byte and the number of bytes of the padding on both sides.
    fn padding(&self) -> [(*mut u8, usize); 2] {
        let (before, end) = (self.offset as usize, (self.offset + self.bytes) as usize);
        let behind = match self.origin {
            Origin::Heap(_) => PADDING as usize,
            Origin::Pages(size) => size - end,
        };
        // SAFETY: the memory was made with the block behind `offset` bytes, and has so many bytes behind it.
        [(self.base.as_ptr(), before), (unsafe { self.base.as_ptr().add(end) }, behind)]
    }

    /// Whether nothing was written beside the block.
    pub(crate) fn is_intact(&self) -> bool {
        self.padding().into_iter().all(|(start, n_bytes)| {
            // SAFETY: the memory has so many bytes there, which were written when the block was made.
            let bytes = unsafe { std::slice::from_raw_parts(start, n_bytes) };
            bytes.iter().all(|byte| *byte == CANARY)
        })
    }

    /// The first byte of the block.
    pub(crate) fn first(&self) -> *mut u8 {
        // SAFETY: the layout was made with `offset` bytes before the first one.
        unsafe { self.base.as_ptr().add(self.offset as usize) }
    }

    /// The address of the first byte, as kernels see it.
    pub(crate) fn address(&self) -> u64 {
        self.first().expose_provenance() as u64
    }

    /// Size in bytes, without padding.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
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
            Origin::Pages(size) => guards::unmap(self.base, size, GUARD),
        }
    }
}

/// The layout of `offset` bytes, `bytes` bytes and the padding behind them.
fn padded(bytes: u64, align: u64, offset: u64) -> Option<Layout> {
    let size = bytes.checked_add(offset)?.checked_add(PADDING)?;
    Layout::from_size_align(usize::try_from(size).ok()?, usize::try_from(align).ok()?).ok()
}

/// The pointer to an address that compiled code or the host handed in.
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
    /// Freed blocks beside which something was written.
    n_damaged: u64,
}

/// Shared blocks that are free, the latest last.
#[derive(Debug, Default)]
struct Spare {
    blocks: Vec<Block>,
    bytes: u64,
}

impl Spare {
    /// Takes a block of this size and alignment out.
    fn take(&mut self, bytes: u64, align: u64) -> Option<Block> {
        let is_aligned = |block: &Block| align.is_power_of_two() && block.address().is_multiple_of(align);
        let fits = |block: &Block| block.bytes() == bytes && is_aligned(block);
        let found = self.blocks.iter().rposition(fits)?;
        self.bytes -= bytes;
        Some(self.blocks.swap_remove(found))
    }

    /// Keeps a block for its next use; gives it back if there are too many.
    fn keep(&mut self, block: Block) -> Option<Block> {
        if MAX_SPARE < self.bytes + block.bytes() {
            return Some(block);
        }
        self.bytes += block.bytes();
        self.blocks.push(block);
        None
    }
}

/// Freed blocks that hold poison, the oldest first, so that wrong uses of them harm nobody else.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    blocks: VecDeque<Block>,
    bytes: u64,
}

impl Kept {
    /// Poisons a block and keeps it from being used again for a while; the blocks that may be.
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
    /// No allocations; with `poison`, fresh and freed ones hold a pattern that shows up in results; with `guards`, each has
    /// pages of its own.
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

    /// Makes a block and returns its address.
    pub(super) fn allocate(&self, call: &'static str, bytes: u64, align: u64) -> Result<u64> {
        let block = self.block(call, bytes, align)?;
        Ok(self.enter(block, false))
    }

    /// Takes a shared block from the pool, or makes one, and returns its address.
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

    /// Notes that a free of `address` is on its way; an address that is unknown or noted before is an error.
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
        table.usage.remove(block.bytes());
        table.n_damaged += u64::from(!block.is_intact());
        let released = match (self.poison, is_shared) {
            (true, _) => table.kept.keep(block),
            (false, true) => table.spare.keep(block).into_iter().collect(),
            (false, false) => vec![block],
        };
        // The heap is entered without the lock.
        drop(table);
        drop(released);
    }

    /// Leases the smallest arena of the pool that fits; makes one if there is none.
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

    /// Lets the peak begin anew.
    pub(super) fn reset_peak(&self) {
        let mut table = lock(&self.table);
        table.usage.reset_peak();
    }
}

/// A free of something that cannot be freed.
fn invalid_free(address: u64, why: &str) -> DeviceError {
    DeviceError::new("free", "InvalidAddress", format!("address {address:#x} {why}"))
}
