//! The backends, registered once each. No other file names one, but the table of [devices](crate::driver::devices).

use warpline_ir::{Attr, Module};
use warpline_passes::backend::{Backend, EmitKind, Target};

/// Host code, which is machine code of this process whatever the kernels become.
pub(crate) use warpline_backend_cpu::{Linked, Logs, host, link};

/// Every backend.
pub static BACKENDS: &[&dyn Backend] = &[
    &warpline_backend_cpu::Cpu,
    &warpline_backend_ptx::Ptx,
    #[cfg(feature = "sketch")]
    &warpline_backend_sketch::Sketch,
];

/// The target of commands that name none.
pub const DEFAULT_TARGET: &str = "cpu";

/// A target with the backend that makes code for it.
#[derive(Clone)]
pub struct CodeTarget {
    /// The backend.
    pub backend: &'static dyn Backend,
    /// The target.
    pub target: Target,
}

impl CodeTarget {
    /// The target with this name, such as `sm_90` or `cpu`.
    pub fn find(name: &str) -> Option<Self> {
        BACKENDS.iter().find_map(|backend| Some(Self { backend: *backend, target: backend.target(name)? }))
    }

    /// The machine that this process runs on.
    pub fn of_this_machine() -> Self {
        Self { backend: &warpline_backend_cpu::Cpu, target: warpline_backend_cpu::target() }
    }

    /// The target that an attribute of a `gpu.module` names.
    pub fn named_by(module: &Module, attr: Attr) -> Option<Self> {
        let name = |backend: &&'static dyn Backend| backend.target_attr()?.target_of(module, attr);
        BACKENDS.iter().find_map(name).and_then(Self::find)
    }

    /// The target of a backend where nothing names one.
    pub fn default_of(backend: &'static dyn Backend) -> Option<Self> {
        Some(Self { backend, target: backend.target(backend.default_target())? })
    }

    /// The passes on an annotated `gpu.module` before code is made of it.
    pub fn pipeline(&self) -> String {
        self.backend.pipeline(&self.target)
    }
}

/// Every kind of code that `compile --emit` can show, with its backend.
pub fn emit_kinds() -> impl Iterator<Item = (&'static dyn Backend, EmitKind)> {
    BACKENDS.iter().flat_map(|backend| backend.emit_kinds().iter().map(|kind| (*backend, *kind)))
}

/// What is said of a target that no backend knows.
pub fn unknown_target(target: &str) -> String {
    let known: Vec<&str> = BACKENDS.iter().flat_map(|backend| backend.targets()).collect();
    format!("no backend makes code for '{target}'; there are {}", known.join(", "))
}
