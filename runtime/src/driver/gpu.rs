//! GPU devices: streams, memory, programs and task graphs through the calls of a [`Driver`].
//!
//! Every call selects the device, calls the driver, and returns errors as data. Streams never wait for each
//! other implicitly, memory is allocated and freed in stream order, and programs are loaded with all their
//! functions resolved at once. All driver objects are destroyed when the device is dropped. Where kernels have no
//! formats for the host, the driver writes their output to the standard output of the process when the host waits.

mod context;
pub mod driver;
mod graph;
pub(super) mod handle;
mod memory;
mod module;
mod pools;
mod prepared;
mod printed;
mod report;
mod times;
mod transfer;
pub mod unavailable;
mod unloading;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::error::TextDiagnostic;
use super::handles::{Slots, lock};
use super::recording::CallerStreams;
use super::trace::{Action, Trace};
use super::{
    Busy, Caps, Counters, Device, EventId, Fill, GraphId, KernelId, Launch, ModuleId, Profile, Result,
    StreamId, StridedCopy, StridedFill,
};
use crate::program::{LaunchDims, Program, TaskGraph};
use context::Context;
use driver::{Driver, Side};
use graph::Graph;
use memory::Memory;
use module::GpuModule;
use pools::Pools;
use prepared::{Late, Prepared};
use times::{Command, Times};
use unloading::Unloading;

/// A GPU of a driver. Dropping it waits for its work.
pub struct GpuDevice<D: Driver> {
    caps: Caps,
    cx: Context<D>,
    pools: Pools,
    memory: Memory,
    modules: Slots<Arc<GpuModule>>,
    graphs: Slots<Arc<Graph>>,
    works: Slots<Arc<Prepared>>,
    /// The streams of the application.
    imported: Mutex<Vec<driver::Stream>>,
    late: Mutex<Vec<Late>>,
    unloading: Unloading,
    /// Driver objects that could not be destroyed when they should have been.
    kept: Mutex<Kept>,
    times: Option<Times>,
    is_closed: AtomicBool,
}

#[derive(Default)]
struct Kept {
    modules: Vec<Arc<GpuModule>>,
    graphs: Vec<Arc<Graph>>,
}

impl<D: Driver> GpuDevice<D> {
    /// Creates a device from a driver that has not been called yet.
    pub fn new(driver: D) -> Result<Self> {
        let caps = driver.caps();
        let cx = Context::new(driver);
        let memory = Memory::new(&cx, caps.pool)?;
        Ok(Self {
            pools: Pools::new(caps.rerecord_inflight_ok),
            caps,
            cx,
            memory,
            modules: Slots::new("module", "is not loaded"),
            graphs: Slots::new("graph", "is not built"),
            works: Slots::new("work", "is not prepared"),
            imported: Mutex::default(),
            late: Mutex::default(),
            unloading: Unloading::default(),
            kept: Mutex::default(),
            times: None,
            is_closed: AtomicBool::new(false),
        })
    }

    /// Enables timing of work, which is also recorded if there is a trace. Each command then costs two more
    /// driver calls.
    pub fn with_times(mut self, trace: Option<Arc<Trace>>) -> Result<Self> {
        self.cx().enter()?;
        self.times = Some(Times::start(self.cx(), trace)?);
        Ok(self)
    }

    /// Returns the driver.
    pub fn driver(&self) -> &D {
        &self.cx.driver
    }

    fn cx(&self) -> &Context {
        &self.cx
    }

    /// Selects the device and returns the stream, to which work is about to be issued.
    fn stream(&self, call: &'static str, stream: StreamId) -> Result<driver::Stream> {
        self.cx().refuse_fork()?;
        let stream = self.pools.stream(call, stream)?;
        self.cx().enter()?;
        Ok(stream)
    }

    fn module(&self, call: &'static str, module: ModuleId) -> Result<Arc<GpuModule>> {
        self.modules.get(call, module.0)
    }

    /// Issues a command, with timing if it is enabled.
    fn issue(
        &self,
        stream: StreamId,
        raw: driver::Stream,
        kernel: impl FnOnce() -> Option<(Arc<GpuModule>, u32)>,
        action: impl FnOnce() -> Action,
        issue: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let Some(times) = &self.times else { return issue() };
        let command = Command { stream, raw, kernel: kernel(), action: action() };
        times.issue(self.cx(), command, issue)
    }

    /// Executes a host call, which is recorded if there is a trace.
    fn call<T>(&self, name: &'static str, stream: StreamId, call: impl FnOnce() -> T) -> T {
        match &self.times {
            Some(times) => times.call(name, stream, call),
            None => call(),
        }
    }

    /// Copies between overlapping ranges through temporary memory.
    fn copy_overlapping(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        let raw = self.stream("copy", stream)?;
        let between = self.memory.alloc(self.cx(), raw, bytes, 1)?;
        let copied = self.issue(
            stream,
            raw,
            || None,
            || Action::Copy(bytes),
            || {
                self.cx().call(|driver| driver.copy(between, src, bytes, raw))?;
                self.cx().call(|driver| driver.copy(dst, between, bytes, raw))
            },
        );
        copied.and(self.memory.free(self.cx(), Some(raw), between))
    }

    fn issue_launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.cx().refuse_fork()?;
        self.cx().check_reports()?;
        let module = self.module("launch", launch.module)?;
        let kernel = module.kernel("launch", launch.kernel)?;
        let raw = self.stream("launch", stream)?;
        if !kernel.prepare(self.cx(), &launch.dims, launch.args.len())? {
            return Ok(());
        }
        self.memory.prefetch(self.cx(), raw, launch.args)?;
        self.cx().note_launch(stream.0, u64::from(launch.op), || [kernel.suspect(launch.op)].into());
        let _gate = self.unloading.launch();
        module.streams.add(stream);
        let LaunchDims { grid, block, .. } = launch.dims;
        let action = || Action::Kernel { name: kernel.name.to_string(), grid, block };
        self.issue(
            stream,
            raw,
            || Some((Arc::clone(&module), launch.kernel)),
            action,
            || self.cx().call(|driver| driver.launch(kernel.function, &launch.dims, raw, launch.args)),
        )?;
        kernel.count();
        Ok(())
    }

    fn issue_graph(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        self.cx().refuse_fork()?;
        self.cx().check_reports()?;
        let found = self.graphs.get("graph_launch", graph.0)?;
        let raw = self.stream("graph_launch", stream)?;
        self.memory.prefetch(self.cx(), raw, params)?;
        self.cx().note_launch(stream.0, 1 << 32 | u64::from(graph.0), || Arc::clone(&found.suspects));
        let _gate = self.unloading.launch();
        found.use_stream(stream);
        found.launch(self.cx(), params, |exec| {
            let action = || Action::Graph(found.n_nodes());
            self.issue(
                stream,
                raw,
                || None,
                action,
                || self.cx().call(|driver| driver.graph_launch(exec, raw)),
            )
        })
    }

    fn issue_copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        if transfer::overlap(dst, src, bytes) {
            return self.copy_overlapping(stream, dst, src, bytes);
        }
        let raw = self.stream("copy", stream)?;
        if bytes == 0 || dst == src {
            return Ok(());
        }
        let issue = || self.cx().call(|driver| driver.copy(dst, src, bytes, raw));
        self.issue(stream, raw, || None, || Action::Copy(bytes), issue)
    }

    fn issue_rows(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        let raw = self.stream("copy_strided", stream)?;
        let pieces = transfer::pieces(copy)?;
        self.issue(stream, raw, || None, || Action::Copy(copy.bytes()), || self.cx().copy_all(&pieces, raw))
    }

    fn issue_sets(
        &self,
        call: &'static str,
        stream: StreamId,
        bytes: u64,
        sets: &[driver::Set],
    ) -> Result<()> {
        let raw = self.stream(call, stream)?;
        self.issue(stream, raw, || None, || Action::Fill(bytes), || self.cx().set_all(sets, raw))
    }

    /// Reads the times of a drained stream.
    fn settle(&self, stream: StreamId) -> Result<()> {
        self.times.as_ref().map_or(Ok(()), |times| times.settle(self.cx(), stream))
    }
}

impl<D: Driver> Device for GpuDevice<D> {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn at(&self, op: u32) {
        if let Some(times) = &self.times {
            times.at(op);
        }
    }

    fn lease_stream(&self) -> Result<StreamId> {
        self.cx().enter()?;
        self.release_late();
        let stream = self.pools.lease_stream(self.cx())?;
        self.settle(stream)?;
        Ok(stream)
    }

    fn return_stream(&self, stream: StreamId) -> Result<()> {
        self.pools.return_stream(stream)
    }

    fn lease_event(&self) -> Result<EventId> {
        self.cx().enter()?;
        self.pools.lease_event(self.cx())
    }

    fn return_event(&self, event: EventId) -> Result<()> {
        self.pools.return_event(event)
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        self.cx().enter()?;
        self.unloading.advance(self.cx(), &self.pools);
        let (module, loaded) = GpuModule::load(self.cx(), program);
        loaded.inspect_err(|_| self.unloading.unload_new(self.cx(), &module))?;
        Ok(ModuleId(self.modules.insert(Arc::new(module))))
    }

    fn unload(&self, module: ModuleId) -> Result<()> {
        self.cx().refuse_fork()?;
        if self.has_capture() {
            lock(&self.late).push(Late::Module(module));
            return Ok(());
        }
        let loaded = self.modules.remove("unload", module.0)?;
        if let Err(error) = self.cx().enter() {
            lock(&self.kept).modules.push(loaded);
            return Err(error);
        }
        self.unloading.add(self.cx(), &self.pools, loaded)
    }

    fn warnings(&self, module: ModuleId) -> Vec<TextDiagnostic> {
        self.module("warnings", module).map(|module| module.warnings.clone()).unwrap_or_default()
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.call("launch", stream, || self.issue_launch(stream, launch))
    }

    fn graph_build(&self, kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId> {
        if !self.caps.graphs {
            return Err(super::no_graphs("graph_build"));
        }
        let kernels = kernels.iter().map(|id| Ok((self.module("graph_build", id.module)?, id.kernel)));
        let graph = Arc::new(Graph::new(kernels.collect::<Result<_>>()?, graph)?);
        Ok(GraphId(self.graphs.insert(graph)))
    }

    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        self.call("graph_launch", stream, || self.issue_graph(stream, graph, params))
    }

    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        self.cx().refuse_fork()?;
        let built = self.graphs.remove("graph_destroy", graph.0)?;
        if let Err(error) = self.cx().enter() {
            lock(&self.kept).graphs.push(built);
            return Err(error);
        }
        built.destroy(self.cx())
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.call("copy", stream, || self.issue_copy(stream, dst, src, bytes))
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.call("copy_strided", stream, || self.issue_rows(stream, copy))
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        let bytes = fill.count.saturating_mul(u64::from(fill.width));
        self.call("fill", stream, || {
            self.issue_sets("fill", stream, bytes, &transfer::sets(fill, &self.cx().limits)?)
        })
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        let sets = || transfer::strided_sets(fill, &self.cx().limits);
        self.call("fill_strided", stream, || self.issue_sets("fill_strided", stream, fill.bytes(), &sets()?))
    }

    fn record(&self, event: EventId, stream: StreamId) -> Result<()> {
        let raw = self.stream("record", stream)?;
        self.call("record", stream, || self.pools.record(self.cx(), event, raw))?;
        self.times.iter().for_each(|times| times.recorded(event, stream));
        Ok(())
    }

    fn wait(&self, event: EventId, stream: StreamId) -> Result<()> {
        let raw = self.stream("wait", stream)?;
        self.call("wait", stream, || self.pools.wait(self.cx(), event, raw))?;
        self.times.iter().for_each(|times| times.waits(event, stream));
        Ok(())
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        self.cx().enter()?;
        self.call("host_wait", stream, || self.pools.host_wait(self.cx(), stream))?;
        self.memory.host_waited();
        self.settle(stream)?;
        self.unloading.advance(self.cx(), &self.pools);
        Ok(())
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        let raw = self.stream("alloc", stream)?;
        self.memory.alloc(self.cx(), raw, bytes, align)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        self.cx().enter()?;
        self.memory.alloc_shared(self.cx(), bytes, align)
    }

    fn prefetch_to_host(&self, address: u64) -> Result<()> {
        let Some((base, bytes)) = self.memory.slow_for_host(self.cx(), address) else { return Ok(()) };
        let stream = self.lease_stream()?;
        let raw = self.stream("prefetch_to_host", stream)?;
        let issued = self.cx().call(|driver| driver.prefetch(base, bytes, Side::Host, raw));
        let waited = self.host_wait(stream);
        let returned = self.return_stream(stream);
        issued.and(waited).and(returned)
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        self.cx().refuse_fork()?;
        if after.is_none() && self.has_capture() {
            lock(&self.late).push(Late::Memory(address));
            return Ok(());
        }
        let after = after.map(|stream| self.pools.stream("free", stream)).transpose()?;
        self.memory.free(self.cx(), after, address)
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        self.cx().enter()?;
        self.memory.lease_arena(self.cx(), bytes)
    }

    fn release_unused(&self) -> Result<()> {
        self.cx().enter()?;
        self.memory.release_unused(self.cx())
    }

    fn return_arena(&self, address: u64) -> Result<()> {
        self.memory.return_arena(address)
    }

    fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        self.pools.count(&mut counters);
        self.memory.count(&mut counters);
        counters.modules = self.modules.count() + self.unloading.count();
        counters.graphs = self.graphs.count();
        counters
    }

    fn reset_peak(&self) {
        self.memory.reset_peak();
        self.times.iter().for_each(Times::reset_peak);
    }

    fn take_printed(&self, module: ModuleId) -> String {
        self.module("take_printed", module).map_or_else(|_| String::new(), |module| module.take_printed())
    }

    fn profile(&self, module: ModuleId) -> Option<Profile> {
        self.module("profile", module).ok().map(|module| module.profile(self.times.as_ref()))
    }

    fn busy(&self) -> Busy {
        self.times.as_ref().map_or(Busy::default(), Times::busy)
    }

    fn caller_streams(&self) -> Option<&dyn CallerStreams> {
        Some(self)
    }

    fn close(&self) -> Result<()> {
        let cx = self.cx();
        // A lost device frees everything itself.
        if self.is_closed.swap(true, Ordering::Relaxed) || cx.is_forked() || cx.is_lost() {
            return Ok(());
        }
        // A single failure must not prevent the destruction of everything.
        cx.make_current().or_else(|_| cx.make_current())?;
        self.release_late();
        let mut closed = Ok(());
        for prepared in self.works.take_all() {
            closed = closed.and(prepared.end(cx));
        }
        let late = std::mem::take(&mut *lock(&self.late));
        for late in late {
            if let Late::Work(prepared) = late {
                closed = closed.and(prepared.end(cx));
            }
        }
        closed = closed.and(self.pools.close(cx));
        if let Some(times) = &self.times {
            closed = closed.and(times.close(cx));
        }
        let Kept { modules, graphs } = std::mem::take(&mut *lock(&self.kept));
        for graph in graphs.into_iter().chain(self.graphs.take_all()) {
            closed = closed.and(graph.destroy(cx));
        }
        closed = closed.and(self.unloading.close(cx));
        for module in modules.into_iter().chain(self.modules.take_all()) {
            closed = closed.and(module.unload(cx));
        }
        closed.and(self.memory.close(cx))
    }
}

impl<D: Driver> Drop for GpuDevice<D> {
    /// Destroys everything. Who wants to know whether that failed closes the device before.
    fn drop(&mut self) {
        let _ = self.close();
    }
}
