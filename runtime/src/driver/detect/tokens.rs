//! What tokens of the program ask for: work, and the host, come after the work of the tokens that they follow.
//!
//! A token stands for the last work that gave it. What follows it is checked against the clock of its stream when it is
//! issued, or against that of the host.

use rustc_hash::FxHashMap;

use super::clock::Clock;

/// Work as clocks count it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    /// Index of the work in the detector's table.
    pub(super) work: u32,
    /// The component of clocks that counts it.
    pub(super) actor: u32,
    /// Which of that component's work it is.
    pub(super) count: u64,
}

/// The tokens of a run.
#[derive(Default)]
pub(super) struct Tokens {
    given: FxHashMap<u64, Counted>,
    /// What the work of the next call follows, with the number of the call before.
    followed: Vec<(u64, u64)>,
    /// The work that the last call issued.
    last: Option<Counted>,
    /// How many calls there were.
    n_calls: u64,
}

impl Tokens {
    /// Begins a call; one that issues nothing, as a launch of no threads, takes nothing over from another.
    pub(super) fn begin_call(&mut self) {
        self.n_calls += 1;
        self.last = None;
    }

    /// Notes what the work of the next call follows.
    pub(super) fn follow(&mut self, token: u64) {
        self.followed.push((self.n_calls, token));
    }

    /// Notes that the work that was issued last is what a token names.
    pub(super) fn give(&mut self, token: u64) {
        match self.last.take() {
            Some(last) => self.given.insert(token, last),
            None => self.given.remove(&token),
        };
    }

    /// Notes work that is issued; the work that it follows without coming after it.
    pub(super) fn issue(&mut self, issued: Counted, clock: &Clock) -> Vec<u32> {
        self.last = Some(issued);
        let followed = std::mem::take(&mut self.followed);
        let own = followed.into_iter().filter(|(call, _)| call + 1 == self.n_calls);
        own.filter_map(|(_, token)| self.missed(token, clock)).collect()
    }

    /// The work of a token, if it is not done before what this clock belongs to.
    pub(super) fn missed(&self, token: u64, clock: &Clock) -> Option<u32> {
        let given = self.given.get(&token)?;
        (!clock.has_seen(given.actor, given.count)).then_some(given.work)
    }
}
