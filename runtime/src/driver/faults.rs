//! Fault injection: a device that fails one chosen call of another device.
//!
//! Calls that give something back, and `host_wait`, are made before the injected failure is returned: a driver that
//! reports an error from them reports earlier work, and the thing is gone all the same. All other calls are not made.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Busy, Caps, Counters, Device, DeviceError, EventId, Fill, GraphId, Launch, ModuleId, Profile, Result,
    StreamId, StridedCopy, StridedFill,
};
use crate::program::{Program, TaskGraph};

/// The stable name of an injected failure.
pub const INJECTED: &str = "InjectedFault";

/// Which driver call fails. Numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// None.
    None,
    /// The call with this number, whatever it is.
    Call(u64),
    /// The call with this number among those of one name, for example `launch`.
    Named(&'static str, u64),
    /// None, but the wait of a stream with this number is left out without a word, as if the schedule lacked it.
    NoWait(u64),
}

/// A device that passes every call on but the chosen one.
pub struct FaultyDevice {
    inner: Arc<dyn Device>,
    faults: Faults,
    n_calls: AtomicU64,
    n_named: AtomicU64,
    n_injected: AtomicU64,
}

impl FaultyDevice {
    /// Wraps `inner`.
    pub fn new(inner: Arc<dyn Device>, faults: Faults) -> Self {
        let zero = || AtomicU64::new(0);
        Self { inner, faults, n_calls: zero(), n_named: zero(), n_injected: zero() }
    }

    /// Calls so far that can fail.
    pub fn n_calls(&self) -> u64 {
        self.n_calls.load(Ordering::Relaxed)
    }

    /// Whether the chosen call has been met.
    pub fn has_injected(&self) -> bool {
        0 < self.n_injected.load(Ordering::Relaxed)
    }

    /// Counts a call and fails if it is the chosen one.
    fn step(&self, call: &'static str) -> Result<()> {
        let number = self.n_calls.fetch_add(1, Ordering::Relaxed);
        let is_chosen = match self.faults {
            Faults::None | Faults::NoWait(_) => false,
            Faults::Call(chosen) => number == chosen,
            Faults::Named(name, chosen) => {
                name == call && self.n_named.fetch_add(1, Ordering::Relaxed) == chosen
            }
        };
        if !is_chosen {
            return Ok(());
        }
        self.n_injected.fetch_add(1, Ordering::Relaxed);
        Err(DeviceError::new(call, INJECTED, format!("call {number} was chosen to fail")))
    }

    /// A call that is made even when it is chosen to fail.
    fn step_after(&self, call: &'static str, result: Result<()>) -> Result<()> {
        let injected = self.step(call);
        result.and(injected)
    }
}

impl Device for FaultyDevice {
    fn caps(&self) -> &Caps {
        self.inner.caps()
    }

    fn has_poison(&self) -> bool {
        self.inner.has_poison()
    }

    fn has_guards(&self) -> bool {
        self.inner.has_guards()
    }

    fn at(&self, op: u32) {
        self.inner.at(op);
    }

    fn lease_stream(&self) -> Result<StreamId> {
        self.step("lease_stream")?;
        self.inner.lease_stream()
    }

    fn return_stream(&self, stream: StreamId) -> Result<()> {
        self.step_after("return_stream", self.inner.return_stream(stream))
    }

    fn lease_event(&self) -> Result<EventId> {
        self.step("lease_event")?;
        self.inner.lease_event()
    }

    fn return_event(&self, event: EventId) -> Result<()> {
        self.step_after("return_event", self.inner.return_event(event))
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        self.step("load")?;
        self.inner.load(program)
    }

    fn unload(&self, module: ModuleId) -> Result<()> {
        self.step_after("unload", self.inner.unload(module))
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.step("launch")?;
        self.inner.launch(stream, launch)
    }

    fn graph_build(&self, module: ModuleId, graph: &TaskGraph) -> Result<GraphId> {
        self.step("graph_build")?;
        self.inner.graph_build(module, graph)
    }

    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        self.step("graph_launch")?;
        self.inner.graph_launch(stream, graph, params)
    }

    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        self.step_after("graph_destroy", self.inner.graph_destroy(graph))
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.step("copy")?;
        self.inner.copy(stream, dst, src, bytes)
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.step("copy_strided")?;
        self.inner.copy_strided(stream, copy)
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        self.step("fill")?;
        self.inner.fill(stream, fill)
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        self.step("fill_strided")?;
        self.inner.fill_strided(stream, fill)
    }

    fn record(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.step("record")?;
        self.inner.record(event, stream)
    }

    fn wait(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.step("wait")?;
        if let Faults::NoWait(chosen) = self.faults
            && self.n_named.fetch_add(1, Ordering::Relaxed) == chosen
        {
            return Ok(());
        }
        self.inner.wait(event, stream)
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        self.step_after("host_wait", self.inner.host_wait(stream))
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        self.step("alloc")?;
        self.inner.alloc(stream, bytes, align)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        self.step("alloc_shared")?;
        self.inner.alloc_shared(bytes, align)
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        self.step_after("free", self.inner.free(after, address))
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        self.step("lease_arena")?;
        self.inner.lease_arena(bytes)
    }

    fn return_arena(&self, address: u64) -> Result<()> {
        self.step_after("return_arena", self.inner.return_arena(address))
    }

    fn counters(&self) -> Counters {
        self.inner.counters()
    }

    fn reset_peak(&self) {
        self.inner.reset_peak();
    }

    fn profile(&self, module: ModuleId) -> Option<Profile> {
        self.inner.profile(module)
    }

    fn busy(&self) -> Busy {
        self.inner.busy()
    }
}
