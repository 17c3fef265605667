//! Task graphs of the CPU device: a frozen graph, and its runs, whose nodes the workers share.
//!
//! A graph is checked and laid out once. A launch is one command of a stream and holds the graph and its
//! parameters; the counters of a run belong to the run. So runs of one graph may be in flight on several
//! streams; on one stream they are serialized like all its commands. Parameters equal to those of the
//! previous launch are shared with it; others are written in place if no launch in flight holds them.
//!
//! The worker that holds the stream runs nodes whose dependencies have completed; idle workers take such
//! nodes, too. After a node fails, no further nodes start; running nodes finish.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::launch::{Args, CpuModule, LaunchCommand, checked_blocks};
use super::order::mix;
use super::stream::Command;
use super::wait_on;
use crate::driver::handles::lock;
use crate::driver::tasks::no_kernel;
use crate::driver::trace::{Issued, Spot};
use crate::driver::{DeviceError, Fill, Result, StreamId, tasks};
use crate::program::{LaunchDims, TaskAction, TaskGraph};

/// A frozen graph.
#[derive(Debug)]
pub(super) struct Graph {
    /// The kernels that nodes name by index: a program, and the index of the kernel in it.
    kernels: Vec<(Arc<CpuModule>, u32)>,
    nodes: Vec<Node>,
    n_params: usize,
    /// Whether some nodes may run concurrently.
    has_branches: bool,
    /// The parameters of the last launch.
    params: Mutex<Arc<[u64]>>,
}

#[derive(Debug)]
struct Node {
    action: TaskAction,
    op: u32,
    params: Range<usize>,
    lane: u32,
    after: Vec<u32>,
    before: Vec<u32>,
}

impl Graph {
    /// Checks and lays out a graph of these kernels.
    pub(super) fn build(kernels: Vec<(Arc<CpuModule>, u32)>, graph: &TaskGraph) -> Result<Self> {
        let (ranges, lanes) = (graph.param_ranges(), graph.lanes());
        let n_params = ranges.last().map_or(0, |range| range.end);
        let mut nodes: Vec<Node> = Vec::with_capacity(graph.nodes.len());
        for ((node, params), lane) in graph.nodes.iter().zip(ranges).zip(lanes) {
            let number = nodes.len() as u32;
            let spins = match node.action {
                TaskAction::Launch { kernel, .. } => {
                    let found = kernels.get(kernel as usize);
                    let found = found.ok_or_else(|| no_kernel("graph_build", kernels.len(), kernel));
                    let found = found.and_then(|(module, kernel)| module.kernel("graph_build", *kernel));
                    found.map_err(|error| error.of_op(node.op))?.spins()
                }
                TaskAction::Copy
                | TaskAction::CopyStrided { .. }
                | TaskAction::Fill { .. }
                | TaskAction::FillStrided { .. } => false,
            };
            tasks::check(number, node, spins)?;
            for earlier in &node.after {
                nodes[*earlier as usize].before.push(number);
            }
            let (action, op, after) = (node.action, node.op, node.after.clone());
            nodes.push(Node { action, op, params, lane, after, before: Vec::new() });
        }
        let has_branches = nodes.iter().any(|node| node.lane != 0);
        Ok(Self { kernels, nodes, n_params, has_branches, params: Mutex::new(Arc::new([])) })
    }

    /// Checks the parameters of a launch and returns them.
    pub(super) fn params(&self, params: &[u64]) -> Result<Arc<[u64]>> {
        tasks::check_params(self.n_params, params)?;
        let mut last = lock(&self.params);
        if **last == *params {
            return Ok(Arc::clone(&last));
        }
        for node in &self.nodes {
            if let TaskAction::Launch { .. } = node.action {
                let dims = LaunchDims::from_params(&params[node.params.clone()]);
                checked_blocks(&dims).map_err(|error| error.of_op(node.op))?;
            }
        }
        match Arc::get_mut(&mut last).filter(|own| own.len() == params.len()) {
            Some(own) => own.copy_from_slice(params),
            None => *last = Arc::from(params),
        }
        Ok(Arc::clone(&last))
    }
}

/// One run of a graph, waiting in a stream or in execution.
#[derive(Debug)]
pub(super) struct GraphRun {
    graph: Arc<Graph>,
    params: Arc<[u64]>,
    stream: StreamId,
    state: Mutex<State>,
    /// Length of the ready list, readable without the lock.
    n_ready: AtomicUsize,
    progress: Condvar,
}

#[derive(Debug, Default)]
struct State {
    has_begun: bool,
    /// The point of the graph in its stream.
    point: u64,
    /// For each node, the number of its dependencies that have not ended.
    n_missing: Vec<u32>,
    ready: VecDeque<u32>,
    n_running: usize,
    is_owner_waiting: bool,
    failure: Option<DeviceError>,
    /// In a seeded run, the number that determines the next node.
    random: Option<u64>,
}

/// The next step of a worker in a run.
pub(super) enum GraphStep {
    /// Run this node.
    Run(u32),
    /// No node is ready until a running node ends.
    Busy,
    /// The run is over.
    Over,
}

impl GraphRun {
    /// Creates a run on a stream; in a seeded run, `random` determines the order of its nodes.
    pub(super) fn new(graph: Arc<Graph>, params: Arc<[u64]>, stream: StreamId, random: Option<u64>) -> Self {
        let state = Mutex::new(State { random, ..State::default() });
        Self { graph, params, stream, state, n_ready: AtomicUsize::new(0), progress: Condvar::new() }
    }

    /// Whether other workers may help.
    pub(super) fn has_branches(&self) -> bool {
        self.graph.has_branches
    }

    /// Whether a node is ready.
    pub(super) fn has_ready(&self) -> bool {
        0 < self.n_ready.load(Ordering::Relaxed)
    }

    /// Begins the run, unless it has begun.
    pub(super) fn begin(&self, point: u64) {
        let mut state = lock(&self.state);
        if state.has_begun {
            return;
        }
        state.has_begun = true;
        state.point = point;
        state.n_missing = self.graph.nodes.iter().map(|node| node.after.len() as u32).collect();
        let first = (0..).zip(&state.n_missing).filter(|(_, n)| **n == 0).map(|(node, _)| node);
        state.ready = first.collect();
        self.n_ready.store(state.ready.len(), Ordering::Relaxed);
    }

    /// Takes a ready node.
    pub(super) fn take(&self) -> GraphStep {
        self.take_from(&mut lock(&self.state))
    }

    fn take_from(&self, state: &mut State) -> GraphStep {
        let n_ready = state.ready.len();
        let chosen = state.random.filter(|_| 0 < n_ready).map_or(0, |random| {
            state.random = Some(mix(random.wrapping_add(1)));
            (random % n_ready as u64) as usize
        });
        let node = state.ready.remove(chosen);
        self.n_ready.store(state.ready.len(), Ordering::Relaxed);
        match node {
            Some(node) => {
                state.n_running += 1;
                GraphStep::Run(node)
            }
            None if state.n_running == 0 => GraphStep::Over,
            None => GraphStep::Busy,
        }
    }

    /// Records the end of a node.
    pub(super) fn finish(&self, node: u32, outcome: Result<()>) {
        self.finish_in(&mut lock(&self.state), node, outcome);
    }

    /// Records the end of a node and takes another one.
    pub(super) fn finish_and_take(&self, node: u32, outcome: Result<()>) -> GraphStep {
        let mut state = lock(&self.state);
        self.finish_in(&mut state, node, outcome);
        self.take_from(&mut state)
    }

    fn finish_in(&self, state: &mut State, node: u32, outcome: Result<()>) {
        state.n_running -= 1;
        if let Err(error) = outcome
            && state.failure.is_none()
        {
            state.failure = Some(error);
            state.ready.clear();
        }
        if state.failure.is_none() {
            for next in &self.graph.nodes[node as usize].before {
                state.n_missing[*next as usize] -= 1;
                if state.n_missing[*next as usize] == 0 {
                    state.ready.push_back(*next);
                }
            }
        }
        self.n_ready.store(state.ready.len(), Ordering::Relaxed);
        if state.is_owner_waiting {
            self.progress.notify_all();
        }
    }

    /// Blocks until a node is ready, or none runs.
    pub(super) fn wait(&self) {
        let mut state = lock(&self.state);
        state.is_owner_waiting = true;
        while state.ready.is_empty() && 0 < state.n_running {
            state = wait_on(&self.progress, state);
        }
        state.is_owner_waiting = false;
    }

    /// Returns the result of a run that is over.
    pub(super) fn outcome(&self) -> Result<()> {
        lock(&self.state).failure.clone().map_or(Ok(()), Err)
    }

    /// Returns the command of a node; `None` for a launch without blocks and a copy of zero bytes.
    pub(super) fn command(&self, node: u32) -> Option<Command> {
        let Node { action, op, params: range, .. } = &self.graph.nodes[node as usize];
        let params = &self.params[range.clone()];
        match *action {
            TaskAction::Launch { kernel, .. } => {
                let dims = LaunchDims::from_params(params);
                let blocks = checked_blocks(&dims).ok().filter(|blocks| 0 < *blocks)?;
                let args =
                    Args::Shared(Arc::clone(&self.params), range.start + LaunchDims::N_PARAMS..range.end);
                let (module, kernel) = self.graph.kernels[kernel as usize].clone();
                let kernel = kernel as usize;
                Some(Command::Launch(LaunchCommand { module, kernel, dims, args, blocks, op: *op }))
            }
            TaskAction::Copy => Some(Command::Copy { dst: params[0], src: params[1], bytes: params[2] }),
            TaskAction::Fill { width } => {
                let (dst, pattern, count) = (params[0], params[1], params[2]);
                Some(Command::Fill(Fill { dst, pattern, width, count }))
            }
            TaskAction::FillStrided { width, rank } => {
                let fill = tasks::strided_fill(params, width, rank as usize);
                Some(Command::FillStrided(Box::new(fill)))
            }
            TaskAction::CopyStrided { element_bytes, rank } => {
                let copy = tasks::strided(params, element_bytes, rank as usize);
                (!copy.sizes[..copy.rank].contains(&0)).then(|| Command::CopyStrided(Box::new(copy)))
            }
        }
    }

    /// Returns the position of a node in a trace.
    pub(super) fn spot(&self, node: u32) -> Spot {
        let lane = self.graph.nodes[node as usize].lane;
        Spot { stream: self.stream, point: lock(&self.state).point, node, lane }
    }

    /// Returns all nodes for a trace, of a run that was issued at this point.
    pub(super) fn issued(&self, point: u64) -> Vec<Issued> {
        let entry = |(number, node): (u32, &Node)| {
            let action = self.command(number)?.action()?;
            let spot = Spot { stream: self.stream, point, node: number, lane: node.lane };
            Some(Issued { spot, op: node.op, action, after: node.after.clone() })
        };
        (0..).zip(&self.graph.nodes).filter_map(entry).collect()
    }
}
