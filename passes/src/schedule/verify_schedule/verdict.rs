//! The verdicts of the checks of a schedule.

use std::fmt;
use warpline_ir::diagnostics::Note;
use warpline_ir::{Diagnostic, Module, Op, Severity, codes};

/// A property of a scheduled function that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Every pair of conflicting accesses is ordered.
    Race,
    /// Memory is used only between its allocation and its free, and freed once on every path.
    Lifetime,
    /// Streams and event slots are within what the function leases, and every slot is recorded before it is waited
    /// for.
    Leases,
    /// The host has waited for all work where the function returns.
    Return,
    /// Buffers that share memory of the arena are never in use at the same time.
    Memory,
    /// Every wait ends.
    Deadlock,
    /// Every wait adds order.
    Minimal,
}

/// All checks, in the order in which they are reported.
pub const CHECKS: [Check; 7] = [
    Check::Race,
    Check::Lifetime,
    Check::Leases,
    Check::Return,
    Check::Memory,
    Check::Deadlock,
    Check::Minimal,
];

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Race => "race",
            Self::Lifetime => "lifetime",
            Self::Leases => "leases",
            Self::Return => "return",
            Self::Memory => "memory",
            Self::Deadlock => "deadlock",
            Self::Minimal => "minimal",
        })
    }
}

impl Check {
    /// Returns the diagnostic code of a violation.
    fn code(self) -> &'static str {
        match self {
            Self::Race => codes::RACE,
            Self::Lifetime => codes::LIFETIME,
            Self::Leases | Self::Deadlock => codes::LEASE,
            Self::Return => codes::IN_FLIGHT,
            Self::Memory => codes::ARENA,
            Self::Minimal => codes::REDUNDANT,
        }
    }
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckResult {
    /// It holds on every path, under the assumptions of the verdict.
    Proved,
    /// It could neither be proved nor refuted.
    Unknown,
    /// It does not hold.
    Violated,
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proved => "proved",
            Self::Unknown => "unknown",
            Self::Violated => "violated",
        })
    }
}

/// One location where a check fails, or could not decide.
#[derive(Clone, Debug)]
pub struct CheckDiagnostic {
    /// The operation.
    pub op: Op,
    /// The violation, or the unknown fact.
    pub message: String,
    /// The other locations, and the suggested fix.
    pub notes: Vec<(Option<Op>, String)>,
}

impl CheckDiagnostic {
    /// Creates a diagnostic without notes.
    pub(super) fn new(op: Op, message: impl Into<String>) -> Self {
        Self { op, message: message.into(), notes: Vec::new() }
    }

    /// Adds a note that points to another operation.
    pub(super) fn at(mut self, op: Op, message: impl Into<String>) -> Self {
        self.notes.push((Some(op), message.into()));
        self
    }

    /// Adds a note with a suggested fix.
    pub(super) fn help(mut self, message: impl Into<String>) -> Self {
        self.notes.push((None, message.into()));
        self
    }
}

/// The result of one check of one function.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The function.
    pub func: Op,
    /// The check.
    pub check: Check,
    /// The violations: witnesses.
    pub violated: Vec<CheckDiagnostic>,
    /// The undecided cases, and what would decide them.
    pub unknown: Vec<CheckDiagnostic>,
    /// Advice for the program, which does not affect the result.
    pub advice: Vec<CheckDiagnostic>,
    /// Orders that the program leaves open on purpose.
    pub noted: Vec<CheckDiagnostic>,
    /// The extent of the check, and the assumptions of the result.
    pub scope: String,
}

impl Verdict {
    /// Creates a verdict without diagnostics.
    pub(super) fn new(func: Op, check: Check, scope: impl Into<String>) -> Self {
        let [violated, unknown, advice, noted] = std::array::from_fn(|_| Vec::new());
        Self { func, check, violated, unknown, advice, noted, scope: scope.into() }
    }

    /// Returns the result.
    pub fn result(&self) -> CheckResult {
        match (self.violated.is_empty(), self.unknown.is_empty()) {
            (false, _) => CheckResult::Violated,
            (true, false) => CheckResult::Unknown,
            (true, true) => CheckResult::Proved,
        }
    }

    /// Formats one line: the function, the check, the result and its assumptions.
    pub fn line(&self, module: &Module) -> String {
        let name = module.symbol_name(self.func).unwrap_or_default();
        let counts = match self.result() {
            CheckResult::Proved => String::new(),
            CheckResult::Unknown => format!(" at {}", self.unknown.len()),
            CheckResult::Violated => format!(" at {}", self.violated.len()),
        };
        format!("@{name}: {} {}{counts}: {}", self.check, self.result(), self.scope)
    }

    /// Returns the diagnostics: errors for violations, warnings for unknown cases. A redundant wait is only a
    /// warning; orders that the program leaves open are remarks.
    pub fn diagnostics(&self, module: &Module) -> Vec<Diagnostic> {
        let gravity = if self.check == Check::Minimal { Severity::Warning } else { Severity::Error };
        let violated =
            self.violated.iter().map(|found| diagnostic(module, found, gravity, self.check.code()));
        let unknown =
            self.unknown.iter().map(|found| diagnostic(module, found, Severity::Warning, codes::UNPROVED));
        let advice =
            self.advice.iter().map(|found| diagnostic(module, found, Severity::Warning, codes::UNFREED));
        let noted =
            self.noted.iter().map(|found| diagnostic(module, found, Severity::Remark, codes::UNPROVED));
        violated.chain(unknown).chain(advice).chain(noted).collect()
    }
}

fn diagnostic(
    module: &Module,
    found: &CheckDiagnostic,
    severity: Severity,
    code: &'static str,
) -> Diagnostic {
    let span = |op: Op| module.span(module.location(op));
    let note = |(op, message): &(Option<Op>, String)| match op {
        Some(op) => Note::at(span(*op), message.clone()),
        None => Note::general(message.clone()),
    };
    let notes = found.notes.iter().map(note).collect();
    let (span, message) = (span(found.op), found.message.clone());
    Diagnostic { severity, code, pass: Some(super::PASS.name), span, message, notes }
}
