//! PTX text for NVIDIA GPUs.
//!
//! ```text
//! gpu.func kernels ─select→ instructions as data ─emit→ one text for all of them
//! ```
//! The text holds every kernel of every `gpu.module` and the functions that they call, for one chip, at the smallest
//! `.version` that the chip and the features in use allow. Registers are virtual and many: the driver's compiler
//! allocates and schedules. Every rounding is written out (`.rn`), nothing is flushed, and nothing is approximate where
//! the flags of an operation do not allow it, so that a result depends on the program alone. What cannot be compiled is
//! a diagnostic at its place, never a wrong instruction.

mod abi;
mod buffers;
mod emit;
mod inst;
mod names;
mod select;
mod sweep;
mod target;
mod variables;

use inst::Kernel;
use names::Names;
use rustc_hash::FxHashSet;
use select::Select;
use target::Target;
use warpline_ir::artifact::{Artifact, Code, KernelInfo};
use warpline_ir::{
    Attr, AttrKind, Builtin, Diagnostics, Facts, Func, Gpu, Location, Module, Op, OpKind, Span, codes,
};
use warpline_passes::analysis::{call_graph, spins};
use warpline_passes::{Backend, Support};

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

    fn targets(&self) -> String {
        Target::names()
    }

    fn describe(&self, target: &str) -> Vec<(&'static str, String)> {
        Target::find(target).map(Target::describe).unwrap_or_default()
    }

    fn pipeline(&self) -> &'static str {
        "lower-affine,gpu-kernel-outlining,gpu-unroll-bounded-loops,math-expand,expand-arith{native=mul-extended},lower-memref-access"
    }

    fn support(&self, kind: OpKind) -> Support {
        select::support(kind)
    }

    fn emit(&self, module: &Module, facts: &Facts, target: &str) -> Result<Artifact, Diagnostics> {
        emit_kernels(module, *facts, target, &kernels(module))
    }
}

/// The image of one `gpu.module`, in which its kernels keep their names.
pub fn emit_module(
    module: &Module,
    facts: Facts,
    target: &str,
    gpu_module: Op,
) -> Result<Artifact, Diagnostics> {
    let mut own = kernels(module);
    own.retain(|(table, _)| *table == gpu_module);
    emit_kernels(module, facts, target, &own)
}

fn emit_kernels(
    module: &Module,
    facts: Facts,
    target: &str,
    kernels: &[(Op, Op)],
) -> Result<Artifact, Diagnostics> {
    if !facts.hold_for(module) {
        return Err(failure("the module was changed after it was verified"));
    }
    let found = Target::find(target).ok_or_else(|| unknown_target(target))?;
    let functions = functions(module, kernels);
    let all: Vec<(Op, Op)> = kernels.iter().copied().chain(functions.iter().map(|op| (*op, *op))).collect();
    let names = Names::of(module, &all);
    let mut select = Select::new(module, found);
    for (index, function) in functions.iter().enumerate() {
        select.functions.insert(*function, names.symbol(kernels.len() + index).to_string());
    }
    if !functions.is_empty() {
        let circles = call_graph::groups(module).into_iter().filter(|(_, is_circle)| *is_circle);
        select.recursive.extend(circles.flat_map(|(members, _)| members));
    }
    let mut infos: Vec<KernelInfo> = Vec::with_capacity(kernels.len());
    let mut selected: Vec<Kernel> = Vec::with_capacity(all.len());
    for (index, (gpu_module, func)) in all.iter().enumerate() {
        let number = if index < kernels.len() { index + 1 } else { 0 };
        let (kernel, params) = select.kernel(*func, number, names.symbol(index));
        selected.push(kernel);
        if index < kernels.len() {
            infos.push(KernelInfo {
                module: module.symbol_name(*gpu_module).unwrap_or_default().to_string(),
                name: module.symbol_name(*func).unwrap_or_default().to_string(),
                symbol: names.symbol(index).to_string(),
                scratch_bytes: 0,
                params,
                spins: !spins::of_kernel(module, *func).is_empty(),
            });
        }
    }
    if select.diagnostics.has_errors() {
        return Err(select.diagnostics);
    }
    let (text, lines) = text(&select, &selected);
    let (target, code) = (target.to_string(), Code::Text(text));
    Ok(Artifact { backend: "ptx", target, code, kernels: infos, lines })
}

/// The chip for a module where the command names none: that of the first `#nvvm.target` of a `gpu.module`, else one
/// whose code later chips run too.
pub fn default_target(module: &Module) -> String {
    let mut chips = module
        .walk(module.root())
        .into_iter()
        .filter_map(|op| targets_of(module, op).iter().find_map(|target| chip_of(module, *target)));
    chips.next().unwrap_or(target::DEFAULT_TARGET).to_string()
}

/// The targets that a `gpu.module` names.
pub fn targets_of(module: &Module, gpu_module: Op) -> Vec<Attr> {
    match module.attr(gpu_module, "targets").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::Array(targets)) => targets.to_vec(),
        _ => Vec::new(),
    }
}

/// The chip of a `#nvvm.target`, be it written or else the oldest; `None` for what is no such target.
pub fn chip_of(module: &Module, target: Attr) -> Option<&str> {
    let AttrKind::Foreign(name) = module.attr_kind(target) else { return None };
    let text = module.text(*name).strip_prefix("nvvm.target")?;
    let chip = text.split_once("chip = \"").and_then(|(_, after)| after.split_once('"'));
    Some(chip.map_or(target::OLDEST_TARGET, |(chip, _)| chip))
}

/// The target for a device of this compute capability: the newest chip whose code it runs.
pub fn target_for((major, minor): (u32, u32)) -> Option<&'static str> {
    Target::newest(major * 10 + minor).map(|target| target.name)
}

/// The whole text, and where its lines come from.
fn text(select: &Select<'_>, kernels: &[Kernel]) -> (String, Vec<(u32, Location)>) {
    let mut text = String::new();
    emit::header(&mut text, select.target, select.version);
    emit::files(&mut text, &select.files);
    emit::declarations(&mut text, &select.variables, kernels);
    let mut lines = emit::Lines::default();
    for kernel in kernels {
        emit::kernel(&mut text, kernel, &mut lines);
    }
    (text, lines.places)
}

/// The functions with a body that kernels call, directly or through others, in the order of the calls.
fn functions(module: &Module, kernels: &[(Op, Op)]) -> Vec<Op> {
    let mut seen = FxHashSet::default();
    let mut found: Vec<Op> = Vec::new();
    let mut work: Vec<Op> = kernels.iter().rev().map(|(_, func)| *func).collect();
    while let Some(func) = work.pop() {
        for op in module.walk(func) {
            if module.kind(op) == OpKind::Func(Func::Call)
                && let Some(callee) = select::call::callee(module.op(op))
                && seen.insert(callee)
            {
                found.push(callee);
                work.push(callee);
            }
        }
    }
    found
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
