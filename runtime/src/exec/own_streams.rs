//! User streams: the streams that a program creates, waits for and destroys itself.
//!
//! The program holds a stream by a handle that is never reused, so that uses of a destroyed stream are
//! detected. A stream that is destroyed while it may have work returns to the device only when the host has
//! waited for it: until then its work may use buffers of the run.

use crate::driver::{Device, DeviceError, Result, StreamId};

/// The maximum number of destroyed streams that are kept; beyond it the host waits for the first of them.
const MAX_ENDED: usize = 32;

/// A live user stream.
#[derive(Clone, Copy, Debug)]
struct OwnStream {
    handle: u64,
    id: StreamId,
    /// The operation that created it.
    op: u32,
    /// Whether work was issued to it that the host has not waited for.
    may_run: bool,
}

/// The user streams of one run.
#[derive(Debug, Default)]
pub(super) struct OwnStreams {
    live: Vec<OwnStream>,
    /// Streams destroyed while they may have had work.
    ended: Vec<StreamId>,
    n_made: u64,
}

impl OwnStreams {
    /// Creates a stream and returns its handle.
    pub(super) fn create(&mut self, device: &dyn Device, op: u32) -> Result<u64> {
        let id = device.lease_stream()?;
        self.n_made += 1;
        self.live.push(OwnStream { handle: self.n_made, id, op, may_run: false });
        Ok(self.n_made)
    }

    /// Returns the stream of a handle.
    pub(super) fn get(&self, call: &'static str, handle: u64) -> Result<StreamId> {
        self.find(call, handle).map(|place| self.live[place].id)
    }

    /// Records that work is issued to a stream, if it is a user stream.
    pub(super) fn issue(&mut self, id: StreamId) {
        self.live.iter_mut().filter(|stream| stream.id == id).for_each(|stream| stream.may_run = true);
    }

    /// Records that the host has waited for a stream.
    pub(super) fn waited(&mut self, id: StreamId) {
        self.live.iter_mut().filter(|stream| stream.id == id).for_each(|stream| stream.may_run = false);
    }

    /// Blocks the host until all work issued to a stream is done.
    pub(super) fn synchronize(&mut self, device: &dyn Device, handle: u64) -> Result<()> {
        let place = self.find("wl_stream_wait", handle)?;
        self.live[place].may_run = false;
        device.host_wait(self.live[place].id)
    }

    /// Destroys a stream; work already issued to it still runs.
    pub(super) fn destroy(&mut self, device: &dyn Device, handle: u64) -> Result<()> {
        let place = self.find("wl_stream_end", handle)?;
        let OwnStream { id, may_run, .. } = self.live.remove(place);
        if !may_run {
            return device.return_stream(id);
        }
        self.ended.push(id);
        if MAX_ENDED < self.ended.len() { end(device, self.ended.remove(0)) } else { Ok(()) }
    }

    /// Waits for all work on user streams, and returns the destroyed ones to the device. Returns the first
    /// failure.
    pub(super) fn drain(&mut self, device: &dyn Device) -> Result<()> {
        let mut outcome = Ok(());
        for stream in self.live.iter_mut().filter(|stream| stream.may_run) {
            stream.may_run = false;
            outcome = outcome.and(device.host_wait(stream.id));
        }
        for id in std::mem::take(&mut self.ended) {
            outcome = outcome.and(end(device, id));
        }
        outcome
    }

    /// Like [`Self::drain`], but also returns streams that the program has not destroyed, with the operations
    /// that created them.
    pub(super) fn finish(&mut self, device: &dyn Device) -> (Vec<u32>, Result<()>) {
        let mut outcome = self.drain(device);
        let left = std::mem::take(&mut self.live);
        for stream in &left {
            outcome = outcome.and(device.return_stream(stream.id));
        }
        (left.into_iter().map(|stream| stream.op).collect(), outcome)
    }

    /// Returns the index of a handle among the live streams.
    fn find(&self, call: &'static str, handle: u64) -> Result<usize> {
        let place = self.live.iter().position(|stream| stream.handle == handle);
        place.ok_or_else(|| {
            let message = format!("expected a live stream of the program, but found {handle:#x}");
            DeviceError::new(call, "InvalidHandle", message)
        })
    }
}

/// Returns a stream once its work is done.
fn end(device: &dyn Device, id: StreamId) -> Result<()> {
    let drained = device.host_wait(id);
    drained.and(device.return_stream(id))
}
