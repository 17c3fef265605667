//! Execution on the CPU device.

use std::sync::Arc;

use warpline_ir::{Diagnostic, Diagnostics, Note, Severity, codes};
use warpline_runtime::{CpuDevice, CpuOptions, DetectingDevice, Device, Trace};

use super::host::Machine;
use super::program::{Kernels, Refusal, compile};
use super::{Execution, Request};
use crate::report::report;
use crate::session::{Exit, Session, Stop};
use crate::stages;

/// What runs a program with operations that the CPU device has no code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// Nothing: they are errors.
    Refuse,
    /// The reference interpreter, with a warning.
    Interpret,
}

/// Compiles and executes.
pub(super) fn execute(
    session: &mut Session,
    request: &Request<'_>,
    otherwise: Otherwise,
) -> Result<Execution, Stop> {
    let mut findings = session.diagnostics();
    let compiled = compile(session, request, Kernels::Native, &mut findings);
    if let (Otherwise::Interpret, Some(missing)) = (otherwise, only_missing_code(&findings)) {
        let mut told = Diagnostics::new();
        let is_remark = |found: &&Diagnostic| found.severity == Severity::Remark;
        findings.iter().filter(is_remark).for_each(|remark| told.push(remark.clone()));
        told.push(on_interpreter(missing));
        report(session, request.source, &told);
        return super::interp::execute(session, request);
    }
    stages::finish(session, request.source, &findings)?;
    match compiled {
        Ok(compiled) => super::host::execute(session, request, &compiled, machine(request)),
        Err(Refusal::Stop(stop)) => Err(stop),
        Err(Refusal::Findings) => Err(session.fail(Exit::Internal, "the backend failed without an error")),
    }
}

/// The first error, if all errors say that something cannot be compiled.
fn only_missing_code(findings: &Diagnostics) -> Option<&Diagnostic> {
    let mut errors = findings.iter().filter(|found| found.severity == Severity::Error);
    let first = errors.next()?;
    let all = first.code == codes::UNSUPPORTED && errors.all(|error| error.code == codes::UNSUPPORTED);
    all.then_some(first)
}

/// Tells that the interpreter runs the program, and why.
fn on_interpreter(missing: &Diagnostic) -> Diagnostic {
    let message = format!("the reference interpreter runs this program, slowly: {}", missing.message);
    let note =
        Note { span: None, message: "'--device=interp' asks for it, '--device=cpu' refuses".to_string() };
    Diagnostic { severity: Severity::Warning, message, notes: vec![note], ..missing.clone() }
}

/// The CPU as the request wants it.
fn machine(request: &Request<'_>) -> Machine {
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
        return Machine { device: Arc::new(CpuDevice::new(options)), trace, detector: None, cuda: None };
    }
    let detector = Arc::new(DetectingDevice::new(options));
    let device = Arc::clone(&detector) as Arc<dyn Device>;
    Machine { device, trace, detector: Some(detector), cuda: None }
}
