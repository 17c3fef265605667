//! Race reports as data, for the caller to display.

use super::AccessKind;
use crate::driver::StreamId;

/// The kind of work that accessed memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// Host code.
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

/// Returns the message of a race between threads of a launch or iterations of a loop, by what the two do: "read", "write" or
/// "atomic update". The interpreter has the same one.
pub fn data_race(later: &str, earlier: &str) -> String {
    format!("data race: this {later} is not ordered with an earlier {earlier}")
}

/// Returns the note at the earlier of two such accesses, by its linear thread and block.
pub fn by_thread(earlier: &str, thread: u64, block: u64) -> String {
    format!("the {earlier} by thread {thread} of block {block}")
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The operation that issued the work, or that accessed the memory itself.
    pub op: u32,
    /// The kind of work.
    pub work: Work,
    /// The stream that the work was issued to; `None` for the host.
    pub stream: Option<StreamId>,
}

/// Two unordered accesses to the same memory, or an access to memory that was freed before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The work that was issued first.
    pub earlier: Side,
    /// Its access to the memory.
    pub earlier_access: AccessKind,
    /// The work that was issued later.
    pub later: Side,
    /// Its access to the memory.
    pub later_access: AccessKind,
    /// Whether the two are ordered: then the earlier one is the free, and the later one is a use after free.
    pub is_ordered: bool,
    /// Whether the schedule happens to order the two, which the program does not.
    pub is_by_chance: bool,
    /// Whether the order is required by a token of the program, not by memory; there is no buffer then.
    pub is_token: bool,
    /// The operation that allocated the buffer and the buffer's size; `None` for memory that was not
    /// allocated.
    pub buffer: Option<(u32, u64)>,
    /// First byte and end of the bytes that both access, as offsets from the start of the buffer. There may
    /// be gaps.
    pub range: (u64, u64),
}
