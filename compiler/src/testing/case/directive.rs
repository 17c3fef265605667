//! `// RUN:` lines: the commands of a case.
//!
//! `opt …`, `compile …` and `run …` are the commands, each run on one piece of the case as stdin. `roundtrip …`
//! is `opt` with three checks: the printed text reads back to itself, so does its generic form, and it equals
//! the piece unless `// OUT:` lines specify otherwise. `not` before a command requires that it fails; its
//! diagnostics then count as output, in the short form. `warpline …` is any command line, run as it is; its
//! output includes stderr and the exit code.
//!
//! If the first line is `// PIECES: TEXT`, lines `TEXT` separate the pieces, in place of `// -----`.

use std::path::Path;

use super::split::MARKER;

/// The prefix of the line that specifies another marker.
const PIECES: &str = "// PIECES:";

/// The command for one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The kind of command.
    pub kind: Kind,
    /// Whether the command must fail.
    pub must_fail: bool,
    /// The arguments after the name of the command.
    pub args: Vec<String>,
}

/// The kind of command that a directive runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `warpline opt`.
    Opt,
    /// `warpline compile`.
    Compile,
    /// `warpline run`.
    Run,
    /// Printing and reading back.
    RoundTrip,
    /// Any command, named by the first argument.
    Any,
}

impl Kind {
    /// Returns the name of the command of the binary.
    pub fn command(self) -> &'static str {
        match self {
            Self::Opt | Self::RoundTrip => "opt",
            Self::Compile => "compile",
            Self::Run => "run",
            Self::Any => "",
        }
    }
}

/// Returns what `%S` stands for in a file: its folder.
pub(super) fn folder_of(path: &Path) -> String {
    let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    if folder.is_empty() { ".".to_string() } else { folder }
}

/// Like [`directives`], with the folder of a file for `%S`.
pub fn directives_of(path: &Path, text: &str) -> Result<Vec<Directive>, String> {
    let folder = folder_of(path);
    let mut found = directives(text)?;
    for arg in found.iter_mut().flat_map(|directive| &mut directive.args) {
        *arg = arg.replace("%S", &folder);
    }
    Ok(found)
}

/// Returns the directives in the first lines of a case; an error if there are others below, which would have no effect.
pub fn directives(text: &str) -> Result<Vec<Directive>, String> {
    let skipped = usize::from(text.starts_with(PIECES));
    let lines =
        text.lines().skip(skipped).take_while(|line| line.starts_with("//") || line.trim().is_empty());
    let runs = lines.filter_map(|line| line.strip_prefix("// RUN:"));
    let all: Vec<Directive> = runs.map(parse).collect::<Result<_, _>>()?;
    if all.is_empty() {
        return Err("the case has no line '// RUN: …' at its beginning".to_string());
    }
    let is_run = |line: &&str| line.starts_with("// RUN:");
    match text.lines().filter(is_run).nth(all.len()) {
        Some(line) => Err(format!("'{line}' has no effect, since it is not at the beginning of the case")),
        None => Ok(all),
    }
}

/// Returns the line that separates the pieces of a case.
pub fn marker(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(PIECES).map_or(MARKER, str::trim)
}

fn parse(line: &str) -> Result<Directive, String> {
    let mut words = split_words(line);
    let must_fail = words.first().is_some_and(|word| word == "not");
    if must_fail {
        words.remove(0);
    }
    if words.is_empty() {
        return Err("a line '// RUN:' names no command".to_string());
    }
    let kind = match words.remove(0).as_str() {
        "opt" => Kind::Opt,
        "compile" => Kind::Compile,
        "run" => Kind::Run,
        "roundtrip" => Kind::RoundTrip,
        "warpline" => Kind::Any,
        other => {
            return Err(format!(
                "expected opt, compile, run, roundtrip or warpline after '// RUN:', but found '{other}'"
            ));
        }
    };
    Ok(Directive { kind, must_fail, args: words })
}

/// Splits a command line at blanks; double and single quotes keep blanks.
pub fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (Some(_) | None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
