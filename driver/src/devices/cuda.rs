//! Executes programs on a GPU through the CUDA driver, with kernels as PTX for its chip.

use warpline_backend_ptx::{Ptx, target_for};
use warpline_runtime::CudaDevice;

use super::gpu::{self, no_code};
use crate::backends::CodeTarget;
use crate::execute::{Execution, Request};
use crate::session::{Session, Stop};

/// Opens the GPU with this number.
pub(super) fn open(ordinal: u32) -> Result<(CudaDevice, CodeTarget), String> {
    let device = CudaDevice::open(ordinal).map_err(|unavailable| unavailable.to_string())?;
    let (major, minor) = device.info().compute_capability;
    let target = target_for((major, minor)).ok_or_else(|| no_code(&format!("sm_{major}{minor}")))?;
    Ok((device, CodeTarget { backend: &Ptx, target }))
}

/// Compiles and executes a program on the device with this number.
pub(super) fn execute(session: &mut Session, request: &Request<'_>, ordinal: u32) -> Result<Execution, Stop> {
    gpu::execute(session, request, &format!("cuda:{ordinal}"), || open(ordinal))
}
