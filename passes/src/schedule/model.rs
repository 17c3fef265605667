//! The predicted time of a plan: when each node ends on its stream.
//!
//! Streams run concurrently without slowing each other down. A node starts when its stream is free, when the work
//! that it waits for has ended and, across streams, when the event has arrived. The same traversal assigns nodes one
//! after the other to a limited number of streams: each node gets the stream on which it costs least.
//!
//! Cost: nodes × streams × direct predecessors.

use super::input::{NodeKind, ScheduleInput};
use warpline_ir::{Module, Op};

/// Microseconds from the end of a node until another stream observes its event.
pub const HOP: f64 = 1.5;
/// The penalty of a wait in microseconds.
const WAIT: f64 = 0.5;

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
    /// When each node ends.
    pub(super) end: Vec<f64>,
    /// When the last node ends.
    pub(super) makespan: f64,
    /// The number of direct predecessors on other streams.
    pub(super) n_crossings: usize,
    /// The method by which the streams were assigned.
    pub(super) method: Method,
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
    free_at: Vec<f64>,
    tail: Vec<Option<usize>>,
    end: Vec<f64>,
    host: f64,
    of: Vec<usize>,
}

impl Model<'_> {
    /// Returns the outcome of a given assignment.
    pub(super) fn follow(&self, of: &[usize]) -> PlanTimes {
        let leased = of.iter().enumerate().filter(|(node, _)| !self.input.is_pinned(*node));
        let n_streams = leased
            .map(|(_, stream)| *stream)
            .filter(|stream| *stream != usize::MAX)
            .max()
            .map_or(0, |most| most + 1);
        self.walk(n_streams, Method::Concurrent, |_, node| of[node])
    }

    /// Returns the outcome of the streams that the operations name.
    pub(super) fn follow_named(&self, of: &[usize]) -> PlanTimes {
        PlanTimes { method: Method::Named, ..self.follow(of) }
    }

    /// Assigns each node to the stream where it starts first, in program order.
    pub(super) fn place(&self, n_streams: usize) -> PlanTimes {
        let order: Vec<usize> = (0..self.input.nodes.len()).collect();
        self.walk_in(&order, n_streams, Method::Placed, |line, node| self.cheapest(line, node))
    }

    /// The same in the order of the longest remaining path; the result is evaluated in program order.
    pub(super) fn place_ranked(&self, n_streams: usize) -> PlanTimes {
        let order = self.ranked_order();
        let placed = self.walk_in(&order, n_streams, Method::Ranked, |line, node| self.cheapest(line, node));
        let of = placed.of;
        self.walk(n_streams, Method::Ranked, |_, node| of[node])
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
            rank[node] += nodes[node].duration;
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
        let (mut level, mut n_in_level, mut of) = (vec![0; n], vec![0; n + 1], vec![0; n]);
        for node in (0..n).filter(|node| self.input.nodes[*node].kind.is_compute()) {
            let above = self.direct[node].iter().map(|pred| level[*pred] + 1);
            level[node] = above.max().unwrap_or(0);
            of[node] = n_in_level[level[node]] % n_streams;
            n_in_level[level[node]] += 1;
        }
        self.walk(n_streams, Method::Dealt, |_, node| of[node])
    }

    /// Returns the earliest end of each node, on any number of streams without hops: the longest paths.
    pub(super) fn earliest_ends(&self) -> Vec<f64> {
        let nodes = &self.input.nodes;
        let mut end = vec![0.0; nodes.len()];
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.kind.is_compute()) {
            let start = self.direct[number].iter().map(|pred| end[*pred]).fold(0.0, f64::max);
            end[number] = start + node.duration;
        }
        end
    }

    fn walk(
        &self,
        n_streams: usize,
        method: Method,
        pick: impl FnMut(&Timeline, usize) -> usize,
    ) -> PlanTimes {
        let order: Vec<usize> = (0..self.input.nodes.len()).collect();
        self.walk_in(&order, n_streams, method, pick)
    }

    /// Evaluates the nodes in a topological order.
    fn walk_in(
        &self,
        order: &[usize],
        n_streams: usize,
        method: Method,
        mut pick: impl FnMut(&Timeline, usize) -> usize,
    ) -> PlanTimes {
        let n = self.input.nodes.len();
        let n_all = n_streams + self.input.user_streams.len();
        let mut line = Timeline {
            n_leased: n_streams,
            free_at: vec![0.0; n_all],
            tail: vec![None; n_all],
            end: vec![0.0; n],
            host: 0.0,
            of: vec![usize::MAX; n],
        };
        let mut n_crossings = 0;
        for number in order.iter().copied() {
            let node = &self.input.nodes[number];
            if node.kind.is_compute() {
                let stream = node.pin.map_or_else(|| pick(&line, number), |pin| n_streams + pin);
                n_crossings += line.crossings(self.direct, number, stream);
                let end = line.start(self, number, stream) + node.duration;
                (line.end[number], line.free_at[stream], line.tail[stream]) = (end, end, Some(number));
                line.of[number] = stream;
            } else if !node.kind.is_device() && node.kind != NodeKind::Boundary {
                let preds = self.input.conflicts.of(number);
                let ends = preds.iter().take_while(|pred| *pred < number).map(|pred| line.end[pred]);
                line.host = ends.fold(line.host, f64::max);
            }
        }
        let makespan = line.free_at.iter().copied().fold(0.0, f64::max);
        PlanTimes { of: line.of, end: line.end, makespan, n_crossings, method }
    }
}

impl Timeline {
    fn start(&self, model: &Model<'_>, node: usize, stream: usize) -> f64 {
        let free_at = self.free_at[stream].max(self.host);
        let leader = model.joins.get(node).copied().flatten().map(|leader| self.of[leader]);
        match leader.filter(|leader| *leader != stream) {
            Some(leader) => free_at.max(self.arrival(&model.direct[node], leader) + HOP),
            None => free_at.max(self.arrival(&model.direct[node], stream)),
        }
    }

    /// Returns when a stream has observed the ends of all these nodes.
    fn arrival(&self, preds: &[usize], stream: usize) -> f64 {
        let seen = |pred: &usize| self.end[*pred] + if self.of[*pred] == stream { 0.0 } else { HOP };
        preds.iter().map(seen).fold(0.0, f64::max)
    }

    fn crossings(&self, direct: &[Vec<usize>], node: usize, stream: usize) -> usize {
        direct[node].iter().filter(|pred| self.of[**pred] != stream).count()
    }
}
