//! The ids and sizes of a launch that operations of kernels read.

use crate::analysis::launches::Sizes;
use warpline_ir::{Gpu, OpKind};

/// An id or a size along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// The id of the thread in its block.
    ThreadId,
    /// The id of the block in the grid.
    BlockId,
    /// The number of threads of a block.
    BlockDim,
    /// The number of blocks of the grid.
    GridDim,
}

impl Geometry {
    /// Returns what an operation reads: `gpu.thread_id` and the like.
    pub fn of(kind: OpKind) -> Option<Self> {
        match kind {
            OpKind::Gpu(Gpu::ThreadId) => Some(Self::ThreadId),
            OpKind::Gpu(Gpu::BlockId) => Some(Self::BlockId),
            OpKind::Gpu(Gpu::BlockDim) => Some(Self::BlockDim),
            OpKind::Gpu(Gpu::GridDim) => Some(Self::GridDim),
            _ => None,
        }
    }

    /// Returns the number along dimension `dim` that every launch of these sizes has.
    pub fn fixed(self, sizes: &Sizes, dim: usize) -> Option<i64> {
        let (block, grid) = (sizes.block[dim], sizes.grid[dim]);
        match self {
            Self::BlockDim => block.filter(|_| sizes.is_block_exact),
            Self::GridDim => grid.filter(|_| sizes.is_grid_exact),
            Self::ThreadId => (block == Some(1)).then_some(0),
            Self::BlockId => (grid == Some(1)).then_some(0),
        }
    }
}
