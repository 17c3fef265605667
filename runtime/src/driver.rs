//! What a device is: the small trait that the execution of a program needs, and its plain data.
//!
//! Every call returns a `Result`; nothing is printed and nothing panics on bad input. Work is issued to streams
//! (first in, first out) and runs later; a failure of such work is kept by its stream, is inherited by streams
//! that wait for it, and is returned by [`Device::host_wait`]. One host thread issues to a stream at a time.
//!
//! Calls that give something back (`return_stream`, `return_event`, `return_arena`, `free`, `unload`) do so even when they return
//! an error; the error then reports earlier work.

mod arenas;
pub mod cpu;
pub mod cuda;
pub mod detect;
pub mod error;
pub mod faults;
pub mod gpu;
mod handles;
mod observer;
mod strided_fill;
mod tasks;
pub mod trace;

use crate::program::{LaunchDims, Program, TaskGraph};
pub use error::DeviceError;
pub use observer::Observer;
pub use strided_fill::StridedFill;

/// What a device call returns.
pub type Result<T> = std::result::Result<T, DeviceError>;

pub use warpline_ir::host_abi::MAX_COPY_RANK;

/// A leased stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId(pub u32);

/// A leased event slot, which remembers the last point of a stream recorded in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub u32);

/// A loaded program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A task graph that was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GraphId(pub u32);

/// What a device can do, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent ability")]
pub struct Caps {
    /// The device's name in reports.
    pub name: String,
    /// Whether a wait takes the event's target when it is issued, so that the slot may be recorded again at once.
    pub event_snapshot_on_wait: bool,
    /// Whether an event may be recorded again while its last record has not been reached.
    pub rerecord_inflight_ok: bool,
    /// Streams that make progress at the same time; more streams than this share.
    pub max_queues: u32,
    /// Engines that copy beside running kernels.
    pub copy_engines: u32,
    /// Whether streams have a memory pool, so that `alloc` and `free` do not synchronise.
    pub pool: bool,
    /// Whether task graphs can be built and launched as one command.
    pub graphs: bool,
    /// Whether graphs may hold conditions and loops.
    pub cond_nodes: bool,
    /// Whether host and device may use shared memory at the same time.
    pub concurrent_managed: bool,
    /// Whether the host can read and write device memory directly.
    pub host_addressable: bool,
}

/// What a device holds at present, and the most it has held. At rest all but the `created` counts, which
/// are the sizes of the pools, and the peak are 0.
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
    /// Task graphs that were built and not destroyed.
    pub graphs: u64,
    /// Bytes of the live allocations and the leased arenas, as asked for.
    pub live_bytes: u64,
    /// The largest `live_bytes` since [`Device::reset_peak`].
    pub peak_bytes: u64,
    /// Allocations beside which something was written, since the device was made.
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
    /// The operation that issues the launch, for the report of a failing kernel.
    pub op: u32,
}

/// A copy between two strided views of the same shape. Element `(i, j, …)` lies `i * stride[0] + j * stride[1] + …`
/// elements from the address. A view that is written must not overlap itself or the one that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StridedCopy {
    /// Address of element 0 of the view that is written.
    pub dst: u64,
    /// Address of element 0 of the view that is read.
    pub src: u64,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Number of dimensions, at most [`MAX_COPY_RANK`]; the arrays count up to here.
    pub rank: usize,
    /// Extents.
    pub sizes: [u64; MAX_COPY_RANK],
    /// Strides of the written view, in elements.
    pub dst_strides: [i64; MAX_COPY_RANK],
    /// Strides of the read view, in elements.
    pub src_strides: [i64; MAX_COPY_RANK],
}

impl StridedCopy {
    /// Bytes of all elements.
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

/// What one kernel cost so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelTime {
    /// Name of the kernel.
    pub name: String,
    /// Launches that were executed; empty grids are not counted.
    pub launches: u64,
    /// Sum of their times from first block to last, in nanoseconds; `None` where they were not taken.
    pub nanoseconds: Option<u64>,
}

/// What the launches of one program did so far, as observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// One entry per kernel of the program, in its order.
    pub kernels: Vec<KernelTime>,
    /// Most launches that were in execution at one time. A launch counts from the start of its first block to the
    /// end of its last.
    pub max_concurrent_launches: u64,
}

/// How long kernels, copies and fills ran so far, in nanoseconds of one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busy {
    /// The sum of their times.
    pub total: u64,
    /// The time in which at least one ran.
    pub active: u64,
}

impl Busy {
    /// What came after `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            total: self.total.saturating_sub(before.total),
            active: self.active.saturating_sub(before.active),
        }
    }

    /// The share of the busy time that ran beside other work, from 0 to 1; 0 if nothing ran.
    pub fn overlap(self) -> f64 {
        let beside = self.total.saturating_sub(self.active);
        if self.total == 0 { 0.0 } else { beside as f64 / self.total as f64 }
    }
}

/// A device. Addresses are `u64`, whatever memory they belong to.
pub trait Device: Send + Sync {
    /// What the device can do.
    fn caps(&self) -> &Caps;

    /// Whether freed memory is poisoned and kept for a while, so that a wrong use of it shows and harms nobody.
    fn has_poison(&self) -> bool {
        false
    }

    /// Whether memory lies between pages in which every access ends the process; buffers of the host then do, too.
    fn has_guards(&self) -> bool {
        false
    }

    /// Tells which operation of the program makes the calls that follow. Matters only to devices that judge programs or
    /// record what they do.
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
    /// Unloads a program none of whose launches is in flight.
    fn unload(&self, module: ModuleId) -> Result<()>;

    /// Issues a launch. A grid with an extent of 0 is checked, runs nothing and is not counted.
    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()>;
    /// Issues a copy of `bytes` bytes; the ranges may overlap.
    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()>;
    /// Issues a strided copy.
    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()>;
    /// Issues a fill.
    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()>;
    /// Issues a fill of a strided view.
    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()>;

    /// Sets `event` to the point after all that was issued to `stream` so far.
    fn record(&self, event: EventId, stream: StreamId) -> Result<()>;
    /// Makes `stream` wait for the point that `event` holds now; a later record changes nothing. No point, no wait.
    fn wait(&self, event: EventId, stream: StreamId) -> Result<()>;
    /// Blocks the host until all that was issued to `stream` has run; returns the stream's failure.
    fn host_wait(&self, stream: StreamId) -> Result<()>;

    /// Allocates device memory for work issued to `stream` after this call; at least 64-byte aligned.
    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64>;
    /// Allocates memory that host and device reach; at least 64-byte aligned.
    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64>;
    /// Frees memory of `alloc` or `alloc_shared`: when stream `after` gets there, or at once without one, and then no
    /// work in flight may use it.
    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()>;

    /// Leases device memory in one piece, 256-byte aligned, of which nothing in flight uses anything; takes it from the
    /// driver only if the pool has none that fits.
    fn lease_arena(&self, bytes: u64) -> Result<u64>;
    /// Returns leased memory to the pool. No work in flight may use it.
    fn return_arena(&self, address: u64) -> Result<()>;

    /// Builds a graph of work with the kernels of a loaded program; it can be launched any number of times.
    fn graph_build(&self, module: ModuleId, graph: &TaskGraph) -> Result<GraphId> {
        let _ = (module, graph);
        Err(no_graphs("graph_build"))
    }
    /// Issues a graph as one command of a stream. `params` holds the parameters of all nodes, one behind the other, and
    /// is copied. A node that fails has the report of its own operation.
    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        let _ = (stream, graph, params);
        Err(no_graphs("graph_launch"))
    }
    /// Forgets a graph; launches that were issued are not touched.
    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        let _ = graph;
        Err(no_graphs("graph_destroy"))
    }

    /// What the device holds.
    fn counters(&self) -> Counters;
    /// Lets the peak of memory begin anew at what is live.
    fn reset_peak(&self);
    /// What the launches of a loaded program did so far; `None` for an unknown program.
    fn profile(&self, module: ModuleId) -> Option<Profile>;
    /// How long work ran so far; nothing where the device does not measure it.
    fn busy(&self) -> Busy {
        Busy::default()
    }
}

/// Makes methods of [`Device`] that only pass the call on to the device `self.inner`.
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

/// Refuses a fill of elements that no device fills.
fn check_width(call: &'static str, width: u32) -> Result<()> {
    if matches!(width, 1 | 2 | 4 | 8) {
        return Ok(());
    }
    Err(DeviceError::invalid(call, format!("expected a width of 1, 2, 4 or 8 bytes, but found {width}")))
}

fn no_graphs(call: &'static str) -> DeviceError {
    DeviceError::new(call, "NotSupported", "the device has no task graphs")
}
