//! Parses the lines of a test, and their commands with words, pipes and redirections.

use std::path::Path;

use crate::driver::file_names::text_of;

/// The parsed lines of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// `RUN:` lines.
    pub runs: Vec<Run>,
    /// `RUN-ON:` devices, on all of which the file must produce the same output.
    pub devices: Vec<String>,
    /// `REQUIRES:` conditions.
    pub requires: Vec<String>,
    /// `UNSUPPORTED:` conditions.
    pub unsupported: Vec<String>,
    /// `XFAIL:` conditions.
    pub xfail: Vec<String>,
    /// `DEFINE:` names with their expansions at the end of the file.
    defines: Defines,
}

/// Names with their expansions.
type Defines = Vec<(String, String)>;

/// A `RUN:` line with its continuation lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of its first line.
    pub number: usize,
    /// The commands as written.
    pub line: String,
    /// The definitions of the `DEFINE:` and `REDEFINE:` lines before it.
    defines: Defines,
}

/// Commands joined by `|`.
pub type Pipeline = Vec<Command>;

/// A command with its redirections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// `< FILE`
    pub input: Option<String>,
    /// `> FILE`, and whether it is `>>`.
    pub output: Option<(String, bool)>,
    /// `2> FILE`
    pub errors: Option<String>,
    /// `2>&1`
    pub joins_errors: bool,
}

impl Script {
    /// Parses the lines of a file.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut script = Self::default();
        let mut open = false;
        for (number, line) in (1..).zip(text.lines()) {
            let Some((key, value)) = keyword(line) else { continue };
            let value = value.trim();
            match key {
                "RUN" => {
                    let (body, goes_on) =
                        value.strip_suffix('\\').map_or((value, false), |body| (body.trim_end(), true));
                    match script.runs.last_mut().filter(|_| open) {
                        Some(run) => {
                            run.line.push(' ');
                            run.line.push_str(body);
                        }
                        None => {
                            let defines = script.defines.clone();
                            script.runs.push(Run { number, line: body.to_string(), defines });
                        }
                    }
                    open = goes_on;
                }
                "RUN-ON" => {
                    let names = value.split(',').map(|name| name.trim().to_string());
                    script.devices.extend(names.filter(|name| !name.is_empty()));
                }
                "REQUIRES" => script.requires.push(value.to_string()),
                "UNSUPPORTED" => script.unsupported.push(value.to_string()),
                "XFAIL" => script.xfail.push(value.to_string()),
                "DEFINE" | "REDEFINE" => script.define(key, value, number)?,
                _ => {}
            }
        }
        if open {
            return Err("the last 'RUN:' line ends with '\\'".to_string());
        }
        Ok(script)
    }

    fn define(&mut self, key: &str, value: &str, number: usize) -> Result<(), String> {
        let Some((name, value)) = value.split_once('=').filter(|(name, _)| is_substitution(name.trim()))
        else {
            return Err(format!("line {number}: expected '{key}: %{{name}} = text'"));
        };
        let name = name.trim().to_string();
        let is_there = self.defines.iter().any(|(other, _)| *other == name);
        if is_there != (key == "REDEFINE") {
            let what = if is_there { "is defined already" } else { "is not defined yet" };
            return Err(format!("line {number}: {name} {what}"));
        }
        self.defines.retain(|(other, _)| *other != name);
        self.defines.push((name, value.trim().to_string()));
        Ok(())
    }

    /// Whether the file is a test.
    pub fn is_test(&self) -> bool {
        !self.runs.is_empty() || !self.devices.is_empty()
    }
}

impl Run {
    /// Returns a line that is not part of a file.
    pub fn of(line: &str) -> Self {
        Self { number: 1, line: line.to_string(), defines: Defines::new() }
    }

    /// Returns the line with `%s`, `%t` and the like expanded. `temporary` is a path below which the test may write.
    pub fn substitute(&self, path: &Path, temporary: &Path) -> Result<String, String> {
        const MAX_ROUNDS: usize = 20;
        let mut line = self.line.clone();
        for _ in 0..MAX_ROUNDS {
            let before = line.clone();
            for (name, value) in &self.defines {
                line = line.replace(name.as_str(), value);
            }
            if line == before {
                return Ok(short_substitutions(&line, path, temporary));
            }
        }
        Err("a 'DEFINE:' is recursive".to_string())
    }
}

fn is_substitution(name: &str) -> bool {
    let inner = name.strip_prefix("%{").and_then(|name| name.strip_suffix('}'));
    inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(['%', '{', '}', ' ']))
}

/// Expands `%s` and the other short substitutions.
fn short_substitutions(line: &str, path: &Path, temporary: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new("."));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let value = match after.chars().next() {
            // The extension of libraries, which MLIR tests append to their names.
            Some('s') if after.starts_with("shlibext") => {
                rest = &after["shlibext".len()..];
                out.push_str(".so");
                continue;
            }
            Some('s') => text_of(path.as_os_str()),
            Some('S' | 'p') => text_of(folder.as_os_str()),
            Some('t') => temporary.display().to_string(),
            Some('T') => temporary.parent().unwrap_or(folder).display().to_string(),
            Some('%') => "%".to_string(),
            _ => {
                out.push('%');
                rest = after;
                continue;
            }
        };
        out.push_str(&value);
        rest = &after[1..];
    }
    out.push_str(rest);
    out
}

/// Returns the keyword of a line and the text after its colon.
fn keyword(line: &str) -> Option<(&'static str, &str)> {
    const KEYWORDS: [&str; 7] = ["RUN", "RUN-ON", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE"];
    let text = line.trim_start();
    let text = ["//", "#", ";"].iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim_start();
    let (word, rest) = text.split_once(':')?;
    let key = KEYWORDS.into_iter().find(|key| *key == word)?;
    Some((key, rest))
}

/// Returns the pipelines of a line. The flag of each is whether it runs only if the one before succeeded.
pub fn parse(line: &str) -> Result<Vec<(bool, Pipeline)>, String> {
    let mut all = Vec::new();
    let mut pipeline = Pipeline::new();
    let mut command = Command::default();
    let mut needs_success = true;
    let mut tokens = tokens(line)?.into_iter();
    while let Some(token) = tokens.next() {
        let symbol = match token {
            Token::Word(word) => {
                command.words.push(word);
                continue;
            }
            Token::Symbol(symbol) => symbol,
        };
        match symbol {
            "|" => end_command(&mut command, &mut pipeline)?,
            "&&" | ";" => {
                end_command(&mut command, &mut pipeline)?;
                all.push((needs_success, std::mem::take(&mut pipeline)));
                needs_success = symbol == "&&";
            }
            "2>&1" => command.joins_errors = true,
            redirection => {
                let Some(Token::Word(file)) = tokens.next() else {
                    return Err(format!("expected the name of a file after '{redirection}'"));
                };
                match redirection {
                    "<" => command.input = Some(file),
                    "2>" => command.errors = Some(file),
                    ">>" => command.output = Some((file, true)),
                    _ => command.output = Some((file, false)),
                }
            }
        }
    }
    end_command(&mut command, &mut pipeline)?;
    all.push((needs_success, pipeline));
    Ok(all)
}

fn end_command(command: &mut Command, pipeline: &mut Pipeline) -> Result<(), String> {
    if command.words.is_empty() {
        return Err("expected a command".to_string());
    }
    pipeline.push(std::mem::take(command));
    Ok(())
}

enum Token {
    Word(String),
    Symbol(&'static str),
}

/// Splits a line into words and symbols; quotes and backslashes escape.
fn tokens(line: &str) -> Result<Vec<Token>, String> {
    // Longer ones first.
    const SYMBOLS: [&str; 8] = ["2>&1", "2>", "&&", ">>", "|", ";", "<", ">"];
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let symbol = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol));
        // The 2 of a redirection must begin a new word.
        let symbol = symbol.filter(|symbol| !symbol.starts_with('2') || word.is_none());
        if let Some(symbol) = symbol {
            tokens.extend(word.take().map(Token::Word));
            tokens.push(Token::Symbol(symbol));
            rest = &rest[symbol.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\'' | '"' => {
                let (inner, after) = quoted(rest, c)?;
                word.get_or_insert_default().push_str(&inner);
                rest = after;
            }
            '\\' => {
                let next = rest.chars().next().ok_or("expected a letter after '\\'")?;
                word.get_or_insert_default().push(next);
                rest = &rest[next.len_utf8()..];
            }
            c if c.is_whitespace() => tokens.extend(word.take().map(Token::Word)),
            c => word.get_or_insert_default().push(c),
        }
    }
    tokens.extend(word.map(Token::Word));
    Ok(tokens)
}

/// Returns the text up to the closing quote, and the rest.
fn quoted(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == quote {
            return Ok((out, rest));
        }
        let escaped = rest
            .chars()
            .next()
            .filter(|next| c == '\\' && quote == '"' && matches!(next, '"' | '\\' | '$' | '`'));
        match escaped {
            Some(next) => {
                out.push(next);
                rest = &rest[next.len_utf8()..];
            }
            None => out.push(c),
        }
    }
    Err(format!("found {quote} without the one that ends it"))
}
