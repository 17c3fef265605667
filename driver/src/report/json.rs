//! Formats diagnostics as JSON, one object per line.

use serde_json::{Value, json};
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Note, Severity};

use super::severity_word;
use crate::session::SourceFile;

/// Formats a diagnostic about a source text.
pub(super) fn finding(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let (line, column) = lines.line_column(&source.text, diagnostic.span.start);
    let notes: Vec<_> = diagnostic.notes.iter().map(|note| note_object(source, lines, note)).collect();
    let object = json!({
        "v": 1,
        "severity": severity_word(diagnostic.severity),
        "code": super::code(diagnostic),
        "message": diagnostic.message,
        "file": source.name,
        "line": line,
        "column": column,
        "bytes": [diagnostic.span.start, diagnostic.span.end],
        "labels": [],
        "notes": notes,
        "fixes": [],
        "pass": diagnostic.pass,
    });
    format!("{object}\n")
}

fn note_object(source: &SourceFile, lines: &LineTable, note: &Note) -> Value {
    let at = note.span.map(|span| lines.line_column(&source.text, span.start));
    json!({
        "message": note.message,
        "line": at.map(|at| at.0),
        "column": at.map(|at| at.1),
        "bytes": note.span.map(|span| [span.start, span.end]),
    })
}

/// Formats a diagnostic without a source location.
pub(super) fn plain(severity: Severity, message: &str) -> String {
    let object = json!({
        "v": 1, "severity": severity_word(severity), "code": null, "message": message, "file": null, "line": null, "column": null,
        "bytes": null, "labels": [], "notes": [], "fixes": [], "pass": null,
    });
    format!("{object}\n")
}
