//! Diagnoses host accesses to memory that only a GPU can reach. They are errors before the program runs, since
//! nothing could stop them at run time.

use warpline_ir::codes;
use warpline_ir::def::Requirement;
use warpline_ir::{Diagnostic, Diagnostics, Func, Gpu, Module, Note, Op, OpKind, Severity, Value};
use warpline_passes::analysis::alias::{AliasAnalysis, Root};
use warpline_passes::analysis::call_graph::callee;

use crate::backends::host::foreign_symbol;

/// Finds the accesses in a module after buffer placement, and the calls of library functions, by their symbols.
pub(super) fn check(module: &Module, foreign: &[String], findings: &mut Diagnostics) {
    let is_foreign = |op: Op| {
        let callee = callee(module, op).filter(|_| module.kind(op) == OpKind::Func(Func::Call));
        callee.is_some_and(|callee| foreign.contains(&foreign_symbol(module, callee)))
    };
    let functions = module.walk(module.root()).into_iter();
    for func in functions.filter(|op| module.kind(*op) == OpKind::Func(Func::Func)) {
        let is_unsupported =
            |op: &Op| matches!(module.kind(*op), OpKind::Gpu(Gpu::HostRegister | Gpu::SetDefaultDevice));
        for op in module.walk(func).into_iter().filter(is_unsupported) {
            let message = format!(
                "'{}' has no meaning on this device yet; allocate memory for host and device with 'gpu.alloc host_shared'",
                module.op_name(op)
            );
            findings.error(codes::UNSUPPORTED, module.span(module.location(op)), message);
        }
        let mut aliases = AliasAnalysis::default();
        let is_access = |op: &Op| is_access(module.kind(*op)) || is_foreign(*op);
        for op in module.walk(func).into_iter().filter(is_access) {
            let mut buffers = module.operands(op).iter().copied();
            if let Some(alloc) = buffers.find_map(|buffer| device_memory(module, &mut aliases, buffer)) {
                findings.push(out_of_reach(module, op, alloc));
            }
        }
    }
}

/// Returns the allocation of device memory that a value may point into.
fn device_memory(module: &Module, aliases: &mut AliasAnalysis, value: Value) -> Option<Op> {
    if !module.is_memref(module.type_of(value)) {
        return None;
    }
    let place = aliases.of(module, value);
    let mut allocs = place.roots.iter().filter_map(|root| match root {
        Root::Alloc(alloc) => module.defining_op(*alloc),
        Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => None,
    });
    let is_device =
        |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Alloc) && module.attr(*op, "hostShared").is_none();
    allocs.find(is_device)
}

/// Whether a host operation itself accesses elements of its buffers.
fn is_access(kind: OpKind) -> bool {
    let accesses =
        |requirement: &Requirement| matches!(requirement, Requirement::Indices | Requirement::Lanes);
    kind.def().is_some_and(|def| def.requires.iter().any(accesses))
}

fn out_of_reach(module: &Module, op: Op, alloc: Op) -> Diagnostic {
    let note = Note {
        span: Some(module.span(module.location(alloc))),
        message: "allocated here; 'gpu.alloc host_shared' allocates memory that the host can access, too"
            .to_string(),
    };
    let name = module.op_name(op);
    Diagnostic {
        severity: Severity::Error,
        code: codes::UNSUPPORTED,
        pass: None,
        span: module.span(module.location(op)),
        message: format!("'{name}' on the host cannot access the buffer: it is in GPU memory"),
        notes: vec![note],
    }
}
