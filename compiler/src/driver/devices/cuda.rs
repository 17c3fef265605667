//! Executes programs on a GPU through the CUDA driver, with kernels as PTX for its chip.

use warpline_backend_ptx::{Ptx, target_for};
use warpline_runtime::CudaDevice;

use super::gpu;
use crate::driver::backends::CodeTarget;
use crate::driver::execute::{Execution, Request};
use crate::driver::session::{Session, Stop};

/// Compiles and executes a program on the device with this number.
pub(super) fn execute(session: &mut Session, request: &Request<'_>, ordinal: u32) -> Result<Execution, Stop> {
    let open = || CudaDevice::open(ordinal);
    gpu::execute(session, request, &format!("cuda:{ordinal}"), open, |device| {
        let (major, minor) = device.info().compute_capability;
        let target = target_for((major, minor)).ok_or_else(|| format!("sm_{major}{minor}"))?;
        Ok(CodeTarget { backend: &Ptx, target })
    })
}
