//! Reports errors that are certain from the text alone, as diagnostics of `check`, and before a run.

use warpline_ir::artifact::CHECK;
use warpline_ir::def::{Reach, Requirement};
use warpline_ir::{Cf, Diagnostic, Diagnostics, Module, Note, Op, OpKind, Rt, Severity, Value, codes};
use warpline_passes::analysis::mistakes::{Kind, Mistake, always_runs, find, surely_run};
use warpline_passes::pipeline::{self, Silent};
use warpline_runtime::OutOfBounds;

use crate::execute::{self, rows};
use crate::session::{Session, SourceFile, Stop};
use crate::steps;

/// Adds the mistakes of a module, except at operations that already have an error: errors if every run of the
/// function encounters them, otherwise warnings.
pub fn check(module: &Module, text: &str, findings: &mut Diagnostics) {
    for mistake in find(module) {
        let span = module.span(module.location(mistake.op));
        let is_known = findings.iter().any(|found| found.span == span && found.severity != Severity::Remark);
        if !is_known {
            findings.push(diagnostic(module, text, &mistake, is_certain(&mistake)));
        }
    }
    for (found, func) in failing_checks(module) {
        add(findings, found, func.is_some());
    }
}

/// Whether every run that reaches the mistake's function, or launches its kernel, encounters it.
fn is_certain(mistake: &Mistake) -> bool {
    mistake.func.is_some() || matches!(mistake.kind, Kind::Race(_))
}

/// Adds a check that fails, except at an operation that already has an error.
fn add(findings: &mut Diagnostics, found: Diagnostic, is_certain: bool) {
    let is_known = |one: &Diagnostic| one.span == found.span && one.severity == Severity::Error;
    if is_certain && !findings.iter().any(is_known) {
        findings.push(found);
    }
}

/// Returns the run-time checks of a module that fail for all operands, each with the name of the function that always
/// makes it, if there is one.
fn failing_checks(module: &Module) -> Vec<(Diagnostic, Option<String>)> {
    if !module.any_in(module.root(), |op| has_claim(module, op)) {
        return Vec::new();
    }
    let mut checked = module.clone();
    let mut diagnostics = Diagnostics::new();
    let Ok(pipeline) = pipeline::parse(CHECKS, &mut diagnostics) else { return Vec::new() };
    if pipeline::run(&pipeline, &mut checked, &mut diagnostics, &mut Silent).is_err() {
        return Vec::new();
    }
    let fails = |op: &Op| {
        let is_check = checked.kind(*op) == OpKind::Cf(Cf::Assert) && checked.attr(*op, CHECK).is_some();
        is_check && is_false(&checked, checked.operand(*op, 0))
    };
    let failing = checked.walk(checked.root()).into_iter().filter(fails);
    failing
        .map(|op| {
            let view = checked.op(op);
            let message = match (view.str(CHECK), view.int(CHECK)) {
                (Some(problem), _) => execute::with_number(problem, None),
                (None, Some(dim)) => format!("index is out of bounds of dimension {dim}"),
                (None, None) => "index is out of bounds".to_string(),
            };
            let span = checked.span(checked.location(op));
            let (severity, code) = (Severity::Error, codes::MISTAKE);
            let func = always_runs(&checked, op).and_then(|func| checked.symbol_name(func));
            let notes = rows::note(module, span, &message).into_iter().collect();
            let found = Diagnostic { severity, code, pass: None, span, message, notes };
            (found, func.map(str::to_string))
        })
        .collect()
}

/// The passes that make the checks of a run, and fold those whose operands are known.
const CHECKS: &str = "generate-runtime-verification,store-to-load-forwarding,canonicalize";

/// Whether an operation makes a buffer of another one, accesses memory by a pointer, or claims something about buffers:
/// the other checks with known operands are found without a trial.
fn has_claim(module: &Module, op: Op) -> bool {
    let demands_trial = |requirement: &Requirement| {
        matches!(requirement, Requirement::Positions | Requirement::Steps | Requirement::Bytes)
    };
    let def = module.op(op).def();
    def.is_some_and(|def| def.reach == Some(Reach::Checked) || def.requires.iter().any(demands_trial))
}

fn is_false(module: &Module, condition: Value) -> bool {
    let maker = module.defining_op(condition);
    let is_apart = maker.is_some_and(|op| module.kind(op) == OpKind::Rt(Rt::Apart));
    let same = maker.filter(|_| is_apart).map(|op| module.operand(op, 0) == module.operand(op, 1));
    module.constant_int(condition) == Some(0) || same == Some(true)
}

/// Reports the mistakes that every run of a function of a module encounters, and stops if there is an error among them.
pub fn refuse(session: &mut Session, source: &SourceFile, module: &Module) -> Result<(), Stop> {
    let mut findings = Diagnostics::new();
    for mistake in find(module).iter().filter(|mistake| is_certain(mistake)) {
        findings.push(diagnostic(module, &source.text, mistake, true));
    }
    for (found, func) in failing_checks(module) {
        add(&mut findings, found, func.is_some());
    }
    steps::finish(session, source, &findings)
}

/// Returns the mistakes that every run of a function encounters. Without bounds checks, indices out of bounds
/// are allowed.
pub fn of_run(module: &Module, text: &str, entry: Op, checks_bounds: bool) -> Diagnostics {
    let sure = surely_run(module, entry);
    let mut findings = Diagnostics::new();
    for mistake in find(module) {
        let is_allowed = !checks_bounds && matches!(mistake.kind, Kind::OutOfBounds { .. });
        if !is_allowed && mistake.func.is_some_and(|func| sure.contains(&func)) {
            findings.push(diagnostic(module, text, &mistake, true));
        }
    }
    let names: Vec<&str> = sure.iter().filter_map(|func| module.symbol_name(*func)).collect();
    for (found, func) in failing_checks(module).into_iter().filter(|_| checks_bounds) {
        add(&mut findings, found, func.is_some_and(|func| names.contains(&func.as_str())));
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
        Kind::Race(message) | Kind::Other(message) | Kind::Suspect(message) | Kind::Undecided(message) => {
            message.clone()
        }
    };
    let (severity, code) = match mistake.kind {
        Kind::Undecided(_) => (Severity::Remark, codes::SUSPECT),
        Kind::Suspect(_) => (Severity::Warning, codes::SUSPECT),
        _ if is_certain => (Severity::Error, codes::MISTAKE),
        _ => (Severity::Warning, codes::SUSPECT),
    };
    let notes = mistake.notes.iter().map(|(op, message)| Note::at(span(*op), (*message).to_string()));
    Diagnostic { severity, code, pass: None, span: span(mistake.op), message, notes: notes.collect() }
}
