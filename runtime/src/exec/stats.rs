//! What a run tells about itself when it ends.

use crate::driver::{Busy, Counters, DeviceError, KernelTime};

/// The operation number of work that no operation asked for, such as loading the program.
pub const NO_OP: u32 = u32::MAX;

/// The first failure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The operation that failed; for a failing kernel the launch, not the later call that reported it.
    pub op: u32,
    /// What failed.
    pub error: DeviceError,
}

/// A buffer that the program allocated and neither freed nor returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unfreed {
    /// The operation that allocated it.
    pub op: u32,
    /// Its size.
    pub bytes: u64,
}

/// What the device still holds of a finished run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaked {
    /// Streams that were leased and not returned.
    pub streams: u64,
    /// Event slots that were leased and not returned.
    pub events: u64,
    /// Allocations that were not freed; buffers in the hands of the caller do not count.
    pub buffers: u64,
    /// Programs that were not unloaded.
    pub modules: u64,
    /// Task graphs that were not destroyed.
    pub graphs: u64,
}

impl Leaked {
    /// What the device holds more than before the run, of which `handed_out` buffers belong to the caller.
    pub(super) fn between(before: &Counters, after: &Counters, handed_out: u64) -> Self {
        Self {
            streams: after.streams_leased.saturating_sub(before.streams_leased),
            events: after.events_leased.saturating_sub(before.events_leased),
            buffers: after.buffers.saturating_sub(before.buffers + handed_out),
            modules: after.modules.saturating_sub(before.modules),
            graphs: after.graphs.saturating_sub(before.graphs),
        }
    }
}

/// The summary of a finished run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Name of the device.
    pub device: String,
    /// Distinct kernels that were launched.
    pub kernels: u64,
    /// Launches that were executed; empty grids are not counted.
    pub launches: u64,
    /// Most streams leased at one time.
    pub streams: u64,
    /// Most event slots leased at one time.
    pub events: u64,
    /// Streams that the device had to make; 0 where its pool had enough.
    pub streams_created: u64,
    /// Event slots that the device had to make.
    pub events_created: u64,
    /// Calls of `wl_wait` that were made.
    pub waits: u64,
    /// Calls of `wl_record` that were made.
    pub records: u64,
    /// Calls of `wl_host_wait` that were made; the drain at the end of a scope is not one.
    pub host_syncs: u64,
    /// Task graphs that were built.
    pub graphs: u64,
    /// Launches of task graphs; the launches in them count as launches, too.
    pub graph_launches: u64,
    /// Most launches that were in execution at one time, as observed.
    pub max_concurrent_launches: u64,
    /// How long kernels, copies and fills ran, and how much of that beside each other.
    pub busy: Busy,
    /// Most bytes of device and shared memory that were live at one time.
    pub peak_bytes: u64,
    /// What the device still holds.
    pub leaked: Leaked,
    /// Buffers that the program made and neither freed nor returned. The run frees them at its end, so they are no leak of
    /// the runtime; none are counted after a failure.
    pub n_unfreed: u64,
    /// Their bytes.
    pub unfreed_bytes: u64,
    /// Kernels that were launched, in the program's order.
    pub kernel_times: Vec<KernelTime>,
}
