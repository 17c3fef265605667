//! Finds loop nests that stay on the host, and the reasons.
//!
//! The passes to [`Stage::Kernels`] run on a copy with remarks. The remaining loops of host functions are
//! matched with the remarks by location: the outermost loops without device work in them, unless a launch comes
//! from the same loop, which then has two versions.

use rustc_hash::FxHashSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Diagnostic, Diagnostics, Func, Gpu, Module, Op, OpKind, Remarks, Scf, Severity, Span};
use warpline_passes::pipeline::{self, Silent};

use crate::backends::CodeTarget;
use crate::check_schedules::is_work;
use crate::compilation::{Choices, Compilation, Stage};
use crate::report;
use crate::session::SourceFile;

/// The passes whose remarks give the reasons, the most precise one first.
const PASSES: [&str; 5] = [
    "affine-parallelize",
    "affine-version-loops",
    "raise-scf-to-affine",
    "gpu-map-parallel-loops",
    "convert-parallel-loops-to-gpu",
];

/// The prefixes of reasons, which only repeat the remark.
const PREFIXES: [&str; 2] = ["the loop stays sequential: ", "the loop stays in scf: "];

/// The reason for an affine loop if no pass reports a more precise one.
const AFFINE: &str = "it is not known that its iterations are independent of each other";

/// The maximum number of loops that a summary names.
const MAX_NAMED: usize = 4;

/// Returns a remark for each outermost loop nest of a module, as it was read, that does not become a kernel, in
/// textual order.
pub fn host_loops(module: &Module) -> Diagnostics {
    if outermost(module).is_empty() {
        return Diagnostics::new();
    }
    let mut copy = module.clone();
    let mut found = Diagnostics::with_remarks(Remarks::All);
    let unchecked = Choices::unchecked(CodeTarget::of_this_machine());
    let passes = Compilation::new(&unchecked).passes(Stage::Kernels..=Stage::Kernels);
    let ran = pipeline::run(&passes, &mut copy, &mut found, &mut Silent);
    let mut loops = Diagnostics::new();
    if ran.is_ok() {
        let launched: FxHashSet<Span> = launches(&copy).into_iter().map(|op| span(&copy, op)).collect();
        let is_on_host = |op: &Op| !launched.contains(&span(&copy, *op));
        let nests = outermost(&copy).into_iter().filter(is_on_host);
        nests.for_each(|nest| loops.push(remark(module, &copy, nest, &found)));
    }
    loops.sort();
    loops
}

/// Returns the first few remarks as lines for people.
pub fn summary(source: &SourceFile, module: &Module) -> Vec<String> {
    let loops = host_loops(module);
    let mut lines: Vec<String> =
        loops.iter().take(MAX_NAMED).map(|found| report::line(source, found)).collect();
    if MAX_NAMED < loops.iter().count() {
        let n_more = loops.iter().count() - MAX_NAMED;
        lines.push(format!("{n_more} more loop nests stay on the host; 'compile --emit=plan' lists all"));
    }
    lines
}

/// Whether a module has code for a device: a function of a `gpu.module`, or images.
pub fn has_device_code(module: &Module) -> bool {
    let ops = module.walk(module.root());
    ops.into_iter().any(|op| {
        let is_in_module =
            || module.parent_op(op).is_some_and(|parent| module.kind(parent) == OpKind::Gpu(Gpu::Module));
        match module.kind(op) {
            OpKind::Gpu(Gpu::Binary) => true,
            OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func) => is_in_module(),
            _ => false,
        }
    })
}

fn span(module: &Module, op: Op) -> Span {
    module.span(module.location(op))
}

fn launches(module: &Module) -> Vec<Op> {
    let is_launch = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::LaunchFunc);
    module.walk(module.root()).into_iter().filter(is_launch).collect()
}

/// Returns the outermost loops of host functions without device work in them.
fn outermost(module: &Module) -> Vec<Op> {
    let mut around_work = FxHashSet::default();
    let mut nests: Vec<Op> = Vec::new();
    let ops = module.walk(module.root());
    for op in ops.iter().filter(|op| is_work(module.kind(**op))) {
        around_work.extend(parents(module, *op));
    }
    let mut inside = FxHashSet::default();
    for op in ops.into_iter().filter(|op| is_loop(module.kind(*op)) && !around_work.contains(op)) {
        let is_of_device = |parent: Op| matches!(module.kind(parent), OpKind::Gpu(_));
        if !parents(module, op).any(|parent| inside.contains(&parent) || is_of_device(parent)) {
            nests.push(op);
        }
        inside.insert(op);
    }
    nests
}

fn parents(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(module.parent_op(op), |op| module.parent_op(*op))
}

/// Whether an operation runs its body repeatedly.
pub fn is_loop(kind: OpKind) -> bool {
    kind.region_flow().is_some_and(RegionFlow::repeats)
}

/// Returns the remark about a remaining nest of a module as it was read, with the reason that a pass reported
/// and the locations that explain it.
fn remark(read: &Module, module: &Module, nest: Op, found: &Diagnostics) -> Diagnostic {
    let span = span(module, nest);
    let of = |pass: &&str| {
        found
            .iter()
            .find(|said| said.severity == Severity::Remark && said.span == span && said.pass == Some(*pass))
    };
    let said = PASSES.iter().find_map(of);
    let reason = match said {
        Some(said) => {
            let reason = PREFIXES.iter().find_map(|prefix| said.message.strip_prefix(prefix));
            reason.unwrap_or(&said.message).to_string()
        }
        None if is_affine(read, span) => AFFINE.to_string(),
        None => reason_of_kind(module, nest),
    };
    Diagnostic {
        severity: Severity::Remark,
        code: "",
        pass: said.and_then(|said| said.pass),
        span,
        message: format!("this loop nest stays on the host: {reason}"),
        notes: said.map(|said| said.notes.clone()).unwrap_or_default(),
    }
}

/// Whether the loop at this location of the input is affine.
fn is_affine(module: &Module, at: Span) -> bool {
    let mut ops = module.walk(module.root()).into_iter();
    ops.any(|op| matches!(module.kind(op), OpKind::Affine(_)) && span(module, op) == at)
}

/// Returns the reason for a loop of this kind if no pass reports a more precise one.
fn reason_of_kind(module: &Module, nest: Op) -> String {
    let name = module.op_name(nest);
    match module.kind(nest) {
        OpKind::Scf(Scf::Parallel) if !module.op(nest).group("initVals").is_empty() => {
            format!("'{name}' reduces values in a form that no kernel is made of")
        }
        OpKind::Scf(Scf::Parallel) => format!("the body of '{name}' has no form for a kernel"),
        _ => format!(
            "the iterations of '{name}' run in order; 'scf.parallel', 'scf.forall', and loops with affine bounds and \
             independent iterations become kernels"
        ),
    }
}
