//! The facts shared by all runs over a function, none of which depends on waits.

use super::Point;
use super::positions::Positions;
use super::since::Since;
use crate::schedule::bits::Bits;
use crate::schedule::input::ScheduleInput;
use crate::schedule::streams::Streams;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A record, and the loop before which the event is recorded, too; and a node that waits for it.
type Wait = ((Point, Option<usize>), usize);

/// The dependences and the control flow of a program, by the positions of its nodes on streams.
pub(super) struct Facts<'p> {
    pub(super) input: &'p ScheduleInput,
    pub(super) streams: &'p Streams,
    pub(super) positions: Rc<Positions>,
    /// The sets that conflicts consist of, and the nodes that the tokens of each node name.
    pub(super) conflicts: Vec<Bits>,
    pub(super) tokens: Vec<Bits>,
    pub(super) since: Since,
    /// The memoised results of `since`.
    known_since: FxHashMap<Wait, (Bits, bool)>,
}

impl<'p> Facts<'p> {
    pub(super) fn new(input: &'p ScheduleInput, streams: &'p Streams) -> Self {
        let positions = Positions::new(input, streams);
        Self {
            input,
            streams,
            conflicts: input.conflicts.sets().iter().map(|set| positions.set(set)).collect(),
            tokens: input.tokens.iter().map(|set| positions.set(set)).collect(),
            positions: Rc::new(positions),
            since: Since::new(input),
            known_since: FxHashMap::default(),
        }
    }

    /// Returns the nodes of a set that may be issued between the last record of an event, which may also be recorded
    /// before a loop, and a node that waits for it; and whether that record may be the one before the loop.
    pub(super) fn common_since(
        &mut self,
        set: &Bits,
        event: (Point, Option<usize>),
        node: usize,
    ) -> (Bits, bool) {
        let (since, positions, input) = (&mut self.since, &self.positions, self.input);
        let mut find = || {
            let (ranges, meets_first) = since.ranges(input, event, node);
            (positions.of_ranges(ranges), meets_first)
        };
        // Code without loops and branches is run once.
        if input.spans.is_empty() {
            let (found, meets_first) = find();
            return (found.common(set), meets_first);
        }
        let (found, meets_first) = self.known_since.entry((event, node)).or_insert_with(find);
        (found.common(set), *meets_first)
    }
}
