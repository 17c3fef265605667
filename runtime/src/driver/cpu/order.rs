//! The order adversary: chooses the ready stream that runs next in a seeded run.
//!
//! A seeded run starts nothing before the host waits, then runs one command at a time on the host's thread.
//! Each seed is one legal order, the same each time. A result that depends on the seed shows a missing wait.
//!
//! If only one wait is missing, every command that can wrongly run before a command of some stream does so
//! when that stream is starved. So every second seed starves a stream, and sixteen consecutive seeds starve
//! each of the usual eight.

use super::stream::Stream;
use std::sync::Arc;

/// The average number of commands between two changes of priority.
const CHANGE_EVERY: u64 = 8;
/// The number of streams that are starved in turn.
const N_STARVED: u64 = 8;
/// The maximum number of commands for which one stream is delayed.
const LONGEST_DELAY: u64 = 16;

/// The strategy that chooses the next stream.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    /// This stream runs only when nothing else can, and then for one command.
    Starve(u32),
    /// All ready streams are equally likely.
    Uniform,
    /// The stream that became ready last, until it is empty: the newest work first.
    Newest,
    /// The most recently issued command.
    Latest,
    /// A random priority per stream, with few changes, as in probabilistic concurrency testing (Burckhardt et al.,
    /// ASPLOS 2010).
    Priorities,
    /// Streams take turns, but one of them is delayed for a while.
    Delays,
}

/// A replayable order of ready streams.
#[derive(Debug)]
pub(super) struct SeededOrder {
    strategy: Strategy,
    state: u64,
    /// Determines the priorities; redrawn at each change.
    round: u64,
    /// The delayed stream, and the number of commands for which it remains delayed.
    delayed: Option<(u32, u64)>,
}

impl SeededOrder {
    /// Creates the order of a seed; adjacent seeds use different strategies.
    pub(super) fn new(seed: u64) -> Self {
        let strategy = match seed % 8 {
            1 if (seed / 8).is_multiple_of(2) => Strategy::Newest,
            1 => Strategy::Latest,
            3 => Strategy::Uniform,
            5 => Strategy::Priorities,
            7 => Strategy::Delays,
            _ => Strategy::Starve((seed / 2 % N_STARVED) as u32),
        };
        Self { strategy, state: seed, round: mix(seed), delayed: None }
    }

    /// Returns the index of the stream to run next; `ready` is not empty and in the order in which streams
    /// became ready.
    pub(super) fn choose(&mut self, ready: &[&Arc<Stream>]) -> usize {
        let n_ready = ready.len();
        let numbers = || ready.iter().map(|stream| stream.id.0);
        let greatest = |key: &dyn Fn(&Stream) -> u64| {
            let best = ready.iter().enumerate().max_by_key(|(_, stream)| key(stream));
            best.map_or(0, |(index, _)| index)
        };
        match self.strategy {
            Strategy::Starve(stream) => first_but(stream, numbers()),
            Strategy::Uniform => (self.random() % n_ready as u64) as usize,
            Strategy::Newest => n_ready - 1,
            Strategy::Latest => greatest(&|stream| stream.next_number()),
            Strategy::Priorities => {
                if self.random().is_multiple_of(CHANGE_EVERY) {
                    self.round = self.random();
                }
                let round = self.round;
                greatest(&|stream| mix(round ^ (u64::from(stream.id.0) << 32)))
            }
            Strategy::Delays => self.choose_delayed(&numbers().collect::<Vec<_>>()),
        }
    }

    /// Returns the first stream that is not delayed; the delayed one if there is no other.
    fn choose_delayed(&mut self, ready: &[u32]) -> usize {
        let (stream, left) = self.delayed.unwrap_or_else(|| {
            let stream = ready[(self.random() % ready.len() as u64) as usize];
            (stream, 1 + self.random() % LONGEST_DELAY)
        });
        self.delayed = (1 < left).then_some((stream, left - 1));
        first_but(stream, ready.iter().copied())
    }

    /// Returns the next number of a pseudorandom sequence that the seed determines.
    pub(super) fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }
}

/// Returns the index of the first stream other than `starved`; 0 if there is no other.
fn first_but(starved: u32, mut ready: impl Iterator<Item = u32>) -> usize {
    ready.position(|stream| stream != starved).unwrap_or(0)
}

/// The finalizer of SplitMix64.
pub(super) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
