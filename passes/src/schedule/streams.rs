//! Which stream runs each device node.
//!
//! With streams enough, the assignment keeps all concurrency: the nodes are cut into chains of the happens-before
//! order by one weighted matching, whose weights put fewest waits first, then fewest records, then fewest streams.
//! Beyond `max_streams`, and for graphs too large for the matching, nodes are placed one after the other: behind a
//! direct predecessor if that is the tail of its stream, else on an empty stream, else on the one with least work.
//! Allocations run on the stream of their first user, frees on that of their last.

use super::bits::Bits;
use super::dag::{NodeKind, Program};
use super::matching::max_weight_matching;
use super::reduction::Order;

/// More nodes than this are placed one after the other.
const MAX_MATCHED: usize = 400;

/// The stream of each device node; other nodes have 0.
pub struct Streams {
    /// By node.
    pub of: Vec<usize>,
    /// How many there are.
    pub count: usize,
}

/// Assigns streams, numbered by first use in program order.
pub fn assign(program: &Program, order: &Order, max_streams: usize) -> Streams {
    let n = program.nodes.len();
    let mut compute = Bits::new(n);
    for node in (0..n).filter(|node| program.nodes[*node].kind.is_compute()) {
        compute.insert(node);
    }
    let max_streams = if program.has_blocks { 1 } else { max_streams.max(1) };
    let direct = order.reduce(&compute);
    let mut of =
        if compute.len() <= MAX_MATCHED { match_chains(order, &compute, &direct) } else { vec![n; n] };
    let n_chains = compute.iter().map(|node| of[node] + 1).max().unwrap_or(0);
    if max_streams < n_chains {
        of = place_in_order(&compute, &direct, order, max_streams);
    }
    place_memory(program, order, &mut of);
    renumber(program, of)
}

/// Chains from the matching, as a number per node.
fn match_chains(order: &Order, compute: &Bits, direct: &[Vec<usize>]) -> Vec<usize> {
    let nodes: Vec<usize> = compute.iter().collect();
    let n = nodes.len();
    let base = 4 * n as i64;
    let mut out_degree = vec![0; order.before.len()];
    for pred in direct.iter().flatten() {
        out_degree[*pred] += 1;
    }
    let weight = |from: usize, to: usize| {
        let (from, to) = (nodes[from], nodes[to]);
        if direct[to].contains(&from) {
            base * base + base * i64::from(out_degree[from] == 1) + 1
        } else {
            i64::from(order.before[to].contains(from) || order.by_host[to].contains(from) && from < to)
        }
    };
    let matrix: Vec<Vec<i64>> = (0..n).map(|from| (0..n).map(|to| weight(from, to)).collect()).collect();
    let matched = max_weight_matching(n, |from, to| matrix[from][to]);
    let mut chain = vec![usize::MAX; order.before.len()];
    let mut n_chains = 0;
    for from in 0..n {
        if chain[nodes[from]] == usize::MAX {
            chain[nodes[from]] = n_chains;
            n_chains += 1;
        }
        if let Some(to) = matched[from] {
            chain[nodes[to]] = chain[nodes[from]];
        }
    }
    chain
}

/// Places nodes in program order on a limited number of streams.
fn place_in_order(compute: &Bits, direct: &[Vec<usize>], order: &Order, max_streams: usize) -> Vec<usize> {
    let mut of = vec![usize::MAX; order.before.len()];
    let mut tails: Vec<usize> = Vec::new();
    let mut load = vec![0_usize; max_streams];
    for node in compute.iter() {
        let behind = direct[node].iter().find_map(|pred| tails.iter().position(|tail| tail == pred));
        let stream = match behind {
            Some(stream) => stream,
            None if tails.len() < max_streams => {
                tails.push(node);
                tails.len() - 1
            }
            None => (0..max_streams).min_by_key(|stream| load[*stream]).unwrap_or(0),
        };
        tails[stream] = node;
        load[stream] += 1;
        of[node] = stream;
    }
    of
}

/// Frees go to the stream of a latest user, then allocations to that of their first.
fn place_memory(program: &Program, order: &Order, of: &mut [usize]) {
    let n = program.nodes.len();
    let is_placed =
        |of: &[usize], node: &usize| program.nodes[*node].kind.is_device() && of[*node] != usize::MAX;
    let is_kind = |node: usize, kind: NodeKind| program.nodes[node].kind == kind;
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Free)) {
        let users = order.maximal(&order.before[node]);
        of[node] = users.iter().find(|user| is_placed(of, user)).map_or(usize::MAX, |user| of[*user]);
    }
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Alloc)) {
        let by_token = order.maximal(&order.before[node]).into_iter().find(|pred| is_placed(of, pred));
        let user = by_token
            .or_else(|| (node + 1..n).find(|user| order.before[*user].contains(node) && is_placed(of, user)));
        of[node] = user.map_or(0, |user| of[user]);
    }
    for node in (0..n).filter(|node| is_kind(*node, NodeKind::Free)) {
        if of[node] == usize::MAX {
            let alloc = order.before[node].last();
            of[node] = alloc.map(|alloc| of[alloc]).filter(|stream| *stream != usize::MAX).unwrap_or(0);
        }
    }
}

fn renumber(program: &Program, mut of: Vec<usize>) -> Streams {
    let mut seen: Vec<usize> = Vec::new();
    for (stream, node) in of.iter_mut().zip(&program.nodes) {
        if !node.kind.is_device() {
            *stream = 0;
            continue;
        }
        let old = *stream;
        *stream = seen.iter().position(|other| *other == old).unwrap_or_else(|| {
            seen.push(old);
            seen.len() - 1
        });
    }
    Streams { of, count: seen.len() }
}
