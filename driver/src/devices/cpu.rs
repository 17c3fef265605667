//! Executes programs on the CPU device.

use std::convert::Infallible;
use std::sync::Arc;

use warpline_ir::{Diagnostic, Diagnostics, Module, Note, Op, Severity, codes};
use warpline_passes::{Backend, Support, TargetModel};
use warpline_runtime::cache::Context;
use warpline_runtime::{CpuDevice, CpuOptions, DetectingDevice, Device, Trace};

use super::{KeptDevices, OpenDevice};
use crate::backends::{CodeTarget, host as host_code};
use crate::execute::host::{self, Machine};
use crate::execute::program::{Form, compile};
use crate::execute::{Execution, Request, interp};
use crate::report::report;
use crate::session::{Session, Stop};
use crate::steps;

/// The slowdown of the interpreter, measured on the kernels of `cases/gpu` by `--stats`.
const SLOWER: &str = "100 to 1000";
/// The maximum number of further reasons listed.
const MOST_REASONS: usize = 8;

/// The fallback for a program with operations that the CPU device does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// None: unsupported operations are errors.
    Refuse,
    /// The reference interpreter, with a warning.
    Interpret,
}

/// Compiles and executes a program.
pub(super) fn execute(
    session: &mut Session,
    request: &Request<'_>,
    otherwise: Otherwise,
) -> Result<Execution, Stop> {
    let mut findings = session.diagnostics();
    let mut target = request.target.cloned().unwrap_or_else(CodeTarget::of_this_machine);
    // Only a process plans for its own machine: the plans of a session are the same everywhere.
    if let Some(model) = own_model().filter(|_| session.is_process) {
        target.target.model = model;
    }
    let form = Form { target, logs: request.logs(), has_own_memory: false };
    let compiled = compile(session, request, &form, &mut findings);
    if let (Otherwise::Interpret, Some(missing)) = (otherwise, only_missing_code(&findings)) {
        let mut reported = Diagnostics::new();
        let is_remark = |found: &&Diagnostic| found.severity == Severity::Remark;
        findings.iter().filter(is_remark).for_each(|remark| reported.push(remark.clone()));
        reported.push(on_interpreter(request.module, &findings, missing, form.target.backend));
        report(session, request.source, &reported);
        return interp::execute(session, request);
    }
    steps::finish(session, request.source, &findings)?;
    let compiled = compiled.map_err(|refusal| refusal.stop(session))?;
    let machine = machine(session, request);
    host::execute(session, request, &compiled, machine, |_| None)
}

/// Returns the row of this machine, with its workers.
fn own_model() -> Option<&'static TargetModel> {
    let n_workers = std::thread::available_parallelism().ok()?;
    TargetModel::named(&format!("cpu+workers={n_workers}"))
}

/// Returns the first error, if all errors are about unsupported operations.
fn only_missing_code(findings: &Diagnostics) -> Option<&Diagnostic> {
    let mut errors = findings.iter().filter(|found| found.severity == Severity::Error);
    let first = errors.next()?;
    let all = first.code == codes::UNSUPPORTED && errors.all(|error| error.code == codes::UNSUPPORTED);
    all.then_some(first)
}

/// Warns that the interpreter runs the program, with the cost and the operations that require it.
fn on_interpreter(
    module: &Module,
    findings: &Diagnostics,
    missing: &Diagnostic,
    backend: &dyn Backend,
) -> Diagnostic {
    let message = format!(
        "the whole program runs on the reference interpreter, {SLOWER} times slower than machine code: {}",
        missing.message
    );
    let errors = findings.iter().filter(|found| found.severity == Severity::Error).skip(1);
    let mut notes: Vec<Note> =
        errors.map(|error| Note::at(error.span, format!("another reason: {}", error.message))).collect();
    let is_reported = |name: &str| findings.iter().any(|found| found.message.contains(&format!("'{name}'")));
    for (op, reason) in without_code(module, backend) {
        let name = module.op_name(op);
        if !is_reported(&name) {
            let span = module.span(module.location(op));
            notes.push(Note::at(span, format!("another reason: no code for '{name}': {reason}")));
        }
    }
    let n_more = notes.len().saturating_sub(MOST_REASONS);
    notes.truncate(MOST_REASONS);
    if 0 < n_more {
        notes.push(Note { span: None, message: format!("and {n_more} more") });
    }
    let advice = "'--device=interp' asks for it, '--device=cpu' refuses; 'warpline devices --operations' lists what each \
                  device has code for";
    notes.push(Note { span: None, message: advice.to_string() });
    Diagnostic { severity: Severity::Warning, message, notes, ..missing.clone() }
}

/// Returns the first operation of each kind that the CPU device does not support, in host code or in kernels.
fn without_code(module: &Module, backend: &dyn Backend) -> Vec<(Op, &'static str)> {
    let mut found: Vec<(Op, &'static str)> = Vec::new();
    for op in module.walk(module.root()) {
        let kind = module.kind(op);
        let (host, kernel) = (host_code::support(kind), backend.support(kind));
        if let (Support::No(_), Support::No(reason)) = (host, kernel)
            && found.iter().all(|(known, _)| module.kind(*known) != kind)
        {
            found.push((op, reason));
        }
    }
    found
}

/// Returns the CPU as the request configures it. A session may keep one that nothing observes.
fn machine(session: &mut Session, request: &Request<'_>) -> Machine {
    let records = request.measured.trace || request.measured.samples;
    let trace = records.then(Arc::<Trace>::default);
    let options = CpuOptions {
        seed: request.concurrency.adversary,
        has_poison: request.has_poison,
        has_guards: request.guards,
        trace: trace.clone(),
        ..CpuOptions::default()
    };
    if !request.concurrency.detects_races {
        let kept = session.kept.as_mut().filter(|_| !records);
        let context = kept.map(|kept| context(kept, options.clone()));
        let device = match &context {
            Some(context) => Arc::clone(context.device()),
            None => Arc::new(CpuDevice::new(options)),
        };
        return Machine { device, trace, detector: None, context };
    }
    let detector = Arc::new(DetectingDevice::new(options));
    let device = Arc::clone(&detector) as Arc<dyn Device>;
    Machine { device, trace, detector: Some(detector), context: None }
}

/// Opens the CPU.
pub(super) fn open(options: CpuOptions) -> OpenDevice {
    OpenDevice::of((CpuDevice::new(options), CodeTarget::of_this_machine()))
}

/// Returns the context of a CPU that a session keeps.
fn context(kept: &mut KeptDevices, options: CpuOptions) -> Context {
    let name = format!("cpu {:?} {} {}", options.seed, options.has_poison, options.has_guards);
    let Ok(device) = kept.get::<Infallible>(&name, || Ok(open(options)));
    device.context
}
