//! Fault injection: a device that fails one chosen call of another device.
//!
//! Calls that release a resource, and `host_wait`, are made before the injected failure is returned: a driver
//! that reports an error from them reports earlier work, and the resource is released all the same. All other
//! calls are not made.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Busy, Caps, Counters, Device, DeviceError, EventId, Fill, GraphId, KernelId, Launch, ModuleId, Profile,
    Result, StreamId, StridedCopy, StridedFill, TextDiagnostic,
};
use crate::pass_on;
use crate::program::{Program, TaskGraph};

/// The stable name of an injected failure.
pub const INJECTED: &str = "InjectedFault";

/// The driver call that fails. Numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// None.
    None,
    /// The call with this number, whatever its name.
    Call(u64),
    /// The call with this number among those of one name, for example `launch`.
    Named(&'static str, u64),
    /// None, but the stream wait with this number is silently skipped, as if the schedule lacked it.
    NoWait(u64),
}

/// A device that forwards every call but the chosen one.
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

    /// Returns the number of calls so far that can fail.
    pub fn n_calls(&self) -> u64 {
        self.n_calls.load(Ordering::Relaxed)
    }

    /// Whether the chosen call has been made to fail.
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

    /// Combines the result of a call that was made with its injected failure, if it is the chosen one.
    fn step_after(&self, call: &'static str, result: Result<()>) -> Result<()> {
        let injected = self.step(call);
        result.and(injected)
    }
}

/// Defines the calls that may be chosen to fail: the chosen call is not forwarded if it is one of `before`,
/// but is forwarded if it is one of `after`.
macro_rules! steps {
    (
        before { $(fn $before:ident($($arg:ident: $ty:ty),*) -> $result:ty;)* }
        after { $(fn $after:ident($($after_arg:ident: $after_ty:ty),*) -> $after_result:ty;)* }
    ) => {
        $(
            fn $before(&self $(, $arg: $ty)*) -> $result {
                self.step(stringify!($before))?;
                self.inner.$before($($arg),*)
            }
        )*
        $(
            fn $after(&self $(, $after_arg: $after_ty)*) -> $after_result {
                self.step_after(stringify!($after), self.inner.$after($($after_arg),*))
            }
        )*
    };
}

impl Device for FaultyDevice {
    pass_on! {
        fn caps() -> &Caps;
        fn has_poison() -> bool;
        fn has_guards() -> bool;
        fn at(op: u32);
        fn counters() -> Counters;
        fn reset_peak();
        fn profile(module: ModuleId) -> Option<Profile>;
        fn take_printed(module: ModuleId) -> String;
        fn warnings(module: ModuleId) -> Vec<TextDiagnostic>;
        fn busy() -> Busy;
        fn close() -> Result<()>;
    }

    steps! {
        before {
            fn lease_stream() -> Result<StreamId>;
            fn lease_event() -> Result<EventId>;
            fn load(program: &Program) -> Result<ModuleId>;
            fn launch(stream: StreamId, launch: &Launch<'_>) -> Result<()>;
            fn graph_build(kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId>;
            fn graph_launch(stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()>;
            fn copy(stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()>;
            fn copy_strided(stream: StreamId, copy: &StridedCopy) -> Result<()>;
            fn fill(stream: StreamId, fill: &Fill) -> Result<()>;
            fn fill_strided(stream: StreamId, fill: &StridedFill) -> Result<()>;
            fn record(event: EventId, stream: StreamId) -> Result<()>;
            fn alloc(stream: StreamId, bytes: u64, align: u64) -> Result<u64>;
            fn alloc_shared(bytes: u64, align: u64) -> Result<u64>;
            fn lease_arena(bytes: u64) -> Result<u64>;
        }
        after {
            fn return_stream(stream: StreamId) -> Result<()>;
            fn return_event(event: EventId) -> Result<()>;
            fn unload(module: ModuleId) -> Result<()>;
            fn graph_destroy(graph: GraphId) -> Result<()>;
            fn host_wait(stream: StreamId) -> Result<()>;
            fn free(after: Option<StreamId>, address: u64) -> Result<()>;
            fn return_arena(address: u64) -> Result<()>;
        }
    }

    fn release_unused(&self) -> Result<()> {
        self.inner.release_unused()
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
}
