//! An application's own calls of a driver: streams, captures and graphs, through the library that the device loads, too.

use std::ffi::{c_int, c_uint, c_ulonglong};

use libloading::Library;
use warpline::{RawMemory, RawStream};

/// A driver by the names of its functions.
pub(crate) struct Names {
    library: &'static str,
    stream_create: &'static str,
    stream_destroy: &'static str,
    synchronize: &'static str,
    query: &'static str,
    begin: &'static str,
    end: &'static str,
    instantiate: &'static str,
    launch: &'static str,
    exec_destroy: &'static str,
    graph_destroy: &'static str,
    alloc: &'static str,
    free: &'static str,
}

/// The driver of CUDA.
pub(crate) static CUDA: Names = Names {
    library: "libcuda.so",
    stream_create: "cuStreamCreate",
    stream_destroy: "cuStreamDestroy_v2",
    synchronize: "cuStreamSynchronize",
    query: "cuStreamQuery",
    begin: "cuStreamBeginCapture_v2",
    end: "cuStreamEndCapture",
    instantiate: "cuGraphInstantiateWithFlags",
    launch: "cuGraphLaunch",
    exec_destroy: "cuGraphExecDestroy",
    graph_destroy: "cuGraphDestroy",
    alloc: "cuMemAlloc_v2",
    free: "cuMemFree_v2",
};
/// The driver of HIP.
pub(crate) static HIP: Names = Names {
    library: "libamdhip64.so",
    stream_create: "hipStreamCreateWithFlags",
    stream_destroy: "hipStreamDestroy",
    synchronize: "hipStreamSynchronize",
    query: "hipStreamQuery",
    begin: "hipStreamBeginCapture",
    end: "hipStreamEndCapture",
    instantiate: "hipGraphInstantiateWithFlags",
    launch: "hipGraphLaunch",
    exec_destroy: "hipGraphExecDestroy",
    graph_destroy: "hipGraphDestroy",
    alloc: "hipMalloc",
    free: "hipFree",
};

/// A loaded driver. Handles are numbers.
pub(crate) struct Client {
    names: &'static Names,
    library: Library,
}

/// Defines methods that call a function of the driver with these arguments.
macro_rules! calls {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),*) = $field:ident;)*) => { $(
        $(#[$doc])*
        pub(crate) fn $name(&self $(, $arg: $ty)*) -> Result<(), i32> {
            // SAFETY: the types are those of the function, which takes live handles of its own.
            let code = unsafe {
                let symbol = self.library.get::<unsafe extern "C" fn($($ty),*) -> c_int>(self.names.$field.as_bytes());
                symbol.expect("the mock has the function")($($arg),*)
            };
            if code == 0 { Ok(()) } else { Err(code) }
        }
    )* };
}

impl Client {
    /// Loads the library, which the device has open.
    pub(crate) fn open(names: &'static Names) -> Self {
        // SAFETY: it is a mock, whose constructors do nothing.
        let library = unsafe { Library::new(names.library) }.expect("the mock can be loaded");
        Self { names, library }
    }

    calls! {
        fn create(out: *mut usize, flags: c_uint) = stream_create;
        /// Destroys a stream.
        fn destroy_stream(stream: usize) = stream_destroy;
        /// Waits for a stream.
        fn synchronize(stream: usize) = synchronize;
        /// Asks whether a stream is done.
        fn query(stream: usize) = query;
        /// Begins a capture in a mode: 0 for all threads.
        fn begin_capture(stream: usize, mode: c_int) = begin;
        fn end(stream: usize, out: *mut usize) = end;
        fn instantiate_into(out: *mut usize, graph: usize, flags: c_ulonglong) = instantiate;
        /// Launches a graph.
        fn launch(exec: usize, stream: usize) = launch;
        /// Destroys an executable graph.
        fn destroy_exec(exec: usize) = exec_destroy;
        /// Destroys a graph.
        fn destroy_graph(graph: usize) = graph_destroy;
        fn alloc_into(out: *mut u64, bytes: usize) = alloc;
        /// Frees memory.
        fn free(address: u64) = free;
    }

    /// Creates a stream that does not wait for the legacy one.
    pub(crate) fn stream(&self) -> usize {
        let mut stream = 0;
        self.create(&raw mut stream, 1).expect("the mock creates streams");
        stream
    }

    /// Ends a capture, and returns its graph.
    pub(crate) fn end_capture(&self, stream: usize) -> Result<usize, i32> {
        let mut graph = 0;
        self.end(stream, &raw mut graph).map(|()| graph)
    }

    /// Returns the executable form of a graph.
    pub(crate) fn instantiate(&self, graph: usize) -> Result<usize, i32> {
        let mut exec = 0;
        self.instantiate_into(&raw mut exec, graph, 0).map(|()| exec)
    }

    /// Allocates device memory.
    pub(crate) fn alloc(&self, bytes: usize) -> (u64, RawMemory) {
        let mut address = 0;
        self.alloc_into(&raw mut address, bytes).expect("the mock has memory");
        // SAFETY: it was just allocated, and the tests free it last.
        (address, unsafe { RawMemory::from_address(address, bytes as u64) })
    }
}

/// Names a stream to the library.
pub(crate) fn raw(stream: usize) -> RawStream {
    // SAFETY: the tests destroy a stream, and launch graphs of it, in the right order.
    unsafe { RawStream::from_handle(stream) }
}
