//! The predicted time of a plan: when each node ends on its stream.
//!
//! The commands of a plan are replayed on the target (`replay.rs`): a node starts when it is issued, when its stream
//! is free, when the work that it waits for has ended and, across streams, when the event has arrived; nodes that run at
//! the same time slow each other down. Nodes are assigned to a limited number of streams one after the other, each to the
//! stream on which it costs least as if nothing slowed it down.
//!
//! Cost: nodes × streams × direct predecessors.

use super::input::{Node, NodeKind, ScheduleInput};
use super::replay::{Command, Times, Work, replay, resources};
use warpline_ir::{Module, Op};

/// The penalty of a wait in microseconds.
const WAIT: f64 = 0.5;
/// The relative difference below which times are equal.
pub(super) const PRECISION: f64 = 1e-6;

/// The attribute by which `gpu-reorder` records the stream of a launch, a copy, a fill or a graph, an integer: a plan
/// that is tried beside all others.
pub const STREAM: &str = "warpline.stream";

/// Returns the stream that an operation names by [`STREAM`].
pub(super) fn named_stream(module: &Module, op: Op) -> Option<usize> {
    let stream = module.attr_int(module.attr(op, STREAM)?)?;
    usize::try_from(stream).ok()
}

/// The predicted times of the nodes of a plan.
#[derive(Clone, Debug)]
pub(super) struct PlanTimes {
    /// The stream of each node; `usize::MAX` for nodes without one here.
    pub(super) of: Vec<usize>,
    /// When each node starts and ends; 0 for nodes without a stream.
    pub(super) times: Vec<(f64, f64)>,
    /// When the last node ends.
    pub(super) makespan: f64,
    /// The number of direct predecessors on other streams.
    pub(super) n_crossings: usize,
    /// The method by which the streams were assigned.
    pub(super) method: Method,
}

impl PlanTimes {
    /// Whether it ends sooner than another plan, or as soon with fewer waits.
    pub(super) fn beats(&self, other: &Self) -> bool {
        ends_sooner((self.makespan, self.n_crossings), (other.makespan, other.n_crossings))
    }
}

/// Whether a plan of this time, with so many waits, ends sooner than another one, or as soon with fewer waits.
pub(super) fn ends_sooner((time, n_waits): (f64, usize), (other, n_other_waits): (f64, usize)) -> bool {
    let margin = PRECISION * other;
    time < other - margin || time <= other + margin && n_waits < n_other_waits
}

/// The method by which the streams of a plan are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All possible concurrency is kept: chains of a matching.
    Concurrent,
    /// Each node is on the stream where it costs least.
    Placed,
    /// The same, in the order of the longest remaining path.
    Ranked,
    /// The nodes of each level of the graph in turn (round-robin).
    Dealt,
    /// The streams that the operations name.
    Named,
}

/// The graph that is scheduled.
pub(super) struct Model<'p> {
    /// The program.
    pub(super) input: &'p ScheduleInput,
    /// For each scheduled node, its direct predecessors.
    pub(super) direct: &'p [Vec<usize>],
    /// For each node, its successor on the same stream by a matching.
    pub(super) partner: &'p [Option<usize>],
    /// For each node, the one whose join it waits for; may be empty.
    pub(super) joins: &'p [Option<usize>],
}

/// The state of the streams while nodes are assigned.
struct Timeline {
    /// The number of streams to choose from; user streams are numbered after them.
    n_leased: usize,
    hop: f64,
    free_at: Vec<f64>,
    tail: Vec<Option<usize>>,
    end: Vec<f64>,
    host: f64,
    of: Vec<usize>,
}

impl Model<'_> {
    /// Returns the outcome of a given assignment.
    pub(super) fn follow(&self, of: &[usize]) -> PlanTimes {
        self.evaluate(of.to_vec(), Method::Concurrent)
    }

    /// Returns the outcome of the streams that the operations name.
    pub(super) fn follow_named(&self, of: &[usize]) -> PlanTimes {
        self.evaluate(of.to_vec(), Method::Named)
    }

    /// Assigns each node to the stream where it starts first, in program order.
    pub(super) fn place(&self, n_streams: usize) -> PlanTimes {
        let order: Vec<usize> = (0..self.input.nodes.len()).collect();
        self.evaluate(self.assign_in(&order, n_streams), Method::Placed)
    }

    /// The same in the order of the longest remaining path; the result is evaluated in program order.
    pub(super) fn place_ranked(&self, n_streams: usize) -> PlanTimes {
        self.evaluate(self.assign_in(&self.ranked_order(), n_streams), Method::Ranked)
    }

    /// Returns the stream on which a node costs least; a wait, and displacing a partner, count as time.
    fn cheapest(&self, line: &Timeline, node: usize) -> usize {
        let cost = |stream: &usize| {
            let start = line.start(self, node, *stream);
            let n_waits = line.crossings(self.direct, node, *stream);
            let steals = line.tail[*stream]
                .is_some_and(|tail| self.partner[tail].is_some_and(|partner| partner != node));
            let n_extra = n_waits + usize::from(steals);
            (start + WAIT * n_extra as f64, n_extra, line.tail[*stream].is_none(), *stream)
        };
        let best = (0..line.n_leased).min_by(|a, b| {
            let (a, b) = (cost(a), cost(b));
            a.0.total_cmp(&b.0).then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
        });
        best.unwrap_or(0)
    }

    /// Returns all nodes, between two host nodes sorted by the length of the longest path from their start, the
    /// longest first. A path from an earlier node is at least as long, so the order is topological.
    fn ranked_order(&self) -> Vec<usize> {
        let nodes = &self.input.nodes;
        let mut rank = vec![0.0f64; nodes.len()];
        for node in (0..nodes.len()).rev() {
            rank[node] += nodes[node].duration();
            for pred in &self.direct[node] {
                rank[*pred] = rank[*pred].max(rank[node]);
            }
        }
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        for run in order.chunk_by_mut(|a, b| nodes[*a].kind.is_device() && nodes[*b].kind.is_device()) {
            run.sort_by(|a, b| rank[*b].total_cmp(&rank[*a]).then(a.cmp(b)));
        }
        order
    }

    /// Deals the nodes of each level of the graph out to the streams in turn.
    pub(super) fn deal(&self, n_streams: usize) -> PlanTimes {
        let n = self.input.nodes.len();
        let (mut level, mut n_in_level, mut of) = (vec![0; n], vec![0; n + 1], vec![usize::MAX; n]);
        for node in (0..n).filter(|node| self.input.nodes[*node].kind.is_compute()) {
            let above = self.direct[node].iter().map(|pred| level[*pred] + 1);
            level[node] = above.max().unwrap_or(0);
            of[node] = match self.input.nodes[node].pin {
                Some(pin) => n_streams + pin,
                None => n_in_level[level[node]] % n_streams,
            };
            n_in_level[level[node]] += 1;
        }
        self.evaluate(of, Method::Dealt)
    }

    /// Returns the earliest end of each node, on any number of streams without hops: the longest paths.
    pub(super) fn earliest_ends(&self) -> Vec<f64> {
        let nodes = &self.input.nodes;
        let mut end = vec![0.0; nodes.len()];
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.kind.is_compute()) {
            let start = self.direct[number].iter().map(|pred| end[*pred]).fold(0.0, f64::max);
            end[number] = start + node.duration();
        }
        end
    }

    /// Returns a time in which no plan ends sooner: the longest path, the most used resource, or the time of issue.
    pub(super) fn least(&self) -> f64 {
        let longest = self.earliest_ends().into_iter().fold(0.0, f64::max);
        let nodes = self.input.nodes.iter().filter(|node| node.kind.is_compute());
        let works: Vec<Work> = nodes.map(Node::work).collect();
        resources(&works, self.input.model).into_iter().fold(longest, f64::max)
    }

    /// Assigns nodes in a topological order to the stream on which they cost least.
    fn assign_in(&self, order: &[usize], n_streams: usize) -> Vec<usize> {
        let n = self.input.nodes.len();
        let n_all = n_streams + self.input.user_streams.len();
        let mut line = Timeline {
            n_leased: n_streams,
            hop: self.input.model.costs.hop,
            free_at: vec![0.0; n_all],
            tail: vec![None; n_all],
            end: vec![0.0; n],
            host: 0.0,
            of: vec![usize::MAX; n],
        };
        for number in order.iter().copied() {
            let node = &self.input.nodes[number];
            if node.kind.is_compute() {
                let stream = node.pin.map_or_else(|| self.cheapest(&line, number), |pin| n_streams + pin);
                let end = line.start(self, number, stream) + node.duration();
                (line.end[number], line.free_at[stream], line.tail[stream]) = (end, end, Some(number));
                line.of[number] = stream;
            } else if !node.kind.is_device() && node.kind != NodeKind::Boundary {
                let preds = self.input.conflicts.of(number);
                let ends = preds.iter().take_while(|pred| *pred < number).map(|pred| line.end[pred]);
                line.host = ends.fold(line.host, f64::max);
            }
        }
        line.of
    }

    /// Replays a plan in program order.
    fn evaluate(&self, of: Vec<usize>, method: Method) -> PlanTimes {
        let nodes = &self.input.nodes;
        let issued: Vec<usize> = (0..nodes.len()).filter(|node| nodes[*node].kind.is_compute()).collect();
        let mut number = vec![usize::MAX; nodes.len()];
        issued.iter().enumerate().for_each(|(work, node)| number[*node] = work);
        let works: Vec<Work> = issued.iter().map(|node| nodes[*node].work()).collect();
        let n_streams = issued.iter().map(|node| of[*node] + 1).max().unwrap_or(0);
        let mut issue = Issue::new(works.len(), n_streams);
        let mut commands = Vec::with_capacity(2 * works.len());
        let mut n_crossings = 0;
        let mut leads = vec![false; nodes.len()];
        self.joins.iter().flatten().for_each(|leader| leads[*leader] = true);
        for (at, node) in nodes.iter().enumerate() {
            if node.kind.is_compute() {
                let leader = self.joins.get(at).copied().flatten().filter(|leader| of[*leader] != of[at]);
                let preds = self.direct[at].iter().map(|pred| number[*pred]);
                n_crossings += self.direct[at].iter().filter(|pred| of[**pred] != of[at]).count();
                match leader {
                    Some(leader) => issue.join(number[leader], of[at], node.trips, &mut commands),
                    None => issue.wait_for(preds, of[at], node.trips, &mut commands),
                }
                issue.work(number[at], of[at], leads[at].then_some(node.trips), &mut commands);
            } else if !node.kind.is_device() && node.kind != NodeKind::Boundary {
                let before = self.input.conflicts.of(at);
                let before = before.iter().take_while(|pred| *pred < at).map(|pred| number[pred]);
                let awaited = before.filter(|work| *work != usize::MAX);
                commands.extend(awaited.map(Command::HostWait));
            }
        }
        issue.join_all(&mut commands);
        let Times { start, end, makespan } =
            replay(self.input.model, &works, issue.needed(commands), issue.n_streams);
        let mut times = vec![(0.0, 0.0); nodes.len()];
        issued.iter().enumerate().for_each(|(work, node)| times[*node] = (start[work], end[work]));
        PlanTimes { of, times, makespan, n_crossings, method }
    }
}

/// The waits and records of works that are issued one after the other: of each stream that a work follows, it waits for
/// the latest work that it does not yet follow.
pub(super) struct Issue {
    pub(super) n_streams: usize,
    /// By work, its stream and its number there.
    place: Vec<(usize, usize)>,
    n_on: Vec<usize>,
    /// By pair of streams, the works of the second that the first follows.
    seen: Vec<usize>,
    /// By work, how often its end is recorded.
    recorded: Vec<f64>,
    /// By stream, its last work.
    last: Vec<Option<usize>>,
    /// The stream of the last work of all.
    at: usize,
}

impl Issue {
    pub(super) fn new(n_works: usize, n_streams: usize) -> Self {
        Self {
            n_streams,
            place: vec![(usize::MAX, 0); n_works],
            n_on: vec![0; n_streams],
            seen: vec![0; n_streams * n_streams],
            recorded: vec![0.0; n_works],
            last: vec![None; n_streams],
            at: 0,
        }
    }

    /// Adds the waits of a stream for these works, which are issued so many times.
    pub(super) fn wait_for(
        &mut self,
        preds: impl Iterator<Item = usize>,
        stream: usize,
        times: f64,
        commands: &mut Vec<Command>,
    ) {
        // The latest one of each other stream.
        let mut last: Vec<(usize, usize)> = Vec::new();
        for pred in preds {
            let (of, number) = self.place[pred];
            if of == stream || of == usize::MAX || number <= self.seen[stream * self.n_streams + of] {
                continue;
            }
            match last.iter_mut().find(|(other, _)| *other == of) {
                Some((_, found)) if self.place[*found].1 < number => *found = pred,
                Some(_) => {}
                None => last.push((of, pred)),
            }
        }
        for (of, pred) in last {
            self.seen[stream * self.n_streams + of] = self.place[pred].1;
            self.recorded[pred] = self.recorded[pred].max(times);
            commands.push(Command::Wait(pred, stream, times));
        }
    }

    /// Adds a wait for the join of the stream of another work, right before that work.
    fn join(&mut self, leader: usize, stream: usize, times: f64, commands: &mut Vec<Command>) {
        commands.push(Command::Wait(self.place.len() + leader, stream, times));
    }

    /// Adds a work; `leads` if others wait for what it waits for.
    pub(super) fn work(
        &mut self,
        work: usize,
        stream: usize,
        leads: Option<f64>,
        commands: &mut Vec<Command>,
    ) {
        if let Some(times) = leads {
            commands.push(Command::Record(self.place.len() + work, stream, times));
        }
        self.n_on[stream] += 1;
        self.place[work] = (stream, self.n_on[stream]);
        (self.last[stream], self.at) = (Some(work), stream);
        commands.push(Command::Work(work, stream));
        commands.push(Command::Record(work, stream, 0.0));
    }

    /// Lets one stream wait for all others: the host waits for it at the end.
    pub(super) fn join_all(&mut self, commands: &mut Vec<Command>) {
        let last: Vec<usize> = self.last.iter().flatten().copied().collect();
        self.wait_for(last.into_iter(), self.at, 1.0, commands);
    }

    /// Returns the commands without the records that nothing waits for.
    pub(super) fn needed(&self, commands: Vec<Command>) -> impl Iterator<Item = Command> + use<'_> {
        commands.into_iter().filter_map(|command| match command {
            Command::Record(work, stream, _) if work < self.place.len() => {
                let times = self.recorded[work];
                (0.0 < times).then_some(Command::Record(work, stream, times))
            }
            other => Some(other),
        })
    }
}

impl Timeline {
    fn start(&self, model: &Model<'_>, node: usize, stream: usize) -> f64 {
        let free_at = self.free_at[stream].max(self.host);
        free_at.max(self.arrival(&model.direct[node], stream))
    }

    /// Returns when a stream has observed the ends of all these nodes.
    fn arrival(&self, preds: &[usize], stream: usize) -> f64 {
        let seen = |pred: &usize| self.end[*pred] + if self.of[*pred] == stream { 0.0 } else { self.hop };
        preds.iter().map(seen).fold(0.0, f64::max)
    }

    fn crossings(&self, direct: &[Vec<usize>], node: usize, stream: usize) -> usize {
        direct[node].iter().filter(|pred| self.of[**pred] != stream).count()
    }
}
