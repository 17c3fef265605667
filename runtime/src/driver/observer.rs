//! Notifications of a run to its checkers: actions of the run itself that are no device calls.

use super::StreamId;
use super::detect::{AccessKind, View};

/// Receives the actions of a run other than the calls of its device.
pub trait Observer: Send + Sync {
    /// The host accesses memory in an operation; allocations and frees are of contiguous bytes.
    fn host_access(&self, op: u32, access: AccessKind, view: &View<'_>);
    /// A buffer of the current operation begins in an arena.
    fn place(&self, _address: u64, _bytes: u64) {}
    /// The last issued work produces a token of the program.
    fn gives_token(&self, _token: u64) {}
    /// The next work of a stream, or the host at this point, depends on a token.
    fn follows_token(&self, _op: u32, _stream: Option<StreamId>, _token: u64) {}
    /// The program does not order the next work with that of a token.
    fn beside_token(&self, _token: u64) {}
}
