//! Memory of the GPU and memory shared with the host: the table of live allocations, and pools of retained
//! blocks.
//!
//! Device memory comes from a pool of the driver, in stream order; if the driver has no pools, from plain
//! allocations. Shared memory is managed memory if both sides may access it at the same time, else pinned
//! host memory. Managed memory migrates by page faults, which are slow on both sides. So it is prefetched ahead
//! of launches that take it and ahead of the host's reads of results. A freed shared block is retained, and
//! reused once the stream that freed it has reached the free. Arenas live as long as the device.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::context::Context;
use super::driver::{Driver, Event, Pool, Side, Stream};
use crate::driver::arenas::{Arenas, Extent, Usage};
use crate::driver::handles::lock;
use crate::driver::{Counters, DeviceError, Result};

/// Alignment of all allocations of the driver, in bytes.
const DRIVER_ALIGN: u64 = 256;
/// Minimum bytes of managed memory for which a prefetch to the host is cheaper than page faults.
const MIN_TO_HOST: u64 = 64 << 10;
/// Maximum bytes of free shared blocks that are kept for reuse.
const MAX_SPARE: u64 = 64 << 20;

/// The memory of one device.
pub(super) struct Memory {
    pool: Option<Pool>,
    table: Mutex<Table>,
    /// The number of live managed allocations.
    n_managed: AtomicU64,
    /// The number of times that the host has waited, after each of which it may have accessed shared memory.
    n_waits: AtomicU64,
}

#[derive(Default)]
struct Table {
    /// Live allocations by their address.
    live: FxHashMap<u64, Entry>,
    /// Free shared blocks.
    spare: Vec<Spare>,
    /// Events that no spare block uses.
    events: Vec<Event>,
    arenas: Arenas<Block>,
    /// Blocks that could not be freed when they should have been.
    kept: Vec<(Block, Kind)>,
    /// The number of blocks requested from the driver so far.
    n_blocks: u64,
    usage: Usage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// From the driver's pool.
    Pool,
    /// A plain allocation.
    Plain,
    /// Managed or pinned.
    Shared,
}

/// A block of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    /// The number of blocks made before it. It is the sort key, so that the order never depends on addresses.
    number: u64,
    /// The address that the driver returned.
    base: u64,
    /// The size requested from the driver.
    size: u64,
}

struct Entry {
    block: Block,
    /// The size requested by the program.
    bytes: u64,
    kind: Kind,
    /// The number of waits of the host before the last prefetch to the device.
    prefetched_at: Option<u64>,
}

struct Spare {
    block: Block,
    /// Reached when the block is no longer in use.
    free_at: Option<Event>,
}

impl Block {
    /// Returns the block that the driver returned after `n_blocks` others.
    fn numbered(n_blocks: &mut u64, base: u64, size: u64) -> Self {
        *n_blocks += 1;
        Self { number: *n_blocks, base, size }
    }
}

impl Extent for Block {
    fn address(&self) -> u64 {
        self.base
    }

    fn bytes(&self) -> u64 {
        self.size
    }
}

impl Memory {
    /// Creates the memory of a device, with a pool of the driver if it has pools.
    pub(super) fn new(cx: &Context, has_pools: bool) -> Result<Self> {
        let make = || cx.enter().and_then(|()| cx.call(Driver::pool_create));
        let pool = has_pools.then(make).transpose()?;
        Ok(Self { pool, table: Mutex::default(), n_managed: AtomicU64::new(0), n_waits: AtomicU64::new(0) })
    }

    /// Allocates device memory for later work of the stream.
    pub(super) fn alloc(&self, cx: &Context, stream: Stream, bytes: u64, align: u64) -> Result<u64> {
        let size = padded("alloc", bytes, align)?;
        let (base, kind) = match self.pool {
            Some(pool) => (cx.call(|driver| driver.pool_alloc(pool, size, stream))?, Kind::Pool),
            None => (cx.call(|driver| driver.mem_alloc(size))?, Kind::Plain),
        };
        let mut table = lock(&self.table);
        let block = table.block(base, size);
        Ok(table.insert(Entry { block, bytes, kind, prefetched_at: None }, align))
    }

    /// Allocates memory that host and device can access.
    pub(super) fn alloc_shared(&self, cx: &Context, bytes: u64, align: u64) -> Result<u64> {
        let wanted = padded("alloc_shared", bytes, align)?;
        let mut table = lock(&self.table);
        let block = match table.take_spare(cx, wanted)? {
            Some(block) => block,
            None if cx.limits.has_concurrent_managed => {
                table.block(cx.call(|driver| driver.mem_alloc_managed(wanted))?, wanted)
            }
            None => table.block(cx.call(|driver| driver.mem_host_alloc(wanted))?, wanted),
        };
        self.n_managed.fetch_add(u64::from(cx.limits.has_concurrent_managed), Ordering::Relaxed);
        Ok(table.insert(Entry { block, bytes, kind: Kind::Shared, prefetched_at: None }, align))
    }

    /// Prefetches the managed memory among the arguments of a launch to the device, unless the host has not
    /// waited since the last time.
    pub(super) fn prefetch(&self, cx: &Context, stream: Stream, args: &[u64]) -> Result<()> {
        if self.n_managed.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        let (now, mut table) = (self.n_waits.load(Ordering::Relaxed), lock(&self.table));
        for arg in args {
            let Some(entry) = table.live.get_mut(arg) else { continue };
            if entry.kind == Kind::Shared && entry.prefetched_at != Some(now) {
                let Block { base, size, .. } = entry.block;
                cx.call(|driver| driver.prefetch(base, size, Side::Device, stream))?;
                entry.prefetched_at = Some(now);
            }
        }
        Ok(())
    }

    /// Returns the start and size of the managed allocation at this address if a prefetch to the host pays.
    pub(super) fn slow_for_host(&self, cx: &Context, address: u64) -> Option<(u64, u64)> {
        let table = lock(&self.table);
        let Entry { block: Block { base, size, .. }, kind, .. } = *table.live.get(&address)?;
        let is_managed = kind == Kind::Shared && cx.limits.has_concurrent_managed;
        (is_managed && MIN_TO_HOST <= size).then_some((base, size))
    }

    /// Notes that the host waited for work, after which it may access shared memory.
    pub(super) fn host_waited(&self) {
        self.n_waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Frees memory when the stream reaches the free, or at once without a stream. The memory is released
    /// even after an error.
    pub(super) fn free(&self, cx: &Context, after: Option<Stream>, address: u64) -> Result<()> {
        let mut table = lock(&self.table);
        let Some(Entry { block, bytes, kind, .. }) = table.live.remove(&address) else {
            let message = format!("address {address:#x} is not an allocation of this device");
            return Err(DeviceError::new("free", "InvalidAddress", message));
        };
        table.usage.remove(bytes);
        if kind == Kind::Shared && cx.limits.has_concurrent_managed {
            self.n_managed.fetch_sub(1, Ordering::Relaxed);
        }
        if let Err(error) = cx.enter() {
            table.kept.push((block, kind));
            return Err(error);
        }
        match (kind, after) {
            (Kind::Pool, Some(stream)) => cx.call(|driver| driver.pool_free(block.base, stream)),
            (Kind::Pool | Kind::Plain, _) => cx.call(|driver| driver.mem_free(block.base)),
            (Kind::Shared, after) => {
                let free_at = after.map(|stream| table.record(cx, stream)).transpose();
                let free_at = free_at.inspect_err(|_| table.kept.push((block, kind)))?;
                table.spare.push(Spare { block, free_at });
                Self::trim(cx, &mut table)
            }
        }
    }

    /// Frees unused spare blocks while they exceed the maximum.
    fn trim(cx: &Context, table: &mut Table) -> Result<()> {
        while MAX_SPARE < table.spare.iter().map(|spare| spare.block.size).sum() {
            let Some(block) = table.take_spare(cx, 0)? else { return Ok(()) };
            Self::release(cx, block, Kind::Shared)?;
        }
        Ok(())
    }

    /// Frees spare blocks, and arenas that nobody holds.
    pub(super) fn release_unused(&self, cx: &Context) -> Result<()> {
        let mut table = lock(&self.table);
        while let Some(block) = table.take_spare(cx, 0)? {
            Self::release(cx, block, Kind::Shared)?;
        }
        let mut outcome = Ok(());
        for block in table.arenas.take_unused() {
            outcome = outcome.and(Self::release(cx, block, Kind::Plain));
        }
        outcome
    }

    fn release(cx: &Context, Block { base, .. }: Block, kind: Kind) -> Result<()> {
        match kind {
            Kind::Shared if !cx.limits.has_concurrent_managed => cx.call(|driver| driver.mem_free_host(base)),
            Kind::Pool | Kind::Plain | Kind::Shared => cx.call(|driver| driver.mem_free(base)),
        }
    }

    /// Leases the smallest arena of the pool that fits; allocates one if there is none.
    pub(super) fn lease_arena(&self, cx: &Context, bytes: u64) -> Result<u64> {
        let mut table = lock(&self.table);
        let Table { arenas, n_blocks, .. } = &mut *table;
        let make = || {
            let size = padded("lease_arena", bytes, DRIVER_ALIGN)?;
            Ok(Block::numbered(n_blocks, cx.call(|driver| driver.mem_alloc(size))?, size))
        };
        let base = arenas.lease(bytes, make)?.base;
        table.usage.add(bytes);
        Ok(base)
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
        table.arenas.count(table.live.len(), counters);
        table.usage.count(counters);
    }

    /// Resets the peak to the live bytes.
    pub(super) fn reset_peak(&self) {
        let mut table = lock(&self.table);
        table.usage.reset_peak();
    }

    /// Frees everything, retained or still live, and returns the first error; all streams are drained.
    pub(super) fn close(&self, cx: &Context) -> Result<()> {
        let table = std::mem::take(&mut *lock(&self.table));
        let mut blocks = table.kept;
        blocks.extend(table.spare.iter().map(|spare| (spare.block, Kind::Shared)));
        blocks.extend(table.arenas.blocks().map(|block| (*block, Kind::Plain)));
        blocks.extend(table.live.into_values().map(|entry| (entry.block, entry.kind)));
        blocks.sort_unstable_by_key(|(block, _)| *block);
        let mut closed = Ok(());
        for (block, kind) in blocks {
            closed = closed.and(Self::release(cx, block, kind));
        }
        let recorded = table.spare.iter().filter_map(|spare| spare.free_at);
        for event in recorded.chain(table.events) {
            closed = closed.and(cx.call(|driver| driver.event_destroy(event)));
        }
        match self.pool {
            Some(pool) => closed.and(cx.call(|driver| driver.pool_destroy(pool))),
            None => closed,
        }
    }
}

impl Table {
    /// Records an allocation and returns its aligned address.
    fn insert(&mut self, entry: Entry, align: u64) -> u64 {
        let address = entry.block.base.next_multiple_of(align.max(1));
        let bytes = entry.bytes;
        self.live.insert(address, entry);
        self.usage.add(bytes);
        address
    }

    /// Numbers a block that the driver returned.
    fn block(&mut self, base: u64, size: u64) -> Block {
        Block::numbered(&mut self.n_blocks, base, size)
    }

    /// Takes the smallest spare block that fits and is no longer in use.
    fn take_spare(&mut self, cx: &Context, wanted: u64) -> Result<Option<Block>> {
        let rank = |spare: &Spare| (spare.block.size, spare.block.number);
        let mut best: Option<usize> = None;
        for (index, spare) in self.spare.iter().enumerate() {
            let is_better = best.is_none_or(|best| rank(spare) < rank(&self.spare[best]));
            let is_free =
                || spare.free_at.map_or(Ok(true), |event| cx.call(|driver| driver.event_query(event)));
            if wanted <= spare.block.size && is_better && is_free()? {
                best = Some(index);
            }
        }
        let Some(Spare { block, free_at }) = best.map(|index| self.spare.swap_remove(index)) else {
            return Ok(None);
        };
        self.events.extend(free_at);
        Ok(Some(block))
    }

    /// Returns an event that is reached when all work issued to the stream so far has run.
    fn record(&mut self, cx: &Context, stream: Stream) -> Result<Event> {
        let event = match self.events.pop() {
            Some(event) => event,
            None => cx.call(|driver| driver.event_create(false))?,
        };
        if let Err(error) = cx.call(|driver| driver.event_record(event, stream)) {
            self.events.push(event);
            return Err(error);
        }
        Ok(event)
    }
}

/// Returns the bytes to request from the driver so that the block contains this many bytes at an aligned
/// address; at least 1.
fn padded(call: &'static str, bytes: u64, align: u64) -> Result<u64> {
    if !align.is_power_of_two() {
        let message = format!("expected a power of two as alignment, but found {align}");
        return Err(DeviceError::invalid(call, message));
    }
    let more = if DRIVER_ALIGN < align { align } else { 0 };
    bytes.max(1).checked_add(more).ok_or_else(|| DeviceError::out_of_memory(call, bytes))
}
