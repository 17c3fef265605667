//! A driver in use: selected on every entry, and lost for good after a sticky error.
//!
//! After an error such as an illegal address every call of the driver returns that error again. The first
//! such result is reported with the launches that may have caused it. All later calls return `ContextLost`,
//! and the driver is no longer called, except to release resources.

use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::FxHashSet;

use super::driver::{Called, Driver, Failed, Limits};
use super::report::Watched;
use crate::driver::handles::lock;
use crate::driver::{DeviceError, Result};
use crate::fork::ForkStamp;

/// The maximum number of launches named in an error.
const MAX_SUSPECTS: usize = 4;

/// A driver in use. Only the device itself depends on the type of the driver.
pub(super) struct Context<D: ?Sized = dyn Driver> {
    pub(super) limits: Limits,
    born: ForkStamp,
    lost: OnceLock<DeviceError>,
    in_flight: Mutex<InFlight>,
    /// The reports of the loaded programs.
    pub(super) watched: Mutex<Vec<Watched>>,
    pub(super) driver: D,
}

/// Launches not yet known to have ended, once per stream and operation.
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

impl<D: Driver> Context<D> {
    /// Creates the context of a driver that has not been called yet.
    pub(super) fn new(driver: D) -> Self {
        let (lost, in_flight, watched) = (OnceLock::new(), Mutex::default(), Mutex::default());
        Self { limits: driver.limits(), born: ForkStamp::now(), lost, in_flight, watched, driver }
    }
}

impl Context {
    /// Selects the device on the calling thread; an error if it is lost. Precedes every call.
    pub(super) fn enter(&self) -> Result<()> {
        self.refuse_fork()?;
        if let Some(first) = self.lost.get() {
            let message = format!("the GPU context was lost after an earlier failure: {first}");
            return Err(DeviceError::new("driver", "ContextLost", message));
        }
        self.make_current()
    }

    /// Selects the device, lost or not, to release resources.
    pub(super) fn make_current(&self) -> Result<()> {
        self.call(Driver::make_current)
    }

    /// Returns an error if the context belongs to the parent of this process, whose locks this one must not take.
    pub(super) fn refuse_fork(&self) -> Result<()> {
        self.born.refuse_child()
    }

    /// Whether the context belongs to the parent of this process.
    pub(super) fn is_forked(&self) -> bool {
        self.born.is_forked()
    }

    /// Whether the device is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Makes a call of the driver.
    pub(super) fn call<T>(&self, call: impl FnOnce(&dyn Driver) -> Called<T>) -> Result<T> {
        call(&self.driver).map_err(|Failed { error, is_sticky }| {
            if !is_sticky {
                return error;
            }
            let error = self.check_reports().err().unwrap_or_else(|| self.blame(error));
            // Only the first error is the cause of all others.
            let _ = self.lost.set(error.clone());
            error
        })
    }

    /// Records a launch, or all those of a graph under one key, as a suspect in case of a failure.
    pub(super) fn note_launch(&self, stream: u32, key: u64, kernels: impl FnOnce() -> Arc<[Suspect]>) {
        let mut in_flight = lock(&self.in_flight);
        if in_flight.known.insert((stream, key)) {
            in_flight.launches.push(Launched { stream, key, kernels: kernels() });
        }
    }

    /// Removes the launches of a drained stream.
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

    /// Returns the launches in flight.
    pub(super) fn suspects(&self) -> Vec<Suspect> {
        let in_flight = lock(&self.in_flight);
        in_flight.launches.iter().flat_map(|launched| launched.kernels.iter().cloned()).collect()
    }

    /// Attributes an error of a kernel to its launch if only one is in flight; otherwise lists the suspects.
    fn blame(&self, error: DeviceError) -> DeviceError {
        let (suspects, text) = (self.suspects(), &error.message);
        let Some(first) = suspects.first() else { return error };
        if suspects.iter().all(|suspect| suspect == first) {
            let message = format!("{text}, in kernel `{}`", first.kernel);
            return DeviceError { message, ..error }.of_op(first.op);
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
        DeviceError { message, ..error }
    }
}
