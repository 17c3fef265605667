//! Races as data, for the caller to show.

use super::Access;
use crate::driver::StreamId;

/// What kind of work touched memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// Code of the host.
    Host,
    /// A launch of the kernel with this name.
    Kernel(String),
    /// A copy.
    Copy,
    /// A fill.
    Fill,
    /// An allocation.
    Alloc,
    /// A free.
    Free,
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The operation that issued the work, or that touched the memory itself.
    pub op: u32,
    /// What it is.
    pub work: Work,
    /// The stream it was issued to; `None` for the host.
    pub stream: Option<StreamId>,
}

/// Two accesses to the same memory that nothing orders, or an access to memory that was freed before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// What was issued first.
    pub earlier: Side,
    /// What it did to the memory.
    pub earlier_access: Access,
    /// What was issued later.
    pub later: Side,
    /// What it did to the memory.
    pub later_access: Access,
    /// Whether the two are in order: then the earlier one is the free, and the later one comes too late.
    pub is_ordered: bool,
    /// Whether a token of the program asks for the order, and not memory; there is no buffer then.
    pub is_token: bool,
    /// The operation that made the buffer and the buffer's size; `None` for memory that nobody allocated.
    pub buffer: Option<(u32, u64)>,
    /// First byte and end of what both touch, counted from the start of the buffer. There may be gaps.
    pub range: (u64, u64),
}
