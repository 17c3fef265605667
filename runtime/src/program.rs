//! A compiled program as a device loads it: kernels, and globals that host and device share.

pub use warpline_ir::artifact::{
    GpuReport, KernelEntry, KernelFault, LaunchDims, LaunchFrame, REPORT_VARIABLE, TaskAction, TaskGraph,
    TaskNode,
};

/// Most threads of one block.
pub const MAX_BLOCK_THREADS: u64 = 1024;

/// Most blocks of a grid in one dimension.
pub const MAX_GRID: u64 = 1 << 31;

/// One kernel of a program.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The kernel's name in reports.
    pub name: String,
    /// Its code.
    pub code: KernelCode,
    /// Bytes of scratch memory that each worker needs to run it.
    pub scratch_bytes: u64,
    /// Index of its `gpu.module` in the caller's table of those.
    pub module: u32,
    /// Whether it has loops that end only when other work runs beside it. It then takes the address of the turn of its
    /// block as its last argument and offers the turn to others in each trip.
    pub spins: bool,
    /// What it says that it touches through its arguments; `None` where nobody knows.
    pub declared: Option<Vec<Declared>>,
}

/// The code of a kernel in the form that a kind of device takes.
#[derive(Clone, Debug)]
pub enum KernelCode {
    /// Machine code of this process, which must stay mapped until the program is unloaded.
    Native(KernelEntry),
    /// A function in a text of the program.
    Symbol {
        /// The index of the text.
        text: usize,
        /// Its name there.
        name: String,
        /// How many parameters it has.
        n_params: usize,
        /// By which reports name it.
        number: u64,
    },
}

/// A text that a driver compiles, and where its lines come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceText {
    /// The text.
    pub text: String,
    /// Index of the `gpu.module` that it was made from in the caller's table of those.
    pub module: u32,
    /// Numbers of lines, from 1 on and ascending, each with the index of a place in the caller's table of source places.
    /// It holds up to the next such line.
    pub places: Vec<(u32, u32)>,
    /// Whether its threads report assertions that do not hold by [`REPORT_VARIABLE`].
    pub has_report: bool,
}

impl DeviceText {
    /// The place that a line comes from.
    pub fn place(&self, line: u32) -> Option<u32> {
        let after = self.places.partition_point(|(first, _)| *first <= line);
        after.checked_sub(1).map(|index| self.places[index].1)
    }
}

/// What a kernel does to the memory behind one of its arguments, for comparison with what it did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The number of the argument that holds the address of element 0.
    pub slot: usize,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Size and stride of each dimension, in elements.
    pub dims: Vec<(Extent, Extent)>,
    /// Some of it is read.
    pub reads: bool,
    /// Some of it is written.
    pub writes: bool,
    /// Some of it is updated atomically.
    pub updates: bool,
}

/// A size or a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Known when the program is compiled.
    Known(i64),
    /// The argument with this number.
    Slot(usize),
}

impl Extent {
    /// Its value in a launch with these arguments.
    pub fn value(self, args: &[u64]) -> i64 {
        match self {
            Self::Known(value) => value,
            Self::Slot(slot) => args.get(slot).copied().unwrap_or_default() as i64,
        }
    }
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
    /// The texts that hold the kernels which are symbols.
    pub texts: Vec<DeviceText>,
}
