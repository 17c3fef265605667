//! The types of the driver's functions, under their names in HIP's headers, with which a test compares them.
//! Enums are numbers, since a newer driver may have values that are not listed here.
#![expect(non_camel_case_types, non_snake_case, non_upper_case_globals, reason = "names of HIP")]

use std::ffi::{c_int, c_uchar, c_uint, c_void};

/// Declares types that only the driver knows, and the pointers to them.
macro_rules! handles {
    ($($opaque:ident, $pointer:ident;)*) => {
        $(
            #[doc = concat!("The referent of `", stringify!($pointer), "`.")]
            #[repr(C)]
            pub(super) struct $opaque {
                _opaque: [u8; 0],
            }
            #[doc = concat!("HIP's `", stringify!($pointer), "`.")]
            pub(super) type $pointer = *mut $opaque;
        )*
    };
}

handles! {
    ihipStream_t, hipStream_t;
    ihipEvent_t, hipEvent_t;
    ihipModule_t, hipModule_t;
    ihipModuleSymbol_t, hipFunction_t;
    ihipMemPoolHandle_t, hipMemPool_t;
    ihipGraph, hipGraph_t;
    hipGraphExec, hipGraphExec_t;
    hipGraphNode, hipGraphNode_t;
}

pub(super) type hipDevice_t = c_int;
pub(super) type hipDeviceptr_t = *mut c_void;
pub(super) type hipArray_t = *mut c_void;
/// The properties of a device, whose layout differs between releases.
pub(super) type hipDeviceProp_t = c_void;
pub(super) type hipDeviceAttribute_t = c_uint;
pub(super) type hipFunction_attribute = c_uint;
pub(super) type hipMemcpyKind = c_uint;
pub(super) type hipMemPoolAttr = c_uint;
pub(super) type hipMemAllocationType = c_uint;
pub(super) type hipMemAllocationHandleType = c_uint;
pub(super) type hipMemLocationType = c_uint;
pub(super) type hipStreamCaptureStatus = c_uint;

pub(super) const hipDeviceAttributeAsyncEngineCount: hipDeviceAttribute_t = 2;
pub(super) const hipDeviceAttributeClockRate: hipDeviceAttribute_t = 5;
pub(super) const hipDeviceAttributeConcurrentManagedAccess: hipDeviceAttribute_t = 9;
pub(super) const hipDeviceAttributeMaxGridDimX: hipDeviceAttribute_t = 29;
pub(super) const hipDeviceAttributeMaxGridDimY: hipDeviceAttribute_t = 30;
pub(super) const hipDeviceAttributeMaxGridDimZ: hipDeviceAttribute_t = 31;
pub(super) const hipDeviceAttributeMultiprocessorCount: hipDeviceAttribute_t = 63;
pub(super) const hipDeviceAttributeMaxSharedMemoryPerBlock: hipDeviceAttribute_t = 74;
pub(super) const hipDeviceAttributeMemoryPoolsSupported: hipDeviceAttribute_t = 88;
pub(super) const HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: hipFunction_attribute = 0;
pub(super) const HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: hipFunction_attribute = 1;
pub(super) const hipStreamCaptureStatusNone: hipStreamCaptureStatus = 0;
pub(super) const hipMemcpyHostToDevice: hipMemcpyKind = 1;
pub(super) const hipMemcpyDefault: hipMemcpyKind = 4;
pub(super) const hipMemPoolReuseAllowInternalDependencies: hipMemPoolAttr = 3;
pub(super) const hipMemPoolAttrReleaseThreshold: hipMemPoolAttr = 4;
pub(super) const hipMemAllocationTypePinned: hipMemAllocationType = 1;
pub(super) const hipMemHandleTypeNone: hipMemAllocationHandleType = 0;
pub(super) const hipMemLocationTypeDevice: hipMemLocationType = 1;
pub(super) const hipStreamNonBlocking: c_uint = 1;
pub(super) const hipEventDefault: c_uint = 0;
pub(super) const hipEventDisableTiming: c_uint = 2;
pub(super) const hipMemAttachGlobal: c_uint = 1;
pub(super) const hipCpuDeviceId: c_int = -1;
pub(super) const hipHostMallocPortable: c_uint = 1;
pub(super) const hipHostMallocMapped: c_uint = 2;
pub(super) const HIP_LAUNCH_PARAM_BUFFER_POINTER: usize = 1;
pub(super) const HIP_LAUNCH_PARAM_BUFFER_SIZE: usize = 2;
pub(super) const HIP_LAUNCH_PARAM_END: usize = 3;

/// Where a pool allocates.
#[repr(C)]
pub(super) struct hipMemLocation {
    pub(super) r#type: hipMemLocationType,
    pub(super) id: c_int,
}

/// The properties of a pool.
#[repr(C)]
pub(super) struct hipMemPoolProps {
    pub(super) allocType: hipMemAllocationType,
    pub(super) handleTypes: hipMemAllocationHandleType,
    pub(super) location: hipMemLocation,
    pub(super) win32SecurityAttributes: *mut c_void,
    pub(super) reserved: [c_uchar; 64],
}

/// Extents of a launch.
#[repr(C)]
pub(super) struct dim3 {
    pub(super) x: c_uint,
    pub(super) y: c_uint,
    pub(super) z: c_uint,
}

/// A launch in a graph.
#[repr(C)]
pub(super) struct hipKernelNodeParams {
    pub(super) blockDim: dim3,
    pub(super) extra: *mut *mut c_void,
    pub(super) func: *mut c_void,
    pub(super) gridDim: dim3,
    pub(super) kernelParams: *mut *mut c_void,
    pub(super) sharedMemBytes: c_uint,
}

/// A fill in a graph.
#[repr(C)]
pub(super) struct hipMemsetParams {
    pub(super) dst: *mut c_void,
    pub(super) elementSize: c_uint,
    pub(super) height: usize,
    pub(super) pitch: usize,
    pub(super) value: c_uint,
    pub(super) width: usize,
}

/// An offset in an array.
#[repr(C)]
#[derive(Default)]
pub(super) struct hipPos {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) z: usize,
}

/// Rows of bytes.
#[repr(C)]
pub(super) struct hipPitchedPtr {
    pub(super) ptr: *mut c_void,
    pub(super) pitch: usize,
    pub(super) xsize: usize,
    pub(super) ysize: usize,
}

/// The size of a copy: bytes of a row, rows, and layers.
#[repr(C)]
pub(super) struct hipExtent {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) depth: usize,
}

/// A copy in a graph.
#[repr(C)]
pub(super) struct hipMemcpy3DParms {
    pub(super) srcArray: hipArray_t,
    pub(super) srcPos: hipPos,
    pub(super) srcPtr: hipPitchedPtr,
    pub(super) dstArray: hipArray_t,
    pub(super) dstPos: hipPos,
    pub(super) dstPtr: hipPitchedPtr,
    pub(super) extent: hipExtent,
    pub(super) kind: hipMemcpyKind,
}
