//! A compiled program as a device loads it: kernels, and globals that host and device share.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub use warpline_ir::artifact::{
    GpuReport, KernelEntry, KernelFault, LaunchDims, LaunchFrame, REPORT_VARIABLE, TaskAction, TaskGraph,
    TaskNode,
};
pub use warpline_ir::printf::{PRINT_VARIABLE, PrintFormat};

/// The maximum number of threads of a block.
pub const MAX_BLOCK_THREADS: u64 = 1024;

/// The maximum number of blocks of a grid in one dimension.
pub const MAX_GRID: u64 = 1 << 31;

/// A kernel of a program.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The kernel's name in reports.
    pub name: String,
    /// Its code.
    pub code: KernelCode,
    /// Bytes of scratch memory that each worker needs to run it.
    pub scratch_bytes: u64,
    /// Whether it has loops that end only when other work makes progress. It then takes the address of the
    /// turn of its block as its last argument and yields the turn in each iteration.
    pub spins: bool,
    /// The declared accesses through its arguments; `None` if they are unknown.
    pub declared: Option<Vec<Declared>>,
}

/// The code of a kernel in the form that a kind of device requires.
#[derive(Clone, Debug)]
pub enum KernelCode {
    /// Machine code of this process; see [`Program::code`].
    Native(KernelEntry),
    /// A function in an image of the program.
    Symbol {
        /// The index of the image.
        image: usize,
        /// Its name in that image.
        name: String,
        /// The number of its parameters.
        n_params: usize,
        /// The number that identifies it in reports.
        number: u64,
    },
}

/// Code that a driver loads, with the source locations of its lines if it is text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceImage {
    /// A text that the driver compiles, or the bytes of a finished object.
    pub code: Vec<u8>,
    /// Ascending line numbers, from 1 on, each with a number that diagnostics about the line return, such as that of its
    /// operation. An entry applies up to the next one.
    pub places: Vec<(u32, u32)>,
    /// Whether its threads report failed assertions through [`REPORT_VARIABLE`].
    pub has_report: bool,
    /// The formats of `gpu.printf`, if its kernels print records through [`PRINT_VARIABLE`].
    pub formats: Vec<PrintFormat>,
}

impl DeviceImage {
    /// Returns the number of a line in [`Self::places`].
    pub fn place(&self, line: u32) -> Option<u32> {
        let after = self.places.partition_point(|(first, _)| *first <= line);
        after.checked_sub(1).map(|index| self.places[index].1)
    }
}

/// The declared accesses of a kernel through one of its arguments, to check its actual accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The index of the argument that holds the address of element 0.
    pub slot: usize,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Size and stride of each dimension, in elements.
    pub dims: Vec<(Extent, Extent)>,
    /// Whether some of it is read.
    pub reads: bool,
    /// Whether some of it is written.
    pub writes: bool,
    /// Whether some of it is updated atomically.
    pub updates: bool,
}

/// A size or a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Known at compile time.
    Known(i64),
    /// The argument with this index.
    Slot(usize),
}

impl Extent {
    /// Returns its value in a launch with these arguments.
    pub fn value(self, args: &[u64]) -> i64 {
        match self {
            Self::Known(value) => value,
            Self::Slot(slot) => args.get(slot).copied().unwrap_or_default() as i64,
        }
    }
}

/// A variable that lives as long as the program is loaded, and that host and device can access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// The first bytes of its initial value, at most `bytes` of them; the rest is zero.
    pub initial: Vec<u8>,
    /// Whether the program does not write it.
    pub is_constant: bool,
}

/// A loadable program: the tables that `wl_launch`, `wl_global` and `wl_graph` index.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Kernels by their index in `wl_launch`.
    pub kernels: Vec<Kernel>,
    /// Globals by their index in `wl_global`.
    pub globals: Vec<Global>,
    /// Task graphs by their index in `wl_graph`.
    pub graphs: Vec<TaskGraph>,
    /// The images that contain the kernels which are symbols.
    pub images: Vec<DeviceImage>,
    /// The globals of the machine code: the address of the first byte of each, and its end.
    pub data: Vec<(u64, u64)>,
    /// What its code asks the runtime about memory.
    pub tracks: Tracks,
    /// The owner of the machine code of the kernels, if it has one. A device holds it as long as the program is loaded or
    /// one of its launches is in flight.
    pub code: Option<MachineCode>,
}

/// What the code of a program asks the runtime about memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tracks {
    /// Nothing.
    #[default]
    Nothing,
    /// Where the memory of a buffer begins and ends.
    Blocks,
    /// Also whether it is freed, so that no memory has a second owner.
    Lifetimes,
}

/// The owner of machine code.
#[derive(Clone)]
pub struct MachineCode(Arc<dyn Any + Send + Sync>);

impl MachineCode {
    /// Shares the code that `owner` unmaps when it is dropped.
    pub fn new(owner: impl Any + Send + Sync) -> Self {
        Self(Arc::new(owner))
    }

    /// Returns the owner, if it has this type.
    pub fn owner<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for MachineCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MachineCode")
    }
}
