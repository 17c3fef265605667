//! Wraps the driver's calls in Rust types. Only this module, the table and the probe call the driver.
//!
//! # Safety
//! The device is selected on the calling thread. Handles are created only here, and destroyed once each by
//! their owners in [`crate::driver::gpu`], after the last call that uses them.

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::ptr::null_mut;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::api::{DriverApi, NOT_READY, SUCCESS, optional};
use super::probe::{self, HipDeviceInfo, Library};
use super::types::{self, dim3, hipDevice_t, hipGraphNode_t};
use crate::driver::error::TextDiagnostic;
use crate::driver::gpu::driver::{
    Called, Driver, Event, Failed, Function, FunctionInfo, Graph, GraphExec, Image, Limits, Node, Pool, Rows,
    Set, Side, Stream,
};
use crate::driver::gpu::handle::{Handle, raw_handles};
use crate::driver::gpu::unavailable::Reason;
use crate::driver::handles::lock;
use crate::driver::{Caps, DeviceError};
use crate::program::{DeviceImage, LaunchDims};

/// Results after which the device is unusable.
const STICKY: [c_int; 7] = [4, 214, 700, 702, 709, 710, 719];
/// The number of streams that make progress at the same time, unless the environment changes it.
const MAX_QUEUES: u32 = 4;
/// The maximum number of threads of a grid along one dimension.
const MAX_GRID_THREADS: u64 = u32::MAX as u64;

/// A GPU of the HIP driver.
pub struct Hip {
    api: DriverApi,
    ordinal: u32,
    device: hipDevice_t,
    /// The code of the loaded images, from which the driver may read until they are unloaded.
    code: Mutex<FxHashMap<usize, Vec<u64>>>,
    /// The driver's information about the device.
    pub(super) info: HipDeviceInfo,
}

raw_handles! {
    Stream = types::ihipStream_t;
    Event = types::ihipEvent_t;
    Image = types::ihipModule_t;
    Function = types::ihipModuleSymbol_t;
    Pool = types::ihipMemPoolHandle_t;
    Graph = types::ihipGraph;
    GraphExec = types::hipGraphExec;
    Node = types::hipGraphNode;
}

impl Hip {
    /// Opens the device with this number.
    pub(super) fn open(ordinal: u32) -> Result<Self, Reason> {
        let library = Library::start()?;
        let info = library.info(ordinal)?;
        let device = library.device(ordinal)?;
        Ok(Self { api: library.api, ordinal, device, code: Mutex::default(), info })
    }

    /// Returns an attribute of the device, if the driver knows it.
    fn attribute(&self, attribute: types::hipDeviceAttribute_t) -> Option<u32> {
        probe::attribute(&self.api, self.device, attribute).ok()
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

    /// Makes a call that writes an address.
    fn address(&self, call: &'static str, make: impl FnOnce(*mut *mut c_void) -> c_int) -> Called<u64> {
        let mut address = null_mut();
        self.check(call, make(&raw mut address))?;
        Ok(address.expose_provenance() as u64)
    }

    fn function_attribute(&self, function: Function, which: types::hipFunction_attribute) -> Called<u64> {
        let mut value = 0;
        // SAFETY: `value` is an integer; see the module.
        let code = unsafe { (self.api.hipFuncGetAttribute)(&raw mut value, which, function.raw()) };
        self.check("hipFuncGetAttribute", code)?;
        Ok(value.unsigned_abs().into())
    }

    /// Sets an attribute of a pool through an integer of its size at `value`.
    fn pool_attribute(&self, pool: Pool, attribute: types::hipMemPoolAttr, value: *mut c_void) -> Called<()> {
        let code = optional(self.api.hipMemPoolSetAttribute, |function| {
            // SAFETY: the caller passes an integer of the attribute's size that lives through the call.
            unsafe { function(pool.raw(), attribute, value) }
        });
        self.check("hipMemPoolSetAttribute", code)
    }
}

/// Defines methods that pass handles to the function of the table that bears the call's name.
macro_rules! plain_calls {
    (
        $(fn $name:ident($($arg:ident: $handle:ty),*) = $function:ident;)*
        optional {
            $(fn $extra:ident($($with:ident: $extra_handle:ty),*) = $optional:ident;)*
        }
    ) => {
        $(
            fn $name(&self, $($arg: $handle),*) -> Called<()> {
                // SAFETY: see the module.
                self.check(stringify!($function), unsafe { (self.api.$function)($($arg.raw()),*) })
            }
        )*
        $(
            fn $extra(&self, $($with: $extra_handle),*) -> Called<()> {
                // SAFETY: see the module.
                let code = optional(self.api.$optional, |call| unsafe { call($($with.raw()),*) });
                self.check(stringify!($optional), code)
            }
        )*
    };
}

impl Driver for Hip {
    plain_calls! {
        fn stream_destroy(stream: Stream) = hipStreamDestroy;
        fn stream_synchronize(stream: Stream) = hipStreamSynchronize;
        fn event_destroy(event: Event) = hipEventDestroy;
        fn event_record(event: Event, stream: Stream) = hipEventRecord;
        fn event_synchronize(event: Event) = hipEventSynchronize;
        optional {
            fn pool_destroy(pool: Pool) = hipMemPoolDestroy;
            fn graph_destroy(graph: Graph) = hipGraphDestroy;
            fn graph_launch(graph: GraphExec, stream: Stream) = hipGraphLaunch;
            fn graph_exec_destroy(graph: GraphExec) = hipGraphExecDestroy;
        }
    }

    fn caps(&self) -> Caps {
        let has_pools = self.attribute(types::hipDeviceAttributeMemoryPoolsSupported).unwrap_or(0) != 0;
        Caps {
            name: format!("hip:{}", self.ordinal),
            rerecord_inflight_ok: false,
            max_queues: MAX_QUEUES,
            copy_engines: self.attribute(types::hipDeviceAttributeAsyncEngineCount).unwrap_or(1),
            pool: self.api.has_pools() && has_pools,
            graphs: self.api.has_graphs(),
            cond_nodes: false,
            // Where managed memory cannot be accessed by both sides at the same time, shared memory is
            // pinned, which can.
            concurrent_managed: true,
            host_addressable: false,
        }
    }

    fn limits(&self) -> Limits {
        let most = |which| self.attribute(which).map_or(i32::MAX as u64, u64::from);
        let shared = self.attribute(types::hipDeviceAttributeMaxSharedMemoryPerBlock).unwrap_or(0).into();
        let managed = self.attribute(types::hipDeviceAttributeConcurrentManagedAccess).unwrap_or(0);
        Limits {
            max_grid: [
                most(types::hipDeviceAttributeMaxGridDimX),
                most(types::hipDeviceAttributeMaxGridDimY),
                most(types::hipDeviceAttributeMaxGridDimZ),
            ],
            max_shared: shared,
            plain_shared: shared,
            max_grid_threads: MAX_GRID_THREADS,
            row_element: 1,
            has_concurrent_managed: managed != 0,
        }
    }

    fn make_current(&self) -> Called<()> {
        // SAFETY: the device exists.
        self.check("hipSetDevice", unsafe { (self.api.hipSetDevice)(self.device) })
    }

    fn selected(&self) -> Called<usize> {
        let mut device = 0;
        // SAFETY: `device` is a number.
        self.check("hipGetDevice", unsafe { (self.api.hipGetDevice)(&raw mut device) })?;
        Ok(device.unsigned_abs() as usize)
    }

    fn select_again(&self, selected: usize) -> Called<()> {
        // SAFETY: the driver takes any number.
        self.check("hipSetDevice", unsafe { (self.api.hipSetDevice)(selected as c_int) })
    }

    fn stream_create(&self) -> Called<Stream> {
        self.made("hipStreamCreateWithFlags", |stream| {
            // SAFETY: `stream` is writable for a handle.
            unsafe { (self.api.hipStreamCreateWithFlags)(stream, types::hipStreamNonBlocking) }
        })
    }

    fn stream_query(&self, stream: Stream) -> Called<bool> {
        // SAFETY: see the module.
        self.queried("hipStreamQuery", unsafe { (self.api.hipStreamQuery)(stream.raw()) })
    }

    fn has_stream(&self, stream: Stream) -> Called<bool> {
        // Older releases do not tell.
        let Some(function) = self.api.hipStreamGetDevice else { return Ok(true) };
        let mut device = 0;
        // SAFETY: `device` is a number; the application vouches for its stream.
        self.check("hipStreamGetDevice", unsafe { function(stream.raw(), &raw mut device) })?;
        Ok(device == self.device)
    }

    fn stream_capture(&self, stream: Stream) -> Called<Option<u64>> {
        let (mut status, mut number) = (types::hipStreamCaptureStatusNone, 0);
        // SAFETY: both are numbers; the application vouches for its stream.
        let code =
            unsafe { (self.api.hipStreamGetCaptureInfo)(stream.raw(), &raw mut status, &raw mut number) };
        self.check("hipStreamGetCaptureInfo", code)?;
        Ok((status != types::hipStreamCaptureStatusNone).then_some(number))
    }

    fn stream_wait(&self, stream: Stream, event: Event) -> Called<()> {
        // SAFETY: see the module; the flags must be 0.
        let code = unsafe { (self.api.hipStreamWaitEvent)(stream.raw(), event.raw(), 0) };
        self.check("hipStreamWaitEvent", code)
    }

    fn event_create(&self, is_timed: bool) -> Called<Event> {
        let flags = if is_timed { types::hipEventDefault } else { types::hipEventDisableTiming };
        self.made("hipEventCreateWithFlags", |event| {
            // SAFETY: `event` is writable for a handle.
            unsafe { (self.api.hipEventCreateWithFlags)(event, flags) }
        })
    }

    fn event_query(&self, event: Event) -> Called<bool> {
        // SAFETY: see the module.
        self.queried("hipEventQuery", unsafe { (self.api.hipEventQuery)(event.raw()) })
    }

    fn event_elapsed(&self, from: Event, to: Event) -> Called<u64> {
        let mut milliseconds = 0.0_f32;
        // SAFETY: `milliseconds` is a number; see the module.
        let code = unsafe { (self.api.hipEventElapsedTime)(&raw mut milliseconds, from.raw(), to.raw()) };
        self.check("hipEventElapsedTime", code)?;
        Ok((f64::from(milliseconds) * 1e6).round() as u64)
    }

    fn mem_alloc(&self, bytes: u64) -> Called<u64> {
        self.address("hipMalloc", |address| {
            // SAFETY: `address` is writable for an address.
            unsafe { (self.api.hipMalloc)(address, bytes as usize) }
        })
    }

    fn mem_free(&self, address: u64) -> Called<()> {
        // SAFETY: see the module.
        self.check("hipFree", unsafe { (self.api.hipFree)(pointer(address)) })
    }

    fn mem_alloc_managed(&self, bytes: u64) -> Called<u64> {
        self.address("hipMallocManaged", |address| {
            // SAFETY: `address` is writable for an address.
            unsafe { (self.api.hipMallocManaged)(address, bytes as usize, types::hipMemAttachGlobal) }
        })
    }

    fn prefetch(&self, address: u64, bytes: u64, to: Side, stream: Stream) -> Called<()> {
        let to = match to {
            Side::Host => types::hipCpuDeviceId,
            Side::Device => self.device,
        };
        // SAFETY: see the module.
        let code =
            unsafe { (self.api.hipMemPrefetchAsync)(pointer(address), bytes as usize, to, stream.raw()) };
        self.check("hipMemPrefetchAsync", code)
    }

    fn mem_host_alloc(&self, bytes: u64) -> Called<u64> {
        let flags = types::hipHostMallocPortable | types::hipHostMallocMapped;
        self.address("hipHostMalloc", |address| {
            // SAFETY: `address` is writable for an address.
            unsafe { (self.api.hipHostMalloc)(address, bytes as usize, flags) }
        })
    }

    fn mem_free_host(&self, address: u64) -> Called<()> {
        // SAFETY: see the module.
        self.check("hipHostFree", unsafe { (self.api.hipHostFree)(pointer(address)) })
    }

    fn pool_create(&self) -> Called<Pool> {
        let properties = types::hipMemPoolProps {
            allocType: types::hipMemAllocationTypePinned,
            handleTypes: types::hipMemHandleTypeNone,
            location: types::hipMemLocation { r#type: types::hipMemLocationTypeDevice, id: self.device },
            win32SecurityAttributes: null_mut(),
            reserved: [0; 64],
        };
        let pool = self.made("hipMemPoolCreate", |pool| {
            // SAFETY: `pool` is writable for a handle, and the properties live through the call.
            optional(self.api.hipMemPoolCreate, |function| unsafe { function(pool, &raw const properties) })
        })?;
        let (mut everything, mut no) = (u64::MAX, 0_i32);
        let everything = (&raw mut everything).cast();
        let threshold = self.pool_attribute(pool, types::hipMemPoolAttrReleaseThreshold, everything);
        let no = (&raw mut no).cast();
        let dependencies = self.pool_attribute(pool, types::hipMemPoolReuseAllowInternalDependencies, no);
        threshold.and(dependencies).inspect_err(|_| drop(self.pool_destroy(pool)))?;
        Ok(pool)
    }

    fn pool_alloc(&self, pool: Pool, bytes: u64, stream: Stream) -> Called<u64> {
        self.address("hipMallocFromPoolAsync", |address| {
            optional(self.api.hipMallocFromPoolAsync, |function| {
                // SAFETY: `address` is writable for an address; see the module.
                unsafe { function(address, bytes as usize, pool.raw(), stream.raw()) }
            })
        })
    }

    fn pool_free(&self, address: u64, stream: Stream) -> Called<()> {
        let code = optional(self.api.hipFreeAsync, |function| {
            // SAFETY: see the module.
            unsafe { function(pointer(address), stream.raw()) }
        });
        self.check("hipFreeAsync", code)
    }

    fn image_load(&self, image: &DeviceImage) -> (Called<Image>, Vec<TextDiagnostic>) {
        // The driver casts pointers to headers, which want an aligned object.
        let word = |bytes: &[u8]| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_ne_bytes(word)
        };
        let code: Vec<u64> = image.code.chunks(8).map(word).collect();
        let loaded: Called<Image> = self.made("hipModuleLoadData", |module| {
            // SAFETY: `module` is writable for a handle; the code is a whole object, as the program vouches.
            unsafe { (self.api.hipModuleLoadData)(module, code.as_ptr().cast()) }
        });
        if let Ok(loaded) = loaded {
            lock(&self.code).insert(loaded.0, code);
        }
        (loaded, Vec::new())
    }

    fn image_unload(&self, image: Image) -> Called<()> {
        // The number may be that of another image as soon as this one is unloaded.
        let code = lock(&self.code).remove(&image.0);
        // SAFETY: see the module.
        let unloaded = self.check("hipModuleUnload", unsafe { (self.api.hipModuleUnload)(image.raw()) });
        drop(code);
        unloaded
    }

    fn image_function(&self, image: Image, name: &CStr) -> Called<Function> {
        self.made("hipModuleGetFunction", |function| {
            // SAFETY: `function` is writable for a handle; the name ends with a zero; see the module.
            unsafe { (self.api.hipModuleGetFunction)(function, image.raw(), name.as_ptr()) }
        })
    }

    fn image_variable(&self, image: Image, name: &CStr) -> Called<u64> {
        let mut bytes = 0;
        self.address("hipModuleGetGlobal", |address| {
            // SAFETY: both are writable for numbers; the name ends with a zero; see the module.
            unsafe { (self.api.hipModuleGetGlobal)(address, &raw mut bytes, image.raw(), name.as_ptr()) }
        })
    }

    fn function_info(&self, function: Function) -> Called<FunctionInfo> {
        let attribute = |which| self.function_attribute(function, which);
        Ok(FunctionInfo {
            max_threads: attribute(types::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            static_shared: attribute(types::HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
        })
    }

    /// Does nothing: a kernel may use all workgroup memory without opting in.
    fn function_allow_shared(&self, _function: Function, _bytes: u32) -> Called<()> {
        Ok(())
    }

    fn launch(&self, function: Function, dims: &LaunchDims, stream: Stream, args: &[u64]) -> Called<()> {
        let (grid, block) = (dims.grid.map(|n| n as c_uint), dims.block.map(|n| n as c_uint));
        with_buffer(args, |extra| {
            // SAFETY: the buffer has a slot of 8 bytes for each parameter, as the kernel expects them; the
            // driver copies it. See the module.
            let code = unsafe {
                (self.api.hipModuleLaunchKernel)(
                    function.raw(),
                    grid[0],
                    grid[1],
                    grid[2],
                    block[0],
                    block[1],
                    block[2],
                    dims.dynamic_shared as c_uint,
                    stream.raw(),
                    null_mut(),
                    extra,
                )
            };
            self.check("hipModuleLaunchKernel", code)
        })
    }

    fn write_number(&self, to: u64, number: u64) -> Called<()> {
        let kind = types::hipMemcpyHostToDevice;
        // SAFETY: 8 bytes are read from a number; the caller vouches for the address.
        let code = unsafe { (self.api.hipMemcpy)(pointer(to), (&raw const number).cast(), 8, kind) };
        self.check("hipMemcpy", code)
    }

    fn copy(&self, dst: u64, src: u64, bytes: u64, stream: Stream) -> Called<()> {
        let (dst, src, kind) = (pointer(dst), pointer(src), types::hipMemcpyDefault);
        // SAFETY: see the module; the program vouches for the addresses.
        let code = unsafe { (self.api.hipMemcpyAsync)(dst, src, bytes as usize, kind, stream.raw()) };
        self.check("hipMemcpyAsync", code)
    }

    fn copy_rows(&self, rows: &Rows, stream: Stream) -> Called<()> {
        // SAFETY: see the module; the program vouches for the addresses.
        let code = unsafe {
            (self.api.hipMemcpy2DAsync)(
                pointer(rows.dst),
                rows.dst_pitch as usize,
                pointer(rows.src),
                rows.src_pitch as usize,
                rows.width as usize,
                rows.height as usize,
                types::hipMemcpyDefault,
                stream.raw(),
            )
        };
        self.check("hipMemcpy2DAsync", code)
    }

    fn set(&self, set: &Set, stream: Stream) -> Called<()> {
        let (api, dst, value, n) = (&self.api, pointer(set.dst), set.value, set.count as usize);
        let (pitch, rows) = (set.pitch as usize, set.rows as usize);
        // SAFETY: see the module; the program vouches for the addresses.
        let (call, code) = unsafe {
            match set.width {
                _ if 1 < rows => (
                    "hipMemset2DAsync",
                    (api.hipMemset2DAsync)(dst, pitch, value as c_int, n, rows, stream.raw()),
                ),
                1 => ("hipMemsetD8Async", (api.hipMemsetD8Async)(dst, value as u8, n, stream.raw())),
                2 => ("hipMemsetD16Async", (api.hipMemsetD16Async)(dst, value as u16, n, stream.raw())),
                _ => ("hipMemsetD32Async", (api.hipMemsetD32Async)(dst, value as c_int, n, stream.raw())),
            }
        };
        self.check(call, code)
    }

    fn graph_create(&self) -> Called<Graph> {
        self.made("hipGraphCreate", |graph| {
            // SAFETY: `graph` is writable for a handle; the flags must be 0.
            optional(self.api.hipGraphCreate, |function| unsafe { function(graph, 0) })
        })
    }

    fn graph_empty(&self, graph: Graph, after: &[Node]) -> Called<Node> {
        let after = raw_nodes(after);
        self.made("hipGraphAddEmptyNode", |node| {
            optional(self.api.hipGraphAddEmptyNode, |add| {
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
        with_buffer(args, |extra| {
            let params = kernel_params(function, dims, extra);
            self.made("hipGraphAddKernelNode", |node| {
                optional(self.api.hipGraphAddKernelNode, |add| {
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
        with_buffer(args, |extra| {
            let params = kernel_params(function, dims, extra);
            let code = optional(self.api.hipGraphExecKernelNodeSetParams, |set| {
                // SAFETY: as for a launch; the driver copies the parameters.
                unsafe { set(graph.raw(), node.raw(), &raw const params) }
            });
            self.check("hipGraphExecKernelNodeSetParams", code)
        })
    }

    fn graph_copy(&self, graph: Graph, after: &[Node], rows: &Rows) -> Called<Node> {
        let after = raw_nodes(after);
        let (width, height) = (rows.width as usize, rows.height as usize);
        let side = |address: u64, pitch: u64| types::hipPitchedPtr {
            ptr: pointer(address),
            pitch: pitch as usize,
            xsize: width,
            ysize: height,
        };
        let copy = types::hipMemcpy3DParms {
            srcArray: null_mut(),
            srcPos: types::hipPos::default(),
            srcPtr: side(rows.src, rows.src_pitch),
            dstArray: null_mut(),
            dstPos: types::hipPos::default(),
            dstPtr: side(rows.dst, rows.dst_pitch),
            extent: types::hipExtent { width, height, depth: 1 },
            kind: types::hipMemcpyDefault,
        };
        self.made("hipGraphAddMemcpyNode", |node| {
            optional(self.api.hipGraphAddMemcpyNode, |add| {
                // SAFETY: the description lives through the call; see the module.
                unsafe { add(node, graph.raw(), after.as_ptr(), after.len(), &raw const copy) }
            })
        })
    }

    fn graph_set(&self, graph: Graph, after: &[Node], set: &Set) -> Called<Node> {
        let after = raw_nodes(after);
        let params = types::hipMemsetParams {
            dst: pointer(set.dst),
            elementSize: set.width,
            height: set.rows as usize,
            pitch: set.pitch as usize,
            value: set.value,
            width: set.count as usize,
        };
        self.made("hipGraphAddMemsetNode", |node| {
            optional(self.api.hipGraphAddMemsetNode, |add| {
                // SAFETY: the description lives through the call; see the module.
                unsafe { add(node, graph.raw(), after.as_ptr(), after.len(), &raw const params) }
            })
        })
    }

    fn graph_instantiate(&self, graph: Graph) -> Called<GraphExec> {
        self.made("hipGraphInstantiateWithFlags", |exec| {
            optional(self.api.hipGraphInstantiateWithFlags, |function| {
                // SAFETY: `exec` is writable for a handle; see the module.
                unsafe { function(exec, graph.raw(), 0) }
            })
        })
    }
}

fn pointer(address: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

/// Calls `call` with the description of a buffer of arguments, which the driver reads and does not write.
fn with_buffer<T>(args: &[u64], call: impl FnOnce(*mut *mut c_void) -> T) -> T {
    let mut bytes = size_of_val(args);
    let mut extra = [
        std::ptr::without_provenance_mut(types::HIP_LAUNCH_PARAM_BUFFER_POINTER),
        args.as_ptr().cast_mut().cast(),
        std::ptr::without_provenance_mut(types::HIP_LAUNCH_PARAM_BUFFER_SIZE),
        (&raw mut bytes).cast(),
        std::ptr::without_provenance_mut(types::HIP_LAUNCH_PARAM_END),
    ];
    call(extra.as_mut_ptr())
}

fn raw_nodes(nodes: &[Node]) -> Vec<hipGraphNode_t> {
    nodes.iter().map(|node| node.raw()).collect()
}

fn kernel_params(
    function: Function,
    dims: &LaunchDims,
    extra: *mut *mut c_void,
) -> types::hipKernelNodeParams {
    let function: *mut types::ihipModuleSymbol_t = function.raw();
    let extents =
        |sizes: [u64; 3]| dim3 { x: sizes[0] as c_uint, y: sizes[1] as c_uint, z: sizes[2] as c_uint };
    types::hipKernelNodeParams {
        blockDim: extents(dims.block),
        extra,
        func: function.cast(),
        gridDim: extents(dims.grid),
        kernelParams: null_mut(),
        sharedMemBytes: dims.dynamic_shared as c_uint,
    }
}
