//! Executes programs on a GPU through the HIP driver, with kernels as code objects for its chip.

use warpline_backend_amdgcn::{Amdgcn, target_for};
use warpline_runtime::HipDevice;

use super::gpu::{self, no_code};
use crate::backends::CodeTarget;
use crate::execute::{Execution, Request};
use crate::session::{Session, Stop};

/// Opens the GPU with this number.
pub(super) fn open(ordinal: u32) -> Result<(HipDevice, CodeTarget), String> {
    let device = HipDevice::open(ordinal).map_err(|unavailable| unavailable.to_string())?;
    let chip = &device.info().chip;
    let target = target_for(chip).ok_or_else(|| no_code(chip))?;
    Ok((device, CodeTarget { backend: &Amdgcn, target }))
}

/// Compiles and executes a program on the device with this number.
pub(super) fn execute(session: &mut Session, request: &Request<'_>, ordinal: u32) -> Result<Execution, Stop> {
    gpu::execute(session, request, &format!("hip:{ordinal}"), || open(ordinal))
}
