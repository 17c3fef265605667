//! The statistics and failures of a run.

use crate::driver::{Busy, Counters, DeviceError, KernelTime};

/// The first failure of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The operation that failed; for a failing kernel the launch, not the later call that reported it.
    pub op: u32,
    /// The error.
    pub error: DeviceError,
}

/// A buffer that the program allocated and neither freed nor returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unfreed {
    /// The operation that allocated it.
    pub op: u32,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The resources of a finished run that the device still holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaked {
    /// Streams that were leased and not returned.
    pub streams: u64,
    /// Event slots that were leased and not returned.
    pub events: u64,
    /// Allocations that were not freed; buffers held by the caller do not count.
    pub buffers: u64,
    /// Programs that were not unloaded.
    pub modules: u64,
    /// Task graphs that were not destroyed.
    pub graphs: u64,
}

impl Leaked {
    /// Returns the resources that the device holds in addition to those before the run, less `handed_out`
    /// buffers of the caller.
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
    /// The maximum number of streams leased at one time.
    pub streams: u64,
    /// The maximum number of event slots leased at one time.
    pub events: u64,
    /// Streams that the device had to create; 0 if its pool had enough.
    pub streams_created: u64,
    /// Event slots that the device had to create.
    pub events_created: u64,
    /// Calls of `wl_wait`.
    pub waits: u64,
    /// Calls of `wl_record`.
    pub records: u64,
    /// Calls of `wl_host_wait`; the drain at the end of a scope is not counted.
    pub host_syncs: u64,
    /// Task graphs that were built.
    pub graphs: u64,
    /// Launches of task graphs; the launches in them count as launches, too.
    pub graph_launches: u64,
    /// The observed maximum number of launches in execution at one time.
    pub max_concurrent_launches: u64,
    /// The run time of kernels, copies and fills, and the part of it that overlapped.
    pub busy: Busy,
    /// The maximum number of bytes of device and shared memory that were live at one time.
    pub peak_bytes: u64,
    /// The resources that the device still holds.
    pub leaked: Leaked,
    /// Buffers that the program allocated and neither freed nor returned. The run frees them at its end, so
    /// they are no leak of the runtime; none are counted after a failure.
    pub n_unfreed: u64,
    /// Their bytes.
    pub unfreed_bytes: u64,
    /// Kernels that were launched, in the program's order.
    pub kernel_times: Vec<KernelTime>,
}
