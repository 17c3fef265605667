//! Formats failures as text: the directive, the start of the search, and the nearest line.

use std::fmt::Write as _;

use super::Text;
use super::variables::Variables;

/// The maximum number of input lines compared with a pattern.
const MAX_LINES: usize = 2000;
/// The maximum number of words compared of a line or a pattern.
const MAX_WORDS: usize = 64;

/// A directive without a match.
pub(super) struct Miss<'m> {
    /// The directive as written.
    pub(super) name: &'m str,
    /// The offset of its pattern.
    pub(super) at: usize,
    /// The error message.
    pub(super) problem: &'m str,
    /// The start of the search.
    pub(super) from: usize,
    /// The end of the search.
    pub(super) end: usize,
}

/// Formats an error at an offset of the file of directives.
pub(super) fn error(checks: Text<'_>, at: usize, problem: &str) -> String {
    finding(checks, at, "error", problem)
}

/// Formats a note at an offset of the input.
pub(super) fn note(input: Text<'_>, at: usize, message: &str) -> String {
    finding(input, at, "note", message)
}

/// Formats the failure of a directive that nothing matches.
pub(super) fn missing(
    checks: Text<'_>,
    input: Text<'_>,
    miss: &Miss<'_>,
    pattern: &str,
    variables: &Variables,
) -> String {
    let Miss { name, at, problem, from, end } = *miss;
    let mut text = error(checks, at, &format!("{name}: {problem}"));
    let start = input.text[from..end].find(|c: char| !c.is_whitespace()).map_or(from, |blanks| from + blanks);
    text.push_str(&note(input, start, "the search began here"));
    let line = line_at(checks.text, at);
    for (variable, value) in variables.all().iter().filter(|(name, _)| mentions(line, name)) {
        let _ = writeln!(text, "{}: note: '{variable}' is '{value}'", place(input, start));
    }
    if let Some(nearest) = nearest(input.text, pattern, from, end).filter(|nearest| *nearest != start) {
        text.push_str(&note(input, nearest, "this line comes nearest"));
    }
    text
}

fn mentions(line: &str, variable: &str) -> bool {
    [format!("[[{variable}]]"), format!("[[#{variable}")].iter().any(|form| line.contains(form.as_str()))
}

fn finding(text: Text<'_>, at: usize, severity: &str, message: &str) -> String {
    let line = line_at(text.text, at);
    let column = column(text.text, at);
    let marker: String = line.chars().take(column).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    format!("{}: {severity}: {message}\n{line}\n{marker}^\n", place(text, at))
}

/// Returns `name:line:column`, both counted from 1.
fn place(text: Text<'_>, at: usize) -> String {
    let line = 1 + text.text[..at].matches('\n').count();
    format!("{}:{line}:{}", text.name, 1 + column(text.text, at))
}

/// Returns the number of characters before an offset on its line.
fn column(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[start..at].chars().count()
}

fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    text[start..end].trim_end_matches('\r')
}

/// Returns the start of the line that has the most words in common with the pattern, in order.
fn nearest(input: &str, pattern: &str, from: usize, end: usize) -> Option<usize> {
    let wanted: Vec<&str> = words(pattern);
    let mut best = (0, None);
    let mut at = from;
    for line in input[from..end].split_inclusive('\n').take(MAX_LINES) {
        let n_common = in_common(&wanted, &words(line));
        if best.0 < n_common {
            let blanks = line.len() - line.trim_start().len();
            best = (n_common, Some(at + blanks));
        }
        at += line.len();
    }
    best.1.filter(|_| wanted.len() <= 2 * best.0)
}

fn words(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let parts = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    parts.take(MAX_WORDS).collect()
}

/// Returns the length of the longest common subsequence.
fn in_common(a: &[&str], b: &[&str]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (index, y) in b.iter().enumerate() {
            let above = row[index + 1];
            row[index + 1] = if x == y { diagonal + 1 } else { above.max(row[index]) };
            diagonal = above;
        }
    }
    row[b.len()]
}
