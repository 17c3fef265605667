//! Diagnostics as text, as one line each, or as JSON; the only place that calls ariadne.
//!
//! ariadne panics on a reversed span and on a byte span that ends inside a character, loses spans past the end, and
//! passes control characters through. So spans are ordered, clamped and counted in characters, and the text that it
//! shows is a copy of as many characters without controls, cut to a window of lines around the finding.

use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use serde_json::json;
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Diagnostics, Severity, Span};

use crate::session::{Session, SourceFile};

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The line `file:line:col: severity[CODE]: message`, then the source around it.
    #[default]
    Text,
    /// That line only, and one for each note.
    Short,
    /// One JSON object per line.
    Json,
}

/// The longest source line that is shown, in characters.
const MAX_SHOWN_LINE: usize = 400;

/// Writes all findings about a text to stderr, in the order of the text.
pub fn report(session: &mut Session, source: &SourceFile, diagnostics: &Diagnostics) {
    let lines = LineTable::new(&source.text);
    let mut found: Vec<&Diagnostic> = diagnostics.iter().collect();
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    for diagnostic in found {
        let text = match session.format {
            Format::Text => as_text(source, &lines, diagnostic, session.has_color),
            Format::Short => as_short(source, &lines, diagnostic),
            Format::Json => as_json(source, &lines, diagnostic),
        };
        session.err.push_str(&text);
    }
}

/// The word for a severity.
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// `file:line:col`.
fn place(source: &SourceFile, lines: &LineTable, span: Span) -> String {
    let (line, column) = lines.line_column(&source.text, span.start);
    format!("{}:{line}:{column}", source.name)
}

/// `file:line:col: severity[CODE]`.
fn header(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let place = place(source, lines, diagnostic.span);
    format!("{place}: {}[{}]", severity_word(diagnostic.severity), diagnostic.code)
}

fn as_short(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let mut text = format!("{}: {}\n", header(source, lines, diagnostic), one_line(&diagnostic.message));
    for note in &diagnostic.notes {
        let place = place(source, lines, note.span.unwrap_or(diagnostic.span));
        let _ = writeln!(text, "{place}: note: {}", one_line(&note.message));
    }
    text
}

fn as_json(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic) -> String {
    let (line, column) = lines.line_column(&source.text, diagnostic.span.start);
    let notes: Vec<_> = diagnostic
        .notes
        .iter()
        .map(|note| {
            let at = note.span.map(|span| lines.line_column(&source.text, span.start));
            json!({
                "message": note.message,
                "line": at.map(|at| at.0),
                "column": at.map(|at| at.1),
                "bytes": note.span.map(|span| [span.start, span.end]),
            })
        })
        .collect();
    let object = json!({
        "v": 1,
        "severity": severity_word(diagnostic.severity),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": source.name,
        "line": line,
        "column": column,
        "bytes": [diagnostic.span.start, diagnostic.span.end],
        "labels": [],
        "notes": notes,
        "fixes": [],
        "pass": null,
    });
    format!("{object}\n")
}

fn as_text(source: &SourceFile, lines: &LineTable, diagnostic: &Diagnostic, has_color: bool) -> String {
    let header = header(source, lines, diagnostic);
    let color = match diagnostic.severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Remark => Color::Blue,
    };
    let window = Window::around(&source.text, lines, diagnostic);
    let Some(span) = window.char_span(&source.text, diagnostic.span) else {
        return as_short(source, lines, diagnostic);
    };
    let name = source.name.as_str();
    let config = Config::default()
        .with_index_type(IndexType::Char)
        .with_char_set(CharSet::Unicode)
        .with_color(has_color);
    let mut builder = Report::build(ReportKind::Custom(&header, color), (name, span.clone()))
        .with_config(config)
        .with_message(one_line(&diagnostic.message))
        .with_label(Label::new((name, span)).with_color(color).with_message("here"));
    for note in &diagnostic.notes {
        match note.span.and_then(|span| window.char_span(&source.text, span)) {
            Some(span) => builder.add_label(Label::new((name, span)).with_message(one_line(&note.message))),
            None => builder.add_note(far_note(source, lines, note.span, &note.message)),
        }
    }
    let mut bytes = Vec::new();
    let shown = Source::from(window.text.as_str());
    match builder.finish().write((name, shown), &mut bytes) {
        Ok(()) => finish(&bytes, has_color),
        Err(_) => as_short(source, lines, diagnostic),
    }
}

/// A note whose place is not in the window.
fn far_note(source: &SourceFile, lines: &LineTable, span: Option<Span>, message: &str) -> String {
    match span {
        Some(span) => format!("{}: {}", place(source, lines, span), one_line(message)),
        None => one_line(message),
    }
}

/// Colour taken out where it must not be, and no trailing blanks.
fn finish(bytes: &[u8], has_color: bool) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = if has_color { text.into_owned() } else { without_escapes(&text) };
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// The text without `ESC [ … m`.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        out.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

/// A message on one line, so that the first line holds all of it.
fn one_line(message: &str) -> String {
    message.chars().map(|c| if c == '\n' { ' ' } else { harmless(c) }).collect()
}

/// The lines of the source that a finding shows.
struct Window {
    /// Number of lines before it.
    first_line: usize,
    /// Byte range in the source.
    bytes: Range<usize>,
    /// An empty line for each line before it, so that ariadne's numbers are right, and then as many characters as
    /// there are in the range, none of them a control.
    text: String,
}

impl Window {
    /// From the first to the last place of a finding, if they are near each other, else its main place.
    fn around(text: &str, lines: &LineTable, diagnostic: &Diagnostic) -> Self {
        let main = diagnostic.span;
        let near = |span: &Span| span.start.abs_diff(main.start) < 2000;
        let all = diagnostic.notes.iter().filter_map(|note| note.span).filter(near).fold(main, Span::to);
        let (start, end) = clamp(text, all);
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let first_line = lines.line_column(text, first as u32).0 - 1;
        let shown =
            std::iter::repeat_n('\n', first_line).chain(text[first..last].chars().map(harmless)).collect();
        Self { first_line, bytes: first..last, text: shown }
    }

    /// A span as characters of the window; `None` if it is not in it or the window's lines are too long.
    fn char_span(&self, text: &str, span: Span) -> Option<Range<usize>> {
        let (start, end) = clamp(text, span);
        let is_inside = self.bytes.start <= start && end <= self.bytes.end;
        if !is_inside || self.text.lines().any(|line| MAX_SHOWN_LINE < line.len()) {
            return None;
        }
        let first = self.first_line + text[self.bytes.start..start].chars().count();
        let length = text[start..end].chars().count();
        Some(first..first + length)
    }
}

/// Start and end of a span: ordered, inside the text, on borders of characters.
fn clamp(text: &str, span: Span) -> (usize, usize) {
    let border = |offset: u32| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let (a, b) = (border(span.start), border(span.end));
    (a.min(b), a.max(b))
}

/// A character that is safe to show on a terminal and keeps ariadne's lines those of our line table.
fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\r' => ' ',
        '\u{2028}'..='\u{202e}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
