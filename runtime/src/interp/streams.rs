//! The streams that a program makes itself. Device work is done where it stands, so a stream is only a number that is
//! alive from its making to its end; no number is given twice.

use super::fault::Result;
use warpline_ir::Op;

/// The streams of one run.
#[derive(Default)]
pub(super) struct Streams {
    /// The live ones, with the operations that made them.
    live: Vec<(u64, Op)>,
    n_made: u64,
}

impl Streams {
    /// Makes a stream; its number.
    pub(super) fn create(&mut self, op: Op) -> u64 {
        self.n_made += 1;
        self.live.push((self.n_made, op));
        self.n_made
    }

    /// Ends a stream.
    pub(super) fn destroy(&mut self, stream: u64) -> Result<()> {
        self.check(stream)?;
        self.live.retain(|(live, _)| *live != stream);
        Ok(())
    }

    /// Fails unless a stream is alive.
    pub(super) fn check(&self, stream: u64) -> Result<()> {
        if self.live.iter().any(|(live, _)| *live == stream) {
            return Ok(());
        }
        Err(format!("expected a stream that the program has made and not ended, but found {stream:#x}")
            .into())
    }

    /// The operations that made the streams that are alive.
    pub(super) fn left(&self) -> impl Iterator<Item = Op> {
        self.live.iter().map(|(_, op)| *op)
    }
}
