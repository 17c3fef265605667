//! Diagnoses launches of kernels that no device of this program has code for, before the program runs.

use warpline_ir::dialect::gpu::LaunchFunc;
use warpline_ir::{Diagnostics, Gpu, Module, Note, OpKind, codes};

/// Finds launches of a `gpu.binary`, whose images are for loaders of other programs.
pub(super) fn check(module: &Module, findings: &mut Diagnostics) {
    let is_launch = |op: &_| module.kind(*op) == OpKind::Gpu(Gpu::LaunchFunc);
    for launch in module.walk(module.root()).into_iter().filter(is_launch) {
        let view = LaunchFunc(module.op(launch));
        let binary = view.callee().filter(|callee| module.kind(*callee) == OpKind::Gpu(Gpu::Binary));
        let Some((binary, (table, kernel))) = binary.zip(view.kernel()) else { continue };
        let span = |op| module.span(module.location(op));
        let message = format!(
            "expected kernel '@{table}::@{kernel}' in a 'gpu.module', but '@{table}' is a 'gpu.binary', whose images no \
             device here loads"
        );
        let notes = vec![Note::at(span(binary), "the 'gpu.binary' is here")];
        findings.error_with(codes::SYMBOL, span(launch), message, notes);
    }
}
