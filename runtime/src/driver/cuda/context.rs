//! The primary context of one GPU: current on every entry, and lost for good after an error that the driver keeps.
//!
//! After an error such as an illegal address every call of the driver returns that error again. The first such result
//! is reported with the launches that may have caused it; all later calls return `ContextLost` and the driver is not
//! asked any more, but to give things back.

use std::ffi::c_int;
use std::sync::{Arc, Mutex, OnceLock};

use cudarc::driver::sys::{CUcontext, CUdevice, CUdevice_attribute};
use rustc_hash::FxHashSet;

use super::Unavailable;
use super::api::{DriverApi, SUCCESS};
use super::probe::{self, Driver};
use super::report::Watched;
use crate::driver::handles::lock;
use crate::driver::{DeviceError, Result};

/// Results after which the context cannot be used any more. Numbers, since newer drivers have more of them.
const STICKY: [c_int; 13] = [4, 214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719];

/// Names of launches that a report holds at most.
const MAX_SUSPECTS: usize = 4;

/// A handle of the driver. It is an opaque address that any thread may pass to the driver.
#[repr(transparent)]
pub(super) struct Handle<T>(pub(super) *mut T);

// SAFETY: the driver's functions may be called with any handle from any thread; nothing is reached through the address.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Handle<T> {}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

/// A retained primary context.
pub(super) struct Context {
    pub(super) api: DriverApi,
    pub(super) device: CUdevice,
    pub(super) raw: Handle<cudarc::driver::sys::CUctx_st>,
    lost: OnceLock<DeviceError>,
    in_flight: Mutex<InFlight>,
    /// The reports of the loaded programs.
    pub(super) watched: Mutex<Vec<Watched>>,
}

/// Launches that have not been seen to end, once per stream and operation.
#[derive(Default)]
struct InFlight {
    known: FxHashSet<(u32, u64)>,
    launches: Vec<Launched>,
}

struct Launched {
    stream: u32,
    key: u64,
    kernels: Arc<[Suspect]>,
}

/// A launch that may be the cause of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suspect {
    /// The operation that issued it.
    pub(super) op: u32,
    /// The kernel.
    pub(super) kernel: Arc<str>,
}

impl Context {
    /// Retains the primary context of a device of the driver.
    pub(super) fn retain(driver: Driver, ordinal: u32) -> std::result::Result<Self, Unavailable> {
        let device = driver.device(ordinal)?;
        let mut raw: CUcontext = std::ptr::null_mut();
        // SAFETY: `raw` is a place for a handle, and the device came from the driver.
        let code = unsafe { (driver.api.cuDevicePrimaryCtxRetain)(&raw mut raw, device) };
        driver.check("cuDevicePrimaryCtxRetain", code)?;
        let (lost, in_flight, watched) = (OnceLock::new(), Mutex::default(), Mutex::default());
        Ok(Self { api: driver.api, device, raw: Handle(raw), lost, in_flight, watched })
    }

    /// Makes the context current on the calling thread; an error if it is lost. Comes before every call.
    pub(super) fn enter(&self) -> Result<()> {
        if let Some(first) = self.lost.get() {
            let message = format!("the GPU was given up after an earlier failure: {first}");
            return Err(DeviceError::new("driver", "ContextLost", message));
        }
        self.make_current()
    }

    /// Makes the context current, lost or not, to give things back.
    pub(super) fn make_current(&self) -> Result<()> {
        // SAFETY: the context is retained until `self` is dropped.
        self.check("cuCtxSetCurrent", unsafe { (self.api.cuCtxSetCurrent)(self.raw.0) })
    }

    /// Whether the context was lost.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// The result of a call of the driver.
    pub(super) fn check(&self, call: &'static str, code: c_int) -> Result<()> {
        if code == SUCCESS {
            return Ok(());
        }
        let (name, text) = self.api.error_text(code);
        if !STICKY.contains(&code) {
            return Err(DeviceError::new(call, &name, text));
        }
        let error = self.check_reports().err().unwrap_or_else(|| self.blame(call, &name, &text));
        // Only the first one is the cause of all others.
        let _ = self.lost.set(error.clone());
        Err(error)
    }

    /// An attribute of the device; 0 where the driver does not know it.
    pub(super) fn attribute(&self, attribute: CUdevice_attribute) -> u32 {
        probe::attribute(&self.api, self.device, attribute).unwrap_or(0)
    }

    /// Notes a launch, or all those of a graph under one key, for the case that it fails.
    pub(super) fn note_launch(&self, stream: u32, key: u64, kernels: impl FnOnce() -> Arc<[Suspect]>) {
        let mut in_flight = lock(&self.in_flight);
        if in_flight.known.insert((stream, key)) {
            in_flight.launches.push(Launched { stream, key, kernels: kernels() });
        }
    }

    /// Forgets the launches of a stream that has run empty.
    pub(super) fn forget_launches(&self, stream: u32) {
        let in_flight = &mut *lock(&self.in_flight);
        in_flight.launches.retain(|launched| {
            let is_other = launched.stream != stream;
            if !is_other {
                in_flight.known.remove(&(stream, launched.key));
            }
            is_other
        });
    }

    /// The launches in flight.
    pub(super) fn suspects(&self) -> Vec<Suspect> {
        let in_flight = lock(&self.in_flight);
        in_flight.launches.iter().flat_map(|launched| launched.kernels.iter().cloned()).collect()
    }

    /// An error of a kernel, laid to its launch if only one can be meant.
    fn blame(&self, call: &'static str, name: &str, text: &str) -> DeviceError {
        let suspects = self.suspects();
        let Some(first) = suspects.first() else { return DeviceError::new(call, name, text) };
        if suspects.iter().all(|suspect| suspect == first) {
            let message = format!("{text}, in kernel `{}`", first.kernel);
            return DeviceError::new(call, name, message).of_op(first.op);
        }
        let mut kernels: Vec<String> = Vec::new();
        for suspect in &suspects {
            let kernel = format!("`{}`", suspect.kernel);
            if !kernels.contains(&kernel) {
                kernels.push(kernel);
            }
        }
        let n_more = kernels.len().saturating_sub(MAX_SUSPECTS);
        kernels.truncate(MAX_SUSPECTS);
        let more = if n_more == 0 { String::new() } else { format!(" and {n_more} more") };
        let n = suspects.len();
        let message = format!("{text}, in one of {n} launches in flight: {}{more}", kernels.join(", "));
        DeviceError::new(call, name, message)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context was retained once. Its result reports earlier work, which was reported.
        let _ = unsafe { (self.api.cuDevicePrimaryCtxRelease_v2)(self.device) };
    }
}
