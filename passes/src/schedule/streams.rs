//! Assigns a stream to each device node.
//!
//! With enough streams the assignment keeps all concurrency: the nodes are partitioned into chains of the
//! happens-before order by one weighted matching, whose weights minimise waits first, then records, then streams.
//! Beyond `max_streams`, and for graphs too large for the matching, nodes are assigned one after the other to the
//! stream on which the model starts them first, in program order and by the length of the paths after them, on
//! several numbers of streams, and the fastest plan is taken. A plan that is slower by the model than one stream is
//! never taken, unless user tokens require it.
//! Allocations run on the stream of their first user, frees on that of their last.
//! Launches that name a user stream run on it; user streams are numbered after the leased ones, and no other work
//! runs on them.

use super::bits::Bits;
use super::co_residency;
use super::input::{NodeKind, ScheduleInput};
use super::matching::max_weight_matching;
use super::model::{Method, Model, PlanTimes};
use super::reduction::Order;
use std::collections::BTreeSet;

/// The maximum number of nodes for the matching; more are assigned one after the other.
const MAX_MATCHED: usize = 400;

/// The most time of a plan on several streams, as a share of that on one stream.
const WORTH: f64 = 0.985;

/// The stream of each device node; other nodes have 0.
pub struct Streams {
    /// The streams, by node.
    pub of: Vec<usize>,
    /// The number of streams.
    pub count: usize,
    /// The number of leased streams, which come first. The others are user streams.
    pub leased: usize,
    /// The maximum number of streams.
    pub limit: usize,
    /// The method by which they were assigned.
    pub method: Method,
}

impl Streams {
    /// Returns the printed name of a stream: `s0` is leased, `f0` is a user stream.
    pub fn name(&self, stream: usize) -> String {
        match stream.checked_sub(self.leased) {
            Some(user_stream) => format!("f{user_stream}"),
            None => format!("s{stream}"),
        }
    }
}

/// Assigns streams, numbered by first use in program order.
pub fn assign(input: &ScheduleInput, order: &Order, max_streams: usize) -> Streams {
    let n = input.nodes.len();
    let mut compute = Bits::new(n);
    for node in (0..n).filter(|node| input.nodes[*node].kind.is_compute()) {
        compute.insert(node);
    }
    let max_streams = if input.is_coarse { 1 } else { max_streams.max(1) };
    let direct = order.reduce(&compute);
    let mut free = compute.clone();
    compute.iter().filter(|node| input.is_pinned(*node)).for_each(|node| free.remove(node));
    let is_small = free.len() <= MAX_MATCHED;
    let partner = if is_small { match_chains(order, &free, &direct) } else { vec![None; n] };
    let model = Model { input, direct: &direct, partner: &partner, joins: &[] };
    let mut chains = chains(&free, &partner, n);
    let n_chains = free.iter().map(|node| chains[node] + 1).max().unwrap_or(0);
    pin(input, n, &mut chains);
    let pairs = co_residency::unordered(input, order);
    let is_right = |of: &[usize]| co_residency::broken(input, of, &pairs).is_none();
    let is_concurrent = is_small && n_chains <= max_streams && is_right(&chains);
    let (mut of, method) = if is_concurrent && (has_forks(input) || !pairs.is_empty()) {
        (chains, Method::Concurrent)
    } else {
        let full = is_concurrent.then(|| model.follow(&chains));
        let named = named(input, max_streams).map(|of| model.follow_named(&of));
        let found = fastest(&model, [full, named], max_streams, is_right);
        found.unwrap_or_else(|| (co_residency::place(input, order, &pairs, max_streams), Method::Placed))
    };
    pin(input, n, &mut of);
    place_memory(input, order, &mut of);
    place_ends(input, &mut of);
    let leased = renumber(input, &mut of);
    Streams { of, count: leased + input.user_streams.len(), leased, limit: max_streams, method }
}

/// Returns the streams that operations name, if all of them do and there are enough streams.
fn named(input: &ScheduleInput, max_streams: usize) -> Option<Vec<usize>> {
    let own = |node: usize| match input.nodes[node].named_stream {
        _ if !input.nodes[node].kind.is_compute() => Some(usize::MAX),
        _ if input.is_pinned(node) => Some(0),
        named => named.filter(|stream| *stream < max_streams),
    };
    (0..input.nodes.len()).map(own).collect()
}

/// Assigns launches to the user streams that they name, which are numbered from `first` on.
fn pin(input: &ScheduleInput, first: usize, of: &mut [usize]) {
    for (stream, node) in of.iter_mut().zip(&input.nodes) {
        if let Some(pin) = node.pin.filter(|_| node.kind.is_device()) {
            *stream = first + pin;
        }
    }
}

/// Whether user tokens define the concurrency, which is then kept.
fn has_forks(input: &ScheduleInput) -> bool {
    input.nodes.iter().any(|node| node.kind.is_compute() && node.has_tokens)
}

/// Returns the fastest of some plans by the model, among ties the one with fewest waits: the concurrent plan if there
/// is one, else node-by-node assignment, and round-robin by level, on 1, 2, 4 … streams; and the one that operations
/// name. One stream is always among them. Invalid plans are left out.
fn fastest(
    model: &Model<'_>,
    [full, named]: [Option<PlanTimes>; 2],
    max_streams: usize,
    is_right: impl Fn(&[usize]) -> bool,
) -> Option<(Vec<usize>, Method)> {
    let pinned = |mut outcome: PlanTimes| {
        pin(model.input, outcome.of.len(), &mut outcome.of);
        outcome
    };
    let single = Some(pinned(model.deal(1))).filter(|outcome| is_right(&outcome.of));
    if let Some(single) = single.as_ref().filter(|single| WORTH * single.makespan <= model.least()) {
        return Some((single.of.clone(), single.method));
    }
    let limits = std::iter::successors(Some(2), |k| Some(k * 2)).take_while(|k| *k < max_streams);
    let limits = limits.chain((2 <= max_streams).then_some(max_streams));
    let limits: Vec<usize> = if full.is_some() { Vec::new() } else { limits.collect() };
    let outcomes = full
        .into_iter()
        .chain(limits.into_iter().flat_map(|k| [model.place(k), model.deal(k), model.place_ranked(k)]));
    let right = outcomes.chain(named).map(pinned).filter(|outcome| is_right(&outcome.of));
    // Several streams must gain something: a wait, and what the model does not know, cost more than nothing.
    let gains =
        |outcome: &PlanTimes| single.as_ref().is_none_or(|single| outcome.makespan < WORTH * single.makespan);
    let several = right.filter(gains).reduce(|best, other| if other.beats(&best) { other } else { best });
    several.or(single).map(|outcome| (outcome.of, outcome.method))
}

/// Returns the chains that partners form, as a number per node.
fn chains(compute: &Bits, partner: &[Option<usize>], n: usize) -> Vec<usize> {
    let mut chain = vec![usize::MAX; n];
    let mut n_chains = 0;
    for from in compute.iter() {
        if chain[from] == usize::MAX {
            chain[from] = n_chains;
            n_chains += 1;
        }
        if let Some(to) = partner[from] {
            chain[to] = chain[from];
        }
    }
    chain
}

/// Returns, for each node, its successor on its stream, by the matching.
fn match_chains(order: &Order, compute: &Bits, direct: &[Vec<usize>]) -> Vec<Option<usize>> {
    let nodes: Vec<usize> = compute.iter().collect();
    let n = nodes.len();
    let base = 4 * n as i64;
    let mut out_degree = vec![0; direct.len()];
    for pred in direct.iter().flatten() {
        out_degree[*pred] += 1;
    }
    let weight = |from: usize, to: usize| {
        let (from, to) = (nodes[from], nodes[to]);
        if direct[to].contains(&from) {
            base * base + base * i64::from(out_degree[from] == 1) + 1
        } else {
            i64::from(order.is_before(from, to) || order.is_ordered(from, to) && from < to)
        }
    };
    let matrix: Vec<Vec<i64>> = (0..n).map(|from| (0..n).map(|to| weight(from, to)).collect()).collect();
    let matched = max_weight_matching(n, |from, to| matrix[from][to]);
    let mut partner = vec![None; direct.len()];
    for (from, to) in matched.iter().enumerate() {
        partner[nodes[from]] = to.map(|to| nodes[to]);
    }
    partner
}

/// Assigns frees to the stream of a latest user, then allocations to that of their first.
fn place_memory(input: &ScheduleInput, order: &Order, of: &mut [usize]) {
    let n = input.nodes.len();
    let is_placed = |of: &[usize], node: &usize| {
        input.nodes[*node].kind.is_device() && of[*node] != usize::MAX && !input.is_pinned(*node)
    };
    let is_kind = |node: usize, kind: NodeKind| input.nodes[node].kind == kind;
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Free)) {
        let user = order.nearest(node).find(|user| is_placed(of, user));
        of[node] = user.map_or(usize::MAX, |user| of[user]);
    }
    let mut behind: Vec<Vec<usize>> = vec![Vec::new(); n];
    for node in 0..n {
        order.direct[node].iter().for_each(|pred| behind[*pred].push(node));
    }
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Alloc)) {
        let by_token = order.nearest(node).find(|pred| is_placed(of, pred));
        let user = by_token.or_else(|| first_user(order, &behind, node, |user| is_placed(of, user)));
        of[node] = user.map_or(0, |user| of[user]);
    }
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Free)) {
        if of[node] == usize::MAX {
            let alloc = order.nearest(node).max();
            of[node] = alloc.map(|alloc| of[alloc]).filter(|stream| *stream != usize::MAX).unwrap_or(0);
        }
    }
}

/// Returns the first wanted node that comes after a node. `behind` has the direct successors of each.
fn first_user(
    order: &Order,
    behind: &[Vec<usize>],
    node: usize,
    is_wanted: impl Fn(&usize) -> bool,
) -> Option<usize> {
    let mut work: BTreeSet<usize> = behind[node].iter().copied().collect();
    while let Some(user) = work.pop_first() {
        if !order.is_before(node, user) {
            continue;
        }
        if is_wanted(&user) {
            return Some(user);
        }
        work.extend(&behind[user]);
    }
    None
}

/// Assigns the begin and the end of a slice to the stream of its first work.
fn place_ends(input: &ScheduleInput, of: &mut [usize]) {
    let is_work = |node: &usize| input.nodes[*node].kind.is_work() && !input.is_pinned(*node);
    let first = (0..of.len()).find(is_work).map_or(0, |node| of[node]);
    for (stream, node) in of.iter_mut().zip(&input.nodes) {
        if matches!(node.kind, NodeKind::Enter | NodeKind::Leave) {
            *stream = first;
        }
    }
}

/// Numbers leased streams by first use, and user streams after them; returns the number of leased ones. There is one
/// if the host waits for user streams through it.
fn renumber(input: &ScheduleInput, of: &mut [usize]) -> usize {
    let mut seen: Vec<usize> = Vec::new();
    for (stream, node) in of.iter_mut().zip(&input.nodes) {
        if !node.kind.is_device() || node.pin.is_some() {
            *stream = 0;
            continue;
        }
        let old = *stream;
        *stream = seen.iter().position(|other| *other == old).unwrap_or_else(|| {
            seen.push(old);
            seen.len() - 1
        });
    }
    let leased = seen.len().max(usize::from(input.joins_user_streams()));
    pin(input, leased, of);
    leased
}
