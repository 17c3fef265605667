//! Task graphs in the detector: every node is a piece of work, and each launch has its own log.

use std::sync::Arc;

use super::detector::Detector;
use super::ranges::AccessLog;
use super::threads::SharedShadow;
use crate::driver::tasks::{strided, strided_fill};
use crate::driver::{DeviceError, Fill, Result};
use crate::program::{TaskAction, TaskGraph, TaskNode};

/// Returns the graph with launches that take the address of a log as an additional last argument.
pub(super) fn with_logs(graph: &TaskGraph) -> TaskGraph {
    let mut graph = graph.clone();
    for node in &mut graph.nodes {
        if let TaskAction::Launch { n_args, .. } = &mut node.action {
            *n_args += 1;
        }
    }
    graph
}

/// The parameters of one launch of a graph, and the accesses of its nodes.
pub(super) struct Work {
    /// The parameters, with logs.
    pub(super) params: Vec<u64>,
    /// The nodes.
    pub(super) tasks: Vec<Task>,
}

/// The accesses of a node.
pub(super) enum Task {
    /// The arguments of a launch, and its log.
    Launch(Vec<u64>, u64),
    /// The accesses of a copy or a fill.
    Transfer(Box<AccessLog>),
}

impl Work {
    /// Returns the work of a graph with these parameters.
    pub(super) fn of(graph: &TaskGraph, params: &[u64], threads: &Arc<SharedShadow>) -> Result<Self> {
        let ranges = graph.param_ranges();
        let n_params = ranges.last().map_or(0, |range| range.end);
        if params.len() != n_params {
            let message = format!("expected {n_params} parameters, but found {}", params.len());
            return Err(DeviceError::invalid("graph_launch", message));
        }
        let mut work = Self { params: Vec::new(), tasks: Vec::new() };
        for (node, range) in graph.nodes.iter().zip(ranges) {
            work.add(node, &params[range], threads);
        }
        Ok(work)
    }

    fn add(&mut self, node: &TaskNode, params: &[u64], threads: &Arc<SharedShadow>) {
        self.params.extend(params);
        let log = match node.action {
            TaskAction::Launch { .. } => {
                let log = Detector::new_log(node.op, threads);
                self.params.push(log);
                self.tasks.push(Task::Launch(params[7..].to_vec(), log));
                return;
            }
            TaskAction::Copy => AccessLog::of_copy(params[0], params[1], params[2]),
            TaskAction::CopyStrided { element_bytes, rank } => {
                AccessLog::of_strided(&strided(params, element_bytes, rank as usize))
            }
            TaskAction::Fill { width } => {
                let (dst, pattern, count) = (params[0], params[1], params[2]);
                AccessLog::of_fill(&Fill { dst, pattern, width, count })
            }
            TaskAction::FillStrided { width, rank } => {
                AccessLog::of_strided_fill(&strided_fill(params, width, rank as usize))
            }
        };
        self.tasks.push(Task::Transfer(Box::new(log)));
    }

    /// Frees the logs of a graph that was not issued.
    pub(super) fn drop_logs(self) {
        for task in self.tasks {
            if let Task::Launch(_, log) = task {
                Detector::drop_log(log);
            }
        }
    }
}
