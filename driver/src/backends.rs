//! The table of backends, each registered once. No other file names a backend except the table of
//! [devices](crate::devices).

use std::fmt;
use std::sync::OnceLock;

use warpline_ir::{Attr, Module};
use warpline_passes::backend::{Backend, EmitKind, Target};

/// Host code, which is machine code of this process, whatever kernels are compiled to.
pub(crate) use warpline_backend_cpu::{Linked, Logs, host, link};

/// The backends of this crate.
static OWN: &[&dyn Backend] =
    &[&warpline_backend_cpu::Cpu, &warpline_backend_ptx::Ptx, &warpline_backend_amdgcn::Amdgcn];

/// The backend that a test of one has added.
static ADDED: OnceLock<&'static dyn Backend> = OnceLock::new();

/// Returns all backends.
pub fn backends() -> impl Iterator<Item = &'static dyn Backend> {
    OWN.iter().copied().chain(ADDED.get().copied())
}

/// Adds a backend to those of this process, for a test of it. The first one stays.
pub fn add_backend(backend: &'static dyn Backend) {
    ADDED.get_or_init(|| backend);
}

/// The default target of commands.
pub const DEFAULT_TARGET: &str = "cpu";

/// A target with the backend that compiles for it.
#[derive(Clone)]
pub struct CodeTarget {
    /// The backend.
    pub backend: &'static dyn Backend,
    /// The target.
    pub target: Target,
}

impl fmt::Debug for CodeTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CodeTarget").field(&self.target.name).finish()
    }
}

impl PartialEq for CodeTarget {
    fn eq(&self, other: &Self) -> bool {
        self.backend.name() == other.backend.name() && self.target == other.target
    }
}

impl Eq for CodeTarget {}

impl CodeTarget {
    /// Returns the target with this name, such as `sm_90` or `cpu`.
    pub fn find(name: &str) -> Option<Self> {
        backends().find_map(|backend| Some(Self { backend, target: backend.target(name)? }))
    }

    /// Returns the machine that this process runs on.
    pub fn of_this_machine() -> Self {
        Self { backend: &warpline_backend_cpu::Cpu, target: warpline_backend_cpu::target() }
    }

    /// Returns the target denoted by an attribute of a `gpu.module`.
    pub fn named_by(module: &Module, attr: Attr) -> Option<Self> {
        backends().find_map(|backend| backend.target_attr()?.target_of(module, attr)).and_then(Self::find)
    }

    /// Returns the default target of a backend.
    pub fn default_of(backend: &'static dyn Backend) -> Option<Self> {
        Some(Self { backend, target: backend.target(backend.default_target())? })
    }

    /// Returns the passes to run on an annotated `gpu.module` before code generation.
    pub fn pipeline(&self) -> String {
        self.backend.pipeline(&self.target)
    }
}

/// Returns every kind of code that `compile --emit` can show, with its backend.
pub fn emit_kinds() -> impl Iterator<Item = (&'static dyn Backend, EmitKind)> {
    backends().flat_map(|backend| backend.emit_kinds().iter().map(move |kind| (backend, *kind)))
}

/// Returns the message for a target that no backend supports.
pub fn unknown_target(target: &str) -> String {
    let known: Vec<&str> = backends().flat_map(Backend::targets).collect();
    format!("no backend supports target '{target}'; supported targets: {}", known.join(", "))
}
