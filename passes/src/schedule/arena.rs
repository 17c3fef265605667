//! The memory part of a function's plan: arena buffers and frees that move.

use warpline_ir::{Op, Value};

/// A buffer in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaSlot {
    /// The operation that allocates it.
    pub alloc: Op,
    /// The offset of its first byte.
    pub offset: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// The first node that may use it, and one past the last.
    pub nodes: (usize, usize),
}

/// The memory plan of a function.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The size of the arena in bytes.
    pub arena: u64,
    /// A lower bound in bytes for every packing; the arena size if the bound was too expensive to compute.
    pub bound: u64,
    /// The buffers in the arena, in program order. Unused buffers are left out.
    pub slots: Vec<ArenaSlot>,
    /// The frees of other buffers that move so that they need no wait, sorted by insertion point.
    pub frees: Vec<Free>,
}

impl Memory {
    /// Returns the frees that move to a point.
    pub fn frees_at(&self, point: Point) -> &[Free] {
        let first = self.frees.partition_point(|free| free.at < Some(point));
        let n = self.frees[first..].partition_point(|free| free.at == Some(point));
        &self.frees[first..first + n]
    }
}

/// The insertion point of a free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// After this device node, on its stream.
    After(usize),
    /// Before this host node, immediate.
    Before(usize),
}

/// A free that may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The `gpu.dealloc` operation.
    pub op: Op,
    /// The buffer that it frees, as returned by its allocation.
    pub buffer: Value,
    /// The insertion point.
    pub at: Option<Point>,
}
