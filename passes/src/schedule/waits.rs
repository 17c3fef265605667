//! Which cross-stream waits and host waits a function needs, and no others.
//!
//! The state of the abstract run holds, for each observer (a stream, the host, an event), the device
//! nodes that were issued and are not known to come before what the observer issues next. Issuing a node adds it
//! to all observers but its own stream; an event knows what its stream knew when it was recorded; a wait removes from
//! a stream what the event has ordered; where control flow joins, sets are united. A node then needs a wait exactly
//! for those of its predecessors that are in the set of its stream. Taking the latest first gives the fewest waits:
//! the cross-stream edges of the transitive reduction of dependences and stream order. Loops run to a fixpoint.
//!
//! A producer in a loop or branch that its user is not in is waited for by an event recorded behind all of that
//! loop or branch, so that it is recorded once and on every path. Where blocks lead to each other and the producer's does
//! not come before the user's on every way, the event is recorded at the start of the first block that does and that the
//! producer cannot go around. An event that only an earlier trip of a loop records may have to be recorded before
//! the loop, too (`events.rs`). What later waits have made needless is taken out in the end.
//!
//! Streams of the program (`foreign.rs`) are touched right before and behind its launches alone: events are recorded
//! behind the launch itself, and the host waits by way of a leased stream.
//!
//! A join (`joins.rs`) is an event that a stream records behind the waits of a node and before the node itself.

use super::bits::Bits;
use super::dag::{GraphBlock, NodeKind, Program, Step};
use super::streams::Streams;
use std::collections::BTreeSet;
use std::fmt;

/// Where a stream records an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// For each node, the device nodes that may be in flight when it starts, on any path: its waits are over.
    pub open: Vec<Bits>,
}

impl Waits {
    /// The events that are waited for.
    pub fn points(&self) -> Vec<Point> {
        let mut producers: Vec<Point> = self.before.iter().flatten().copied().collect();
        producers.sort_unstable();
        producers.dedup();
        producers
    }
}

/// Finds the waits of a program on its streams. For each node, `joins` may name an earlier one outside of loops and
/// branches whose waits stand for its own.
pub fn find(program: &Program, streams: &Streams, joins: &[Option<usize>]) -> Waits {
    let n = program.nodes.len();
    let mut leaders: Vec<usize> = joins.iter().flatten().copied().collect();
    leaders.sort_unstable();
    leaders.dedup();
    let mut run = Run {
        program,
        streams,
        joins,
        preds: (0..n).map(|node| program.preds(node)).collect(),
        waits: Waits { before: vec![Vec::new(); n], host: vec![None; n], open: vec![Bits::new(n); n] },
        observers: Vec::new(),
        leaders: Vec::new(),
        may_add: true,
        is_short: false,
    };
    run.leaders = leaders;
    for (node, found) in
        program.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::StreamWait)
    {
        run.waits.host[node] = found.pin.map(|pin| streams.leased + pin);
    }
    let start = run.start();
    let is_final = |observer: &usize| {
        observer.checked_sub(start.event(Point::After(0))).is_some_and(|node| node < n && run.is_final(node))
    };
    run.observers = (0..start.first_join).filter(|observer| !is_final(observer)).collect();
    run.steps(&program.steps, start);
    if !program.spans.is_empty() {
        run.prune();
        // What is open was noted while waits were left out, too.
        run.waits.open = vec![Bits::new(n); n];
        run.is_enough();
    }
    run.waits
}

/// Per observer, what is not known to be ordered before it.
#[derive(Clone, PartialEq)]
struct State {
    unordered: Vec<Bits>,
    n_streams: usize,
    n_nodes: usize,
    first_join: usize,
    /// The nodes with a join before them, sorted.
    leaders: Vec<usize>,
}

impl State {
    fn host(&self) -> usize {
        self.n_streams
    }

    fn event(&self, point: Point) -> usize {
        let first = self.n_streams + 1;
        match point {
            Point::After(node) => first + node,
            Point::Before(node) => self.first_join + self.leaders.partition_point(|leader| *leader < node),
            Point::At(span, stream) => first + self.n_nodes + span * self.n_streams + stream,
        }
    }

    /// Records the events of a span.
    fn record(mut self, span: usize) -> Self {
        for stream in 0..self.n_streams {
            let event = self.event(Point::At(span, stream));
            self.unordered[event] = self.unordered[stream].clone();
        }
        self
    }

    fn keep_common(&mut self, observer: usize, other: usize) {
        let other = self.unordered[other].clone();
        self.unordered[observer].intersect(&other);
    }

    fn join(&mut self, other: &Self) -> bool {
        self.unordered.iter_mut().zip(&other.unordered).fold(false, |changed, (a, b)| a.union(b) | changed)
    }
}

struct Run<'p> {
    program: &'p Program,
    streams: &'p Streams,
    joins: &'p [Option<usize>],
    preds: Vec<Bits>,
    waits: Waits,
    /// What a node that is issued is added to: streams, the host, and events that are not final.
    observers: Vec<usize>,
    /// The nodes with a join before them, sorted.
    leaders: Vec<usize>,
    /// Whether waits are added where they are missing; else [`Run::is_short`] tells that one is.
    may_add: bool,
    is_short: bool,
}

/// About how many operations may go into the search for waits that are not needed.
const PRUNE_BUDGET: usize = 1 << 30;

impl Run<'_> {
    fn start(&self) -> State {
        let (n, n_streams) = (self.program.nodes.len(), self.streams.count);
        let first_join = n_streams + 1 + n + self.program.spans.len() * n_streams;
        let leaders = self.leaders.clone();
        let unordered = vec![Bits::new(n); first_join + leaders.len()];
        State { unordered, n_streams, n_nodes: n, first_join, leaders }
    }

    /// Takes out waits that others have made needless, the first ones found first.
    fn prune(&mut self) {
        self.may_add = false;
        let n = self.program.nodes.len();
        let n_waits =
            self.waits.before.iter().map(Vec::len).sum::<usize>() + self.waits.host.iter().flatten().count();
        let cost = n * (n + self.program.spans.len() * self.streams.count) * (n / 64 + 1);
        if PRUNE_BUDGET < cost.saturating_mul(n_waits) {
            return;
        }
        for node in 0..n {
            self.prune_waits_of(node);
        }
        for node in 0..n {
            self.prune_host_wait_of(node);
        }
    }

    fn prune_waits_of(&mut self, node: usize) {
        for index in (0..self.waits.before[node].len()).rev() {
            let point = self.waits.before[node].remove(index);
            if !self.is_enough() {
                self.waits.before[node].insert(index, point);
            }
        }
    }

    /// A host wait goes with those that join streams for it.
    fn prune_host_wait_of(&mut self, node: usize) {
        if self.program.nodes[node].kind == NodeKind::StreamWait {
            return;
        }
        let Some(stream) = self.waits.host[node].take() else { return };
        let joined = std::mem::take(&mut self.waits.before[node]);
        if !self.is_enough() {
            (self.waits.host[node], self.waits.before[node]) = (Some(stream), joined);
        }
    }

    /// Whether the waits that are there order all that must be.
    fn is_enough(&mut self) -> bool {
        self.is_short = false;
        let start = self.start();
        let program = self.program;
        self.steps(&program.steps, start);
        !self.is_short
    }

    /// Whether the event after a node is recorded once at most: outside of loops and branches. All that is issued later is
    /// unordered for it, and need not be added.
    fn is_final(&self, node: usize) -> bool {
        self.program.nodes[node].path.is_empty()
    }

    /// Takes out of a set what comes before an event.
    fn take_ordered(&self, set: &mut Bits, point: Point, state: &State) {
        let event = &state.unordered[state.event(point)];
        match point {
            Point::After(node) if self.is_final(node) => subtract_ordered(set, event, node + 1),
            Point::Before(node) => subtract_ordered(set, event, node),
            Point::After(_) | Point::At(..) => set.intersect(event),
        }
    }

    /// Makes a stream come after an event.
    fn wait(&self, stream: usize, point: Point, state: &mut State) {
        let mut rest = std::mem::take(&mut state.unordered[stream]);
        self.take_ordered(&mut rest, point, state);
        state.unordered[stream] = rest;
    }

    fn steps(&mut self, steps: &[Step], mut state: State) -> State {
        for step in steps {
            state = match step {
                Step::Node(node) => self.node(*node, state),
                Step::Loop(span, bodies) => self.repeat(bodies, state).record(*span),
                Step::Branch(span, arms, may_skip) => self.branch(arms, *may_skip, state).record(*span),
                Step::Graph(span, blocks) => self.graph(blocks, state).record(*span),
            };
        }
        state
    }

    fn repeat(&mut self, bodies: &[Vec<Step>], mut state: State) -> State {
        loop {
            let mut changed = false;
            for body in bodies {
                let end = self.steps(body, state.clone());
                changed |= state.join(&end);
            }
            if !changed {
                return state;
            }
        }
    }

    /// Runs over blocks until nothing changes; what a way back has changed waits until the sweep is at the end.
    fn graph(&mut self, blocks: &[GraphBlock], state: State) -> State {
        let mut at: Vec<Option<State>> = vec![None; blocks.len()];
        let mut end: Option<State> = None;
        at[0] = Some(state.clone());
        let (mut sweep, mut later) = (BTreeSet::from([0]), BTreeSet::new());
        while let Some(place) = sweep.pop_first().or_else(|| {
            std::mem::swap(&mut sweep, &mut later);
            sweep.pop_first()
        }) {
            let Some(known) = at[place].clone() else { continue };
            let block = &blocks[place];
            let out = self.steps(&block.steps, known.record(block.span));
            for next in &block.next {
                if join_into(&mut at[*next], &out) {
                    let list = if place < *next { &mut sweep } else { &mut later };
                    list.insert(*next);
                }
            }
            if block.is_end {
                join_into(&mut end, &out);
            }
        }
        end.unwrap_or(state)
    }

    fn branch(&mut self, arms: &[Vec<Step>], may_skip: bool, state: State) -> State {
        let mut ends: Vec<State> = arms.iter().map(|arm| self.steps(arm, state.clone())).collect();
        if may_skip || ends.is_empty() {
            ends.push(state);
        }
        let mut joined = ends.swap_remove(0);
        for end in &ends {
            joined.join(end);
        }
        joined
    }

    fn node(&mut self, node: usize, mut state: State) -> State {
        if self.program.nodes[node].kind.is_device() {
            self.issue(node, &mut state);
        } else {
            self.sync_host(node, &mut state);
            self.waits.open[node].union(&state.unordered[state.host()]);
        }
        state
    }

    fn issue(&mut self, node: usize, state: &mut State) {
        let stream = self.streams.of[node];
        self.wait_on(node, stream, state);
        if state.leaders.binary_search(&node).is_ok() {
            let event = state.event(Point::Before(node));
            state.unordered[event] = state.unordered[stream].clone();
        }
        self.waits.open[node].union(&state.unordered[stream]);
        for observer in self.observers.iter().filter(|observer| **observer != stream) {
            state.unordered[*observer].insert(node);
        }
        let event = state.event(Point::After(node));
        state.unordered[event] = state.unordered[stream].clone();
    }

    /// Makes a stream wait for all predecessors of a node that it does not come after already.
    fn wait_on(&mut self, node: usize, stream: usize, state: &mut State) {
        state.keep_common(stream, state.host());
        for point in self.waits.before[node].clone() {
            self.wait(stream, point, state);
        }
        if let Some(leader) = self.joins.get(node).copied().flatten()
            && self.waits.before[node].is_empty()
            && self.may_add
        {
            self.waits.before[node].push(Point::Before(leader));
            self.wait(stream, Point::Before(leader), state);
        }
        let missing = missing(node, &self.preds[node].common(&state.unordered[stream]));
        self.is_short |= !missing.is_empty();
        for producer in missing.into_iter().filter(|_| self.may_add) {
            for point in [self.point(producer, node), Point::After(producer)] {
                if state.unordered[stream].contains(producer) {
                    self.waits.before[node].push(point);
                    self.wait(stream, point, state);
                }
            }
        }
    }

    /// The event by which a node waits for a producer: at the block where their ways meet, or behind the outermost
    /// operation that only the producer is in.
    fn point(&self, producer: usize, node: usize) -> Point {
        if self.program.is_pinned(producer) {
            return Point::After(producer);
        }
        let path = &self.program.nodes[producer].path;
        let user_path = &self.program.nodes[node].path;
        let n_shared = path.iter().zip(user_path).take_while(|(a, b)| a == b).count();
        let stream = self.streams.of[producer];
        if let (Some(from), Some(to)) = (path.get(n_shared), user_path.get(n_shared))
            && let Some(block) = self.program.meeting(*from, *to)
        {
            return Point::At(block, stream);
        }
        let mut rest = path.iter().skip(n_shared);
        match rest.find(|span| self.program.spans[**span].op.is_some()) {
            Some(span) => Point::At(*span, stream),
            None => Point::After(producer),
        }
    }

    /// Makes the host wait before a node, if it needs to: one stream is joined with the others, then waited for.
    fn sync_host(&mut self, node: usize, state: &mut State) {
        let needed = self.preds[node].common(&state.unordered[state.host()]);
        if needed.is_empty() && self.waits.host[node].is_none() {
            return;
        }
        self.is_short |= self.waits.host[node].is_none();
        let stream = self.waits.host[node].unwrap_or_else(|| self.cheapest_join(&needed, state));
        self.waits.host[node] = Some(stream);
        self.wait_on(node, stream, state);
        state.keep_common(state.host(), stream);
        for stream in 0..state.n_streams {
            state.keep_common(stream, state.host());
        }
    }

    /// The stream on which joining the needed nodes takes fewest waits; the first of those.
    fn cheapest_join(&self, needed: &Bits, state: &State) -> usize {
        let of_needed = needed.iter().map(|node| self.streams.of[node]);
        let mut candidates: Vec<usize> = of_needed.filter(|stream| *stream < self.streams.leased).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let cost = |stream: &usize| {
            let mut rest = needed.common(&state.unordered[*stream]);
            let mut n_waits = 0;
            let mut latest = rest.last();
            while let Some(producer) = latest {
                self.take_ordered(&mut rest, Point::After(producer), state);
                n_waits += 1;
                latest = rest.last();
            }
            n_waits
        };
        candidates.into_iter().min_by_key(cost).unwrap_or(0)
    }
}

/// Adds what is known on another way; whether that changed anything.
fn join_into(known: &mut Option<State>, other: &State) -> bool {
    match known {
        Some(known) => known.join(other),
        none => {
            *none = Some(other.clone());
            true
        }
    }
}

/// Takes out of a set the nodes below `bound` that an event recorded there does not leave unordered.
fn subtract_ordered(set: &mut Bits, event: &Bits, bound: usize) {
    let mut ordered = set.clone();
    ordered.keep_below(bound);
    ordered.subtract(event);
    set.subtract(&ordered);
}

/// Predecessors in the order in which they were issued, the latest first: those of an earlier trip come last.
fn missing(node: usize, set: &Bits) -> Vec<usize> {
    let (mut earlier, mut later): (Vec<usize>, Vec<usize>) = set.iter().partition(|pred| *pred < node);
    earlier.reverse();
    later.reverse();
    earlier.extend(later);
    earlier
}
