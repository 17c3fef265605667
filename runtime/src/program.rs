//! A compiled program as a device loads it: kernels, and globals that host and device share.

pub use warpline_ir::artifact::{KernelEntry, LaunchDims, TaskAction, TaskGraph, TaskNode};

/// Most threads of one block.
pub const MAX_BLOCK_THREADS: u64 = 1024;

/// One kernel of a program.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The kernel's name in reports.
    pub name: String,
    /// Its code, which must stay mapped until the program is unloaded.
    pub entry: KernelEntry,
    /// Bytes of scratch memory that each worker needs to run it.
    pub scratch_bytes: u64,
    /// Index of the kernel's place in the caller's table of source places.
    pub place: u32,
}

/// A variable of the program that lives as long as the program is loaded, reached by host and device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// The first bytes of its initial value, at most `bytes` of them; the rest is zero.
    pub initial: Vec<u8>,
}

/// What a device loads: the tables that `wl_launch`, `wl_global` and `wl_graph` index.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Kernels by their index in `wl_launch`.
    pub kernels: Vec<Kernel>,
    /// Globals by their index in `wl_global`.
    pub globals: Vec<Global>,
    /// Task graphs by their index in `wl_graph`.
    pub graphs: Vec<TaskGraph>,
}
