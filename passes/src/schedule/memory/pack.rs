//! Assigns offsets in an arena: the best of several orders, each buffer in the tightest free gap. If the result
//! exceeds the bound, a fixed number of orders near the best one is tried.

use super::bound::Chains;
use super::lives::Lives;
use crate::schedule::bits::Bits;
use std::cmp::Reverse;

/// Places the buffers one after the other.
pub(super) fn side_by_side(sizes: &[u64]) -> Vec<u64> {
    let place = |end: &mut u64, size: &u64| {
        let offset = *end;
        *end = end.saturating_add(*size);
        Some(offset)
    };
    sizes.iter().scan(0, place).collect()
}

/// The budget of the search for a better order: about this many buffers are placed again.
const SEARCH_STEPS: usize = 50_000;

/// Returns the offsets of the smallest packing, and its size in bytes. `chains` has the lower bound of any packing
/// and, by buffer, the chain of buffers of one size that could share an offset; it is tried if all sizes are equal.
pub(super) fn best(lives: &Lives, sizes: &[u64], conflicts: &[Bits], chains: &Chains) -> (Vec<u64>, u64) {
    let by_chain: Vec<u64> =
        chains.joined.iter().zip(sizes).map(|(chain, size)| *chain as u64 * size).collect();
    if sizes.iter().all(|size| *size == sizes[0]) && is_right(&by_chain, conflicts) {
        let size = end(&by_chain, sizes);
        return (by_chain, size);
    }
    let fitted = orders(lives, sizes, conflicts).map(|order| {
        let offsets = fit(&order, sizes, conflicts);
        (end(&offsets, sizes), order, offsets)
    });
    let Some((size, order, offsets)) = fitted.into_iter().min_by_key(|(size, ..)| *size) else {
        return (Vec::new(), 0);
    };
    search((size, order, offsets), sizes, conflicts, chains.bound)
}

/// Returns the end of the last byte of a packing.
fn end(offsets: &[u64], sizes: &[u64]) -> u64 {
    offsets.iter().zip(sizes).map(|(offset, size)| offset.saturating_add(*size)).max().unwrap_or(0)
}

/// Places buffers that end at the top, or any other one, earlier than before, and keeps results that are no worse,
/// until the bound is reached or the budget is exhausted. The choices are those of a generator with a fixed seed.
fn search(
    (mut least, mut order, mut offsets): (u64, Vec<usize>, Vec<u64>),
    sizes: &[u64],
    conflicts: &[Bits],
    bound: u64,
) -> (Vec<u64>, u64) {
    let n = order.len();
    let mut random = Random(1);
    for step in 0..SEARCH_STEPS / n.max(1) {
        if least <= bound {
            break;
        }
        let is_top = |place: &usize| offsets[order[*place]].saturating_add(sizes[order[*place]]) == least;
        let tops: Vec<usize> = (0..n).filter(is_top).collect();
        let from = if step % 3 == 2 { random.below(n) } else { tops[random.below(tops.len())] };
        let to = random.below(from + 1);
        let mut tried = order.clone();
        tried[to..=from].rotate_right(1);
        let fitted = fit(&tried, sizes, conflicts);
        let size = end(&fitted, sizes);
        if size <= least {
            (least, order, offsets) = (size, tried, fitted);
        }
    }
    (offsets, least)
}

/// Marsaglia's 64-bit xorshift generator.
struct Random(u64);

impl Random {
    /// Returns a number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Whether no buffers of one size with the same offset are live at the same time.
fn is_right(offsets: &[u64], conflicts: &[Bits]) -> bool {
    let is_apart = |(a, found): (usize, &Bits)| found.iter().all(|b| offsets[a] != offsets[b]);
    conflicts.iter().enumerate().all(is_apart)
}

/// Returns orders by size, by first use, by size and number of uses, by conflicts, and by size and length of live
/// range.
fn orders(lives: &Lives, sizes: &[u64], conflicts: &[Bits]) -> [Vec<usize>; 5] {
    let sorted = |key: &dyn Fn(usize) -> (Reverse<u128>, usize)| {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|buffer| key(*buffer));
        order
    };
    let size = |buffer: usize| u128::from(sizes[buffer]);
    let n_uses = |buffer: usize| lives.users[buffer].len() as u128;
    let length = |buffer: usize| (lives.spans[buffer].1 - lives.spans[buffer].0) as u128;
    [
        sorted(&|buffer| (Reverse(size(buffer)), buffer)),
        sorted(&|buffer| (Reverse(0), lives.spans[buffer].0)),
        sorted(&|buffer| (Reverse(size(buffer) * n_uses(buffer)), buffer)),
        sorted(&|buffer| (Reverse(conflicts[buffer].len() as u128), buffer)),
        sorted(&|buffer| (Reverse(size(buffer) * length(buffer)), buffer)),
    ]
}

/// Places buffers one after the other, each in the tightest gap between those that it conflicts with.
fn fit(order: &[usize], sizes: &[u64], conflicts: &[Bits]) -> Vec<u64> {
    let mut offsets = vec![None; sizes.len()];
    for buffer in order {
        let taken = conflicts[*buffer].iter().filter_map(|other| {
            let start: u64 = offsets[other]?;
            Some((start, start.saturating_add(sizes[other])))
        });
        let mut taken: Vec<(u64, u64)> = taken.collect();
        taken.sort_unstable();
        offsets[*buffer] = Some(tightest_gap(&taken, sizes[*buffer]));
    }
    offsets.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the start of the smallest gap of at least `size` bytes between sorted ranges; their end if there is none.
fn tightest_gap(taken: &[(u64, u64)], size: u64) -> u64 {
    let mut best: Option<(u64, u64)> = None;
    let mut end = 0;
    for (start, stop) in taken {
        let gap = start.saturating_sub(end);
        if size <= gap && best.is_none_or(|(least, _)| gap < least) {
            best = Some((gap, end));
        }
        end = end.max(*stop);
    }
    best.map_or(end, |(_, start)| start)
}
