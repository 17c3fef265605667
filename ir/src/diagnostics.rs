//! Errors, warnings and notes as data with a source location.
//!
//! Crates below `compiler` never print: they push a [`Diagnostic`] into the sink and return [`Reported`],
//! which only the sink can create. Hence an error is stored exactly once, and no function can return a
//! failure without a diagnostic.

use crate::source::Span;
use rustc_hash::FxHashSet;

pub use crate::codes;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information without a problem.
    Remark,
    /// The program is accepted, but has a better form or a likely mistake.
    Warning,
    /// The program is rejected.
    Error,
}

/// A note that explains a diagnostic, usually with another location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The location; `None` for a general remark.
    pub span: Option<Span>,
    /// Lower case, no final dot.
    pub message: String,
}

impl Note {
    /// Creates a note at a location.
    pub fn at(span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into() }
    }

    /// Creates a remedy or remark without a location.
    pub fn general(message: impl Into<String>) -> Self {
        Self { span: None, message: message.into() }
    }
}

/// A diagnostic about the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or remark.
    pub severity: Severity,
    /// Stable code, such as `E0101`; see [`crate::codes`]. Empty for requested output, such as a plan.
    pub code: &'static str,
    /// The pass that reports it, if any.
    pub pass: Option<&'static str>,
    /// The location.
    pub span: Span,
    /// What was expected and what was found; lower case, no final dot.
    pub message: String,
    /// Other locations and remedies.
    pub notes: Vec<Note>,
}

/// The passes that report remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Remarks {
    /// None of them.
    #[default]
    Off,
    /// All of them.
    All,
    /// The passes with these names.
    Of(Vec<String>),
}

impl Remarks {
    /// Whether the pass with this name reports remarks.
    pub fn includes(&self, pass: &str) -> bool {
        match self {
            Self::Off => false,
            Self::All => true,
            Self::Of(names) => names.iter().any(|name| name == pass),
        }
    }
}

/// Number of stored diagnostics, apart from remarks; one more states that there were others. As many remarks
/// are stored in addition, so that they never displace an error.
const MAX_STORED: usize = 1000;

/// Proof that an error is stored in a [`Diagnostics`] sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported(());

/// The sink of all diagnostics about one source text.
#[derive(Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    n_errors: usize,
    /// Errors and warnings, including those that are not stored.
    n_findings: usize,
    /// Remarks, including those that are not stored.
    n_remarks: usize,
    remarks: Remarks,
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Diagnostics {
    /// Creates an empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty sink that accepts these remarks.
    pub fn with_remarks(remarks: Remarks) -> Self {
        Self { remarks, ..Self::default() }
    }

    /// Whether the sink accepts remarks of the pass with this name.
    pub fn wants_remarks_of(&self, pass: &str) -> bool {
        self.remarks.includes(pass)
    }

    /// Stores an error.
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.error_with(code, span, message, Vec::new())
    }

    /// Stores an error with notes.
    pub fn error_with(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        notes: Vec<Note>,
    ) -> Reported {
        let (severity, pass, message) = (Severity::Error, None, message.into());
        self.push(Diagnostic { severity, code, pass, span, message, notes });
        Reported(())
    }

    /// Stores a warning.
    pub fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        let (severity, pass, message, notes) = (Severity::Warning, None, message.into(), Vec::new());
        self.push(Diagnostic { severity, code, pass, span, message, notes });
    }

    /// Stores a diagnostic; several with the same location and message are stored once.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let repeated = self
            .items
            .last()
            .is_some_and(|last| last.span == diagnostic.span && last.message == diagnostic.message);
        if repeated {
            return;
        }
        self.n_errors += usize::from(diagnostic.severity == Severity::Error);
        let (count, kind) = match diagnostic.severity {
            Severity::Remark => (&mut self.n_remarks, "remarks"),
            Severity::Warning | Severity::Error => (&mut self.n_findings, "findings"),
        };
        *count += 1;
        if *count <= MAX_STORED {
            self.items.push(diagnostic);
        } else if *count == MAX_STORED + 1 {
            let message = format!("more than {MAX_STORED} {kind}: the others are not shown");
            self.items.push(Diagnostic { message, notes: Vec::new(), ..diagnostic });
        }
    }

    /// Whether an error was stored.
    pub fn has_errors(&self) -> bool {
        self.n_errors > 0
    }

    /// Returns the number of errors that were stored.
    pub fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// Returns `Err` if an error was stored.
    pub fn check(&self) -> Result<(), Reported> {
        if self.has_errors() { Err(Reported(())) } else { Ok(()) }
    }

    /// Returns every diagnostic, in the order of reporting.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.items.iter()
    }

    /// Appends the diagnostics of another sink.
    pub fn append(&mut self, other: Self) {
        for item in other.items {
            self.push(item);
        }
    }

    /// Sorts the diagnostics by location, in the order of the text; those at one location stay in the order
    /// of reporting, and duplicates are removed.
    pub fn sort(&mut self) {
        self.items.sort_by_key(|item| item.span.start);
        let mut seen = FxHashSet::default();
        let is_new = |item: &Diagnostic| seen.insert((item.span, item.message.clone()));
        self.items = std::mem::take(&mut self.items).into_iter().filter(is_new).collect();
        let count = |severity| self.items.iter().filter(|item| item.severity == severity).count();
        (self.n_errors, self.n_remarks) = (count(Severity::Error), count(Severity::Remark));
        self.n_findings = self.items.len() - self.n_remarks;
    }
}
