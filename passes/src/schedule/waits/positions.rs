//! A numbering of device nodes by stream, and within a stream by program order.
//!
//! The work that a stream does not know to be complete is, for each other stream, the work issued last. By these
//! positions such a set is a range per stream; by program order it would have holes wherever streams alternate.

use crate::schedule::bits::Bits;
use crate::schedule::input::ScheduleInput;
use crate::schedule::streams::Streams;
use std::ops::Range;

/// The positions of device nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    /// The positions, by node; host nodes have none.
    of: Vec<Option<usize>>,
    /// The nodes, by position.
    nodes: Vec<usize>,
    /// By stream, its first position; one more at the end.
    first: Vec<usize>,
    /// By row of [`ROW`] nodes and by stream, the first position of a node of the row or of later ones.
    rows: Vec<usize>,
}

/// The nodes between two entries of [`Positions::rows`].
const ROW: usize = 64;

impl Positions {
    pub(super) fn new(input: &ScheduleInput, streams: &Streams) -> Self {
        let mut positions = Self { of: vec![None; input.nodes.len()], first: vec![0], ..Self::default() };
        let mut on: Vec<Vec<usize>> = vec![Vec::new(); streams.count];
        for number in (0..input.nodes.len()).filter(|node| input.nodes[*node].kind.is_device()) {
            on[streams.of[number]].push(number);
        }
        for node in on {
            positions.nodes.extend(node);
            positions.first.push(positions.nodes.len());
        }
        for (position, node) in positions.nodes.iter().enumerate() {
            positions.of[*node] = Some(position);
        }
        positions.fill_rows(streams);
        positions
    }

    fn fill_rows(&mut self, streams: &Streams) {
        let n = self.of.len();
        let mut next = self.first[..streams.count].to_vec();
        self.rows.reserve((n / ROW + 2) * streams.count);
        for row in 0..n / ROW + 2 {
            self.rows.extend_from_slice(&next);
            for node in (row * ROW).min(n)..((row + 1) * ROW).min(n) {
                if let Some(position) = self.of[node] {
                    next[streams.of[node]] = position + 1;
                }
            }
        }
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the empty set of positions.
    pub(super) fn empty(&self) -> Bits {
        Bits::new(self.nodes.len())
    }

    /// Returns the node at a position.
    pub(super) fn node(&self, position: usize) -> usize {
        self.nodes[position]
    }

    /// Whether a set of positions has that of a node.
    pub(super) fn contains(&self, set: &Bits, node: usize) -> bool {
        self.of[node].is_some_and(|position| set.contains(position))
    }

    /// Adds the position of a node.
    pub(super) fn insert(&self, set: &mut Bits, node: usize) {
        if let Some(position) = self.of[node] {
            set.insert(position);
        }
    }

    /// Removes the position of a node.
    pub(super) fn remove(&self, set: &mut Bits, node: usize) {
        if let Some(position) = self.of[node] {
            set.remove(position);
        }
    }

    /// Returns the positions of a set of nodes.
    pub(super) fn set(&self, nodes: &Bits) -> Bits {
        self.of_ranges(nodes.ranges())
    }

    /// Returns the positions of the nodes of some sorted, disjoint ranges.
    pub(super) fn of_ranges(&self, nodes: Vec<Range<usize>>) -> Bits {
        match &nodes[..] {
            [] => return self.empty(),
            [range] => return self.of_range(range),
            _ => {}
        }
        let n_streams = self.first.len() - 1;
        let mut by_stream: Vec<Vec<Range<usize>>> = vec![Vec::new(); n_streams];
        let mut add = |stream: usize, positions: Range<usize>| match by_stream[stream].last_mut() {
            Some(last) if last.end == positions.start => last.end = positions.end,
            Some(_) | None => by_stream[stream].push(positions),
        };
        for range in nodes {
            if n_streams < range.len() {
                (0..n_streams).for_each(|stream| add(stream, self.on(stream, &range)));
                continue;
            }
            for position in range.filter_map(|node| self.of[node]) {
                let stream = self.first.partition_point(|first| *first <= position) - 1;
                add(stream, position..position + 1);
            }
        }
        Bits::of_ranges(self.nodes.len(), by_stream.into_iter().flatten())
    }

    /// Returns the positions of the nodes of a range.
    fn of_range(&self, nodes: &Range<usize>) -> Bits {
        let n_streams = self.first.len() - 1;
        if n_streams < nodes.len() {
            return Bits::of_ranges(self.len(), (0..n_streams).map(|stream| self.on(stream, nodes)));
        }
        let mut positions: Vec<usize> = self.of[nodes.clone()].iter().copied().flatten().collect();
        positions.sort_unstable();
        Bits::of_ranges(self.len(), positions.into_iter().map(|position| position..position + 1))
    }

    /// Returns the latest node, by program order, of a set of positions among those in a range of nodes.
    pub(super) fn latest(&self, set: &Bits, nodes: &Range<usize>) -> Option<usize> {
        let latest = |stream: usize| set.last_in(self.on(stream, nodes)).map(|position| self.nodes[position]);
        (0..self.first.len() - 1).filter_map(latest).max()
    }

    /// Whether a set of positions has any on a stream.
    pub(super) fn has_on(&self, set: &Bits, stream: usize) -> bool {
        set.last_in(self.first[stream]..self.first[stream + 1]).is_some()
    }

    /// Returns the positions on a stream of a range of nodes.
    fn on(&self, stream: usize, nodes: &Range<usize>) -> Range<usize> {
        self.from(stream, nodes.start)..self.from(stream, nodes.end)
    }

    /// Returns the first position on a stream of a node from a number on.
    fn from(&self, stream: usize, node: usize) -> usize {
        let n_streams = self.first.len() - 1;
        let at = node / ROW * n_streams + stream;
        let (start, end) = (self.rows[at], self.rows[at + n_streams]);
        start + self.nodes[start..end].partition_point(|earlier| *earlier < node)
    }
}
