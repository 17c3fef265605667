//! Executes task graphs as graphs of the driver.
//!
//! The driver's graph is created when a task graph is first launched, with the parameters of that launch.
//! When parameters change, kernel nodes are updated in the executable graph. If a copy or a fill changes, or
//! a grid becomes empty or nonempty, the whole graph is created again, since the driver updates such nodes in
//! simple cases only. Launches already issued are not affected: the driver serializes launches of one
//! executable graph, and frees one in execution when it is done.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::context::{Context, Suspect};
use super::driver::{self, Driver, GraphExec, Node};
use super::module::{GpuKernel, GpuModule};
use super::transfer::{overlap, pieces, run, sets, strided_sets};
use crate::driver::handles::lock;
use crate::driver::tasks::{self, no_kernel};
use crate::driver::{Fill, Result, StreamId};
use crate::program::{LaunchDims, TaskAction, TaskGraph};

/// A task graph of a loaded program.
pub(super) struct Graph {
    /// The kernels that nodes name by index: a program, and the index of the kernel in it.
    kernels: Vec<(Arc<GpuModule>, u32)>,
    tasks: TaskGraph,
    ranges: Vec<Range<usize>>,
    pub(super) suspects: Arc<[Suspect]>,
    built: Mutex<Option<Built>>,
}

/// The driver's graph for one set of parameters.
struct Built {
    params: Vec<u64>,
    graph: driver::Graph,
    exec: GraphExec,
    nodes: Nodes,
}

/// The objects created for the tasks.
#[derive(Default)]
struct Nodes {
    /// The node of each task that launches a kernel.
    kernels: Vec<Option<Node>>,
    /// Temporary device memory for copies whose source and destination overlap.
    between: Vec<u64>,
}

impl Graph {
    /// Checks a graph; it is passed to the driver at its first launch.
    pub(super) fn new(kernels: Vec<(Arc<GpuModule>, u32)>, tasks: &TaskGraph) -> Result<Self> {
        let mut suspects = Vec::new();
        for (number, node) in (0..).zip(&tasks.nodes) {
            let mut spins = false;
            if let TaskAction::Launch { kernel, .. } = node.action {
                let kernel = find(&kernels, "graph_build", kernel).map_err(|error| error.of_op(node.op))?;
                spins = kernel.spins;
                suspects.push(kernel.suspect(node.op));
            }
            tasks::check(number, node, spins)?;
        }
        let (tasks, ranges) = (tasks.clone(), tasks.param_ranges());
        Ok(Self { kernels, tasks, ranges, suspects: suspects.into(), built: Mutex::new(None) })
    }

    /// Notes that its kernels are launched on a stream.
    pub(super) fn use_stream(&self, stream: StreamId) {
        self.kernels.iter().for_each(|(module, _)| module.streams.add(stream));
    }

    /// Returns its number of nodes.
    pub(super) fn n_nodes(&self) -> u64 {
        self.tasks.nodes.len() as u64
    }

    /// Updates the driver's graph to the parameters, and issues it.
    pub(super) fn launch(
        &self,
        cx: &Context,
        params: &[u64],
        issue: impl FnOnce(GraphExec) -> Result<()>,
    ) -> Result<()> {
        let expected = self.ranges.last().map_or(0, |range| range.end);
        tasks::check_params(expected, params)?;
        let mut built = lock(&self.built);
        let is_ready = match &mut *built {
            Some(built) => built.params == params || self.update(cx, built, params)?,
            None => false,
        };
        if !is_ready {
            let old = built.replace(self.build(cx, params)?);
            old.map_or(Ok(()), |old| old.destroy(cx))?;
        }
        built.as_ref().map_or(Ok(()), |built| issue(built.exec))?;
        self.count(params);
        Ok(())
    }

    fn count(&self, params: &[u64]) {
        for (node, range) in self.tasks.nodes.iter().zip(&self.ranges) {
            if let TaskAction::Launch { kernel, .. } = node.action
                && !LaunchDims::from_params(&params[range.clone()]).is_empty()
                && let Ok(kernel) = find(&self.kernels, "graph_launch", kernel)
            {
                kernel.count();
            }
        }
    }

    /// Updates the parameters of kernel nodes. Returns false if that is not enough; then the graph has to be
    /// created again.
    fn update(&self, cx: &Context, built: &mut Built, params: &[u64]) -> Result<bool> {
        let changed = |index: &usize| {
            let range = self.ranges[*index].clone();
            built.params[range.clone()] != params[range]
        };
        let changed: Vec<usize> = (0..self.ranges.len()).filter(changed).collect();
        for index in &changed {
            let mine = &params[self.ranges[*index].clone()];
            let is_kernel = built.nodes.kernels[*index].is_some();
            if !is_kernel || LaunchDims::from_params(mine).is_empty() {
                return Ok(false);
            }
        }
        for index in changed {
            let (node, range) = (&self.tasks.nodes[index], self.ranges[index].clone());
            let (TaskAction::Launch { kernel, .. }, Some(place)) = (node.action, built.nodes.kernels[index])
            else {
                continue;
            };
            let kernel = find(&self.kernels, "graph_launch", kernel)?;
            let mine = &params[range.clone()];
            let dims = LaunchDims::from_params(mine);
            let done = kernel.prepare(cx, &dims, mine.len() - LaunchDims::N_PARAMS).and_then(|_| {
                cx.call(|driver| {
                    driver.graph_set_kernel(
                        built.exec,
                        place,
                        kernel.function,
                        &dims,
                        &mine[LaunchDims::N_PARAMS..],
                    )
                })
            });
            done.map_err(|error| error.of_op(node.op))?;
            built.params[range].copy_from_slice(mine);
        }
        Ok(true)
    }

    fn build(&self, cx: &Context, params: &[u64]) -> Result<Built> {
        let graph = cx.call(Driver::graph_create)?;
        let mut nodes = Nodes::default();
        let made = self.add_nodes(cx, graph, params, &mut nodes);
        match made.and_then(|()| cx.call(|driver| driver.graph_instantiate(graph))) {
            Ok(exec) => Ok(Built { params: params.to_vec(), graph, exec, nodes }),
            Err(error) => {
                // The first error is the one that matters.
                let _ = cx.call(|driver| driver.graph_destroy(graph)).and(nodes.free(cx));
                Err(error)
            }
        }
    }

    fn add_nodes(&self, cx: &Context, graph: driver::Graph, params: &[u64], made: &mut Nodes) -> Result<()> {
        let mut ends: Vec<Vec<Node>> = Vec::with_capacity(self.tasks.nodes.len());
        made.kernels = vec![None; self.tasks.nodes.len()];
        for (index, task) in self.tasks.nodes.iter().enumerate() {
            let mut after: Vec<Node> = Vec::new();
            for before in &task.after {
                after.extend(&ends[*before as usize]);
            }
            let mine = &params[self.ranges[index].clone()];
            let added = match task.action {
                TaskAction::Copy if overlap(mine[0], mine[1], mine[2]) => {
                    made.add_copy(cx, graph, &after, mine)
                }
                action => self.add_node(cx, graph, action, &after, mine),
            };
            let mut nodes = added.map_err(|error| error.of_op(task.op))?;
            if nodes.is_empty() {
                nodes.push(cx.call(|driver| driver.graph_empty(graph, &after))?);
            } else if let TaskAction::Launch { .. } = task.action {
                made.kernels[index] = nodes.first().copied();
            }
            ends.push(nodes);
        }
        Ok(())
    }

    /// Adds the driver's nodes for one task; returns none if it does nothing.
    fn add_node(
        &self,
        cx: &Context,
        graph: driver::Graph,
        action: TaskAction,
        after: &[Node],
        params: &[u64],
    ) -> Result<Vec<Node>> {
        match action {
            TaskAction::Launch { kernel, .. } => {
                let (kernel, dims) =
                    (find(&self.kernels, "graph_launch", kernel)?, LaunchDims::from_params(params));
                if !kernel.prepare(cx, &dims, params.len() - LaunchDims::N_PARAMS)? {
                    return Ok(Vec::new());
                }
                Ok(vec![cx.call(|driver| {
                    driver.graph_kernel(graph, after, kernel.function, &dims, &params[LaunchDims::N_PARAMS..])
                })?])
            }
            TaskAction::Copy => {
                let (dst, src, bytes) = (params[0], params[1], params[2]);
                if bytes == 0 || dst == src {
                    return Ok(Vec::new());
                }
                Ok(vec![cx.call(|driver| driver.graph_copy(graph, after, &run(dst, src, bytes)))?])
            }
            TaskAction::CopyStrided { element_bytes, rank } => {
                let copy = tasks::strided(params, element_bytes, rank as usize);
                pieces(&copy)?
                    .iter()
                    .map(|rows| cx.call(|driver| driver.graph_copy(graph, after, rows)))
                    .collect()
            }
            TaskAction::Fill { width } => {
                let fill = Fill { dst: params[0], pattern: params[1], width, count: params[2] };
                sets(&fill, &cx.limits)?
                    .iter()
                    .map(|set| cx.call(|driver| driver.graph_set(graph, after, set)))
                    .collect()
            }
            TaskAction::FillStrided { width, rank } => {
                let fill = tasks::strided_fill(params, width, rank as usize);
                strided_sets(&fill, &cx.limits)?
                    .iter()
                    .map(|set| cx.call(|driver| driver.graph_set(graph, after, set)))
                    .collect()
            }
        }
    }

    /// Destroys the driver's objects of the graph.
    pub(super) fn destroy(&self, cx: &Context) -> Result<()> {
        lock(&self.built).take().map_or(Ok(()), |built| built.destroy(cx))
    }
}

/// Returns a kernel by its index in the table of a graph.
fn find<'k>(kernels: &'k [(Arc<GpuModule>, u32)], call: &'static str, index: u32) -> Result<&'k GpuKernel> {
    let found = kernels.get(index as usize);
    let (module, kernel) = found.ok_or_else(|| no_kernel(call, kernels.len(), index))?;
    module.kernel(call, *kernel)
}

impl Built {
    fn destroy(self, cx: &Context) -> Result<()> {
        let exec = cx.call(|driver| driver.graph_exec_destroy(self.exec));
        let graph = cx.call(|driver| driver.graph_destroy(self.graph));
        exec.and(graph).and(self.nodes.free(cx))
    }
}

impl Nodes {
    /// Adds a copy whose source and destination overlap; returns its last node.
    fn add_copy(
        &mut self,
        cx: &Context,
        graph: driver::Graph,
        after: &[Node],
        params: &[u64],
    ) -> Result<Vec<Node>> {
        let (dst, src, bytes) = (params[0], params[1], params[2]);
        let between = cx.call(|driver| driver.mem_alloc(bytes))?;
        self.between.push(between);
        let read = cx.call(|driver| driver.graph_copy(graph, after, &run(between, src, bytes)))?;
        Ok(vec![cx.call(|driver| driver.graph_copy(graph, &[read], &run(dst, between, bytes)))?])
    }

    /// Frees the temporary memory, which waits for work that uses it.
    fn free(&self, cx: &Context) -> Result<()> {
        let freed = self.between.iter().map(|address| cx.call(|driver| driver.mem_free(*address)));
        freed.fold(Ok(()), Result::and)
    }
}
