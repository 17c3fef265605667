//! Computes the nodes that may have been issued since an event was last recorded.
//!
//! An event does not cover work issued after its record. For a record and a node that waits for it these are the
//! nodes on the paths to the node that do not pass the record again; a path on which the event was never recorded
//! begins at the function entry. The result is a property of the control flow alone, independent of streams and
//! waits, so an event needs no set of its own while waits are computed.
//! ```text
//! for { a; record e; b; for { c; wait e; d } }        since e: b, c, d
//! for { a; wait e; b; record e; c }                   since e: c, a, and all that comes before the loop
//! ```
//! Loops and branches that do not hold the record are passed in one step, so the cost is the number of constructs
//! visited, and the blocks of graphs.

use super::Point;
use crate::schedule::input::{FlowStep, GraphBlock, ScheduleInput};
use std::ops::Range;

/// Consecutive nodes without control flow between them.
#[derive(Debug, Default)]
struct Segment {
    nodes: Range<usize>,
    /// The span whose events are recorded at its start.
    record: Option<usize>,
    /// The loop or the blocks that are its only successor: the records before loops are made here.
    enters: Option<usize>,
    /// The possible direct predecessors.
    previous: Vec<usize>,
    /// For the code after a construct, and for a loop head: its span, and the segment before it.
    passes: Option<(usize, usize)>,
}

/// The control flow of a program, for backward traversal.
#[derive(Debug, Default)]
pub(super) struct Since {
    segments: Vec<Segment>,
    /// The segment, by node.
    of: Vec<usize>,
    /// By segment, the number of the last query that visited it.
    visited: Vec<usize>,
    n_queries: usize,
}

impl Since {
    pub(super) fn new(input: &ScheduleInput) -> Self {
        let mut since = Self { of: vec![0; input.nodes.len()], ..Self::default() };
        let entry = since.add(&[]);
        since.steps(&input.steps, entry);
        since.visited = vec![0; since.segments.len()];
        since
    }

    fn add(&mut self, previous: &[usize]) -> usize {
        self.segments.push(Segment { previous: previous.to_vec(), ..Segment::default() });
        self.segments.len() - 1
    }

    /// Continues from a segment; returns the last segment of the steps.
    fn steps(&mut self, steps: &[FlowStep], mut at: usize) -> usize {
        for step in steps {
            at = match step {
                FlowStep::Node(node) => {
                    let segment = &mut self.segments[at];
                    let first = if segment.nodes.is_empty() { *node } else { segment.nodes.start };
                    segment.nodes = first..node + 1;
                    self.of[*node] = at;
                    at
                }
                FlowStep::Loop(span, bodies) => {
                    let entry = self.enter(*span, at);
                    let head = self.add(&[entry]);
                    self.segments[head].passes = Some((*span, at));
                    for body in bodies {
                        let start = self.add(&[head]);
                        let end = self.steps(body, start);
                        self.segments[head].previous.push(end);
                    }
                    self.behind(*span, at, &[head])
                }
                FlowStep::Branch(span, arms, may_skip) => {
                    let mut ends = Vec::new();
                    for arm in arms {
                        let start = self.add(&[at]);
                        ends.push(self.steps(arm, start));
                    }
                    if *may_skip || ends.is_empty() {
                        ends.push(at);
                    }
                    self.behind(*span, at, &ends)
                }
                FlowStep::Graph(span, blocks) => {
                    let entry = self.enter(*span, at);
                    let ends = self.graph(blocks, entry);
                    self.behind(*span, at, &ends)
                }
            };
        }
        at
    }

    /// Returns the segment from which a loop or blocks are entered.
    fn enter(&mut self, span: usize, before: usize) -> usize {
        let entry = self.add(&[before]);
        self.segments[entry].enters = Some(span);
        entry
    }

    /// Returns the segment after a construct.
    fn behind(&mut self, span: usize, before: usize, ends: &[usize]) -> usize {
        let behind = self.add(ends);
        self.segments[behind].record = Some(span);
        self.segments[behind].passes = Some((span, before));
        behind
    }

    /// Traverses blocks; returns their last segments.
    fn graph(&mut self, blocks: &[GraphBlock], before: usize) -> Vec<usize> {
        let starts: Vec<usize> = blocks.iter().map(|_| self.add(&[])).collect();
        self.segments[starts[0]].previous.push(before);
        let mut ends = Vec::new();
        for (block, start) in blocks.iter().zip(&starts) {
            self.segments[*start].record = Some(block.span);
            let end = self.steps(&block.steps, *start);
            for next in &block.next {
                self.segments[starts[*next]].previous.push(end);
            }
            if block.is_end {
                ends.push(end);
            }
        }
        ends
    }

    /// Returns the number of segments; the first is the function entry.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Returns the nodes of a segment.
    pub(super) fn nodes(&self, segment: usize) -> Range<usize> {
        self.segments[segment].nodes.clone()
    }

    /// Returns the span whose events are recorded at the start of a segment.
    pub(super) fn recorded(&self, segment: usize) -> Option<usize> {
        self.segments[segment].record
    }

    /// Returns the loop or the blocks that are the only successor of a segment.
    pub(super) fn entered(&self, segment: usize) -> Option<usize> {
        self.segments[segment].enters
    }

    /// Returns the possible direct predecessors of a segment. Code after blocks that never end is unreachable; it is
    /// treated as if the blocks were bypassed.
    pub(super) fn previous(&self, segment: usize) -> Vec<usize> {
        let found = &self.segments[segment];
        match found.passes.filter(|_| found.previous.is_empty()) {
            Some((_, before)) => vec![before],
            None => found.previous.clone(),
        }
    }

    /// Returns the nodes that may be issued between the last record of an event and a node, as sorted, disjoint
    /// ranges. The event may also be recorded before a loop; the second result is whether that record may be the last
    /// one.
    pub(super) fn ranges(
        &mut self,
        input: &ScheduleInput,
        (point, first): (Point, Option<usize>),
        node: usize,
    ) -> (Vec<Range<usize>>, bool) {
        let (found, work) = (Vec::new(), Vec::new());
        let (segments, of) = (&self.segments, &self.of);
        let mut walk = Walk { segments, of, input, point, first, meets_first: false, found, work };
        walk.back_from(of[node], node);
        self.n_queries += 1;
        while let Some(segment) = walk.work.pop() {
            if std::mem::replace(&mut self.visited[segment], self.n_queries) != self.n_queries {
                walk.back_from(segment, segments[segment].nodes.end);
            }
        }
        walk.found.sort_unstable_by_key(|range| range.start);
        let mut found: Vec<Range<usize>> = Vec::with_capacity(walk.found.len());
        for range in walk.found {
            match found.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                Some(_) | None => found.push(range),
            }
        }
        (found, walk.meets_first)
    }
}

struct Walk<'a> {
    segments: &'a [Segment],
    of: &'a [usize],
    input: &'a ScheduleInput,
    point: Point,
    /// The loop before which the event is also recorded.
    first: Option<usize>,
    meets_first: bool,
    found: Vec<Range<usize>>,
    work: Vec<usize>,
}

impl Walk<'_> {
    /// Walks back through a segment, from right before the node `end`.
    fn back_from(&mut self, segment: usize, end: usize) {
        let found = &self.segments[segment];
        let behind_record = match self.point {
            Point::After(node) => (self.of[node] == segment && node < end).then_some(node + 1),
            Point::Before(node) => (self.of[node] == segment && node < end).then_some(node),
            Point::At(span, _) => (found.record == Some(span)).then_some(found.nodes.start),
        };
        let start = behind_record.unwrap_or(found.nodes.start);
        if start < end {
            self.found.push(start..end);
        }
        let is_first = behind_record.is_none() && found.enters.is_some() && found.enters == self.first;
        self.meets_first |= is_first;
        if behind_record.is_some() || is_first {
            return;
        }
        match found.passes.filter(|(span, _)| !self.holds_record(*span)) {
            Some((span, before)) => {
                let span = &self.input.spans[span];
                if !(span.first..span.end).is_empty() {
                    self.found.push(span.first..span.end);
                }
                self.work.push(before);
            }
            None => self.work.extend(&found.previous),
        }
    }

    fn holds_record(&self, span: usize) -> bool {
        let path = match self.point {
            Point::After(node) | Point::Before(node) => &self.input.nodes[node].path,
            Point::At(inner, _) => &self.input.spans[inner].path,
        };
        path.contains(&span)
    }
}
