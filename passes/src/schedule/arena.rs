//! The memory of a function in its plan: the buffers of the arena, and the frees that move.

use warpline_ir::{Op, Value};

/// A buffer in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The operation that makes it.
    pub alloc: Op,
    /// Its first byte.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
    /// The first node that may use it, and one past the last.
    pub nodes: (usize, usize),
}

/// The memory of a function.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Bytes of the arena.
    pub arena: u64,
    /// What every packing takes at least; the arena itself where that was too dear to find out.
    pub bound: u64,
    /// The buffers in it, in the order of the text. Buffers that nothing uses have no place.
    pub places: Vec<Placed>,
    /// The frees of other buffers that were moved, so that they need no wait; sorted by where they go.
    pub frees: Vec<Free>,
}

impl Memory {
    /// The frees that go to a point.
    pub fn frees_at(&self, point: Point) -> &[Free] {
        let first = self.frees.partition_point(|free| free.at < Some(point));
        let n = self.frees[first..].partition_point(|free| free.at == Some(point));
        &self.frees[first..first + n]
    }
}

/// Where a free goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Behind this device node, on its stream.
    After(usize),
    /// Before this node of the host, at once.
    Before(usize),
}

/// A free that may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The `gpu.dealloc`.
    pub op: Op,
    /// The buffer that it frees, as its allocation made it.
    pub buffer: Value,
    /// Where it goes.
    pub at: Option<Point>,
}
