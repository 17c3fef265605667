//! The dynamic race detector: the CPU device with a vector clock per stream and for the host.
//!
//! Every access of the program is observed: instrumented kernels and host code log theirs, copies and fills
//! have operands. Two conflicting accesses that no chain of streams, events and host waits orders are a race,
//! whichever ran first. So is a use of memory before its allocation or after its free. The verdict holds for
//! the inputs of the run and any timing. Concurrent atomic updates are no race if their order cannot be
//! observed ([`Update`]). Dependencies by tokens of the program, where no memory is involved, are checked
//! against the same clocks. Work that the program leaves unordered, although both may access the same memory, races if both
//! do, even if one stream happens to order it.
//!
//! A launch gets the address of its [`AccessLog`] as an additional last argument. One thread runs all commands, so
//! that the logs and the shadow of threads have one writer; blocks that wait for other work take turns.

mod clock;
mod declared;
mod detector;
mod graph;
mod ranges;
mod report;
mod shadow;
mod threads;
mod tokens;
mod touched;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cpu::{CpuDevice, CpuOptions};
use super::{
    Busy, Caps, Counters, Device, DeviceError, EventId, Fill, GraphId, KernelId, Launch, ModuleId, Observer,
    Profile, Result, StreamId, StridedCopy, StridedFill,
};
use crate::pass_on;
use crate::program::{Program, TaskGraph};
pub use declared::Undeclared;
use detector::Detector;
pub use ranges::{AccessLog, View};
pub use report::{Race, Side, Work, by_thread, data_race};
use threads::{Found, SharedShadow};
pub use threads::{Thread, ThreadRace};
pub use warpline_ir::host_abi::{AccessKind, Update};

/// The component of clocks that counts the steps of the host.
const HOST: u32 = 0;

/// An access of a piece of work to contiguous bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    /// The operation.
    pub op: u32,
    /// The number of the piece of work, counted from 0: an operation in a loop has many.
    pub work: u64,
    /// The kind of access.
    pub access: AccessKind,
    /// The first address, and one past the last.
    pub range: (u64, u64),
}

/// The CPU device with a race detector.
pub struct DetectingDevice {
    /// Must be the first field, so that the device and all its launches are dropped before the logs that they
    /// write.
    inner: CpuDevice,
    detector: Mutex<Detector>,
    threads: Arc<SharedShadow>,
    thread_races: Found,
}

impl DetectingDevice {
    /// Creates a device with one worker, whatever the options are, and poisoned memory.
    pub fn new(options: CpuOptions) -> Self {
        let inner =
            CpuDevice::new(CpuOptions { workers: 1, only_workers: true, has_poison: true, ..options });
        let thread_races = Found::default();
        let threads = Arc::new(SharedShadow::new(&thread_races));
        Self { inner, detector: Mutex::new(Detector::new()), threads, thread_races }
    }

    /// Returns the races so far among work that the host has waited for.
    pub fn races(&self) -> Vec<Race> {
        self.detector().races()
    }

    /// Returns the races between threads so far, each pair of accesses of the program once, and not more than 16.
    pub fn thread_races(&self) -> Vec<ThreadRace> {
        self.thread_races.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the accesses so far that their kernels do not declare, by launches that the host has waited
    /// for.
    pub fn undeclared(&self) -> Vec<Undeclared> {
        self.detector().undeclared()
    }

    /// Records the addresses of all accesses from now on, for [`Self::accesses`].
    pub fn keep_accesses(&self) {
        self.detector().keep_accesses();
    }

    /// Returns the recorded accesses of work that the host has waited for, in issue order.
    pub fn accesses(&self) -> Vec<Accessed> {
        self.detector().accesses()
    }

    /// Returns the pairs of operations so far, in issue order, whose work accessed the same memory and of
    /// which one modified it: all pairs that have to be ordered, except those implied by others.
    pub fn conflicts(&self) -> Vec<(u32, u32)> {
        self.detector().conflicts()
    }

    fn detector(&self) -> MutexGuard<'_, Detector> {
        self.detector.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for DetectingDevice {
    fn host_access(&self, op: u32, access: AccessKind, view: &View<'_>) {
        let mut detector = self.detector();
        match access {
            AccessKind::Read | AccessKind::Write | AccessKind::Atomic(_) => {
                let log = detector.host_log(op);
                view.each_piece(&mut |address, bytes| log.add(access, address, bytes));
            }
            AccessKind::Alloc => detector.alloc(None, view.address, view.element_bytes),
            AccessKind::Free => detector.free(None, view.address),
        }
    }

    fn place(&self, address: u64, bytes: u64) {
        self.detector().place(address, bytes);
    }

    fn gives_token(&self, token: u64) {
        self.detector().give(token);
    }

    fn beside_token(&self, token: u64) {
        self.detector().beside(token);
    }

    fn follows_token(&self, op: u32, stream: Option<StreamId>, token: u64) {
        self.detector().follow(op, stream, token);
    }
}

impl Device for DetectingDevice {
    pass_on! {
        fn caps() -> &Caps;
        fn has_poison() -> bool;
        fn has_guards() -> bool;
        fn lease_stream() -> Result<StreamId>;
        fn return_stream(stream: StreamId) -> Result<()>;
        fn return_event(event: EventId) -> Result<()>;
        fn unload(module: ModuleId) -> Result<()>;
        fn counters() -> Counters;
        fn reset_peak();
        fn profile(module: ModuleId) -> Option<Profile>;
        fn take_printed(module: ModuleId) -> String;
        fn busy() -> Busy;
        fn close() -> Result<()>;
    }

    fn at(&self, op: u32) {
        self.inner.at(op);
        self.detector().begin_call(op);
    }

    fn lease_event(&self) -> Result<EventId> {
        let event = self.inner.lease_event()?;
        self.detector().forget_event(event);
        Ok(event)
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        let module = self.inner.load(program)?;
        let kernels = program.kernels.iter().map(|kernel| (kernel.name.clone(), kernel.declared.clone()));
        self.detector().load(module, kernels.collect(), program.data.clone());
        Ok(module)
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        let log = Detector::new_log(self.detector().op, &self.threads);
        let mut args = launch.args.to_vec();
        args.push(log);
        let issued = self.inner.launch(stream, &Launch { args: &args, ..*launch });
        match issued {
            Ok(()) => self.detector().launch(stream, launch, log),
            Err(_) => Detector::drop_log(log),
        }
        issued
    }

    fn graph_build(&self, kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId> {
        let built = self.inner.graph_build(kernels, &graph::with_logs(graph))?;
        self.detector().graphs.insert(built, (kernels.into(), graph.clone()));
        Ok(built)
    }

    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        let known = self.detector().graphs.get(&graph).cloned();
        let (kernels, known) = known.ok_or_else(|| {
            DeviceError::new("graph_launch", "InvalidHandle", format!("graph {} is not built", graph.0))
        })?;
        let work = graph::Work::of(&known, params, &self.threads)?;
        let issued = self.inner.graph_launch(stream, graph, &work.params);
        match issued {
            Ok(()) => self.detector().graph(stream, &kernels, &known, work.tasks),
            Err(_) => work.drop_logs(),
        }
        issued
    }

    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        self.detector().graphs.remove(&graph);
        self.inner.graph_destroy(graph)
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.inner.copy(stream, dst, src, bytes)?;
        self.detector().transfer(stream, Work::Copy, AccessLog::of_copy(dst, src, bytes));
        Ok(())
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.inner.copy_strided(stream, copy)?;
        self.detector().transfer(stream, Work::Copy, AccessLog::of_strided(copy));
        Ok(())
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        self.inner.fill(stream, fill)?;
        self.detector().transfer(stream, Work::Fill, AccessLog::of_fill(fill));
        Ok(())
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        self.inner.fill_strided(stream, fill)?;
        self.detector().transfer(stream, Work::Fill, AccessLog::of_strided_fill(fill));
        Ok(())
    }

    fn record(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.inner.record(event, stream)?;
        self.detector().record(event, stream);
        Ok(())
    }

    fn wait(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.inner.wait(event, stream)?;
        self.detector().wait(event, stream);
        Ok(())
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        let outcome = self.inner.host_wait(stream);
        self.detector().host_wait(stream);
        outcome
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        let address = self.inner.alloc(stream, bytes, align)?;
        self.detector().alloc(Some(stream), address, bytes);
        Ok(address)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        let address = self.inner.alloc_shared(bytes, align)?;
        self.detector().alloc(None, address, bytes);
        Ok(address)
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        self.inner.free(after, address)?;
        self.detector().free(after, address);
        Ok(())
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        let address = self.inner.lease_arena(bytes)?;
        self.detector().alloc(None, address, bytes);
        Ok(address)
    }

    fn release_unused(&self) -> Result<()> {
        self.inner.release_unused()
    }

    fn return_arena(&self, address: u64) -> Result<()> {
        self.detector().free(None, address);
        self.inner.return_arena(address)
    }
}
