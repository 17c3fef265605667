//! What a GPU does not check: accesses and divisions of kernels for which the CPU device has assertions.

use warpline_ir::artifact::CHECK;
use warpline_ir::{Cf, Diagnostic, Diagnostics, Gpu, Module, Note, Op, OpKind, Severity, codes};
use warpline_passes::pipeline::{self, Silent};

/// The passes that insert the assertions, as for the CPU device.
const ASSERTIONS: &str = "lower-affine,cse,generate-runtime-verification";

/// Warns once where kernels do what would be checked on the CPU device, at the first such operation.
pub(super) fn check(module: &Module, findings: &mut Diagnostics) {
    let mut copy = module.clone();
    let mut ignored = Diagnostics::new();
    let Ok(passes) = pipeline::parse(ASSERTIONS, &mut ignored) else { return };
    if pipeline::run(&passes, &mut copy, &mut ignored, &mut Silent).is_err() {
        return;
    }
    let unchecked: Vec<Op> =
        copy.walk(copy.root()).into_iter().filter(|op| is_of_kernel(&copy, *op)).collect();
    let Some(first) = unchecked.first() else { return };
    let message = format!(
        "a GPU checks no accesses and divisions yet; those of kernels that nothing proves to be right: {}",
        unchecked.len()
    );
    let note = "'--device=cpu' checks them, and '--bounds=off' asks for none".to_string();
    findings.push(Diagnostic {
        severity: Severity::Warning,
        code: codes::UNSUPPORTED,
        pass: None,
        span: copy.span(copy.location(*first)),
        message,
        notes: vec![Note { span: None, message: note }],
    });
}

/// Whether an operation is an assertion that the passes inserted into a kernel.
fn is_of_kernel(module: &Module, op: Op) -> bool {
    let is_assertion = module.kind(op) == OpKind::Cf(Cf::Assert) && module.attr(op, CHECK).is_some();
    let mut enclosing = std::iter::successors(Some(op), |op| module.block_parent(module.block_of(*op)?));
    is_assertion && enclosing.any(|op| module.kind(op) == OpKind::Gpu(Gpu::Module))
}
