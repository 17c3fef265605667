//! Executes programs on a GPU through the HIP driver, with kernels as code objects for its chip.

use warpline_backend_amdgcn::{Amdgcn, target_for};
use warpline_runtime::HipDevice;

use super::gpu;
use crate::driver::backends::CodeTarget;
use crate::driver::execute::{Execution, Request};
use crate::driver::session::{Session, Stop};

/// Compiles and executes a program on the device with this number.
pub(super) fn execute(session: &mut Session, request: &Request<'_>, ordinal: u32) -> Result<Execution, Stop> {
    let open = || HipDevice::open(ordinal);
    gpu::execute(session, request, &format!("hip:{ordinal}"), open, |device| {
        let chip = &device.info().chip;
        let target = target_for(chip).ok_or_else(|| chip.clone())?;
        Ok(CodeTarget { backend: &Amdgcn, target })
    })
}
