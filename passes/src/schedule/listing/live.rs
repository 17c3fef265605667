//! List scheduling on the device of the model: whenever a stream is free, the ready task of the longest remaining path
//! starts on it, while the tasks that run slow each other down.
//!
//! Cost: tasks × ready tasks, at most a bounded number of them.

use super::super::contention::Contention;
use super::{Found, Graph, Stage};

/// The most ready tasks that are compared for each start.
const MAX_COMPARED: usize = 64;

/// Lists all tasks on at most `k` streams; the streams of pinned tasks follow these.
pub(super) fn list(graph: &Graph, k: usize) -> Found {
    let n = graph.tasks.len();
    let mut live = Live {
        graph,
        rank: graph.ranks(0.0),
        contention: Contention::default(),
        is_free: vec![true; k + graph.n_user_streams],
        n_leased: k,
        found: Found {
            order: Vec::with_capacity(n),
            of: vec![usize::MAX; n],
            start: vec![0.0; n],
            end: vec![f64::INFINITY; n],
            makespan: 0.0,
            n_crossings: 0,
        },
        turn: 0.0,
    };
    for stage in &graph.stages {
        live.run(stage);
    }
    live.found.makespan = live.contention.now();
    live.found
}

struct Live<'g> {
    graph: &'g Graph,
    rank: Vec<f64>,
    contention: Contention,
    is_free: Vec<bool>,
    n_leased: usize,
    found: Found,
    /// When the host issues the next task.
    turn: f64,
}

impl Live<'_> {
    fn run(&mut self, stage: &Stage) {
        while stage.awaited.iter().any(|task| self.found.end[*task].is_infinite()) {
            self.advance(f64::INFINITY);
        }
        self.turn = self.turn.max(self.contention.now());
        let first = stage.tasks.start;
        let (mut n_open, followers) = self.graph.openings(stage);
        let mut ready: Vec<usize> = stage.tasks.clone().filter(|task| n_open[task - first] == 0).collect();
        self.sort(&mut ready);
        let mut n_left = stage.tasks.len();
        // Tasks that are issued after others follow their start, those that depend on them their end.
        while 0 < n_left {
            let wake = match self.next(&ready) {
                Choice::Start(index, stream) => {
                    let task = ready.remove(index);
                    self.start(task, stream);
                    n_left -= 1;
                    for follower in &followers[task - first] {
                        n_open[follower - first] -= 1;
                        if n_open[follower - first] == 0 {
                            ready.push(*follower);
                        }
                    }
                    self.sort(&mut ready);
                    continue;
                }
                Choice::Later(time) => time,
            };
            self.advance(wake);
        }
    }

    fn sort(&self, ready: &mut [usize]) {
        ready.sort_by(|a, b| self.rank[*b].total_cmp(&self.rank[*a]).then(a.cmp(b)));
    }

    /// Returns the first ready task that can start now, with its stream.
    fn next(&self, ready: &[usize]) -> Choice {
        let now = self.contention.now();
        let hop = self.graph.model.costs.hop;
        let mut wake = f64::INFINITY;
        for (index, task) in ready.iter().take(MAX_COMPARED).enumerate() {
            let found = &self.graph.tasks[*task];
            let Some(stream) = self.stream_for(*task) else { continue };
            let seen =
                |pred: &usize| self.found.end[*pred] + if self.found.of[*pred] == stream { 0.0 } else { hop };
            let go = found.preds.iter().map(seen).fold(self.turn, f64::max);
            if go <= now + 1e-12 {
                return Choice::Start(index, stream);
            }
            wake = wake.min(go);
        }
        Choice::Later(wake)
    }

    /// Returns the free stream of the predecessor that ends last, or the first free one.
    fn stream_for(&self, task: usize) -> Option<usize> {
        let found = &self.graph.tasks[task];
        if let Some(pin) = found.pin {
            return Some(self.n_leased + pin).filter(|stream| self.is_free[*stream]);
        }
        let near = found.preds.iter().filter(|pred| {
            let stream = self.found.of[**pred];
            stream < self.n_leased && self.is_free[stream]
        });
        let near = near.max_by(|a, b| self.found.end[**a].total_cmp(&self.found.end[**b]).then(b.cmp(a)));
        match near {
            Some(pred) => Some(self.found.of[*pred]),
            None => (0..self.n_leased).find(|stream| self.is_free[*stream]),
        }
    }

    fn start(&mut self, task: usize, stream: usize) {
        let (graph, now) = (self.graph, self.contention.now());
        let preds = &graph.tasks[task].preds;
        let n_crossings = preds.iter().filter(|pred| self.found.of[**pred] != stream).count();
        let costs = &graph.model.costs;
        let issue = graph.works[task].issue(graph.model) + n_crossings as f64 * (costs.record + costs.wait);
        self.turn = self.turn.max(now) + issue;
        self.found.n_crossings += n_crossings;
        self.found.of[task] = stream;
        self.found.start[task] = now;
        self.found.order.push(task);
        self.is_free[stream] = false;
        self.contention.start(task, graph.works[task].whole());
    }

    fn advance(&mut self, until: f64) {
        let ended = self.contention.advance(until).to_vec();
        for task in ended {
            self.found.end[task] = self.contention.now();
            self.is_free[self.found.of[task]] = true;
        }
    }
}

/// What happens next.
enum Choice {
    /// The ready task with this index starts on a stream.
    Start(usize, usize),
    /// Nothing starts before this time.
    Later(f64),
}
