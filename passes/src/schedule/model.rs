//! What a plan costs, by prediction: a duration per node, and the time at which the last one ends.
//!
//! Streams run side by side without slowing each other; a node starts when its stream is free, when what it waits
//! for has ended and, on another stream, when the event has arrived. The same walk places nodes one after the
//! other on a limited number of streams: it asks for the stream on which a node costs least.
//!
//! Cost: nodes × streams × direct predecessors.

use super::dag::{NodeKind, Program};
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{AttrKind, Gpu, Module, Op, OpKind, Rt, Scf, Type, Value};

/// Microseconds from the end of a node until another stream sees its event.
pub(super) const HOP: f64 = 1.5;
/// Microseconds that a wait is worth to be avoided.
const WAIT: f64 = 0.5;
/// Microseconds of a node of which nothing is known.
const UNKNOWN: f64 = 10.0;
/// Microseconds of a node that does nothing.
const LEAST: f64 = 2.0;
/// Operations of threads, and bytes of copies, per microsecond.
const OPS: f64 = 1e6;
const BYTES: f64 = 12e3;
/// Trips of a loop whose bounds are not constant.
const TRIPS: f64 = 8.0;

/// The attribute by which a launch, a copy or a fill tells its measured microseconds, a float.
pub const MEASURED: &str = "warpline.microseconds";

/// The predicted microseconds of a device operation.
pub(super) fn duration(module: &Module, op: Op, kind: NodeKind) -> f64 {
    if let Some(time) = measured(module, op).filter(|_| kind.is_compute()) {
        return time;
    }
    let known = match kind {
        NodeKind::Launch => launch(module, op),
        NodeKind::Copy | NodeKind::Fill => transfer(module, op),
        NodeKind::Graph => return graph(module, op),
        NodeKind::Alloc
        | NodeKind::Free
        | NodeKind::FreeNow
        | NodeKind::Call
        | NodeKind::Enter
        | NodeKind::Leave
        | NodeKind::Host
        | NodeKind::HostWait
        | NodeKind::StreamWait
        | NodeKind::Boundary => return 0.0,
    };
    known.map_or(UNKNOWN, |time| LEAST + time)
}

fn measured(module: &Module, op: Op) -> Option<f64> {
    let attr = module.attr(op, MEASURED)?;
    let AttrKind::Float(bits, Type::F64) = module.attr_kind(attr) else { return None };
    Some(f64::from_bits(*bits)).filter(|time| time.is_finite() && 0.0 <= *time)
}

/// The longest path through a graph.
fn graph(module: &Module, op: Op) -> f64 {
    let graph = Graph(module.op(op));
    let kind = |node: Op| match module.kind(node) {
        OpKind::Rt(Rt::Launch) => NodeKind::Launch,
        _ => NodeKind::Copy,
    };
    let durations: Vec<f64> =
        graph.nodes().into_iter().map(|node| duration(module, node, kind(node))).collect();
    let mut ends = durations.clone();
    for (from, to) in graph.edges() {
        let (from, to) = (from as usize, to as usize);
        ends[to] = ends[to].max(ends[from] + durations[to]);
    }
    ends.into_iter().fold(0.0, f64::max)
}

fn launch(module: &Module, op: Op) -> Option<f64> {
    let first_size = match module.kind(op) {
        OpKind::Gpu(Gpu::LaunchFunc) => 1,
        OpKind::Rt(Rt::Launch) => 0,
        _ => return None,
    };
    let view = module.op(op);
    let sizes = (first_size..first_size + 6).flat_map(|slot| view.group(slot));
    let threads = sizes.map(|size| constant(module, *size)).product::<Option<f64>>()?;
    let path = view.attr("kernel").and_then(|kernel| module.attr_symbol(kernel))?;
    let kernel = module.resolve_symbol(op, path)?;
    Some(threads * work(module, kernel) / OPS)
}

/// Operations of one thread; loops count their trips.
fn work(module: &Module, op: Op) -> f64 {
    let mut total = 0.0;
    for inner in module.walk(op) {
        let mut times = 1.0;
        let mut at = module.parent_op(inner);
        while let Some(parent) = at.filter(|parent| *parent != op) {
            times *= trips(module, parent);
            at = module.parent_op(parent);
        }
        total += times;
    }
    total
}

fn trips(module: &Module, op: Op) -> f64 {
    let bounds = match (module.kind(op), module.operands(op)) {
        (OpKind::Scf(Scf::For), [from, to, step, ..]) => {
            [from, to, step].map(|value| constant(module, *value))
        }
        (OpKind::Scf(Scf::While) | OpKind::Affine(_), _) => return TRIPS,
        _ => return 1.0,
    };
    match bounds {
        [Some(from), Some(to), Some(step)] if 0.0 < step => ((to - from) / step).ceil().max(0.0),
        _ => TRIPS,
    }
}

fn constant(module: &Module, value: Value) -> Option<f64> {
    module.constant_int(value).map(|value| value as f64)
}

fn transfer(module: &Module, op: Op) -> Option<f64> {
    let is_rt = matches!(module.kind(op), OpKind::Rt(_));
    let target = *module.op(op).group(usize::from(!is_rt)).first()?;
    let ty = module.type_of(target);
    let shape = module.shape(ty)?;
    let is_known = shape.iter().all(|size| 0 <= *size);
    let elements: f64 = shape.iter().map(|size| *size as f64).product();
    let bytes = module.byte_size(module.element_type(ty))? as f64;
    is_known.then_some(elements * bytes / BYTES)
}

/// How long the nodes of a plan take.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The stream of each node; `usize::MAX` for nodes that are not placed here.
    pub(super) of: Vec<usize>,
    /// When each node ends.
    pub(super) end: Vec<f64>,
    /// When the last node ends.
    pub(super) makespan: f64,
    /// Direct predecessors on other streams.
    pub(super) n_crossings: usize,
    /// How the streams were found.
    pub(super) method: Method,
}

/// How the streams of a plan are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All that may run side by side does: chains of a matching.
    Concurrent,
    /// Each node on the stream where it costs least.
    Placed,
    /// The same, the nodes with the longest paths behind them first.
    Ranked,
    /// The nodes of each level of the graph in turn.
    Dealt,
}

/// The graph that plans are made for.
pub(super) struct Model<'p> {
    /// The work.
    pub(super) program: &'p Program,
    /// For each node that is placed, its direct predecessors.
    pub(super) direct: &'p [Vec<usize>],
    /// For each node, the one that a matching puts behind it on a stream.
    pub(super) partner: &'p [Option<usize>],
    /// For each node, the one whose join it waits for; may be empty.
    pub(super) joins: &'p [Option<usize>],
}

/// The state of the streams while nodes are placed.
struct Timeline {
    /// How many streams there are to choose from; those of the program come behind them.
    n_leased: usize,
    free_at: Vec<f64>,
    tail: Vec<Option<usize>>,
    end: Vec<f64>,
    host: f64,
    of: Vec<usize>,
}

impl Model<'_> {
    /// The outcome of streams that are given.
    pub(super) fn follow(&self, of: &[usize]) -> Outcome {
        let leased = of.iter().enumerate().filter(|(node, _)| !self.program.is_pinned(*node));
        let n_streams = leased
            .map(|(_, stream)| *stream)
            .filter(|stream| *stream != usize::MAX)
            .max()
            .map_or(0, |most| most + 1);
        self.walk(n_streams, Method::Concurrent, |_, node| of[node])
    }

    /// Places each node where it starts first, in the order of the text.
    pub(super) fn place(&self, n_streams: usize) -> Outcome {
        let order: Vec<usize> = (0..self.program.nodes.len()).collect();
        self.walk_in(&order, n_streams, Method::Placed, |line, node| self.cheapest(line, node))
    }

    /// The same, those with the longest paths behind them first; what comes out runs in the order of the text.
    pub(super) fn place_ranked(&self, n_streams: usize) -> Outcome {
        let order = self.ranked_order();
        let placed = self.walk_in(&order, n_streams, Method::Ranked, |line, node| self.cheapest(line, node));
        let of = placed.of;
        self.walk(n_streams, Method::Ranked, |_, node| of[node])
    }

    /// The stream on which a node costs least; a wait, and taking the place of a partner, count as time.
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

    /// All nodes, between two of the host by the length of the longest path from their start, the longest first. A
    /// path from an earlier node is at least as long, so the order is one of the graph.
    fn ranked_order(&self) -> Vec<usize> {
        let nodes = &self.program.nodes;
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
    pub(super) fn deal(&self, n_streams: usize) -> Outcome {
        let n = self.program.nodes.len();
        let (mut level, mut n_in_level, mut of) = (vec![0; n], vec![0; n + 1], vec![0; n]);
        for node in (0..n).filter(|node| self.program.nodes[*node].kind.is_compute()) {
            let above = self.direct[node].iter().map(|pred| level[*pred] + 1);
            level[node] = above.max().unwrap_or(0);
            of[node] = n_in_level[level[node]] % n_streams;
            n_in_level[level[node]] += 1;
        }
        self.walk(n_streams, Method::Dealt, |_, node| of[node])
    }

    /// When each node ends at the earliest, on any number of streams without hops: the longest paths.
    pub(super) fn earliest_ends(&self) -> Vec<f64> {
        let nodes = &self.program.nodes;
        let mut end = vec![0.0; nodes.len()];
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.kind.is_compute()) {
            let start = self.direct[number].iter().map(|pred| end[*pred]).fold(0.0, f64::max);
            end[number] = start + node.duration;
        }
        end
    }

    fn walk(&self, n_streams: usize, method: Method, pick: impl FnMut(&Timeline, usize) -> usize) -> Outcome {
        let order: Vec<usize> = (0..self.program.nodes.len()).collect();
        self.walk_in(&order, n_streams, method, pick)
    }

    /// Runs the nodes in an order of the graph.
    fn walk_in(
        &self,
        order: &[usize],
        n_streams: usize,
        method: Method,
        mut pick: impl FnMut(&Timeline, usize) -> usize,
    ) -> Outcome {
        let n = self.program.nodes.len();
        let n_all = n_streams + self.program.foreign.len();
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
            let node = &self.program.nodes[number];
            if node.kind.is_compute() {
                let stream = node.pin.map_or_else(|| pick(&line, number), |pin| n_streams + pin);
                n_crossings += line.crossings(self.direct, number, stream);
                let end = line.start(self, number, stream) + node.duration;
                (line.end[number], line.free_at[stream], line.tail[stream]) = (end, end, Some(number));
                line.of[number] = stream;
            } else if !node.kind.is_device() && node.kind != NodeKind::Boundary {
                let ends = self.program.conflicts[number].iter().take_while(|pred| *pred < number);
                line.host = ends.map(|pred| line.end[pred]).fold(line.host, f64::max);
            }
        }
        let makespan = line.free_at.iter().copied().fold(0.0, f64::max);
        Outcome { of: line.of, end: line.end, makespan, n_crossings, method }
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

    /// When a stream has seen the ends of all these nodes.
    fn arrival(&self, preds: &[usize], stream: usize) -> f64 {
        let seen = |pred: &usize| self.end[*pred] + if self.of[*pred] == stream { 0.0 } else { HOP };
        preds.iter().map(seen).fold(0.0, f64::max)
    }

    fn crossings(&self, direct: &[Vec<usize>], node: usize, stream: usize) -> usize {
        direct[node].iter().filter(|pred| self.of[**pred] != stream).count()
    }
}
