//! Accounts for the device memory of a program, under a limit.
//!
//! A buffer freed on a stream counts until the host has waited for that stream: devices with a stream-ordered
//! allocator cannot reuse its bytes elsewhere before, whatever their own counters report.

use crate::driver::{DeviceError, StreamId};

/// The name of the failure of an allocation beyond the limit of device memory.
pub const MEMORY_LIMIT: &str = "DeviceMemoryLimit";

/// A buffer or an arena that was live when the limit was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Live {
    /// The operation that allocated it; for an arena, the one of its function.
    pub op: u32,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it is the arena of a function.
    pub is_arena: bool,
}

/// Bytes in use, and their limit.
#[derive(Debug)]
pub(super) struct MemoryLimit {
    most: u64,
    used: u64,
    /// The streams of frees that may be in flight, with their bytes, in issue order.
    in_flight: Vec<(StreamId, u64)>,
    live: Vec<Live>,
}

impl MemoryLimit {
    pub(super) fn new(most: u64) -> Self {
        Self { most, used: 0, in_flight: Vec::new(), live: Vec::new() }
    }

    /// Returns one with the same limit and nothing in use.
    pub(super) fn of_same_limit(&self) -> Self {
        Self::new(self.most)
    }

    /// Removes all memory, when nothing is in flight.
    pub(super) fn free_all(&mut self) {
        *self = self.of_same_limit();
    }

    /// Whether this many more bytes are within the limit.
    pub(super) fn has_room(&self, bytes: u64) -> bool {
        self.used.checked_add(bytes).is_some_and(|used| used <= self.most)
    }

    /// Adds the bytes of a buffer.
    pub(super) fn add(&mut self, bytes: u64) {
        self.used = self.used.saturating_add(bytes);
    }

    /// Removes the bytes of a buffer, at once or when the work of this stream is complete.
    pub(super) fn free(&mut self, after: Option<StreamId>, bytes: u64) {
        match after {
            Some(stream) => self.in_flight.push((stream, bytes)),
            None => self.used = self.used.saturating_sub(bytes),
        }
    }

    /// Returns the stream to wait for in order to complete the first free in flight.
    pub(super) fn next_stream(&self) -> Option<StreamId> {
        self.in_flight.first().map(|(stream, _)| *stream)
    }

    /// Whether a free is in flight on a stream.
    pub(super) fn is_freeing(&self, stream: StreamId) -> bool {
        self.in_flight.iter().any(|(other, _)| *other == stream)
    }

    /// Records that all work of a stream is complete.
    pub(super) fn drained(&mut self, stream: StreamId) {
        let Self { used, in_flight, .. } = self;
        in_flight.retain(|(other, bytes)| {
            let is_open = *other != stream;
            *used = if is_open { *used } else { used.saturating_sub(*bytes) };
            is_open
        });
    }

    /// Keeps the live buffers to explain the failure; only the first call counts.
    pub(super) fn note_live(&mut self, live: impl IntoIterator<Item = Live>) {
        self.live.extend(live);
        self.live.sort_unstable();
    }

    /// Returns what was live when the limit was exceeded, by operation.
    pub(super) fn live(&self) -> &[Live] {
        &self.live
    }

    /// Returns the error of an allocation of this many bytes.
    pub(super) fn error(&self, call: &'static str, bytes: u64) -> DeviceError {
        let Self { most, used, .. } = self;
        let message = format!(
            "expected at most {most} bytes of device memory, but {used} bytes are in use and {bytes} more are allocated"
        );
        DeviceError::new(call, MEMORY_LIMIT, message)
    }
}
