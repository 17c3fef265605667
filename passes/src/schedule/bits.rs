//! A set of node numbers as words of bits, in which a run of full words is one entry and empty words take none.
//!
//! The sets of a scheduler are ranges with a ragged end: everything issued earlier, or everything but the work in
//! flight. Such a set takes a few entries for any number of nodes; the worst case takes twice the words of a plain
//! bit vector.

use std::cmp::Ordering;

/// Consecutive equal words: one word, or any number of full ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The index of its first word.
    at: u32,
    /// The number of words.
    n: u32,
    bits: u64,
}

impl Run {
    fn end(self) -> u32 {
        self.at + self.n
    }
}

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// In order; no word is 0, a run of several words is full, and full runs are not adjacent.
    runs: Vec<Run>,
    bound: usize,
}

impl Bits {
    /// Creates the empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { runs: Vec::new(), bound }
    }

    /// Adds a number.
    pub fn insert(&mut self, index: usize) {
        debug_assert!(index < self.bound, "a number of a set is below its bound");
        let at = word_of(index);
        self.set_word(at, self.word(at) | mask(index));
    }

    /// Adds all numbers of a range.
    pub fn insert_range(&mut self, range: std::ops::Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (first, last) = (word_of(range.start), word_of(range.end - 1));
        let from = u64::MAX << (range.start % 64);
        let to = u64::MAX >> (63 - (range.end - 1) % 64);
        let mut more = Vec::new();
        if first == last {
            push(&mut more, first, 1, from & to);
        } else {
            push(&mut more, first, 1, from);
            push(&mut more, first + 1, last - first - 1, u64::MAX);
            push(&mut more, last, 1, to);
        }
        self.runs = combine(&self.runs, &more, |a, b| a | b);
    }

    /// Removes a number.
    pub fn remove(&mut self, index: usize) {
        let at = word_of(index);
        self.set_word(at, self.word(at) & !mask(index));
    }

    /// Whether a number is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.word(word_of(index)) & mask(index) != 0
    }

    /// Adds all members of another set; returns whether the set changed.
    pub fn union(&mut self, other: &Self) -> bool {
        if self.has_all(other) {
            return false;
        }
        self.runs = combine(&self.runs, &other.runs, |a, b| a | b);
        true
    }

    /// Whether another set is a subset.
    pub fn has_all(&self, other: &Self) -> bool {
        let mut at = 0;
        other.runs.iter().all(|run| {
            at = seek(&self.runs, at, run.at);
            let own = self.runs.get(at);
            own.is_some_and(|own| own.at <= run.at && run.end() <= own.end() && run.bits & !own.bits == 0)
        })
    }

    /// Creates the set of some ranges, which are sorted and disjoint.
    pub fn of_ranges(bound: usize, ranges: impl IntoIterator<Item = std::ops::Range<usize>>) -> Self {
        let mut set = Self::new(bound);
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            let (first, last) = (word_of(range.start), word_of(range.end - 1));
            let (from, to) = (u64::MAX << (range.start % 64), u64::MAX >> (63 - (range.end - 1) % 64));
            if first == last {
                set.append(first, from & to);
            } else {
                set.append(first, from);
                push(&mut set.runs, first + 1, last - first - 1, u64::MAX);
                push(&mut set.runs, last, 1, to);
            }
        }
        set
    }

    /// Adds bits to the last word, or appends a word.
    fn append(&mut self, at: u32, bits: u64) {
        match self.runs.last().copied() {
            Some(last) if last.at == at => {
                self.runs.pop();
                push(&mut self.runs, at, 1, last.bits | bits);
            }
            Some(_) | None => push(&mut self.runs, at, 1, bits),
        }
    }

    /// Intersects with another set in place.
    pub fn intersect(&mut self, other: &Self) {
        *self = self.common(other);
    }

    /// Returns the intersection.
    pub fn common(&self, other: &Self) -> Self {
        let mut runs = Vec::new();
        visit_common(&self.runs, &other.runs, |at, n, bits| {
            push(&mut runs, at, n, bits);
            true
        });
        Self { runs, bound: self.bound }
    }

    /// Whether the sets intersect.
    pub fn meets(&self, other: &Self) -> bool {
        !visit_common(&self.runs, &other.runs, |_, _, bits| bits == 0)
    }

    /// Returns the greatest number below a bound that is not in another set. Ranges that are full in the other set
    /// are skipped at once.
    pub fn last_missing(&self, other: &Self, below: usize) -> Option<usize> {
        let mut end = below;
        while let Some(last) = self.last_in(0..end) {
            let at = word_of(last);
            let (start, mut skipped) = match other.find(at) {
                Ok(index) if other.runs[index].bits == u64::MAX => (other.runs[index].at, u64::MAX),
                Ok(index) => (at, other.runs[index].bits),
                Err(_) => (at, 0),
            };
            if skipped != u64::MAX {
                skipped |= if end <= last | 63 { !(mask(end) - 1) } else { 0 };
                let rest = self.word(at) & !skipped;
                if rest != 0 {
                    return Some(at as usize * 64 + rest.ilog2() as usize);
                }
            }
            end = start as usize * 64;
        }
        None
    }

    /// Removes all members of another set.
    pub fn subtract(&mut self, other: &Self) {
        let (Some(first), Some(last)) = (self.runs.first(), self.runs.last()) else { return };
        let from = other.runs.partition_point(|run| run.end() <= first.at);
        let within = &other.runs[from..];
        let within = &within[..within.partition_point(|run| run.at < last.end())];
        if !within.is_empty() {
            self.runs = combine(&self.runs, within, |a, b| a & !b);
        }
    }

    /// Removes `bound` and all greater numbers.
    pub fn keep_below(&mut self, bound: usize) {
        let at = word_of(bound);
        let rest = self.word(at) & (mask(bound) - 1);
        self.runs.truncate(self.runs.partition_point(|run| run.at < at));
        if let Some(last) = self.runs.last_mut().filter(|last| at < last.end()) {
            last.n = at - last.at;
        }
        push(&mut self.runs, at, 1, rest);
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of stored entries; a run of full words is one entry.
    pub fn n_entries(&self) -> usize {
        self.runs.len()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| (run.bits.count_ones() * run.n) as usize).sum()
    }

    /// Iterates over the members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs.iter().flat_map(|run| {
            let words = run.at..run.end();
            words.flat_map(|word| members(word as usize, run.bits))
        })
    }

    /// Returns the maximal ranges in the set, in order.
    pub fn ranges(&self) -> Vec<std::ops::Range<usize>> {
        let mut found: Vec<std::ops::Range<usize>> = Vec::new();
        for run in &self.runs {
            let (first, mut rest) = (run.at as usize * 64, run.bits);
            while rest != 0 {
                let from = rest.trailing_zeros();
                let n = (rest >> from).trailing_ones();
                let is_all = n == 64;
                let start = first + from as usize;
                let end = if is_all { run.end() as usize * 64 } else { start + n as usize };
                match found.last_mut() {
                    Some(last) if last.end == start => last.end = end,
                    Some(_) | None => found.push(start..end),
                }
                rest = if is_all { 0 } else { rest & !(((1 << n) - 1) << from) };
            }
        }
        found
    }

    /// Returns the greatest member.
    pub fn last(&self) -> Option<usize> {
        self.runs.last().map(|run| (run.end() as usize - 1) * 64 + run.bits.ilog2() as usize)
    }

    /// Returns the greatest member in a range.
    pub fn last_in(&self, range: std::ops::Range<usize>) -> Option<usize> {
        if range.is_empty() {
            return None;
        }
        let at = word_of(range.end - 1);
        let bits = self.word(at) & (u64::MAX >> (63 - (range.end - 1) % 64));
        let last = if bits == 0 {
            let run = self.runs[..self.runs.partition_point(|run| run.at < at)].last()?;
            (run.end().min(at) as usize - 1) * 64 + run.bits.ilog2() as usize
        } else {
            at as usize * 64 + bits.ilog2() as usize
        };
        (range.start <= last).then_some(last)
    }

    /// Returns the empty set with the same bound.
    pub fn emptied(&self) -> Self {
        Self::new(self.bound)
    }

    /// Returns the index of the run that holds a word, or its insertion index.
    fn find(&self, word: u32) -> Result<usize, usize> {
        let place = match self.runs.last() {
            Some(last) if word < last.end() => self.runs.partition_point(|run| run.end() <= word),
            Some(_) | None => self.runs.len(),
        };
        if self.runs.get(place).is_some_and(|run| run.at <= word) { Ok(place) } else { Err(place) }
    }

    fn word(&self, word: u32) -> u64 {
        self.find(word).map_or(0, |place| self.runs[place].bits)
    }

    fn set_word(&mut self, at: u32, bits: u64) {
        match self.find(at) {
            Err(_) if bits == 0 => {}
            Err(place) => {
                self.runs.insert(place, Run { at, n: 1, bits });
                self.merge(place);
            }
            Ok(place) if self.runs[place].n == 1 && bits != 0 => {
                self.runs[place].bits = bits;
                self.merge(place);
            }
            Ok(place) => {
                let run = self.runs[place];
                let mut parts = Vec::with_capacity(3);
                push(&mut parts, run.at, at - run.at, run.bits);
                push(&mut parts, at, 1, bits);
                push(&mut parts, at + 1, run.end() - at - 1, run.bits);
                self.runs.splice(place..=place, parts);
            }
        }
    }

    /// Merges a full run with adjacent full runs.
    fn merge(&mut self, place: usize) {
        if self.runs[place].bits != u64::MAX {
            return;
        }
        let is_full = |run: &Run| run.bits == u64::MAX;
        let next = self.runs.get(place + 1).copied().filter(is_full);
        if let Some(next) = next.filter(|next| next.at == self.runs[place].end()) {
            self.runs[place].n += next.n;
            self.runs.remove(place + 1);
        }
        let run = self.runs[place];
        let before = place.checked_sub(1).filter(|before| is_full(&self.runs[*before]));
        if let Some(before) = before.filter(|before| self.runs[*before].end() == run.at) {
            self.runs[before].n += run.n;
            self.runs.remove(place);
        }
    }
}

/// A set as a plain vector of words, for unions that are only counted.
pub(super) struct Words(Vec<u64>);

impl Words {
    /// Creates the empty set of numbers below `bound`.
    pub(super) fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// Clears the set.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all members of a set.
    pub(super) fn add(&mut self, set: &Bits) {
        for run in &set.runs {
            let at = run.at as usize;
            if run.n == 1 {
                self.0[at] |= run.bits;
            } else {
                self.0[at..run.end() as usize].fill(u64::MAX);
            }
        }
    }

    /// Iterates over the members in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| members(at, *word))
    }

    /// Intersects with a set in place.
    pub(super) fn keep(&mut self, set: &Bits) {
        let mut at = 0;
        for run in &set.runs {
            let (start, end) = (run.at as usize, run.end() as usize);
            self.0[at..start].fill(0);
            self.0[start..end].iter_mut().for_each(|word| *word &= run.bits);
            at = end;
        }
        self.0[at..].fill(0);
    }

    /// Whether a number is in the set.
    pub(super) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] & mask(index) != 0
    }

    /// Returns the sum of the numbers of members below each of some sorted bounds.
    pub(super) fn count_below(&self, bounds: &[usize]) -> usize {
        let (mut sum, mut n, mut at) = (0, 0, 0);
        for bound in bounds {
            let end = bound / 64;
            n += self.0[at..end].iter().map(|word| word.count_ones() as usize).sum::<usize>();
            at = end;
            let rest = self.0.get(end).map_or(0, |word| (word & (mask(*bound) - 1)).count_ones());
            sum += n + rest as usize;
        }
        sum
    }
}

fn word_of(index: usize) -> u32 {
    (index / 64) as u32
}

fn mask(index: usize) -> u64 {
    1 << (index % 64)
}

/// Iterates over the members of a word.
fn members(at: usize, bits: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
}

/// Appends words after all others.
fn push(runs: &mut Vec<Run>, at: u32, n: u32, bits: u64) {
    if bits == 0 || n == 0 {
        return;
    }
    match runs.last_mut() {
        Some(last) if bits == u64::MAX && last.bits == u64::MAX && last.end() == at => last.n += n,
        Some(_) | None => runs.push(Run { at, n, bits }),
    }
}

/// Visits the common words of two sets until `visit` returns false; returns whether it never did.
fn visit_common(a: &[Run], b: &[Run], mut visit: impl FnMut(u32, u32, u64) -> bool) -> bool {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (from, to) = (x.at.max(y.at), x.end().min(y.end()));
        if from < to && !visit(from, to - from, x.bits & y.bits) {
            return false;
        }
        if x.end() <= y.end() {
            i = seek(a, i + 1, y.at);
        } else {
            j = seek(b, j + 1, x.at);
        }
    }
    true
}

/// Returns the first run, from an index on, that ends after a word, by galloping search.
fn seek(runs: &[Run], from: usize, word: u32) -> usize {
    let is_before = |index: usize| runs.get(index).is_some_and(|run| run.end() <= word);
    if !is_before(from) {
        return from;
    }
    let mut step = 2;
    while is_before(from + step - 1) {
        step *= 2;
    }
    let (start, end) = (from + step / 2, runs.len().min(from + step));
    start.min(end) + runs[start.min(end)..end].partition_point(|run| run.end() <= word)
}

/// Combines the words of two sets by an operation that maps two zeros to zero.
fn combine(a: &[Run], b: &[Run], op: impl Fn(u64, u64) -> u64) -> Vec<Run> {
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    let (mut a, mut b) = (Cursor::new(a), Cursor::new(b));
    loop {
        let (x, y) = (a.run, b.run);
        let at = x.at.min(y.at);
        if at == u32::MAX {
            return out;
        }
        let (end, bits) = match x.at.cmp(&y.at) {
            Ordering::Less => (x.end().min(y.at), op(x.bits, 0)),
            Ordering::Equal => (x.end().min(y.end()), op(x.bits, y.bits)),
            Ordering::Greater => (y.end().min(x.at), op(0, y.bits)),
        };
        push(&mut out, at, end - at, bits);
        a.skip_to(end);
        b.skip_to(end);
    }
}

/// A position in the runs of a set.
struct Cursor<'a> {
    /// The rest of the current run; past the last run, one at [`u32::MAX`].
    run: Run,
    rest: std::slice::Iter<'a, Run>,
}

impl<'a> Cursor<'a> {
    fn new(runs: &'a [Run]) -> Self {
        let mut rest = runs.iter();
        Self { run: next_run(&mut rest), rest }
    }

    /// Skips the words of the current run below a word, which is at most its end.
    fn skip_to(&mut self, word: u32) {
        if self.run.end() == word {
            self.run = next_run(&mut self.rest);
        } else if self.run.at < word {
            self.run = Run { at: word, n: self.run.end() - word, bits: self.run.bits };
        }
    }
}

fn next_run(rest: &mut std::slice::Iter<'_, Run>) -> Run {
    rest.next().copied().unwrap_or(Run { at: u32::MAX, n: 0, bits: 0 })
}

#[cfg(test)]
mod tests {
    use super::{Bits, Words};
    use std::collections::BTreeSet;

    /// Runs operations on two sets both as bits and as ordered sets; each step is made from a number of a generator.
    #[test]
    fn agrees_with_ordered_sets() {
        let mut random = 1u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let (mut a, mut b) = (Bits::new(1000), Bits::new(1000));
        let (mut x, mut y) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..4000 {
            let (from, to) = (next(1000), next(1000));
            match next(9) {
                0 => {
                    a.insert(from);
                    x.insert(from);
                }
                1 => {
                    a.remove(from);
                    x.remove(&from);
                }
                2 => {
                    a.insert_range(from..to);
                    x.extend(from..to);
                }
                3 => {
                    let changed = a.union(&b);
                    assert_eq!(changed, !y.is_subset(&x));
                    x.extend(&y);
                }
                4 => {
                    a.intersect(&b);
                    x.retain(|number| y.contains(number));
                }
                5 => {
                    a.subtract(&b);
                    x.retain(|number| !y.contains(number));
                }
                6 => {
                    a.keep_below(from);
                    x.retain(|number| *number < from);
                }
                _ => {
                    std::mem::swap(&mut a, &mut b);
                    std::mem::swap(&mut x, &mut y);
                }
            }
            check(&a, &x, from, to);
            assert_eq!(a.meets(&b), !x.is_disjoint(&y));
            assert_eq!(a.has_all(&b), y.is_subset(&x));
            let missing = x.range(..from).rev().find(|number| !y.contains(number));
            assert_eq!(a.last_missing(&b, from), missing.copied());
        }
    }

    fn check(bits: &Bits, expected: &BTreeSet<usize>, from: usize, to: usize) {
        assert!(bits.iter().eq(expected.iter().copied()));
        assert!(bits.ranges().into_iter().flatten().eq(expected.iter().copied()));
        assert!(bits.ranges().windows(2).all(|pair| pair[0].end < pair[1].start));
        assert_eq!(bits.len(), expected.len());
        assert_eq!(bits.is_empty(), expected.is_empty());
        assert_eq!(bits.last(), expected.last().copied());
        assert_eq!(bits.contains(from), expected.contains(&from));
        let in_range = (from <= to).then(|| expected.range(from..to).next_back().copied()).flatten();
        assert_eq!(bits.last_in(from..to), in_range);
        assert_eq!(*bits, Bits::of_ranges(1000, bits.ranges()));
        let bounds = [from.min(to), from.max(to)];
        let mut words = Words::new(1000);
        words.add(bits);
        assert_eq!(words.contains(from), expected.contains(&from));
        let below = bounds.map(|bound| expected.range(..bound).count());
        assert_eq!(words.count_below(&bounds), below[0] + below[1]);
        let mut even = bits.emptied();
        (0..1000).step_by(2).for_each(|number| even.insert(number));
        words.keep(&even);
        assert_eq!(words.count_below(&[1000]), expected.iter().filter(|number| *number % 2 == 0).count());
        let mut again = bits.emptied();
        for number in expected {
            again.insert(*number);
        }
        assert_eq!(*bits, again);
    }
}
