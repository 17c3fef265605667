//! Live ranges of buffers, and which of them interfere.
//!
//! A buffer is live from its first node to its last, in program order; a use in a loop that does not enclose the
//! allocation extends the live range to the whole loop. Two buffers conflict if these ranges overlap, or if a use of
//! one may be in flight when a use of the other starts. The work in flight is known for all paths and iterations, so
//! two buffers of one loop body that do not conflict do not conflict in the next iteration either.

use super::candidates::Buffer;
use crate::analysis::alias::Root;
use crate::schedule::bits::Bits;
use crate::schedule::input::ScheduleInput;
use crate::schedule::waits::Waits;
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Value};

/// The buffers that nodes use.
pub(super) struct Lives {
    /// The buffers, in program order.
    pub(super) buffers: Vec<Buffer>,
    /// By buffer, the nodes that use it.
    pub(super) users: Vec<Vec<usize>>,
    /// By buffer, its first node, and one past its last.
    pub(super) spans: Vec<(usize, usize)>,
    /// By node, the buffers that it uses.
    used: Vec<Vec<usize>>,
}

impl Lives {
    /// Computes the uses of buffers.
    pub(super) fn of(module: &Module, buffers: &[Buffer], input: &ScheduleInput) -> Self {
        let numbers: FxHashMap<Value, usize> =
            buffers.iter().enumerate().map(|(number, buffer)| (buffer.value(module), number)).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); buffers.len()];
        for (node, found) in input.nodes.iter().enumerate() {
            for root in found.summary.touches.iter().flat_map(|touch| &touch.place.roots) {
                let Root::Alloc(value) = root else { continue };
                let Some(number) = numbers.get(value) else { continue };
                if users[*number].last() != Some(&node) {
                    users[*number].push(node);
                }
            }
        }
        let mut lives = Self { buffers: Vec::new(), users: Vec::new(), spans: Vec::new(), used: Vec::new() };
        let is_used = |buffer: &Buffer| {
            module.uses(buffer.value(module)).iter().any(|found| found.op != buffer.dealloc)
        };
        for (buffer, users) in buffers.iter().zip(users).filter(|(buffer, _)| is_used(buffer)) {
            lives.spans.push(span(module, buffer, &users, input));
            lives.buffers.push(*buffer);
            lives.users.push(users);
        }
        lives.used = vec![Vec::new(); input.nodes.len()];
        for (buffer, users) in lives.users.iter().enumerate() {
            for node in users {
                lives.used[*node].push(buffer);
            }
        }
        lives
    }

    /// Returns, by buffer, the buffers that interfere with it.
    pub(super) fn conflicts(&self, waits: &Waits) -> Vec<Bits> {
        let n = self.buffers.len();
        let mut conflicts = vec![Bits::new(n); n];
        for (a, x) in self.spans.iter().enumerate() {
            for (b, y) in self.spans.iter().enumerate().take(a) {
                if x.0 < y.1 && y.0 < x.1 {
                    join(&mut conflicts, a, b);
                }
            }
        }
        let mut users = Bits::new(self.used.len());
        self.users.iter().flatten().for_each(|node| users.insert(*node));
        for (a, nodes) in self.users.iter().enumerate() {
            for node in waits.open.beside(nodes).filter(|node| users.contains(*node)) {
                self.used[node].iter().filter(|b| **b != a).for_each(|b| join(&mut conflicts, a, *b));
            }
        }
        conflicts
    }
}

fn join(conflicts: &mut [Bits], a: usize, b: usize) {
    conflicts[a].insert(b);
    conflicts[b].insert(a);
}

/// Returns the range from the first use of a buffer to one past its last; empty if the buffer is unused.
fn span(module: &Module, buffer: &Buffer, users: &[usize], input: &ScheduleInput) -> (usize, usize) {
    let mut whole = (usize::MAX, 0);
    for user in users {
        let path = input.nodes[*user].path.iter().map(|span| &input.spans[*span]);
        let is_around = |op| module.is_inside(buffer.alloc, op);
        let mut loops = path.filter(|span| span.is_loop && !span.op.is_some_and(is_around));
        let (first, end) = match loops.find(|span| span.op.is_some()) {
            Some(outer) => (outer.first, outer.end),
            None => (*user, *user + 1),
        };
        whole = (whole.0.min(first), whole.1.max(end));
    }
    (whole.0.min(whole.1), whole.1)
}
