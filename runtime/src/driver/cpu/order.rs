//! The order adversary: which ready stream runs next in a seeded run.
//!
//! A seeded run starts nothing before the host waits, then runs one command at a time on the host's thread. Each seed
//! is one legal order, the same each time. A result that depends on the seed shows a missing wait.

use super::stream::Stream;
use std::sync::Arc;

/// How the next stream is chosen.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    /// Each ready stream is as likely as the others.
    Uniform,
    /// The stream that became ready last.
    Newest,
    /// A fixed random priority per stream, as in probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010).
    Priorities,
}

/// A replayable order of ready streams.
#[derive(Debug)]
pub(super) struct SeededOrder {
    strategy: Strategy,
    seed: u64,
    state: u64,
}

impl SeededOrder {
    /// The order of a seed; seeds that differ by 1 use different strategies.
    pub(super) fn new(seed: u64) -> Self {
        let strategy = match seed % 3 {
            0 => Strategy::Uniform,
            1 => Strategy::Newest,
            _ => Strategy::Priorities,
        };
        Self { strategy, seed, state: seed }
    }

    /// Index of the stream to run next; `ready` is not empty and in the order in which streams became ready.
    pub(super) fn choose<'a>(&mut self, ready: impl ExactSizeIterator<Item = &'a Arc<Stream>>) -> usize {
        let n_ready = ready.len();
        match self.strategy {
            Strategy::Uniform => (self.random() % n_ready as u64) as usize,
            Strategy::Newest => n_ready - 1,
            Strategy::Priorities => {
                let priority = |stream: &Arc<Stream>| mix(self.seed ^ (u64::from(stream.id.0) << 32));
                ready.enumerate().max_by_key(|(_, stream)| priority(stream)).map_or(0, |(index, _)| index)
            }
        }
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.state)
    }
}

/// The finaliser of SplitMix64.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
