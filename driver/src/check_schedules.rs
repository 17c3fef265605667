//! Verifies schedules for `warpline check`: those of scheduled functions as they are, those of others as the
//! default passes would schedule them.

use warpline_ir::def::DeviceWork;
use warpline_ir::{Diagnostic, Diagnostics, Func, Module, Note, Op, OpKind, Severity, codes};
use warpline_passes::analysis::call_graph::{callee, calls_in};
use warpline_passes::pass::Changed;
use warpline_passes::pipeline::{self, Observer};
use warpline_passes::schedule::verify_schedule::verdict::Verdict;
use warpline_passes::schedule::verify_schedule::{is_scheduled, verify};

use crate::backends::CodeTarget;
use crate::compilation::{Choices, Compilation, Stage, mark_known};
use crate::host_loops::is_loop;

/// The maximum number of functions that are scheduled one by one if not all can be scheduled together.
const MAX_APART: usize = 32;

/// Adds diagnostics about schedules; returns one line per verdict.
pub fn check(module: &Module, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut lines = Vec::new();
    conclude(module, verify(module), diagnostics, &mut lines);
    let open: Vec<Op> = module.walk(module.root()).into_iter().filter(|op| is_open(module, *op)).collect();
    let may_be_kernel = |op| is_loop(module.kind(op)) || matches!(module.kind(op), OpKind::Linalg(_));
    let has_loops = || module.any_in(module.root(), may_be_kernel);
    if open.is_empty() && !has_loops() {
        return lines;
    }
    match schedule(module, &open) {
        Ok((copy, warnings)) => {
            diagnostics.append(warnings);
            conclude(&copy, verify(&copy), diagnostics, &mut lines);
        }
        // A loop that becomes no kernel is for the host.
        Err(_) if open.is_empty() => {}
        Err(problems) => {
            append_errors(&problems, diagnostics);
            check_apart(module, &open, diagnostics, &mut lines);
        }
    }
    lines
}

/// Whether an operation is a function with unscheduled device work.
fn is_open(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Func(Func::Func)
        && !is_scheduled(module, op)
        && module.walk(op).iter().any(|inner| is_work(module.kind(*inner)))
}

/// Whether an operation is device work to be scheduled.
pub fn is_work(kind: OpKind) -> bool {
    kind.device_work().is_some_and(|work| work != DeviceWork::Wait)
}

/// Adds the errors of a scheduler that rejects a program: `run` reports the same ones.
fn append_errors(problems: &Diagnostics, diagnostics: &mut Diagnostics) {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.for_each(|problem| diagnostics.push(problem.clone()));
}

/// Schedules and verifies functions one by one. If one cannot be scheduled without the functions that it calls,
/// nothing is known about it; its own errors are errors.
fn check_apart(module: &Module, open: &[Op], diagnostics: &mut Diagnostics, lines: &mut Vec<String>) {
    for func in open.iter().take(MAX_APART) {
        match schedule(module, std::slice::from_ref(func)) {
            Ok((copy, warnings)) => {
                diagnostics.append(warnings);
                conclude(&copy, verify(&copy), diagnostics, lines);
            }
            Err(problems) if calls_others(module, *func, open) => {
                diagnostics.push(unscheduled(module, *func, &problems));
            }
            Err(problems) => append_errors(&problems, diagnostics),
        }
    }
    for func in open.iter().skip(MAX_APART) {
        diagnostics.push(unscheduled(module, *func, &Diagnostics::new()));
    }
}

/// Whether a function calls another one that is scheduled separately.
fn calls_others(module: &Module, func: Op, open: &[Op]) -> bool {
    let mut called = calls_in(module, func).into_iter().filter_map(|call| callee(module, call));
    called.any(|called| called != func && (open.contains(&called) || is_scheduled(module, called)))
}

/// Returns the module at [`Stage::Scheduled`], with only these functions, and the warnings of the passes. The plan of the
/// function that a run executes is the one of the run.
fn schedule(module: &Module, funcs: &[Op]) -> Result<(Module, Diagnostics), Diagnostics> {
    let is_function = |op| module.kind(op) == OpKind::Func(Func::Func);
    let others =
        |op| is_function(op) && !funcs.contains(&op) && (is_open(module, op) || is_scheduled(module, op));
    let mut copy = module.without(others);
    mark_known(&mut copy, module);
    let mut diagnostics = Diagnostics::new();
    let choices = Choices::of_run(CodeTarget::of_this_machine());
    let passes = Compilation::new(&choices).passes(Stage::Kernels..=Stage::Scheduled);
    match pipeline::run(&passes, &mut copy, &mut diagnostics, &mut Trusting) {
        Ok(Changed::Yes | Changed::No) => Ok((copy, diagnostics)),
        Err(_) => Err(diagnostics),
    }
}

/// An observer that turns off verification between passes, since called functions may be missing.
struct Trusting;

impl Observer for Trusting {
    fn verifies(&self) -> bool {
        false
    }
}

fn conclude(module: &Module, verdicts: Vec<Verdict>, diagnostics: &mut Diagnostics, lines: &mut Vec<String>) {
    for verdict in verdicts {
        verdict.diagnostics(module).into_iter().for_each(|found| diagnostics.push(found));
        lines.push(verdict.line(module));
    }
}

/// Returns the diagnostic for a function that the scheduler rejects.
fn unscheduled(module: &Module, func: Op, problems: &Diagnostics) -> Diagnostic {
    let name = module.symbol_name(func).unwrap_or_default();
    let mut notes: Vec<Note> = problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| Note::at(problem.span, problem.message.clone()))
        .collect();
    notes.truncate(1);
    Diagnostic {
        severity: Severity::Warning,
        code: codes::UNPROVED,
        pass: None,
        span: module.span(module.location(func)),
        message: format!("not proved: the device work of @{name} cannot be scheduled"),
        notes,
    }
}
