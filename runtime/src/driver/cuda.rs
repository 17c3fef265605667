//! The CUDA device: implements the calls of [`super::gpu`] with the driver library, which is loaded at run
//! time.

mod api;
mod calls;
mod log;
mod probe;

use super::gpu::GpuDevice;
use super::gpu::unavailable::Unavailable;
pub use calls::Cuda;
pub use probe::{CudaDeviceInfo, CudaInfo, probe};

/// A GPU of the CUDA driver. Dropping it waits for its work.
pub type CudaDevice = GpuDevice<Cuda>;

impl CudaDevice {
    /// Opens the device with this number, or returns the reason why it cannot be used. Never panics, whatever
    /// is installed.
    pub fn open(ordinal: u32) -> Result<Self, Unavailable> {
        let opened = Cuda::open(ordinal).and_then(|cuda| Ok(Self::new(cuda)?));
        opened.map_err(|reason| reason.of(probe::DRIVER))
    }

    /// Returns the driver's information about the device.
    pub fn info(&self) -> &CudaDeviceInfo {
        &self.driver().info
    }
}
