//! Reports of failed assertions: the first thread of a program that fails one writes it into pinned host
//! memory, whose address its kernels read from [`REPORT_VARIABLE`].
//!
//! The host reads the report where it waits and before it launches, without calling the driver. Pinned memory
//! can be read even when the context is lost, as after a `trap`.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::context::{Context, Suspect};
use super::driver::Image;
use crate::driver::NO_OP;
use crate::driver::handles::lock;
use crate::driver::{DeviceError, Result};
use crate::program::{GpuReport, REPORT_VARIABLE};

/// The report of a loaded image.
pub(super) struct Watched {
    /// The address of the [`GpuReport`].
    address: u64,
    /// The kernels by their numbers in reports.
    kernels: Vec<(u64, Arc<str>)>,
}

impl Watched {
    /// Returns the report of a thread, once it is completely written.
    fn report(&self) -> Option<GpuReport> {
        let report = std::ptr::with_exposed_provenance_mut::<GpuReport>(self.address as usize);
        // SAFETY: the memory is a report, and pinned until the program is unloaded.
        let assertion = unsafe { AtomicU64::from_ptr(&raw mut (*report).assertion) };
        // SAFETY: as above; a thread writes the number last, and no other one writes.
        (assertion.load(Ordering::Acquire) != 0).then(|| unsafe { report.read_volatile() })
    }
}

impl Context {
    /// Allocates the report of the kernels of an image, and returns its address.
    pub(super) fn watch(&self, image: Image, kernels: Vec<(u64, Arc<str>)>) -> Result<u64> {
        let name = CString::new(REPORT_VARIABLE).expect("the name has no zero");
        let variable = self.call(|driver| driver.image_variable(image, &name))?;
        let address = self.call(|driver| driver.mem_host_alloc(size_of::<GpuReport>() as u64))?;
        let report = std::ptr::with_exposed_provenance_mut::<GpuReport>(address as usize);
        // SAFETY: the memory is of this size, and not used elsewhere yet.
        unsafe { report.write(GpuReport::default()) };
        self.call(|driver| driver.write_number(variable + 8, address))
            .inspect_err(|_| drop(self.call(|driver| driver.mem_free_host(address))))?;
        lock(&self.watched).push(Watched { address, kernels });
        Ok(address)
    }

    /// Frees the memory of a report.
    pub(super) fn forget_report(&self, address: u64) -> Result<()> {
        lock(&self.watched).retain(|watched| watched.address != address);
        self.call(|driver| driver.mem_free_host(address))
    }

    /// Returns an error if a thread has reported a failed assertion.
    pub(super) fn check_reports(&self) -> Result<()> {
        let watched = lock(&self.watched);
        let mut reports = watched.iter().filter_map(|watched| Some((watched, watched.report()?)));
        match reports.next() {
            None => Ok(()),
            Some((watched, report)) => Err(self.failed(watched, &report)),
        }
    }

    /// Returns the error of a report, attributed to a launch in flight if only one matches.
    fn failed(&self, watched: &Watched, report: &GpuReport) -> DeviceError {
        let kernel = watched.kernels.iter().find(|(number, _)| *number == report.kernel);
        let is_of_kernel = |suspect: &Suspect| kernel.is_none_or(|(_, name)| suspect.kernel == *name);
        let suspects = self.suspects().into_iter().filter(is_of_kernel).collect::<Vec<_>>();
        let only = suspects.first().filter(|first| suspects.iter().all(|suspect| suspect == *first));
        let name = kernel.map(|(_, name)| name).or(only.map(|only| &only.kernel));
        let name = name.map_or("", |name| name);
        let op = only.map_or(NO_OP, |only| only.op);
        let status = report.assertion as u32 + 1;
        let error = DeviceError::kernel_failed(op, name, status, Some(&report.fault));
        DeviceError { op: only.map(|only| only.op), ..error }
    }
}
