//! Launches that wait for each other while they run, and so must be able to run concurrently.
//!
//! ```text
//! launch @meet(%count)      either adds 1 to %count and ends when it is 2: s0 and s1, and no wait between them
//! launch @meet(%count)
//! ```
//! A launch that spins on memory ends only when other work updates that memory atomically. Such an update never
//! orders the other work after the spinning launch, or neither would end; all other dependences stay. Launches that
//! nothing orders then form pairs that a plan must keep unordered: not on one stream, not through other work, not by
//! a host wait. If no plan on the available streams does so, the program is refused.
//!
//! Cost: nothing for functions without such launches, otherwise pairs × nodes × plans tried.

use super::bits::Bits;
use super::input::{Node, NodeKind, ScheduleInput, Span};
use super::reduction::Order;
use crate::analysis::alias::{AliasAnalysis, Overlap};
use crate::analysis::summary::{Touch, Updates};
use crate::pass::{PassCx, note_at};
use warpline_ir::{Note, Reported, codes};

/// Two launches in program order, of which the first ends only when the second one has begun.
type Pair = (usize, usize);

/// Whether the only reasons for an order of `later` after `earlier` are atomic updates of memory that `earlier` waits
/// for. If tokens leave the two unordered, only sure conflicts are reasons.
pub(super) fn is_freed(aliases: &AliasAnalysis, earlier: &Node, later: &Node, are_free: bool) -> bool {
    let is_known = !earlier.summary.is_unknown && !later.summary.is_unknown;
    let orders = |x: &Touch, y: &Touch| {
        conflict(x, y)
            && aliases.overlap(&x.place, &y.place) != Overlap::No
            && (!are_free || aliases.surely_overlap(&x.place, &y.place))
            && !(is_update(x) && is_update(y) && is_awaited(aliases, earlier, x))
    };
    is_known
        && later.kind == NodeKind::Launch
        && !earlier.summary.touches.iter().any(|x| later.summary.touches.iter().any(|y| orders(x, y)))
}

fn conflict(x: &Touch, y: &Touch) -> bool {
    let changes = |touch: &Touch| touch.access.writes || touch.access.updates != Updates::None;
    let commute = x.access.commutes().is_some() && x.access.commutes() == y.access.commutes();
    !commute && (changes(x) || changes(y))
}

/// Whether a touch consists of atomic updates alone.
fn is_update(touch: &Touch) -> bool {
    touch.access.updates != Updates::None && !touch.access.reads && !touch.access.writes
}

/// Whether a launch waits for the memory of a touch.
fn is_awaited(aliases: &AliasAnalysis, launch: &Node, touch: &Touch) -> bool {
    launch.summary.spins.iter().any(|place| aliases.overlap(place, &touch.place) != Overlap::No)
}

/// Returns all pairs of a launch and a later one that updates memory that it waits for, except those in different
/// arms of a branch.
pub(super) fn pairs(nodes: &[Node], spans: &[Span], aliases: &AliasAnalysis) -> Vec<Pair> {
    let mut found = Vec::new();
    for (number, node) in nodes.iter().enumerate().filter(|(_, node)| !node.summary.spins.is_empty()) {
        for (other, later) in nodes.iter().enumerate().skip(number + 1) {
            let mut updates =
                later.summary.touches.iter().filter(|touch| touch.access.updates != Updates::None);
            if later.kind == NodeKind::Launch
                && !are_in_other_arms(spans, node, later)
                && updates.any(|touch| is_awaited(aliases, node, touch))
            {
                found.push((number, other));
            }
        }
    }
    found
}

fn are_in_other_arms(spans: &[Span], a: &Node, b: &Node) -> bool {
    let n_shared = a.path.iter().zip(&b.path).take_while(|(x, y)| x == y).count();
    let is_arm = |node: &Node| {
        node.path.get(n_shared).is_some_and(|span| spans[*span].op.is_none() && !spans[*span].is_loop)
    };
    0 < n_shared && is_arm(a) && is_arm(b)
}

/// Returns the pairs that neither dependences nor host waits order.
pub(super) fn unordered(input: &ScheduleInput, order: &Order) -> Vec<Pair> {
    let is_free = |(x, y): &&Pair| !order.is_ordered(*x, *y);
    input.pairs.iter().filter(is_free).copied().collect()
}

/// Returns the first of some pairs that a plan orders.
pub(super) fn broken(input: &ScheduleInput, of: &[usize], pairs: &[Pair]) -> Option<Pair> {
    if pairs.is_empty() {
        return None;
    }
    let mut queues = Queues::new(input);
    for node in 0..input.nodes.len() {
        queues.push(node, of);
    }
    pairs.iter().find(|(x, y)| queues.behind[*y].contains(*x)).copied()
}

/// Assigns streams to the work of a function in order, so that as few streams as possible depend on waiting launches.
/// May break a pair if there are too few streams.
pub(super) fn place(input: &ScheduleInput, order: &Order, pairs: &[Pair], max_streams: usize) -> Vec<usize> {
    let n = input.nodes.len();
    let mut of = vec![usize::MAX; n];
    let mut queues = Queues::new(input);
    for node in 0..n {
        if let Some(pin) = input.nodes[node].pin.filter(|_| input.is_pinned(node)) {
            of[node] = n + pin;
        } else if input.nodes[node].kind.is_compute() {
            let cost = |stream: &usize| (queues.cost(node, *stream, order, pairs), *stream);
            of[node] = (0..max_streams).min_by_key(cost).unwrap_or(0);
        }
        queues.push(node, &of);
    }
    of
}

/// The predecessors of work that is issued in program order.
struct Queues<'p> {
    input: &'p ScheduleInput,
    /// For each node, its predecessors.
    behind: Vec<Bits>,
    /// For each stream, the predecessors of later work on it.
    streams: Vec<Bits>,
    /// The predecessors of all later work.
    host: Bits,
}

impl<'p> Queues<'p> {
    fn new(input: &'p ScheduleInput) -> Self {
        let n = input.nodes.len();
        Self { input, behind: vec![Bits::new(n); n], streams: Vec::new(), host: Bits::new(n) }
    }

    /// Returns the predecessors of a node on any stream.
    fn own(&self, node: usize) -> Bits {
        let mut own = self.host.clone();
        let mut preds = self.input.preds(node);
        preds.keep_below(node);
        for pred in preds.iter() {
            own.insert(pred);
            own.union(&self.behind[pred]);
        }
        own
    }

    /// Returns the objections to a node on a stream, the gravest first: it breaks a pair; a launch of a pair shares a
    /// stream; the stream depends on more waiting launches; the node does not follow the work there.
    fn cost(&self, node: usize, stream: usize, order: &Order, pairs: &[Pair]) -> (bool, bool, usize, bool) {
        let own = self.own(node);
        let none = self.host.emptied();
        let known = self.streams.get(stream).unwrap_or(&none);
        let mut after = own.clone();
        after.union(known);
        let hurts = |y: usize| y == node || node < y && order.is_before(node, y);
        let breaks = |(x, y): &Pair| hurts(*y) && after.contains(*x) && !order.is_before(*x, *y);
        let is_member = pairs.iter().any(|(x, y)| *x == node || *y == node);
        let mut waiting = none.clone();
        for (x, _) in pairs {
            if (*x == node || after.contains(*x)) && !known.contains(*x) {
                waiting.insert(*x);
            }
        }
        let follows = known.last().is_some_and(|tail| own.contains(tail));
        (pairs.iter().any(breaks), is_member && !known.is_empty(), waiting.len(), !follows)
    }

    /// Makes the host wait for the streams of the predecessors of a node.
    fn wait(&mut self, node: usize, of: &[usize]) {
        let mut needed = self.input.preds(node);
        needed.keep_below(node);
        needed.subtract(&self.host);
        let implied: Vec<usize> = needed
            .iter()
            .filter(|pred| needed.iter().any(|other| self.behind[other].contains(*pred)))
            .collect();
        for pred in implied {
            needed.remove(pred);
        }
        for pred in needed.iter() {
            self.host.insert(pred);
            self.host.union(&self.behind[pred]);
            if let Some(stream) = self.streams.get(of[pred]) {
                self.host.union(stream);
            }
        }
    }

    /// Issues a node.
    fn push(&mut self, node: usize, of: &[usize]) {
        if !self.input.nodes[node].kind.is_device() {
            self.wait(node, of);
            return;
        }
        let (mut own, stream) = (self.own(node), of[node]);
        if stream != usize::MAX {
            if self.streams.len() <= stream {
                self.streams.resize(stream + 1, self.host.emptied());
            }
            own.union(&self.streams[stream]);
            self.streams[stream] = own.clone();
            self.streams[stream].insert(node);
        }
        self.behind[node] = own;
    }
}

/// Refuses a plan that orders launches of which one waits for the other, and reports pairs that user tokens did not
/// leave unordered.
pub(super) fn check(
    cx: &mut PassCx<'_>,
    (input, order, of): (&ScheduleInput, &Order, &[usize]),
    max_streams: usize,
) -> Result<(), Reported> {
    let pairs = unordered(input, order);
    let nodes = &input.nodes;
    if let Some((x, y)) = broken(input, of, &pairs) {
        let is_one = input.is_pinned(x) && nodes[x].pin == nodes[y].pin;
        let one_stream = || "both name one user stream".to_string();
        let reason = if is_one { one_stream() } else { format!("'max-streams' is {max_streams}") };
        let message = format!(
            "expected separate streams for this launch and one that waits for it while it runs, but {reason}"
        );
        let span = cx.module.span(cx.module.location(nodes[y].op));
        let other = cx.module.span(cx.module.location(nodes[x].op));
        let earlier = "the launch that waits is here: it reads memory in a loop until other work updates it";
        let notes = vec![Note::at(other, earlier)];
        return Err(cx.diagnostics.error_with(codes::UNSUPPORTED, span, message, notes));
    }
    for (x, y) in pairs.into_iter().filter(|(x, y)| !(nodes[*x].has_tokens && nodes[*y].has_tokens)) {
        let message = "runs-together: an earlier launch waits for memory that this one updates, so they run \
                       concurrently, not in program order";
        let notes = vec![note_at(cx.module, nodes[x].op, "the launch that waits is here")];
        cx.push_remark(nodes[y].op, codes::ASYNC, message.to_string(), notes);
    }
    Ok(())
}
