//! A compiled program as a device loads it: kernels, and globals that host and device share.

/// Compiled code of a kernel: runs linear blocks `lo..hi` (x fastest) of one launch on the calling thread.
///
/// `args` points at one 64-bit slot per argument, `scratch` at the worker's 64-byte aligned scratch memory.
/// Returns 0, or 1 + the number of the report slot that describes the failure.
pub type KernelEntry = unsafe extern "C" fn(
    args: *const u64,
    launch: *const LaunchDims,
    lo: u64,
    hi: u64,
    scratch: *mut u8,
) -> u32;

/// Most threads of one block.
pub const MAX_BLOCK_THREADS: u64 = 1024;

/// Extent of one launch, in the layout that compiled kernels read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchDims {
    /// Blocks along x, y and z.
    pub grid: [u64; 3],
    /// Threads of a block along x, y and z.
    pub block: [u64; 3],
    /// Bytes of workgroup memory asked for by the launch, on top of the kernel's own.
    pub dynamic_shared: u64,
}

impl LaunchDims {
    /// Number of blocks of the grid; `None` if it does not fit 64 bits.
    pub fn blocks(&self) -> Option<u64> {
        product(self.grid)
    }

    /// Number of threads of a block; `None` if it does not fit 64 bits.
    pub fn threads(&self) -> Option<u64> {
        product(self.block)
    }
}

/// The product of three extents; 0 if one is 0, even where the others overflow.
fn product(extents: [u64; 3]) -> Option<u64> {
    if extents.contains(&0) {
        return Some(0);
    }
    extents[0].checked_mul(extents[1])?.checked_mul(extents[2])
}

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

/// What a device loads: the tables that `wl_launch` and `wl_global` index.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Kernels by their index in `wl_launch`.
    pub kernels: Vec<Kernel>,
    /// Globals by their index in `wl_global`.
    pub globals: Vec<Global>,
}
