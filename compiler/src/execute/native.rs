//! Calls of loaded machine code: the one place of this crate where an address becomes a function.
//!
//! `backend-cpu` makes the code and `runtime` describes its callers; only here, where both are known, can one be
//! given to the other.
#![expect(unsafe_code, reason = "an address becomes a function where the makers of both sides are known")]

use std::ffi::c_void;

use warpline_runtime::{KernelEntry, Run};

/// A compiled host function: the run, an argument slot per part of an argument, a result slot likewise. Returns a
/// status, 0 for success.
type HostEntry = unsafe extern "C" fn(run: *mut c_void, args: *const u64, results: *mut u64) -> i32;

/// The kernel at an address of the code of a kernel.
pub(super) fn kernel(address: *const u8) -> KernelEntry {
    // SAFETY: the backend compiles every kernel with this signature, and function pointers have the size of data
    // pointers on every target that it supports.
    unsafe { std::mem::transmute::<*const u8, KernelEntry>(address) }
}

/// Calls the host function at an address; the counts of slots must be those of its parameters and results.
pub(super) fn call(address: *const u8, run: &mut Run, args: &[u64], results: &mut [u64]) -> i32 {
    // SAFETY: the backend compiles every host function with this signature.
    let entry = unsafe { std::mem::transmute::<*const u8, HostEntry>(address) };
    // SAFETY: the slots are those of the function, and the run is live and used by nobody else during the call.
    unsafe { entry(std::ptr::from_mut(run).cast(), args.as_ptr(), results.as_mut_ptr()) }
}
