//! Vector clocks: the number of completed steps known of each actor.

/// One component per actor: 0 is the host, others are the lanes of streams. Components that were never set are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock(Vec<u64>);

impl Clock {
    /// Returns a component.
    pub(super) fn get(&self, actor: u32) -> u64 {
        self.0.get(actor as usize).copied().unwrap_or_default()
    }

    /// Counts one more step of an actor and returns the new count.
    pub(super) fn tick(&mut self, actor: u32) -> u64 {
        let index = actor as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += 1;
        self.0[index]
    }

    /// Joins another clock: takes the maximum of each component.
    pub(super) fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }

    /// Whether step `count` of an actor happened before.
    pub(super) fn has_seen(&self, actor: u32, count: u64) -> bool {
        count <= self.get(actor)
    }
}
