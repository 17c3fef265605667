//! `// expected-error@+1 {{text}}`: parses the diagnostics that a text expects, and checks that exactly these
//! are produced.
//!
//! An expectation ends its line: `expected-` and a severity, then optionally `-re`, then optionally a line,
//! then the text in double braces. The text is a substring of the message; with `-re` its parts in inner double
//! braces are regular expressions. An expectation may match several diagnostics of its line. Every
//! expectation must be met.

use regex_lite::Regex;
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostics, Severity, Span, codes};

use crate::driver::report::severity_word;

/// The diagnostics to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// All: those that are not expected are errors.
    #[default]
    All,
    /// Expected ones only.
    OnlyExpected,
}

/// The location of an expected diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Location {
    /// A line, counted from 1; lines below 1 do not exist.
    Line(i64),
    /// Outside of the text.
    Unknown,
}

/// An expected diagnostic.
struct Announced {
    word: &'static str,
    location: Location,
    /// The required substring of the message, as written.
    text: String,
    /// The text as a pattern, with `-re`.
    pattern: Option<Regex>,
    /// The location of the expectation.
    span: Span,
    is_met: bool,
}

impl Announced {
    fn fits(&self, location: Location, message: &str) -> bool {
        let is_in = match &self.pattern {
            Some(pattern) => !self.text.is_empty() && pattern.is_match(message),
            None => message.contains(&self.text),
        };
        self.location == location && is_in
    }
}

/// Notes that mlir-opt emits too: where a name or symbol was defined or used before.
const SHARED_NOTES: &[&str] = &[
    "prior use here",
    "previously defined here",
    "previously referenced here",
    "see existing symbol definition here",
    "operand defined here",
];

/// The diagnostics of one piece of a text.
#[derive(Debug, Default)]
pub struct Made {
    /// The diagnostics, with their locations in the whole text.
    pub diagnostics: Diagnostics,
    /// Whether a part of the piece could not be parsed. Since mlir-opt stops at the first such error, the
    /// others need not be expected once one was.
    pub is_unread: bool,
}

/// Compares the expected diagnostics with the produced ones, and returns the differences as diagnostics.
///
/// Only notes that mlir-opt emits too must be expected.
pub fn check_expected(text: &str, pieces: &[Made], level: Level) -> Diagnostics {
    let lines = LineTable::new(text);
    let mut problems = Diagnostics::new();
    let mut announced = announcements(text, &mut problems);
    for piece in pieces {
        let mut unexpected = Diagnostics::new();
        let mut n_met = 0;
        for finding in &piece.diagnostics {
            let what = (severity_word(finding.severity), finding.message.as_str());
            let location = (finding.span, text, &lines);
            n_met += usize::from(settle(&mut announced, &mut unexpected, level, what, location));
            let notes = finding.notes.iter().filter_map(|note| Some((note.message.as_str(), note.span?)));
            for (message, span) in notes {
                let is_shared = SHARED_NOTES.iter().any(|shared| message.starts_with(shared));
                let level = if is_shared { level } else { Level::OnlyExpected };
                settle(&mut announced, &mut unexpected, level, ("note", message), (span, text, &lines));
            }
        }
        if !piece.is_unread || n_met == 0 {
            problems.append(unexpected);
        }
    }
    for missing in announced.iter().filter(|announced| !announced.is_met) {
        let message = format!("expected {} \"{}\" was not produced", missing.word, missing.text);
        problems.error(codes::NOT_PRODUCED, missing.span, message);
    }
    problems
}

/// Marks the expectation that a diagnostic meets, or reports that there is none. Returns whether one was found.
fn settle(
    announced: &mut [Announced],
    problems: &mut Diagnostics,
    level: Level,
    (word, message): (&'static str, &str),
    (span, text, lines): (Span, &str, &LineTable),
) -> bool {
    let location = if span == Span::default() && !text.is_empty() {
        Location::Unknown
    } else {
        Location::Line(lines.line_column(text, span.start).0 as i64)
    };
    let fitting = |announced: &&mut Announced| announced.fits(location, message);
    if let Some(found) = announced.iter_mut().filter(fitting).find(|announced| announced.word == word) {
        found.is_met = true;
        return true;
    }
    if level == Level::OnlyExpected {
        return false;
    }
    match announced.iter_mut().filter(fitting).last() {
        Some(other) => {
            let message = format!("'{word}' diagnostic emitted when expecting a '{}'", other.word);
            problems.error(codes::UNEXPECTED, other.span, message);
        }
        None => {
            problems.error(codes::UNEXPECTED, span, format!("unexpected {word}: {message}"));
        }
    }
    false
}

/// Returns all expectations of a text, with the lines that `@above` and `@below` refer to.
fn announcements(text: &str, problems: &mut Diagnostics) -> Vec<Announced> {
    let form = Regex::new(
        r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$",
    )
    .expect("the pattern is right");
    let mut all: Vec<Announced> = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    let mut last_other = 0;
    let mut start = 0;
    let n_lines = text.split('\n').count() as i64;
    for (number, line) in (1..).zip(text.split('\n')) {
        let found = form.captures(line.trim_end());
        if found.is_none() {
            waiting.drain(..).for_each(|index: usize| all[index].location = Location::Line(number));
            last_other = number;
        }
        if let Some(found) = found {
            let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
            let word = word_of(part(1));
            let location = match part(4) {
                "" => Location::Line(number),
                "unknown" => Location::Unknown,
                "above" => Location::Line(last_other),
                "below" => {
                    waiting.push(all.len());
                    Location::Line(n_lines)
                }
                offset => Location::Line(number + offset.parse::<i64>().unwrap_or(i64::from(i32::MAX))),
            };
            let at = found.get(0).map_or(0, |whole| whole.start()) + start;
            let span = Span::new(at as u32, (start + line.trim_end().len()) as u32);
            let body = part(5).to_string();
            match pattern_of(&body, !part(2).is_empty()) {
                Ok(pattern) => {
                    all.push(Announced { word, location, text: body, pattern, span, is_met: false });
                }
                Err(problem) => {
                    waiting.retain(|index| *index != all.len());
                    problems.error(codes::BAD_EXPECTATION, span, problem);
                }
            }
        }
        start += line.len() + 1;
    }
    all
}

fn word_of(text: &str) -> &'static str {
    match text {
        "error" => severity_word(Severity::Error),
        "warning" => severity_word(Severity::Warning),
        "remark" => severity_word(Severity::Remark),
        _ => "note",
    }
}

/// Returns the pattern of an expectation with `-re`: text outside of inner double braces is literal.
fn pattern_of(text: &str, is_pattern: bool) -> Result<Option<Regex>, String> {
    if !is_pattern {
        return Ok(None);
    }
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inner, after) = after.split_once("}}").ok_or("found start of regex with no end '}}'")?;
        pattern.push_str(&regex_lite::escape(before));
        // Each part must be valid by itself. The group confines an alternation to its part.
        Regex::new(inner).map_err(|error| format!("invalid regex: {error}"))?;
        pattern.push('(');
        pattern.push_str(inner);
        pattern.push(')');
        rest = after;
    }
    pattern.push_str(&regex_lite::escape(rest));
    Regex::new(&pattern).map(Some).map_err(|error| format!("invalid regex: {error}"))
}
