//! What the checks of a schedule say.

use std::fmt;
use warpline_ir::diagnostics::Note;
use warpline_ir::{Diagnostic, Module, Op, Severity, codes};

/// A question about a scheduled function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Is every pair of accesses that conflict ordered?
    Race,
    /// Is memory used only between its allocation and its end, and ended once on every path?
    Lifetime,
    /// Do streams and event slots lie within what the function leases, and is every slot recorded before it is
    /// waited for?
    Leases,
    /// Has the host waited for all work where the function returns?
    Return,
    /// Are buffers that share memory of the arena never in use at the same time?
    Memory,
    /// Does every wait end?
    Deadlock,
    /// Does every wait add order?
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
    /// The code of what breaks it.
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

/// How a check ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It holds on every path, under the assumptions of the verdict.
    Proved,
    /// It could neither be proved nor refuted.
    Unknown,
    /// It does not hold.
    Violated,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proved => "proved",
            Self::Unknown => "unknown",
            Self::Violated => "violated",
        })
    }
}

/// One place where a check fails, or could not decide.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Where.
    pub op: Op,
    /// What is wrong, or not known there.
    pub message: String,
    /// The other places, and what would help.
    pub notes: Vec<(Option<Op>, String)>,
}

impl Finding {
    /// A finding without notes.
    pub(super) fn new(op: Op, message: impl Into<String>) -> Self {
        Self { op, message: message.into(), notes: Vec::new() }
    }

    /// The same with a note that points to another operation.
    pub(super) fn at(mut self, op: Op, message: impl Into<String>) -> Self {
        self.notes.push((Some(op), message.into()));
        self
    }

    /// The same with a note that tells what would help.
    pub(super) fn help(mut self, message: impl Into<String>) -> Self {
        self.notes.push((None, message.into()));
        self
    }
}

/// What one check says about one function.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The function.
    pub func: Op,
    /// The question.
    pub check: Check,
    /// Where it does not hold: witnesses.
    pub violated: Vec<Finding>,
    /// Where it could not be decided, and what would decide it.
    pub unknown: Vec<Finding>,
    /// What the program would better do otherwise; it changes no answer.
    pub advice: Vec<Finding>,
    /// What the program leaves open on purpose.
    pub noted: Vec<Finding>,
    /// What was looked at, and what the answer rests on.
    pub scope: String,
}

impl Verdict {
    /// A verdict without findings.
    pub(super) fn new(func: Op, check: Check, scope: impl Into<String>) -> Self {
        let [violated, unknown, advice, noted] = std::array::from_fn(|_| Vec::new());
        Self { func, check, violated, unknown, advice, noted, scope: scope.into() }
    }

    /// The answer in a word.
    pub fn outcome(&self) -> Outcome {
        match (self.violated.is_empty(), self.unknown.is_empty()) {
            (false, _) => Outcome::Violated,
            (true, false) => Outcome::Unknown,
            (true, true) => Outcome::Proved,
        }
    }

    /// One line: the function, the check, the answer and what it rests on.
    pub fn line(&self, module: &Module) -> String {
        let name = module.symbol_name(self.func).unwrap_or_default();
        let counts = match self.outcome() {
            Outcome::Proved => String::new(),
            Outcome::Unknown => format!(" at {}", self.unknown.len()),
            Outcome::Violated => format!(" at {}", self.violated.len()),
        };
        format!("@{name}: {} {}{counts}: {}", self.check, self.outcome(), self.scope)
    }

    /// The findings as diagnostics: errors for what does not hold, warnings for what is not known. A wait too many
    /// is only a warning; what the program leaves open is a remark.
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

fn diagnostic(module: &Module, found: &Finding, severity: Severity, code: &'static str) -> Diagnostic {
    let span = |op: Op| module.span(module.location(op));
    let note = |(op, message): &(Option<Op>, String)| match op {
        Some(op) => Note::at(span(*op), message.clone()),
        None => Note::general(message.clone()),
    };
    let notes = found.notes.iter().map(note).collect();
    let (span, message) = (span(found.op), found.message.clone());
    Diagnostic { severity, code, pass: Some(super::PASS.name), span, message, notes }
}
