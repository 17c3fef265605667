//! `// expected-error@+1 {{text}}`: findings that a text announces, and the check that they are exactly those made.
//!
//! An announcement ends its line: `expected-` and a severity, then perhaps `-re`, then perhaps a place, then the text
//! in double braces. The text is a part of the message; with `-re` its parts in inner double braces are regular
//! expressions. One announcement may stand for several findings of its line; each must come true.

use regex_lite::Regex;
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostics, Severity, Span, codes};

use crate::driver::report::severity_word;

/// Which findings are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// All: those that are not announced are errors.
    #[default]
    All,
    /// Those that are announced.
    OnlyExpected,
}

/// The place of an announced finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On a line, counted from 1; no line has a number below 1.
    Line(i64),
    /// Nowhere in the text.
    Unknown,
}

/// An announced finding.
struct Announced {
    word: &'static str,
    place: Place,
    /// What must be in the message, as it is written.
    text: String,
    /// The same as a pattern, with `-re`.
    pattern: Option<Regex>,
    /// Where the announcement stands.
    span: Span,
    is_met: bool,
}

impl Announced {
    fn fits(&self, place: Place, message: &str) -> bool {
        let is_in = match &self.pattern {
            Some(pattern) => !self.text.is_empty() && pattern.is_match(message),
            None => message.contains(&self.text),
        };
        self.place == place && is_in
    }
}

/// Notes of mlir-opt: where a name or symbol was defined or used before.
const SHARED_NOTES: &[&str] = &[
    "prior use here",
    "previously defined here",
    "previously referenced here",
    "see existing symbol definition here",
    "operand defined here",
];

/// The findings about one piece of a text.
#[derive(Debug, Default)]
pub struct Made {
    /// The findings, with their places in the whole text.
    pub diagnostics: Diagnostics,
    /// Whether a part of the piece could not be read. mlir-opt stops at the first such error, so the others need
    /// not be announced once one was.
    pub is_unread: bool,
}

/// Compares announced findings with those made; what is returned are the differences.
///
/// Only notes that mlir-opt gives, too, must be announced.
pub fn check_expected(text: &str, pieces: &[Made], level: Level) -> Diagnostics {
    let lines = LineTable::new(text);
    let mut problems = Diagnostics::new();
    let mut announced = announcements(text, &mut problems);
    for piece in pieces {
        let mut unexpected = Diagnostics::new();
        let mut n_met = 0;
        for finding in &piece.diagnostics {
            let what = (severity_word(finding.severity), finding.message.as_str());
            let place = (finding.span, text, &lines);
            n_met += usize::from(settle(&mut announced, &mut unexpected, level, what, place));
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

/// Finds the announcement of a finding, or reports that there is none; tells which.
fn settle(
    announced: &mut [Announced],
    problems: &mut Diagnostics,
    level: Level,
    (word, message): (&'static str, &str),
    (span, text, lines): (Span, &str, &LineTable),
) -> bool {
    let place = if span == Span::default() && !text.is_empty() {
        Place::Unknown
    } else {
        Place::Line(lines.line_column(text, span.start).0 as i64)
    };
    let fitting = |announced: &&mut Announced| announced.fits(place, message);
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

/// All announcements of a text, with the lines that `@above` and `@below` mean.
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
            waiting.drain(..).for_each(|index: usize| all[index].place = Place::Line(number));
            last_other = number;
        }
        if let Some(found) = found {
            let part = |index: usize| found.get(index).map_or("", |part| part.as_str());
            let word = word_of(part(1));
            let place = match part(4) {
                "" => Place::Line(number),
                "unknown" => Place::Unknown,
                "above" => Place::Line(last_other),
                "below" => {
                    waiting.push(all.len());
                    Place::Line(n_lines)
                }
                offset => Place::Line(number + offset.parse::<i64>().unwrap_or(i64::from(i32::MAX))),
            };
            let at = found.get(0).map_or(0, |whole| whole.start()) + start;
            let span = Span::new(at as u32, (start + line.trim_end().len()) as u32);
            let body = part(5).to_string();
            match pattern_of(&body, !part(2).is_empty()) {
                Ok(pattern) => {
                    all.push(Announced { word, place, text: body, pattern, span, is_met: false });
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

/// The pattern of an announcement with `-re`: text outside of inner double braces stands for itself.
fn pattern_of(text: &str, is_pattern: bool) -> Result<Option<Regex>, String> {
    if !is_pattern {
        return Ok(None);
    }
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inner, after) = after.split_once("}}").ok_or("found start of regex with no end '}}'")?;
        pattern.push_str(&regex_lite::escape(before));
        // Each part must be right by itself; a group keeps an alternative in it from reaching out.
        Regex::new(inner).map_err(|error| format!("invalid regex: {error}"))?;
        pattern.push('(');
        pattern.push_str(inner);
        pattern.push(')');
        rest = after;
    }
    pattern.push_str(&regex_lite::escape(rest));
    Regex::new(&pattern).map(Some).map_err(|error| format!("invalid regex: {error}"))
}
