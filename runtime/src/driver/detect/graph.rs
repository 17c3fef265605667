//! Task graphs under the detector: every node is work of its own, launches with a log each.

use super::detector::{Detector, Uses};
use super::ranges::AccessLog;
use super::report;
use crate::driver::cpu::graph::strided;
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
    pub(super) uses: Vec<Uses>,
    logs: Vec<u64>,
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
        let mut work = Self { params: Vec::new(), uses: Vec::new(), logs: Vec::new() };
        for (node, range) in graph.nodes.iter().zip(ranges) {
            work.add(node.action, &params[range]);
        }
        Ok(work)
    }

    fn add(&mut self, action: TaskAction, params: &[u64]) {
        self.params.extend(params);
        let known = |log: AccessLog| Uses::Known(Box::new(log));
        let uses = match action {
            TaskAction::Launch { .. } => {
                let log = Detector::new_log();
                self.params.push(log);
                self.logs.push(log);
                Uses::in_flight(log)
            }
            TaskAction::Copy => known(AccessLog::of_copy(params[0], params[1], params[2])),
            TaskAction::CopyStrided { element_bytes, rank } => {
                known(AccessLog::of_strided(&strided(params, element_bytes, rank as usize)))
            }
            TaskAction::Fill { width } => {
                let (dst, pattern, count) = (params[0], params[1], params[2]);
                known(AccessLog::of_fill(&Fill { dst, pattern, width, count }))
            }
        };
        self.uses.push(uses);
    }

    /// Takes back the logs of a graph that was not issued.
    pub(super) fn drop_logs(&mut self) {
        self.uses.clear();
        self.logs.drain(..).for_each(Detector::drop_log);
    }
}

/// What reports call the work of a node.
pub(super) fn work_of(action: TaskAction, kernel: impl FnOnce(u32) -> report::Work) -> report::Work {
    match action {
        TaskAction::Launch { kernel: number, .. } => kernel(number),
        TaskAction::Copy | TaskAction::CopyStrided { .. } => report::Work::Copy,
        TaskAction::Fill { .. } => report::Work::Fill,
    }
}
