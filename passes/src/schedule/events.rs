//! Assigns an event slot to each record that is waited for.
//!
//! A slot is live from the record of a producer to the last wait for it. If the two are in different regions, it is
//! live from the start to the end of the outermost loop that encloses either. Overlapping intervals get different
//! slots, by greedy colouring in the order of their starts, which is optimal for intervals.
//!
//! A slot that only an earlier iteration of a loop records makes the first iteration wait for nothing if the slot is
//! new. If it was in use before, or may have been in use by the caller, it is also recorded before the outermost loop
//! that encloses both, on the waiting stream: the first iteration then waits for earlier work of that stream itself.
//! ```text
//! rt.record 0 on 1          // only if slot 0 was in use before
//! scf.for … {
//!   rt.wait 0 on 1
//!   rt.launch @read on 1
//!   rt.launch @write on 0
//!   rt.record 0 on 0
//! }
//! ```

use super::input::ScheduleInput;
use super::streams::Streams;
use super::waits::{First, Point, Waits};
use std::collections::{BTreeMap, BTreeSet};

/// The slot of each record, and the number of slots.
pub struct Events {
    /// The records with their slots, sorted.
    pub slots: Vec<(Point, usize)>,
    /// Records before loops.
    pub first: Vec<First>,
    /// The number of slots.
    pub count: usize,
}

impl Events {
    /// Removes records without waits, and slots without records.
    pub(super) fn retain_waited(&mut self, waits: &Waits) {
        let waited = waits.points();
        let is_waited = |point: &Point| waited.binary_search(point).is_ok();
        self.slots.retain(|(point, _)| is_waited(point));
        self.first.retain(|first| is_waited(&first.point));
        let used: BTreeSet<usize> = self.slots.iter().map(|(_, slot)| *slot).collect();
        let used: Vec<usize> = used.into_iter().collect();
        let of_slots = self.slots.iter_mut().map(|(_, slot)| slot);
        for slot in of_slots.chain(self.first.iter_mut().map(|first| &mut first.slot)) {
            *slot = used.partition_point(|other| other < slot);
        }
        self.count = used.len();
    }

    /// Returns the slot of a record that is waited for.
    pub fn slot(&self, point: Point) -> Option<usize> {
        self.slots.binary_search_by_key(&point, |(point, _)| *point).ok().map(|index| self.slots[index].1)
    }
}

/// Assigns slots, numbered by first record in program order.
pub fn assign(input: &ScheduleInput, streams: &Streams, waits: &Waits) -> Events {
    let mut slots = Vec::new();
    let mut first = Vec::new();
    let mut free_from: Vec<usize> = Vec::new();
    let mut users: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (node, points) in waits.before.iter().enumerate() {
        for point in points {
            users.entry(*point).or_default().push(node);
        }
    }
    let mut intervals: Vec<(usize, usize, Point)> =
        users.iter().map(|(point, users)| interval(input, users, *point)).collect();
    intervals.sort_unstable();
    for (start, end, point) in intervals {
        let used = free_from.iter().position(|free| *free <= start);
        let found = used.unwrap_or(free_from.len());
        if used.is_none() {
            free_from.push(0);
        }
        free_from[found] = end;
        slots.push((point, found));
        if let Some((user, span)) = carried_user(input, &users[&point], point)
            && (used.is_some() || input.is_slice())
        {
            let stream = waits.host[user].unwrap_or(streams.of[user]);
            first.push(First { point, slot: found, stream, span });
        }
    }
    slots.sort_unstable();
    Events { slots, first, count: free_from.len() }
}

/// Returns the time of a record, and its enclosing spans; see [`interval`].
fn recorded(input: &ScheduleInput, point: Point) -> (usize, Vec<usize>) {
    match point {
        Point::After(node) => (2 * node + 1, input.nodes[node].path.clone()),
        Point::Before(node) => (2 * node, input.nodes[node].path.clone()),
        Point::At(span, _) => {
            let found = &input.spans[span];
            let is_block = found.block.is_some();
            let time = if is_block { 2 * found.first } else { 2 * found.end };
            let inside = is_block.then_some(span);
            (time.saturating_sub(1), found.path.iter().copied().chain(inside).collect())
        }
    }
}

/// Returns the first node that waits for a record of an earlier iteration, and the outermost loop that encloses both.
fn carried_user(input: &ScheduleInput, users: &[usize], point: Point) -> Option<(usize, usize)> {
    let (time, path) = recorded(input, point);
    let user = users.iter().copied().find(|user| 2 * user < time)?;
    let is_shared = |span: &&usize| input.nodes[user].path.contains(span);
    let mut shared = path.iter().take_while(is_shared);
    shared.find(|span| input.spans[**span].is_loop).map(|span| (user, *span))
}

/// Returns the live interval of the slot of a record: waits of node `n` happen at time `2n`, its record at `2n + 1`.
fn interval(input: &ScheduleInput, users: &[usize], point: Point) -> (usize, usize, Point) {
    let (time, path) = recorded(input, point);
    let (mut start, mut end) = (time, time);
    for user in users.iter().copied() {
        end = end.max(2 * user + 1);
        let user_path = &input.nodes[user].path;
        if time < 2 * user && *user_path == path {
            continue;
        }
        for outer in [&path, user_path] {
            if let Some(span) = outer.iter().map(|span| &input.spans[*span]).find(|span| span.is_loop) {
                start = start.min((2 * span.first).saturating_sub(1));
                end = end.max(2 * span.end);
            }
        }
    }
    (start, end, point)
}
