//! Work that is issued again without the program that issued it.
//!
//! A program runs on a [`Recorder`], a device that does nothing but write down the commands, with memory that stands for
//! its arguments and for what it allocates. It runs twice, at different addresses: [`Work::of`] finds out which numbers of
//! its commands are addresses, and that nothing else depends on them. A device prepares the work once
//! ([`CallerStreams::prepare`]), and issues it with other memory and on a stream of the application.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use super::cpu::memory::{Block, MIN_ALIGN};
use super::handles::lock;
use super::{
    Caps, Counters, Device, DeviceError, EventId, Fill, GraphId, KernelId, Launch, ModuleId, NO_OP, Profile,
    Result, StreamId, StridedCopy, StridedFill, tasks,
};
use crate::program::{LaunchDims, Program, TaskAction, TaskGraph};

/// Streams of the application on a device that has streams of a driver.
pub trait CallerStreams {
    /// Checks that a stream belongs to this device, from now on to [`Self::forget_stream`].
    fn import_stream(&self, stream: RawStream) -> Result<()>;
    /// Ends the use of an imported stream.
    fn forget_stream(&self, stream: RawStream);
    /// Whether an imported stream is being captured. Nothing that synchronises, allocates or loads may then be called.
    fn is_capturing(&self) -> Result<bool>;
    /// Leases and creates all that the work needs, so that issuing it needs nothing. Returns it with the address of its temporary
    /// memory.
    fn prepare(&self, work: &Work) -> Result<(WorkId, u64)>;
    /// Issues prepared work on an imported stream, in order with the other work of that stream: with the addresses of its
    /// arguments, each a multiple of 64. Only launches, copies, fills, records and waits of streams are issued, and nothing
    /// blocks.
    fn issue(&self, work: WorkId, stream: RawStream, arguments: &[u64]) -> Result<()>;
    /// Waits for the prepared work that was issued outside of captures, and releases what it has leased.
    fn end_work(&self, work: WorkId) -> Result<()>;
}

/// A stream that the application has created with the driver: a `CUstream` or a `hipStream_t`.
///
/// ```
/// # use warpline_runtime::driver::recording::RawStream;
/// # let handle = 0x1000;
/// // SAFETY: the stream lives as long as it is used.
/// let stream = unsafe { RawStream::from_handle(handle) };
/// assert_eq!(stream.handle(), handle);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawStream(usize);

impl RawStream {
    /// Names a stream by the value of its handle.
    ///
    /// # Safety
    /// The handle is that of a live stream of the driver as long as it is imported. Work that is issued to it while it is
    /// captured is part of a graph: what was prepared for it, and the arrays that were passed, outlive the executions of that
    /// graph, and no execution of it is in progress while the same prepared work is executed otherwise, by another graph or
    /// by an issue: they share memory.
    pub unsafe fn from_handle(handle: usize) -> Self {
        Self(handle)
    }

    /// Returns the value of the handle.
    pub fn handle(self) -> usize {
        self.0
    }
}

/// Prepared work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorkId(pub u32);

/// A number that a command passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The number itself.
    Number(u64),
    /// An address: bytes from the beginning of the memory of an argument, by its number among those with memory.
    Argument(u32, u64),
    /// An address: bytes from the beginning of the temporary memory.
    Temporary(u64),
}

impl Slot {
    /// Returns the number for the memory of one execution.
    pub fn resolve(self, arguments: &[u64], temporary: u64) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Argument(index, offset) => arguments[index as usize].wrapping_add(offset),
            Self::Temporary(offset) => temporary.wrapping_add(offset),
        }
    }
}

/// A command of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The stream, of which 0 is the first that the program has used.
    pub stream: u32,
    /// The operation that issues it.
    pub op: u32,
    /// What it does.
    pub action: Action,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Launches a kernel.
    Launch(KernelId, LaunchDims, Vec<Slot>),
    /// Copies bytes to an address from another one.
    Copy(Slot, Slot, u64),
    /// Copies a view to an address from another one; those of the copy are 0.
    CopyStrided(Slot, Slot, StridedCopy),
    /// Fills memory at an address; that of the fill is 0.
    Fill(Slot, Fill),
    /// Fills a view at an address; that of the fill is 0.
    FillStrided(Slot, StridedFill),
    /// Records an event.
    Record(u32),
    /// Waits for an event, which was recorded before.
    Wait(u32),
}

/// The commands of one execution of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// In the order in which they are issued.
    pub commands: Vec<Command>,
    /// The number of streams.
    pub n_streams: u32,
    /// The number of events.
    pub n_events: u32,
    /// The size of the temporary memory in bytes.
    pub temporary_bytes: u64,
    /// What the host has written into the temporary memory: the place of the first byte, and the bytes.
    pub uploads: Vec<(u64, Vec<u8>)>,
}

impl Work {
    /// Returns the work of two executions at different addresses; `None` if it depends on them.
    pub fn of(first: &Recorder, second: &Recorder) -> Option<Self> {
        let [first, second] = [first, second].map(|recorder| lock(&recorder.state));
        if first.work != second.work {
            return None;
        }
        let mut work = first.work.clone();
        for ((place, a), (_, b)) in first.shared().into_iter().zip(second.shared()) {
            let (from, bytes) = a.written(b)?;
            if !bytes.is_empty() {
                work.uploads.push((place + from, bytes));
            }
        }
        Some(work)
    }
}

/// A device that records commands.
pub struct Recorder {
    caps: Caps,
    state: Mutex<State>,
    op: AtomicU32,
    /// The bytes of memory that nothing has written.
    unwritten: u8,
}

#[derive(Default)]
struct State {
    work: Work,
    /// By its first address, memory that stands for other memory.
    memory: BTreeMap<u64, StandIn>,
    n_arguments: u32,
    /// The memory that is free in the order of a stream: the stream and the address.
    free: Vec<(u32, u64)>,
    streams: Vec<bool>,
    /// Of each event slot, whether it is leased, and whether its holder has recorded it.
    events: Vec<(bool, bool)>,
    graphs: Vec<(Vec<KernelId>, TaskGraph)>,
    /// The streams with commands.
    used: BTreeSet<u32>,
    /// The streams whose work the host has waited for, which all later work of others comes after.
    waited: Vec<u32>,
    /// The event of each of these streams that later work waits for.
    host_events: BTreeMap<u32, u32>,
}

/// Memory that stands for other memory, so that the host can compute with addresses.
struct StandIn {
    block: Block,
    bytes: u64,
    align: u64,
    /// Whether the host may access it.
    is_shared: bool,
    /// What its first byte stands for; nothing as long as no command uses it.
    is: Option<Slot>,
}

impl Recorder {
    /// Creates two recorders for a device with these capabilities. What was not written in the memory of one differs from the
    /// same in the memory of the other.
    pub fn pair(caps: &Caps) -> [Self; 2] {
        let recorder = |unwritten| Self {
            caps: caps.clone(),
            state: Mutex::default(),
            op: AtomicU32::new(NO_OP),
            unwritten,
        };
        UNWRITTEN.map(recorder)
    }

    /// Returns memory that stands for the next argument of this many bytes. Nothing is known of the address but that it is a
    /// multiple of 64.
    pub fn argument(&self, bytes: u64) -> Result<u64> {
        let state = &mut *lock(&self.state);
        let is = Some(Slot::Argument(state.n_arguments, 0));
        state.n_arguments += 1;
        // Work may depend on what is known of addresses: a block of 128 bytes, less half of it, is a multiple of 64 only.
        let block = Block::guarded("prepare", bytes.saturating_add(MIN_ALIGN), 2 * MIN_ALIGN)?;
        let address = block.address() + MIN_ALIGN;
        state.memory.insert(address, StandIn { block, bytes, align: MIN_ALIGN, is_shared: false, is });
        Ok(address)
    }

    /// Returns what a number stands for.
    pub fn slot(&self, number: u64) -> Slot {
        lock(&self.state).slot(number)
    }

    fn push(&self, stream: StreamId, action: impl FnOnce(&mut State) -> Action) -> Result<()> {
        self.push_of(self.op.load(Ordering::Relaxed), stream, action)
    }

    fn push_of(&self, op: u32, stream: StreamId, action: impl FnOnce(&mut State) -> Action) -> Result<()> {
        let state = &mut *lock(&self.state);
        if state.work.commands.len() == MAX_COMMANDS {
            let message = format!("expected at most {MAX_COMMANDS} launches, copies and fills");
            return Err(DeviceError::new("prepare", "TooManyCommands", message));
        }
        state.join_waited(op);
        state.used.insert(stream.0);
        let action = action(state);
        state.work.commands.push(Command { stream: stream.0, op, action });
        Ok(())
    }

    /// Takes memory of the device, which a stream may have freed before.
    fn take_memory(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        let state = &mut *lock(&self.state);
        // What a stream has freed it may use again, whenever the other streams get there.
        let fits = |(on, address): &(u32, u64)| {
            let is_like = |memory: &StandIn| memory.bytes == bytes && address.is_multiple_of(align.max(1));
            stream.0 == *on && state.memory.get(address).is_some_and(is_like)
        };
        if let Some(found) = state.free.iter().position(fits) {
            return Ok(state.free.swap_remove(found).1);
        }
        state.temporary(bytes, align, None)
    }

    fn fill_at(&self, op: u32, stream: StreamId, fill: &Fill) -> Result<()> {
        super::check_width("fill", fill.width)?;
        self.push_of(op, stream, |state| Action::Fill(state.slot(fill.dst), Fill { dst: 0, ..*fill }))
    }

    fn copy_strided_at(&self, op: u32, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.push_of(op, stream, |state| {
            let (dst, src) = (state.slot(copy.dst), state.slot(copy.src));
            Action::CopyStrided(dst, src, StridedCopy { dst: 0, src: 0, ..*copy })
        })
    }

    fn fill_strided_at(&self, op: u32, stream: StreamId, fill: &StridedFill) -> Result<()> {
        self.push_of(op, stream, |state| {
            Action::FillStrided(state.slot(fill.dst), StridedFill { dst: 0, ..fill.clone() })
        })
    }
}

/// The bytes of memory that nothing has written, in the first execution and in the second one.
const UNWRITTEN: [u8; 2] = [0x5A, 0xA5];
/// The maximum number of commands of a function.
const MAX_COMMANDS: usize = 1 << 20;
/// The alignment of temporary memory in bytes.
pub(super) const TEMPORARY_ALIGN: u64 = 256;

impl State {
    /// Makes all streams wait for those that the host has waited for: it knows nothing then that it did not know before, but
    /// the program relies on the order.
    fn join_waited(&mut self, op: u32) {
        for stream in std::mem::take(&mut self.waited) {
            let next = self.work.n_events;
            let event = *self.host_events.entry(stream).or_insert(next);
            if event == next {
                self.work.n_events += 1;
                self.events.push((true, true));
            }
            let mut push = |stream, action| self.work.commands.push(Command { stream, op, action });
            push(stream, Action::Record(event));
            for (other, _) in
                (0..).zip(&self.streams).filter(|(other, is_leased)| **is_leased && *other != stream)
            {
                push(other, Action::Wait(event));
            }
        }
    }

    /// Returns new temporary memory, which the host may access if it has bytes that say that nothing has written it.
    fn temporary(&mut self, bytes: u64, align: u64, unwritten: Option<u8>) -> Result<u64> {
        let align = align.max(MIN_ALIGN);
        let block = Block::guarded("prepare", bytes, align)?;
        if let Some(byte) = unwritten {
            block.fill(byte);
        }
        let address = block.address();
        self.memory
            .insert(address, StandIn { block, bytes, align, is_shared: unwritten.is_some(), is: None });
        Ok(address)
    }

    /// Returns what a number stands for: an address in memory, or at its end, or a number. Memory gets its place when a command
    /// uses it first.
    fn slot(&mut self, number: u64) -> Slot {
        let before = self.memory.range_mut(..=number).next_back();
        let found = before.filter(|(address, memory)| number - **address <= memory.bytes);
        let Some((address, memory)) = found else { return Slot::Number(number) };
        let end = &mut self.work.temporary_bytes;
        let is = memory.is.get_or_insert_with(|| {
            let place = end.next_multiple_of(memory.align.max(TEMPORARY_ALIGN));
            *end = place.saturating_add(memory.bytes.max(1));
            Slot::Temporary(place)
        });
        match *is {
            Slot::Argument(index, _) => Slot::Argument(index, number - address),
            Slot::Temporary(first) => Slot::Temporary(first + (number - address)),
            Slot::Number(_) => Slot::Number(number),
        }
    }

    /// Returns the memory that the host may access and commands use, in the order of its places.
    fn shared(&self) -> Vec<(u64, &StandIn)> {
        let placed = self.memory.values().filter(|memory| memory.is_shared);
        let mut all: Vec<(u64, &StandIn)> = placed
            .filter_map(|memory| match memory.is {
                Some(Slot::Temporary(place)) => Some((place, memory)),
                Some(Slot::Number(_) | Slot::Argument(..)) | None => None,
            })
            .collect();
        all.sort_by_key(|(place, _)| *place);
        all
    }
}

impl StandIn {
    /// Returns the bytes from the first one that the host has written to the last one: those which are the same in another
    /// execution. `None` if some depend on the execution. There are none if it has written nothing.
    fn written(&self, other: &Self) -> Option<(u64, Vec<u8>)> {
        let (bytes, others) = (self.block.contents(), other.block.contents());
        let (mut first, mut end) = (0, 0);
        for (index, pair) in bytes.iter().zip(others).enumerate() {
            if pair.0 == pair.1 {
                first = if end == 0 { index } else { first };
                end = index + 1;
            } else if [*pair.0, *pair.1] != UNWRITTEN {
                return None;
            }
        }
        Some((first as u64, bytes[first..end].to_vec()))
    }
}

impl Device for Recorder {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn at(&self, op: u32) {
        self.op.store(op, Ordering::Relaxed);
    }

    fn lease_stream(&self) -> Result<StreamId> {
        let State { streams, work, waited, host_events, .. } = &mut *lock(&self.state);
        let number = lease(streams);
        work.n_streams = work.n_streams.max(number + 1);
        // It comes after all that the host has waited for.
        waited.extend(host_events.keys().filter(|stream| **stream != number));
        Ok(StreamId(number))
    }

    fn return_stream(&self, stream: StreamId) -> Result<()> {
        lock(&self.state).streams[stream.0 as usize] = false;
        Ok(())
    }

    fn lease_event(&self) -> Result<EventId> {
        let State { events, work, .. } = &mut *lock(&self.state);
        let mut leased: Vec<bool> = events.iter().map(|(is_leased, _)| *is_leased).collect();
        let number = lease(&mut leased);
        events.resize(leased.len(), (true, false));
        events[number as usize] = (true, false);
        work.n_events = work.n_events.max(number + 1);
        Ok(EventId(number))
    }

    fn return_event(&self, event: EventId) -> Result<()> {
        lock(&self.state).events[event.0 as usize].0 = false;
        Ok(())
    }

    fn load(&self, _program: &Program) -> Result<ModuleId> {
        Err(DeviceError::new("load", "NotSupported", "a recorder loads no programs"))
    }

    fn unload(&self, _module: ModuleId) -> Result<()> {
        Ok(())
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.push_of(launch.op, stream, |state| {
            let args = launch.args.iter().map(|arg| state.slot(*arg)).collect();
            Action::Launch(KernelId { module: launch.module, kernel: launch.kernel }, launch.dims, args)
        })
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.push(stream, |state| Action::Copy(state.slot(dst), state.slot(src), bytes))
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.copy_strided_at(self.op.load(Ordering::Relaxed), stream, copy)
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        self.fill_at(self.op.load(Ordering::Relaxed), stream, fill)
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        self.fill_strided_at(self.op.load(Ordering::Relaxed), stream, fill)
    }

    fn record(&self, event: EventId, stream: StreamId) -> Result<()> {
        lock(&self.state).events[event.0 as usize].1 = true;
        self.push(stream, |_| Action::Record(event.0))
    }

    fn wait(&self, event: EventId, stream: StreamId) -> Result<()> {
        if lock(&self.state).events[event.0 as usize].1 {
            self.push(stream, |_| Action::Wait(event.0))?;
        }
        Ok(())
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        let state = &mut *lock(&self.state);
        if state.used.contains(&stream.0) && !state.waited.contains(&stream.0) {
            state.waited.push(stream.0);
        }
        Ok(())
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        self.take_memory(stream, bytes, align)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        lock(&self.state).temporary(bytes, align, Some(self.unwritten))
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        lock(&self.state).free.extend(after.map(|stream| (stream.0, address)));
        Ok(())
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        lock(&self.state).temporary(bytes, TEMPORARY_ALIGN, None)
    }

    fn return_arena(&self, _address: u64) -> Result<()> {
        Ok(())
    }

    fn graph_build(&self, kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId> {
        let graphs = &mut lock(&self.state).graphs;
        graphs.push((kernels.to_vec(), graph.clone()));
        Ok(GraphId(graphs.len() as u32 - 1))
    }

    /// Records the nodes one after the other: each comes after those that it depends on.
    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        let Some((kernels, graph)) = lock(&self.state).graphs.get(graph.0 as usize).cloned() else {
            return Err(DeviceError::new("graph_launch", "InvalidHandle", "the graph is not built"));
        };
        for (node, range) in graph.nodes.iter().zip(graph.param_ranges()) {
            let params = &params[range];
            match node.action {
                TaskAction::Launch { kernel, .. } => {
                    let KernelId { module, kernel } = *kernels
                        .get(kernel as usize)
                        .ok_or_else(|| tasks::no_kernel("graph_launch", kernels.len(), kernel))?;
                    let (dims, args) = (LaunchDims::from_params(params), &params[LaunchDims::N_PARAMS..]);
                    self.launch(stream, &Launch { module, kernel, dims, args, op: node.op })?;
                }
                TaskAction::Copy => self.push_of(node.op, stream, |state| {
                    Action::Copy(state.slot(params[0]), state.slot(params[1]), params[2])
                })?,
                TaskAction::CopyStrided { element_bytes, rank } => {
                    self.copy_strided_at(
                        node.op,
                        stream,
                        &tasks::strided(params, element_bytes, rank as usize),
                    )?;
                }
                TaskAction::Fill { width } => {
                    let fill = Fill { dst: params[0], pattern: params[1], width, count: params[2] };
                    self.fill_at(node.op, stream, &fill)?;
                }
                TaskAction::FillStrided { width, rank } => {
                    self.fill_strided_at(
                        node.op,
                        stream,
                        &tasks::strided_fill(params, width, rank as usize),
                    )?;
                }
            }
        }
        Ok(())
    }

    fn graph_destroy(&self, _graph: GraphId) -> Result<()> {
        Ok(())
    }

    fn counters(&self) -> Counters {
        Counters::default()
    }

    fn reset_peak(&self) {}

    fn profile(&self, _module: ModuleId) -> Option<Profile> {
        None
    }
}

/// Leases the first free number.
fn lease(leased: &mut Vec<bool>) -> u32 {
    let number = leased.iter().position(|is_leased| !is_leased).unwrap_or(leased.len());
    if number == leased.len() {
        leased.push(true);
    }
    leased[number] = true;
    number as u32
}
