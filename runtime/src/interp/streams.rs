//! User streams. Device work runs where it is issued, so a stream is only a number that is live from its
//! creation to its destruction; numbers are not reused.

use super::fault::Result;
use warpline_ir::Op;

/// The streams of one run.
#[derive(Default)]
pub(super) struct Streams {
    /// The live streams, with the operations that created them.
    live: Vec<(u64, Op)>,
    n_made: u64,
}

impl Streams {
    /// Creates a stream and returns its number.
    pub(super) fn create(&mut self, op: Op) -> u64 {
        self.n_made += 1;
        self.live.push((self.n_made, op));
        self.n_made
    }

    /// Destroys a stream.
    pub(super) fn destroy(&mut self, stream: u64) -> Result<()> {
        self.check(stream)?;
        self.live.retain(|(live, _)| *live != stream);
        Ok(())
    }

    /// Fails unless a stream is live.
    pub(super) fn check(&self, stream: u64) -> Result<()> {
        if self.live.iter().any(|(live, _)| *live == stream) {
            return Ok(());
        }
        Err(format!("expected a live stream of the program, but found {stream:#x}").into())
    }

    /// Returns the operations that created the live streams.
    pub(super) fn left(&self) -> impl Iterator<Item = Op> {
        self.live.iter().map(|(_, op)| *op)
    }
}
