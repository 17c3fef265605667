//! Parses the directives of a file: their kinds, and the offsets of their patterns.

use super::pattern::{Pattern, Style};
use super::picture;
use super::variables::Names;
use super::{Options, Text};

/// The kind of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A match after the previous one, this many times.
    Plain(u32),
    /// A match on the next line.
    Next,
    /// A match on the same line.
    Same,
    /// An empty next line.
    Empty,
    /// No match before the next one.
    Not,
    /// A match after the previous one, in any order with its neighbours.
    Dag,
    /// A match that divides the input.
    Label,
}

/// A directive.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    /// The kind of the directive.
    pub(super) kind: Kind,
    /// The directive as written, for diagnostics.
    pub(super) name: String,
    /// The offset of its pattern in the file.
    pub(super) at: usize,
    /// The pattern.
    pub(super) pattern: Pattern,
}

/// All directives of a file.
#[derive(Clone, Debug)]
pub(super) struct Directives {
    /// The directives in order.
    pub(super) all: Vec<Directive>,
    /// The patterns excluded by flags, with their names in diagnostics.
    pub(super) implied: Vec<(String, Pattern)>,
}

/// Parses all directives; the error is a diagnostic about an invalid one.
pub(super) fn read(checks: Text<'_>, options: &Options, names: &mut Names) -> Result<Directives, String> {
    let implied = options.implicit_check_not.iter().map(|text| implied(text, options, names));
    let implied = implied.collect::<Result<Vec<_>, String>>()?;
    let all = read_all(checks, options, names)?;
    Ok(Directives { all, implied })
}

/// Parses an excluded pattern given by a flag.
fn implied(text: &str, options: &Options, names: &mut Names) -> Result<(String, Pattern), String> {
    let name = format!("--implicit-check-not='{text}'");
    let style = Style { is_literal: false, is_full_line: false, line: 0, options };
    match pattern(Kind::Not, text, style, names) {
        Ok(pattern) => Ok((name, pattern)),
        Err((_, problem)) => Err(format!("error: {name}: {problem}\n")),
    }
}

fn read_all(checks: Text<'_>, options: &Options, names: &mut Names) -> Result<Vec<Directive>, String> {
    let mut all = Vec::new();
    let mut unused: Vec<&String> = options.prefixes.iter().collect();
    let mut start = 0;
    for (number, line) in (1..).zip(checks.text.split_inclusive('\n')) {
        if let Some(found) = find(line, options) {
            let complain = |(at, problem): (usize, String)| picture::error(checks, start + at, &problem);
            unused.retain(|prefix| **prefix != found.prefix);
            let directive = read_one(found, line, number, options, names).map_err(complain)?;
            let is_first = all.iter().all(|before: &Directive| matches!(before.kind, Kind::Not | Kind::Dag));
            if is_first && matches!(directive.kind, Kind::Next | Kind::Same | Kind::Empty) {
                let problem =
                    format!("found '{}:' without a directive that matches before it", directive.name);
                return Err(complain((directive.at, problem)));
            }
            all.push(Directive { at: start + directive.at, ..directive });
        }
        start += line.len();
    }
    let is_missing = all.is_empty() || !(unused.is_empty() || options.allow_unused_prefixes);
    let is_needed = options.implicit_check_not.is_empty() || options.prefixes != Options::default().prefixes;
    if is_missing && is_needed {
        let names: Vec<String> = unused.iter().map(|prefix| format!("'{prefix}:'")).collect();
        return Err(format!("error: no directive {} in '{}'\n", names.join(" or "), checks.name));
    }
    Ok(all)
}

/// Parses the directive found on a line; offsets are relative to the line.
fn read_one(
    found: Found,
    line: &str,
    number: i64,
    options: &Options,
    names: &mut Names,
) -> Result<Directive, (usize, String)> {
    let (kind, is_literal) = found.suffix.map_err(|problem| (found.at, problem))?;
    let is_blank = |c: char| matches!(c, ' ' | '\t');
    let body = line[found.body..].trim_end_matches(['\n', '\r']);
    let is_exact = options.strict_whitespace && options.match_full_lines;
    let text = if is_exact { body } else { body.trim_start_matches(is_blank) };
    let at = found.body + body.len() - text.len();
    let text = if is_exact { text } else { text.trim_end_matches(is_blank) };
    let is_full_line = options.match_full_lines && kind != Kind::Not;
    let style = Style { is_literal, is_full_line, line: number, options };
    let pattern = pattern(kind, text, style, names).map_err(|(inner, problem)| (at + inner, problem))?;
    Ok(Directive { kind, name: found.name, at, pattern })
}

fn pattern(kind: Kind, text: &str, style: Style<'_>, names: &mut Names) -> Result<Pattern, (usize, String)> {
    match (kind, text.is_empty()) {
        (Kind::Empty, true) => return Ok(Pattern::default()),
        (Kind::Empty, false) => return Err((0, "expected nothing after it".to_string())),
        (_, true) => return Err((0, "expected a pattern after it".to_string())),
        (_, false) => {}
    }
    let pattern = Pattern::read(text, style, names)?;
    if kind == Kind::Label && pattern.has_substitutions() {
        return Err((0, "a label cannot define or use variables and numbers".to_string()));
    }
    Ok(pattern)
}

/// A directive on a line, with the kind that its suffix denotes.
struct Found {
    prefix: String,
    name: String,
    at: usize,
    body: usize,
    suffix: Result<(Kind, bool), String>,
}

/// Returns the first directive of a line, unless a comment begins before it.
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

/// Whether a word may begin at `at`.
fn is_start(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-')
}

/// Returns the directive that begins with the prefix at `at`, if it is one.
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

/// Whether a suffix combines suffixes that cannot be combined.
fn is_mixture(suffix: &str) -> bool {
    let mut parts = suffix.split('-').skip(1);
    parts.clone().count() == 2 && parts.all(|part| matches!(part, "NEXT" | "SAME" | "EMPTY" | "NOT" | "DAG"))
}
