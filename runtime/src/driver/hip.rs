//! The HIP device: implements the calls of [`super::gpu`] with the driver library of AMD GPUs, which is loaded
//! at run time.

mod api;
mod calls;
mod probe;
mod types;

use super::gpu::GpuDevice;
use super::gpu::unavailable::Unavailable;
pub use calls::Hip;
pub use probe::{HipDeviceInfo, HipInfo, probe};

/// A GPU of the HIP driver. Dropping it waits for its work.
pub type HipDevice = GpuDevice<Hip>;

impl HipDevice {
    /// Opens the device with this number, or returns the reason why it cannot be used. Never panics, whatever
    /// is installed.
    pub fn open(ordinal: u32) -> Result<Self, Unavailable> {
        let opened = Hip::open(ordinal).and_then(|hip| Ok(Self::new(hip)?));
        opened.map_err(|reason| reason.of(probe::DRIVER))
    }

    /// Returns the driver's information about the device.
    pub fn info(&self) -> &HipDeviceInfo {
        &self.driver().info
    }
}
