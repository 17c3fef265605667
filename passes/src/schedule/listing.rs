//! List scheduling: computes the issue order and the streams for which device work ends soonest by the model.
//!
//! Nodes are taken one after the other, always one whose predecessors are taken, and assigned to the stream where it
//! starts first. The choice among ready nodes decides the result, and no priority rule is always best, so several are
//! tried and the best plan is kept: the longest path to the end with and without event hops (HEFT, with insertion
//! into gaps), the earliest start (ETF), the same on the reversed graph, perturbed ranks, and finally moves of single
//! nodes of the critical path through the schedule to other streams. Each plan is evaluated as it will run: in the
//! order of its starts, each stream first in, first out.
//!
//! Only nodes of one run may change their order, and no two that conflict or that tokens order. Two nodes that may
//! conflict but that user tokens leave unordered keep their order, too, without a wait between them.
//!
//! Cost: (nodes + edges) × streams for each rule; the expensive rules share a budget of placed nodes.

mod frugal;
mod live;

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bits::Bits;
use super::input::NodeKind;
use super::model::{Issue, PRECISION, ends_sooner};
use super::plan::Plan;
use super::replay::{Command, Times, Work, replay, resources};
use crate::target_model::TargetModel;

pub use frugal::least_memory;

/// The total number of nodes placed by perturbed ranks and moves of single nodes.
const BUDGET: usize = 100_000;
/// The maximum number of nodes for insertion into gaps.
const MAX_INSERTED: usize = 2_000;
/// The most time of an order on several streams, as a share of that of the plan without it.
const WORTH: f64 = 0.995;

/// An issue order of the nodes of a plan that have a stream of their own, and the stream of each.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Nodes in issue order.
    pub order: Vec<usize>,
    /// By node, its stream; `usize::MAX` for all others.
    pub of: Vec<usize>,
    /// Predicted microseconds.
    pub makespan: f64,
}

/// Finds an order and streams that end sooner than the plan, if there are any. `runs` are disjoint ranges of nodes in
/// their order, each of which may be permuted.
pub fn find(plan: &Plan, runs: &[std::ops::Range<usize>], max_streams: usize) -> Option<Listing> {
    let graph = Graph::of(plan, runs);
    let text = graph.follow(&graph.in_text(), &graph.compact(&plan.streams.of));
    let least = graph.least();
    if graph.tasks.len() < 2 || WORTH * text.makespan <= least {
        return None;
    }
    let best = Search { graph: &graph, max_streams, least, best: text.clone() }.run();
    (best.makespan < WORTH * text.makespan).then(|| graph.listing(plan, &best))
}

/// A node that is placed.
struct Task {
    node: usize,
    /// Microseconds, alone.
    duration: f64,
    trips: f64,
    /// Direct predecessors among tasks, which must have ended.
    preds: Vec<usize>,
    /// Other tasks of its stage that must be issued earlier.
    issued_after: Vec<usize>,
    pin: Option<usize>,
}

/// Tasks that may be permuted, and the tasks that the host waits for before them.
struct Stage {
    tasks: std::ops::Range<usize>,
    awaited: Vec<usize>,
}

/// The tasks of a plan in program order.
struct Graph {
    tasks: Vec<Task>,
    stages: Vec<Stage>,
    succs: Vec<Vec<usize>>,
    /// By task, its commands.
    works: Vec<Work>,
    n_user_streams: usize,
    model: &'static TargetModel,
}

/// A plan of tasks.
#[derive(Clone)]
struct Found {
    order: Vec<usize>,
    of: Vec<usize>,
    start: Vec<f64>,
    end: Vec<f64>,
    makespan: f64,
    n_crossings: usize,
}

impl Found {
    /// Whether the plan is better than another: it ends sooner, or as soon with fewer waits.
    fn beats(&self, other: &Self) -> bool {
        ends_sooner((self.makespan, self.n_crossings), (other.makespan, other.n_crossings))
    }
}

impl Graph {
    fn of(plan: &Plan, runs: &[std::ops::Range<usize>]) -> Self {
        let nodes = &plan.input.nodes;
        let mut is_task = Bits::new(nodes.len());
        (0..nodes.len()).filter(|node| nodes[*node].kind.is_compute()).for_each(|node| is_task.insert(node));
        let direct = plan.order.reduce(&is_task);
        let mut number = vec![usize::MAX; nodes.len()];
        is_task.iter().enumerate().for_each(|(task, node)| number[node] = task);
        let mut graph = Self {
            tasks: Vec::new(),
            stages: Vec::new(),
            succs: vec![Vec::new(); is_task.len()],
            works: is_task.iter().map(|node| nodes[node].work()).collect(),
            n_user_streams: plan.input.user_streams.len(),
            model: plan.input.model,
        };
        for node in is_task.iter() {
            let preds: Vec<usize> = direct[node].iter().map(|pred| number[*pred]).collect();
            for pred in &preds {
                graph.succs[*pred].push(graph.tasks.len());
            }
            let (duration, trips, pin) = (nodes[node].duration(), nodes[node].trips, nodes[node].pin);
            graph.tasks.push(Task { node, duration, trips, preds, issued_after: Vec::new(), pin });
        }
        graph.add_stages(plan, runs, &number);
        graph
    }

    /// Adds the runs, each other task on its own, and the host waits between them.
    fn add_stages(&mut self, plan: &Plan, runs: &[std::ops::Range<usize>], number: &[usize]) {
        let mut awaited: Vec<usize> = Vec::new();
        let mut runs = runs.iter().peekable();
        let mut node = 0;
        while node < plan.input.nodes.len() {
            let end = runs.next_if(|run| run.start == node).map_or(node + 1, |run| run.end);
            let tasks: Vec<usize> =
                (node..end).map(|node| number[node]).filter(|task| *task != usize::MAX).collect();
            let kind = plan.input.nodes[node].kind;
            if let (Some(first), Some(last)) = (tasks.first(), tasks.last()) {
                self.stages.push(Stage { tasks: *first..last + 1, awaited: std::mem::take(&mut awaited) });
                self.keep_exempt(plan, *first..last + 1, number);
            } else if !kind.is_device() && kind != NodeKind::Boundary {
                let conflicts = plan.input.conflicts.of(node);
                let before = conflicts.iter().take_while(|pred| *pred < node);
                awaited.extend(before.map(|pred| number[pred]).filter(|task| *task != usize::MAX));
            }
            node = end;
        }
    }

    /// Keeps the program order of tasks of one stage that may conflict but that user tokens leave unordered.
    fn keep_exempt(&mut self, plan: &Plan, tasks: std::ops::Range<usize>, number: &[usize]) {
        for task in tasks.clone() {
            let node = self.tasks[task].node;
            let exempt = plan.input.conflicts.exempt(node);
            let earlier = exempt.iter().take_while(|other| *other < node);
            let earlier = earlier.map(|other| number[other]).filter(|other| tasks.contains(other));
            self.tasks[task].issued_after = earlier.collect();
        }
    }

    fn in_text(&self) -> Vec<usize> {
        (0..self.tasks.len()).collect()
    }

    fn compact(&self, of: &[usize]) -> Vec<usize> {
        self.tasks.iter().map(|task| of[task.node]).collect()
    }

    fn listing(&self, plan: &Plan, found: &Found) -> Listing {
        let mut of = vec![usize::MAX; plan.input.nodes.len()];
        self.tasks.iter().zip(&found.of).for_each(|(task, stream)| of[task.node] = *stream);
        let order = found.order.iter().map(|task| self.tasks[*task].node).collect();
        Listing { order, of, makespan: found.makespan }
    }

    /// Returns a time in which no plan ends sooner: the longest path, the most used resource, or the time of issue.
    fn least(&self) -> f64 {
        let mut end: Vec<f64> = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            end.push(task.duration + task.preds.iter().map(|pred| end[*pred]).fold(0.0, f64::max));
        }
        let used = resources(&self.works, self.model);
        end.into_iter().chain(used).fold(0.0, f64::max)
    }

    /// Returns, for each task, the longest path from its start, with `hop` microseconds per edge.
    fn ranks(&self, hop: f64) -> Vec<f64> {
        let mut rank = vec![0.0f64; self.tasks.len()];
        for task in (0..self.tasks.len()).rev() {
            let behind = self.succs[task].iter().map(|succ| rank[*succ] + hop).fold(0.0, f64::max);
            rank[task] = self.tasks[task].duration + behind;
        }
        rank
    }

    /// Evaluates a plan whose tasks are issued in this order.
    fn follow(&self, order: &[usize], of: &[usize]) -> Found {
        let n_streams = of.iter().copied().max().map_or(0, |most| most + 1);
        let mut issue = Issue::new(self.tasks.len(), n_streams);
        let mut commands = Vec::with_capacity(2 * order.len());
        let mut n_crossings = 0;
        let mut at = 0;
        for stage in &self.stages {
            commands.extend(stage.awaited.iter().map(|task| Command::HostWait(*task)));
            for task in &order[at..at + stage.tasks.len()] {
                let Task { preds, trips, .. } = &self.tasks[*task];
                issue.wait_for(preds.iter().copied(), of[*task], *trips, &mut commands);
                issue.work(*task, of[*task], None, &mut commands);
                n_crossings += preds.iter().filter(|pred| of[**pred] != of[*task]).count();
            }
            at += stage.tasks.len();
        }
        issue.join_all(&mut commands);
        let Times { start, end, makespan } =
            replay(self.model, &self.works, issue.needed(commands), n_streams);
        Found { order: order.to_vec(), of: of.to_vec(), start, end, makespan, n_crossings }
    }

    /// Returns an issue order near the order of starts.
    fn issue_order(&self, start: &[f64]) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.tasks.len());
        for stage in &self.stages {
            let key = |task: usize| -start[task];
            self.take_ready(
                stage,
                |ready| ready.pop().map(|entry| entry.task),
                &key,
                |task| order.push(task),
            );
        }
        order
    }

    /// Returns, by task of a stage, the number of predecessors in the stage, and the successors.
    fn openings(&self, stage: &Stage) -> (Vec<usize>, Vec<Vec<usize>>) {
        let first = stage.tasks.start;
        let mut n_open = vec![0usize; stage.tasks.len()];
        let mut followers: Vec<Vec<usize>> = vec![Vec::new(); stage.tasks.len()];
        for task in stage.tasks.clone() {
            let found = &self.tasks[task];
            for before in
                found.preds.iter().chain(&found.issued_after).filter(|pred| stage.tasks.contains(pred))
            {
                n_open[task - first] += 1;
                followers[before - first].push(task);
            }
        }
        (n_open, followers)
    }

    /// Takes the tasks of a stage, each after its predecessors; the highest key comes first.
    fn take_ready(
        &self,
        stage: &Stage,
        mut next: impl FnMut(&mut BinaryHeap<Entry>) -> Option<usize>,
        key: &dyn Fn(usize) -> f64,
        mut take: impl FnMut(usize),
    ) {
        let first = stage.tasks.start;
        let (mut n_open, followers) = self.openings(stage);
        let entry = |task: usize| Entry { key: key(task), task };
        let ready = stage.tasks.clone().filter(|task| n_open[task - first] == 0).map(entry);
        let mut ready: BinaryHeap<Entry> = ready.collect();
        while let Some(task) = next(&mut ready) {
            take(task);
            for follower in &followers[task - first] {
                n_open[follower - first] -= 1;
                if n_open[follower - first] == 0 {
                    ready.push(entry(*follower));
                }
            }
        }
    }
}

/// A ready task; ties are broken by program order.
struct Entry {
    key: f64,
    task: usize,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.total_cmp(&other.key).then(other.task.cmp(&self.task))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

/// The state of the streams while tasks are placed.
struct Line<'g> {
    graph: &'g Graph,
    /// By stream, the time at which all its work has ended.
    free_at: Vec<f64>,
    /// By stream, the idle gaps before that: start and end of each.
    gaps: Vec<Vec<(f64, f64)>>,
    start: Vec<f64>,
    end: Vec<f64>,
    of: Vec<usize>,
    host: f64,
    n_crossings: usize,
}

impl<'g> Line<'g> {
    fn new(graph: &'g Graph, n_streams: usize) -> Self {
        let n = graph.tasks.len();
        Self {
            graph,
            free_at: vec![0.0; n_streams],
            gaps: vec![Vec::new(); n_streams],
            start: vec![0.0; n],
            end: vec![0.0; n],
            of: vec![usize::MAX; n],
            host: 0.0,
            n_crossings: 0,
        }
    }

    fn wait_on_host(&mut self, awaited: &[usize]) {
        self.host = awaited.iter().map(|task| self.end[*task]).fold(self.host, f64::max);
    }

    /// Returns when all predecessors of a task have ended, as observed by a stream.
    fn ready(&self, task: usize, stream: usize) -> f64 {
        let hop = self.graph.model.costs.hop;
        let seen = |pred: &usize| self.end[*pred] + if self.of[*pred] == stream { 0.0 } else { hop };
        self.graph.tasks[task].preds.iter().map(seen).fold(self.host, f64::max)
    }

    fn start(&self, task: usize, stream: usize) -> f64 {
        self.ready(task, stream).max(self.free_at[stream])
    }

    /// The same, in the first gap that fits.
    fn start_in_gap(&self, task: usize, stream: usize) -> f64 {
        let (ready, duration) = (self.ready(task, stream), self.graph.tasks[task].duration);
        let gap = self.gaps[stream].iter().find(|(from, to)| from.max(ready) + duration <= *to);
        gap.map_or(ready.max(self.free_at[stream]), |(from, _)| from.max(ready))
    }

    fn crossings(&self, task: usize, stream: usize) -> usize {
        self.graph.tasks[task].preds.iter().filter(|pred| self.of[**pred] != stream).count()
    }

    fn put(&mut self, task: usize, stream: usize, start: f64) {
        let end = start + self.graph.tasks[task].duration;
        self.n_crossings += self.crossings(task, stream);
        (self.start[task], self.end[task], self.of[task]) = (start, end, stream);
        let free_at = self.free_at[stream];
        if free_at <= start {
            if free_at < start {
                self.gaps[stream].push((free_at, start));
            }
            self.free_at[stream] = end;
        } else if let Some(gap) = self.gaps[stream].iter().position(|(from, to)| *from <= start && end <= *to)
        {
            let (from, to) = self.gaps[stream].remove(gap);
            let rest = [(from, start), (end, to)].into_iter().filter(|(from, to)| from < to);
            self.gaps[stream].splice(gap..gap, rest);
        }
    }

    fn found(self, order: Vec<usize>) -> Found {
        let makespan = self.end.iter().copied().fold(0.0, f64::max);
        let Self { of, start, end, n_crossings, .. } = self;
        Found { order, of, start, end, makespan, n_crossings }
    }
}

/// The rule that selects the next task and its stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// The highest rank.
    Rank,
    /// The highest rank, into gaps.
    Insert,
    /// The earliest start; ties by the highest rank.
    Earliest,
}

/// The state of the search for the best plan.
struct Search<'g> {
    graph: &'g Graph,
    max_streams: usize,
    /// A time in which no plan ends sooner.
    least: f64,
    best: Found,
}

impl Search<'_> {
    fn run(mut self) -> Found {
        let n = self.graph.tasks.len();
        let is_small = n <= MAX_INSERTED;
        for k in self.widths() {
            let most = self.graph.model.costs.hop;
            let hop = most * (k - 1) as f64 / k as f64;
            self.offer(&live::list(self.graph, k));
            for rank in [self.graph.ranks(0.0), self.graph.ranks(hop), self.graph.ranks(most)] {
                if self.is_ended() {
                    return self.best;
                }
                self.try_rule(Rule::Rank, k, &rank);
                if is_small {
                    self.try_rule(Rule::Insert, k, &rank);
                    self.try_rule(Rule::Earliest, k, &rank);
                }
            }
            self.try_reversed(k, hop);
        }
        self.disturb();
        self.move_tasks();
        self.best
    }

    fn widths(&self) -> Vec<usize> {
        let most = self.max_streams.max(1).min(self.graph.tasks.len());
        let mut widths: Vec<usize> =
            std::iter::successors(Some(2), |k| Some(k * 2)).take_while(|k| *k < most).collect();
        widths.extend((2 <= most).then_some(most));
        widths
    }

    fn is_ended(&self) -> bool {
        WORTH * self.best.makespan <= self.least
    }

    fn try_rule(&mut self, rule: Rule, k: usize, rank: &[f64]) {
        let listed = list(self.graph, rule, k, rank);
        self.offer(&listed);
    }

    /// Evaluates a plan in the order of its starts.
    fn offer(&mut self, listed: &Found) {
        let found = self.graph.follow(&self.graph.issue_order(&listed.start), &listed.of);
        if found.beats(&self.best) {
            self.best = found;
        }
    }

    /// Plans the reversed graph, where the end of one stage does not constrain the next, and reverses the result.
    fn try_reversed(&mut self, k: usize, hop: f64) {
        let graph = self.graph;
        let [stage] = graph.stages.as_slice() else { return };
        if graph.tasks.iter().any(|task| task.pin.is_some()) || !stage.awaited.is_empty() {
            return;
        }
        let reversed = graph.reversed();
        let listed = list(&reversed, Rule::Rank, k, &reversed.ranks(hop));
        let n = graph.tasks.len();
        let start: Vec<f64> =
            (0..n).map(|task| -(listed.start[n - 1 - task] + graph.tasks[task].duration)).collect();
        let of: Vec<usize> = (0..n).map(|task| listed.of[n - 1 - task]).collect();
        self.offer(&Found { of, start, ..listed });
    }

    /// Lists by ranks perturbed by a generator with a fixed seed.
    fn disturb(&mut self) {
        let n = self.graph.tasks.len();
        let Some(k) = self.widths().last().copied() else { return };
        let rank = self.graph.ranks(self.graph.model.costs.hop * (k - 1) as f64 / k as f64);
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let n_tries = (BUDGET / 4 / (n * k)).min(64);
        for step in 0..n_tries {
            if self.is_ended() {
                return;
            }
            let scale = [0.05, 0.1, 0.2, 0.4][step % 4];
            let disturbed: Vec<f64> =
                rank.iter().map(|rank| rank * (1.0 + scale * (random.unit() - 0.5))).collect();
            self.try_rule(if step % 8 < 4 { Rule::Insert } else { Rule::Rank }, k, &disturbed);
        }
    }

    /// Moves tasks of the critical path through the plan to other streams, and before the tasks that they wait for on
    /// theirs, while the plan ends sooner.
    fn move_tasks(&mut self) {
        let n = self.graph.tasks.len();
        let k = self.widths().last().copied().unwrap_or(1);
        let mut n_left = BUDGET / n.max(1);
        let mut has_moved = true;
        while has_moved && !self.is_ended() {
            has_moved = false;
            for task in self.critical() {
                for stream in (0..k).filter(|stream| *stream != self.best.of[task]).collect::<Vec<_>>() {
                    if n_left == 0 {
                        return;
                    }
                    n_left -= 1;
                    if self.try_move(task, stream) {
                        has_moved = true;
                        break;
                    }
                }
                if has_moved {
                    break;
                }
            }
        }
    }

    fn try_move(&mut self, task: usize, stream: usize) -> bool {
        if self.graph.tasks[task].pin.is_some() {
            return false;
        }
        let mut of = self.best.of.clone();
        of[task] = stream;
        let mut start = self.best.start.clone();
        let preds = self.graph.tasks[task].preds.iter();
        start[task] = preds.map(|pred| self.best.end[*pred]).fold(0.0, f64::max);
        let found = self.graph.follow(&self.graph.issue_order(&start), &of);
        let is_better = found.makespan < (1.0 - PRECISION) * self.best.makespan;
        if is_better {
            self.best = found;
        }
        is_better
    }

    /// Returns the tasks of the critical path of the plan, last first.
    fn critical(&self) -> Vec<usize> {
        let (graph, best) = (self.graph, &self.best);
        let end = |task: usize| best.end[task];
        let mut behind = vec![None; graph.tasks.len()];
        let n_streams = best.of.iter().copied().max().map_or(0, |most| most + 1);
        let mut tails = vec![None; n_streams];
        for task in &best.order {
            behind[*task] = tails[best.of[*task]].replace(*task);
        }
        let mut at = best.order.iter().copied().max_by(|a, b| end(*a).total_cmp(&end(*b)));
        let mut found = Vec::new();
        while let Some(task) = at {
            found.push(task);
            let hop = |pred: usize| if best.of[pred] == best.of[task] { 0.0 } else { graph.model.costs.hop };
            let preds = behind[task].into_iter().chain(graph.tasks[task].preds.iter().copied());
            at = preds.max_by(|a, b| (end(*a) + hop(*a)).total_cmp(&(end(*b) + hop(*b))));
        }
        found
    }
}

impl Graph {
    /// Returns the reversed graph: of one stage, without pins.
    fn reversed(&self) -> Self {
        let n = self.tasks.len();
        let mut tasks: Vec<Task> = (0..n)
            .rev()
            .map(|task| Task {
                node: self.tasks[task].node,
                duration: self.tasks[task].duration,
                trips: self.tasks[task].trips,
                preds: self.succs[task].iter().map(|succ| n - 1 - succ).collect(),
                issued_after: Vec::new(),
                pin: None,
            })
            .collect();
        for (task, found) in self.tasks.iter().enumerate() {
            found.issued_after.iter().for_each(|other| tasks[n - 1 - other].issued_after.push(n - 1 - task));
        }
        let succs = (0..n).rev().map(|task| self.tasks[task].preds.iter().map(|pred| n - 1 - pred).collect());
        let stages = vec![Stage { tasks: 0..n, awaited: Vec::new() }];
        let works = self.works.iter().rev().cloned().collect();
        Self { tasks, stages, succs: succs.collect(), works, n_user_streams: 0, model: self.model }
    }
}

/// Assigns all tasks by a rule to at most `k` streams; the streams of pinned tasks follow these.
fn list(graph: &Graph, rule: Rule, k: usize, rank: &[f64]) -> Found {
    let mut line = Line::new(graph, k + graph.n_user_streams);
    let mut order = Vec::with_capacity(graph.tasks.len());
    for stage in &graph.stages {
        line.wait_on_host(&stage.awaited);
        let line = std::cell::RefCell::new(&mut line);
        let next = |ready: &mut BinaryHeap<Entry>| match rule {
            Rule::Rank | Rule::Insert => ready.pop().map(|entry| entry.task),
            Rule::Earliest => pop_earliest(ready, &line.borrow(), k),
        };
        graph.take_ready(stage, next, &|task| rank[task], |task| {
            let mut line = line.borrow_mut();
            let (stream, start) = choose(&line, rule, k, task);
            line.put(task, stream, start);
            order.push(task);
        });
    }
    line.found(order)
}

/// Returns the stream on which a task starts first, among ties the one with fewest waits, and that start.
fn choose(line: &Line<'_>, rule: Rule, k: usize, task: usize) -> (usize, f64) {
    let start = |stream: usize| match rule {
        Rule::Insert => line.start_in_gap(task, stream),
        Rule::Rank | Rule::Earliest => line.start(task, stream),
    };
    if let Some(pin) = line.graph.tasks[task].pin {
        return (k + pin, start(k + pin));
    }
    let choices = (0..k).map(|stream| (start(stream), line.crossings(task, stream), stream));
    let best = choices.min_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    best.map_or((0, 0.0), |(start, _, stream)| (stream, start))
}

/// The maximum number of ready tasks compared for the earliest start.
const MAX_COMPARED: usize = 32;

/// Returns the ready task that can start first, among the tasks of the highest ranks; ties by rank.
fn pop_earliest(ready: &mut BinaryHeap<Entry>, line: &Line<'_>, k: usize) -> Option<usize> {
    let mut compared: Vec<Entry> = std::iter::from_fn(|| ready.pop()).take(MAX_COMPARED).collect();
    let starts: Vec<f64> =
        compared.iter().map(|entry| choose(line, Rule::Earliest, k, entry.task).1).collect();
    let best = (0..compared.len()).min_by(|a, b| starts[*a].total_cmp(&starts[*b]))?;
    let task = compared.remove(best).task;
    ready.extend(compared);
    Some(task)
}

/// Marsaglia's 64-bit xorshift generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number from 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
