//! Graphs: tasks with edges, and their executable form.

use crate::launch::{Copy, Launch, Set};

/// A node of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) action: Action,
    /// Handles of the nodes that it depends on.
    pub(crate) after: Vec<usize>,
    /// Its own handle.
    pub(crate) node: usize,
}

/// The action of a node.
#[derive(Clone, Debug)]
pub enum Action {
    /// Does nothing.
    Empty,
    /// Launches a kernel.
    Launch(Launch),
    /// Copies.
    Copy(Copy),
    /// Fills.
    Set(Set),
}

impl Action {
    /// Returns its duration in nanoseconds.
    pub(crate) fn duration(&self) -> u64 {
        match self {
            Self::Empty => 0,
            Self::Launch(launch) => launch.duration(),
            Self::Copy(copy) => copy.duration(),
            Self::Set(set) => set.duration(),
        }
    }
}

/// A graph under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) tasks: Vec<Task>,
}

/// An executable graph.
#[derive(Clone, Debug)]
pub(crate) struct Exec {
    pub(crate) tasks: Vec<Task>,
    /// The stream and the point of its last launch.
    pub(crate) last: Option<(usize, u64)>,
}

/// Returns the indices of the tasks that can run next, when those in `done` have run.
pub(crate) fn ready(tasks: &[Task], done: &[usize]) -> Vec<usize> {
    let is_ready = |index: &usize| {
        let task = &tasks[*index];
        !done.contains(&task.node) && task.after.iter().all(|before| done.contains(before))
    };
    (0..tasks.len()).filter(is_ready).collect()
}
