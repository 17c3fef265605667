//! Code generator for NVIDIA GPUs: emits PTX text.
//!
//! ```text
//! gpu.func kernels ─select→ instructions as data ─emit→ one text for all of them
//! ```
//! The text contains every kernel of the given `gpu.module`s, for one chip, at the smallest `.version` that the chip and
//! the features in use allow. Virtual registers are unlimited: the driver's compiler allocates registers and schedules
//! instructions. Every rounding mode is explicit (`.rn`), subnormals are never flushed, and approximate instructions are
//! used only where the flags of an operation allow them, so that a result depends on the program alone. An operation that
//! cannot be compiled is a diagnostic at its location, never a wrong instruction.

#![forbid(unsafe_code)]

mod abi;
mod cleanup;
mod emit;
mod inst;
mod opcode;
mod select;
mod target;
mod variables;

use inst::Kernel;
use select::Select;
use target::Chip;
use warpline_ir::artifact::{Code, KernelInfo, Object};
use warpline_ir::kernels::kernels_of;
use warpline_ir::{Diagnostics, Location, Module, Op, OpKind, Span, codes};
use warpline_passes::analysis::kernel_facts;
use warpline_passes::backend::{Emit, EmitKind, Target, TargetAttr};
use warpline_passes::gpu::lowered;
use warpline_passes::gpu::symbols::Symbols;
use warpline_passes::support::Side;
use warpline_passes::{Backend, Support};

/// The backend for NVIDIA GPUs: targets are chips such as `sm_90`.
#[derive(Clone, Copy, Debug)]
pub struct Ptx;

impl Backend for Ptx {
    fn name(&self) -> &'static str {
        "ptx"
    }

    fn target(&self, name: &str) -> Option<Target> {
        Chip::find(name).map(Chip::target)
    }

    fn targets(&self) -> Vec<&'static str> {
        Chip::names()
    }

    fn default_target(&self) -> &'static str {
        target::DEFAULT_CHIP
    }

    fn target_attr(&self) -> Option<TargetAttr> {
        Some(TargetAttr { name: "nvvm.target", without_chip: target::OLDEST_CHIP })
    }

    fn pipeline(&self, target: &Target) -> String {
        lowered::pipeline(target)
    }

    fn emit_kinds(&self) -> &'static [EmitKind] {
        &[EmitKind { name: "ptx", title: "the PTX", form: Emit::Text }]
    }

    fn support(&self, kind: OpKind) -> Support {
        lowered::lowered(kind).support(Side::Kernel)
    }

    fn generate(
        &self,
        module: &Module,
        device_modules: &[Op],
        target: &Target,
        _: Emit,
    ) -> Result<Object, Diagnostics> {
        let chip = Chip::find(&target.name).ok_or_else(|| unknown_target(&target.name))?;
        let kernels = kernels_of(module, device_modules);
        let symbols = Symbols::of(module, &kernels);
        let mut select = Select::new(module, device_modules, chip);
        let mut infos: Vec<KernelInfo> = Vec::with_capacity(kernels.len());
        let mut selected: Vec<Kernel> = Vec::with_capacity(kernels.len());
        for (index, (device_module, func)) in kernels.iter().enumerate() {
            let (kernel, params) = select.kernel(*func, index + 1, symbols.get(index));
            selected.push(kernel);
            infos.push(KernelInfo {
                module: module.symbol_name(*device_module).unwrap_or_default().to_string(),
                name: module.symbol_name(*func).unwrap_or_default().to_string(),
                symbol: symbols.get(index).to_string(),
                scratch_bytes: 0,
                params,
                spins: kernel_facts::spins(module, *func),
            });
        }
        if select.diagnostics.has_errors() {
            return Err(select.diagnostics);
        }
        let (text, lines) = text(&select, &selected);
        let (target, code) = (target.name.clone(), Code::Text(text));
        Ok(Object { backend: "ptx", target, code, kernels: infos, lines, formats: Vec::new() })
    }
}

/// Returns the target for a device of this compute capability: the newest chip whose code it runs.
pub fn target_for((major, minor): (u32, u32)) -> Option<Target> {
    Chip::newest(major * 10 + minor).map(Chip::target)
}

/// Emits the whole text; returns it with the locations of its lines.
fn text(select: &Select<'_>, kernels: &[Kernel]) -> (String, Vec<(u32, Location)>) {
    let mut text = emit::Text::default();
    let target = (select.target, select.version);
    emit::header(&mut text, target, &select.files, &select.variables, kernels);
    let mut lines = emit::Lines::default();
    for kernel in kernels {
        emit::kernel(&mut text, kernel, &mut lines);
    }
    (text.0, lines.places)
}

fn unknown_target(target: &str) -> Diagnostics {
    failure(&format!("expected one of the targets {}, but found '{target}'", Chip::names().join(", ")))
}

fn failure(message: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.error(codes::UNSUPPORTED, Span::default(), message);
    diagnostics
}
