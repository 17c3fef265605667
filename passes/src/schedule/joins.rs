//! Joins: one stream waits for several others, and the streams with the same predecessors wait for that one alone.
//!
//! ```text
//! s0: wait e1; wait e2; wait e3; record e4; a     instead of     s0: wait e1; wait e2; wait e3; a
//! s1: wait e4; b                                                 s1: wait e0; wait e2; wait e3; b
//! ```
//! Consumers with the same direct predecessors form a group. The first of them in issue order is its leader, and an
//! event is recorded after the waits of the leader. No operation is delayed by work that it does not depend on: the
//! join is on the stream of its leader, so earlier work of that stream must precede the predecessors of the group
//! anyway. A consumer of a join observes the end of a predecessor one event later. By default a join is made if the
//! host issues fewer operations and the plan takes no longer by the model: the device until its last operation ends,
//! or the host to issue all launches, waits and records, whichever is longer. Kernels that are short against their
//! issue cost get joins, long ones only if nothing ends later.
//!
//! Cost: consumers × streams, and one evaluation of the model per group.

use super::bits::Bits;
use super::input::{NodeKind, ScheduleInput};
use super::model::Model;
use super::reduction::Order;
use super::streams::Streams;
use super::waits::{Point, Waits};
use indexmap::IndexMap;

/// The maximum number of groups that are tried if the model decides.
const MAX_TRIED: usize = 256;
/// The relative difference below which two predictions are equal.
const PRECISION: f64 = 0.01;

/// When joins are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// Never.
    Never,
    /// If they save issuing and the plan takes no longer by the model.
    Free,
    /// If they save waits.
    Always,
}

/// Returns, for each node, the leader whose join it waits for; empty if there are no joins.
pub fn find(
    input: &ScheduleInput,
    order: &Order,
    streams: &Streams,
    waits: &Waits,
    joins: Joins,
) -> Vec<Option<usize>> {
    if joins == Joins::Never || streams.count < 2 {
        return Vec::new();
    }
    let mut compute = Bits::new(input.nodes.len());
    let is_compute = |node: &usize| input.nodes[*node].kind.is_compute();
    (0..input.nodes.len()).filter(is_compute).for_each(|node| compute.insert(node));
    let direct = order.reduce(&compute);
    let search = Search { input, order, streams, waits, direct: &direct };
    let groups = search.groups();
    if groups.is_empty() || joins == Joins::Free && MAX_TRIED < groups.len() {
        return Vec::new();
    }
    search.choose(&groups, joins)
}

/// A leader and the followers that save waits by its join.
struct Group {
    leader: usize,
    followers: Vec<usize>,
}

struct Search<'p> {
    input: &'p ScheduleInput,
    order: &'p Order,
    streams: &'p Streams,
    waits: &'p Waits,
    direct: &'p [Vec<usize>],
}

impl Search<'_> {
    /// Returns all groups that save waits, by their leaders.
    fn groups(&self) -> Vec<Group> {
        let mut consumers: IndexMap<&[usize], Vec<usize>> = IndexMap::new();
        for (number, node) in self.input.nodes.iter().enumerate() {
            let preds = &self.direct[number];
            if node.kind.is_compute() && node.path.is_empty() && 2 <= preds.len() {
                consumers.entry(preds).or_default().push(number);
            }
        }
        consumers.iter().filter_map(|(preds, nodes)| self.group(preds, nodes)).collect()
    }

    fn group(&self, preds: &[usize], nodes: &[usize]) -> Option<Group> {
        if nodes.len() < 2 {
            return None;
        }
        let at = nodes.iter().position(|node| self.can_lead(*node, preds))?;
        let leader = nodes[at];
        let saves = |node: &&usize| {
            self.streams.of[**node] != self.streams.of[leader] && 2 <= self.waits.before[**node].len()
        };
        let followers: Vec<usize> = nodes[at + 1..].iter().filter(saves).copied().collect();
        (!followers.is_empty()).then_some(Group { leader, followers })
    }

    /// Whether a join right before a node orders its followers after nothing but `preds`, their predecessors, and
    /// memory that is ready at once.
    fn can_lead(&self, node: usize, preds: &[usize]) -> bool {
        let is_past =
            |other: usize| preds.iter().any(|pred| *pred == other || self.order.is_ordered(other, *pred));
        let is_harmless = |other: usize| is_past(other) || self.is_ready(other);
        let waited = self.waits.before[node].iter().all(|point| match point {
            Point::After(producer) => is_harmless(*producer),
            Point::Before(_) | Point::At(..) => false,
        });
        let stream = self.streams.of[node];
        let mut before = (0..node)
            .rev()
            .filter(|other| self.input.nodes[*other].kind.is_device() && self.streams.of[*other] == stream);
        let last = before.find(|other| !self.is_ready(*other));
        waited && last.is_none_or(is_past)
    }

    /// Whether a node is an allocation that waits for nothing.
    fn is_ready(&self, node: usize) -> bool {
        self.input.nodes[node].kind == NodeKind::Alloc && !self.order.has_any_before(node)
    }

    /// Selects groups, as a leader per follower.
    fn choose(&self, groups: &[Group], joins: Joins) -> Vec<Option<usize>> {
        let mut chosen = vec![None; self.input.nodes.len()];
        let mut issue = self.issue();
        let longest = self.time(&chosen, issue) * (1.0 + PRECISION);
        for group in groups {
            let after = issue - self.saved(group);
            group.followers.iter().for_each(|node| chosen[*node] = Some(group.leader));
            let saves = self.n_saved(group).is_positive();
            if joins == Joins::Always || saves && after <= issue && self.time(&chosen, after) <= longest {
                issue = after;
            } else {
                group.followers.iter().for_each(|node| chosen[*node] = None);
            }
        }
        if chosen.iter().all(Option::is_none) { Vec::new() } else { chosen }
    }

    /// Returns the microseconds of a plan with these joins and this issue time.
    fn time(&self, joins: &[Option<usize>], issue: f64) -> f64 {
        let model = Model { input: self.input, direct: self.direct, partner: &[], joins };
        model.follow(&self.streams.of).makespan.max(issue)
    }

    /// Returns the host microseconds to issue the plan without joins.
    fn issue(&self) -> f64 {
        let n_work = self.input.nodes.iter().filter(|node| node.kind.is_work()).count();
        let n_waits: usize = self.waits.before.iter().map(Vec::len).sum();
        let n_records = self.waits.points().len();
        self.input.model.costs.issue(n_work, n_waits, n_records)
    }

    /// Returns the waits that a group saves: each follower has one.
    fn n_waits_saved(&self, group: &Group) -> usize {
        group.followers.iter().map(|node| self.waits.before[*node].len() - 1).sum()
    }

    /// Returns the commands that a group saves: its join is recorded.
    fn n_saved(&self, group: &Group) -> isize {
        self.n_waits_saved(group) as isize - 1
    }

    /// Returns the host microseconds that a group saves.
    fn saved(&self, group: &Group) -> f64 {
        let costs = &self.input.model.costs;
        self.n_waits_saved(group) as f64 * costs.wait - costs.record
    }
}
