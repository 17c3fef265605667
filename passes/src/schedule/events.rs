//! Which event slot holds each record that is waited for.
//!
//! A slot is taken from the record of a producer to the last wait for it; where they do not stand in the same
//! region, to the end of the outermost loop around either, and from its start. Intervals that overlap get different
//! slots, by greedy colouring in the order of their starts, which is optimal for intervals. Where a slot was not
//! recorded on the path taken, a wait finds an older record or none: it then holds for work that is ordered anyway.

use super::dag::Program;
use super::waits::{Point, Waits};

/// The slot of each record, and the number of slots.
pub struct Events {
    /// The records with their slots, sorted.
    pub slots: Vec<(Point, usize)>,
    /// How many there are.
    pub count: usize,
}

impl Events {
    /// The slot of a record that is waited for.
    pub fn slot(&self, point: Point) -> Option<usize> {
        self.slots.binary_search_by_key(&point, |(point, _)| *point).ok().map(|index| self.slots[index].1)
    }
}

/// Assigns slots, numbered by first record in program order.
pub fn assign(program: &Program, waits: &Waits) -> Events {
    let mut slots = Vec::new();
    let mut free_from: Vec<usize> = Vec::new();
    let mut intervals: Vec<(usize, usize, Point)> =
        waits.points().into_iter().map(|point| interval(program, waits, point)).collect();
    intervals.sort_unstable();
    for (start, end, point) in intervals {
        let found = free_from.iter().position(|free| *free <= start).unwrap_or_else(|| {
            free_from.push(0);
            free_from.len() - 1
        });
        free_from[found] = end;
        slots.push((point, found));
    }
    slots.sort_unstable();
    Events { slots, count: free_from.len() }
}

/// When the slot of a record is in use: waits of node `n` happen at time `2n`, its record at `2n + 1`.
fn interval(program: &Program, waits: &Waits, point: Point) -> (usize, usize, Point) {
    let (time, path) = match point {
        Point::After(node) => (2 * node + 1, &program.nodes[node].path),
        Point::Before(node) => (2 * node, &program.nodes[node].path),
        Point::Exit(span, _) => ((2 * program.spans[span].end).saturating_sub(1), &program.spans[span].path),
    };
    let (mut start, mut end) = (time, time);
    let users = (0..program.nodes.len()).filter(|node| waits.before[*node].contains(&point));
    for user in users {
        end = end.max(2 * user + 1);
        let user_path = &program.nodes[user].path;
        if time < 2 * user && user_path == path {
            continue;
        }
        for outer in [path, user_path] {
            if let Some(span) = outer.iter().map(|span| &program.spans[*span]).find(|span| span.is_loop) {
                start = start.min(2 * span.first);
                end = end.max(2 * span.end);
            }
        }
    }
    (start, end, point)
}
