//! The dataflow analysis that finds waits, and that proves a set of waits sufficient.
//!
//! The state holds, for each stream and for the host, the device nodes that were issued and are not known to precede
//! the next operation issued there:
//! ```text
//! issue x on s:    unordered[s] ∩= unordered[host]; waits of x; unordered[o] ∪= {x} for every o but s
//! record e on s:   snapshot[e] = unordered[s]
//! wait e on s:     unordered[s] ∩= snapshot[e] ∪ nodes that may be issued since the record (`since.rs`)
//! host wait on s:  unordered[host] ∩= unordered[s], and unordered[t] ∩= unordered[host] for each stream t
//! paths that meet: unions
//! ```
//! The analysis sweeps over the function until neither the state at a loop head nor the snapshot of an event that is
//! waited for changes. A sweep visits each loop once, and continues after it with the additions of its end to its
//! head. So one sweep propagates work issued in a nest out of it, and the next one into all of its loops, at any
//! depth. A loop is skipped if nothing has changed since its last run.

use super::facts::Facts;
use super::{First, Open, Point, Waits};
use crate::schedule::bits::Bits;
use crate::schedule::input::{FlowStep, GraphBlock, NodeKind, ScheduleInput};
use crate::schedule::streams::Streams;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Per stream, and for the host after them, the nodes not known to be ordered before it.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    pub(super) unordered: Vec<Rc<Bits>>,
}

impl State {
    fn host(&self) -> usize {
        self.unordered.len() - 1
    }

    fn keep_common(&mut self, observer: usize, other: usize) {
        if !self.unordered[other].has_all(&self.unordered[observer]) {
            self.unordered[observer] = Rc::new(self.unordered[observer].common(&self.unordered[other]));
        }
    }

    pub(super) fn join(&mut self, other: &Self) -> bool {
        self.unordered.iter_mut().zip(&other.unordered).fold(false, |changed, (a, b)| unite(a, b) | changed)
    }
}

/// Adds all members of another set, which is shared if it is the result; returns whether the set changed.
fn unite(set: &mut Rc<Bits>, other: &Rc<Bits>) -> bool {
    if Rc::ptr_eq(set, other) || set.has_all(other) {
        return false;
    }
    if other.has_all(set) {
        *set = Rc::clone(other);
        return true;
    }
    Rc::make_mut(set).union(other)
}

/// The unordered set of a stream when it recorded an event, on any path.
#[derive(Clone, Default)]
pub(super) struct Snapshot {
    set: Rc<Bits>,
    /// The number of waits at that time.
    n_added: usize,
}

/// A record of an event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record {
    /// The record that names the event.
    Of(Point),
    /// A record before a loop, as an index in [`Run::first`].
    First(usize),
}

/// The state of a loop or of blocks kept between two sweeps.
#[derive(Default)]
struct Kept {
    /// By block; for a loop, the state at its head.
    states: Vec<Option<State>>,
    end: Option<State>,
    /// [`Run::n_changes`] before its last run, if that changed no state that a back edge leads to.
    settled_at: Option<usize>,
}

pub(super) struct Run<'s, 'p> {
    pub(super) input: &'p ScheduleInput,
    streams: &'p Streams,
    joins: &'s [Option<usize>],
    pub(super) facts: &'s mut Facts<'p>,
    pub(super) before: Vec<Vec<Point>>,
    pub(super) host: Vec<Option<usize>>,
    /// The records before loops, which are known once waits have slots, by the span of the loop.
    first: Vec<First>,
    /// The record before a loop of each event that has one.
    first_of: FxHashMap<Point, usize>,
    /// The unordered sets of their streams.
    entered_with: Vec<Snapshot>,
    /// The nodes with a join before them, sorted.
    leaders: Vec<usize>,
    after: Vec<Snapshot>,
    joined: Vec<Snapshot>,
    /// The snapshots, by span and by stream.
    at: Vec<Vec<Snapshot>>,
    /// The kept states, by span.
    kept: Vec<Kept>,
    /// The frees whose predecessors are known to the host to be complete.
    settled: BTreeSet<usize>,
    /// The nodes that wait for an event, or did so earlier.
    users: FxHashMap<Point, Vec<usize>>,
    /// The number of snapshot changes of these events.
    n_changes: usize,
    /// By span, the number of the last such change of an event that a node in it waits for.
    changed_at: Vec<usize>,
    /// The number of state changes at loop heads and other blocks with back edges.
    n_grown: usize,
    /// The previous values of changed snapshots, while these are collected.
    pub(super) changes: Option<Vec<(Record, Snapshot)>>,
    /// The frees that were removed from the settled ones.
    unsettled: Vec<usize>,
    /// By node, the state before it, while these are collected: only for nodes with an entry.
    pub(super) entered: Option<FxHashMap<usize, Option<State>>>,
    /// The number of added waits.
    n_added: usize,
    /// Whether missing waits are added; else [`Run::is_short`] is set.
    may_add: bool,
    pub(super) is_short: bool,
    /// The number of visited nodes.
    pub(super) n_steps: usize,
    /// The waits that their own nodes need, by node and index; host waits have [`usize::MAX`].
    pub(super) needed: Option<FxHashSet<(usize, usize)>>,
}

impl<'s, 'p> Run<'s, 'p> {
    pub(super) fn new(facts: &'s mut Facts<'p>, joins: &'s [Option<usize>]) -> Self {
        let (input, streams) = (facts.input, facts.streams);
        let n = input.nodes.len();
        let mut leaders: Vec<usize> = joins.iter().flatten().copied().collect();
        leaders.sort_unstable();
        leaders.dedup();
        let of_stream_wait = |number: usize| {
            let node = &input.nodes[number];
            node.pin.filter(|_| node.kind == NodeKind::StreamWait).map(|pin| streams.leased + pin)
        };
        Self {
            input,
            streams,
            joins,
            facts,
            before: vec![Vec::new(); n],
            host: (0..n).map(of_stream_wait).collect(),
            after: Vec::new(),
            joined: Vec::new(),
            at: Vec::new(),
            kept: Vec::new(),
            settled: BTreeSet::new(),
            users: FxHashMap::default(),
            n_changes: 0,
            changed_at: vec![0; input.spans.len()],
            n_grown: 0,
            changes: None,
            unsettled: Vec::new(),
            entered: None,
            n_added: 0,
            may_add: true,
            is_short: false,
            n_steps: 0,
            needed: None,
            first: Vec::new(),
            first_of: FxHashMap::default(),
            entered_with: Vec::new(),
            leaders,
        }
    }

    /// Creates a run with the waits that were found, and with records before loops.
    pub(super) fn with_waits(
        facts: &'s mut Facts<'p>,
        joins: &'s [Option<usize>],
        (waits, first): (&Waits, &[First]),
    ) -> Self {
        let mut by_span = first.to_vec();
        by_span.sort_by_key(|first| first.span);
        let mut users: FxHashMap<Point, Vec<usize>> = FxHashMap::default();
        for (node, points) in waits.before.iter().enumerate() {
            for point in points {
                users.entry(*point).or_default().push(node);
            }
        }
        Self {
            before: waits.before.clone(),
            host: waits.host.clone(),
            first_of: by_span.iter().enumerate().map(|(index, first)| (first.point, index)).collect(),
            first: by_span,
            users,
            may_add: false,
            n_steps: waits.n_steps,
            ..Self::new(facts, joins)
        }
    }

    /// Runs over the function and adds all missing waits.
    pub(super) fn start(&mut self) {
        self.may_add = true;
        self.run();
        self.may_add = false;
    }

    /// Returns the waits, and the open sets of the last run.
    pub(super) fn finish(self) -> Waits {
        let sets = self.after.into_iter().map(|snapshot| snapshot.set).collect();
        let open = Open { positions: Rc::clone(&self.facts.positions), sets };
        let settled = self.settled.into_iter().collect();
        Waits { before: self.before, host: self.host, open, settled, n_steps: self.n_steps }
    }

    /// Sweeps over the function until nothing changes.
    pub(super) fn run(&mut self) {
        let start = self.restart();
        let input = self.input;
        let counts = |run: &Self| (run.n_added, run.n_changes, run.n_grown);
        let mut before = None;
        while !self.is_short && before != Some(counts(self)) {
            before = Some(counts(self));
            self.steps(&input.steps, start.clone());
        }
    }

    /// Resets all states and snapshots; returns the state at the function entry.
    pub(super) fn restart(&mut self) -> State {
        let n_spans = self.input.spans.len();
        let empty = Snapshot { set: Rc::new(self.facts.positions.empty()), n_added: self.n_added };
        self.after = vec![empty.clone(); self.input.nodes.len()];
        self.joined = vec![empty.clone(); self.leaders.len()];
        self.entered_with = vec![empty.clone(); self.first.len()];
        self.at = vec![vec![empty; self.streams.count]; n_spans];
        self.kept = (0..n_spans).map(|_| Kept::default()).collect();
        let is_free = |node: &usize| self.input.nodes[*node].kind == NodeKind::Free;
        self.settled = (0..self.input.nodes.len()).filter(is_free).collect();
        self.unsettled.clear();
        self.is_short = false;
        let nothing = Rc::new(self.facts.positions.empty());
        State { unordered: (0..=self.streams.count).map(|_| Rc::clone(&nothing)).collect() }
    }

    fn steps(&mut self, steps: &[FlowStep], mut state: State) -> State {
        for step in steps {
            if self.is_short {
                break;
            }
            match step {
                FlowStep::Node(node) => self.node(*node, &mut state),
                FlowStep::Loop(span, bodies) => {
                    self.enter(*span, &state);
                    state = self.repeat(*span, bodies, state);
                    self.record(*span, &state);
                }
                FlowStep::Branch(span, arms, may_skip) => {
                    state = self.branch(arms, *may_skip, state);
                    self.record(*span, &state);
                }
                FlowStep::Graph(span, blocks) => {
                    self.enter(*span, &state);
                    state = self.graph(*span, blocks, state);
                    self.record(*span, &state);
                }
            }
        }
        state
    }

    fn repeat(&mut self, span: usize, bodies: &[Vec<FlowStep>], state: State) -> State {
        let Kept { mut states, settled_at, .. } = std::mem::take(&mut self.kept[span]);
        let mut head = states.pop().flatten();
        let is_entered_alike = !join_into(&mut head, &state);
        let mut head = head.unwrap_or(state);
        let (n_changes, n_grown) = (self.n_changes, self.n_grown);
        let mut settled_at = settled_at.filter(|at| is_entered_alike && self.changed_at[span] <= *at);
        if settled_at.is_none() {
            for body in bodies {
                let end = self.steps(body, head.clone());
                self.n_grown += usize::from(head.join(&end));
            }
            settled_at = (self.n_grown == n_grown).then_some(n_changes);
        }
        self.kept[span] = Kept { states: vec![Some(head.clone())], end: None, settled_at };
        head
    }

    /// Visits each reachable block once; back edges are followed in the next sweep.
    fn graph(&mut self, span: usize, blocks: &[GraphBlock], state: State) -> State {
        let mut kept = std::mem::take(&mut self.kept[span]);
        kept.states.resize(blocks.len(), None);
        let is_entered_alike = !join_into(&mut kept.states[0], &state);
        let (n_changes, n_grown) = (self.n_changes, self.n_grown);
        if !is_entered_alike || kept.settled_at.is_none_or(|at| at < self.changed_at[span]) {
            for (place, block) in blocks.iter().enumerate() {
                let Some(known) = kept.states[place].clone() else { continue };
                self.record(block.span, &known);
                let out = self.steps(&block.steps, known);
                for next in &block.next {
                    let is_back = *next <= place;
                    self.n_grown += usize::from(join_into(&mut kept.states[*next], &out) && is_back);
                }
                if block.is_end {
                    join_into(&mut kept.end, &out);
                }
            }
            kept.settled_at = (self.n_grown == n_grown).then_some(n_changes);
        }
        let end = kept.end.clone().unwrap_or(state);
        self.kept[span] = kept;
        end
    }

    fn branch(&mut self, arms: &[Vec<FlowStep>], may_skip: bool, state: State) -> State {
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

    fn snapshot_mut(&mut self, record: Record) -> &mut Snapshot {
        match record {
            Record::Of(Point::After(node)) => &mut self.after[node],
            Record::Of(Point::Before(node)) => {
                &mut self.joined[self.leaders.partition_point(|leader| *leader < node)]
            }
            Record::Of(Point::At(span, stream)) => &mut self.at[span][stream],
            Record::First(index) => &mut self.entered_with[index],
        }
    }

    /// Returns the event of a record.
    fn point_of(&self, record: Record) -> Point {
        match record {
            Record::Of(point) => point,
            Record::First(index) => self.first[index].point,
        }
    }

    /// Returns the nodes that wait for the event of a record, or did so earlier.
    pub(super) fn users_of(&self, record: Record) -> &[usize] {
        self.users.get(&self.point_of(record)).map_or(&[], Vec::as_slice)
    }

    /// Saves the unordered set of a stream at a record.
    fn note(&mut self, record: Record, set: &Rc<Bits>) {
        let n_added = self.n_added;
        let before = self.changes.is_some().then(|| self.snapshot_mut(record).clone());
        let snapshot = self.snapshot_mut(record);
        let changed = if snapshot.n_added == n_added {
            unite(&mut snapshot.set, set)
        } else {
            let changed = !Rc::ptr_eq(&snapshot.set, set) && snapshot.set != *set;
            *snapshot = Snapshot { set: Rc::clone(set), n_added };
            changed
        };
        let users = self.users.get(&self.point_of(record)).filter(|_| changed);
        if let Some(users) = users {
            self.n_changes += 1;
            for span in users.iter().flat_map(|user| &self.input.nodes[*user].path) {
                self.changed_at[*span] = self.n_changes;
            }
        }
        if let (true, Some(before), Some(changes)) = (changed, before, &mut self.changes) {
            changes.push((record, before));
        }
    }

    /// Returns the number of frees found to be unsettled.
    pub(super) fn n_unsettled(&self) -> usize {
        self.unsettled.len()
    }

    /// Restores snapshots, the last one first, and all but the first `n_unsettled` frees found to be unsettled.
    pub(super) fn restore(&mut self, snapshots: Vec<(Record, Snapshot)>, n_unsettled: usize) {
        for (record, before) in snapshots.into_iter().rev() {
            *self.snapshot_mut(record) = before;
        }
        self.settled.extend(self.unsettled.drain(n_unsettled..));
    }

    /// Makes the records before a loop.
    pub(super) fn enter(&mut self, span: usize, state: &State) {
        let start = self.first.partition_point(|first| first.span < span);
        let n = self.first[start..].partition_point(|first| first.span == span);
        for index in start..start + n {
            self.note(Record::First(index), &state.unordered[self.first[index].stream]);
        }
    }

    /// Records the events of a span.
    pub(super) fn record(&mut self, span: usize, state: &State) {
        for stream in 0..self.streams.count {
            self.note(Record::Of(Point::At(span, stream)), &state.unordered[stream]);
        }
    }

    fn snapshot(&self, point: Point) -> &Bits {
        match point {
            Point::After(node) => &self.after[node].set,
            Point::Before(node) => &self.joined[self.leaders.partition_point(|leader| *leader < node)].set,
            Point::At(span, stream) => &self.at[span][stream].set,
        }
    }

    /// Orders a stream after an event.
    fn wait(&mut self, stream: usize, point: Point, node: usize, state: &mut State) {
        let set = &mut state.unordered[stream];
        if !set.is_empty() {
            *set = Rc::new(self.unknown(set, point, node));
        }
    }

    /// Returns the part of a set that stays unordered after the stream of a node waits for an event.
    fn unknown(&mut self, set: &Bits, point: Point, node: usize) -> Bits {
        let first = self.first_of.get(&point).copied();
        let span = first.map(|first| self.first[first].span);
        let (mut unknown, meets_first) = self.facts.common_since(set, (point, span), node);
        unknown.union(&self.snapshot(point).common(set));
        if let Some(first) = first.filter(|_| meets_first) {
            unknown.union(&self.entered_with[first].set.common(set));
        }
        unknown
    }

    /// Returns the predecessors of a node in a set.
    fn preds_in(&self, node: usize, set: &Bits) -> Bits {
        let mut found = self.facts.tokens[node].common(set);
        for (number, _) in self.input.conflicts.sets_of(node) {
            let more = self.facts.conflicts[number].common(set);
            if found.is_empty() {
                found = more;
            } else {
                found.union(&more);
            }
        }
        if !self.input.tokens[node].contains(node) {
            self.facts.positions.remove(&mut found, node);
        }
        found
    }

    pub(super) fn node(&mut self, node: usize, state: &mut State) {
        self.n_steps += 1;
        if let Some(entered) = self.entered.as_mut().and_then(|entered| entered.get_mut(&node)) {
            *entered = Some(state.clone());
        }
        if self.input.nodes[node].kind.is_device() {
            self.issue(node, state);
        } else {
            self.sync_host(node, state);
            self.note(Record::Of(Point::After(node)), &state.unordered[state.host()]);
        }
    }

    fn issue(&mut self, node: usize, state: &mut State) {
        let stream = self.streams.of[node];
        let is_free = self.input.nodes[node].kind == NodeKind::Free;
        let is_unsettled = is_free && !self.preds_in(node, &state.unordered[state.host()]).is_empty();
        if is_unsettled && self.settled.remove(&node) {
            self.unsettled.push(node);
        }
        self.wait_on(node, stream, state);
        if self.leaders.binary_search(&node).is_ok() {
            self.note(Record::Of(Point::Before(node)), &state.unordered[stream]);
        }
        self.note(Record::Of(Point::After(node)), &state.unordered[stream]);
        for (observer, set) in state.unordered.iter_mut().enumerate() {
            if observer != stream {
                self.facts.positions.insert(Rc::make_mut(set), node);
            }
        }
    }

    /// Makes a stream wait for all predecessors of a node that it is not yet ordered after.
    fn wait_on(&mut self, node: usize, stream: usize, state: &mut State) {
        state.keep_common(stream, state.host());
        if self.needed.is_some() {
            self.note_needed(node, &self.preds_in(node, &state.unordered[stream]));
        }
        for point in self.before[node].clone() {
            self.wait(stream, point, node, state);
        }
        let leader = self.joins.get(node).copied().flatten();
        if let Some(leader) = leader.filter(|_| self.before[node].is_empty() && self.may_add) {
            self.add(node, Point::Before(leader));
            self.wait(stream, Point::Before(leader), node, state);
        }
        let mut missing = self.preds_in(node, &state.unordered[stream]);
        self.is_short |= !missing.is_empty() && !self.may_add;
        while self.may_add
            && let Some(producer) = self.latest(&missing, node)
        {
            for point in [self.point(producer, node), Point::After(producer)] {
                if self.facts.positions.contains(&state.unordered[stream], producer) {
                    self.add(node, point);
                    self.wait(stream, point, node, state);
                }
            }
            self.facts.positions.remove(&mut missing, producer);
            missing.intersect(&state.unordered[stream]);
        }
    }

    fn add(&mut self, node: usize, point: Point) {
        self.before[node].push(point);
        self.users.entry(point).or_default().push(node);
        self.n_added += 1;
    }

    /// Returns the node of a set that was issued last before a node; those of an earlier iteration come last.
    fn latest(&self, set: &Bits, node: usize) -> Option<usize> {
        if set.is_empty() {
            return None;
        }
        let n = self.input.nodes.len();
        self.facts.positions.latest(set, &(0..node)).or_else(|| self.facts.positions.latest(set, &(node..n)))
    }

    /// Collects the waits of a node without which the others would leave some of `open` open.
    fn note_needed(&mut self, node: usize, open: &Bits) {
        let points = self.before[node].clone();
        for left_out in 0..points.len() {
            if self.needed.as_ref().is_some_and(|needed| needed.contains(&(node, left_out))) {
                continue;
            }
            let mut rest = open.clone();
            for (_, point) in points.iter().enumerate().filter(|(index, _)| *index != left_out) {
                rest = self.unknown(&rest, *point, node);
            }
            if let Some(needed) = self.needed.as_mut().filter(|_| !rest.is_empty()) {
                needed.insert((node, left_out));
            }
        }
    }

    /// Returns the event by which a node waits for a producer: at the block where their paths meet, or after the
    /// outermost operation that encloses only the producer.
    fn point(&self, producer: usize, node: usize) -> Point {
        if self.input.is_pinned(producer) {
            return Point::After(producer);
        }
        let path = &self.input.nodes[producer].path;
        let user_path = &self.input.nodes[node].path;
        let n_shared = path.iter().zip(user_path).take_while(|(a, b)| a == b).count();
        let stream = self.streams.of[producer];
        if let (Some(from), Some(to)) = (path.get(n_shared), user_path.get(n_shared))
            && let Some(block) = self.input.meeting(*from, *to)
        {
            return Point::At(block, stream);
        }
        let mut rest = path.iter().skip(n_shared);
        match rest.find(|span| self.input.spans[**span].op.is_some()) {
            Some(span) => Point::At(*span, stream),
            None => Point::After(producer),
        }
    }

    /// Makes the host wait before a node, if required: one stream is joined with the others, then waited for.
    fn sync_host(&mut self, node: usize, state: &mut State) {
        let needed = self.preds_in(node, &state.unordered[state.host()]);
        if needed.is_empty() && self.host[node].is_none() {
            return;
        }
        if self.host[node].is_none() && !self.may_add {
            self.is_short = true;
            return;
        }
        if let Some(found) = self.needed.as_mut().filter(|_| !needed.is_empty()) {
            found.insert((node, usize::MAX));
        }
        let stream = self.host[node].unwrap_or_else(|| self.cheapest_join(&needed, node, state));
        self.n_added += usize::from(self.host[node].is_none());
        self.host[node] = Some(stream);
        self.wait_on(node, stream, state);
        state.keep_common(state.host(), stream);
        for stream in 0..self.streams.count {
            state.keep_common(stream, state.host());
        }
    }

    /// Returns the first stream on which joining the needed nodes takes fewest waits.
    fn cheapest_join(&mut self, needed: &Bits, node: usize, state: &State) -> usize {
        let is_needed = |stream: &usize| self.facts.positions.has_on(needed, *stream);
        let candidates: Vec<usize> = (0..self.streams.leased).filter(is_needed).collect();
        let mut cost = |stream: &usize| {
            let mut rest = needed.common(&state.unordered[*stream]);
            let mut n_waits = 0;
            while let Some(producer) = self.facts.positions.latest(&rest, &(0..self.input.nodes.len())) {
                rest = self.unknown(&rest, self.point(producer, node), node);
                self.facts.positions.remove(&mut rest, producer);
                n_waits += 1;
            }
            n_waits
        };
        candidates.into_iter().min_by_key(&mut cost).unwrap_or(0)
    }
}

/// Merges the state of another path; returns whether anything changed.
pub(super) fn join_into(known: &mut Option<State>, other: &State) -> bool {
    match known {
        Some(known) => known.join(other),
        none => {
            *none = Some(other.clone());
            true
        }
    }
}
