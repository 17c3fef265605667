//! PTX text for NVIDIA GPUs.
//!
//! ```text
//! gpu.func kernels ─select→ instructions as data ─emit→ one text for all of them
//! ```
//! The text holds every kernel of every `gpu.module`, for one chip, at the smallest `.version` that the chip
//! allows. Registers are virtual and many: the driver's compiler allocates and schedules. Every rounding is
//! written out (`.rn`), nothing is flushed and nothing is approximate, so that a result depends on the program
//! alone. What cannot be compiled is a diagnostic at its place, never a wrong instruction.

mod abi;
mod emit;
mod inst;
mod names;
mod select;
mod target;

use names::Names;
use select::Select;
use target::Target;
use warpline_ir::artifact::{Artifact, Code, KernelInfo};
use warpline_ir::{Builtin, Diagnostics, Facts, Gpu, Module, Op, OpKind, Span, codes};
use warpline_passes::Backend;
use warpline_passes::analysis::spins;

/// The backend for NVIDIA GPUs: targets are chips such as `sm_90`.
#[derive(Clone, Copy, Debug)]
pub struct Ptx;

impl Backend for Ptx {
    fn name(&self) -> &'static str {
        "ptx"
    }

    fn accepts(&self, target: &str) -> bool {
        Target::find(target).is_some()
    }

    fn pipeline(&self) -> &'static str {
        "lower-affine,gpu-kernel-outlining"
    }

    fn emit(&self, module: &Module, facts: &Facts, target: &str) -> Result<Artifact, Diagnostics> {
        if !facts.hold_for(module) {
            return Err(failure("the module was changed after it was verified"));
        }
        let found = Target::find(target).ok_or_else(|| unknown_target(target))?;
        let kernels = kernels(module);
        let names = Names::of(module, &kernels);
        let mut select = Select::new(module, found);
        let mut text = String::new();
        let mut infos = Vec::with_capacity(kernels.len());
        emit::header(&mut text, found);
        for (index, (gpu_module, func)) in kernels.iter().enumerate() {
            let (kernel, params) = select.kernel(*func, names.symbol(index));
            emit::kernel(&mut text, &kernel);
            infos.push(KernelInfo {
                module: module.symbol_name(*gpu_module).unwrap_or_default().to_string(),
                name: module.symbol_name(*func).unwrap_or_default().to_string(),
                symbol: names.symbol(index).to_string(),
                scratch_bytes: 0,
                params,
                spins: !spins::of_kernel(module, *func).is_empty(),
            });
        }
        if select.diagnostics.has_errors() {
            return Err(select.diagnostics);
        }
        Ok(Artifact { backend: "ptx", target: target.to_string(), code: Code::Text(text), kernels: infos })
    }
}

fn unknown_target(target: &str) -> Diagnostics {
    failure(&format!("expected one of the targets {}, but found '{target}'", Target::names()))
}

fn failure(message: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
    diagnostics
}

/// Every kernel with its `gpu.module`, in the order of the text.
fn kernels(module: &Module) -> Vec<(Op, Op)> {
    let mut found = Vec::new();
    let mut tables = vec![module.root()];
    while let Some(table) = tables.pop() {
        let mut inner = Vec::new();
        for op in module.entry(table, 0).map(|block| module.ops_in(block)).unwrap_or_default() {
            match module.kind(op) {
                OpKind::Builtin(Builtin::Module) | OpKind::Gpu(Gpu::Module) => inner.push(op),
                OpKind::Gpu(Gpu::Func) if module.attr(op, "gpu.kernel").is_some() => found.push((table, op)),
                _ => {}
            }
        }
        tables.extend(inner.into_iter().rev());
    }
    found
}
