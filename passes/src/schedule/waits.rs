//! Computes the minimal set of cross-stream waits and host waits of a function.
//!
//! A dataflow analysis over the function (`run.rs`) holds, for each stream and for the host, the device nodes that
//! were issued and are not known to be complete before the next operation there. A node needs a wait for exactly
//! those of its predecessors that are in the set of its stream. Taking the latest first gives the fewest waits: the
//! cross-stream edges of the transitive reduction of dependences and stream order. Loops are iterated to a fixpoint.
//!
//! If the producer is in a loop or branch that does not enclose its user, the event is recorded after that whole loop
//! or branch, so that it is recorded once and on every path. If blocks branch to each other and the producer's block
//! does not dominate the user's, the event is recorded at the start of the first block that does and that the
//! producer cannot bypass. An event that only an earlier iteration of a loop records may have to be recorded before
//! the loop, too (`events.rs`). Waits made redundant by later waits are removed at the end (`prune.rs`), and once
//! more if a record before a loop orders a stream other than its own.
//!
//! User streams (`user_streams.rs`) are used only immediately before and after their launches: events are recorded
//! after the launch itself, and the host waits for them through a leased stream.
//!
//! A join (`joins.rs`) is an event that a stream records after the waits of a node and before the node itself.
//!
//! Cost: nodes × streams; in loops, times the number of runs until the fixpoint. A loop of a nest is run again only
//! if its entry state has changed.

mod facts;
mod positions;
mod prune;
mod run;
mod since;
mod solution;

use super::bits::{Bits, Words};
use super::input::ScheduleInput;
use super::streams::Streams;
use facts::Facts;
use positions::Positions;
use run::Run;
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;

/// The point where a stream records an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// Right after a node.
    After(usize),
    /// Right before a node and after its waits: a join of all that the node waits for.
    Before(usize),
    /// Right after a span of an operation, or at the start of one of a block, on this stream.
    At(usize, usize),
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(node) => write!(f, "after {node}"),
            Self::Before(node) => write!(f, "before {node}"),
            Self::At(span, stream) => write!(f, "on s{stream} at region {span}"),
        }
    }
}

/// The waits of a function.
pub struct Waits {
    /// For each node, the events that the stream waits for before it, in order.
    pub before: Vec<Vec<Point>>,
    /// For each node, the stream that the host waits for before it, after the waits above on that stream.
    pub host: Vec<Option<usize>>,
    /// The work that may be in flight when a node starts.
    pub open: Open,
    /// The frees whose predecessors the host has all waited for by then, in order.
    pub settled: Vec<usize>,
    /// The number of nodes visited by the search for waits, counting each visit.
    pub n_steps: usize,
}

/// A record before a loop, for a slot that only an earlier iteration records.
#[derive(Clone, Copy, Debug)]
pub struct First {
    /// The record in the loop.
    pub point: Point,
    /// Its slot.
    pub slot: usize,
    /// The stream that makes the record: one that waits for the slot.
    pub stream: usize,
    /// The span of the loop.
    pub span: usize,
}

impl Waits {
    /// Returns no waits for `n_nodes` nodes.
    pub(super) fn none(n_nodes: usize) -> Self {
        let (before, host) = (vec![Vec::new(); n_nodes], vec![None; n_nodes]);
        Self { before, host, open: Open::default(), settled: Vec::new(), n_steps: 0 }
    }

    /// Returns the events that are waited for.
    pub fn points(&self) -> Vec<Point> {
        let mut producers: Vec<Point> = self.before.iter().flatten().copied().collect();
        producers.sort_unstable();
        producers.dedup();
        producers
    }
}

/// Unions of at least this many sets are built as plain words.
const MIN_DENSE: usize = 8;

/// For each node, the device nodes that may be in flight when it starts, after its waits, on any path.
#[derive(Default)]
pub struct Open {
    positions: Rc<Positions>,
    sets: Vec<Rc<Bits>>,
}

impl Open {
    /// Whether one of some nodes may be in flight when a node starts.
    pub fn has_any(&self, node: usize, others: &Bits) -> bool {
        let set = &self.sets[node];
        !set.is_empty() && others.iter().any(|other| self.positions.contains(set, other))
    }

    /// Returns the nodes that may be in flight when any of some nodes starts.
    pub fn beside(&self, nodes: &[usize]) -> impl Iterator<Item = usize> {
        let positions: Vec<usize> = if nodes.len() < MIN_DENSE {
            let mut set = self.positions.empty();
            for node in nodes {
                set.union(&self.sets[*node]);
            }
            set.iter().collect()
        } else {
            let mut set = Words::new(self.positions.len());
            for node in nodes {
                set.add(&self.sets[*node]);
            }
            set.iter().collect()
        };
        positions.into_iter().map(|position| self.positions.node(position))
    }
}

/// The search for the waits of a program on its streams.
pub struct Search<'p> {
    facts: Facts<'p>,
}

impl<'p> Search<'p> {
    /// Prepares the search.
    pub fn new(input: &'p ScheduleInput, streams: &'p Streams) -> Self {
        Self { facts: Facts::new(input, streams) }
    }

    /// Finds the waits. For each node, `joins` may name an earlier one outside of loops and branches whose waits
    /// replace its own.
    pub fn find(&mut self, joins: &[Option<usize>]) -> Waits {
        let has_spans = !self.facts.input.spans.is_empty();
        let mut run = Run::new(&mut self.facts, joins);
        run.start();
        if has_spans {
            prune::prune(&mut run);
        }
        run.finish()
    }

    /// Returns the waits without those that records before loops make redundant; `None` if these records are on the
    /// streams that wait for them. Slots stay as they are, since the records before loops depend on them.
    pub fn prune_by_first_records(
        &mut self,
        joins: &[Option<usize>],
        waits: &Waits,
        first: &[First],
    ) -> Option<Waits> {
        let mut recorders: FxHashMap<Point, Vec<usize>> = FxHashMap::default();
        for first in first {
            recorders.entry(first.point).or_default().push(first.stream);
        }
        let is_recorded_elsewhere = |node: usize| {
            let stream = waits.host[node].unwrap_or(self.facts.streams.of[node]);
            let recorders = waits.before[node].iter().filter_map(|point| recorders.get(point));
            recorders.flatten().any(|recorder| *recorder != stream)
        };
        if recorders.is_empty() || !(0..waits.before.len()).any(is_recorded_elsewhere) {
            return None;
        }
        let mut run = Run::with_waits(&mut self.facts, joins, (waits, first));
        prune::prune(&mut run);
        Some(run.finish())
    }
}
