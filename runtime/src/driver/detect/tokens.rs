//! Checks the dependencies by tokens of the program: work, and the host, must happen after the work of the
//! tokens that they depend on.
//!
//! A token represents the last work that produced it. Work that depends on it is checked against the clock of
//! its stream when it is issued, and the host against its own clock.

use rustc_hash::FxHashMap;

use super::clock::Clock;

/// A piece of work with its position in the clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// Index of the work in the detector's table.
    pub(super) work: u32,
    /// The clock component that counts it.
    pub(super) actor: u32,
    /// Its value of that component.
    pub(super) count: u64,
}

/// The tokens of a run.
#[derive(Default)]
pub(super) struct Tokens {
    given: FxHashMap<u64, Counted>,
    /// The tokens that the work of the next call depends on, each with the number of the call before.
    followed: Vec<(u64, u64)>,
    /// The work issued by the last call.
    last: Option<Counted>,
    /// The number of calls so far.
    n_calls: u64,
}

impl Tokens {
    /// Begins a call. A call that issues nothing, such as a launch of no threads, produces no token.
    pub(super) fn begin_call(&mut self) {
        self.n_calls += 1;
        self.last = None;
    }

    /// Records a token that the work of the next call depends on.
    pub(super) fn follow(&mut self, token: u64) {
        self.followed.push((self.n_calls, token));
    }

    /// Records the last issued work as the producer of a token.
    pub(super) fn give(&mut self, token: u64) {
        match self.last.take() {
            Some(last) => self.given.insert(token, last),
            None => self.given.remove(&token),
        };
    }

    /// Records issued work. Returns the work that it depends on but does not happen after.
    pub(super) fn issue(&mut self, issued: Counted, clock: &Clock) -> Vec<u32> {
        self.last = Some(issued);
        let followed = std::mem::take(&mut self.followed);
        let own = followed.into_iter().filter(|(call, _)| call + 1 == self.n_calls);
        own.filter_map(|(_, token)| self.missed(token, clock)).collect()
    }

    /// Returns the work of a token, unless the clock has seen it.
    pub(super) fn missed(&self, token: u64, clock: &Clock) -> Option<u32> {
        let given = self.given.get(&token)?;
        (!clock.has_seen(given.actor, given.count)).then_some(given.work)
    }
}
