//! Formats diagnostics as a SARIF 2.1.0 document, which code hosts read.
//!
//! Columns count characters (`unicodeCodePoints`); the end of a region is the column after its last character.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Severity, Span, codes};

use super::sanitize::clamp;
use crate::session::{Session, SourceFile};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the whole document: one run with all results of a command.
pub(super) fn document(session: &Session, exit_code: u8) -> String {
    let used: BTreeSet<&str> =
        session.results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    let rules: Vec<Value> = codes::ALL.iter().filter(|known| used.contains(known.code)).map(rule).collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "warpline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": exit_code == 0,
                "exitCode": exit_code,
                "toolExecutionNotifications": session.notifications,
            }],
            "results": session.results,
        }],
    });
    format!("{document:#}\n")
}

fn rule(known: &codes::Explained) -> Value {
    json!({
        "id": known.code,
        "shortDescription": { "text": known.title },
        "fullDescription": { "text": known.text },
    })
}

/// Formats one diagnostic.
pub(super) fn result(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> Value {
    let level = level(diagnostic.severity);
    let with_place = diagnostic.notes.iter().filter_map(|note| Some((note, note.span?)));
    let related: Vec<Value> = with_place
        .enumerate()
        .map(|(id, (note, span))| {
            json!({
                "id": id,
                "physicalLocation": location(source, lines, span),
                "message": { "text": note.message },
            })
        })
        .collect();
    let remarks = diagnostic.notes.iter().filter(|note| note.span.is_none());
    let mut text = diagnostic.message.clone();
    remarks.for_each(|note| {
        let _ = write!(text, "; {}", note.message);
    });
    let mut result = json!({
        "level": level,
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(source, lines, diagnostic.span) }],
        "relatedLocations": related,
    });
    if let Some(pass) = diagnostic.pass {
        result["properties"] = json!({ "pass": pass });
    }
    if let Some(code) = super::code(diagnostic) {
        result["ruleId"] = code.into();
    }
    result
}

fn location(source: &SourceFile, lines: &LineTable, span: Span) -> Value {
    let (start, end) = clamp(&source.text, span);
    let (start_line, start_column) = lines.line_column(&source.text, start as u32);
    let (end_line, end_column) = lines.line_column(&source.text, end as u32);
    json!({
        "artifactLocation": { "uri": uri(&source.name) },
        "region": {
            "startLine": start_line,
            "startColumn": start_column,
            "endLine": end_line,
            "endColumn": end_column,
            "byteOffset": start,
            "byteLength": end - start,
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Returns a relative path as a relative reference, and an absolute one as a file URI; invalid characters are
/// percent-encoded.
fn uri(path: &str) -> String {
    let mut out = if path.starts_with('/') { "file://".to_string() } else { String::new() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Formats a diagnostic without a source location.
pub(super) fn notification(severity: Severity, message: &str) -> Value {
    json!({ "level": level(severity), "message": { "text": message } })
}
