//! The table of the driver's functions: lists every function that is called once, as required or optional.
//!
//! cudarc's own functions panic if the library or a symbol is missing. So the library is looked for first,
//! then all names are resolved through the handle that cudarc itself uses, and only resolved functions can be
//! called. Each signature is checked against cudarc's at compile time. Results are plain numbers, since a
//! driver that is newer than the bindings may return codes that they lack.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use cudarc::driver::sys;
use sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY2D, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUcontext, CUdevice,
    CUdevice_attribute, CUdeviceptr, CUevent, CUfunction, CUfunction_attribute, CUgraph, CUgraphExec,
    CUgraphNode, CUjit_option, CUmemPool_attribute, CUmemPoolProps, CUmemoryPool, CUmodule, CUresult,
    CUstream, CUstreamCaptureStatus, cuuint64_t,
};

use super::probe::old_driver;
use crate::driver::gpu::unavailable::Reason;

/// The result of a successful call.
pub(super) const SUCCESS: c_int = 0;
/// The result of a query while work is in progress.
pub(super) const NOT_READY: c_int = 600;
/// The result of [`DriverApi`] for a function that the driver lacks.
const NOT_SUPPORTED: c_int = 801;

/// The type of `cuGetErrorName` and `cuGetErrorString`.
type ErrorText = unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int;

/// Declares the functions, each under its own name.
macro_rules! driver_api {
    (
        required { $($name:ident($($argument:ty),*);)* }
        $(optional $has:ident { $($extra:ident($($extra_argument:ty),*);)* })*
        of_numbers { $($named:ident($($named_argument:ty),*);)* }
    ) => {
        /// The functions of a loaded driver library.
        #[expect(non_snake_case, reason = "the fields are called as the driver's functions are")]
        pub(super) struct DriverApi {
            $(pub(super) $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            $($(pub(super) $extra: Option<unsafe extern "C" fn($($extra_argument),*) -> c_int>,)*)*
            $($named: Option<unsafe extern "C" fn($($named_argument),*) -> c_int>,)*
        }

        impl DriverApi {
            /// Resolves every name, or returns the missing required ones.
            fn resolve() -> Result<Self, Vec<&'static str>> {
                let missing: Vec<_> = [$(stringify!($name)),*].into_iter().filter(|name| !has(name)).collect();
                let all = (|| Some(Self {
                    $($name: symbol(stringify!($name))?,)*
                    $($($extra: symbol(stringify!($extra)),)*)*
                    $($named: symbol(stringify!($named)),)*
                }))();
                all.ok_or(missing)
            }

            $(
                /// Whether the driver has all functions of the group.
                pub(super) fn $has(&self) -> bool {
                    $(self.$extra.is_some())&&*
                }
            )*
        }

        $(const _: unsafe fn($($argument),*) -> CUresult = sys::$name;)*
        $($(const _: unsafe fn($($extra_argument),*) -> CUresult = sys::$extra;)*)*
    };
}

// The last ones return a result as a number, which cudarc's enum may lack; their signatures are not checked.
driver_api! {
    required {
        cuInit(c_uint);
        cuDriverGetVersion(*mut c_int);
        cuDeviceGetCount(*mut c_int);
        cuDeviceGet(*mut CUdevice, c_int);
        cuDeviceGetName(*mut c_char, c_int, CUdevice);
        cuDeviceGetAttribute(*mut c_int, CUdevice_attribute, CUdevice);
        cuDeviceTotalMem_v2(*mut usize, CUdevice);
        cuDevicePrimaryCtxRetain(*mut CUcontext, CUdevice);
        cuDevicePrimaryCtxRelease_v2(CUdevice);
        cuCtxSetCurrent(CUcontext);
        cuCtxGetCurrent(*mut CUcontext);
        cuModuleLoadDataEx(*mut CUmodule, *const c_void, c_uint, *mut CUjit_option, *mut *mut c_void);
        cuModuleUnload(CUmodule);
        cuModuleGetFunction(*mut CUfunction, CUmodule, *const c_char);
        cuModuleGetGlobal_v2(*mut CUdeviceptr, *mut usize, CUmodule, *const c_char);
        cuFuncGetAttribute(*mut c_int, CUfunction_attribute, CUfunction);
        cuFuncSetAttribute(CUfunction, CUfunction_attribute, c_int);
        cuLaunchKernel(
            CUfunction, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, CUstream, *mut *mut c_void,
            *mut *mut c_void
        );
        cuStreamCreate(*mut CUstream, c_uint);
        cuStreamDestroy_v2(CUstream);
        cuStreamSynchronize(CUstream);
        cuStreamQuery(CUstream);
        cuStreamWaitEvent(CUstream, CUevent, c_uint);
        cuStreamGetCtx(CUstream, *mut CUcontext);
        cuStreamGetCaptureInfo_v2(
            CUstream, *mut CUstreamCaptureStatus, *mut cuuint64_t, *mut CUgraph, *mut *const CUgraphNode, *mut usize
        );
        cuEventCreate(*mut CUevent, c_uint);
        cuEventDestroy_v2(CUevent);
        cuEventRecord(CUevent, CUstream);
        cuEventQuery(CUevent);
        cuEventSynchronize(CUevent);
        cuEventElapsedTime(*mut f32, CUevent, CUevent);
        cuMemAlloc_v2(*mut CUdeviceptr, usize);
        cuMemFree_v2(CUdeviceptr);
        cuMemAllocManaged(*mut CUdeviceptr, usize, c_uint);
        cuMemPrefetchAsync(CUdeviceptr, usize, CUdevice, CUstream);
        cuMemHostAlloc(*mut *mut c_void, usize, c_uint);
        cuMemFreeHost(*mut c_void);
        cuMemcpyHtoD_v2(CUdeviceptr, *const c_void, usize);
        cuMemcpyAsync(CUdeviceptr, CUdeviceptr, usize, CUstream);
        cuMemcpy2DAsync_v2(*const CUDA_MEMCPY2D, CUstream);
        cuMemsetD8Async(CUdeviceptr, c_uchar, usize, CUstream);
        cuMemsetD16Async(CUdeviceptr, c_ushort, usize, CUstream);
        cuMemsetD32Async(CUdeviceptr, c_uint, usize, CUstream);
        cuMemsetD2D8Async(CUdeviceptr, usize, c_uchar, usize, usize, CUstream);
        cuMemsetD2D16Async(CUdeviceptr, usize, c_ushort, usize, usize, CUstream);
        cuMemsetD2D32Async(CUdeviceptr, usize, c_uint, usize, usize, CUstream);
    }
    optional has_pools {
        cuMemPoolCreate(*mut CUmemoryPool, *const CUmemPoolProps);
        cuMemPoolDestroy(CUmemoryPool);
        cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, *mut c_void);
        cuMemAllocFromPoolAsync(*mut CUdeviceptr, usize, CUmemoryPool, CUstream);
        cuMemFreeAsync(CUdeviceptr, CUstream);
    }
    optional has_graphs {
        cuGraphCreate(*mut CUgraph, c_uint);
        cuGraphDestroy(CUgraph);
        cuGraphAddKernelNode_v2(
            *mut CUgraphNode, CUgraph, *const CUgraphNode, usize, *const CUDA_KERNEL_NODE_PARAMS
        );
        cuGraphAddMemcpyNode(
            *mut CUgraphNode, CUgraph, *const CUgraphNode, usize, *const CUDA_MEMCPY3D, CUcontext
        );
        cuGraphAddMemsetNode(
            *mut CUgraphNode, CUgraph, *const CUgraphNode, usize, *const CUDA_MEMSET_NODE_PARAMS, CUcontext
        );
        cuGraphAddEmptyNode(*mut CUgraphNode, CUgraph, *const CUgraphNode, usize);
        cuGraphInstantiateWithFlags(*mut CUgraphExec, CUgraph, c_ulonglong);
        cuGraphExecKernelNodeSetParams_v2(CUgraphExec, CUgraphNode, *const CUDA_KERNEL_NODE_PARAMS);
        cuGraphLaunch(CUgraphExec, CUstream);
        cuGraphExecDestroy(CUgraphExec);
    }
    of_numbers {
        cuGetErrorName(c_int, *mut *const c_char);
        cuGetErrorString(c_int, *mut *const c_char);
    }
}

/// Looks up a function of the library; `T` is the type of the function called `name`. The library must be
/// present.
fn symbol<T: Copy>(name: &str) -> Option<T> {
    // SAFETY: the caller found the library; it is never unloaded, so the address stays valid.
    unsafe { sys::culib().get::<T>(name.as_bytes()).ok().map(|symbol| *symbol) }
}

fn has(name: &str) -> bool {
    symbol::<*const ()>(name).is_some()
}

/// Loads the driver library and resolves its functions; called before any other function. It is never
/// unloaded.
pub(super) fn library() -> Result<DriverApi, Reason> {
    // SAFETY: opening the driver library runs its constructors, as a user of CUDA expects.
    if !unsafe { sys::is_culib_present() } {
        return Err(Reason::NoLibrary { tried: vec!["cuda", "nvcuda"] });
    }
    DriverApi::resolve().map_err(|missing| old_driver(missing, None))
}

impl DriverApi {
    /// Returns the driver's name and description of a result.
    pub(super) fn error_text(&self, code: c_int) -> (String, String) {
        let name = error_part(self.cuGetErrorName, code).unwrap_or_else(|| format!("error {code}"));
        let text = error_part(self.cuGetErrorString, code).unwrap_or_default();
        (name, text)
    }
}

/// Returns the driver's name or description of a result.
fn error_part(function: Option<ErrorText>, code: c_int) -> Option<String> {
    let function = function?;
    let mut text = std::ptr::null();
    // SAFETY: the driver writes the address of a static string, or null for a code it does not know.
    let result = unsafe { function(code, &raw mut text) };
    if result != SUCCESS || text.is_null() {
        return None;
    }
    // SAFETY: the driver returned a static string.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Calls an optional function, or returns [`NOT_SUPPORTED`] if the driver lacks it.
pub(super) fn optional<F>(function: Option<F>, call: impl FnOnce(F) -> c_int) -> c_int {
    function.map_or(NOT_SUPPORTED, call)
}
