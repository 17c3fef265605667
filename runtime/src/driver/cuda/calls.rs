//! Wraps the driver's calls in Rust types. Only this module, the table and the probe call the driver.
//!
//! # Safety
//! The context is current on the calling thread. Handles are created only here, and destroyed once each by
//! their owners in [`crate::driver::gpu`], after the last call that uses them.

use std::ffi::{CStr, CString, c_int, c_uint, c_void};
use std::ptr::null_mut;

use cudarc::driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUcontext, CUdevice,
    CUdevice_attribute, CUevent_st, CUfunc_st, CUfunction_attribute, CUgraph_st, CUgraphExec_st, CUgraphNode,
    CUgraphNode_st, CUjit_option, CUmemAllocationHandleType, CUmemAllocationType, CUmemLocation,
    CUmemLocationType, CUmemPool_attribute, CUmemPoolHandle_st, CUmemPoolProps, CUmemorytype, CUmod_st,
    CUstream_st, CUstreamCaptureStatus,
};

use super::api::{DriverApi, NOT_READY, SUCCESS, optional};
use super::log;
use super::probe::{self, CudaDeviceInfo, Library};
use crate::driver::error::TextDiagnostic;
use crate::driver::gpu::driver::{
    Called, Driver, Event, Failed, Function, FunctionInfo, Graph, GraphExec, Image, Limits, Node, Pool, Rows,
    Set, Side, Stream,
};
use crate::driver::gpu::handle::{Handle, raw_handles};
use crate::driver::gpu::unavailable::Reason;
use crate::driver::{Caps, DeviceError};
use crate::fork::ForkStamp;
use crate::program::{DeviceImage, LaunchDims};

/// Results after which the context is unusable. They are numbers, since newer drivers have more of them.
const STICKY: [c_int; 13] = [4, 214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719];
/// The number of streams that make progress at the same time, unless the environment changes it.
const MAX_QUEUES: u32 = 8;
/// Bytes of workgroup memory that a kernel may use without opting in to more.
const PLAIN_SHARED: u64 = 48 << 10;
/// The maximum number of blocks of a grid along x, y and z.
const MAX_GRID: [u64; 3] = [i32::MAX as u64, 65_535, 65_535];
/// Flag of `cuStreamCreate`: the stream does not wait for the legacy stream.
const NON_BLOCKING: c_uint = 1;
/// Flags of `cuEventCreate`: without and with timing.
const NO_TIMING: c_uint = 2;
const TIMING: c_uint = 0;
/// Flag of `cuMemAllocManaged`: any stream may access the memory.
const ATTACH_GLOBAL: c_uint = 1;
/// The number of the host in `cuMemPrefetchAsync`.
const HOST: CUdevice = -1;
/// Flags of `cuMemHostAlloc`: the memory is pinned for all contexts and mapped for devices.
const PORTABLE_AND_MAPPED: c_uint = 1 | 2;
/// The size of each log of the driver's compiler in bytes.
const LOG_BYTES: usize = 64 << 10;

/// A GPU of the CUDA driver: its primary context, retained.
pub struct Cuda {
    api: DriverApi,
    ordinal: u32,
    device: CUdevice,
    context: usize,
    born: ForkStamp,
    /// The driver's information about the device.
    pub(super) info: CudaDeviceInfo,
}

raw_handles! {
    Stream = CUstream_st;
    Event = CUevent_st;
    Image = CUmod_st;
    Function = CUfunc_st;
    Pool = CUmemPoolHandle_st;
    Graph = CUgraph_st;
    GraphExec = CUgraphExec_st;
    Node = CUgraphNode_st;
}

impl Cuda {
    /// Retains the primary context of the device with this number.
    pub(super) fn open(ordinal: u32) -> Result<Self, Reason> {
        let library = Library::start()?;
        let info = library.info(ordinal)?;
        let device = library.device(ordinal)?;
        let mut context: CUcontext = null_mut();
        // SAFETY: `context` is writable for a handle, and the device came from the driver.
        let code = unsafe { (library.api.cuDevicePrimaryCtxRetain)(&raw mut context, device) };
        library.check("cuDevicePrimaryCtxRetain", code)?;
        let context = context.expose_provenance();
        let cuda = Self { api: library.api, ordinal, device, context, born: ForkStamp::now(), info };
        if cuda.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING) == 0 {
            return Err(Reason::Lacks { what: "unified addresses" });
        }
        Ok(cuda)
    }

    fn context(&self) -> CUcontext {
        std::ptr::with_exposed_provenance_mut(self.context)
    }

    /// Returns an attribute of the device; 0 if the driver does not know it.
    fn attribute(&self, attribute: CUdevice_attribute) -> u32 {
        probe::attribute(&self.api, self.device, attribute).unwrap_or(0)
    }

    /// Converts the result of a call.
    fn check(&self, call: &'static str, code: c_int) -> Called<()> {
        if code == SUCCESS {
            return Ok(());
        }
        let (name, text) = self.api.error_text(code);
        Err(Failed { error: DeviceError::new(call, &name, text), is_sticky: STICKY.contains(&code) })
    }

    /// Converts the result of a query.
    fn queried(&self, call: &'static str, code: c_int) -> Called<bool> {
        if code == NOT_READY {
            return Ok(false);
        }
        self.check(call, code)?;
        Ok(true)
    }

    /// Makes a call that writes a handle.
    fn made<Of, H: Handle<Of>>(
        &self,
        call: &'static str,
        make: impl FnOnce(*mut *mut Of) -> c_int,
    ) -> Called<H> {
        let mut made = null_mut();
        self.check(call, make(&raw mut made))?;
        Ok(H::of(made))
    }

    /// Makes a call that writes a device address.
    fn address(&self, call: &'static str, make: impl FnOnce(*mut u64) -> c_int) -> Called<u64> {
        let mut address = 0;
        self.check(call, make(&raw mut address))?;
        Ok(address)
    }

    fn function_attribute(&self, function: Function, which: CUfunction_attribute) -> Called<u64> {
        let mut value = 0;
        // SAFETY: `value` is an integer; see the module.
        let code = unsafe { (self.api.cuFuncGetAttribute)(&raw mut value, which, function.raw()) };
        self.check("cuFuncGetAttribute", code)?;
        Ok(value.unsigned_abs().into())
    }

    /// Reads or sets an attribute of a pool through an integer of its size at `value`.
    fn pool_attribute(&self, pool: Pool, attribute: CUmemPool_attribute, value: *mut c_void) -> Called<()> {
        let code = optional(self.api.cuMemPoolSetAttribute, |function| {
            // SAFETY: the caller passes an integer of the attribute's size that lives through the call.
            unsafe { function(pool.raw(), attribute, value) }
        });
        self.check("cuMemPoolSetAttribute", code)
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        if self.born.is_forked() {
            return;
        }
        // SAFETY: the context was retained once. The result reports earlier work, which was already reported.
        let _ = unsafe { (self.api.cuDevicePrimaryCtxRelease_v2)(self.device) };
    }
}

/// Defines methods that pass handles to one function of the table and return nothing.
macro_rules! plain_calls {
    (
        $(fn $name:ident($($arg:ident: $handle:ty),*) = $call:literal, $function:ident;)*
        optional {
            $(fn $extra:ident($($with:ident: $extra_handle:ty),*) = $extra_call:literal, $optional:ident;)*
        }
    ) => {
        $(
            fn $name(&self, $($arg: $handle),*) -> Called<()> {
                // SAFETY: see the module.
                self.check($call, unsafe { (self.api.$function)($($arg.raw()),*) })
            }
        )*
        $(
            fn $extra(&self, $($with: $extra_handle),*) -> Called<()> {
                // SAFETY: see the module.
                self.check($extra_call, optional(self.api.$optional, |call| unsafe { call($($with.raw()),*) }))
            }
        )*
    };
}

impl Driver for Cuda {
    plain_calls! {
        fn stream_destroy(stream: Stream) = "cuStreamDestroy", cuStreamDestroy_v2;
        fn stream_synchronize(stream: Stream) = "cuStreamSynchronize", cuStreamSynchronize;
        fn event_destroy(event: Event) = "cuEventDestroy", cuEventDestroy_v2;
        fn event_record(event: Event, stream: Stream) = "cuEventRecord", cuEventRecord;
        fn event_synchronize(event: Event) = "cuEventSynchronize", cuEventSynchronize;
        fn image_unload(image: Image) = "cuModuleUnload", cuModuleUnload;
        optional {
            fn pool_destroy(pool: Pool) = "cuMemPoolDestroy", cuMemPoolDestroy;
            fn graph_destroy(graph: Graph) = "cuGraphDestroy", cuGraphDestroy;
            fn graph_launch(graph: GraphExec, stream: Stream) = "cuGraphLaunch", cuGraphLaunch;
            fn graph_exec_destroy(graph: GraphExec) = "cuGraphExecDestroy", cuGraphExecDestroy;
        }
    }

    fn caps(&self) -> Caps {
        let pools = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
        Caps {
            name: format!("cuda:{}", self.ordinal),
            rerecord_inflight_ok: true,
            max_queues: MAX_QUEUES,
            copy_engines: self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT),
            pool: self.api.has_pools() && self.attribute(pools) != 0,
            graphs: self.api.has_graphs(),
            cond_nodes: false,
            // Where managed memory cannot be accessed by both sides at the same time, shared memory is
            // pinned, which can.
            concurrent_managed: true,
            host_addressable: false,
        }
    }

    fn limits(&self) -> Limits {
        let optin = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let managed = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
        Limits {
            max_grid: MAX_GRID,
            max_shared: self.attribute(optin).into(),
            plain_shared: PLAIN_SHARED,
            max_grid_threads: u64::MAX,
            row_element: 4,
            has_concurrent_managed: self.attribute(managed) != 0,
        }
    }

    fn make_current(&self) -> Called<()> {
        // SAFETY: the context is retained until `self` is dropped.
        self.check("cuCtxSetCurrent", unsafe { (self.api.cuCtxSetCurrent)(self.context()) })
    }

    fn selected(&self) -> Called<usize> {
        let mut context: CUcontext = null_mut();
        // SAFETY: `context` is writable for a handle.
        self.check("cuCtxGetCurrent", unsafe { (self.api.cuCtxGetCurrent)(&raw mut context) })?;
        Ok(context.expose_provenance())
    }

    fn select_again(&self, selected: usize) -> Called<()> {
        let context = std::ptr::with_exposed_provenance_mut(selected);
        // SAFETY: the thread had this context, or none, selected.
        self.check("cuCtxSetCurrent", unsafe { (self.api.cuCtxSetCurrent)(context) })
    }

    fn stream_create(&self) -> Called<Stream> {
        self.made("cuStreamCreate", |stream| {
            // SAFETY: `stream` is writable for a handle.
            unsafe { (self.api.cuStreamCreate)(stream, NON_BLOCKING) }
        })
    }

    fn stream_query(&self, stream: Stream) -> Called<bool> {
        // SAFETY: see the module.
        self.queried("cuStreamQuery", unsafe { (self.api.cuStreamQuery)(stream.raw()) })
    }

    fn has_stream(&self, stream: Stream) -> Called<bool> {
        let mut context = null_mut();
        // SAFETY: `context` is writable for a handle; the application vouches for its stream.
        let code = unsafe { (self.api.cuStreamGetCtx)(stream.raw(), &raw mut context) };
        self.check("cuStreamGetCtx", code)?;
        Ok(context == self.context())
    }

    fn stream_capture(&self, stream: Stream) -> Called<Option<u64>> {
        let (mut status, mut number) = (CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE, 0);
        // SAFETY: both are writable, and the rest may be null; the application vouches for its stream.
        let code = unsafe {
            (self.api.cuStreamGetCaptureInfo_v2)(
                stream.raw(),
                &raw mut status,
                &raw mut number,
                null_mut(),
                null_mut(),
                null_mut(),
            )
        };
        self.check("cuStreamGetCaptureInfo", code)?;
        Ok((status != CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE).then_some(number))
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Called<()> {
        // SAFETY: see the module; the flags must be 0.
        self.check("cuStreamWaitEvent", unsafe { (self.api.cuStreamWaitEvent)(stream.raw(), event.raw(), 0) })
    }

    fn event_create(&self, is_timed: bool) -> Called<Event> {
        let flags = if is_timed { TIMING } else { NO_TIMING };
        self.made("cuEventCreate", |event| {
            // SAFETY: `event` is writable for a handle.
            unsafe { (self.api.cuEventCreate)(event, flags) }
        })
    }

    fn event_query(&self, event: Event) -> Called<bool> {
        // SAFETY: see the module.
        self.queried("cuEventQuery", unsafe { (self.api.cuEventQuery)(event.raw()) })
    }

    fn event_elapsed(&self, from: Event, to: Event) -> Called<u64> {
        let mut milliseconds = 0.0_f32;
        // SAFETY: `milliseconds` is a number; see the module.
        let code = unsafe { (self.api.cuEventElapsedTime)(&raw mut milliseconds, from.raw(), to.raw()) };
        self.check("cuEventElapsedTime", code)?;
        Ok((f64::from(milliseconds) * 1e6).round() as u64)
    }

    fn mem_alloc(&self, bytes: u64) -> Called<u64> {
        self.address("cuMemAlloc", |address| {
            // SAFETY: `address` is writable for an address.
            unsafe { (self.api.cuMemAlloc_v2)(address, bytes as usize) }
        })
    }

    fn mem_free(&self, address: u64) -> Called<()> {
        // SAFETY: see the module.
        self.check("cuMemFree", unsafe { (self.api.cuMemFree_v2)(address) })
    }

    fn mem_alloc_managed(&self, bytes: u64) -> Called<u64> {
        self.address("cuMemAllocManaged", |address| {
            // SAFETY: `address` is writable for an address.
            unsafe { (self.api.cuMemAllocManaged)(address, bytes as usize, ATTACH_GLOBAL) }
        })
    }

    fn prefetch(&self, address: u64, bytes: u64, to: Side, stream: Stream) -> Called<()> {
        let to = match to {
            Side::Host => HOST,
            Side::Device => self.device,
        };
        // SAFETY: see the module.
        let code = unsafe { (self.api.cuMemPrefetchAsync)(address, bytes as usize, to, stream.raw()) };
        self.check("cuMemPrefetchAsync", code)
    }

    fn mem_host_alloc(&self, bytes: u64) -> Called<u64> {
        let mut address: *mut c_void = null_mut();
        // SAFETY: `address` is writable for an address.
        let code =
            unsafe { (self.api.cuMemHostAlloc)(&raw mut address, bytes as usize, PORTABLE_AND_MAPPED) };
        self.check("cuMemHostAlloc", code)?;
        Ok(address.expose_provenance() as u64)
    }

    fn mem_free_host(&self, address: u64) -> Called<()> {
        let address = std::ptr::with_exposed_provenance_mut::<c_void>(address as usize);
        // SAFETY: see the module.
        self.check("cuMemFreeHost", unsafe { (self.api.cuMemFreeHost)(address) })
    }

    fn pool_create(&self) -> Called<Pool> {
        let location =
            CUmemLocation { type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE, id: self.device };
        let properties = CUmemPoolProps {
            allocType: CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED,
            handleTypes: CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE,
            location,
            win32SecurityAttributes: null_mut(),
            reserved: [0; 64],
        };
        let pool = self.made("cuMemPoolCreate", |pool| {
            // SAFETY: `pool` is writable for a handle, and the properties live through the call.
            optional(self.api.cuMemPoolCreate, |function| unsafe { function(pool, &raw const properties) })
        })?;
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

    fn pool_alloc(&self, pool: Pool, bytes: u64, stream: Stream) -> Called<u64> {
        self.address("cuMemAllocFromPoolAsync", |address| {
            optional(self.api.cuMemAllocFromPoolAsync, |function| {
                // SAFETY: `address` is writable for an address; see the module.
                unsafe { function(address, bytes as usize, pool.raw(), stream.raw()) }
            })
        })
    }

    fn pool_free(&self, address: u64, stream: Stream) -> Called<()> {
        // SAFETY: see the module.
        let code = optional(self.api.cuMemFreeAsync, |function| unsafe { function(address, stream.raw()) });
        self.check("cuMemFreeAsync", code)
    }

    fn image_load(&self, source: &DeviceImage) -> (Called<Image>, Vec<TextDiagnostic>) {
        let Ok(code) = CString::new(source.code.as_slice()) else {
            let error = DeviceError::invalid("load", "expected a text without a zero");
            return (Err(error.into()), Vec::new());
        };
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
        let (n_options, options, values) =
            (options.len() as c_uint, options.as_mut_ptr(), values.as_mut_ptr());
        let image = self.made("cuModuleLoadDataEx", |image| {
            // SAFETY: the text ends with a zero; there are as many values as options, each of the type of its
            // option, and the logs are longer than the sizes passed for them.
            unsafe { (self.api.cuModuleLoadDataEx)(image, code.as_ptr().cast(), n_options, options, values) }
        });
        let diagnostics = [errors, info].map(|log| {
            let log = CStr::from_bytes_until_nul(&log).unwrap_or_default();
            log::read(&log.to_string_lossy(), source)
        });
        (image, diagnostics.concat())
    }

    fn image_function(&self, image: Image, name: &CStr) -> Called<Function> {
        self.made("cuModuleGetFunction", |function| {
            // SAFETY: `function` is writable for a handle; the name ends with a zero; see the module.
            unsafe { (self.api.cuModuleGetFunction)(function, image.raw(), name.as_ptr()) }
        })
    }

    fn image_variable(&self, image: Image, name: &CStr) -> Called<u64> {
        let mut bytes = 0;
        self.address("cuModuleGetGlobal", |address| {
            // SAFETY: both are writable for numbers; the name ends with a zero; see the module.
            unsafe { (self.api.cuModuleGetGlobal_v2)(address, &raw mut bytes, image.raw(), name.as_ptr()) }
        })
    }

    fn function_info(&self, function: Function) -> Called<FunctionInfo> {
        let attribute = |which| self.function_attribute(function, which);
        Ok(FunctionInfo {
            max_threads: attribute(CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            static_shared: attribute(CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
        })
    }

    fn function_allow_shared(&self, function: Function, bytes: u32) -> Called<()> {
        let which = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: see the module.
        let code = unsafe { (self.api.cuFuncSetAttribute)(function.raw(), which, bytes as c_int) };
        self.check("cuFuncSetAttribute", code)
    }

    fn launch(&self, function: Function, dims: &LaunchDims, stream: Stream, args: &[u64]) -> Called<()> {
        let (grid, block) = (dims.grid.map(|n| n as c_uint), dims.block.map(|n| n as c_uint));
        with_pointers(args, |params| {
            // SAFETY: each parameter points at a slot of 8 bytes whose low bytes hold the argument, and no
            // parameter of a kernel is longer; the driver copies them. See the module.
            let code = unsafe {
                (self.api.cuLaunchKernel)(
                    function.raw(),
                    grid[0],
                    grid[1],
                    grid[2],
                    block[0],
                    block[1],
                    block[2],
                    dims.dynamic_shared as c_uint,
                    stream.raw(),
                    params,
                    null_mut(),
                )
            };
            self.check("cuLaunchKernel", code)
        })
    }

    fn write_number(&self, to: u64, number: u64) -> Called<()> {
        // SAFETY: 8 bytes are read from a number; the caller vouches for the address.
        let code = unsafe { (self.api.cuMemcpyHtoD_v2)(to, (&raw const number).cast(), size_of::<u64>()) };
        self.check("cuMemcpyHtoD", code)
    }

    fn copy(&self, dst: u64, src: u64, bytes: u64, stream: Stream) -> Called<()> {
        // SAFETY: see the module; the program vouches for the addresses.
        let code = unsafe { (self.api.cuMemcpyAsync)(dst, src, bytes as usize, stream.raw()) };
        self.check("cuMemcpyAsync", code)
    }

    fn copy_rows(&self, rows: &Rows, stream: Stream) -> Called<()> {
        let copy = CUDA_MEMCPY2D {
            srcXInBytes: 0,
            srcY: 0,
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            srcHost: std::ptr::null(),
            srcDevice: rows.src,
            srcArray: null_mut(),
            srcPitch: rows.src_pitch as usize,
            dstXInBytes: 0,
            dstY: 0,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            dstHost: null_mut(),
            dstDevice: rows.dst,
            dstArray: null_mut(),
            dstPitch: rows.dst_pitch as usize,
            WidthInBytes: rows.width as usize,
            Height: rows.height as usize,
        };
        // SAFETY: the description lives through the call; the program vouches for the addresses.
        let code = unsafe { (self.api.cuMemcpy2DAsync_v2)(&raw const copy, stream.raw()) };
        self.check("cuMemcpy2DAsync", code)
    }

    fn set(&self, set: &Set, stream: Stream) -> Called<()> {
        let (api, n) = (&self.api, set.count as usize);
        let (pitch, rows) = (set.pitch as usize, set.rows as usize);
        // SAFETY: see the module; the program vouches for the addresses.
        let (call, code) = unsafe {
            match set.width {
                1 if 1 < set.rows => (
                    "cuMemsetD2D8Async",
                    (api.cuMemsetD2D8Async)(set.dst, pitch, set.value as u8, n, rows, stream.raw()),
                ),
                2 if 1 < set.rows => (
                    "cuMemsetD2D16Async",
                    (api.cuMemsetD2D16Async)(set.dst, pitch, set.value as u16, n, rows, stream.raw()),
                ),
                _ if 1 < set.rows => (
                    "cuMemsetD2D32Async",
                    (api.cuMemsetD2D32Async)(set.dst, pitch, set.value, n, rows, stream.raw()),
                ),
                1 => ("cuMemsetD8Async", (api.cuMemsetD8Async)(set.dst, set.value as u8, n, stream.raw())),
                2 => ("cuMemsetD16Async", (api.cuMemsetD16Async)(set.dst, set.value as u16, n, stream.raw())),
                _ => ("cuMemsetD32Async", (api.cuMemsetD32Async)(set.dst, set.value, n, stream.raw())),
            }
        };
        self.check(call, code)
    }

    fn graph_create(&self) -> Called<Graph> {
        self.made("cuGraphCreate", |graph| {
            // SAFETY: `graph` is writable for a handle; the flags must be 0.
            optional(self.api.cuGraphCreate, |function| unsafe { function(graph, 0) })
        })
    }

    fn graph_empty(&self, graph: Graph, after: &[Node]) -> Called<Node> {
        let after = raw_nodes(after);
        self.made("cuGraphAddEmptyNode", |node| {
            optional(self.api.cuGraphAddEmptyNode, |add| {
                // SAFETY: `node` is writable for a handle; see the module.
                unsafe { add(node, graph.raw(), after.as_ptr(), after.len()) }
            })
        })
    }

    fn graph_kernel(
        &self,
        graph: Graph,
        after: &[Node],
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Called<Node> {
        let after = raw_nodes(after);
        with_pointers(args, |params| {
            let params = kernel_params(function, dims, params);
            self.made("cuGraphAddKernelNode", |node| {
                optional(self.api.cuGraphAddKernelNode_v2, |add| {
                    // SAFETY: as for a launch; the driver copies the parameters.
                    unsafe { add(node, graph.raw(), after.as_ptr(), after.len(), &raw const params) }
                })
            })
        })
    }

    fn graph_set_kernel(
        &self,
        graph: GraphExec,
        node: Node,
        function: Function,
        dims: &LaunchDims,
        args: &[u64],
    ) -> Called<()> {
        with_pointers(args, |params| {
            let params = kernel_params(function, dims, params);
            let code = optional(self.api.cuGraphExecKernelNodeSetParams_v2, |set| {
                // SAFETY: as for a launch; the driver copies the parameters.
                unsafe { set(graph.raw(), node.raw(), &raw const params) }
            });
            self.check("cuGraphExecKernelNodeSetParams", code)
        })
    }

    fn graph_copy(&self, graph: Graph, after: &[Node], rows: &Rows) -> Called<Node> {
        let after = raw_nodes(after);
        let copy = CUDA_MEMCPY3D {
            srcXInBytes: 0,
            srcY: 0,
            srcZ: 0,
            srcLOD: 0,
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            srcHost: std::ptr::null(),
            srcDevice: rows.src,
            srcArray: null_mut(),
            reserved0: null_mut(),
            srcPitch: rows.src_pitch as usize,
            srcHeight: rows.height as usize,
            dstXInBytes: 0,
            dstY: 0,
            dstZ: 0,
            dstLOD: 0,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_UNIFIED,
            dstHost: null_mut(),
            dstDevice: rows.dst,
            dstArray: null_mut(),
            reserved1: null_mut(),
            dstPitch: rows.dst_pitch as usize,
            dstHeight: rows.height as usize,
            WidthInBytes: rows.width as usize,
            Height: rows.height as usize,
            Depth: 1,
        };
        self.made("cuGraphAddMemcpyNode", |node| {
            optional(self.api.cuGraphAddMemcpyNode, |add| {
                // SAFETY: the description lives through the call; see the module.
                unsafe {
                    add(node, graph.raw(), after.as_ptr(), after.len(), &raw const copy, self.context())
                }
            })
        })
    }

    fn graph_set(&self, graph: Graph, after: &[Node], set: &Set) -> Called<Node> {
        let after = raw_nodes(after);
        let params = CUDA_MEMSET_NODE_PARAMS {
            dst: set.dst,
            pitch: set.pitch as usize,
            value: set.value,
            elementSize: set.width,
            width: set.count as usize,
            height: set.rows as usize,
        };
        self.made("cuGraphAddMemsetNode", |node| {
            optional(self.api.cuGraphAddMemsetNode, |add| {
                // SAFETY: the description lives through the call; see the module.
                unsafe {
                    add(node, graph.raw(), after.as_ptr(), after.len(), &raw const params, self.context())
                }
            })
        })
    }

    fn graph_instantiate(&self, graph: Graph) -> Called<GraphExec> {
        self.made("cuGraphInstantiate", |exec| {
            // SAFETY: `exec` is writable for a handle; see the module.
            optional(self.api.cuGraphInstantiateWithFlags, |function| unsafe {
                function(exec, graph.raw(), 0)
            })
        })
    }
}

/// Calls `call` with pointers to the arguments, which the driver reads and does not write.
fn with_pointers<T>(args: &[u64], call: impl FnOnce(*mut *mut c_void) -> T) -> T {
    let pointer = |slot: &u64| std::ptr::from_ref(slot).cast_mut().cast::<c_void>();
    // Most kernels have few arguments; then nothing is allocated.
    let mut few = [null_mut(); 16];
    if args.len() <= few.len() {
        few.iter_mut().zip(args).for_each(|(place, slot)| *place = pointer(slot));
        return call(few.as_mut_ptr());
    }
    let mut many: Vec<*mut c_void> = args.iter().map(pointer).collect();
    call(many.as_mut_ptr())
}

fn raw_nodes(nodes: &[Node]) -> Vec<CUgraphNode> {
    nodes.iter().map(|node| node.raw()).collect()
}

fn kernel_params(function: Function, dims: &LaunchDims, params: *mut *mut c_void) -> CUDA_KERNEL_NODE_PARAMS {
    let (grid, block) = (dims.grid.map(|n| n as c_uint), dims.block.map(|n| n as c_uint));
    CUDA_KERNEL_NODE_PARAMS {
        func: function.raw(),
        gridDimX: grid[0],
        gridDimY: grid[1],
        gridDimZ: grid[2],
        blockDimX: block[0],
        blockDimY: block[1],
        blockDimZ: block[2],
        sharedMemBytes: dims.dynamic_shared as c_uint,
        kernelParams: params,
        extra: null_mut(),
        kern: null_mut(),
        ctx: null_mut(),
    }
}
