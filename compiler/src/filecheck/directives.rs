//! The directives of a file: their kinds, and where their patterns stand.

use super::pattern::{Pattern, Style};
use super::picture;
use super::{Options, Text};

/// What a directive asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A match behind the one before, so many times.
    Plain(u32),
    /// A match on the next line.
    Next,
    /// A match on the same line.
    Same,
    /// The next line is empty.
    Empty,
    /// No match before the next one.
    Not,
    /// A match behind the one before, in any order with its neighbours.
    Dag,
    /// A match that cuts the input.
    Label,
}

/// A directive.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    /// What it asks for.
    pub(super) kind: Kind,
    /// How it is written, for findings.
    pub(super) name: String,
    /// Where its pattern stands in the file.
    pub(super) at: usize,
    /// What it looks for.
    pub(super) pattern: Pattern,
}

/// Reads all directives; a text says what is wrong with one.
pub(super) fn read(checks: Text<'_>, options: &Options) -> Result<Vec<Directive>, String> {
    let mut all = Vec::new();
    let mut unused: Vec<&String> = options.prefixes.iter().collect();
    let mut start = 0;
    for (number, line) in (1..).zip(checks.text.split_inclusive('\n')) {
        if let Some(found) = find(line, options) {
            let complain = |at: usize, problem: &str| picture::error(checks, start + at, problem);
            let (kind, literal) = found.suffix.map_err(|problem| complain(found.at, &problem))?;
            let body = line[found.body..].trim_end_matches(['\n', '\r']);
            let lead = if options.strict_whitespace && options.match_full_lines {
                0
            } else {
                body.len() - body.trim_start_matches([' ', '\t']).len()
            };
            let style = Style { is_literal: literal, line: number, options };
            let pattern = pattern(kind, &body[lead..], style)
                .map_err(|(at, problem)| complain(found.body + lead + at, &problem))?;
            if all.is_empty() && matches!(kind, Kind::Next | Kind::Same | Kind::Empty) {
                let problem = format!("found '{}:' without a directive that matches before it", found.name);
                return Err(complain(found.at, &problem));
            }
            unused.retain(|prefix| **prefix != found.prefix);
            all.push(Directive { kind, name: found.name, at: start + found.body + lead, pattern });
        }
        start += line.len();
    }
    let is_missing = all.is_empty() || !(unused.is_empty() || options.allow_unused_prefixes);
    if is_missing {
        let names: Vec<String> = unused.iter().map(|prefix| format!("'{prefix}:'")).collect();
        return Err(format!("error: no directive {} in '{}'\n", names.join(" or "), checks.name));
    }
    Ok(all)
}

fn pattern(kind: Kind, text: &str, style: Style<'_>) -> Result<Pattern, (usize, String)> {
    let text = if style.options.strict_whitespace { text } else { text.trim_end_matches([' ', '\t']) };
    if kind == Kind::Empty {
        let is_empty = text.is_empty();
        return if is_empty {
            Ok(Pattern::default())
        } else {
            Err((0, "expected nothing behind it".to_string()))
        };
    }
    if text.is_empty() {
        return Err((0, "expected a pattern behind it".to_string()));
    }
    let pattern = Pattern::read(text, style)?;
    if kind == Kind::Label && pattern.uses_variables() {
        return Err((0, "a label cannot define or use variables".to_string()));
    }
    Ok(pattern)
}

/// A directive on a line, and what its suffix means.
struct Found {
    prefix: String,
    name: String,
    at: usize,
    body: usize,
    suffix: Result<(Kind, bool), String>,
}

/// The first directive of a line, unless a comment begins before it.
fn find(line: &str, options: &Options) -> Option<Found> {
    let mut best: Option<Found> = None;
    for prefix in &options.prefixes {
        let places = line.match_indices(prefix.as_str()).map(|(at, _)| at);
        let found = places.filter(|at| is_start(line, *at)).find_map(|at| directive(line, prefix, at));
        let is_better =
            |found: &Found| best.as_ref().is_none_or(|best| (found.at, best.body) < (best.at, found.body));
        if let Some(found) = found.filter(is_better) {
            best = Some(found);
        }
    }
    let is_comment = |prefix: &String| {
        let ends = |at: &usize| line[at + prefix.len()..].starts_with(':') && is_start(line, *at);
        line.match_indices(prefix.as_str()).map(|(at, _)| at).find(ends)
    };
    let comment = options.comment_prefixes.iter().filter_map(is_comment).min();
    best.filter(|found| comment.is_none_or(|comment| found.at < comment))
}

/// Whether a word may begin here.
fn is_start(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-')
}

/// The directive that begins with the prefix at `at`, if it is one.
fn directive(line: &str, prefix: &str, at: usize) -> Option<Found> {
    let rest = &line[at + prefix.len()..];
    let words = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-').len();
    let (suffix, rest) = rest.split_at(words);
    let (is_literal, rest) = rest.strip_prefix("{LITERAL}").map_or((false, rest), |rest| (true, rest));
    let body = line.len() - rest.strip_prefix(':')?.len();
    let kind = match suffix {
        "" => Ok(Kind::Plain(1)),
        "-NEXT" => Ok(Kind::Next),
        "-SAME" => Ok(Kind::Same),
        "-EMPTY" => Ok(Kind::Empty),
        "-NOT" => Ok(Kind::Not),
        "-DAG" => Ok(Kind::Dag),
        "-LABEL" => Ok(Kind::Label),
        other => match other.strip_prefix("-COUNT-") {
            Some(count) => match count.parse() {
                Ok(0) | Err(_) => Err(format!("expected a count of at least 1, but found '{count}'")),
                Ok(count) => Ok(Kind::Plain(count)),
            },
            None if is_mixture(other) => Err(format!("'{prefix}{other}' mixes two kinds of directives")),
            None => return None,
        },
    };
    let name = format!("{prefix}{suffix}");
    Some(Found { prefix: prefix.to_string(), name, at, body, suffix: kind.map(|kind| (kind, is_literal)) })
}

/// Whether a suffix joins suffixes that cannot be joined.
fn is_mixture(suffix: &str) -> bool {
    let mut parts = suffix.split('-').skip(1);
    parts.clone().count() == 2 && parts.all(|part| matches!(part, "NEXT" | "SAME" | "EMPTY" | "NOT" | "DAG"))
}
