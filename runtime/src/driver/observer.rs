//! What a run does itself and no call of a device shows, for whoever judges programs.

use super::StreamId;
use super::detect::{Access, View};

/// Receives what a run does beside the calls of its device.
pub trait Observer: Send + Sync {
    /// The host does this to memory, in an operation; allocations and frees are of bytes in one piece.
    fn host_access(&self, op: u32, access: Access, view: &View<'_>);
    /// A buffer of the operation at hand begins in an arena.
    fn place(&self, _address: u64, _bytes: u64) {}
    /// The work that was issued last is what a token of the program names.
    fn gives_token(&self, _token: u64) {}
    /// The work that a stream gets next, or what the host does now, comes after the work of a token.
    fn follows_token(&self, _op: u32, _stream: Option<StreamId>, _token: u64) {}
}
