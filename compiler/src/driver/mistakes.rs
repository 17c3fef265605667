//! Reports errors that are certain from the text alone, as diagnostics of `check`, and before a run.

use warpline_ir::{Diagnostic, Diagnostics, Module, Note, Op, Severity, codes};
use warpline_passes::analysis::mistakes::{Kind, Mistake, find, surely_run};
use warpline_runtime::OutOfBounds;

use crate::driver::default_pipelines;
use crate::driver::execute;
use crate::driver::session::{Session, SourceFile, Stop};

/// Adds the mistakes of a module, except at operations that already have an error: errors if every run of the
/// function encounters them, otherwise warnings.
pub(crate) fn check(module: &Module, text: &str, findings: &mut Diagnostics) {
    for mistake in find(module) {
        let is_known = findings.iter().any(|found| found.span == module.span(module.location(mistake.op)));
        if !is_known {
            findings.push(diagnostic(module, text, &mistake, mistake.func.is_some()));
        }
    }
}

/// Reports the mistakes that every run of a function of a module encounters, and stops if there is an error among them.
pub(crate) fn refuse(session: &mut Session, source: &SourceFile, module: &Module) -> Result<(), Stop> {
    let mut findings = Diagnostics::new();
    for mistake in find(module).iter().filter(|mistake| mistake.func.is_some()) {
        findings.push(diagnostic(module, &source.text, mistake, true));
    }
    default_pipelines::finish(session, source, &findings)
}

/// Returns the mistakes that every run of a function encounters. Without bounds checks, indices out of bounds
/// are allowed.
pub(crate) fn of_run(module: &Module, text: &str, entry: Op, checks_bounds: bool) -> Diagnostics {
    let sure = surely_run(module, entry);
    let mut findings = Diagnostics::new();
    for mistake in find(module) {
        let is_allowed = !checks_bounds && matches!(mistake.kind, Kind::OutOfBounds { .. });
        if !is_allowed && mistake.func.is_some_and(|func| sure.contains(&func)) {
            findings.push(diagnostic(module, text, &mistake, true));
        }
    }
    findings
}

fn diagnostic(module: &Module, text: &str, mistake: &Mistake, is_certain: bool) -> Diagnostic {
    let span = |op: Op| module.span(module.location(op));
    let message = match &mistake.kind {
        Kind::OutOfBounds { index, dim, extent } => {
            let array = execute::array_at(module, text, mistake.op);
            OutOfBounds { index: *index, dim: *dim, extent: *extent }.message(array.as_deref())
        }
        Kind::Other(message) | Kind::Suspect(message) => message.clone(),
    };
    let is_error = is_certain && !matches!(mistake.kind, Kind::Suspect(_));
    let (severity, code) =
        if is_error { (Severity::Error, codes::MISTAKE) } else { (Severity::Warning, codes::SUSPECT) };
    let notes = mistake.notes.iter().map(|(op, message)| Note::at(span(*op), (*message).to_string()));
    Diagnostic { severity, code, pass: None, span: span(mistake.op), message, notes: notes.collect() }
}
