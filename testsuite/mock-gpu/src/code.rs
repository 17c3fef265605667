//! Results of calls, as the drivers number them.

/// An argument is wrong.
pub const INVALID_VALUE: i32 = 1;
/// There is not enough memory.
pub const OUT_OF_MEMORY: i32 = 2;
/// The driver was not initialized.
pub const NOT_INITIALIZED: i32 = 3;
/// There is no such device.
pub const INVALID_DEVICE: i32 = 101;
/// The code of an image is damaged.
pub const INVALID_IMAGE: i32 = 200;
/// No context is current.
pub const INVALID_CONTEXT: i32 = 201;
/// An image has no code for the chip.
pub const NO_BINARY_FOR_GPU: i32 = 209;
/// The compiler rejects a text.
pub const INVALID_PTX: i32 = 218;
/// A text needs a newer compiler.
pub const UNSUPPORTED_PTX_VERSION: i32 = 222;
/// The result of calls that are made to fail.
pub const OPERATING_SYSTEM: i32 = 304;
/// A handle is not live.
pub const INVALID_HANDLE: i32 = 400;
/// A call does not fit the state of its object.
pub const ILLEGAL_STATE: i32 = 401;
/// A name is unknown.
pub const NOT_FOUND: i32 = 500;
/// Work is in progress.
pub const NOT_READY: i32 = 600;
/// Work accessed memory that it may not access.
pub const ILLEGAL_ADDRESS: i32 = 700;
/// A kernel failed an assertion.
pub const ASSERT: i32 = 710;
/// A kernel failed otherwise.
pub const LAUNCH_FAILED: i32 = 719;
/// The driver does not support the call.
pub const NOT_SUPPORTED: i32 = 801;
/// A capture forbids the call, which has ended it.
pub const CAPTURE_UNSUPPORTED: i32 = 900;
/// A capture was ended by an earlier call.
pub const CAPTURE_INVALIDATED: i32 = 901;
/// A wait would join two captures.
pub const CAPTURE_MERGE: i32 = 902;
/// A capture began on another stream.
pub const CAPTURE_UNMATCHED: i32 = 903;
/// Captured work of another stream was not joined into the first one.
pub const CAPTURE_UNJOINED: i32 = 904;
/// Captured work would wait for work that is not captured.
pub const CAPTURE_ISOLATION: i32 = 905;
/// An event was recorded in a capture.
pub const CAPTURED_EVENT: i32 = 907;
