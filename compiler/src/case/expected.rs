//! `// expected-error@+1 {{text}}`: findings that a text announces, and the check that they are exactly those made.

use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostics, Severity};

use crate::report::severity_word;

/// A finding that is announced or was made.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    line: usize,
    word: &'static str,
    text: String,
}

/// Compares announced findings with those made; `Ok` where all errors, warnings and remarks were announced and all
/// announcements came true. Notes need not be announced.
pub fn check_expected(name: &str, text: &str, diagnostics: &Diagnostics) -> Result<(), String> {
    let mut expected = announcements(text)?;
    let mut problems = Vec::new();
    for found in findings(text, diagnostics) {
        let fits = |e: &Finding| e.line == found.line && e.word == found.word && found.text.contains(&e.text);
        let Finding { line, word, text } = &found;
        match expected.iter().position(fits) {
            Some(index) => drop(expected.remove(index)),
            None if *word == "note" => {}
            None => problems.push(format!("{name}:{line}: unexpected {word}: {text}")),
        }
    }
    for Finding { line, word, text } in expected {
        problems.push(format!("{name}:{line}: expected {word} was not produced: {text}"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn findings(text: &str, diagnostics: &Diagnostics) -> Vec<Finding> {
    let lines = LineTable::new(text);
    let mut all = Vec::new();
    for diagnostic in diagnostics {
        let line = lines.line_column(text, diagnostic.span.start).0;
        let word = severity_word(diagnostic.severity);
        debug_assert!(diagnostic.severity <= Severity::Error);
        all.push(Finding { line, word, text: diagnostic.message.clone() });
        for note in &diagnostic.notes {
            let span = note.span.unwrap_or(diagnostic.span);
            let line = lines.line_column(text, span.start).0;
            all.push(Finding { line, word: "note", text: note.message.clone() });
        }
    }
    all
}

fn announcements(text: &str) -> Result<Vec<Finding>, String> {
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some((_, after)) = rest.split_once("expected-") {
            let Some((finding, count, after)) = announcement(text, index + 1, after)? else {
                rest = after;
                continue;
            };
            all.extend(std::iter::repeat_n(finding, count));
            rest = after;
        }
    }
    Ok(all)
}

/// Reads `error@+1 2 {{text}}`; `None` for prose that happens to say "expected-".
fn announcement<'a>(
    whole: &str,
    line: usize,
    text: &'a str,
) -> Result<Option<(Finding, usize, &'a str)>, String> {
    let words = ["error", "warning", "note", "remark"];
    let Some(word) = words.into_iter().find(|word| text.starts_with(word)) else { return Ok(None) };
    let refused = |what: &str| format!("line {line}: {what} in 'expected-{word}…'");
    let (head, after) = text[word.len()..].split_once("{{").ok_or_else(|| refused("no '{{'"))?;
    let (message, after) = after.split_once("}}").ok_or_else(|| refused("no '}}'"))?;
    let mut at = line as i64;
    let mut count = 1;
    for part in head.split_whitespace() {
        match part.strip_prefix('@') {
            Some("above") => at = above(whole, line),
            Some("below") => at = below(whole, line),
            Some(offset) => at += offset.parse::<i64>().map_err(|_| refused("a bad offset"))?,
            None => count = part.parse().map_err(|_| refused("an unknown word"))?,
        }
    }
    let line = usize::try_from(at).map_err(|_| refused("a bad offset"))?;
    Ok(Some((Finding { line, word, text: message.to_string() }, count, after)))
}

/// The nearest line before this one that is no announcement.
fn above(text: &str, line: usize) -> i64 {
    let lines: Vec<&str> = text.lines().take(line - 1).collect();
    lines.iter().rposition(|line| !line.contains("expected-")).map_or(0, |index| index as i64 + 1)
}

/// The nearest line after this one that is no announcement.
fn below(text: &str, line: usize) -> i64 {
    let distance = text.lines().skip(line).position(|line| !line.contains("expected-"));
    (line + distance.unwrap_or(0) + 1) as i64
}
