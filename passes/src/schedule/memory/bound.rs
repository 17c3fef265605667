//! A lower bound for every packing: the heaviest set of buffers that are pairwise live at the same time.
//!
//! Buffers that do not conflict are ordered by their first uses. In the transitive closure of that order, the
//! heaviest antichain weighs as much as the lightest cover by chains (Dilworth's theorem, with weights): the sum of
//! all sizes minus the maximum flow from buffers to later ones, at most its size out of and into each. The closure
//! only adds to the order, so the bound holds even if "apart" is not transitive, as between iterations of a loop. If
//! all sizes are equal the flow is a matching, and its chains are a packing.

use super::lives::Lives;
use crate::schedule::bits::Bits;

/// The bound, and the chain of each buffer if the flow joins whole buffers.
pub(super) struct Chains {
    /// The lower bound in bytes.
    pub(super) bound: u64,
    /// By buffer, the number of its chain.
    pub(super) joined: Vec<usize>,
}

/// Computes the bound.
pub(super) fn find(lives: &Lives, sizes: &[u64], conflicts: &[Bits]) -> Chains {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|buffer| lives.spans[*buffer]);
    let after = close(&order, conflicts);
    let mut flow = Flow::new(&order, sizes, &after);
    flow.run();
    let total = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size));
    let moved: u64 = flow.out.iter().zip(sizes).map(|(rest, size)| size - rest).sum();
    Chains { bound: total.saturating_sub(moved), joined: flow.chains(&order) }
}

/// Returns, by buffer, its successors in the order.
fn close(order: &[usize], conflicts: &[Bits]) -> Vec<Bits> {
    let n = order.len();
    let mut after = vec![Bits::new(n); n];
    for (place, buffer) in order.iter().enumerate().rev() {
        let mut reached = Bits::new(n);
        for later in &order[place + 1..] {
            if !conflicts[*buffer].contains(*later) && !reached.contains(*later) {
                reached.insert(*later);
                reached.union(&after[*later]);
            }
        }
        after[*buffer] = reached;
    }
    after
}

/// The bytes that flow from buffers to later ones.
struct Flow<'a> {
    order: &'a [usize],
    after: &'a [Bits],
    /// By buffer, its remaining outgoing capacity.
    out: Vec<u64>,
    /// By buffer, its remaining incoming capacity.
    into: Vec<u64>,
    /// By buffer, the buffers that it takes from, with the amounts.
    taken: Vec<Vec<(usize, u64)>>,
}

impl<'a> Flow<'a> {
    fn new(order: &'a [usize], sizes: &[u64], after: &'a [Bits]) -> Self {
        let taken = vec![Vec::new(); sizes.len()];
        Self { order, after, out: sizes.to_vec(), into: sizes.to_vec(), taken }
    }

    /// Maximises the flow. A giver without an augmenting path never gets one later.
    fn run(&mut self) {
        for giver in self.order {
            while self.out[*giver] != 0 && self.augment(*giver) {}
        }
    }

    /// Searches breadth-first from a giver for a taker with capacity, where takers may be freed from other givers.
    fn augment(&mut self, giver: usize) -> bool {
        let n = self.out.len();
        let (mut queue, mut at, mut is_seen) = (vec![giver], 0, Bits::new(n));
        let (mut found_from, mut freed_by) = (vec![None; n], vec![None; n]);
        while at < queue.len() {
            let from = queue[at];
            at += 1;
            let mut fresh = self.after[from].clone();
            fresh.subtract(&is_seen);
            for taker in fresh.iter() {
                is_seen.insert(taker);
                found_from[taker] = Some(from);
                if self.into[taker] != 0 {
                    self.push(giver, taker, &found_from, &freed_by);
                    return true;
                }
                for (other, _) in &self.taken[taker] {
                    if *other != giver && freed_by[*other].is_none() {
                        freed_by[*other] = Some(taker);
                        queue.push(*other);
                    }
                }
            }
        }
        false
    }

    /// Pushes as much as the path from `giver` to `taker` admits.
    fn push(&mut self, giver: usize, taker: usize, from: &[Option<usize>], freed_by: &[Option<usize>]) {
        let mut way = Vec::new();
        let mut at = Some(taker);
        while let Some(taker) = at
            && let Some(source) = from[taker]
        {
            way.push((source, taker));
            at = if source == giver { None } else { freed_by[source] };
        }
        let room = |(source, _): &(usize, usize)| match freed_by[*source] {
            Some(taker) if *source != giver => self.amount(*source, taker),
            _ => u64::MAX,
        };
        let least = way.iter().map(room).min().unwrap_or(0).min(self.out[giver]).min(self.into[taker]);
        self.out[giver] -= least;
        self.into[taker] -= least;
        for (source, taker) in way {
            self.add(source, taker, least);
            if source != giver
                && let Some(left) = freed_by[source]
            {
                self.take_back(source, left, least);
            }
        }
    }

    fn amount(&self, giver: usize, taker: usize) -> u64 {
        self.taken[taker].iter().find(|(other, _)| *other == giver).map_or(0, |(_, amount)| *amount)
    }

    fn add(&mut self, giver: usize, taker: usize, more: u64) {
        match self.taken[taker].iter_mut().find(|(other, _)| *other == giver) {
            Some((_, amount)) => *amount += more,
            None => self.taken[taker].push((giver, more)),
        }
    }

    fn take_back(&mut self, giver: usize, taker: usize, less: u64) {
        if let Some((_, amount)) = self.taken[taker].iter_mut().find(|(other, _)| *other == giver) {
            *amount -= less;
        }
        self.taken[taker].retain(|(_, amount)| *amount != 0);
    }

    /// Returns the chains of buffers, each joined with the one that it takes from.
    fn chains(&self, order: &[usize]) -> Vec<usize> {
        let mut chain = vec![0; order.len()];
        let mut n_chains = 0;
        for buffer in order {
            chain[*buffer] = match self.taken[*buffer].first() {
                Some((giver, _)) => chain[*giver],
                None => {
                    n_chains += 1;
                    n_chains - 1
                }
            };
        }
        chain
    }
}
