//! The workers of the CPU device, and their shared state: the ready streams and the launches that can be
//! joined.
//!
//! A worker looks first for a ready stream and then for a launch or a task graph to join. It also looks for a
//! ready stream between two chunks of a launch and two nodes of a graph that it has joined. So two ready
//! streams both start before either is split. A worker sleeps only after it has seen all lists empty under
//! the lock that guards them, so no wake-up is lost.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::clock::Clock;
use super::cooperative::Cooperative;
use super::graph::{GraphRun, GraphStep};
use super::launch::{Grid, LaunchCommand, RunningLaunches, Scratch};
use super::memory::Memory;
use super::order::SeededOrder;
use super::stream::{BATCH_PICOSECONDS, Command, Next, Pushed, Stream};
use super::{CpuOptions, transfer, wait_on};
use crate::driver::handles::lock;
use crate::driver::trace::{Slice, Spot, Trace};
use crate::driver::{DeviceError, Result, StreamId};

/// The number of commands that a worker runs of one stream before other ready streams get their turn.
const TURN: u64 = 64;
/// Iterations of a spin loop after which a block passes its turn on if others run concurrently.
const TURN_ITERATIONS: u32 = 64;

/// The shared state of the workers.
#[derive(Debug)]
pub(super) struct Scheduler {
    n_workers: usize,
    state: Mutex<State>,
    /// Length of the ready list, readable without the lock.
    n_ready: AtomicUsize,
    work: Condvar,
    /// The number of commands issued so far.
    issued: Apart<AtomicU64>,
    /// Incremented whenever work ends or leaves a spin loop.
    ended: Apart<AtomicU64>,
    /// Commands in execution other than cooperative launches.
    n_running: Apart<AtomicUsize>,
    /// Host threads that wait for a stream.
    n_host_waits: AtomicUsize,
    /// Whether host threads leave all commands to the workers.
    only_workers: bool,
    seeded: Option<Mutex<Seeded>>,
    host_scratch: Mutex<Scratch>,
    pub(super) memory: Memory,
    pub(super) clock: Clock,
    pub(super) running: Arc<RunningLaunches>,
    pub(super) trace: Option<Arc<Trace>>,
}

/// A counter in cache lines of its own: the host and the workers increment different ones all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Apart<T>(T);

#[derive(Debug, Default)]
struct State {
    ready: VecDeque<Arc<Stream>>,
    grids: Vec<Arc<Grid>>,
    graphs: Vec<Arc<GraphRun>>,
    n_sleeping: usize,
    is_closed: bool,
}

/// The state of the host thread in a seeded run, which has no workers.
#[derive(Debug)]
struct Seeded {
    order: SeededOrder,
    scratch: Scratch,
    /// Streams whose cooperative launches waited again since the last progress; other streams go first.
    tired: Vec<StreamId>,
    progress: u64,
}

/// How many commands of a stream are run.
#[derive(Clone, Copy)]
enum Budget {
    /// At most this many.
    Commands(u64),
    /// [`TURN`], and again as long as no other stream is ready: a stream that changes its worker is slower.
    WhileAlone,
}

/// A unit of work for a worker.
enum Job {
    Stream(Arc<Stream>),
    Grid(Arc<Grid>),
    Graph(Arc<GraphRun>),
}

impl Scheduler {
    /// Creates a scheduler for `n_workers` workers, or for the host thread alone if there is a seed.
    pub(super) fn new(n_workers: usize, options: CpuOptions) -> Self {
        let CpuOptions { seed, only_workers, has_poison, has_guards, trace, workers: _ } = options;
        let seeded = seed.map(|seed| Seeded::new(seed, has_guards));
        Self {
            n_workers: if seed.is_some() { 1 } else { n_workers },
            state: Mutex::default(),
            n_ready: AtomicUsize::new(0),
            work: Condvar::new(),
            issued: Apart::default(),
            ended: Apart::default(),
            n_running: Apart::default(),
            n_host_waits: AtomicUsize::new(0),
            only_workers,
            seeded: seeded.map(Mutex::new),
            host_scratch: Mutex::new(Scratch::new(has_guards)),
            memory: Memory::new(has_poison || seed.is_some(), has_guards),
            clock: Clock::new(),
            running: Arc::default(),
            trace,
        }
    }

    /// Returns the number of threads to start.
    pub(super) fn n_threads(&self) -> usize {
        if self.seeded.is_some() { 0 } else { self.n_workers }
    }

    /// Appends a command to a stream.
    pub(super) fn issue(&self, stream: &Arc<Stream>, command: Command) {
        let number = self.issued.0.fetch_add(1, Ordering::Relaxed);
        let Pushed { was_idle, is_full } = stream.push(command, number);
        if was_idle {
            self.make_ready(Arc::clone(stream));
        }
        if is_full && self.seeded.is_none() {
            stream.wait_for_room();
        }
    }

    /// Blocks until point `target` of `stream` is reached.
    pub(super) fn host_wait(&self, stream: &Stream, target: u64) -> Result<()> {
        self.n_host_waits.fetch_add(1, Ordering::Relaxed);
        let waited = if let Some(seeded) = &self.seeded {
            self.run_seeded(&mut lock(seeded), || stream.has_reached(target))
        } else {
            if !self.only_workers {
                self.start_inline(stream, target);
            }
            stream.block_until(target);
            Ok(())
        };
        self.n_host_waits.fetch_sub(1, Ordering::Relaxed);
        waited.and_then(|()| stream.outcome(target))
    }

    /// Runs a stream that no worker has begun on the waiting host thread, which saves two thread switches.
    fn start_inline(&self, stream: &Stream, target: u64) {
        // If another waiting host thread holds the scratch memory, this one leaves the stream to the workers.
        let Ok(mut scratch) = self.host_scratch.try_lock() else { return };
        while !stream.has_reached(target)
            && let Some(stream) = self.claim(stream)
        {
            self.run_stream(&stream, &mut scratch, Budget::Commands(TURN));
        }
    }

    /// Takes a stream from the ready list, if it is in it.
    fn claim(&self, stream: &Stream) -> Option<Arc<Stream>> {
        let mut state = lock(&self.state);
        let position = state.ready.iter().position(|ready| ready.id == stream.id)?;
        let claimed = state.ready.remove(position);
        self.n_ready.store(state.ready.len(), Ordering::Relaxed);
        claimed
    }

    /// Runs a worker until the scheduler is closed and no work is left.
    pub(super) fn work(&self) {
        let mut scratch = Scratch::new(self.memory.has_guards());
        while let Some(job) = self.next_job() {
            match job {
                Job::Stream(stream) => self.run_stream(&stream, &mut scratch, Budget::WhileAlone),
                Job::Grid(grid) => self.help(&grid, &mut scratch),
                Job::Graph(run) => self.help_graph(&run, &mut scratch),
            }
        }
    }

    /// Lets the workers end once all streams are idle; a seeded run is completed.
    pub(super) fn close(&self) {
        self.n_host_waits.fetch_add(1, Ordering::Relaxed);
        if let Some(seeded) = &self.seeded {
            // It can only fail by having no work left, which is the goal here.
            let _ = self.run_seeded(&mut lock(seeded), || false);
        }
        lock(&self.state).is_closed = true;
        self.work.notify_all();
    }

    /// Returns a number that changes whenever work is issued, ends, or leaves a spin loop.
    fn progress(&self) -> u64 {
        self.issued.0.load(Ordering::Relaxed).wrapping_add(self.ended.0.load(Ordering::Relaxed))
    }

    fn make_ready(&self, stream: Arc<Stream>) {
        let mut state = lock(&self.state);
        state.ready.push_back(stream);
        self.n_ready.store(state.ready.len(), Ordering::Relaxed);
        if 0 < state.n_sleeping {
            self.work.notify_one();
        }
    }

    fn has_ready(&self) -> bool {
        0 < self.n_ready.load(Ordering::Relaxed)
    }

    fn next_job(&self) -> Option<Job> {
        let mut state = lock(&self.state);
        loop {
            if let Some(stream) = state.ready.pop_front() {
                self.n_ready.store(state.ready.len(), Ordering::Relaxed);
                return Some(Job::Stream(stream));
            }
            if let Some(grid) = state.grids.iter().find(|grid| grid.has_blocks()) {
                grid.join();
                return Some(Job::Grid(Arc::clone(grid)));
            }
            if let Some(run) = state.graphs.iter().find(|run| run.has_ready()) {
                return Some(Job::Graph(Arc::clone(run)));
            }
            if state.is_closed {
                return None;
            }
            state.n_sleeping += 1;
            state = wait_on(&self.work, state);
            state.n_sleeping -= 1;
        }
    }

    /// Runs commands of a stream that the caller took from the ready list.
    fn run_stream(&self, stream: &Arc<Stream>, scratch: &mut Scratch, budget: Budget) {
        let (mut n_run, mut batch) = (0u64, Vec::new());
        // A trace has the exact times of each command.
        let takes_batches = self.seeded.is_none() && self.trace.is_none();
        while match budget {
            Budget::Commands(most) => n_run < most,
            Budget::WhileAlone => n_run < TURN || !self.has_ready(),
        } {
            n_run += 1;
            let outcome = match stream.next(&mut batch, takes_batches) {
                Next::Idle => return,
                Next::Batch => {
                    n_run += batch.len() as u64;
                    self.run_batch(stream, &mut batch, scratch);
                    continue;
                }
                Next::Skip => Ok(()),
                Next::Run(Command::Free(address)) => {
                    self.memory.finish_free(address);
                    Ok(())
                }
                Next::Run(Command::Launch(launch)) if launch.spins() => {
                    let Some(outcome) = self.run_round(stream, Box::new(self.begin_cooperative(launch)))
                    else {
                        return;
                    };
                    outcome
                }
                Next::Resume(cooperative) => {
                    let Some(outcome) = self.run_round(stream, cooperative) else { return };
                    outcome
                }
                Next::Run(command) => {
                    self.n_running.0.fetch_add(1, Ordering::Relaxed);
                    let spot = self.trace.is_some().then(|| stream.spot());
                    let outcome = self.run_command(spot, command, scratch);
                    self.n_running.0.fetch_sub(1, Ordering::Relaxed);
                    outcome
                }
                Next::Graph(run) => match self.run_graph(stream, &run, scratch) {
                    None => continue,
                    Some(outcome) => {
                        stream.pop_front();
                        outcome
                    }
                },
                Next::Wait { producer, target } => match producer.reach_or_park(target, stream) {
                    None => return,
                    Some(inherited) => {
                        stream.pop_front();
                        inherited
                    }
                },
            };
            self.ended.0.fetch_add(1, Ordering::Relaxed);
            for waiter in stream.complete(outcome) {
                self.make_ready(waiter);
            }
        }
        self.make_ready(Arc::clone(stream));
    }

    /// Runs short launches one after the other. After a failure the others complete without running.
    fn run_batch(&self, stream: &Stream, batch: &mut Vec<LaunchCommand>, scratch: &mut Scratch) {
        let n = batch.len() as u64;
        self.n_running.0.fetch_add(1, Ordering::Relaxed);
        let begin = self.clock.begin();
        let (mut start, mut failure) = (begin, None);
        for (number, launch) in (0..).zip(batch.drain(..)) {
            if failure.is_none() {
                failure = self.run_short(launch, &mut start, scratch).err().map(|error| (number, error));
            }
        }
        self.clock.end(begin);
        self.n_running.0.fetch_sub(1, Ordering::Relaxed);
        self.ended.0.fetch_add(n, Ordering::Relaxed);
        for waiter in stream.complete_all(n, failure) {
            self.make_ready(waiter);
        }
    }

    /// Runs a launch that began at `start` on this worker alone, and sets `start` to its end. The caller records the
    /// time of all that runs one after the other.
    fn run_short(&self, launch: LaunchCommand, start: &mut u64, scratch: &mut Scratch) -> Result<()> {
        let grid = Grid::begin(launch, 1);
        let own = grid.run_chunks(scratch, || false);
        let end = self.clock.now();
        let outcome = grid.end_alone(own.as_ref().map_or(0, |blocks| *blocks), end - *start);
        *start = end;
        own.and(outcome)
    }

    fn begin_cooperative(&self, launch: LaunchCommand) -> Cooperative {
        let start = self.clock.begin();
        Cooperative::new(Arc::new(Grid::begin(launch, 1)), start)
    }

    /// Runs one round of a cooperative launch: returns its result, or `None` if it still waits and its stream
    /// is ready again.
    fn run_round(&self, stream: &Arc<Stream>, mut cooperative: Box<Cooperative>) -> Option<Result<()>> {
        let iterations = if self.seeded.is_some() || self.n_workers == 1 { 1 } else { TURN_ITERATIONS };
        let stepped = cooperative.step(iterations, &self.ended.0);
        if stepped == Ok(false) {
            let is_host_busy = self.n_host_waits.load(Ordering::Relaxed) == 0;
            let has_other_work = is_host_busy || self.n_running.0.load(Ordering::Relaxed) != 0;
            if !cooperative.is_stuck(self.progress(), has_other_work) {
                stream.suspend(cooperative);
                self.make_ready(Arc::clone(stream));
                return None;
            }
        }
        let n_blocks = cooperative.grid.n_blocks();
        cooperative.stop();
        let (end, outcome) = cooperative.grid.end(n_blocks, &self.clock, cooperative.start);
        self.trace(self.trace.is_some().then(|| stream.spot()), cooperative.start, end);
        Some(match stepped {
            Ok(true) => outcome,
            Ok(false) => Err(cooperative.grid.stuck()),
            Err(error) => Err(error),
        })
    }

    fn run_command(&self, spot: Option<Spot>, command: Command, scratch: &mut Scratch) -> Result<()> {
        if let Command::Launch(launch) = command {
            return self.run_launch(spot, launch, scratch);
        }
        let start = self.clock.begin();
        run_transfer(command);
        self.trace(spot, start, self.clock.end(start));
        Ok(())
    }

    fn run_launch(&self, spot: Option<Spot>, launch: LaunchCommand, scratch: &mut Scratch) -> Result<()> {
        let start = self.clock.begin();
        let grid = Grid::begin(launch, self.n_workers);
        if !grid.is_worth_splitting() {
            return self.run_grid(spot, &grid, start, scratch, || {});
        }
        let grid = Arc::new(grid);
        self.offer(&grid);
        self.run_grid(spot, &grid, start, scratch, || self.withdraw(&grid))
    }

    /// Runs the blocks of a launch that began at `start`; `close` ends the participation of other workers.
    fn run_grid(
        &self,
        spot: Option<Spot>,
        grid: &Grid,
        start: u64,
        scratch: &mut Scratch,
        close: impl FnOnce(),
    ) -> Result<()> {
        let own = grid.run_chunks(scratch, || false);
        if own.is_err() {
            grid.stop();
        }
        close();
        let (end, outcome) = grid.end(own.as_ref().map_or(0, |blocks| *blocks), &self.clock, start);
        self.trace(spot, start, end);
        own.and(outcome)
    }

    /// Records executed work, if there is a trace.
    fn trace(&self, spot: Option<Spot>, start: u64, end: u64) {
        if let (Some(trace), Some(spot)) = (&self.trace, spot) {
            trace.ran(Slice { spot, start, end });
        }
    }

    /// Runs the graph at the front of a stream and returns its result. A seeded run takes one node at a time
    /// and returns `None` if nodes are left.
    fn run_graph(&self, stream: &Stream, run: &Arc<GraphRun>, scratch: &mut Scratch) -> Option<Result<()>> {
        run.begin(stream.spot().point);
        if self.seeded.is_some() {
            return match run.take() {
                GraphStep::Run(node) => {
                    self.run_node(run, node, scratch);
                    None
                }
                GraphStep::Busy | GraphStep::Over => Some(run.outcome()),
            };
        }
        let is_shared = 1 < self.n_workers && run.has_branches();
        if is_shared {
            lock(&self.state).graphs.push(Arc::clone(run));
        }
        if self.trace.is_some() {
            self.run_nodes(run, scratch);
        } else {
            self.run_nodes_together(run, scratch);
        }
        if is_shared {
            lock(&self.state).graphs.retain(|other| !Arc::ptr_eq(other, run));
        }
        Some(run.outcome())
    }

    /// Runs all nodes of a graph, each with its times.
    fn run_nodes(&self, run: &GraphRun, scratch: &mut Scratch) {
        loop {
            match run.take() {
                GraphStep::Run(node) => self.run_node(run, node, scratch),
                GraphStep::Busy => run.wait(),
                GraphStep::Over => break,
            }
        }
    }

    /// Runs all nodes of a graph; what is short runs with one look at the clock per launch.
    fn run_nodes_together(&self, run: &GraphRun, scratch: &mut Scratch) {
        self.n_running.0.fetch_add(1, Ordering::Relaxed);
        let mut begin = self.clock.begin();
        let (mut start, mut step) = (begin, run.take());
        loop {
            let node = match step {
                GraphStep::Run(node) => node,
                GraphStep::Busy => {
                    self.clock.end(begin);
                    run.wait();
                    begin = self.clock.begin();
                    (start, step) = (begin, run.take());
                    continue;
                }
                GraphStep::Over => break,
            };
            if 1 < self.n_workers && run.has_ready() {
                self.wake_one();
            }
            let outcome = match run.command(node) {
                None => Ok(()),
                Some(Command::Launch(launch)) if launch.is_short(BATCH_PICOSECONDS) => {
                    self.run_short(launch, &mut start, scratch)
                }
                Some(command @ Command::Launch(_)) => {
                    self.clock.end(begin);
                    let outcome = self.run_command(None, command, scratch);
                    begin = self.clock.begin();
                    start = begin;
                    outcome
                }
                Some(command) => {
                    run_transfer(command);
                    start = self.clock.now();
                    Ok(())
                }
            };
            step = run.finish_and_take(node, outcome);
            // Cooperative launches are retried when there is progress.
            self.ended.0.fetch_add(1, Ordering::Relaxed);
        }
        self.clock.end(begin);
        self.n_running.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Runs nodes of a graph that another worker owns, until a stream is ready.
    fn help_graph(&self, run: &GraphRun, scratch: &mut Scratch) {
        while !self.has_ready()
            && let GraphStep::Run(node) = run.take()
        {
            self.run_node(run, node, scratch);
        }
    }

    /// Runs a node that was taken. Of the nodes that become ready, the caller takes one; sleeping workers are
    /// woken for the others.
    fn run_node(&self, run: &GraphRun, node: u32, scratch: &mut Scratch) {
        if 1 < self.n_workers && run.has_ready() {
            self.wake_one();
        }
        self.n_running.0.fetch_add(1, Ordering::Relaxed);
        let spot = self.trace.is_some().then(|| run.spot(node));
        let ran = run.command(node).map(|command| self.run_command(spot, command, scratch));
        self.n_running.0.fetch_sub(1, Ordering::Relaxed);
        run.finish(node, ran.unwrap_or(Ok(())));
        // Cooperative launches are retried when there is progress.
        self.ended.0.fetch_add(1, Ordering::Relaxed);
    }

    fn wake_one(&self) {
        if 0 < lock(&self.state).n_sleeping {
            self.work.notify_one();
        }
    }

    /// In a seeded run, returns the number that determines the order of the nodes of a graph.
    pub(super) fn seed(&self) -> Option<u64> {
        self.seeded.as_ref().map(|seeded| lock(seeded).order.random())
    }

    fn offer(&self, grid: &Arc<Grid>) {
        let mut state = lock(&self.state);
        state.grids.push(Arc::clone(grid));
        if 0 < state.n_sleeping {
            self.work.notify_all();
        }
    }

    fn withdraw(&self, grid: &Arc<Grid>) {
        lock(&self.state).grids.retain(|other| !Arc::ptr_eq(other, grid));
    }

    /// Runs chunks of a launch that another worker owns, until a stream is ready.
    fn help(&self, grid: &Grid, scratch: &mut Scratch) {
        // Without scratch memory this worker cannot help; the owner runs the blocks and reports the error.
        let helped = grid.run_chunks(scratch, || self.has_ready());
        grid.leave();
        if helped.is_err() {
            std::thread::yield_now();
        }
    }

    /// Runs single commands of ready streams until `is_over`, in the order of the seed.
    fn run_seeded(&self, seeded: &mut Seeded, is_over: impl Fn() -> bool) -> Result<()> {
        while !is_over() {
            let stream = {
                let mut state = lock(&self.state);
                if state.ready.is_empty() {
                    let message = "nothing is ready, but the stream has work";
                    return Err(DeviceError::new("host_wait", "Stuck", message));
                }
                let chosen = seeded.choose(&state.ready);
                let stream = state.ready.remove(chosen);
                self.n_ready.store(state.ready.len(), Ordering::Relaxed);
                stream
            };
            if let Some(stream) = stream {
                self.run_stream(&stream, &mut seeded.scratch, Budget::Commands(1));
                seeded.rest(&stream, self.progress());
            }
        }
        Ok(())
    }
}

/// Copies or fills memory.
fn run_transfer(command: Command) {
    match command {
        // SAFETY: the program vouches for the ranges it copies, and its schedule for their order.
        Command::Copy { dst, src, bytes } => unsafe { transfer::copy(dst, src, bytes) },
        // SAFETY: as above; empty views are not issued.
        Command::CopyStrided(copy) => unsafe { transfer::copy_strided(&copy) },
        // SAFETY: as above; the width was checked when the fill was issued.
        Command::Fill(fill) => unsafe { transfer::fill(&fill) },
        // SAFETY: as above.
        Command::FillStrided(fill) => unsafe { transfer::fill_strided(&fill) },
        Command::Launch(_) | Command::Free(_) | Command::Wait { .. } | Command::Graph(_) => {
            debug_assert!(false, "no transfer");
        }
    }
}

impl Seeded {
    fn new(seed: u64, has_guards: bool) -> Self {
        let (scratch, tired) = (Scratch::new(has_guards), Vec::new());
        Self { order: SeededOrder::new(seed), scratch, tired, progress: 0 }
    }

    /// Returns the index of the stream to run next: launches that wait in vain do not keep others from
    /// running.
    fn choose(&mut self, ready: &VecDeque<Arc<Stream>>) -> usize {
        if ready.iter().all(|stream| self.tired.contains(&stream.id)) {
            self.tired.clear();
        }
        let is_fresh = |index: &usize| !self.tired.contains(&ready[*index].id);
        let fresh: Vec<usize> = (0..ready.len()).filter(is_fresh).collect();
        let streams: Vec<&Arc<Stream>> = fresh.iter().map(|index| &ready[*index]).collect();
        fresh[self.order.choose(&streams)]
    }

    /// Records whether a stream that ran waits.
    fn rest(&mut self, stream: &Stream, progress: u64) {
        if progress != self.progress {
            self.tired.clear();
            self.progress = progress;
        }
        if stream.is_suspended() {
            self.tired.push(stream.id);
        }
    }
}
