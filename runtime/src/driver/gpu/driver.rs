//! The GPU driver interface: the calls that the device needs, and their plain data. A new driver is an `impl`
//! of [`Driver`].

use std::ffi::CStr;

use crate::driver::error::TextDiagnostic;
use crate::driver::{Caps, DeviceError};
use crate::program::{DeviceImage, LaunchDims};

/// A failed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The call, with the driver's name and description of its result.
    pub error: DeviceError,
    /// Whether every later call fails as well.
    pub is_sticky: bool,
}

impl From<DeviceError> for Failed {
    fn from(error: DeviceError) -> Self {
        Self { error, is_sticky: false }
    }
}

/// The result of a driver call.
pub type Called<T> = Result<T, Failed>;

/// Declares the handle types.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name(pub usize);
        )*
    };
}

// A handle is a number that only the driver that made it can interpret; any thread may pass it to that
// driver.
handles! {
    /// A stream that does not wait for other ones implicitly.
    Stream;
    /// An event.
    Event;
    /// A loaded image of kernels.
    Image;
    /// A kernel of an image.
    Function;
    /// A pool of device memory.
    Pool;
    /// A task graph that can be modified.
    Graph;
    /// An executable task graph.
    GraphExec;
    /// A node of a task graph.
    Node;
}

/// Limits of launches and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of blocks of a grid along x, y and z.
    pub max_grid: [u64; 3],
    /// The maximum static and dynamic workgroup memory of a block, in bytes.
    pub max_shared: u64,
    /// Bytes of workgroup memory that a kernel may use without [`Driver::function_allow_shared`].
    pub plain_shared: u64,
    /// The maximum number of threads of a grid along one dimension.
    pub max_grid_threads: u64,
    /// The maximum bytes of an element of a fill of several rows.
    pub row_element: u32,
    /// Whether host and device may access managed memory at the same time.
    pub has_concurrent_managed: bool,
}

/// Properties of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The maximum number of threads of a block.
    pub max_threads: u64,
    /// Bytes of its static workgroup memory.
    pub static_shared: u64,
}

/// A copy of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Address of the first row of the destination.
    pub dst: u64,
    /// Address of the first row of the source.
    pub src: u64,
    /// Bytes from row to row of the destination.
    pub dst_pitch: u64,
    /// Bytes from row to row of the source.
    pub src_pitch: u64,
    /// Bytes of a row.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
}

/// A side of managed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The memory of the host.
    Host,
    /// The memory of the device.
    Device,
}

/// A fill of rows of elements of 1, 2 or 4 bytes, and of at most [`Limits::row_element`] if there are several
/// rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// Address of the first row.
    pub dst: u64,
    /// The value, in its low bytes.
    pub value: u32,
    /// Bytes of an element.
    pub width: u32,
    /// Elements of a row.
    pub count: u64,
    /// Number of rows.
    pub rows: u64,
    /// Bytes from row to row.
    pub pitch: u64,
}

/// The calls of a driver on one of its devices. It is dropped after all of its objects were destroyed.
///
/// A call that destroys an object does so even when it fails. Graphs and pools are used only if [`Caps`] has
/// them. The program vouches for the addresses that it passes.
pub trait Driver: Send + Sync + 'static {
    /// Returns the capabilities of the device.
    fn caps(&self) -> Caps;
    /// Returns its limits.
    fn limits(&self) -> Limits;
    /// Selects the device on the calling thread; must precede every other call of that thread.
    fn make_current(&self) -> Called<()>;

    /// Returns what is selected on the calling thread, for [`Self::select_again`].
    fn selected(&self) -> Called<usize>;
    /// Selects what was selected before, of this driver.
    fn select_again(&self, selected: usize) -> Called<()>;

    /// Creates a stream.
    fn stream_create(&self) -> Called<Stream>;
    /// Destroys a stream; its work still runs.
    fn stream_destroy(&self, stream: Stream) -> Called<()>;
    /// Blocks the host until the work of a stream has run.
    fn stream_synchronize(&self, stream: Stream) -> Called<()>;
    /// Whether all work of a stream has run.
    fn stream_query(&self, stream: Stream) -> Called<bool>;
    /// Whether a stream, of the application or not, belongs to the device and its context.
    fn has_stream(&self, stream: Stream) -> Called<bool>;
    /// Returns the number of the capture that a stream is in; `None` if it is not being captured.
    fn stream_capture(&self, stream: Stream) -> Called<Option<u64>>;
    /// Makes a stream wait for the point that an event holds now.
    fn stream_wait(&self, stream: Stream, event: Event) -> Called<()>;

    /// Creates an event, which records the time when it is reached if `is_timed`.
    fn event_create(&self, is_timed: bool) -> Called<Event>;
    /// Destroys an event.
    fn event_destroy(&self, event: Event) -> Called<()>;
    /// Sets an event to the point after all work issued to a stream. If [`Caps::rerecord_inflight_ok`] is not
    /// set, the last record of the event was reached.
    fn event_record(&self, event: Event, stream: Stream) -> Called<()>;
    /// Whether the point that an event holds is reached.
    fn event_query(&self, event: Event) -> Called<bool>;
    /// Blocks the host until the point that an event holds is reached.
    fn event_synchronize(&self, event: Event) -> Called<()>;
    /// Returns the nanoseconds between two events that were reached.
    fn event_elapsed(&self, from: Event, to: Event) -> Called<u64>;

    /// Allocates device memory. Alignment of all memory is at least 256 bytes.
    fn mem_alloc(&self, bytes: u64) -> Called<u64>;
    /// Frees device or managed memory; waits for work that uses it.
    fn mem_free(&self, address: u64) -> Called<()>;
    /// Allocates managed memory, which any stream may access.
    fn mem_alloc_managed(&self, bytes: u64) -> Called<u64>;
    /// Issues the migration of managed memory; memory that was never accessed is created there.
    fn prefetch(&self, address: u64, bytes: u64, to: Side, stream: Stream) -> Called<()>;
    /// Allocates pinned host memory that has the same address on the device.
    fn mem_host_alloc(&self, bytes: u64) -> Called<u64>;
    /// Frees memory of [`Self::mem_host_alloc`].
    fn mem_free_host(&self, address: u64) -> Called<()>;
    /// Creates a pool of device memory that retains freed memory and never makes one stream wait for another.
    fn pool_create(&self) -> Called<Pool>;
    /// Destroys a pool.
    fn pool_destroy(&self, pool: Pool) -> Called<()>;
    /// Allocates device memory for work issued to a stream from now on.
    fn pool_alloc(&self, pool: Pool, bytes: u64, stream: Stream) -> Called<u64>;
    /// Frees memory of a pool when the stream reaches the free.
    fn pool_free(&self, address: u64, stream: Stream) -> Called<()>;

    /// Loads the code of kernels. The diagnostics of the driver's compiler are returned whatever the result
    /// is.
    fn image_load(&self, image: &DeviceImage) -> (Called<Image>, Vec<TextDiagnostic>);
    /// Unloads an image.
    fn image_unload(&self, image: Image) -> Called<()>;
    /// Returns the kernel with this name.
    fn image_function(&self, image: Image, name: &CStr) -> Called<Function>;
    /// Returns the address of the variable with this name.
    fn image_variable(&self, image: Image, name: &CStr) -> Called<u64>;
    /// Returns the properties of a kernel.
    fn function_info(&self, function: Function) -> Called<FunctionInfo>;
    /// Allows launches of a kernel to request this much dynamic workgroup memory.
    fn function_allow_shared(&self, function: Function, bytes: u32) -> Called<()>;
    /// Launches a kernel that takes as many parameters as there are arguments; the extents are within the
    /// limits.
    fn launch(&self, function: Function, dims: &LaunchDims, stream: Stream, args: &[u64]) -> Called<()>;

    /// Writes a number to device memory that no work uses.
    fn write_number(&self, to: u64, number: u64) -> Called<()>;
    /// Issues a copy between any two kinds of memory.
    fn copy(&self, dst: u64, src: u64, bytes: u64, stream: Stream) -> Called<()>;
    /// Issues a copy of rows.
    fn copy_rows(&self, rows: &Rows, stream: Stream) -> Called<()>;
    /// Issues a fill.
    fn set(&self, set: &Set, stream: Stream) -> Called<()>;

    /// Creates an empty graph.
    fn graph_create(&self) -> Called<Graph>;
    /// Destroys a graph.
    fn graph_destroy(&self, graph: Graph) -> Called<()>;
    /// Adds a node that does nothing.
    fn graph_empty(&self, graph: Graph, after: &[Node]) -> Called<Node>;
    /// Adds a launch.
    fn graph_kernel(
        &self,
        graph: Graph,
        after: &[Node],
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Called<Node>;
    /// Adds a copy of rows.
    fn graph_copy(&self, graph: Graph, after: &[Node], rows: &Rows) -> Called<Node>;
    /// Adds a fill.
    fn graph_set(&self, graph: Graph, after: &[Node], set: &Set) -> Called<Node>;
    /// Instantiates an executable graph.
    fn graph_instantiate(&self, graph: Graph) -> Called<GraphExec>;
    /// Sets the extents and arguments of a launch in an executable graph.
    fn graph_set_kernel(
        &self,
        graph: GraphExec,
        node: Node,
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Called<()>;
    /// Launches a graph.
    fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Called<()>;
    /// Destroys an executable graph; one in execution is destroyed when it is done.
    fn graph_exec_destroy(&self, graph: GraphExec) -> Called<()>;
}
