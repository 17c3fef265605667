//! Formats diagnostics with the source around them; the only module that calls ariadne.
//!
//! ariadne panics on a reversed span and on a byte span that ends inside a character, loses spans past the end,
//! and passes control characters through. So spans are ordered, clamped and counted in characters, and the text
//! that it shows is a copy with the same number of characters and no control characters: the lines of the
//! diagnostic, with long ones cut around it.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::fmt::Write as _;
use std::ops::Range;
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Severity, Span};

use super::label::label;
use super::sanitize::{clamp, harmless, one_line};
use super::{as_short, header, place};
use crate::session::SourceFile;

/// The maximum length of the shown part of a source line, in characters.
const MAX_SHOWN_LINE: usize = 160;
/// The number of characters shown before the diagnostic in a long line.
const LEAD: usize = 60;
/// The distance in bytes beyond which a location is only named.
const NEAR: u32 = 2000;

/// Formats a diagnostic.
pub(super) fn as_text(
    source: &SourceFile,
    lines: &LineTable,
    diagnostic: &Diagnostic,
    has_color: bool,
) -> String {
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
    let safe_name = one_line(&source.name);
    let name = safe_name.as_str();
    let config = Config::default()
        .with_index_type(IndexType::Char)
        .with_char_set(CharSet::Unicode)
        .with_color(has_color);
    let mut builder = Report::build(ReportKind::Custom(&header, color), (name, span.clone()))
        .with_config(config)
        .with_message(one_line(&diagnostic.message))
        .with_label(Label::new((name, span)).with_color(color).with_message(label(&source.text, diagnostic)));
    for note in &diagnostic.notes {
        match note.span.and_then(|span| window.char_span(&source.text, span)) {
            Some(span) => builder.add_label(Label::new((name, span)).with_message(one_line(&note.message))),
            None => builder.add_note(far_note(source, lines, note.span, &note.message)),
        }
    }
    let mut bytes = Vec::new();
    let shown = Source::from(window.text.as_str());
    match builder.finish().write((name, shown), &mut bytes) {
        Ok(()) => {
            let written = window.with_true_column(&bytes, name, lines, source, diagnostic.span);
            let notes = diagnostic.notes.iter().filter_map(|note| note.span);
            let mut places: Vec<(usize, usize)> = notes
                .chain([diagnostic.span])
                .map(|span| lines.line_column(&source.text, span.start))
                .collect();
            places.sort_unstable();
            finish(&with_own_places(&written, name, &places), has_color)
        }
        Err(_) => as_short(source, lines, diagnostic),
    }
}

/// Fixes the location above each further frame, where ariadne repeats that of the diagnostic.
fn with_own_places(text: &str, name: &str, places: &[(usize, usize)]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len());
    for (at, line) in lines.iter().enumerate() {
        let first = lines[at..].iter().find_map(|line| line_number(line));
        let place = first.and_then(|first| places.iter().find(|(line, _)| first <= *line));
        match (line.find('├'), line.split_once(&format!(" {name}:")), place) {
            (Some(_), Some((before, after)), Some((number, column))) => {
                let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
                let _ = write!(out, "{before} {name}:{number}:{column}{rest}");
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Returns the number of the source line that a line of a frame shows.
fn line_number(line: &str) -> Option<usize> {
    let plain = without_escapes(line);
    let (number, _) = plain.split_once('│')?;
    number.trim().parse().ok()
}

/// Formats a note whose location is not in the window.
fn far_note(source: &SourceFile, lines: &LineTable, span: Option<Span>, message: &str) -> String {
    match span {
        Some(span) => format!("{}: {}", place(source, lines, span), one_line(message)),
        None => one_line(message),
    }
}

/// Removes colours where they are not allowed, and trailing blanks.
fn finish(text: &str, has_color: bool) -> String {
    let text = if has_color { text.to_string() } else { without_escapes(text) };
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// Returns the text without `ESC [ … m`.
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

/// The source lines that a diagnostic shows.
struct Window {
    /// The byte range in the source.
    bytes: Range<usize>,
    /// The number of lines before it. Each is empty in `text`, so this is also their number of characters.
    first_line: usize,
    /// The number of characters cut from the front of the only line, replaced by an ellipsis.
    cut: usize,
    /// An empty line for each line before the range, so that ariadne's numbers are right, and then the range
    /// without control characters.
    text: String,
}

impl Window {
    /// Returns the lines from the first to the last location of a diagnostic, if they are near each other and
    /// short, else those of its main location.
    fn around(text: &str, lines: &LineTable, diagnostic: &Diagnostic) -> Self {
        let main = diagnostic.span;
        let near = |span: &Span| span.start.abs_diff(main.start) < NEAR;
        let all = diagnostic.notes.iter().filter_map(|note| note.span).filter(near).fold(main, Span::to);
        let whole = Self::lines_of(text, lines, all);
        if whole.is_narrow() {
            return whole;
        }
        let one = Self::lines_of(text, lines, Span::new(main.start, main.start));
        if one.is_narrow() { one } else { Self::cut_around(text, &one, main) }
    }

    /// Returns the lines that a span touches.
    fn lines_of(text: &str, lines: &LineTable, span: Span) -> Self {
        let (start, end) = clamp(text, span);
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let first_line = lines.line_column(text, first as u32).0 - 1;
        let shown =
            std::iter::repeat_n('\n', first_line).chain(text[first..last].chars().map(harmless)).collect();
        Self { bytes: first..last, first_line, cut: 0, text: shown }
    }

    /// Returns the part of a long line around the start of a span.
    fn cut_around(text: &str, line: &Self, span: Span) -> Self {
        let start = clamp(text, span).0;
        let before = text[line.bytes.start..start].chars().count();
        let cut = before.saturating_sub(LEAD);
        let chars: Vec<(usize, char)> = text[line.bytes.clone()].char_indices().skip(cut).collect();
        let byte_of = |index: usize| chars.get(index).map_or(line.bytes.end, |(at, _)| line.bytes.start + at);
        let bytes = byte_of(0)..byte_of(MAX_SHOWN_LINE);
        let lead = if 0 < cut { "…" } else { "" };
        let tail = if bytes.end < line.bytes.end { "…" } else { "" };
        let middle: String = text[bytes.clone()].chars().map(harmless).collect();
        let shown = format!("{}{lead}{middle}{tail}", "\n".repeat(line.first_line));
        Self { bytes, first_line: line.first_line, cut, text: shown }
    }

    fn is_narrow(&self) -> bool {
        self.text[self.first_line..].lines().all(|line| line.chars().count() <= MAX_SHOWN_LINE)
    }

    /// Converts a span to characters of the window; `None` if it does not begin in it. One that ends after it
    /// is cut.
    fn char_span(&self, text: &str, span: Span) -> Option<Range<usize>> {
        let (start, end) = clamp(text, span);
        if start < self.bytes.start || self.bytes.end < start {
            return None;
        }
        let lead = usize::from(0 < self.cut);
        let first = self.first_line + lead + text[self.bytes.start..start].chars().count();
        let length = text[start..end.min(self.bytes.end)].chars().count();
        Some(first..first + length)
    }

    /// Corrects the column in ariadne's output if the line was cut.
    fn with_true_column(
        &self,
        bytes: &[u8],
        name: &str,
        lines: &LineTable,
        source: &SourceFile,
        span: Span,
    ) -> String {
        let text = String::from_utf8_lossy(bytes);
        let (line, column) = lines.line_column(&source.text, span.start);
        if self.cut == 0 {
            return text.into_owned();
        }
        let shown = format!("{name}:{line}:{}", column - self.cut + 1);
        text.replacen(&format!("{shown} "), &format!("{name}:{line}:{column} "), 1)
    }
}
