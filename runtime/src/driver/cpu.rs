//! The CPU device: the fallback without a GPU, the test oracle, and the executor that exposes missing waits.
//!
//! Streams are queues (`stream`), run by one worker per core (`worker`). The workers share the blocks of long
//! launches (`launch`) and the nodes of task graphs (`graph`). Blocks that wait for other work run
//! cooperatively (`cooperative`, `fiber`). Allocations take effect when they are issued (`memory`). With a seed
//! the device has no workers: the host runs the commands one by one in a legal order determined by the seed
//! (`order`).

mod clock;
mod cooperative;
pub(crate) mod fiber;
pub(crate) mod graph;
mod guards;
mod launch;
pub(crate) mod memory;
mod order;
mod pool;
pub(crate) mod printed;
mod stream;
mod transfer;
mod worker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::handles::{Slots, lock};
use super::trace::{Issued, Spot, Trace};
use super::{
    Busy, Caps, Counters, Device, DeviceError, EventId, Fill, GraphId, KernelId, Launch, MAX_COPY_RANK,
    ModuleId, Profile, Result, StreamId, StridedCopy, StridedFill,
};
use crate::fork::ForkStamp;
use crate::program::{Program, TaskGraph};
use graph::{Graph, GraphRun};
use launch::{Args, CpuModule, LaunchCommand, checked_blocks};
use pool::Pools;
use stream::{Command, Stream};
use worker::Scheduler;

/// The stack of a thread that runs blocks, in bytes: it holds the spilled values of kernels with thousands of branches. Of a
/// larger frame the run ends with an error.
const STACK: usize = 16 << 20;

/// The options of a CPU device.
#[derive(Clone, Debug, Default)]
pub struct CpuOptions {
    /// Number of workers; 0 means one per core.
    pub workers: usize,
    /// With a seed nothing runs before the host waits. Then one command at a time runs on the calling thread,
    /// in a replayable legal order, and memory is poisoned. Blocks that wait for each other take turns.
    pub seed: Option<u64>,
    /// Whether only workers run commands: a waiting host thread does not run those that no worker has begun.
    pub only_workers: bool,
    /// Whether fresh and freed device memory is filled with a pattern that shows up in results, and freed
    /// memory is reused as late as possible.
    pub has_poison: bool,
    /// Whether each allocation lies between guard pages, in which every access ends the process, so that a
    /// stray access does not hit memory of the runtime.
    pub has_guards: bool,
    /// The trace that records issued and executed work, if any.
    pub trace: Option<Arc<Trace>>,
}

/// The CPU as a device. Dropping it first runs all queued work.
#[derive(Debug)]
pub struct CpuDevice {
    caps: Caps,
    scheduler: Arc<Scheduler>,
    workers: Mutex<Vec<JoinHandle<()>>>,
    pools: Pools,
    modules: Slots<Arc<CpuModule>>,
    graphs: Slots<Arc<Graph>>,
    born: ForkStamp,
}

impl CpuDevice {
    /// Creates a device without threads; they start when the first stream is leased.
    pub fn new(options: CpuOptions) -> Self {
        let n_workers = match options.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n_workers => n_workers,
        };
        let scheduler = Arc::new(Scheduler::new(n_workers, options));
        let max_queues = scheduler.n_threads().max(1) as u32;
        Self {
            caps: caps(max_queues),
            scheduler,
            workers: Mutex::default(),
            pools: Pools::default(),
            modules: Slots::new("module", "is not loaded"),
            graphs: Slots::new("graph", "is not built"),
            born: ForkStamp::now(),
        }
    }

    /// Starts the workers unless they run. One worker is enough to continue.
    fn start_workers(&self) -> Result<()> {
        self.born.refuse_child()?;
        let mut workers = lock(&self.workers);
        if !workers.is_empty() {
            return Ok(());
        }
        for number in 0..self.scheduler.n_threads() {
            let scheduler = Arc::clone(&self.scheduler);
            let builder =
                std::thread::Builder::new().stack_size(STACK).name(format!("warpline-cpu-{number}"));
            match builder.spawn(move || scheduler.work()) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => {
                    return Err(DeviceError::new("lease_stream", "NoThread", error.to_string()));
                }
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn issue(&self, call: &'static str, stream: StreamId, command: Command) -> Result<()> {
        self.born.refuse_child()?;
        let stream = self.pools.stream(call, stream)?;
        self.time(call, stream.id, || self.push(&stream, command));
        Ok(())
    }

    /// Appends a command to its stream, and to the trace if there is one.
    fn push(&self, stream: &Arc<Stream>, command: Command) {
        let Some(trace) = &self.scheduler.trace else { return self.scheduler.issue(stream, command) };
        let (action, graph) = (command.action(), command.graph());
        self.scheduler.issue(stream, command);
        // One host thread issues to a stream at a time, so the last point is that of the command.
        let point = stream.frontier();
        if let Some(action) = action {
            let spot = Spot { stream: stream.id, point, node: 0, lane: 0 };
            trace.issued(Issued { spot, op: trace.op(), action, after: Vec::new() });
        }
        for node in graph.iter().flat_map(|graph| graph.issued(point)) {
            trace.issued(node);
        }
    }

    /// Executes a host call, and records its time if there is a trace.
    fn time<T>(&self, name: &'static str, stream: StreamId, call: impl FnOnce() -> T) -> T {
        let Some(trace) = &self.scheduler.trace else { return call() };
        let start = self.scheduler.clock.now();
        let result = call();
        trace.called(name, stream, start, self.scheduler.clock.now());
        result
    }

    fn module(&self, call: &'static str, module: ModuleId) -> Result<Arc<CpuModule>> {
        self.modules.get(call, module.0)
    }
}

impl Device for CpuDevice {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn has_poison(&self) -> bool {
        self.scheduler.memory.has_poison()
    }

    fn has_guards(&self) -> bool {
        self.scheduler.memory.has_guards()
    }

    fn at(&self, op: u32) {
        if let Some(trace) = &self.scheduler.trace {
            trace.at(op);
        }
    }

    fn lease_stream(&self) -> Result<StreamId> {
        self.start_workers()?;
        self.pools.lease_stream()
    }

    fn return_stream(&self, stream: StreamId) -> Result<()> {
        self.pools.return_stream(stream)
    }

    fn lease_event(&self) -> Result<EventId> {
        self.pools.lease_event()
    }

    fn return_event(&self, event: EventId) -> Result<()> {
        self.pools.return_event(event)
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        self.born.refuse_child()?;
        Ok(ModuleId(
            self.modules.insert(Arc::new(CpuModule::load(program, Arc::clone(&self.scheduler.running))?)),
        ))
    }

    fn unload(&self, module: ModuleId) -> Result<()> {
        self.born.refuse_child()?;
        self.modules.remove("unload", module.0).map(drop)
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.born.refuse_child()?;
        let module = self.module("launch", launch.module)?;
        match checked_launch(module, launch)? {
            Some(command) => self.issue("launch", stream, Command::Launch(command)),
            None => self.pools.stream("launch", stream).map(drop),
        }
    }

    fn graph_build(&self, kernels: &[KernelId], graph: &TaskGraph) -> Result<GraphId> {
        let kernels = kernels.iter().map(|id| Ok((self.module("graph_build", id.module)?, id.kernel)));
        let graph = Graph::build(kernels.collect::<Result<_>>()?, graph)?;
        Ok(GraphId(self.graphs.insert(Arc::new(graph))))
    }

    fn graph_launch(&self, stream: StreamId, graph: GraphId, params: &[u64]) -> Result<()> {
        let graph = self.graphs.get("graph_launch", graph.0)?;
        let params = graph.params(params)?;
        let run = GraphRun::new(graph, params, stream, self.scheduler.seed());
        self.issue("graph_launch", stream, Command::Graph(Arc::new(run)))
    }

    fn graph_destroy(&self, graph: GraphId) -> Result<()> {
        self.graphs.remove("graph_destroy", graph.0).map(drop)
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.issue("copy", stream, Command::Copy { dst, src, bytes })
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        if MAX_COPY_RANK < copy.rank {
            let message = format!("expected a rank of at most {MAX_COPY_RANK}, but found {}", copy.rank);
            return Err(DeviceError::invalid("copy_strided", message));
        }
        if copy.sizes[..copy.rank].contains(&0) {
            return self.pools.stream("copy_strided", stream).map(drop);
        }
        self.issue("copy_strided", stream, Command::CopyStrided(Box::new(*copy)))
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        super::check_width("fill", fill.width)?;
        self.issue("fill", stream, Command::Fill(*fill))
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        super::check_width("fill_strided", fill.width)?;
        self.issue("fill_strided", stream, Command::FillStrided(Box::new(fill.clone())))
    }

    fn record(&self, event: EventId, stream: StreamId) -> Result<()> {
        let producer = self.pools.stream("record", stream)?;
        self.time("record", stream, || {
            let target = producer.frontier();
            self.pools.set_event(event, (producer, target))
        })
    }

    fn wait(&self, event: EventId, stream: StreamId) -> Result<()> {
        match self.pools.event(event)? {
            Some((producer, target)) => self.issue("wait", stream, Command::Wait { producer, target }),
            None => self.pools.stream("wait", stream).map(drop),
        }
    }

    fn host_wait(&self, stream: StreamId) -> Result<()> {
        self.born.refuse_child()?;
        let stream = self.pools.stream("host_wait", stream)?;
        let target = stream.frontier();
        self.time("host_wait", stream.id, || self.scheduler.host_wait(&stream, target))
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        self.pools.stream("alloc", stream)?;
        self.scheduler.memory.allocate("alloc", bytes, align)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        self.scheduler.memory.allocate_shared("alloc_shared", bytes, align)
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        let after = after.map(|stream| self.pools.stream("free", stream)).transpose()?;
        self.scheduler.memory.begin_free(address)?;
        match after {
            Some(stream) => self.scheduler.issue(&stream, Command::Free(address)),
            None => self.scheduler.memory.finish_free(address),
        }
        Ok(())
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        self.scheduler.memory.lease_arena(bytes)
    }

    fn return_arena(&self, address: u64) -> Result<()> {
        self.scheduler.memory.return_arena(address)
    }

    fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        self.pools.count(&mut counters);
        self.scheduler.memory.count(&mut counters);
        counters.modules = self.modules.count();
        counters.graphs = self.graphs.count();
        counters
    }

    fn reset_peak(&self) {
        self.scheduler.memory.reset_peak();
        self.scheduler.running.reset_peak();
    }

    fn take_printed(&self, module: ModuleId) -> String {
        self.module("take_printed", module).map_or_else(|_| String::new(), |module| module.take_printed())
    }

    fn profile(&self, module: ModuleId) -> Option<Profile> {
        self.module("profile", module).ok().map(|module| module.profile())
    }

    fn busy(&self) -> Busy {
        self.scheduler.clock.busy()
    }
}

impl Drop for CpuDevice {
    fn drop(&mut self) {
        if self.born.is_forked() {
            // The workers exist in the parent only.
            std::mem::take(self.workers.get_mut().unwrap_or_else(PoisonError::into_inner))
                .into_iter()
                .for_each(std::mem::forget);
            return;
        }
        self.scheduler.close();
        for worker in lock(&self.workers).drain(..) {
            // Workers do not panic; if one did, its panic was reported when it happened.
            let _ = worker.join();
        }
    }
}

fn caps(max_queues: u32) -> Caps {
    Caps {
        name: "cpu".to_owned(),
        rerecord_inflight_ok: true,
        max_queues,
        copy_engines: 0,
        pool: true,
        graphs: true,
        cond_nodes: false,
        concurrent_managed: true,
        host_addressable: true,
    }
}

/// Returns the command of a launch; `None` if it has no blocks or its blocks have no threads.
fn checked_launch(module: Arc<CpuModule>, launch: &Launch<'_>) -> Result<Option<LaunchCommand>> {
    module.kernel("launch", launch.kernel)?;
    let blocks = checked_blocks(&launch.dims)?;
    if blocks == 0 {
        return Ok(None);
    }
    let (kernel, dims, args, op) = (launch.kernel as usize, launch.dims, Args::new(launch.args), launch.op);
    Ok(Some(LaunchCommand { module, kernel, dims, args, blocks, op }))
}

fn wait_on<'a, T>(condition: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
