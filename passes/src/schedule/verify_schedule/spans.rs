//! Byte ranges: queries for overlapping ranges, and for the work that uses bytes of a range.

use super::set::Set;
use std::ops::Range;

/// Ranges by number.
pub(super) struct Spans {
    ranges: Vec<Range<u64>>,
    /// The numbers of the ranges by approximate size, then by start; and the position of each range there.
    order: Vec<usize>,
    position: Vec<usize>,
    classes: Vec<Class>,
}

/// Consecutive ranges of the order whose sizes differ by less than a factor of two.
struct Class {
    positions: Range<usize>,
    /// The maximum length of its ranges.
    most: u64,
}

impl Spans {
    /// Creates an index of ranges.
    pub(super) fn new(ranges: Vec<Range<u64>>) -> Self {
        let class = |number: &usize| size(&ranges[*number]).checked_ilog2();
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        order.sort_by_key(|number| (class(number), ranges[*number].start, *number));
        let mut position = vec![0; ranges.len()];
        for (index, number) in order.iter().enumerate() {
            position[*number] = index;
        }
        let mut classes: Vec<Class> = Vec::new();
        let mut start = 0;
        for same in order.chunk_by(|a, b| class(a) == class(b)) {
            let positions = start..start + same.len();
            start = positions.end;
            if let Some(most) =
                same.iter().map(|number| size(&ranges[*number])).max().filter(|most| 0 < *most)
            {
                classes.push(Class { positions, most });
            }
        }
        Self { ranges, order, position, classes }
    }

    /// Returns a range.
    pub(super) fn get(&self, number: usize) -> &Range<u64> {
        &self.ranges[number]
    }

    /// Returns the position of a range among all. Sets of ranges hold positions.
    pub(super) fn position(&self, number: usize) -> usize {
        self.position[number]
    }

    /// Whether two ranges overlap.
    pub(super) fn meet(&self, a: usize, b: usize) -> bool {
        let shared = self.shared(a, b);
        shared.start < shared.end
    }

    /// Returns the bytes that two ranges have in common.
    pub(super) fn shared(&self, a: usize, b: usize) -> Range<u64> {
        let (a, b) = (&self.ranges[a], &self.ranges[b]);
        a.start.max(b.start)..a.end.min(b.end)
    }

    /// Returns the other ranges of a set of positions that overlap a range.
    pub(super) fn near(&self, number: usize, among: &Set) -> Vec<usize> {
        let own = &self.ranges[number];
        let mut found = Vec::new();
        for class in &self.classes {
            let first = own.start.saturating_sub(class.most);
            let of_class = &self.order[class.positions.clone()];
            let [from, to] = [first, own.end]
                .map(|bound| of_class.partition_point(|number| self.ranges[*number].start < bound));
            let positions = class.positions.start + from..class.positions.start + to.max(from);
            let others = among.iter_in(positions).map(|position| self.order[position]);
            found.extend(others.filter(|other| *other != number && self.meet(number, *other)));
        }
        found
    }

    /// Returns the number of overlapping pairs.
    pub(super) fn n_pairs(&self) -> usize {
        let ranges = || self.ranges.iter().filter(|range| 0 < size(range));
        let mut ends: Vec<u64> = ranges().map(|range| range.end).collect();
        ends.sort_unstable();
        let n_before = |range: &Range<u64>| ends.partition_point(|end| *end <= range.start);
        ends.len() * ends.len().saturating_sub(1) / 2 - ranges().map(n_before).sum::<usize>()
    }
}

fn size(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}

/// Work with the number of the range that it uses, by work.
#[derive(Clone, Default)]
struct Uses {
    works: Vec<u32>,
    spans: Vec<u32>,
}

impl Uses {
    fn push(&mut self, work: u32, span: u32) {
        if (self.works.last(), self.spans.last()) != (Some(&work), Some(&span)) {
            self.works.push(work);
            self.spans.push(span);
        }
    }

    /// Returns the last work of a set that uses another range than this one.
    fn last_other(&self, works: &Set, span: u32) -> Option<(usize, usize)> {
        let is_other =
            |index: &usize| self.spans[*index] != span && works.contains(self.works[*index] as usize);
        let index = (0..self.works.len()).rev().find(is_other)?;
        Some((self.works[index] as usize, self.spans[index] as usize))
    }
}

/// The work that uses each byte: a segment tree over the bytes between any two ends of ranges. A range is a few of
/// its nodes.
pub(super) struct Users {
    cuts: Vec<u64>,
    /// The number of leaves, a power of two.
    n_leaves: usize,
    /// By node, the uses of ranges that cover it but not its parent, and those of parts of it.
    whole: Vec<Uses>,
    parts: Vec<Uses>,
    /// By range, the work that uses it.
    of_span: Vec<Vec<u32>>,
}

impl Users {
    /// Creates the tree without uses of these ranges.
    pub(super) fn new(spans: &Spans) -> Self {
        let mut cuts: Vec<u64> = spans.ranges.iter().flat_map(|range| [range.start, range.end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let n_leaves = cuts.len().next_power_of_two();
        let [whole, parts] = [(); 2].map(|()| vec![Uses::default(); 2 * n_leaves]);
        Self { cuts, n_leaves, whole, parts, of_span: vec![Vec::new(); spans.ranges.len()] }
    }

    /// Returns the nodes that a range consists of.
    fn nodes(&self, range: &Range<u64>) -> Vec<usize> {
        let leaf = |cut: u64| self.n_leaves + self.cuts.partition_point(|known| *known < cut);
        let (mut from, mut to) = (leaf(range.start), leaf(range.end));
        let mut nodes = Vec::new();
        while from < to {
            if from % 2 == 1 {
                nodes.push(from);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                nodes.push(to);
            }
            (from, to) = (from / 2, to / 2);
        }
        nodes
    }

    /// Adds a use of a range. Work is added in order.
    pub(super) fn add(&mut self, spans: &Spans, span: usize, work: usize) {
        let work = work as u32;
        self.of_span[span].push(work);
        for node in self.nodes(spans.get(span)) {
            self.whole[node].push(work, span as u32);
            for parent in parents(node) {
                self.parts[parent].push(work, span as u32);
            }
        }
    }

    /// Returns work of a set that uses bytes of a range for another one, and that range.
    pub(super) fn other(&self, spans: &Spans, span: usize, works: &Set) -> Option<(usize, usize)> {
        let own = works.n_common(&self.of_span[span]);
        let find = |uses: &Uses, own: usize| {
            let has_other = own < works.n_common(&uses.works);
            has_other.then(|| uses.last_other(works, span as u32)).flatten()
        };
        self.nodes(spans.get(span)).into_iter().find_map(|node| {
            let within = find(&self.whole[node], own).or_else(|| find(&self.parts[node], 0));
            within.or_else(|| parents(node).find_map(|parent| find(&self.whole[parent], 0)))
        })
    }
}

/// Iterates over the ancestors of a node.
fn parents(node: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(node / 2), |node| Some(node / 2)).take_while(|node| 0 < *node)
}
