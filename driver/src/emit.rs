//! The kinds of output of `compile --emit`.

use warpline_ir::suggest::nearest;
use warpline_passes::backend::{Backend, EmitKind};

use crate::backends::emit_kinds;

/// A kind of output.
#[derive(Clone, Copy)]
pub enum Emit {
    /// The module with the kernels of a target.
    Mlir,
    /// The module with an image of each kernel module.
    Binary,
    /// The plan as text.
    Plan,
    /// The plan as data: its works, their dependences and its commands.
    PlanJson,
    /// The plan as a graph.
    Dot,
    /// The plan as a page.
    Html,
    /// Code of this backend.
    Code(&'static dyn Backend, EmitKind),
}

impl Emit {
    /// Whether it shows host code, which must be schedulable.
    pub fn is_scheduled(self) -> bool {
        self.is_view() || matches!(self, Self::Mlir)
    }

    /// Whether it shows the schedule.
    pub fn is_view(self) -> bool {
        matches!(self, Self::Plan | Self::PlanJson | Self::Dot | Self::Html)
    }

    /// Whether a backend can produce it.
    pub fn is_of(self, backend: &dyn Backend) -> bool {
        match self {
            Self::Code(own, _) => own.name() == backend.name(),
            Self::Binary => backend.target_attr().is_some(),
            Self::Mlir | Self::Plan | Self::PlanJson | Self::Dot | Self::Html => true,
        }
    }
}

/// The kinds that need no specific backend.
const KINDS: [Emit; 6] = [Emit::Mlir, Emit::Binary, Emit::Plan, Emit::PlanJson, Emit::Dot, Emit::Html];

impl Emit {
    /// Returns the word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mlir => "mlir",
            Self::Binary => "binary",
            Self::Plan => "plan",
            Self::PlanJson => "plan-json",
            Self::Dot => "dot",
            Self::Html => "html",
            Self::Code(_, kind) => kind.name,
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().chain(emit_kinds().map(|(backend, kind)| Self::Code(backend, kind)))
    }
}

/// Returns the names of all kinds, sorted.
pub fn kinds() -> Vec<&'static str> {
    let mut names: Vec<&str> = Emit::all().map(Emit::name).collect();
    names.sort_unstable();
    names
}

/// Returns the kind with this name.
pub fn find(kind: &str) -> Result<Emit, String> {
    Emit::all().find(|emit| emit.name() == kind).ok_or_else(|| {
        let names = kinds();
        let near = nearest(kind, names.iter().copied()).map(|near| format!("; did you mean '{near}'?"));
        let known = near.unwrap_or_else(|| format!("; there are {}", names.join(", ")));
        format!("unknown kind '{kind}' for --emit{known}")
    })
}
