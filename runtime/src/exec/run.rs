//! One execution of a program: its scopes, its buffers, its first failure and its counts.
//!
//! This is the safe half of the ABI; [`super::abi`] translates pointers and statuses. Streams and events are
//! named by their index in the innermost scope. Whatever fails, [`Run::finish`] releases everything.

mod memory;
mod output;
mod recording;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use warpline_ir::host_abi::{MemoryKind, NO_STREAM};

use super::buffers::{Allocation, Buffer, Buffers, host_bytes};
use super::host_memory::HostMemory;
use super::kernels::Kernels;
use super::memory_limit::{Live, MemoryLimit};
use super::own_streams::OwnStreams;
use super::retired::Retired;
use super::stats::{Failure, Leaked, Stats, Unfreed};
use crate::blocks;
use crate::cache::HeldModule;
use crate::driver::NO_OP;
use crate::driver::cpu::memory::{Block, Kept, MIN_ALIGN, pointer};
use crate::driver::{
    Busy, Counters, Device, DeviceError, EventId, Fill, GraphId, KernelId, Launch, Observer, Profile, Result,
    StreamId, StridedCopy, StridedFill, copy_at_once,
};
use crate::objects::Objects;
use crate::program::{Global, LaunchDims, Program, TaskGraph, Tracks};

/// One execution of a program. Compiled host code holds a pointer to it and calls the functions of the ABI.
pub struct Run {
    device: Arc<dyn Device>,
    observer: Option<Arc<dyn Observer>>,
    kernels: Kernels,
    /// Address and size in bytes of each global.
    globals: Vec<(u64, u64)>,
    /// Whether they belong to another run.
    has_others_globals: bool,
    /// The task graphs of the program; each is built at its first launch, and then reused.
    graphs: Vec<(TaskGraph, Option<GraphId>)>,
    scopes: Vec<Scope>,
    own_streams: OwnStreams,
    /// What the program creates with the async runtime; values have as many slots as arguments of their type.
    pub(in crate::exec) objects: Objects<Box<[u64]>>,
    buffers: Buffers,
    /// What the program asks about memory.
    tracks: Tracks,
    retired: Retired,
    kept: Kept,
    host: HostMemory,
    failure: Option<Failure>,
    output: String,
    error_output: String,
    unfreed: Vec<Unfreed>,
    unended: Vec<u32>,
    /// The launches without blocks or threads, in the order of their first ones.
    empty_launches: Vec<u32>,
    /// The counts of calls; they become the result at the end.
    stats: Stats,
    before: Counters,
    limit: Option<MemoryLimit>,
    /// Ends the run before its next operation once it is set.
    cancel: Option<Arc<AtomicBool>>,
    busy_before: Busy,
    is_finished: bool,
}

/// The requester of shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requester {
    /// The caller of the program, for an argument.
    Caller,
    /// The program, for memory of the host that kernels may reach.
    Host,
    /// The program, for device memory.
    Device,
}

/// The leases of one scope.
#[derive(Debug, Default)]
struct Scope {
    streams: Vec<StreamId>,
    events: Vec<EventId>,
    /// Address and bytes of the arena, if it has one, and the operation that leased it.
    arena: Option<((u64, u64), u32)>,
    /// Whether the leases belong to an enclosing scope.
    is_slice: bool,
    /// The scope's indices of user streams, with their handles.
    adopted: Vec<(u32, u64)>,
}

impl Run {
    /// Loads `program` onto `device` and allocates its globals. The device's peaks are reset, so
    /// figures are exact if no other run uses the device at the same time.
    pub fn new(device: Arc<dyn Device>, program: &Program) -> Result<Self> {
        let mut run = Self::start(device, program);
        run.kernels = Kernels::load(run.device.as_ref(), program)?;
        run.allocate_globals(program)?;
        Ok(run)
    }

    /// Like [`Self::new`], with kernels of modules that a context of the device has loaded, for this run alone.
    pub fn with_modules(
        device: Arc<dyn Device>,
        program: &Program,
        modules: Vec<HeldModule>,
        kernels: Vec<KernelId>,
    ) -> Result<Self> {
        let mut run = Self::start(device, program);
        run.kernels = Kernels::of_modules(run.device.as_ref(), modules, kernels);
        run.allocate_globals(program)?;
        Ok(run)
    }

    fn start(device: Arc<dyn Device>, program: &Program) -> Self {
        device.reset_peak();
        let (before, busy_before) = (device.counters(), device.busy());
        let stats = Stats { device: device.caps().name.clone(), ..Stats::default() };
        Self {
            device,
            observer: None,
            kernels: Kernels::default(),
            globals: Vec::new(),
            has_others_globals: false,
            graphs: program.graphs.iter().map(|graph| (graph.clone(), None)).collect(),
            scopes: Vec::new(),
            own_streams: OwnStreams::default(),
            objects: Objects::default(),
            buffers: Buffers::default(),
            tracks: program.tracks,
            retired: Retired::default(),
            kept: Kept::default(),
            host: HostMemory::default(),
            failure: None,
            output: String::new(),
            error_output: String::new(),
            unfreed: Vec::new(),
            unended: Vec::new(),
            empty_launches: Vec::new(),
            stats,
            before,
            limit: None,
            cancel: None,
            busy_before,
            is_finished: false,
        }
    }

    /// Returns the device of the run.
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// Sets the observer of the run.
    pub fn observe(&mut self, observer: Arc<dyn Observer>) {
        self.observer = Some(observer);
    }

    /// Notifies the observer, if there is one.
    pub(super) fn notify(&self, event: impl FnOnce(&dyn Observer)) {
        if let Some(observer) = &self.observer {
            event(observer.as_ref());
        }
    }

    /// Limits the bytes of device memory that the program has allocated at one time: its device buffers, its
    /// shared buffers and the arenas of its functions, but not its arguments and globals. A buffer counts
    /// until the work before its free is complete. An allocation beyond the limit waits for such work, and
    /// fails with [`super::MEMORY_LIMIT`] if that releases too little.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.limit = Some(MemoryLimit::new(bytes));
    }

    /// Limits the bytes of host memory that the program has allocated at one time, with its arguments; on a device whose
    /// memory the host can access, those of all its buffers. An allocation beyond it fails with
    /// [`super::HOST_MEMORY_LIMIT`].
    pub fn limit_host_memory(&mut self, bytes: u64) {
        self.host.limit(bytes);
    }

    /// Fails with [`super::CANCELLED`] at the next operation of the program once the flag is set.
    pub fn cancel_by(&mut self, flag: &Arc<AtomicBool>) {
        self.cancel = Some(Arc::clone(flag));
    }

    /// Whether the caller has cancelled the run.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Acquire))
    }

    /// Whether this many more bytes are within the limit of host memory.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.host.has_room(bytes)
    }

    /// Returns the buffers that were live when the memory limit, or the memory of the device, was exceeded, by
    /// operation.
    pub fn live_at_limit(&self) -> &[Live] {
        self.limit.as_ref().map_or(&[], MemoryLimit::live)
    }

    /// Reserves bytes of the memory limit, or fails.
    fn reserve(&mut self, call: &'static str, bytes: u64) -> Result<()> {
        let Some(limit) = &mut self.limit else { return Ok(()) };
        while !limit.has_room(bytes) {
            let Some(stream) = limit.next_stream() else {
                let error = limit.error(call, bytes);
                if self.failure.is_none() {
                    self.note_live();
                }
                return Err(error);
            };
            self.device.host_wait(stream)?;
            self.own_streams.waited(stream);
            limit.drained(stream);
        }
        limit.add(bytes);
        Ok(())
    }

    /// Keeps what is live when the device has too little memory.
    fn note_out_of_memory(&mut self, error: &DeviceError) {
        if error.is_out_of_memory() && self.failure.is_none() {
            // The limit is that of the device; the run ends.
            self.limit.get_or_insert_with(|| MemoryLimit::new(u64::MAX));
            self.note_live();
        }
    }

    /// Keeps the buffers and arenas that are live.
    fn note_live(&mut self) {
        let arenas = self.scopes.iter().filter_map(|scope| scope.arena);
        let arenas = arenas.map(|(arena, op)| Live { op, bytes: arena.1, is_arena: true });
        if let Some(limit) = &mut self.limit {
            limit.note_live(arenas);
            limit.note_live(self.buffers.limited());
        }
    }

    /// Releases bytes of the memory limit, after the work of a stream or at once.
    fn unreserve(&mut self, after: Option<StreamId>, bytes: u64) {
        if let Some(limit) = &mut self.limit {
            limit.free(after, bytes);
        }
    }

    /// Records that the host has waited for a stream.
    fn drained(&mut self, stream: StreamId) {
        self.take_printed();
        if let Some(limit) = &mut self.limit {
            limit.drained(stream);
        }
    }

    /// Appends what kernels have printed to the output of the program.
    fn take_printed(&mut self) {
        self.output.push_str(&self.kernels.take_printed(self.device.as_ref()));
    }

    /// Returns the first failure.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Returns the output of the program.
    pub fn output(&self) -> &str {
        &self.output
    }

    /// Returns what the program wrote to the error stream.
    pub fn error_output(&self) -> &str {
        &self.error_output
    }

    /// After [`Run::finish`]: returns the buffers that the program neither freed nor returned, by operation.
    /// Empty after a failure, which may have prevented the program from freeing.
    pub fn unfreed(&self) -> &[Unfreed] {
        &self.unfreed
    }

    /// After [`Run::finish`]: returns the operations that created streams which the program has not
    /// destroyed. Empty after a failure.
    pub fn unended(&self) -> &[u32] {
        &self.unended
    }

    /// Returns the operations that launched a kernel without blocks or threads, which does nothing.
    pub fn empty_launches(&self) -> &[u32] {
        &self.empty_launches
    }

    /// Allocates a zeroed buffer as an argument of the program, in memory that host and device can access;
    /// `finish` frees it unless the program does.
    pub fn input_buffer(&mut self, bytes: u64) -> Result<u64> {
        self.take_host_memory("input_buffer", bytes)?;
        if !self.device.caps().host_addressable {
            let address = self.own_shared(NO_OP, bytes, MIN_ALIGN, Requester::Caller)?;
            // SAFETY: the memory was just allocated with this many bytes, and is accessible to the host.
            unsafe { pointer(address).write_bytes(0, bytes as usize) };
            return Ok(address);
        }
        let block = self.host_block("input_buffer", bytes, MIN_ALIGN)?;
        // SAFETY: the block has `bytes` bytes from its first one on.
        unsafe { block.first().write_bytes(0, bytes as usize) };
        Ok(self.own_host_block(NO_OP, block, true))
    }

    /// Returns what the program asks about memory.
    pub(super) fn tracks(&self) -> Tracks {
        self.tracks
    }

    /// Lets the program use memory of the caller.
    pub(super) fn insert_lent(&mut self, address: u64, allocation: Allocation) {
        if self.buffers.get(address).is_none_or(|other| other.bytes < allocation.bytes) {
            self.buffers.insert(address, allocation);
        }
    }

    /// Waits for all work, and forgets memory of the caller.
    pub(super) fn end_lent(&mut self, addresses: impl Iterator<Item = u64>) {
        let waited = self.wait_for_all();
        self.note(NO_OP, waited);
        addresses.for_each(|address| drop(self.buffers.remove(address)));
    }

    fn host_block(&self, call: &'static str, bytes: u64, align: u64) -> Result<Block> {
        let make = if self.device.has_guards() { Block::guarded } else { Block::new };
        make(call, bytes, align)
    }

    /// Returns the contents of the live buffer that contains this address, from there on, in any memory; `None` if
    /// there is none.
    pub fn contents(&mut self, address: u64) -> Result<Option<Vec<u8>>> {
        let Some((start, Allocation { kind, bytes, .. })) = self.buffers.containing(address) else {
            return Ok(self.contents_of_global(address));
        };
        let before = address - start;
        let n_bytes = bytes - before;
        if *kind != MemoryKind::Device || self.device.caps().host_addressable {
            self.device.prefetch_to_host(start)?;
            return Ok(self.bytes_mut(start).map(|bytes| bytes[before as usize..].to_vec()));
        }
        let mut contents = vec![0; n_bytes as usize];
        let (to, n) = (contents.as_mut_ptr().expose_provenance() as u64, contents.len() as u64);
        copy_at_once(self.device.as_ref(), to, address, n).map(|()| Some(contents))
    }

    /// Returns the contents of the global that contains this address, from there on.
    fn contents_of_global(&self, address: u64) -> Option<Vec<u8>> {
        let contains = |(start, bytes): &&(u64, u64)| *start <= address && address - start < *bytes;
        let (start, bytes) = *self.globals.iter().find(contains)?;
        // SAFETY: globals are in memory that the host can access, and live as long as the run; nothing is issued
        // meanwhile.
        let contents = unsafe { host_bytes(self.device.as_ref(), MemoryKind::HostShared, start, bytes) }?;
        Some(contents[(address - start) as usize..].to_vec())
    }

    /// Returns the contents of a live buffer at exactly this address; `None` if there is none or the host
    /// cannot access it. Streams must be drained, as they are outside of scopes.
    pub fn bytes_mut(&mut self, address: u64) -> Option<&mut [u8]> {
        let Allocation { kind, bytes, .. } = self.buffers.get(address)?;
        // SAFETY: the buffer is live; the result borrows the run, so nothing is issued meanwhile.
        unsafe { host_bytes(self.device.as_ref(), *kind, address, *bytes) }
    }

    /// Takes the buffer that contains this address out of the run, so that `finish` does not free it. For buffers that the program
    /// returned.
    pub fn take_buffer(&mut self, address: u64) -> Option<Buffer> {
        let (start, _) = self.buffers.containing(address).filter(|(_, buffer)| !buffer.is_lent)?;
        blocks::remove(start, 1);
        self.buffers.take(start, &self.device)
    }

    /// Ends the run: drains and returns leases, frees remaining buffers, unloads or releases the modules. Later calls
    /// return the same result. A failure of these steps is kept if it is the first.
    pub fn finish(&mut self) -> Stats {
        if !self.is_finished {
            self.is_finished = true;
            self.release_all();
            let after = self.device.counters();
            self.stats.peak_bytes = after.peak_bytes;
            self.stats.streams_created = after.streams_created - self.before.streams_created;
            self.stats.events_created = after.events_created - self.before.events_created;
            self.stats.busy = self.device.busy().since(self.busy_before);
            self.stats.n_unfreed = self.unfreed.len() as u64;
            self.stats.unfreed_bytes = self.unfreed.iter().map(|buffer| buffer.bytes).sum();
            self.stats.leaked = Leaked::between(&self.before, &after, self.buffers.n_handed_out());
        }
        self.stats.clone()
    }

    /// Ends a call, so that the run serves for another one: what the call has left is freed, and variables get their initial
    /// values. Returns false if the run must end instead: after a failure, or if kernels have variables.
    pub fn renew(&mut self, program: &Program) -> bool {
        if self.is_finished || self.kernels.have_state() {
            return false;
        }
        self.end_call();
        self.output.clear();
        self.error_output.clear();
        self.empty_launches.clear();
        self.objects = Objects::default();
        self.host.free_all();
        if let Some(limit) = &mut self.limit {
            limit.free_all();
        }
        self.stats = Stats { device: std::mem::take(&mut self.stats.device), ..Stats::default() };
        for (global, (address, _)) in
            program.globals.iter().zip(&self.globals).filter(|(global, _)| !global.is_constant)
        {
            if initialise(*address, global).is_err() {
                return false;
            }
        }
        self.failure.is_none()
    }

    /// Ends scopes and streams, and frees what the program has allocated.
    fn end_call(&mut self) {
        self.device.at(NO_OP);
        while let Some(scope) = self.scopes.last() {
            if scope.is_slice { self.end_slice(NO_OP) } else { self.end_scope(NO_OP) }
        }
        let (unended, drained) = self.own_streams.finish(self.device.as_ref());
        self.note(NO_OP, drained);
        if self.failure.is_none() {
            self.unfreed = self.buffers.unfreed();
            self.unended = unended;
        }
        if let Some(op) = self.buffers.first_damaged() {
            self.note(op, Err(DeviceError::damaged()));
        } else if self.before.damaged < self.device.counters().damaged {
            self.note(NO_OP, Err(DeviceError::damaged()));
        }
        self.free_all(&self.buffers.addresses());
        let freed = self.retired.free(self.device.as_ref());
        self.note(NO_OP, freed);
    }

    fn release_all(&mut self) {
        self.end_call();
        let globals = std::mem::take(&mut self.globals);
        for (address, _) in if self.has_others_globals { Vec::new() } else { globals } {
            blocks::remove(address, 1);
            let freed = self.device.free(None, address);
            self.note(NO_OP, freed);
        }
        for built in self.graphs.iter_mut().filter_map(|(_, built)| built.take()).collect::<Vec<_>>() {
            let destroyed = self.device.graph_destroy(built);
            self.note(NO_OP, destroyed);
        }
        self.take_printed();
        self.take_profile();
        let released = self.kernels.release(self.device.as_ref(), self.failure.is_some());
        self.note(NO_OP, released);
    }

    fn take_profile(&mut self) {
        let Profile { mut kernels, max_concurrent_launches } = self.kernels.profile(self.device.as_ref());
        kernels.retain(|kernel| 0 < kernel.launches);
        self.stats.kernels = kernels.len() as u64;
        self.stats.launches = kernels.iter().map(|kernel| kernel.launches).sum();
        self.stats.max_concurrent_launches = max_concurrent_launches;
        self.stats.kernel_times = kernels;
    }

    fn allocate_globals(&mut self, program: &Program) -> Result<()> {
        for global in &program.globals {
            let address = self.device.alloc_shared(global.bytes, global.align)?;
            self.globals.push((address, global.bytes));
            if self.tracks != Tracks::Nothing {
                blocks::insert(address, global.bytes);
            }
            initialise(address, global)?;
        }
        Ok(())
    }

    /// Keeps a failure if it is the first. A failing kernel is attributed to its launch, or to the node of
    /// its graph.
    pub(super) fn note(&mut self, op: u32, result: Result<()>) {
        let Err(error) = result else { return };
        if self.failure.is_none() {
            let op = error.op.unwrap_or(op);
            self.failure = Some(Failure { op, error });
        }
    }

    pub(super) fn begin_scope(&mut self, n_streams: u32, n_events: u32) -> Result<()> {
        let mut scope = Scope::default();
        if let Err(error) = self.lease(&mut scope, n_streams, n_events) {
            // The failed lease is the first failure; later ones are ignored.
            let _ = self.return_leases(scope);
            return Err(error);
        }
        self.scopes.push(scope);
        let leases = || self.scopes.iter().filter(|scope| !scope.is_slice);
        let streams = leases().map(|scope| scope.streams.len() as u64).sum();
        let events = leases().map(|scope| scope.events.len() as u64).sum();
        self.stats.streams = self.stats.streams.max(streams);
        self.stats.events = self.stats.events.max(events);
        Ok(())
    }

    /// Opens a scope that borrows from the innermost one.
    pub(super) fn begin_slice(&mut self, streams: &[u64], first_event: u32, n_events: u32) -> Result<()> {
        let stream = |number: &u64| {
            let index = u32::try_from(*number).unwrap_or(u32::MAX);
            self.stream("wl_slice_begin", index)
        };
        let streams = streams.iter().map(stream).collect::<Result<_>>()?;
        let events = first_event..first_event.saturating_add(n_events);
        let events = events.map(|index| self.event("wl_slice_begin", index)).collect::<Result<_>>()?;
        self.scopes.push(Scope { streams, events, is_slice: true, ..Scope::default() });
        Ok(())
    }

    /// Ends a borrowing scope; its buffers move to the enclosing one.
    pub(super) fn end_slice(&mut self, op: u32) {
        let depth = self.scopes.len();
        if self.scopes.pop_if(|scope| scope.is_slice).is_none() {
            self.note(op, Err(DeviceError::new("wl_slice_end", "NoScope", "no scope that borrows is open")));
            return;
        }
        self.buffers.leave_scope(depth);
    }

    /// Drains and returns the leases of the innermost scope; after a failure also frees buffers allocated in
    /// it.
    pub(super) fn end_scope(&mut self, op: u32) {
        self.device.at(op);
        let depth = self.scopes.len();
        let Some(scope) = self.scopes.pop() else {
            self.note(op, Err(DeviceError::new("wl_scope_end", "NoScope", "no scope is open")));
            return;
        };
        for stream in &scope.streams {
            let drained = self.device.host_wait(*stream);
            self.drained(*stream);
            self.note(op, drained);
        }
        if self.failure.is_some() {
            // The first failure is known; the work must be complete before buffers are freed.
            let _ = self.own_streams.drain(self.device.as_ref());
        }
        match self.failure {
            Some(_) => self.free_all(&self.buffers.made_in_scope(depth)),
            None => self.buffers.leave_scope(depth),
        }
        let returned = self.return_leases(scope);
        self.note(op, returned);
    }

    pub(super) fn begin_arena(&mut self, op: u32, bytes: u64) -> Result<()> {
        if self.scopes.last().is_none_or(|scope| scope.arena.is_some()) {
            let message = "expected an open scope without an arena";
            return Err(DeviceError::new("wl_arena_begin", "NoScope", message));
        }
        self.reserve("wl_arena_begin", bytes)?;
        let leased = self.or_after_frees(bytes, |run| run.device.lease_arena(bytes));
        let leased = leased.inspect_err(|_| self.unreserve(None, bytes))?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.arena = Some(((leased, bytes), op));
        }
        Ok(())
    }

    pub(super) fn arena(&self, offset: u64, bytes: u64) -> Result<u64> {
        let arena = self.scopes.last().and_then(|scope| scope.arena);
        let (address, leased) = arena.map(|(arena, _)| arena).unwrap_or_default();
        if offset.checked_add(bytes).is_none_or(|end| leased < end) {
            let message =
                format!("expected a range within {leased} bytes, but found {bytes} bytes at offset {offset}");
            return Err(DeviceError::new("wl_arena", "OutOfRange", message));
        }
        if self.tracks != Tracks::Nothing {
            blocks::insert(address + offset, bytes);
        }
        self.notify(|observer| observer.place(address + offset, bytes));
        Ok(address + offset)
    }

    fn lease(&self, scope: &mut Scope, n_streams: u32, n_events: u32) -> Result<()> {
        for _ in 0..n_streams {
            scope.streams.push(self.device.lease_stream()?);
        }
        for _ in 0..n_events {
            scope.events.push(self.device.lease_event()?);
        }
        Ok(())
    }

    /// Returns all leases, whatever fails, and reports the first failure.
    fn return_leases(&mut self, scope: Scope) -> Result<()> {
        let streams = scope.streams.into_iter().map(|stream| self.device.return_stream(stream));
        let streams = streams.fold(Ok(()), Result::and);
        let events = scope.events.into_iter().map(|event| self.device.return_event(event));
        let leases = events.fold(streams, Result::and);
        let arena = scope.arena.map_or(Ok(()), |((address, bytes), _)| {
            self.unreserve(None, bytes);
            blocks::remove(address, bytes);
            self.device.return_arena(address)
        });
        leases.and(arena)
    }

    /// Frees buffers on drained streams.
    fn free_all(&mut self, addresses: &[u64]) {
        for address in addresses {
            let found = self.buffers.remove(*address);
            blocks::remove(*address, 1);
            if let Some(Allocation { op, bytes, is_limited, is_lent: false, block: None, .. }) = found {
                if is_limited {
                    self.unreserve(None, bytes);
                }
                let freed = self.device.free(None, *address);
                self.note(op, freed);
            }
        }
    }

    /// Creates a user stream.
    pub(super) fn create_stream(&mut self, op: u32) -> Result<u64> {
        self.own_streams.create(self.device.as_ref(), op)
    }

    /// Blocks the host until all work issued to a user stream is done.
    pub(super) fn synchronize_stream(&mut self, handle: u64) -> Result<()> {
        self.stats.host_syncs += 1;
        self.own_streams.synchronize(self.device.as_ref(), handle)?;
        let stream = self.own_streams.get("wl_stream_wait", handle)?;
        self.drained(stream);
        Ok(())
    }

    /// Destroys a user stream.
    pub(super) fn destroy_stream(&mut self, handle: u64) -> Result<()> {
        let stream = self.own_streams.get("wl_stream_end", handle)?;
        if self.limit.as_ref().is_some_and(|limit| limit.is_freeing(stream)) {
            self.synchronize_stream(handle)?;
        }
        self.own_streams.destroy(self.device.as_ref(), handle)
    }

    /// Waits for all work on user streams, since the caller of the program reads memory next.
    pub(super) fn drain_own_streams(&mut self) {
        let drained = self.own_streams.drain(self.device.as_ref());
        self.note(NO_OP, drained);
    }

    /// Binds a user stream to an index in the innermost scope.
    pub(super) fn adopt(&mut self, stream: u32, handle: u64) -> Result<()> {
        self.own_streams.get("wl_adopt", handle)?;
        let Some(scope) = self.scopes.last_mut().filter(|scope| scope.streams.len() <= stream as usize)
        else {
            let message = format!("expected an open scope with fewer than {} streams", u64::from(stream) + 1);
            return Err(DeviceError::new("wl_adopt", "NoScope", message));
        };
        scope.adopted.retain(|(number, _)| *number != stream);
        scope.adopted.push((stream, handle));
        Ok(())
    }

    pub(super) fn launch(
        &mut self,
        op: u32,
        kernel: u32,
        stream: u32,
        dims: LaunchDims,
        args: &[u64],
    ) -> Result<()> {
        let stream = self.stream("wl_launch", stream)?;
        if dims.is_empty() && !self.empty_launches.contains(&op) {
            self.empty_launches.push(op);
        }
        self.own_streams.issue(stream);
        let KernelId { module, kernel } = self.kernels.get("launch", kernel)?;
        self.device.launch(stream, &Launch { module, kernel, dims, args, op })
    }

    /// Returns the number of parameters of a task graph.
    pub(super) fn n_graph_params(&self, graph: u32) -> Result<usize> {
        let found = self.graphs.get(graph as usize);
        let (graph, _) = found.ok_or_else(|| out_of_range("wl_graph", "graph", graph))?;
        Ok(graph.nodes.iter().map(|node| node.action.n_params()).sum())
    }

    /// Launches a task graph, which is built at its first launch.
    pub(super) fn graph(&mut self, graph: u32, stream: u32, params: &[u64]) -> Result<()> {
        let stream = self.stream("wl_graph", stream)?;
        let found = self.graphs.get_mut(graph as usize);
        let (graph, built) = found.ok_or_else(|| out_of_range("wl_graph", "graph", graph))?;
        let graph = match *built {
            Some(built) => built,
            None => {
                self.stats.graphs += 1;
                *built.insert(self.device.graph_build(self.kernels.all(), graph)?)
            }
        };
        self.stats.graph_launches += 1;
        self.device.graph_launch(stream, graph, params)
    }

    pub(super) fn record(&mut self, event: u32, stream: u32) -> Result<()> {
        let (event, stream) = (self.event("wl_record", event)?, self.stream("wl_record", stream)?);
        self.stats.records += 1;
        self.device.record(event, stream)
    }

    pub(super) fn wait(&mut self, event: u32, stream: u32) -> Result<()> {
        let (event, stream) = (self.event("wl_wait", event)?, self.stream("wl_wait", stream)?);
        self.stats.waits += 1;
        self.device.wait(event, stream)
    }

    pub(super) fn host_wait(&mut self, stream: u32) -> Result<()> {
        let stream = self.stream("wl_host_wait", stream)?;
        self.stats.host_syncs += 1;
        self.own_streams.waited(stream);
        self.device.host_wait(stream)?;
        self.drained(stream);
        Ok(())
    }

    pub(super) fn copy(&self, stream: u32, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.device.copy(self.stream("wl_copy", stream)?, dst, src, bytes)
    }

    pub(super) fn copy_strided(&self, stream: u32, copy: &StridedCopy) -> Result<()> {
        self.device.copy_strided(self.stream("wl_copy_strided", stream)?, copy)
    }

    pub(super) fn fill(&self, stream: u32, fill: &Fill) -> Result<()> {
        self.device.fill(self.stream("wl_fill", stream)?, fill)
    }

    pub(super) fn fill_strided(&self, stream: u32, fill: &StridedFill) -> Result<()> {
        self.device.fill_strided(self.stream("wl_fill_strided", stream)?, fill)
    }

    pub(super) fn global(&self, index: u32) -> Result<u64> {
        self.globals
            .get(index as usize)
            .map(|(address, _)| *address)
            .ok_or_else(|| out_of_range("wl_global", "global", index))
    }

    /// Notifies the observer of a token dependency; an invalid stream is diagnosed by the next call.
    pub(super) fn follows_token(&self, op: u32, stream: u32, token: u64) {
        let on = if stream == NO_STREAM { None } else { self.stream("wl_log_follows", stream).ok() };
        if stream == NO_STREAM || on.is_some() {
            self.notify(|observer| observer.follows_token(op, on, token));
        }
    }

    fn stream(&self, call: &'static str, index: u32) -> Result<StreamId> {
        let scope = self.scopes.last();
        if let Some(leased) = scope.and_then(|scope| scope.streams.get(index as usize)) {
            return Ok(*leased);
        }
        let adopted = scope.and_then(|scope| scope.adopted.iter().find(|(number, _)| *number == index));
        let (_, handle) = adopted.ok_or_else(|| out_of_range(call, "stream", index))?;
        self.own_streams.get(call, *handle)
    }

    fn event(&self, call: &'static str, index: u32) -> Result<EventId> {
        let found = self.scopes.last().and_then(|scope| scope.events.get(index as usize));
        found.copied().ok_or_else(|| out_of_range(call, "event", index))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Writes the initial value of a global.
fn initialise(address: u64, global: &Global) -> Result<()> {
    let (found, expected) = (global.initial.len(), global.bytes as usize);
    if expected < found {
        let message = format!("expected at most {expected} initial bytes of a global, but found {found}");
        return Err(DeviceError::invalid("load", message));
    }
    // SAFETY: the global was just allocated with `bytes` bytes that the host reaches, and `initial` fits.
    unsafe {
        pointer(address).write_bytes(0, expected);
        pointer(address).copy_from_nonoverlapping(global.initial.as_ptr(), found);
    }
    Ok(())
}

/// Returns the error of an index that the innermost scope or the program does not have.
fn out_of_range(call: &'static str, what: &str, index: u32) -> DeviceError {
    DeviceError::new(call, "OutOfRange", format!("{what} {index} does not exist here"))
}
