//! Formats diagnostics: as text, as one line each, as JSON or as SARIF.

mod json;
mod label;
mod sanitize;
mod sarif;
mod text;

use std::fmt::Write as _;

use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Diagnostics, Severity, Span};

use crate::session::{Session, SourceFile};
use crate::words::words;

words! {
    /// The format of diagnostics.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Format {
        /// The line `file:line:col: severity[CODE]: message`, then the source around it for the first 100 diagnostics.
        #[default]
        Text = "text",
        /// That line only, and one for each note.
        Short = "short",
        /// One JSON object per line.
        Json = "json",
        /// One SARIF 2.1.0 document at the end.
        Sarif = "sarif",
    }
}

impl Format {
    /// Whether the format is for people: other lines may then be written between the diagnostics.
    pub fn is_for_people(self) -> bool {
        matches!(self, Self::Text | Self::Short)
    }
}

/// The maximum number of diagnostics shown with source. More are not readable, and each costs the lines before it.
const MAX_EXCERPTS: usize = 100;

/// Writes all diagnostics about a text to stderr, in textual order.
pub fn report(session: &mut Session, source: &SourceFile, diagnostics: &Diagnostics) {
    if diagnostics.iter().next().is_none() {
        return;
    }
    let lines = LineTable::new(&source.text);
    let mut found: Vec<&Diagnostic> = diagnostics.iter().collect();
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    for (number, diagnostic) in found.into_iter().enumerate() {
        let text = match session.format {
            Format::Text if MAX_EXCERPTS <= number => as_short(source, &lines, diagnostic),
            Format::Text => text::as_text(source, &lines, diagnostic, session.has_color),
            Format::Short => as_short(source, &lines, diagnostic),
            Format::Json => json::finding(source, &lines, diagnostic),
            Format::Sarif => {
                session.results.push(sarif::result(source, &lines, diagnostic));
                continue;
            }
        };
        session.err.push_str(&text);
    }
}

/// Writes an error without a source location.
pub fn report_plain(session: &mut Session, message: &str) {
    report_without_place(session, Severity::Error, message);
}

/// Writes a warning without a source location.
pub fn report_warning(session: &mut Session, message: &str) {
    report_without_place(session, Severity::Warning, message);
}

fn report_without_place(session: &mut Session, severity: Severity, message: &str) {
    match session.format {
        Format::Text | Format::Short => {
            let word = severity_word(severity);
            let _ = writeln!(session.err, "warpline: {word}: {}", sanitize::one_line(message));
        }
        Format::Json => session.err.push_str(&json::plain(severity, message)),
        Format::Sarif => session.notifications.push(sarif::notification(severity, message)),
    }
}

/// Writes a line about an action of a command.
pub fn report_note(session: &mut Session, line: &str) {
    match session.format {
        Format::Text | Format::Short => {
            session.err.push_str(line);
            session.err.push('\n');
        }
        Format::Json => session.err.push_str(&json::plain(Severity::Remark, line)),
        Format::Sarif => session.notifications.push(sarif::notification(Severity::Remark, line)),
    }
}

/// Writes output that is complete only when the command has ended: the SARIF document.
pub fn finish(session: &mut Session, exit_code: u8) {
    if session.format == Format::Sarif {
        let document = sarif::document(session, exit_code);
        session.err.push_str(&document);
    }
}

/// Formats a diagnostic as one line for people, without its notes.
pub fn line(source: &SourceFile, diagnostic: &Diagnostic) -> String {
    let lines = LineTable::new(&source.text);
    format!("{}: {}", header(source, &lines, diagnostic), sanitize::one_line(&diagnostic.message))
}

/// Returns the word for a severity.
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Returns `file:line:col`.
fn place(source: &SourceFile, lines: &LineTable, span: Span) -> String {
    let (line, column) = lines.line_column(&source.text, span.start);
    format!("{}:{line}:{column}", sanitize::one_line(&source.name))
}

/// Returns `file:line:col: severity[CODE]`; for a remark without a code the name of its pass.
fn header(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let (place, severity) = (place(source, lines, diagnostic.span), severity_word(diagnostic.severity));
    match code(diagnostic).or(diagnostic.pass) {
        Some(code) => format!("{place}: {severity}[{code}]"),
        None => format!("{place}: {severity}"),
    }
}

/// Returns the code, if there is one.
pub fn code(diagnostic: &Diagnostic) -> Option<&'static str> {
    Some(diagnostic.code).filter(|code| !code.is_empty())
}

fn as_short(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let message = sanitize::one_line(&diagnostic.message);
    let mut text = format!("{}: {message}\n", header(source, lines, diagnostic));
    for note in &diagnostic.notes {
        let place = place(source, lines, note.span.unwrap_or(diagnostic.span));
        let _ = writeln!(text, "{place}: note: {}", sanitize::one_line(&note.message));
    }
    text
}
