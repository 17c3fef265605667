//! The driver's calls with Rust types; with the table and the probe, the only place that calls the driver.
//!
//! The context is current on the calling thread. Handles are made here alone and are ended by their owners
//! ([`super::pools`], [`super::memory`], [`super::module`], [`super::graph`]) once each, after the last call that uses
//! them. A call that ends something has ended it even when it reports an error.

use std::ffi::{CStr, c_int, c_uint, c_void};

use cudarc::driver::sys::{
    self, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUevent_st,
    CUfunc_st, CUfunction_attribute, CUgraph_st, CUgraphExec_st, CUgraphNode_st, CUjit_option,
    CUmemAllocationHandleType, CUmemAllocationType, CUmemLocation, CUmemLocationType, CUmemPool_attribute,
    CUmemPoolHandle_st, CUmemPoolProps, CUmemorytype, CUmod_st, CUstream_st,
};

use super::api::{NOT_READY, optional};
use super::context::{Context, Handle};
use crate::driver::Result;
use crate::program::LaunchDims;

/// Of `cuStreamCreate`: the stream does not wait for the legacy stream.
const NON_BLOCKING: c_uint = 1;
/// Of `cuEventCreate`: no time is taken, and a time is taken.
const NO_TIMING: c_uint = 2;
const TIMING: c_uint = 0;
/// Of `cuMemAllocManaged`: any stream reaches the memory.
const ATTACH_GLOBAL: c_uint = 1;
/// Of `cuMemHostAlloc`: all contexts see the memory as pinned, and it is mapped for devices.
const PORTABLE_AND_MAPPED: c_uint = 1 | 2;
/// Bytes of each log of the driver's compiler.
const LOG_BYTES: usize = 64 << 10;

pub(super) type Stream = Handle<CUstream_st>;
pub(super) type Event = Handle<CUevent_st>;
pub(super) type Image = Handle<CUmod_st>;
pub(super) type Function = Handle<CUfunc_st>;
pub(super) type Pool = Handle<CUmemPoolHandle_st>;
pub(super) type Graph = Handle<CUgraph_st>;
pub(super) type GraphExec = Handle<CUgraphExec_st>;
pub(super) type Node = Handle<CUgraphNode_st>;

/// What the driver's compiler said.
#[derive(Debug)]
pub(super) struct Logs {
    pub(super) errors: String,
    pub(super) info: String,
}

/// A copy of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) dst: u64,
    pub(super) src: u64,
    /// Bytes from row to row.
    pub(super) dst_pitch: u64,
    pub(super) src_pitch: u64,
    /// Bytes of a row.
    pub(super) width: u64,
    pub(super) height: u64,
}

/// A fill of rows of elements of 1, 2 or 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) dst: u64,
    pub(super) value: u32,
    pub(super) width: u32,
    /// Elements of a row.
    pub(super) count: u64,
    /// Rows, and bytes from row to row.
    pub(super) rows: u64,
    pub(super) pitch: u64,
}

fn null<T>() -> Handle<T> {
    Handle(std::ptr::null_mut())
}

impl Context {
    pub(super) fn stream_create(&self) -> Result<Stream> {
        let mut stream = null();
        // SAFETY: `stream` is a place for a handle.
        let code = unsafe { (self.api.cuStreamCreate)(&raw mut stream.0, NON_BLOCKING) };
        self.check("cuStreamCreate", code)?;
        Ok(stream)
    }

    pub(super) fn stream_destroy(&self, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuStreamDestroy", unsafe { (self.api.cuStreamDestroy_v2)(stream.0) })
    }

    pub(super) fn stream_synchronize(&self, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuStreamSynchronize", unsafe { (self.api.cuStreamSynchronize)(stream.0) })
    }

    /// Whether all work of a stream is done.
    pub(super) fn stream_query(&self, stream: Stream) -> Result<bool> {
        // SAFETY: the module's laws.
        self.queried("cuStreamQuery", unsafe { (self.api.cuStreamQuery)(stream.0) })
    }

    pub(super) fn stream_wait(&self, stream: Stream, event: Event) -> Result<()> {
        // SAFETY: the module's laws; the flags must be 0.
        self.check("cuStreamWaitEvent", unsafe { (self.api.cuStreamWaitEvent)(stream.0, event.0, 0) })
    }

    pub(super) fn event_create(&self) -> Result<Event> {
        self.event_create_with(NO_TIMING)
    }

    /// An event that takes the time when it is reached.
    pub(super) fn event_create_timed(&self) -> Result<Event> {
        self.event_create_with(TIMING)
    }

    fn event_create_with(&self, flags: c_uint) -> Result<Event> {
        let mut event = null();
        // SAFETY: `event` is a place for a handle.
        let code = unsafe { (self.api.cuEventCreate)(&raw mut event.0, flags) };
        self.check("cuEventCreate", code)?;
        Ok(event)
    }

    pub(super) fn event_destroy(&self, event: Event) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuEventDestroy", unsafe { (self.api.cuEventDestroy_v2)(event.0) })
    }

    pub(super) fn event_record(&self, event: Event, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuEventRecord", unsafe { (self.api.cuEventRecord)(event.0, stream.0) })
    }

    /// Whether the point that an event holds is reached.
    pub(super) fn event_query(&self, event: Event) -> Result<bool> {
        // SAFETY: the module's laws.
        self.queried("cuEventQuery", unsafe { (self.api.cuEventQuery)(event.0) })
    }

    pub(super) fn event_synchronize(&self, event: Event) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuEventSynchronize", unsafe { (self.api.cuEventSynchronize)(event.0) })
    }

    /// Nanoseconds between two events that were reached.
    pub(super) fn event_elapsed(&self, from: Event, to: Event) -> Result<u64> {
        let mut milliseconds = 0.0_f32;
        // SAFETY: `milliseconds` is a number; the module's laws.
        let code = unsafe { (self.api.cuEventElapsedTime)(&raw mut milliseconds, from.0, to.0) };
        self.check("cuEventElapsedTime", code)?;
        Ok((f64::from(milliseconds) * 1e6).round() as u64)
    }

    fn queried(&self, call: &'static str, code: c_int) -> Result<bool> {
        if code == NOT_READY {
            return Ok(false);
        }
        self.check(call, code)?;
        Ok(true)
    }

    pub(super) fn mem_alloc(&self, bytes: u64) -> Result<u64> {
        let mut address = 0;
        // SAFETY: `address` is a place for an address.
        let code = unsafe { (self.api.cuMemAlloc_v2)(&raw mut address, bytes as usize) };
        self.check("cuMemAlloc", code)?;
        Ok(address)
    }

    /// Frees device or managed memory; waits for work that uses it.
    pub(super) fn mem_free(&self, address: u64) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuMemFree", unsafe { (self.api.cuMemFree_v2)(address) })
    }

    pub(super) fn mem_alloc_managed(&self, bytes: u64) -> Result<u64> {
        let mut address = 0;
        // SAFETY: `address` is a place for an address.
        let code = unsafe { (self.api.cuMemAllocManaged)(&raw mut address, bytes as usize, ATTACH_GLOBAL) };
        self.check("cuMemAllocManaged", code)?;
        Ok(address)
    }

    /// Memory of the host that is pinned and has the same address on the device.
    pub(super) fn mem_host_alloc(&self, bytes: u64) -> Result<u64> {
        let mut address: *mut c_void = std::ptr::null_mut();
        // SAFETY: `address` is a place for an address.
        let code =
            unsafe { (self.api.cuMemHostAlloc)(&raw mut address, bytes as usize, PORTABLE_AND_MAPPED) };
        self.check("cuMemHostAlloc", code)?;
        Ok(address.expose_provenance() as u64)
    }

    pub(super) fn mem_free_host(&self, address: u64) -> Result<()> {
        let address = std::ptr::with_exposed_provenance_mut::<c_void>(address as usize);
        // SAFETY: the module's laws.
        self.check("cuMemFreeHost", unsafe { (self.api.cuMemFreeHost)(address) })
    }

    /// A pool of device memory that keeps what is freed and never makes one stream wait for another.
    pub(super) fn pool_create(&self) -> Result<Pool> {
        let mut pool = null();
        let location =
            CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: self.device };
        let properties = CUmemPoolProps {
            allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            handleTypes: CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE,
            location,
            win32SecurityAttributes: std::ptr::null_mut(),
            reserved: [0; 64],
        };
        let code = optional(self.api.cuMemPoolCreate, |function| {
            // SAFETY: `pool` is a place for a handle, and the properties live through the call.
            unsafe { function(&raw mut pool.0, &raw const properties) }
        });
        self.check("cuMemPoolCreate", code)?;
        let (mut everything, mut no) = (u64::MAX, 0_i32);
        let threshold = self.pool_attribute(
            pool,
            CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
            (&raw mut everything).cast(),
        );
        let dependencies = self.pool_attribute(
            pool,
            CUmemPool_attribute::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
            (&raw mut no).cast(),
        );
        threshold.and(dependencies).inspect_err(|_| drop(self.pool_destroy(pool)))?;
        Ok(pool)
    }

    /// Sets an attribute from an integer of its size, at `value`.
    fn pool_attribute(&self, pool: Pool, attribute: CUmemPool_attribute, value: *mut c_void) -> Result<()> {
        let code = optional(self.api.cuMemPoolSetAttribute, |function| {
            // SAFETY: the callers, just above, pass an integer of the attribute's size that lives through the call.
            unsafe { function(pool.0, attribute, value) }
        });
        self.check("cuMemPoolSetAttribute", code)
    }

    pub(super) fn pool_destroy(&self, pool: Pool) -> Result<()> {
        // SAFETY: the module's laws.
        let code = optional(self.api.cuMemPoolDestroy, |function| unsafe { function(pool.0) });
        self.check("cuMemPoolDestroy", code)
    }

    pub(super) fn pool_alloc(&self, pool: Pool, bytes: u64, stream: Stream) -> Result<u64> {
        let mut address = 0;
        let code = optional(self.api.cuMemAllocFromPoolAsync, |function| {
            // SAFETY: `address` is a place for an address; the module's laws.
            unsafe { function(&raw mut address, bytes as usize, pool.0, stream.0) }
        });
        self.check("cuMemAllocFromPoolAsync", code)?;
        Ok(address)
    }

    pub(super) fn pool_free(&self, address: u64, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws.
        let code = optional(self.api.cuMemFreeAsync, |function| unsafe { function(address, stream.0) });
        self.check("cuMemFreeAsync", code)
    }

    /// Compiles and loads a text. The logs are there whatever the result is.
    pub(super) fn module_load(&self, text: &CStr) -> (Result<Image>, Logs) {
        let mut image = null();
        let (mut errors, mut info) = (vec![0_u8; LOG_BYTES], vec![0_u8; LOG_BYTES]);
        let mut options = [
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
            CUjit_option::CU_JIT_INFO_LOG_BUFFER,
            CUjit_option::CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
            CUjit_option::CU_JIT_GENERATE_LINE_INFO,
        ];
        // One byte of each log stays 0 whatever the driver writes.
        let number = |value: usize| std::ptr::without_provenance_mut::<c_void>(value);
        let mut values = [
            errors.as_mut_ptr().cast::<c_void>(),
            number(LOG_BYTES - 1),
            info.as_mut_ptr().cast::<c_void>(),
            number(LOG_BYTES - 1),
            number(1),
        ];
        // SAFETY: the text ends with a zero; there are as many values as options, each of the kind that its option
        // takes, and the logs are longer than their sizes say.
        let code = unsafe {
            (self.api.cuModuleLoadDataEx)(
                &raw mut image.0,
                text.as_ptr().cast(),
                options.len() as c_uint,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        let text = |log: &[u8]| {
            CStr::from_bytes_until_nul(log)
                .map(|text| text.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        let logs = Logs { errors: text(&errors), info: text(&info) };
        (self.check("cuModuleLoadDataEx", code).map(|()| image), logs)
    }

    pub(super) fn module_unload(&self, image: Image) -> Result<()> {
        // SAFETY: the module's laws.
        self.check("cuModuleUnload", unsafe { (self.api.cuModuleUnload)(image.0) })
    }

    pub(super) fn module_function(&self, image: Image, name: &CStr) -> Result<Function> {
        let mut function = null();
        // SAFETY: `function` is a place for a handle; the name ends with a zero; the module's laws.
        let code = unsafe { (self.api.cuModuleGetFunction)(&raw mut function.0, image.0, name.as_ptr()) };
        self.check("cuModuleGetFunction", code)?;
        Ok(function)
    }

    /// The address of a variable.
    pub(super) fn module_variable(&self, image: Image, name: &CStr) -> Result<u64> {
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: both are places for numbers; the name ends with a zero; the module's laws.
        let code = unsafe {
            (self.api.cuModuleGetGlobal_v2)(&raw mut address, &raw mut bytes, image.0, name.as_ptr())
        };
        self.check("cuModuleGetGlobal", code)?;
        Ok(address)
    }

    pub(super) fn function_attribute(&self, function: Function, which: CUfunction_attribute) -> Result<u32> {
        let mut value = 0;
        // SAFETY: `value` is an integer; the module's laws.
        let code = unsafe { (self.api.cuFuncGetAttribute)(&raw mut value, which, function.0) };
        self.check("cuFuncGetAttribute", code)?;
        Ok(value.unsigned_abs())
    }

    /// Lets launches of a function ask for this much dynamic workgroup memory.
    pub(super) fn function_allow_shared(&self, function: Function, bytes: u32) -> Result<()> {
        let which = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the module's laws.
        let code = unsafe { (self.api.cuFuncSetAttribute)(function.0, which, bytes as c_int) };
        self.check("cuFuncSetAttribute", code)
    }

    /// Launches a function that takes as many parameters as there are arguments; extents fit, as they were checked.
    pub(super) fn launch_kernel(
        &self,
        function: Function,
        dims: &LaunchDims,
        stream: Stream,
        args: &[u64],
    ) -> Result<()> {
        let (grid, block) = (dims.grid.map(|n| n as c_uint), dims.block.map(|n| n as c_uint));
        with_pointers(args, |params| {
            // SAFETY: each parameter points at a slot of 8 bytes whose low end holds the argument, and no parameter of
            // a kernel is longer; the driver copies them. The module's laws.
            let code = unsafe {
                (self.api.cuLaunchKernel)(
                    function.0,
                    grid[0],
                    grid[1],
                    grid[2],
                    block[0],
                    block[1],
                    block[2],
                    dims.dynamic_shared as c_uint,
                    stream.0,
                    params,
                    std::ptr::null_mut(),
                )
            };
            self.check("cuLaunchKernel", code)
        })
    }

    /// Writes a number to memory of the device that no work uses.
    pub(super) fn write_number(&self, to: u64, number: u64) -> Result<()> {
        // SAFETY: so many bytes are read from a number; the caller vouches for the address.
        let code = unsafe { (self.api.cuMemcpyHtoD_v2)(to, (&raw const number).cast(), size_of::<u64>()) };
        self.check("cuMemcpyHtoD", code)
    }

    /// Copies between any two kinds of memory; the driver finds out which from the addresses.
    pub(super) fn copy_bytes(&self, dst: u64, src: u64, bytes: u64, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws; the program vouches for the addresses.
        let code = unsafe { (self.api.cuMemcpyAsync)(dst, src, bytes as usize, stream.0) };
        self.check("cuMemcpyAsync", code)
    }

    pub(super) fn copy_rows(&self, rows: &Rows, stream: Stream) -> Result<()> {
        let copy = CUDA_MEMCPY2D {
            srcXInBytes: 0,
            srcY: 0,
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            srcHost: std::ptr::null(),
            srcDevice: rows.src,
            srcArray: std::ptr::null_mut(),
            srcPitch: rows.src_pitch as usize,
            dstXInBytes: 0,
            dstY: 0,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            dstHost: std::ptr::null_mut(),
            dstDevice: rows.dst,
            dstArray: std::ptr::null_mut(),
            dstPitch: rows.dst_pitch as usize,
            WidthInBytes: rows.width as usize,
            Height: rows.height as usize,
        };
        // SAFETY: the description lives through the call; the program vouches for the addresses.
        let code = unsafe { (self.api.cuMemcpy2DAsync_v2)(&raw const copy, stream.0) };
        self.check("cuMemcpy2DAsync", code)
    }

    pub(super) fn set(&self, set: &Set, stream: Stream) -> Result<()> {
        let (api, n) = (&self.api, set.count as usize);
        let (pitch, rows) = (set.pitch as usize, set.rows as usize);
        // SAFETY: the module's laws; the program vouches for the addresses.
        let (call, code) = unsafe {
            match set.width {
                1 if 1 < set.rows => (
                    "cuMemsetD2D8Async",
                    (api.cuMemsetD2D8Async)(set.dst, pitch, set.value as u8, n, rows, stream.0),
                ),
                2 if 1 < set.rows => (
                    "cuMemsetD2D16Async",
                    (api.cuMemsetD2D16Async)(set.dst, pitch, set.value as u16, n, rows, stream.0),
                ),
                _ if 1 < set.rows => (
                    "cuMemsetD2D32Async",
                    (api.cuMemsetD2D32Async)(set.dst, pitch, set.value, n, rows, stream.0),
                ),
                1 => ("cuMemsetD8Async", (api.cuMemsetD8Async)(set.dst, set.value as u8, n, stream.0)),
                2 => ("cuMemsetD16Async", (api.cuMemsetD16Async)(set.dst, set.value as u16, n, stream.0)),
                _ => ("cuMemsetD32Async", (api.cuMemsetD32Async)(set.dst, set.value, n, stream.0)),
            }
        };
        self.check(call, code)
    }

    pub(super) fn graph_create(&self) -> Result<Graph> {
        let mut graph = null();
        let code = optional(self.api.cuGraphCreate, |function| {
            // SAFETY: `graph` is a place for a handle; the flags must be 0.
            unsafe { function(&raw mut graph.0, 0) }
        });
        self.check("cuGraphCreate", code)?;
        Ok(graph)
    }

    pub(super) fn graph_destroy(&self, graph: Graph) -> Result<()> {
        // SAFETY: the module's laws.
        let code = optional(self.api.cuGraphDestroy, |function| unsafe { function(graph.0) });
        self.check("cuGraphDestroy", code)
    }

    /// A node that does nothing.
    pub(super) fn graph_empty(&self, graph: Graph, after: &[Node]) -> Result<Node> {
        let mut node = null();
        let code = optional(self.api.cuGraphAddEmptyNode, |function| {
            // SAFETY: `node` is a place for a handle; handles are laid out as the driver's; the module's laws.
            unsafe { function(&raw mut node.0, graph.0, raw_nodes(after), after.len()) }
        });
        self.check("cuGraphAddEmptyNode", code)?;
        Ok(node)
    }

    pub(super) fn graph_kernel(
        &self,
        graph: Graph,
        after: &[Node],
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Result<Node> {
        let mut node = null();
        with_pointers(args, |params| {
            let params = kernel_params(function, dims, params);
            let code = optional(self.api.cuGraphAddKernelNode_v2, |add| {
                // SAFETY: as for a launch; the driver copies the parameters.
                unsafe { add(&raw mut node.0, graph.0, raw_nodes(after), after.len(), &raw const params) }
            });
            self.check("cuGraphAddKernelNode", code)
        })?;
        Ok(node)
    }

    pub(super) fn graph_set_kernel(
        &self,
        graph: GraphExec,
        node: Node,
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Result<()> {
        with_pointers(args, |params| {
            let params = kernel_params(function, dims, params);
            let code = optional(self.api.cuGraphExecKernelNodeSetParams_v2, |set| {
                // SAFETY: as for a launch; the driver copies the parameters.
                unsafe { set(graph.0, node.0, &raw const params) }
            });
            self.check("cuGraphExecKernelNodeSetParams", code)
        })
    }

    pub(super) fn graph_copy(&self, graph: Graph, after: &[Node], rows: &Rows) -> Result<Node> {
        let mut node = null();
        let copy = CUDA_MEMCPY3D {
            srcXInBytes: 0,
            srcY: 0,
            srcZ: 0,
            srcLOD: 0,
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            srcHost: std::ptr::null(),
            srcDevice: rows.src,
            srcArray: std::ptr::null_mut(),
            reserved0: std::ptr::null_mut(),
            srcPitch: rows.src_pitch as usize,
            srcHeight: rows.height as usize,
            dstXInBytes: 0,
            dstY: 0,
            dstZ: 0,
            dstLOD: 0,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            dstHost: std::ptr::null_mut(),
            dstDevice: rows.dst,
            dstArray: std::ptr::null_mut(),
            reserved1: std::ptr::null_mut(),
            dstPitch: rows.dst_pitch as usize,
            dstHeight: rows.height as usize,
            WidthInBytes: rows.width as usize,
            Height: rows.height as usize,
            Depth: 1,
        };
        let code = optional(self.api.cuGraphAddMemcpyNode, |add| {
            // SAFETY: the description lives through the call; the module's laws.
            unsafe {
                add(&raw mut node.0, graph.0, raw_nodes(after), after.len(), &raw const copy, self.raw.0)
            }
        });
        self.check("cuGraphAddMemcpyNode", code)?;
        Ok(node)
    }

    pub(super) fn graph_set(&self, graph: Graph, after: &[Node], set: &Set) -> Result<Node> {
        let mut node = null();
        let params = CUDA_MEMSET_NODE_PARAMS {
            dst: set.dst,
            pitch: set.pitch as usize,
            value: set.value,
            elementSize: set.width,
            width: set.count as usize,
            height: set.rows as usize,
        };
        let code = optional(self.api.cuGraphAddMemsetNode, |add| {
            // SAFETY: the description lives through the call; the module's laws.
            unsafe {
                add(&raw mut node.0, graph.0, raw_nodes(after), after.len(), &raw const params, self.raw.0)
            }
        });
        self.check("cuGraphAddMemsetNode", code)?;
        Ok(node)
    }

    pub(super) fn graph_instantiate(&self, graph: Graph) -> Result<GraphExec> {
        let mut exec = null();
        let code = optional(self.api.cuGraphInstantiateWithFlags, |function| {
            // SAFETY: `exec` is a place for a handle; the module's laws.
            unsafe { function(&raw mut exec.0, graph.0, 0) }
        });
        self.check("cuGraphInstantiate", code)?;
        Ok(exec)
    }

    pub(super) fn graph_launch(&self, graph: GraphExec, stream: Stream) -> Result<()> {
        // SAFETY: the module's laws.
        let code = optional(self.api.cuGraphLaunch, |function| unsafe { function(graph.0, stream.0) });
        self.check("cuGraphLaunch", code)
    }

    pub(super) fn graph_exec_destroy(&self, graph: GraphExec) -> Result<()> {
        // SAFETY: the module's laws.
        let code = optional(self.api.cuGraphExecDestroy, |function| unsafe { function(graph.0) });
        self.check("cuGraphExecDestroy", code)
    }
}

/// Calls with the addresses of the arguments, which the driver reads and does not write.
fn with_pointers<T>(args: &[u64], call: impl FnOnce(*mut *mut c_void) -> T) -> T {
    let pointer = |slot: &u64| std::ptr::from_ref(slot).cast_mut().cast::<c_void>();
    // Most kernels have few arguments, and then nothing is allocated.
    let mut few = [std::ptr::null_mut(); 16];
    if args.len() <= few.len() {
        few.iter_mut().zip(args).for_each(|(place, slot)| *place = pointer(slot));
        return call(few.as_mut_ptr());
    }
    let mut many: Vec<*mut c_void> = args.iter().map(pointer).collect();
    call(many.as_mut_ptr())
}

/// A handle is laid out as the driver's own.
fn raw_nodes(nodes: &[Node]) -> *const sys::CUgraphNode {
    const { assert!(size_of::<Node>() == size_of::<sys::CUgraphNode>()) };
    nodes.as_ptr().cast()
}

fn kernel_params(function: Function, dims: &LaunchDims, params: *mut *mut c_void) -> CUDA_KERNEL_NODE_PARAMS {
    let (grid, block) = (dims.grid.map(|n| n as c_uint), dims.block.map(|n| n as c_uint));
    CUDA_KERNEL_NODE_PARAMS {
        func: function.0,
        gridDimX: grid[0],
        gridDimY: grid[1],
        gridDimZ: grid[2],
        blockDimX: block[0],
        blockDimY: block[1],
        blockDimZ: block[2],
        sharedMemBytes: dims.dynamic_shared as c_uint,
        kernelParams: params,
        extra: std::ptr::null_mut(),
        kern: std::ptr::null_mut(),
        ctx: std::ptr::null_mut(),
    }
}
