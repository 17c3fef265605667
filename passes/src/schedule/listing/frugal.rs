//! An issue order on one stream that keeps the bytes of live buffers within a limit.
//!
//! The live bytes depend only on the set of completed tasks, so a depth-first search visits each such set once. A
//! task that fits and leaves no more bytes live than before is taken without branching: its successors need no more
//! memory than without it. If the search finds no order, or exhausts its budget, the task that adds the fewest bytes
//! comes next.
//!
//! Cost: bounded by a budget of compared tasks.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::plan::Plan;
use super::{Graph, Listing, Random, Stage};

/// The total number of tasks that the search compares, and the number that the fallback compares for each choice.
const BUDGET: usize = 2_000_000;
const MAX_COMPARED: usize = 256;

/// Returns an order of the nodes of a plan on one stream that keeps the limit if one is found, else one that needs
/// little memory. `used` has the buffers of each node, `bytes` their sizes.
pub fn least_memory(
    plan: &Plan,
    runs: &[Range<usize>],
    used: &[Vec<usize>],
    bytes: &[u64],
    limit: u64,
) -> Listing {
    let graph = Graph::of(plan, runs);
    let mut n_left = vec![0usize; bytes.len()];
    for buffer in graph.tasks.iter().flat_map(|task| &used[task.node]) {
        n_left[*buffer] += 1;
    }
    let is_live = vec![false; bytes.len()];
    let mut memory = Memory { graph: &graph, used, bytes, n_left, is_live, live: 0 };
    let mut order = Vec::with_capacity(graph.tasks.len());
    let mut budget = BUDGET;
    for stage in &graph.stages {
        let found = Search::new(&mut memory, stage, limit).run(&mut budget);
        order.extend(found.unwrap_or_else(|| Search::new(&mut memory, stage, limit).greedy()));
    }
    let found = graph.follow(&order, &vec![0; graph.tasks.len()]);
    graph.listing(plan, &found)
}

/// The live buffers.
struct Memory<'a> {
    graph: &'a Graph,
    used: &'a [Vec<usize>],
    bytes: &'a [u64],
    /// By buffer, the number of remaining tasks that use it.
    n_left: Vec<usize>,
    is_live: Vec<bool>,
    live: u64,
}

/// The effect of a task on the live bytes.
struct Change {
    /// The bytes live while it runs.
    peak: u64,
    /// The bytes live after it.
    behind: u64,
}

impl Memory<'_> {
    fn used_by(&self, task: usize) -> &[usize] {
        &self.used[self.graph.tasks[task].node]
    }

    fn change(&self, task: usize) -> Change {
        let (mut peak, mut ended) = (self.live, 0u64);
        for buffer in self.used_by(task) {
            if !self.is_live[*buffer] {
                peak = peak.saturating_add(self.bytes[*buffer]);
            }
            if self.n_left[*buffer] == 1 {
                ended = ended.saturating_add(self.bytes[*buffer]);
            }
        }
        Change { peak, behind: peak.saturating_sub(ended) }
    }

    /// Runs a task; returns the buffers of which it is the first user.
    fn take(&mut self, task: usize) -> Vec<usize> {
        self.live = self.change(task).behind;
        let used = &self.used[self.graph.tasks[task].node];
        let mut begun = Vec::new();
        for buffer in used {
            if !std::mem::replace(&mut self.is_live[*buffer], true) {
                begun.push(*buffer);
            }
            self.n_left[*buffer] -= 1;
        }
        begun
    }

    fn undo(&mut self, task: usize, begun: &[usize], live: u64) {
        self.live = live;
        for buffer in &self.used[self.graph.tasks[task].node] {
            self.n_left[*buffer] += 1;
        }
        for buffer in begun {
            self.is_live[*buffer] = false;
        }
    }
}

/// A task that was taken, and its untried alternatives.
struct Choice {
    task: usize,
    begun: Vec<usize>,
    live: u64,
    others: Vec<usize>,
}

/// The search for an order of one stage.
struct Search<'m, 'a> {
    memory: &'m mut Memory<'a>,
    tasks: Range<usize>,
    limit: u64,
    n_open: Vec<usize>,
    followers: Vec<Vec<usize>>,
    ready: BTreeSet<usize>,
    /// By task, its contribution to the key of a set of tasks.
    keys: Vec<u128>,
    /// The key of the completed tasks. A collision of two sets may only cost the search an order.
    done: u128,
    taken: Vec<Choice>,
}

impl<'m, 'a> Search<'m, 'a> {
    fn new(memory: &'m mut Memory<'a>, stage: &Stage, limit: u64) -> Self {
        let tasks = stage.tasks.clone();
        let (n_open, followers) = memory.graph.openings(stage);
        let ready = tasks.clone().filter(|task| n_open[task - tasks.start] == 0).collect();
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        let keys =
            tasks.clone().map(|_| u128::from(random.next()) << 64 | u128::from(random.next())).collect();
        Self { memory, tasks, limit, n_open, followers, ready, keys, done: 0, taken: Vec::new() }
    }

    /// Returns the order that keeps the limit; `None` if there is none or the budget is exhausted. Then no task is
    /// taken.
    fn run(mut self, budget: &mut usize) -> Option<Vec<usize>> {
        let mut seen: FxHashSet<u128> = FxHashSet::default();
        let mut choices = self.choices();
        while self.taken.len() < self.tasks.len() {
            *budget = budget.saturating_sub(self.ready.len().max(1));
            if *budget == 0 {
                while self.undo().is_some() {}
                return None;
            }
            choices = match choices.pop() {
                Some(task) => {
                    self.take(task, choices);
                    if seen.insert(self.done) { self.choices() } else { Vec::new() }
                }
                None => self.undo()?,
            };
        }
        Some(self.taken.iter().map(|choice| choice.task).collect())
    }

    /// Returns the candidates for the next task, the best one last.
    fn choices(&self) -> Vec<usize> {
        let change = |task: &usize| (self.memory.change(*task), *task);
        let fitting = self.ready.iter().map(change).filter(|(change, _)| change.peak <= self.limit);
        let mut fitting: Vec<(u64, usize)> = fitting.map(|(change, task)| (change.behind, task)).collect();
        fitting.sort_unstable();
        fitting.reverse();
        match fitting.last() {
            Some((behind, task)) if *behind <= self.memory.live => vec![*task],
            _ => fitting.into_iter().map(|(_, task)| task).collect(),
        }
    }

    fn take(&mut self, task: usize, others: Vec<usize>) {
        let live = self.memory.live;
        let begun = self.memory.take(task);
        self.ready.remove(&task);
        self.done ^= self.keys[task - self.tasks.start];
        for follower in &self.followers[task - self.tasks.start] {
            self.n_open[follower - self.tasks.start] -= 1;
            if self.n_open[follower - self.tasks.start] == 0 {
                self.ready.insert(*follower);
            }
        }
        self.taken.push(Choice { task, begun, live, others });
    }

    /// Undoes the last task; returns its alternatives.
    fn undo(&mut self) -> Option<Vec<usize>> {
        let Choice { task, begun, live, others } = self.taken.pop()?;
        for follower in &self.followers[task - self.tasks.start] {
            self.n_open[follower - self.tasks.start] += 1;
            self.ready.remove(follower);
        }
        self.done ^= self.keys[task - self.tasks.start];
        self.ready.insert(task);
        self.memory.undo(task, &begun, live);
        Some(others)
    }

    /// Takes as the next task the one that leaves the fewest bytes live, among the first ready ones.
    fn greedy(mut self) -> Vec<usize> {
        let first = |search: &Self| {
            let ready = search.ready.iter().take(MAX_COMPARED);
            ready.copied().min_by_key(|task| (search.memory.change(*task).behind, *task))
        };
        while let Some(task) = first(&self) {
            self.take(task, Vec::new());
        }
        self.taken.iter().map(|choice| choice.task).collect()
    }
}
