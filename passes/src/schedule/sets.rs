//! Hash-consed sets of node numbers, which share their equal parts.
//!
//! The predecessors of consecutive nodes differ in a few words. A set is a tree over words of bits. Equal trees are
//! stored once, so a set costs only the branches in which it differs from all others, and comparison and union visit
//! only the differing branches (hash consing). Empty and full parts take no branch.

use super::bits::Bits;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::ops::Range;

/// The number of branches of a tree node.
const FAN: usize = 8;
/// The branches per number of the bound for which memory is reserved.
const FANS_PER_NODE: usize = 4;
const EMPTY: u32 = 0;
const FULL: u32 = 1;

/// A handle of a set in a [`Sets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set(u32);

impl Set {
    /// The empty set.
    pub(super) const EMPTY: Self = Self(EMPTY);

    /// Whether the set is empty.
    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// A table of sets of numbers below a fixed bound. A part has twice the index of its word, or twice the index of its
/// branches and one more.
pub(super) struct Sets {
    bound: usize,
    /// The number of levels of branches above words.
    height: u32,
    /// The words of the lowest level. The first one is that of [`EMPTY`], at any level.
    words: IndexSet<u64, FxBuildHasher>,
    /// The branches. The first ones are those of [`FULL`], at any level.
    fans: IndexSet<[u32; FAN], FxBuildHasher>,
    /// Pairs of branches of which the first is a subset of the second.
    covered: FxHashSet<(u32, u32)>,
}

impl Sets {
    /// Creates the table with only the empty set.
    pub(super) fn new(bound: usize) -> Self {
        let mut height = 0;
        while span(height) < bound {
            height += 1;
        }
        let hasher = FxBuildHasher;
        let mut words = IndexSet::with_capacity_and_hasher(bound, hasher);
        let mut fans = IndexSet::with_capacity_and_hasher(FANS_PER_NODE * bound, hasher);
        words.insert(0);
        fans.insert([FULL; FAN]);
        Self { bound, height, words, fans, covered: FxHashSet::default() }
    }

    fn word(&mut self, bits: u64) -> u32 {
        match bits {
            0 => EMPTY,
            u64::MAX => FULL,
            _ => 2 * self.words.insert_full(bits).0 as u32,
        }
    }

    fn fan(&mut self, fan: [u32; FAN]) -> u32 {
        if fan == [EMPTY; FAN] || fan == [FULL; FAN] {
            return fan[0];
        }
        2 * self.fans.insert_full(fan).0 as u32 + 1
    }

    fn bits_of(&self, part: u32) -> u64 {
        if part == FULL { u64::MAX } else { self.words[part as usize / 2] }
    }

    fn fan_of(&self, part: u32) -> [u32; FAN] {
        if part == EMPTY { [EMPTY; FAN] } else { self.fans[part as usize / 2] }
    }

    /// Whether a number is in a set.
    pub(super) fn contains(&self, set: Set, number: usize) -> bool {
        let (mut part, mut level) = (set.0, self.height);
        while FULL < part && 0 < level {
            level -= 1;
            part = self.fan_of(part)[branch_of(number, level)];
        }
        part == FULL || part != EMPTY && self.bits_of(part) & 1 << (number % 64) != 0
    }

    /// Returns a set with more numbers.
    pub(super) fn with_all(&mut self, set: Set, numbers: &[usize]) -> Set {
        if numbers.is_empty() {
            return set;
        }
        Set(self.with_all_in(set.0, self.height, numbers))
    }

    /// Adds numbers of the span of a part; adjacent ones that share a branch are added together.
    fn with_all_in(&mut self, part: u32, level: u32, numbers: &[usize]) -> u32 {
        if part == FULL {
            return FULL;
        }
        let Some(below) = level.checked_sub(1) else {
            let bits = numbers.iter().fold(self.bits_of(part), |bits, number| bits | 1 << (number % 64));
            return self.word(bits);
        };
        let mut fan = self.fan_of(part);
        for near in numbers.chunk_by(|a, b| branch_of(*a, below) == branch_of(*b, below)) {
            let branch = branch_of(near[0], below);
            fan[branch] = self.with_all_in(fan[branch], below, near);
        }
        self.fan(fan)
    }

    /// Returns the union of two sets.
    pub(super) fn union(&mut self, a: Set, b: Set) -> Set {
        Set(self.combine(a.0, b.0, self.height, &UNION))
    }

    /// Returns the difference of two sets.
    pub(super) fn difference(&mut self, a: Set, b: Set) -> Set {
        Set(self.combine(a.0, b.0, self.height, &DIFFERENCE))
    }

    fn combine(&mut self, a: u32, b: u32, level: u32, how: &Combination) -> u32 {
        if let Some(known) = (how.known)(a, b) {
            return known;
        }
        let Some(below) = level.checked_sub(1) else {
            return self.word((how.of_words)(self.bits_of(a), self.bits_of(b)));
        };
        let (mut fan, other) = (self.fan_of(a), self.fan_of(b));
        for (branch, other) in fan.iter_mut().zip(other) {
            *branch = self.combine(*branch, other, below, how);
        }
        self.fan(fan)
    }

    /// Returns the greatest number of a set below `bound` that is not in another set.
    pub(super) fn last_missing(&mut self, set: Set, other: Set, bound: usize) -> Option<usize> {
        self.last_missing_in((set.0, other.0), self.height, 0, bound)
    }

    /// The same for a set as words.
    pub(super) fn last_missing_of(&self, set: &Bits, other: Set, bound: usize) -> Option<usize> {
        if set.is_empty() {
            return None;
        }
        let below = set.ranges().into_iter().rev().filter(|range| range.start < bound);
        below.into_iter().find_map(|range| self.last_gap(other, range.start..range.end.min(bound)))
    }

    fn last_missing_in(&mut self, pair: (u32, u32), level: u32, first: usize, bound: usize) -> Option<usize> {
        let (set, other) = pair;
        if bound <= first || set == EMPTY || other == FULL || set == other {
            return None;
        }
        let Some(below) = level.checked_sub(1) else {
            let rest = self.bits_of(set) & !self.bits_of(other) & word_of(0..(bound - first).min(64));
            return (rest != 0).then(|| first + rest.ilog2() as usize);
        };
        if self.covered.contains(&pair) {
            return None;
        }
        let (fan, others) = (self.fan_of(set), self.fan_of(other));
        for branch in (0..FAN).rev() {
            let first = first + branch * span(below);
            let found = self.last_missing_in((fan[branch], others[branch]), below, first, bound);
            if found.is_some() {
                return found;
            }
        }
        if first + span(level) <= bound {
            self.covered.insert(pair);
        }
        None
    }

    /// Returns the greatest number of a range that is not in a set.
    fn last_gap(&self, set: Set, range: Range<usize>) -> Option<usize> {
        self.last_gap_in(set.0, self.height, 0, &range)
    }

    fn last_gap_in(&self, part: u32, level: u32, first: usize, range: &Range<usize>) -> Option<usize> {
        let (start, end) = (range.start.max(first), range.end.min(first + span(level)));
        if end <= start || part == FULL {
            return None;
        }
        if part == EMPTY {
            return Some(end - 1);
        }
        let Some(below) = level.checked_sub(1) else {
            let rest = !self.bits_of(part) & word_of(start - first..end - first);
            return (rest != 0).then(|| first + rest.ilog2() as usize);
        };
        let fan = self.fan_of(part);
        let branches = (0..FAN).rev();
        branches
            .into_iter()
            .find_map(|branch| self.last_gap_in(fan[branch], below, first + branch * span(below), range))
    }

    /// Converts a set to words.
    pub(super) fn to_bits(&self, set: Set) -> Bits {
        let mut ranges = Vec::new();
        self.add_ranges(set.0, self.height, 0, &mut ranges);
        Bits::of_ranges(self.bound, ranges)
    }

    fn add_ranges(&self, part: u32, level: u32, first: usize, ranges: &mut Vec<Range<usize>>) {
        let mut add = |start: usize, end: usize| match ranges.last_mut() {
            Some(last) if last.end == start => last.end = end,
            Some(_) | None => ranges.push(start..end),
        };
        if part == EMPTY {
        } else if part == FULL {
            add(first, first + span(level));
        } else if let Some(below) = level.checked_sub(1) {
            for (branch, part) in self.fan_of(part).into_iter().enumerate() {
                self.add_ranges(part, below, first + branch * span(below), ranges);
            }
        } else {
            let mut rest = self.bits_of(part);
            while rest != 0 {
                let from = rest.trailing_zeros() as usize;
                let n = (rest >> from).trailing_ones() as usize;
                add(first + from, first + from + n);
                rest &= !(((1 << n) - 1) << from);
            }
        }
    }

    /// Converts words to a set.
    pub(super) fn of_bits(&mut self, bits: &Bits) -> Set {
        let ranges = bits.ranges();
        Set(self.of_ranges(&ranges, self.height, 0))
    }

    /// Builds the part from `first` on of sorted, disjoint ranges.
    fn of_ranges(&mut self, ranges: &[Range<usize>], level: u32, first: usize) -> u32 {
        let end = first + span(level);
        let from = ranges.partition_point(|range| range.end <= first);
        let ranges = &ranges[from..from + ranges[from..].partition_point(|range| range.start < end)];
        let Some(range) = ranges.first() else { return EMPTY };
        if range.start <= first && end <= range.end {
            return FULL;
        }
        let Some(below) = level.checked_sub(1) else {
            let bits =
                |range: &Range<usize>| word_of(range.start.max(first) - first..range.end.min(end) - first);
            return self.word(ranges.iter().fold(0, |word, range| word | bits(range)));
        };
        let mut fan = [EMPTY; FAN];
        for (branch, part) in fan.iter_mut().enumerate() {
            *part = self.of_ranges(ranges, below, first + branch * span(below));
        }
        self.fan(fan)
    }
}

/// A set operation.
struct Combination {
    /// The result if one of two parts decides it.
    known: fn(u32, u32) -> Option<u32>,
    of_words: fn(u64, u64) -> u64,
}

const UNION: Combination = Combination {
    known: |a, b| match (a, b) {
        (FULL, _) | (_, FULL) => Some(FULL),
        (EMPTY, other) | (other, EMPTY) => Some(other),
        _ => (a == b).then_some(a),
    },
    of_words: |a, b| a | b,
};

const DIFFERENCE: Combination = Combination {
    known: |a, b| match (a, b) {
        (EMPTY, _) | (_, FULL) => Some(EMPTY),
        (a, EMPTY) => Some(a),
        _ => (a == b).then_some(EMPTY),
    },
    of_words: |a, b| a & !b,
};

/// Returns the bits of a non-empty range of a word.
fn word_of(range: Range<usize>) -> u64 {
    u64::MAX << range.start & u64::MAX >> (64 - range.end)
}

/// Returns the capacity of a part at a level.
fn span(level: u32) -> usize {
    64 << (level * FAN.ilog2())
}

/// Returns the branch of a number among parts of a level.
fn branch_of(number: usize, level: u32) -> usize {
    (number >> (64_usize.ilog2() + level * FAN.ilog2())) % FAN
}

#[cfg(test)]
mod tests {
    use super::{Set, Sets};
    use crate::schedule::bits::Bits;

    /// Combines random sets as trees and as words; the results are equal.
    #[test]
    fn agrees_with_bits() {
        const BOUND: usize = 3000;
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let mut sets = Sets::new(BOUND);
        let mut known: Vec<(Set, Bits)> = vec![(Set::EMPTY, Bits::new(BOUND))];
        for _ in 0..2000 {
            let (x, y) = (known[next(known.len())].clone(), known[next(known.len())].clone());
            let (set, bits) = match next(5) {
                0 => {
                    let (numbers, mut bits) = ([next(BOUND), next(BOUND)], x.1);
                    for number in numbers {
                        bits.insert(number);
                    }
                    (sets.with_all(x.0, &numbers), bits)
                }
                1 => {
                    let (from, to) = (next(BOUND), next(BOUND));
                    let mut bits = x.1;
                    bits.insert_range(from..to);
                    (sets.of_bits(&bits), bits)
                }
                2 => {
                    let mut bits = x.1;
                    bits.subtract(&y.1);
                    (sets.difference(x.0, y.0), bits)
                }
                _ => {
                    let mut bits = x.1;
                    bits.union(&y.1);
                    (sets.union(x.0, y.0), bits)
                }
            };
            let (number, bound) = (next(BOUND), next(BOUND + 1));
            assert_eq!(sets.contains(set, number), bits.contains(number));
            assert_eq!(set.is_empty(), bits.is_empty());
            assert_eq!(sets.to_bits(set), bits);
            assert_eq!(sets.of_bits(&bits), set);
            assert_eq!(sets.last_missing(set, y.0, bound), bits.last_missing(&y.1, bound));
            assert_eq!(sets.last_missing_of(&bits, y.0, bound), bits.last_missing(&y.1, bound));
            let gap = (number..bound).rev().find(|number| !bits.contains(*number));
            assert_eq!(sets.last_gap(set, number..bound), gap);
            known.push((set, bits));
        }
    }
}
