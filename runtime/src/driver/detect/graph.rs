//! Task graphs under the detector: every node is work of its own, launches with a log each.

use super::detector::Detector;
use super::ranges::AccessLog;
use crate::driver::tasks::{strided, strided_fill};
use crate::driver::{DeviceError, Fill, Result};
use crate::program::{TaskAction, TaskGraph};

/// The graph whose launches take the address of a log as one more argument.
pub(super) fn with_logs(graph: &TaskGraph) -> TaskGraph {
    let mut graph = graph.clone();
    for node in &mut graph.nodes {
        if let TaskAction::Launch { n_args, .. } = &mut node.action {
            *n_args += 1;
        }
    }
    graph
}

/// What one launch of a graph is given, and what its nodes touch.
pub(super) struct Work {
    /// The parameters, with logs.
    pub(super) params: Vec<u64>,
    /// By node.
    pub(super) tasks: Vec<Task>,
}

/// What is known of a node.
pub(super) enum Task {
    /// The arguments of a launch, and the log that it gets.
    Launch(Vec<u64>, u64),
    /// What a copy or a fill touches.
    Transfer(Box<AccessLog>),
}

impl Work {
    /// The work of a graph with these parameters.
    pub(super) fn of(graph: &TaskGraph, params: &[u64]) -> Result<Self> {
        let ranges = graph.param_ranges();
        let n_params = ranges.last().map_or(0, |range| range.end);
        if params.len() != n_params {
            let message = format!("expected {n_params} parameters, but found {}", params.len());
            return Err(DeviceError::invalid("graph_launch", message));
        }
        let mut work = Self { params: Vec::new(), tasks: Vec::new() };
        for (node, range) in graph.nodes.iter().zip(ranges) {
            work.add(node.action, &params[range]);
        }
        Ok(work)
    }

    fn add(&mut self, action: TaskAction, params: &[u64]) {
        self.params.extend(params);
        let log = match action {
            TaskAction::Launch { .. } => {
                let log = Detector::new_log();
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

    /// Takes back the logs of a graph that was not issued.
    pub(super) fn drop_logs(self) {
        for task in self.tasks {
            if let Task::Launch(_, log) = task {
                Detector::drop_log(log);
            }
        }
    }
}
