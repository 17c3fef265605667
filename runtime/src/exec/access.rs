//! The part of the C ABI for kernels and instrumented host code: logs memory accesses and token dependencies,
//! and yields in spin loops.
//!
//! # Safety
//! For every function: `turn` is the last argument of the kernel; `log` points at a live [`AccessLog`] and
//! `run` at a live [`Run`] that no other thread uses.

use super::Run;
use crate::driver::cpu::fiber::Turn;
use crate::driver::cpu::printed::Printed;
use crate::driver::detect::{AccessKind, AccessLog, View};
use crate::print_helpers::{PrintArg, c_format};
use crate::program::LaunchDims;

/// Begins a part of a launch with this scratch memory.
///
/// # Safety
/// See [the module](self#safety); `launch` points at the extent of the launch.
pub unsafe extern "C" fn wl_log_begin(
    log: *mut AccessLog,
    launch: *const LaunchDims,
    scratch: u64,
    bytes: u64,
) {
    // SAFETY: the caller upholds the safety contract of the module, and is the worker of the device.
    unsafe { (*log).begin(*launch, scratch, bytes) };
}

/// Begins a part of the execution of a block, whose accesses no barrier orders.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_interval(log: *mut AccessLog, block: u64) {
    // SAFETY: the caller upholds the safety contract of the module, and is the worker of the device.
    unsafe { (*log).next_interval(block) };
}

/// Logs an access of a thread of the block, by its number in the program; `access` is a number of [`AccessKind`], or
/// that of a write with [`REWRITES`](warpline_ir::host_abi::REWRITES).
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_access(
    log: *mut AccessLog,
    access: u32,
    address: u64,
    bytes: u64,
    thread: u64,
    number: u32,
) {
    // SAFETY: the caller upholds the safety contract of the module, and is the worker of the device.
    unsafe { (*log).add_of_thread(access, (address, bytes), thread, number) };
}

/// Called after an iteration of a loop that ends only when other work runs; `goes_on` is 0 if the loop is
/// left. If the result is not 0, the kernel must return it.
///
/// # Safety
/// See [the module](self#safety).
pub(super) unsafe extern "C" fn wl_spin(turn: *const Turn, goes_on: u32) -> u32 {
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*turn).spin(goes_on != 0) }
}

/// Prints `n_args` values by a format of `bytes` bytes. An argument is the width of an integer and its bits, or 0
/// and the bits of an `f64`.
///
/// # Safety
/// See [the module](self#safety); `format` and `args` point at as many elements.
pub(super) unsafe extern "C" fn wl_printf(
    printed: *mut Printed,
    format: *const u8,
    bytes: u64,
    args: *const [u64; 2],
    n_args: u64,
) {
    // SAFETY: the caller upholds the safety contract of the module.
    let (printed, format, args) = unsafe {
        let format = std::slice::from_raw_parts(format, bytes as usize);
        (&mut *printed, format, std::slice::from_raw_parts(args, n_args as usize))
    };
    let args: Vec<PrintArg> = args
        .iter()
        .map(|[width, bits]| match *width {
            0 => PrintArg::Float(f64::from_bits(*bits)),
            width => PrintArg::Int(*bits, width as u32),
        })
        .collect();
    printed.add(&c_format(&String::from_utf8_lossy(format), &args).unwrap_or_else(|error| error + "\n"));
}

/// Logs an access of a kernel that is not compared with those of other threads, by its number in the program; `access` is a
/// number of [`AccessKind`].
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log(log: *mut AccessLog, access: u32, address: u64, bytes: u64, number: u32) {
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*log).add_of_kernel(access, address, bytes, number) };
}

/// Logs an access of a kernel to a view: `rank` sizes and strides in elements.
///
/// # Safety
/// See [the module](self#safety); `sizes` and `strides` point at `rank` elements each.
pub unsafe extern "C" fn wl_log_view(
    log: *mut AccessLog,
    access: u32,
    address: u64,
    element_bytes: u64,
    rank: u32,
    sizes: *const u64,
    strides: *const i64,
) {
    // SAFETY: the caller vouches for the elements.
    let (sizes, strides) = unsafe { extents(rank, sizes, strides) };
    let view = View { address, element_bytes, sizes, strides };
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*log).add_view_of_kernel(access, &view) };
}

/// Returns the sizes and strides of a view.
///
/// # Safety
/// `sizes` and `strides` point at `rank` elements each, which live as long as the result is used.
unsafe fn extents<'a>(rank: u32, sizes: *const u64, strides: *const i64) -> (&'a [u64], &'a [i64]) {
    match rank as usize {
        // Then the pointers are not read.
        0 => (&[], &[]),
        // SAFETY: the caller vouches for the elements.
        rank => unsafe {
            (std::slice::from_raw_parts(sizes, rank), std::slice::from_raw_parts(strides, rank))
        },
    }
}

/// Logs an access of the host.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_host(run: *mut Run, op: u32, access: u32, address: u64, bytes: u64) {
    let view = View::of_bytes(address, bytes);
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*run).notify(|observer| observer.host_access(op, AccessKind::from_number(access), &view)) };
}

/// Logs an access of the host to a view: `rank` sizes and strides in elements.
///
/// # Safety
/// See [the module](self#safety); `sizes` and `strides` point at `rank` elements each.
pub unsafe extern "C" fn wl_log_host_view(
    run: *mut Run,
    op: u32,
    access: u32,
    address: u64,
    element_bytes: u64,
    rank: u32,
    sizes: *const u64,
    strides: *const i64,
) {
    // SAFETY: the caller vouches for the elements.
    let (sizes, strides) = unsafe { extents(rank, sizes, strides) };
    let view = View { address, element_bytes, sizes, strides };
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*run).notify(|observer| observer.host_access(op, AccessKind::from_number(access), &view)) };
}

/// Records the work of the preceding call as the producer of a token. Tokens of different functions have
/// different numbers.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_gives(run: *mut Run, _op: u32, token: u64) {
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*run).notify(|observer| observer.gives_token(token)) };
}

/// Records that the next work of a stream, or the host at this point with
/// [`NO_STREAM`](warpline_ir::host_abi::NO_STREAM), depends on the work of a token.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_follows(run: *mut Run, op: u32, stream: u32, token: u64) {
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*run).follows_token(op, stream, token) };
}

/// Logs that the program leaves the next work unordered with the work of a token.
///
/// # Safety
/// See [the module](self#safety).
pub unsafe extern "C" fn wl_log_beside(run: *mut Run, _op: u32, token: u64) {
    // SAFETY: the caller upholds the safety contract of the module.
    unsafe { (*run).notify(|observer| observer.beside_token(token)) };
}
