//! The CUDA device: implements the calls of [`super::gpu`] with the driver library, which is loaded at run
//! time.

mod api;
mod calls;
mod log;
mod probe;

use super::gpu::GpuDevice;
pub use calls::Cuda;
pub use probe::{CudaDeviceInfo, CudaInfo, Unavailable, probe};

/// A GPU of the CUDA driver. Dropping it waits for its work.
pub type CudaDevice = GpuDevice<Cuda>;

impl CudaDevice {
    /// Opens the device with this number, or returns the reason why it cannot be used. Never panics, whatever
    /// is installed.
    pub fn open(ordinal: u32) -> Result<Self, Unavailable> {
        Ok(Self::new(Cuda::open(ordinal)?)?)
    }

    /// Returns the driver's information about the device.
    pub fn info(&self) -> &CudaDeviceInfo {
        &self.driver().info
    }
}
