//! The launch in which a kernel failed, for the failure report.

use warpline_ir::dialect::gpu::LaunchFunc;
use warpline_ir::{Gpu, Module, Note, OpKind, Span};

/// A launch with its kernel and its location, each if known.
#[derive(Clone, Debug, Default)]
pub(super) struct FailedLaunch {
    kernel: Option<String>,
    span: Option<Span>,
}

impl FailedLaunch {
    /// Returns the launch at this location of the text. A launch made from a loop or a region has a kernel
    /// without a name in the text.
    pub(super) fn at(module: &Module, span: Span) -> Self {
        let is_here = |op: &_| module.span(module.location(*op)) == span;
        let mut launches = module.walk(module.root()).into_iter().filter(is_here);
        let launch = launches.find(|op| module.kind(*op) == OpKind::Gpu(Gpu::LaunchFunc));
        let kernel = launch.and_then(|launch| LaunchFunc(module.op(launch)).kernel());
        Self { kernel: kernel.map(|(table, kernel)| format!("@{table}::@{kernel}")), span: Some(span) }
    }

    /// Returns a launch of a kernel by its name in device reports, if the text has one.
    pub(super) fn of_kernel(module: &Module, name: &str) -> Self {
        let (table, kernel) = name.split_once("::").unwrap_or((name, name));
        let found =
            module.find_symbol(module.root(), table).and_then(|table| module.find_symbol(table, kernel));
        Self { kernel: found.map(|_| format!("@{table}::@{kernel}")), span: None }
    }

    /// Appends the kernel to a message about a thread.
    pub(super) fn end(&self, message: String) -> String {
        match &self.kernel {
            Some(kernel) => format!("{message} of '{kernel}'"),
            None => message,
        }
    }

    /// Returns a note that points to the launch.
    pub(super) fn note(&self) -> Option<Note> {
        self.span.map(|span| Note::at(span, "launched here"))
    }
}
