//! The backends, registered once each.

use warpline_passes::Backend;

/// Every backend.
pub static BACKENDS: &[&dyn Backend] = &[&warpline_backend_cpu::Cpu, &warpline_backend_ptx::Ptx];

/// The backend for a target such as `sm_90` or `cpu`.
pub fn backend_for(target: &str) -> Option<&'static dyn Backend> {
    BACKENDS.iter().copied().find(|backend| backend.accepts(target))
}
