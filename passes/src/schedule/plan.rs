//! The plan of a function as plain data, with its text form.
//!
//! ```text
//! plan @pair {
//!   n 3 naive 2 tr 2 width 2
//!   0 -> 2
//!   1 -> 2
//!   streams 2 events 1
//!   s0: 0 2
//!   s1: 1
//!   waits 1 records 1 host 1
//!   record e0 on s1 after 1
//!   wait e0 on s0 before 2
//!   host_wait s0 before 3
//!   arena 512 bound 512
//!   b0 arena 0 256 from 0 to 2
//!   b1 arena 256 256 from 1 to 2
//! }
//! ```

use std::fmt::{self, Write as _};

use indexmap::IndexMap;
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::arena::{self, Memory};
use super::bits::{Bits, Words};
use super::borrowed_streams::{self, CallSite};
use super::commands::{Commands, Decisions, Unrolled};
use super::events::{self, Events};
use super::input::{NodeKind, ScheduleInput};
use super::joins::{self, Joins};

use super::model::{Method, Model};
use super::reduction::Order;
use super::streams::{self, Streams};
use super::waits::{self, First, Point, Waits};

/// The maximum number of nodes for which the width is computed.
const MAX_WIDTH_NODES: usize = 400;

/// All decisions of the scheduler about a function.
pub struct Plan {
    /// The name of the function.
    pub name: String,
    /// Its program.
    pub input: ScheduleInput,
    /// The transitive closure of its dependences.
    pub order: Order,
    /// Streams by node.
    pub streams: Streams,
    /// Waits by node.
    pub waits: Waits,
    /// For each node, the one whose join it waits for; empty if there are no joins.
    pub joins: Vec<Option<usize>>,
    /// Event slots by node.
    pub events: Events,
    /// The buffers in the arena.
    pub memory: Memory,
    /// The streams and slots of the calls.
    pub calls: Vec<CallSite>,
    /// The limit of device memory for which this plan replaces one that needs more.
    pub kept: Option<KeptLimit>,
}

/// A limit of device memory that a plan on all streams with full concurrency exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptLimit {
    /// The limit in bytes.
    pub bytes: u64,
    /// The available number of streams.
    pub max_streams: usize,
}

/// Statistics of a plan: kernels, copies and fills, and their orders; memory and host operations are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The number of operations.
    pub n: usize,
    /// The number of pairs ordered by effects or tokens.
    pub n_conflicts: usize,
    /// The number of edges of the transitive reduction of that order.
    pub n_reduced: usize,
    /// The maximum number of pairwise unordered operations.
    pub width: usize,
    /// Waits between streams before an operation; those that join streams for the host are left out.
    pub n_waits: usize,
    /// Records for these waits.
    pub n_records: usize,
    /// The predicted times.
    pub predicted: Predicted,
}

/// The predicted times of a plan by the model, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// The time on its streams.
    pub makespan: f64,
    /// The length of the longest path: a lower bound for every plan.
    pub critical_path: f64,
    /// The time on one stream.
    pub sequential: f64,
}

impl Plan {
    /// Plans a function on at most `max_streams` streams.
    pub fn make(name: String, input: ScheduleInput, max_streams: usize, joins: Joins) -> Self {
        let order = Order::of(&input);
        let streams = streams::assign(&input, &order, max_streams);
        let mut search = waits::Search::new(&input, &streams);
        let mut waits = search.find(&[]);
        let joins = joins::find(&input, &order, &streams, &waits, joins);
        if !joins.is_empty() {
            waits = search.find(&joins);
        }
        let mut events = events::assign(&input, &streams, &waits);
        if let Some(fewer) = search.prune_by_first_records(&joins, &waits, &events.first) {
            waits = fewer;
            events.retain_waited(&waits);
        }
        let calls = borrowed_streams::place(&input, &streams, events.count, max_streams);
        let memory = Memory::default();
        Self { name, input, order, streams, waits, joins, events, calls, memory, kept: None }
    }

    /// Returns a plan with only the dependences and streams of a function, without waits.
    pub(super) fn without_waits(name: String, input: ScheduleInput, max_streams: usize) -> Self {
        let order = Order::of(&input);
        let streams = streams::assign(&input, &order, max_streams);
        let waits = Waits::none(input.nodes.len());
        let events = events::assign(&input, &streams, &waits);
        let calls = borrowed_streams::place(&input, &streams, 0, max_streams);
        Self {
            name,
            input,
            order,
            streams,
            waits,
            joins: Vec::new(),
            events,
            calls,
            memory: Memory::default(),
            kept: None,
        }
    }

    /// Returns the number of streams that the function leases, with those of its calls.
    pub fn n_streams(&self) -> usize {
        let of_calls = self.calls.iter().flat_map(|call| &call.streams).map(|stream| stream + 1).max();
        of_calls.unwrap_or(0).max(self.streams.leased)
    }

    /// Returns the number of a stream in the scheduled form: user streams follow all leased ones.
    pub fn number_of(&self, stream: usize) -> usize {
        stream.checked_sub(self.streams.leased).map_or(stream, |user_stream| self.n_streams() + user_stream)
    }

    /// Returns the number of event slots that the function needs, with those of its calls.
    pub fn n_events(&self) -> usize {
        let of_call = |call: &CallSite| self.input.nodes[call.node].need.map_or(0, |need| need.events);
        self.events.count + self.calls.iter().map(of_call).max().unwrap_or(0)
    }

    /// Returns the number of cross-stream waits.
    pub fn n_waits(&self) -> usize {
        self.waits.before.iter().map(Vec::len).sum()
    }

    /// Returns the number of host waits.
    pub fn n_host_waits(&self) -> usize {
        self.waits.host.iter().flatten().count()
    }

    /// Returns the statistics of the dependence graph and of the waits.
    pub fn figures(&self) -> Figures {
        let nodes = self.nodes(NodeKind::is_compute);
        let waits: Vec<Point> =
            nodes.iter().flat_map(|node| self.waits.before[node].iter().copied()).collect();
        let mut records = waits.clone();
        records.sort_unstable();
        records.dedup();
        let direct = self.order.reduce(&nodes);
        Figures {
            predicted: self.predicted_by(&direct),
            n: nodes.len(),
            n_conflicts: self.n_pairs(&nodes),
            n_reduced: direct.iter().map(Vec::len).sum(),
            width: self.width(&nodes),
            n_waits: waits.len(),
            n_records: records.len(),
        }
    }

    /// Returns the commands that it issues.
    pub fn commands(&self) -> Commands {
        Commands::of(self.decisions())
    }

    fn decisions(&self) -> Decisions<'_> {
        let Self { input, streams, waits, events, .. } = self;
        Decisions { input, streams, waits, events }
    }

    /// Returns the predicted microseconds of its commands.
    pub(super) fn time(&self) -> f64 {
        Unrolled::of(self.decisions(), false).time()
    }

    /// Whether its commands end sooner on one stream, and nothing asks for several.
    pub(super) fn loses_to_one_stream(&self) -> bool {
        if self.streams.leased < 2 || self.is_forced() {
            return false;
        }
        let unrolled = Unrolled::of(self.decisions(), false);
        unrolled.time_on_one_stream() < unrolled.time()
    }

    /// Whether tokens of the program, or launches that wait for each other while they run, ask for its streams.
    pub fn is_forced(&self) -> bool {
        let has_tokens = self.input.nodes.iter().any(|node| node.kind.is_compute() && node.has_tokens);
        !self.input.pairs.is_empty() || has_tokens && self.streams.method == Method::Concurrent
    }

    /// Returns the predicted times of the plan.
    pub fn predicted(&self) -> Predicted {
        self.predicted_by(&self.order.reduce(&self.nodes(NodeKind::is_compute)))
    }

    fn predicted_by(&self, direct: &[Vec<usize>]) -> Predicted {
        let critical_path = self.model(direct).earliest_ends().into_iter().fold(0.0, f64::max);
        let unrolled = Unrolled::of(self.decisions(), false);
        let (makespan, sequential) = (unrolled.time(), unrolled.time_on_one_stream());
        Predicted { makespan, critical_path, sequential }
    }

    /// Returns the edges of the transitive reduction between device nodes, sorted.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let direct = self.order.reduce(&self.nodes(NodeKind::is_work));
        let mut edges: Vec<(usize, usize)> = direct
            .iter()
            .enumerate()
            .flat_map(|(to, from)| from.iter().map(move |from| (*from, to)))
            .collect();
        edges.sort_unstable();
        edges
    }

    /// Returns the predicted microseconds.
    pub fn makespan(&self) -> f64 {
        self.times().into_iter().map(|(_, end)| end).fold(0.0, f64::max)
    }

    /// Returns the start and the end of each node, in predicted microseconds.
    pub fn times(&self) -> Vec<(f64, f64)> {
        let direct = self.order.reduce(&self.nodes(NodeKind::is_compute));
        self.model(&direct).follow(&self.streams.of).times
    }

    /// Marks the nodes of a critical path through the schedule, from its end: the node that ends last, and before
    /// each node the one that determines its start by the model, a dependence or the previous node on its stream.
    pub fn critical_nodes(&self) -> Vec<bool> {
        let direct = self.order.reduce(&self.nodes(NodeKind::is_compute));
        let model = self.model(&direct);
        let end: Vec<f64> = model.follow(&self.streams.of).times.iter().map(|(_, end)| *end).collect();
        let mut by_end: Vec<usize> = self.nodes(NodeKind::is_compute).iter().collect();
        by_end.sort_by(|a, b| end[*a].total_cmp(&end[*b]));
        let mut behind: Vec<Option<usize>> = vec![None; end.len()];
        let mut tails: FxHashMap<usize, usize> = FxHashMap::default();
        for node in by_end.iter().copied() {
            behind[node] = tails.insert(self.streams.of[node], node);
        }
        let mut is_critical = vec![false; end.len()];
        let mut at = by_end.last().copied();
        while let Some(node) = at {
            is_critical[node] = true;
            let seen = |pred: usize| {
                let is_here = self.streams.of[pred] == self.streams.of[node];
                let hop = if is_here { 0.0 } else { self.input.model.costs.hop };
                (pred, end[pred] + hop)
            };
            // Among predecessors observed at the same time a dependence takes precedence over a stream.
            let preds = behind[node].into_iter().chain(direct[node].iter().copied()).map(seen);
            at = preds.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(pred, _)| pred);
        }
        is_critical
    }

    /// Returns the number of pairs of some nodes that effects or tokens order.
    fn n_pairs(&self, nodes: &Bits) -> usize {
        let (conflicts, tokens) = (&self.input.conflicts, &self.input.tokens);
        let mut alike: IndexMap<Vec<usize>, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for node in nodes.iter() {
            let sets = conflicts.sets_of(node).map(|(set, _)| set).collect();
            alike.entry(sets).or_default().push(node);
        }
        let mut n_pairs = 0;
        let mut preds = Words::new(self.input.nodes.len());
        for members in alike.values() {
            // Two of them have the same conflicts, except themselves.
            preds.clear();
            conflicts.sets_of(members[0]).for_each(|(_, set)| preds.add(set));
            preds.keep(nodes);
            n_pairs += preds.count_below(members);
            for node in members {
                let named = tokens[*node].iter().take_while(|pred| pred < node);
                n_pairs += named.filter(|pred| nodes.contains(*pred) && !preds.contains(*pred)).count();
            }
        }
        n_pairs
    }

    fn model<'p>(&'p self, direct: &'p [Vec<usize>]) -> Model<'p> {
        Model { input: &self.input, direct, partner: &[], joins: &self.joins }
    }

    fn nodes(&self, is_wanted: impl Fn(NodeKind) -> bool) -> Bits {
        let mut nodes = Bits::new(self.input.nodes.len());
        for (number, node) in self.input.nodes.iter().enumerate() {
            if is_wanted(node.kind) {
                nodes.insert(number);
            }
        }
        nodes
    }

    /// Returns the size of the largest antichain: the number of nodes minus the edges of a maximum matching.
    fn width(&self, nodes: &Bits) -> usize {
        let list: Vec<usize> = nodes.iter().collect();
        if MAX_WIDTH_NODES < list.len() {
            return self.streams.count;
        }
        let n = list.len();
        let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (from, to)));
        let ordered = pairs.filter(|(from, to)| self.order.is_before(list[*from], list[*to]));
        let sides = UnGraph::<(), (), usize>::from_edges(ordered.map(|(from, to)| (from, n + to)));
        n - maximum_matching(&sides).len()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plan @{} {{", self.name)?;
        let edges = self.edges();
        writeln!(f, "  {}", self.reduce_line(edges.len()))?;
        for (from, to) in edges {
            writeln!(f, "  {from} -> {to}")?;
        }
        writeln!(f, "  streams {} events {}", self.n_streams(), self.n_events())?;
        let nodes = self.nodes(NodeKind::is_work);
        for stream in 0..self.streams.count {
            write!(f, "  {}:", self.streams.name(stream))?;
            for node in nodes.iter().filter(|node| self.streams.of[*node] == stream) {
                write!(f, " {node}")?;
            }
            writeln!(f)?;
        }
        for line in self.call_lines().into_iter().chain(self.wait_lines()) {
            writeln!(f, "  {line}")?;
        }
        for line in self.memory_lines(&|number| format!("b{number}")) {
            writeln!(f, "  {line}")?;
        }
        write!(f, "}}")
    }
}

impl Plan {
    /// Formats the frees that moved, the size of the arena and its bound, and by buffer its offset, its bytes, and
    /// its first and last node, a line each.
    pub(super) fn memory_lines(&self, name: &dyn Fn(usize) -> String) -> Vec<String> {
        let Memory { arena, bound, slots, frees } = &self.memory;
        let free = |free: &arena::Free| match free.at? {
            arena::Point::After(node) => Some(format!("free on {} after {node}", self.stream_of(node))),
            arena::Point::Before(node) => Some(format!("free before {node}")),
        };
        let mut lines: Vec<String> = frees.iter().filter_map(free).collect();
        if !slots.is_empty() {
            lines.push(format!("arena {arena} bound {bound}"));
        }
        for (number, slot) in slots.iter().enumerate() {
            let mut line = format!("{} arena {} {}", name(number), slot.offset, slot.bytes);
            if let (first, Some(last)) = (slot.nodes.0, slot.nodes.1.checked_sub(1)) {
                let _ = write!(line, " from {first} to {last}");
            }
            lines.push(line);
        }
        lines
    }

    /// Formats the streams and slots of calls, a line each.
    fn call_lines(&self) -> Vec<String> {
        let line = |CallSite { node, streams, first_event }: &CallSite| {
            let streams: Vec<String> = streams.iter().map(|stream| format!("s{stream}")).collect();
            format!("call {node} on {} with events from e{first_event}", streams.join(" "))
        };
        self.calls.iter().map(line).collect()
    }

    /// Formats the counts and the edges of the transitive reduction between device nodes, a line each.
    pub(super) fn reduce_lines(&self) -> Vec<String> {
        let edges = self.edges();
        let mut lines = vec![self.reduce_line(edges.len())];
        lines.extend(edges.iter().map(|(from, to)| format!("{from} -> {to}")));
        lines
    }

    /// Formats the counts of nodes, conflicts and edges, and the width.
    fn reduce_line(&self, n_edges: usize) -> String {
        let nodes = self.nodes(NodeKind::is_work);
        let n_naive = self.n_pairs(&nodes);
        format!("n {} naive {n_naive} tr {n_edges} width {}", nodes.len(), self.width(&nodes))
    }

    /// Formats the number of waits, and each wait and record, a line each.
    pub(super) fn wait_lines(&self) -> Vec<String> {
        let n_records = self.waits.points().len() + self.events.first.len();
        let (n_waits, n_host) = (self.n_waits(), self.n_host_waits());
        let mut lines = vec![format!("waits {n_waits} records {n_records} host {n_host}")];
        let (mut before, mut behind) = self.region_records();
        for node in 0..self.input.nodes.len() {
            lines.append(&mut before.remove(&node).unwrap_or_default());
            self.add_wait_lines(node, &mut lines);
            lines.append(&mut behind.remove(&node).unwrap_or_default());
        }
        lines
    }

    /// Returns the name of the stream of a node.
    fn stream_of(&self, node: usize) -> String {
        self.streams.name(self.streams.of[node])
    }

    fn add_wait_lines(&self, node: usize, lines: &mut Vec<String>) {
        let stream = self.streams.name(self.waits.host[node].unwrap_or(self.streams.of[node]));
        for point in &self.waits.before[node] {
            let slot = self.events.slot(*point).unwrap_or_default();
            lines.push(format!("wait e{slot} on {stream} before {node}"));
        }
        if let Some(slot) = self.events.slot(Point::Before(node)) {
            lines.push(format!("record e{slot} on {stream} before {node}"));
        }
        if self.waits.host[node].is_some() {
            lines.push(format!("host_wait {stream} before {node}"));
        }
        if let Some(slot) = self.events.slot(Point::After(node)) {
            lines.push(format!("record e{slot} on {} after {node}", self.stream_of(node)));
        }
    }

    /// Formats the records at loops, branches and blocks: by the first node after a record, and by the last node
    /// before one.
    fn region_records(&self) -> (FxHashMap<usize, Vec<String>>, FxHashMap<usize, Vec<String>>) {
        let [mut before, mut behind] = [FxHashMap::<usize, Vec<String>>::default(), FxHashMap::default()];
        let spans = &self.input.spans;
        for First { slot, stream, span, .. } in &self.events.first {
            let (stream, node) = (self.streams.name(*stream), spans[*span].first);
            let line = format!("record e{slot} on {stream} before the loop that starts with {node}");
            before.entry(node).or_default().push(line);
        }
        for (point, slot) in &self.events.slots {
            let Point::At(span, stream) = point else { continue };
            let (stream, first, end) = (self.streams.name(*stream), spans[*span].first, spans[*span].end);
            if spans[*span].block.is_some() {
                let line = format!("record e{slot} on {stream} at the start of the block with {first}");
                before.entry(first).or_default().push(line);
            }
            if let Some(last) = end.checked_sub(1).filter(|_| spans[*span].op.is_some()) {
                let line = format!("record e{slot} on {stream} after the region that ends with {last}");
                behind.entry(last).or_default().push(line);
            }
        }
        (before, behind)
    }
}
