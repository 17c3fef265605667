//! The table of the driver's functions: lists every function that is called once, as required or optional.
//!
//! All names are resolved when the library is opened, so that only existing functions can be called. A test
//! compares the signatures with HIP's headers. Results are plain numbers, since a newer driver may return
//! codes that are not known here.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

use libloading::Library;

use super::probe::old_driver;
use super::types::{
    hipDevice_t, hipDeviceAttribute_t, hipDeviceProp_t, hipDeviceptr_t, hipEvent_t, hipFunction_attribute,
    hipFunction_t, hipGraph_t, hipGraphExec_t, hipGraphNode_t, hipKernelNodeParams, hipMemPool_t,
    hipMemPoolAttr, hipMemPoolProps, hipMemcpy3DParms, hipMemcpyKind, hipMemsetParams, hipModule_t,
    hipStream_t, hipStreamCaptureStatus,
};
use crate::driver::gpu::unavailable::Reason;

/// The result of a successful call.
pub(super) const SUCCESS: c_int = 0;
/// The result of a query while work is in progress.
pub(super) const NOT_READY: c_int = 600;
/// The result of [`DriverApi`] for a function that the driver lacks.
const NOT_SUPPORTED: c_int = 801;

/// The names of the library, in the order in which they are tried. The first one is a link of the packages
/// for developers.
const LIBRARIES: [&str; 4] = ["libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"];

/// Declares the functions, each under its own name.
macro_rules! driver_api {
    (
        required { $($name:ident($($argument:ty),*);)* }
        $(optional $has:ident { $($extra:ident($($extra_argument:ty),*);)* })*
        newer { $($other:ident($($other_argument:ty),*);)* }
    ) => {
        /// The functions of a loaded driver library.
        #[expect(non_snake_case, reason = "the fields are called as the driver's functions are")]
        pub(super) struct DriverApi {
            $(pub(super) $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            $($(pub(super) $extra: Option<unsafe extern "C" fn($($extra_argument),*) -> c_int>,)*)*
            $(pub(super) $other: Option<unsafe extern "C" fn($($other_argument),*) -> c_int>,)*
            hipGetErrorName: Option<ErrorText>,
            hipGetErrorString: Option<ErrorText>,
        }

        impl DriverApi {
            /// Resolves every name, or returns the missing required ones.
            fn resolve(library: &Library) -> Result<Self, Vec<&'static str>> {
                let all = (|| Some(Self {
                    $($name: symbol(library, stringify!($name))?,)*
                    $($($extra: symbol(library, stringify!($extra)),)*)*
                    $($other: symbol(library, stringify!($other)),)*
                    hipGetErrorName: symbol(library, "hipGetErrorName"),
                    hipGetErrorString: symbol(library, "hipGetErrorString"),
                }))();
                let is_missing = |name: &&str| symbol::<*const ()>(library, name).is_none();
                all.ok_or_else(|| [$(stringify!($name)),*].into_iter().filter(is_missing).collect())
            }

            $(
                /// Whether the driver has all functions of the group.
                pub(super) fn $has(&self) -> bool {
                    $(self.$extra.is_some())&&*
                }
            )*
        }
    };
}

driver_api! {
    required {
        hipInit(c_uint);
        hipDriverGetVersion(*mut c_int);
        hipGetDeviceCount(*mut c_int);
        hipDeviceGet(*mut hipDevice_t, c_int);
        hipSetDevice(c_int);
        hipGetDevice(*mut c_int);
        hipDeviceGetName(*mut c_char, c_int, hipDevice_t);
        hipDeviceGetAttribute(*mut c_int, hipDeviceAttribute_t, c_int);
        hipDeviceTotalMem(*mut usize, hipDevice_t);
        hipModuleLoadData(*mut hipModule_t, *const c_void);
        hipModuleUnload(hipModule_t);
        hipModuleGetFunction(*mut hipFunction_t, hipModule_t, *const c_char);
        hipModuleGetGlobal(*mut hipDeviceptr_t, *mut usize, hipModule_t, *const c_char);
        hipFuncGetAttribute(*mut c_int, hipFunction_attribute, hipFunction_t);
        hipModuleLaunchKernel(
            hipFunction_t, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, hipStream_t,
            *mut *mut c_void, *mut *mut c_void
        );
        hipStreamCreateWithFlags(*mut hipStream_t, c_uint);
        hipStreamDestroy(hipStream_t);
        hipStreamSynchronize(hipStream_t);
        hipStreamQuery(hipStream_t);
        hipStreamWaitEvent(hipStream_t, hipEvent_t, c_uint);
        hipStreamGetCaptureInfo(hipStream_t, *mut hipStreamCaptureStatus, *mut c_ulonglong);
        hipEventCreateWithFlags(*mut hipEvent_t, c_uint);
        hipEventDestroy(hipEvent_t);
        hipEventRecord(hipEvent_t, hipStream_t);
        hipEventQuery(hipEvent_t);
        hipEventSynchronize(hipEvent_t);
        hipEventElapsedTime(*mut f32, hipEvent_t, hipEvent_t);
        hipMalloc(*mut *mut c_void, usize);
        hipFree(*mut c_void);
        hipMallocManaged(*mut *mut c_void, usize, c_uint);
        hipMemPrefetchAsync(*const c_void, usize, c_int, hipStream_t);
        hipHostMalloc(*mut *mut c_void, usize, c_uint);
        hipHostFree(*mut c_void);
        hipMemcpy(*mut c_void, *const c_void, usize, hipMemcpyKind);
        hipMemcpyAsync(*mut c_void, *const c_void, usize, hipMemcpyKind, hipStream_t);
        hipMemcpy2DAsync(
            *mut c_void, usize, *const c_void, usize, usize, usize, hipMemcpyKind, hipStream_t
        );
        hipMemsetD8Async(hipDeviceptr_t, c_uchar, usize, hipStream_t);
        hipMemsetD16Async(hipDeviceptr_t, c_ushort, usize, hipStream_t);
        hipMemsetD32Async(hipDeviceptr_t, c_int, usize, hipStream_t);
        hipMemset2DAsync(*mut c_void, usize, c_int, usize, usize, hipStream_t);
    }
    optional has_pools {
        hipMemPoolCreate(*mut hipMemPool_t, *const hipMemPoolProps);
        hipMemPoolDestroy(hipMemPool_t);
        hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, *mut c_void);
        hipMallocFromPoolAsync(*mut *mut c_void, usize, hipMemPool_t, hipStream_t);
        hipFreeAsync(*mut c_void, hipStream_t);
    }
    optional has_graphs {
        hipGraphCreate(*mut hipGraph_t, c_uint);
        hipGraphDestroy(hipGraph_t);
        hipGraphAddKernelNode(
            *mut hipGraphNode_t, hipGraph_t, *const hipGraphNode_t, usize, *const hipKernelNodeParams
        );
        hipGraphAddMemcpyNode(
            *mut hipGraphNode_t, hipGraph_t, *const hipGraphNode_t, usize, *const hipMemcpy3DParms
        );
        hipGraphAddMemsetNode(
            *mut hipGraphNode_t, hipGraph_t, *const hipGraphNode_t, usize, *const hipMemsetParams
        );
        hipGraphAddEmptyNode(*mut hipGraphNode_t, hipGraph_t, *const hipGraphNode_t, usize);
        hipGraphInstantiateWithFlags(*mut hipGraphExec_t, hipGraph_t, c_ulonglong);
        hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t, *const hipKernelNodeParams);
        hipGraphLaunch(hipGraphExec_t, hipStream_t);
        hipGraphExecDestroy(hipGraphExec_t);
    }
    newer {
        hipStreamGetDevice(hipStream_t, *mut hipDevice_t);
        hipGetDevicePropertiesR0600(*mut hipDeviceProp_t, c_int);
        hipGetDeviceProperties(*mut hipDeviceProp_t, c_int);
    }
}

/// The type of `hipGetErrorName` and `hipGetErrorString`.
type ErrorText = unsafe extern "C" fn(c_int) -> *const c_char;

/// Looks up a function of the library; `T` is the type of the function called `name`.
fn symbol<T: Copy>(library: &Library, name: &str) -> Option<T> {
    // SAFETY: the types of the table are those of HIP; the library is never unloaded, so the address stays
    // valid.
    unsafe { library.get::<T>(name.as_bytes()) }.ok().map(|symbol| *symbol)
}

/// Loads the driver library and resolves its functions; called before any other function. It is never
/// unloaded, since its threads may still run.
pub(super) fn library() -> Result<DriverApi, Reason> {
    // SAFETY: opening the driver library runs its constructors, as a user of HIP expects.
    let open = |name: &&str| unsafe { Library::new(*name) }.ok();
    let opened = LIBRARIES.iter().find_map(open);
    let library = opened.ok_or_else(|| Reason::NoLibrary { tried: LIBRARIES.to_vec() })?;
    let api = DriverApi::resolve(&library).map_err(|missing| old_driver(missing, None));
    std::mem::forget(library);
    api
}

impl DriverApi {
    /// Returns the driver's name and description of a result.
    pub(super) fn error_text(&self, code: c_int) -> (String, String) {
        let name = error_part(self.hipGetErrorName, code).unwrap_or_else(|| format!("error {code}"));
        let text = error_part(self.hipGetErrorString, code).unwrap_or_default();
        (name, text)
    }

    /// Writes the properties of a device, in the layout of the driver's release.
    pub(super) fn properties(&self, to: *mut hipDeviceProp_t, device: hipDevice_t) -> c_int {
        let function = self.hipGetDevicePropertiesR0600.or(self.hipGetDeviceProperties);
        // SAFETY: the caller passes memory that every layout fits.
        optional(function, |function| unsafe { function(to, device) })
    }
}

/// Returns the driver's name or description of a result.
fn error_part(function: Option<ErrorText>, code: c_int) -> Option<String> {
    // SAFETY: the driver takes any number.
    let text = unsafe { function?(code) };
    if text.is_null() {
        return None;
    }
    // SAFETY: the driver returned a static string.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Calls an optional function, or returns [`NOT_SUPPORTED`] if the driver lacks it.
pub(super) fn optional<F>(function: Option<F>, call: impl FnOnce(F) -> c_int) -> c_int {
    function.map_or(NOT_SUPPORTED, call)
}
