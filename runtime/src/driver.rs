//! The device interface: the small trait that the execution of a program needs, and its plain data.
//!
//! Every call returns a `Result`; nothing is printed and nothing panics on bad input. Work is issued to
//! streams, which are first in, first out, and runs later. A failure of such work is kept by its stream, is
//! inherited by streams that wait for it, and is returned by [`Device::host_wait`]. One host thread issues to
//! a stream at a time.
//!
//! Calls that release a resource (`return_stream`, `return_event`, `return_arena`, `free`, `unload`) do so
//! even when they return an error; the error then reports earlier work.

mod arenas;
pub mod cpu;
pub mod cuda;
pub mod detect;
pub mod error;
pub mod faults;
pub mod gpu;
mod handles;
pub mod hip;
mod observer;
pub mod recording;
mod strided_fill;
pub(crate) mod tasks;
pub mod trace;

use crate::program::{LaunchDims, Program, TaskGraph};
pub use error::{DeviceError, TextDiagnostic};
pub use observer::Observer;
use recording::CallerStreams;
pub use strided_fill::StridedFill;

/// The result of a device call.
pub type Result<T> = std::result::Result<T, DeviceError>;

pub use warpline_ir::host_abi::MAX_COPY_RANK;

/// The operation number of work that no operation issues, such as loading the program.
pub const NO_OP: u32 = u32::MAX;

/// A leased stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u32);

/// A leased event slot, which remembers the last point of a stream recorded in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub u32);

/// A loaded program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A kernel of a loaded program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KernelId {
    /// The program.
    pub module: ModuleId,
    /// The index of the kernel in the program.
    pub kernel: u32,
}

/// A built task graph (a CUDA graph on NVIDIA).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphId(pub u32);

/// The capabilities of a device, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent ability")]
pub struct Caps {
    /// The device's name in reports.
    pub name: String,
    /// Whether the driver allows to record an event again while its last record has not been reached; event
    /// slots allow it in any case.
    pub rerecord_inflight_ok: bool,
    /// The number of streams that make progress at the same time; further streams share these queues.
    pub max_queues: u32,
    /// The number of engines that copy concurrently with kernels.
    pub copy_engines: u32,
    /// Whether streams have a memory pool, so that `alloc` and `free` do not synchronise.
    pub pool: bool,
    /// Whether task graphs can be built and launched as one command.
    pub graphs: bool,
    /// Whether graphs may contain conditional and loop nodes.
    pub cond_nodes: bool,
    /// Whether host and device may access shared memory at the same time.
    pub concurrent_managed: bool,
    /// Whether the host can read and write device memory directly.
    pub host_addressable: bool,
}

/// The resources that a device holds at present, and their peak. At rest all are 0, except for the peak and
/// the `created` counts, which are the sizes of the pools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Streams in existence, leased or in the pool.
    pub streams_created: u64,
    /// Streams leased and not returned.
    pub streams_leased: u64,
    /// Event slots in existence, leased or in the pool.
    pub events_created: u64,
    /// Event slots leased and not returned.
    pub events_leased: u64,
    /// Arenas in existence, leased or in the pool.
    pub arenas_created: u64,
    /// Allocations, stream-ordered and shared, whose free has not been reached, and arenas leased and not returned.
    pub buffers: u64,
    /// Programs loaded.
    pub modules: u64,
    /// Task graphs built and not destroyed.
    pub graphs: u64,
    /// Bytes of the live allocations and the leased arenas, as requested.
    pub live_bytes: u64,
    /// The largest `live_bytes` since [`Device::reset_peak`].
    pub peak_bytes: u64,
    /// Allocations with an out-of-bounds write into their padding, since the device was made.
    pub damaged: u64,
}

/// One launch to issue.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The loaded program.
    pub module: ModuleId,
    /// Index of the kernel in the program.
    pub kernel: u32,
    /// Grid, block and dynamic workgroup memory.
    pub dims: LaunchDims,
    /// One 64-bit slot per argument; copied by the call.
    pub args: &'a [u64],
    /// The operation that issues the launch, for the error report of a failing kernel.
    pub op: u32,
}

/// A copy between two strided views of the same shape. Element `(i, j, …)` is at an offset of
/// `i * stride[0] + j * stride[1] + …` elements from the address. The destination must not overlap itself or
/// the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StridedCopy {
    /// Address of element 0 of the destination.
    pub dst: u64,
    /// Address of element 0 of the source.
    pub src: u64,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Number of dimensions, at most [`MAX_COPY_RANK`]; only the first `rank` elements of the arrays are
    /// used.
    pub rank: usize,
    /// Extents.
    pub sizes: [u64; MAX_COPY_RANK],
    /// Strides of the destination, in elements.
    pub dst_strides: [i64; MAX_COPY_RANK],
    /// Strides of the source, in elements.
    pub src_strides: [i64; MAX_COPY_RANK],
}

impl StridedCopy {
    /// Returns the number of bytes of all elements.
    pub fn bytes(&self) -> u64 {
        self.sizes[..self.rank].iter().fold(self.element_bytes, |n, size| n.saturating_mul(*size))
    }
}

/// A fill of `count` elements of `width` bytes with the low bytes of `pattern`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// Address of the first element.
    pub dst: u64,
    /// The value, in its low `width` bytes.
    pub pattern: u64,
    /// Bytes of one element: 1, 2, 4 or 8.
    pub width: u32,
    /// Number of elements.
    pub count: u64,
}

/// The accumulated cost of one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelTime {
    /// Name of the kernel.
    pub name: String,
    /// Launches that were executed; empty grids are not counted.
    pub launches: u64,
    /// Sum of their times from first block to last, in nanoseconds; `None` if not measured.
    pub nanoseconds: Option<u64>,
}

impl KernelTime {
    /// Returns the cost accumulated after `before`.
    pub fn since(self, before: &Self) -> Self {
        let nanoseconds = self.nanoseconds.map(|now| now - before.nanoseconds.unwrap_or(0).min(now));
        Self { launches: self.launches - before.launches, nanoseconds, ..self }
    }
}

/// The observed launches of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// One entry per kernel of the program, in its order.
    pub kernels: Vec<KernelTime>,
    /// The maximum number of launches in execution on the device at one time since [`Device::reset_peak`]. A
    /// launch counts from the start of its first block to the end of its last.
    pub max_concurrent_launches: u64,
}

/// The accumulated run time of kernels, copies and fills, in nanoseconds of one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busy {
    /// The sum of their times.
    pub total: u64,
    /// The time in which at least one of them ran.
    pub active: u64,
}

impl Busy {
    /// Returns the time accumulated after `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            total: self.total.saturating_sub(before.total),
            active: self.active.saturating_sub(before.active),
        }
    }

    /// Returns the share of the busy time that overlapped other work, from 0 to 1; 0 if nothing ran.
    pub fn overlap(self) -> f64 {
        let beside = self.total.saturating_sub(self.active);
        if self.total == 0 { 0.0 } else { beside as f64 / self.total as f64 }
    }
}

/// A device. Addresses are `u64`, whatever memory they belong to.
pub trait Device: Send + Sync {
    /// Returns the capabilities of the device.
    fn caps(&self) -> &Caps;

    /// Whether freed memory is poisoned and quarantined for a while, so that a use after free shows and
    /// corrupts nothing.
    fn has_poison(&self) -> bool {
        false
    }

    /// Whether memory lies between guard pages, in which every access ends the process; host buffers then do,
    /// too.
    fn has_guards(&self) -> bool {
        false
    }

    /// Sets the operation of the program that issues the calls that follow. Used only by devices that check
    /// programs or trace them.
    fn at(&self, _op: u32) {}

    /// Leases a stream that is idle and has no failure; makes one only if none is free.
    fn lease_stream(&self) -> Result<StreamId>;
    /// Returns a leased stream to the pool; it is leased again once its work is done.
    fn return_stream(&self, stream: StreamId) -> Result<()>;
    /// Leases an event slot that counts as never recorded; makes one only if none is free.
    fn lease_event(&self) -> Result<EventId>;
    /// Returns a leased event slot to the pool; waits already issued keep their target.
    fn return_event(&self, event: EventId) -> Result<()>;

    /// Loads the kernels of `program`; its globals belong to the caller.
    fn load(&self, program: &Program) -> Result<ModuleId>;
    /// Unloads a program. Launches in flight and graphs keep its code loaded until they have ended.
    fn unload(&self, module: ModuleId) -> Result<()>;
    /// Returns the warnings of the driver's compiler about a loaded program.
    fn warnings(&self, _module: ModuleId) -> Vec<TextDiagnostic> {
        Vec::new()
    }

    /// Issues a launch. A grid with an extent of 0 is checked, but runs nothing and is not counted.
    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()>;
    /// Issues a copy of `bytes` bytes; the ranges may overlap.
    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()>;
    /// Issues a strided copy.
    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()>;
    /// Issues a fill.
    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()>;
    /// Issues a fill of a strided view.
    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()>;

    /// Sets `event` to the point after all work issued to `stream` so far.
    fn record(&self, event: EventId, stream: StreamId) -> Result<()>;
    /// Makes `stream` wait for the point that `event` holds now; a later record has no effect. Without a
    /// point it does not wait.
    fn wait(&self, event: EventId, stream: StreamId) -> Result<()>;
    /// Blocks the host until all work issued to `stream` has run; returns the stream's failure.
    fn host_wait(&self, stream: StreamId) -> Result<()>;

    /// Allocates device memory for work issued to `stream` after this call; at least 64-byte aligned.
    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64>;
    /// Allocates memory that host and device can access; at least 64-byte aligned.
    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64>;
    /// Moves memory of [`Self::alloc_shared`] to the host, which is about to read all of it; only saves time.
    fn prefetch_to_host(&self, _address: u64) -> Result<()> {
        Ok(())
    }
    /// Frees memory of `alloc` or `alloc_shared`: when stream `after` reaches the free, or at once without a
    /// stream; then no work in flight may use it.
    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()>;

    /// Leases one contiguous piece of device memory, 256-byte aligned and not used by work in flight. It is
    /// allocated from the driver only if the pool has none that fits.
    fn lease_arena(&self, bytes: u64) -> Result<u64>;
    /// Returns leased memory to the pool. No work in flight may use it.
    fn return_arena(&self, address: u64) -> Result<()>;
    /// Frees memory that is kept for later leases and allocations. No work may be in flight.
    fn release_unused(&self) -> Result<()> {
        Ok(())
    }

    /// Builds a task graph, whose nodes name kernels by their index in `kernels`; it can be launched any number of
    /// times.
    fn graph_build(&self, kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId> {
        let _ = (kernels, graph);
        Err(no_graphs("graph_build"))
    }
    /// Issues a graph as one command of a stream. `params` holds the parameters of all nodes, concatenated,
    /// and is copied. A failing node is reported under its own operation.
    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        let _ = (stream, graph, params);
        Err(no_graphs("graph_launch"))
    }
    /// Destroys a graph; launches already issued are not affected.
    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        let _ = graph;
        Err(no_graphs("graph_destroy"))
    }

    /// Returns the resources that the device holds.
    fn counters(&self) -> Counters;
    /// Resets the peak of memory to the live bytes, and that of concurrent launches to 0.
    fn reset_peak(&self);
    /// Returns the observed launches of a loaded program; `None` for an unknown program.
    fn profile(&self, module: ModuleId) -> Option<Profile>;
    /// Takes the output of `gpu.printf` in launches that have ended; devices that print it themselves have none.
    fn take_printed(&self, _module: ModuleId) -> String {
        String::new()
    }
    /// Returns the accumulated run time of work; zero if the device does not measure it.
    fn busy(&self) -> Busy {
        Busy::default()
    }

    /// Returns the use of streams of the application; `None` if the device has no streams of a driver.
    fn caller_streams(&self) -> Option<&dyn CallerStreams> {
        None
    }

    /// Destroys what the device still has, after which it does no work; returns the first error. Without this call it is
    /// destroyed with the device, and errors are lost.
    fn close(&self) -> Result<()> {
        Ok(())
    }
}

/// Implements methods of [`Device`] by forwarding the call to the device `self.inner`.
#[macro_export]
macro_rules! pass_on {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        $(
            fn $name(&self $(, $arg: $ty)*) $(-> $result)? {
                self.inner.$name($($arg),*)
            }
        )*
    };
}

/// Copies at once, on a stream of its own, and waits for it.
pub(crate) fn copy_at_once(device: &dyn Device, dst: u64, src: u64, bytes: u64) -> Result<()> {
    let stream = device.lease_stream()?;
    let copied = device.copy(stream, dst, src, bytes);
    let waited = device.host_wait(stream);
    device.return_stream(stream)?;
    copied.and(waited)
}

/// Frees memory that no work uses, in the order of a stream without work.
pub(crate) fn free_unused(device: &dyn Device, address: u64) -> Result<()> {
    let stream = device.lease_stream()?;
    device.free(Some(stream), address).and(device.return_stream(stream))
}

/// Rejects a fill with an element width that no device supports.
fn check_width(call: &'static str, width: u32) -> Result<()> {
    if matches!(width, 1 | 2 | 4 | 8) {
        return Ok(());
    }
    Err(DeviceError::invalid(call, format!("expected a width of 1, 2, 4 or 8 bytes, but found {width}")))
}

fn no_graphs(call: &'static str) -> DeviceError {
    DeviceError::new(call, "NotSupported", "the device has no task graphs")
}
