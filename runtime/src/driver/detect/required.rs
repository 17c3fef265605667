//! The order that a program requires of its work, whatever the schedule is: by its tokens, by what the host waits for, and by
//! conflicts of work that it does not leave unordered.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clock::Clock;

/// A piece of work as its step of an actor.
pub(super) type Step = (u32, u64);

/// What the program says about the order of a piece of work.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The work of the tokens that it depends on.
    pub(super) after: Vec<Step>,
    /// Earlier work that it is not ordered with, although both may access the same memory.
    pub(super) beside: Vec<Step>,
}

/// The maximum number of pieces of work that are searched for a path between two.
const MAX_SEARCHED: usize = 1 << 12;

/// A piece of work: what the host had waited for when it issued it, and the work that directly precedes it otherwise.
#[derive(Debug)]
struct Entered {
    host: Clock,
    before: Vec<Step>,
}

/// All work entered so far.
#[derive(Debug, Default)]
pub(super) struct Required(FxHashMap<Step, Entered>);

impl Required {
    /// Records a piece of work, which the host has issued at `host`, and which conflicts with earlier work. Returns the work
    /// of `beside` that nothing requires to precede it.
    pub(super) fn enter(&mut self, work: Step, host: Clock, marks: Marks, conflicts: Vec<Step>) -> Vec<Step> {
        let Marks { mut after, mut beside } = marks;
        after.extend(conflicts.into_iter().filter(|step| !beside.contains(step)));
        self.0.insert(work, Entered { host, before: after });
        beside.retain(|earlier| !self.precedes(*earlier, work));
        beside
    }

    /// Whether a piece of work is required to precede another one; a search that takes too long finds that it is.
    fn precedes(&self, earlier: Step, later: Step) -> bool {
        let (mut open, mut seen) = (vec![later], FxHashSet::default());
        while let Some(step) = open.pop() {
            let Some(Entered { host, before }) = self.0.get(&step) else { continue };
            if host.has_seen(earlier.0, earlier.1) || before.contains(&earlier) || MAX_SEARCHED < seen.len() {
                return true;
            }
            open.extend(before.iter().copied().filter(|step| seen.insert(*step)));
        }
        false
    }
}
