//! Sets of small numbers as words of bits, in which empty words take no space and a run of full words is one entry.
//!
//! Work is numbered stream by stream, so the sets of a proof are a few ranges with ragged ends: the work that a
//! stream has issued since the last wait for it. Such a set takes a few entries for any amount of work; the worst
//! case takes twice the words of a plain bit vector.

use std::ops::Range;

/// Consecutive equal words: one word, or several full ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The first word, and one past the last.
    first: u32,
    end: u32,
    bits: u64,
}

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// In order; none is empty, runs of several words are full, and full runs are not adjacent.
    runs: Vec<Run>,
}

impl Set {
    /// Creates the set of the numbers of a range.
    pub(super) fn of_range(range: Range<usize>) -> Self {
        let mut set = Self::default();
        set.extend(range);
        set
    }

    /// Adds the numbers of a range, none of which is below any number of the set.
    pub(super) fn extend(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (first, last) = (word_of(range.start), word_of(range.end - 1));
        let from = u64::MAX << (range.start % 64);
        let to = u64::MAX >> (63 - (range.end - 1) % 64);
        if first == last {
            self.append(first, from & to);
        } else {
            self.append(first, from);
            push(&mut self.runs, first + 1, last, u64::MAX);
            push(&mut self.runs, last, last + 1, to);
        }
    }

    /// Adds bits to the last word, or appends a word.
    fn append(&mut self, word: u32, bits: u64) {
        match self.runs.last().copied() {
            Some(last) if last.end == word + 1 && last.bits != u64::MAX => {
                self.runs.pop();
                push(&mut self.runs, word, word + 1, last.bits | bits);
            }
            Some(last) if last.end == word + 1 => {}
            Some(_) | None => push(&mut self.runs, word, word + 1, bits),
        }
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, number: usize) {
        let word = word_of(number);
        match self.find(word) {
            Ok(index) if self.runs[index].bits == u64::MAX => {}
            Ok(index) => {
                self.runs[index].bits |= mask(number);
                self.merge(index);
            }
            Err(index) => self.runs.insert(index, Run { first: word, end: word + 1, bits: mask(number) }),
        }
    }

    /// Merges a full run with adjacent full runs.
    fn merge(&mut self, index: usize) {
        if self.runs[index].bits != u64::MAX {
            return;
        }
        let is_full = |run: Option<&Run>| run.is_some_and(|run| run.bits == u64::MAX);
        if is_full(self.runs.get(index + 1)) && self.runs[index].end == self.runs[index + 1].first {
            self.runs[index].end = self.runs[index + 1].end;
            self.runs.remove(index + 1);
        }
        if 0 < index
            && is_full(self.runs.get(index - 1))
            && self.runs[index - 1].end == self.runs[index].first
        {
            self.runs[index - 1].end = self.runs[index].end;
            self.runs.remove(index);
        }
    }

    /// Removes a number.
    pub(super) fn remove(&mut self, number: usize) {
        let word = word_of(number);
        let Ok(index) = self.find(word) else { return };
        let run = self.runs[index];
        let mut parts = Vec::with_capacity(3);
        push(&mut parts, run.first, word, run.bits);
        push(&mut parts, word, word + 1, run.bits & !mask(number));
        push(&mut parts, word + 1, run.end, run.bits);
        self.runs.splice(index..=index, parts);
    }

    /// Whether a number is in the set.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.find(word_of(number)).is_ok_and(|index| self.runs[index].bits & mask(number) != 0)
    }

    /// Whether the set is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of stored entries.
    pub(super) fn n_entries(&self) -> usize {
        self.runs.len()
    }

    /// Whether `other` is a subset.
    pub(super) fn has_all(&self, other: &Self) -> bool {
        let mut at = 0;
        other.runs.iter().all(|run| {
            at = seek(&self.runs, at, run.first);
            let own = self.runs.get(at);
            own.is_some_and(|own| own.first <= run.first && run.end <= own.end && run.bits & !own.bits == 0)
        })
    }

    /// Whether the sets intersect.
    pub(super) fn meets(&self, other: &Self) -> bool {
        !visit_common(&self.runs, &other.runs, |_, bits| bits == 0)
    }

    /// Adds all members of `other`; returns whether the set changed.
    pub(super) fn unite(&mut self, other: &Self) -> bool {
        let changed = !self.has_all(other);
        if changed {
            self.runs = combine(&self.runs, &other.runs, |a, b| a | b);
        }
        changed
    }

    /// Intersects with `other`; returns whether the set changed.
    pub(super) fn keep(&mut self, other: &Self) -> bool {
        let changed = !other.has_all(self);
        if changed {
            *self = self.common(other);
        }
        changed
    }

    /// Removes all members of `other`.
    pub(super) fn subtract(&mut self, other: &Self) {
        if self.meets(other) {
            self.runs = combine(&self.runs, &other.runs, |a, b| a & !b);
        }
    }

    /// Returns the intersection.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut runs = Vec::new();
        visit_common(&self.runs, &other.runs, |words, bits| {
            push(&mut runs, words.start, words.end, bits);
            true
        });
        Self { runs }
    }

    /// Iterates over the numbers, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs.iter().flat_map(|run| (run.first..run.end).flat_map(|word| numbers(word, run.bits)))
    }

    /// Iterates over the numbers of a range, in order.
    pub(super) fn iter_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let first = self.runs.partition_point(|run| run.end <= word_of(range.start));
        let words = word_of(range.start)..word_of(range.end + 63);
        let runs = self.runs[first..].iter().take_while(move |run| run.first < words.end);
        let words = word_of(range.start)..word_of(range.end + 63);
        let within = runs.flat_map(move |run| {
            let words = run.first.max(words.start)..run.end.min(words.end);
            words.flat_map(|word| numbers(word, run.bits))
        });
        within.filter(move |number| range.contains(number))
    }

    /// Calls `each` with the numbers of a sorted list that are in the set, in order, until it returns false; returns
    /// whether it never did.
    pub(super) fn visit_common(&self, list: &[u32], mut each: impl FnMut(usize) -> bool) -> bool {
        if list.len() <= self.runs.len() {
            let mut found =
                list.iter().map(|number| *number as usize).filter(|number| self.contains(*number));
            return found.all(each);
        }
        let mut rest = list;
        for run in &self.runs {
            rest = behind(rest, run.first);
            let within = &rest[..rest.len() - behind(rest, run.end).len()];
            rest = &rest[within.len()..];
            let mut found = within.iter().filter(|number| run.bits & mask(**number as usize) != 0);
            if !found.all(|number| each(*number as usize)) {
                return false;
            }
        }
        true
    }

    /// Returns how many numbers of a sorted list are in the set.
    pub(super) fn n_common(&self, list: &[u32]) -> usize {
        let mut rest = list;
        let mut n = 0;
        for run in &self.runs {
            rest = behind(rest, run.first);
            let within = &rest[..rest.len() - behind(rest, run.end).len()];
            rest = &rest[within.len()..];
            n += match run.bits {
                u64::MAX => within.len(),
                bits => within.iter().filter(|number| bits & mask(**number as usize) != 0).count(),
            };
        }
        n
    }

    /// Returns the index of the run that holds a word, or its insertion index.
    fn find(&self, word: u32) -> Result<usize, usize> {
        let index = self.runs.partition_point(|run| run.end <= word);
        if self.runs.get(index).is_some_and(|run| run.first <= word) { Ok(index) } else { Err(index) }
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

fn word_of(number: usize) -> u32 {
    (number / 64) as u32
}

fn mask(number: usize) -> u64 {
    1 << (number % 64)
}

/// Returns the numbers of a sorted list from a word on, by galloping search.
fn behind(list: &[u32], word: u32) -> &[u32] {
    let is_before = |index: usize| list.get(index).is_some_and(|number| number / 64 < word);
    if !is_before(0) {
        return list;
    }
    let mut step = 1;
    while is_before(step) {
        step *= 2;
    }
    let within = &list[step / 2..list.len().min(step)];
    &list[step / 2 + within.partition_point(|number| number / 64 < word)..]
}

/// Iterates over the numbers of a word.
fn numbers(word: u32, bits: u64) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
    rest.take_while(|rest| *rest != 0).map(move |rest| word as usize * 64 + rest.trailing_zeros() as usize)
}

/// Appends words after all others.
fn push(runs: &mut Vec<Run>, first: u32, end: u32, bits: u64) {
    if bits == 0 || end <= first {
        return;
    }
    match runs.last_mut() {
        Some(last) if bits == u64::MAX && last.bits == u64::MAX && last.end == first => last.end = end,
        Some(_) | None => runs.push(Run { first, end, bits }),
    }
}

/// A cursor over the words of runs.
struct Cursor<'a> {
    rest: &'a [Run],
}

impl Cursor<'_> {
    /// Returns the bits of a word, and the possible start of the next word with other bits. Words are queried in
    /// order.
    fn at(&mut self, word: u32) -> (u64, u32) {
        while let [run, rest @ ..] = self.rest {
            if word < run.first {
                return (0, run.first);
            }
            if word < run.end {
                return (run.bits, run.end);
            }
            self.rest = rest;
        }
        (0, u32::MAX)
    }
}

/// Returns the index of the first run, from an index on, that ends after a word, by galloping search.
fn seek(runs: &[Run], from: usize, word: u32) -> usize {
    let is_before = |index: usize| runs.get(index).is_some_and(|run| run.end <= word);
    if !is_before(from) {
        return from;
    }
    let mut step = 2;
    while is_before(from + step - 1) {
        step *= 2;
    }
    let start = (from + step / 2).min(runs.len());
    let end = runs.len().min(from + step);
    start + runs[start..end].partition_point(|run| run.end <= word)
}

/// Visits the words that both sets store, with their common bits, until `each` returns false; returns whether it
/// never did.
fn visit_common(a: &[Run], b: &[Run], mut each: impl FnMut(Range<u32>, u64) -> bool) -> bool {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let words = x.first.max(y.first)..x.end.min(y.end);
        if !words.is_empty() && !each(words, x.bits & y.bits) {
            return false;
        }
        if x.end <= y.end {
            i = seek(a, i + 1, y.first);
        } else {
            j = seek(b, j + 1, x.first);
        }
    }
    true
}

/// Visits the common non-empty words of two sets, with the bits of both, until `each` returns false; returns whether
/// it never did.
fn visit(a: &[Run], b: &[Run], mut each: impl FnMut(Range<u32>, u64, u64) -> bool) -> bool {
    let (mut a, mut b) = (Cursor { rest: a }, Cursor { rest: b });
    let mut word = 0;
    while word < u32::MAX {
        let ((x, x_end), (y, y_end)) = (a.at(word), b.at(word));
        let end = x_end.min(y_end);
        if x | y != 0 && !each(word..end, x, y) {
            return false;
        }
        word = end;
    }
    true
}

/// Combines the words of two sets by an operation that maps two zeros to zero.
fn combine(a: &[Run], b: &[Run], op: impl Fn(u64, u64) -> u64) -> Vec<Run> {
    let mut runs = Vec::with_capacity(a.len().max(b.len()));
    visit(a, b, |words, x, y| {
        push(&mut runs, words.start, words.end, op(x, y));
        true
    });
    runs
}

#[cfg(test)]
mod tests {
    use super::Set;
    use std::collections::BTreeSet;

    /// Runs operations on two sets both as words and as ordered sets; each is chosen by a generator.
    #[test]
    fn agrees_with_ordered_sets() {
        let mut random = 7u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let (mut a, mut b) = (Set::default(), Set::default());
        let (mut x, mut y) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..4000 {
            let (from, to) = (next(700), next(700));
            match next(8) {
                0 => {
                    a.insert(from);
                    x.insert(from);
                }
                1 => {
                    a.remove(from);
                    x.remove(&from);
                }
                2 => {
                    a.unite(&Set::of_range(from..to));
                    x.extend(from..to);
                }
                3 => {
                    assert_eq!(a.unite(&b), !y.is_subset(&x));
                    x.extend(&y);
                }
                4 => {
                    assert_eq!(a.keep(&b), !x.is_subset(&y));
                    x.retain(|number| y.contains(number));
                }
                5 => {
                    a.subtract(&b);
                    x.retain(|number| !y.contains(number));
                }
                6 => {
                    a.subtract(&Set::of_range(from..to));
                    x.retain(|number| !(from..to).contains(number));
                }
                _ => {
                    std::mem::swap(&mut a, &mut b);
                    std::mem::swap(&mut x, &mut y);
                }
            }
            check(&a, &x, from, to);
            assert_eq!(a.meets(&b), !x.is_disjoint(&y));
            assert_eq!(a.has_all(&b), y.is_subset(&x));
        }
    }

    fn check(set: &Set, expected: &BTreeSet<usize>, from: usize, to: usize) {
        assert!(set.iter().eq(expected.iter().copied()));
        assert_eq!(set.is_empty(), expected.is_empty());
        assert_eq!(set.contains(from), expected.contains(&from));
        assert_eq!(*set, expected.iter().copied().collect());
        let range = from.min(to)..from.max(to);
        assert!(set.iter_in(range.clone()).eq(expected.range(range).copied()));
        let list: Vec<u32> = (0..700).filter(|number| number % 3 == from as u32 % 3).collect();
        let mut found = Vec::new();
        assert!(set.visit_common(&list, |number| {
            found.push(number);
            true
        }));
        assert!(found.into_iter().eq(expected.iter().copied().filter(|number| number % 3 == from % 3)));
        assert_eq!(set.n_common(&list), expected.iter().filter(|number| *number % 3 == from % 3).count());
        let mut ranges = Set::default();
        for number in expected {
            ranges.extend(*number..*number + 1);
        }
        assert_eq!(*set, ranges);
    }
}
