//! A CUDA driver without a GPU: a shared library that tests load in place of `libcuda`.
//!
//! ```text
//! ffi: C entry points ─→ driver: handles, contexts, rules ─→ queue: streams, run late ─→ image: PTX on the interpreter
//! ```
//! It runs work as late as stream semantics allow, in an order determined by a seed, so that a missing wait
//! changes results or is reported. It logs each call, violations of the driver's rules, and the objects left
//! when the last reference to a context is released. It can reject texts, fail any call, pretend to be old,
//! or lack capabilities; see `config`.

#![deny(unsafe_code)]

mod config;
mod driver;
#[expect(unsafe_code, reason = "the boundary to C, and memory that the host also uses")]
mod ffi;
mod graph;
mod image;
mod launch;
mod memory;
mod queue;

/// Result codes of calls, as the driver numbers them.
mod code {
    pub(crate) const INVALID_VALUE: i32 = 1;
    pub(crate) const OUT_OF_MEMORY: i32 = 2;
    pub(crate) const NOT_INITIALIZED: i32 = 3;
    pub(crate) const INVALID_DEVICE: i32 = 101;
    pub(crate) const INVALID_CONTEXT: i32 = 201;
    pub(crate) const INVALID_PTX: i32 = 218;
    pub(crate) const UNSUPPORTED_PTX_VERSION: i32 = 222;
    pub(crate) const OPERATING_SYSTEM: i32 = 304;
    pub(crate) const INVALID_HANDLE: i32 = 400;
    pub(crate) const NOT_FOUND: i32 = 500;
    pub(crate) const NOT_READY: i32 = 600;
    pub(crate) const ILLEGAL_ADDRESS: i32 = 700;
    pub(crate) const ASSERT: i32 = 710;
    pub(crate) const LAUNCH_FAILED: i32 = 719;
    pub(crate) const NOT_SUPPORTED: i32 = 801;

    /// Returns the name and the description of a result, each with a final zero.
    pub(crate) fn text(code: i32) -> Option<(&'static str, &'static str)> {
        Some(match code {
            0 => ("CUDA_SUCCESS\0", "no error\0"),
            INVALID_VALUE => ("CUDA_ERROR_INVALID_VALUE\0", "invalid argument\0"),
            OUT_OF_MEMORY => ("CUDA_ERROR_OUT_OF_MEMORY\0", "out of memory\0"),
            NOT_INITIALIZED => ("CUDA_ERROR_NOT_INITIALIZED\0", "initialization error\0"),
            34 => ("CUDA_ERROR_STUB_LIBRARY\0", "CUDA driver is a stub library\0"),
            100 => ("CUDA_ERROR_NO_DEVICE\0", "no CUDA-capable device is detected\0"),
            INVALID_DEVICE => ("CUDA_ERROR_INVALID_DEVICE\0", "invalid device ordinal\0"),
            INVALID_CONTEXT => ("CUDA_ERROR_INVALID_CONTEXT\0", "invalid device context\0"),
            INVALID_PTX => ("CUDA_ERROR_INVALID_PTX\0", "a PTX JIT compilation failed\0"),
            UNSUPPORTED_PTX_VERSION => (
                "CUDA_ERROR_UNSUPPORTED_PTX_VERSION\0",
                "the provided PTX was compiled with an unsupported toolchain.\0",
            ),
            OPERATING_SYSTEM => {
                ("CUDA_ERROR_OPERATING_SYSTEM\0", "OS call failed or operation not supported on this OS\0")
            }
            INVALID_HANDLE => ("CUDA_ERROR_INVALID_HANDLE\0", "invalid resource handle\0"),
            NOT_FOUND => ("CUDA_ERROR_NOT_FOUND\0", "named symbol not found\0"),
            NOT_READY => ("CUDA_ERROR_NOT_READY\0", "device not ready\0"),
            ILLEGAL_ADDRESS => ("CUDA_ERROR_ILLEGAL_ADDRESS\0", "an illegal memory access was encountered\0"),
            ASSERT => ("CUDA_ERROR_ASSERT\0", "device-side assert triggered\0"),
            LAUNCH_FAILED => ("CUDA_ERROR_LAUNCH_FAILED\0", "unspecified launch failure\0"),
            NOT_SUPPORTED => ("CUDA_ERROR_NOT_SUPPORTED\0", "operation not supported\0"),
            _ => return None,
        })
    }
}
