//! The CUDA device: the calls of [`super::gpu`] in the driver's library, which is loaded at run time.

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
    /// The device with this number, or why it cannot be used. Never panics, whatever is installed.
    pub fn open(ordinal: u32) -> Result<Self, Unavailable> {
        Ok(Self::new(Cuda::open(ordinal)?)?)
    }

    /// What the driver says about the device.
    pub fn info(&self) -> &CudaDeviceInfo {
        &self.driver().info
    }
}
