//! Offsets of buffers in an arena: the best of several orders, each buffer in the tightest gap that is free.

use super::lives::Lives;
use crate::schedule::bits::Bits;
use std::cmp::Reverse;

/// Every buffer behind the one before it.
pub(super) fn side_by_side(sizes: &[u64]) -> Vec<u64> {
    let place = |end: &mut u64, size: &u64| {
        let offset = *end;
        *end = end.saturating_add(*size);
        Some(offset)
    };
    sizes.iter().scan(0, place).collect()
}

/// The offsets of the packing that takes least, and how many bytes that is. `chains` has, by buffer, the chain of
/// buffers of one size that could share one place; it is tried where all sizes are equal.
pub(super) fn best(lives: &Lives, sizes: &[u64], conflicts: &[Bits], chains: &[usize]) -> (Vec<u64>, u64) {
    let mut tried: Vec<Vec<u64>> =
        orders(lives, sizes, conflicts).iter().map(|order| fit(order, sizes, conflicts)).collect();
    let by_chain: Vec<u64> = chains.iter().zip(sizes).map(|(chain, size)| *chain as u64 * size).collect();
    if sizes.iter().all(|size| *size == sizes[0]) && is_right(&by_chain, conflicts) {
        tried.push(by_chain);
    }
    let end = |offsets: &Vec<u64>| {
        let ends = offsets.iter().zip(sizes).map(|(offset, size)| offset.saturating_add(*size));
        ends.max().unwrap_or(0)
    };
    let best = tried.into_iter().min_by_key(end).unwrap_or_default();
    let size = end(&best);
    (best, size)
}

/// Whether buffers of one size that share a place are never in use at the same time.
fn is_right(offsets: &[u64], conflicts: &[Bits]) -> bool {
    let is_apart = |(a, found): (usize, &Bits)| found.iter().all(|b| offsets[a] != offsets[b]);
    conflicts.iter().enumerate().all(is_apart)
}

/// By size, by first use, by size and number of uses, by conflicts, and by size and length of life.
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

/// The start of the smallest gap of at least `size` bytes between sorted ranges; their end where there is none.
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
