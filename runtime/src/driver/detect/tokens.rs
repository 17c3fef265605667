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
    given: FxHashMap<u64, Vec<Counted>>,
    /// The tokens that the work of the next call depends on, each with the number of the call before.
    followed: Vec<(u64, u64)>,
    /// The tokens whose work the program does not order with that of the next call, likewise.
    beside: Vec<(u64, u64)>,
    /// The work issued by the last call: several pieces of a graph.
    last: Vec<Counted>,
    /// The number of calls so far.
    n_calls: u64,
}

impl Tokens {
    /// Begins a call. A call that issues nothing, such as a launch of no threads, produces no token.
    pub(super) fn begin_call(&mut self) {
        self.n_calls += 1;
        self.last.clear();
    }

    /// Records a token that the work of the next call depends on.
    pub(super) fn follow(&mut self, token: u64) {
        self.followed.push((self.n_calls, token));
    }

    /// Records that the program does not order the work of the next call with that of a token.
    pub(super) fn leave_beside(&mut self, token: u64) {
        self.beside.push((self.n_calls, token));
    }

    /// Records the last issued work as the producer of a token.
    pub(super) fn give(&mut self, token: u64) {
        match std::mem::take(&mut self.last) {
            last if last.is_empty() => drop(self.given.remove(&token)),
            last => drop(self.given.insert(token, last)),
        }
    }

    /// Returns the work that the program does not order with that of the call, as steps of actors, and the work that it
    /// depends on, but that the clock of its stream has not seen.
    pub(super) fn take_marks(&mut self, clock: &Clock) -> (Vec<(u32, u64)>, Vec<u32>) {
        let n_calls = self.n_calls;
        let own = |marks: Vec<(u64, u64)>| {
            marks.into_iter().filter(move |(call, _)| call + 1 == n_calls).map(|(_, token)| token)
        };
        let (followed, beside) = (std::mem::take(&mut self.followed), std::mem::take(&mut self.beside));
        let given = own(beside).filter_map(|token| self.given.get(&token)).flatten();
        let beside = given.map(|given| (given.actor, given.count)).collect();
        (beside, own(followed).filter_map(|token| self.missed(token, clock)).collect())
    }

    /// Records the issued work of the call.
    pub(super) fn issue(&mut self, issued: Vec<Counted>) {
        self.last = issued;
    }

    /// Returns work of a token that the clock has not seen.
    pub(super) fn missed(&self, token: u64, clock: &Clock) -> Option<u32> {
        let missed = |given: &&Counted| !clock.has_seen(given.actor, given.count);
        self.given.get(&token)?.iter().find(missed).map(|given| given.work)
    }
}
