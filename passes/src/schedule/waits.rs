//! Which cross-stream waits and host waits a function needs, and no others.
//!
//! An abstract run over the function (`run.rs`) holds, for each stream and for the host, the device nodes that were
//! issued and are not known to be complete before what comes next there. A node needs a wait exactly for those of its
//! predecessors that are in the set of its stream. Taking the latest first gives the fewest waits: the cross-stream edges
//! of the transitive reduction of dependences and stream order. Loops run to a fixpoint.
//!
//! A producer in a loop or branch that its user is not in is waited for by an event recorded behind all of that
//! loop or branch, so that it is recorded once and on every path. Where blocks lead to each other and the producer's does
//! not come before the user's on every path, the event is recorded at the start of the first block that does and that the
//! producer cannot bypass. An event that only an earlier iteration of a loop records may have to be recorded before
//! the loop, too (`events.rs`). What later waits have made needless is taken out in the end (`prune.rs`), and once more
//! where a record before a loop orders another stream than the one that it is on.
//!
//! Streams of the program (`user_streams.rs`) are touched right before and behind its launches alone: events are recorded
//! behind the launch itself, and the host waits for them through a leased stream.
//!
//! A join (`joins.rs`) is an event that a stream records behind the waits of a node and before the node itself.
//!
//! Cost: nodes × streams; in loops that times the runs until the fixpoint. A loop of a nest is run over again only where
//! what enters it has changed.

mod facts;
mod positions;
mod prune;
mod run;
mod since;
mod solution;

use super::bits::Bits;
use super::program::Program;
use super::streams::Streams;
use facts::Facts;
use positions::Positions;
use run::Run;
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;

/// Where a stream records an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// Right behind a node.
    After(usize),
    /// Right before a node and behind its waits: a join of all that the node waits for.
    Before(usize),
    /// Right behind a span of an operation, or at the start of one of a block, on this stream.
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

/// What to insert.
pub struct Waits {
    /// For each node, the events that the stream waits for before it, in order.
    pub before: Vec<Vec<Point>>,
    /// For each node, the stream that the host waits for before it, after the waits above on that stream.
    pub host: Vec<Option<usize>>,
    /// What may be in flight when a node starts.
    pub open: Open,
    /// The frees that come after nothing but what the host has waited for by then, in order.
    pub settled: Vec<usize>,
    /// How many nodes the search for waits ran over, each as often as it did.
    pub n_steps: usize,
}

/// A record before a loop, for a slot that only an earlier iteration records.
#[derive(Clone, Copy, Debug)]
pub struct First {
    /// The record in the loop.
    pub point: Point,
    /// Its slot.
    pub slot: usize,
    /// The stream that makes this one: one that waits for the slot.
    pub stream: usize,
    /// The span of the loop.
    pub span: usize,
}

impl Waits {
    /// No waits among so many nodes.
    pub(super) fn none(n_nodes: usize) -> Self {
        let (before, host) = (vec![Vec::new(); n_nodes], vec![None; n_nodes]);
        Self { before, host, open: Open::default(), settled: Vec::new(), n_steps: 0 }
    }

    /// The events that are waited for.
    pub fn points(&self) -> Vec<Point> {
        let mut producers: Vec<Point> = self.before.iter().flatten().copied().collect();
        producers.sort_unstable();
        producers.dedup();
        producers
    }
}

/// For each node, the device nodes that may be in flight when it starts, on any path: its waits are over.
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

    /// The nodes that may be in flight when any of some nodes starts.
    pub fn beside(&self, nodes: &[usize]) -> impl Iterator<Item = usize> {
        let mut set = self.positions.empty();
        for node in nodes {
            set.union(&self.sets[*node]);
        }
        set.iter().map(|position| self.positions.node(position)).collect::<Vec<_>>().into_iter()
    }
}

/// The search for the waits of a program on its streams.
pub struct Search<'p> {
    facts: Facts<'p>,
}

impl<'p> Search<'p> {
    /// Prepares it.
    pub fn new(program: &'p Program, streams: &'p Streams) -> Self {
        Self { facts: Facts::new(program, streams) }
    }

    /// Finds the waits. For each node, `joins` may name an earlier one outside of loops and branches whose waits stand
    /// for its own.
    pub fn find(&mut self, joins: &[Option<usize>]) -> Waits {
        let has_spans = !self.facts.program.spans.is_empty();
        let mut run = Run::new(&mut self.facts, joins);
        run.start();
        if has_spans {
            prune::prune(&mut run);
        }
        run.finish()
    }

    /// The waits without those that records before loops make needless; `None` if these records are of the streams that
    /// wait for them. Slots stay as they are, since the records before loops depend on them.
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
