//! The backends, registered once each.

use warpline_passes::Backend;

/// Every backend.
pub static BACKENDS: &[&dyn Backend] = &[&warpline_backend_cpu::Cpu, &warpline_backend_ptx::Ptx];

/// The backend for a target such as `sm_90` or `cpu`.
pub fn backend_for(target: &str) -> Option<&'static dyn Backend> {
    BACKENDS.iter().copied().find(|backend| backend.accepts(target))
}

/// What is said of a target that no backend knows.
pub fn unknown_target(target: &str) -> String {
    let known: Vec<String> = BACKENDS.iter().map(|backend| backend.targets()).collect();
    format!("no backend makes code for '{target}'; there are {}", known.join(", "))
}
