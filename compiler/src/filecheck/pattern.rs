//! Patterns: reading them, and finding them in a text.

use fancy_regex::{Regex, RegexBuilder};

use super::Options;
use super::expression::translate;
use super::numbers::Number;
use super::variables::Variables;

/// Steps of the matcher of expressions before it gives up on a pattern.
const MAX_STEPS: usize = 10_000_000;

/// How a pattern is read.
#[derive(Clone, Copy)]
pub(super) struct Style<'o> {
    /// Whether nothing in it has a meaning.
    pub(super) is_literal: bool,
    /// Its line in the file of directives, counted from 1.
    pub(super) line: i64,
    /// The flags.
    pub(super) options: &'o Options,
}

/// A part of a pattern.
#[derive(Clone, Debug)]
enum Part {
    /// Text that stands for itself.
    Text(String),
    /// `{{expression}}`
    Expression(String),
    /// `[[NAME:expression]]`
    Define(String, String),
    /// `[[NAME]]`
    Use(String),
    /// `[[#…]]`
    Number(Number),
}

/// What a directive looks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    parts: Vec<Part>,
    ignores_case: bool,
    is_full_line: bool,
}

/// Where a pattern matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The first byte.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
}

impl Pattern {
    /// Reads a pattern; an error has its offset.
    pub(super) fn read(text: &str, style: Style<'_>) -> Result<Self, (usize, String)> {
        let options = style.options;
        let mut parts = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let special = if style.is_literal { None } else { next_special(rest) };
            let plain = special.unwrap_or(rest.len());
            if 0 < plain {
                parts.push(Part::Text(super::canonical(&rest[..plain], options)));
                at += plain;
                continue;
            }
            let (part, taken) =
                special_part(rest, style.line).map_err(|(inner, problem)| (at + inner, problem))?;
            parts.push(part);
            at += taken;
        }
        let pattern =
            Self { parts, ignores_case: options.ignore_case, is_full_line: options.match_full_lines };
        // Wrong expressions are told even where the search never comes to them.
        pattern.regex(&mut |_| Some(String::new())).map_err(|problem| (0, problem))?;
        Ok(pattern)
    }

    /// Whether it defines or uses variables.
    pub(super) fn uses_variables(&self) -> bool {
        let is_variable = |part: &Part| match part {
            Part::Text(_) | Part::Expression(_) => false,
            Part::Define(..) | Part::Use(_) => true,
            Part::Number(number) => number.uses_variables(),
        };
        self.parts.iter().any(is_variable)
    }

    /// The text that stands for itself, for finding what comes nearest.
    pub(super) fn fixed_text(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Expression(_) | Part::Define(..) | Part::Use(_) | Part::Number(_) => String::new(),
        };
        self.parts.iter().map(text).collect()
    }

    /// Finds the first match at or behind `from` and sets the variables that it defines. `None` if there is none; a
    /// text if it cannot be looked for.
    pub(super) fn find(
        &self,
        input: &str,
        from: usize,
        variables: &mut Variables,
    ) -> Result<Option<Match>, String> {
        if let [Part::Text(text)] = self.parts.as_slice()
            && !self.ignores_case
            && !self.is_full_line
        {
            let found = input[from..].find(text.as_str());
            return Ok(found.map(|at| Match { start: from + at, end: from + at + text.len() }));
        }
        let mut unset = None;
        let regex = self.regex(&mut |part| {
            let value = variables.value(part);
            if let Err(problem) = &value {
                unset.get_or_insert(problem.clone());
            }
            value.ok()
        });
        if let Some(problem) = unset {
            return Err(problem);
        }
        let found = regex?.captures_from_pos(input, from);
        let Some(found) = found.map_err(|_| "the expression takes too long".to_string())? else {
            return Ok(None);
        };
        for (index, part) in self.parts.iter().enumerate() {
            let text = found.name(&group(index)).map(|text| text.as_str());
            match (part, text) {
                (Part::Define(name, _), Some(text)) => variables.set(name, text),
                (Part::Number(number), Some(text)) => variables.set_number(number, text)?,
                _ => {}
            }
        }
        Ok(found.get(0).map(|whole| Match { start: whole.start(), end: whole.end() }))
    }

    /// The whole pattern as an expression; `value` gives what a variable or a number stands for.
    fn regex(&self, value: &mut dyn FnMut(Reference<'_>) -> Option<String>) -> Result<Regex, String> {
        let mut text = String::from(if self.ignores_case { "(?mi)" } else { "(?m)" });
        text.push_str(if self.is_full_line { "^ *" } else { "" });
        for (index, part) in self.parts.iter().enumerate() {
            let part = match part {
                Part::Text(fixed) => fancy_regex::escape(fixed).into_owned(),
                Part::Expression(expression) => translate(expression),
                Part::Define(_, expression) => captured(index, &translate(expression)),
                Part::Use(name) => match self.defined_before(index, name) {
                    Some(earlier) => format!("(?P={})", group(earlier)),
                    None => {
                        let value = value(Reference::Text(name)).unwrap_or_default();
                        fancy_regex::escape(&value).into_owned()
                    }
                },
                Part::Number(number) if number.has_value() => {
                    captured(index, &value(Reference::Number(number)).unwrap_or_default())
                }
                Part::Number(number) => captured(index, &number.expression()),
            };
            text.push_str(&part);
        }
        text.push_str(if self.is_full_line { " *$" } else { "" });
        let built = RegexBuilder::new(&text).backtrack_limit(MAX_STEPS).build();
        built.map_err(|error| format!("expected a regular expression: {error}"))
    }

    /// The part before `index` that defines `name`.
    fn defined_before(&self, index: usize, name: &str) -> Option<usize> {
        let defines = |part: &Part| matches!(part, Part::Define(defined, _) if defined == name);
        self.parts[..index].iter().rposition(defines)
    }
}

/// What a pattern asks for when it is used.
#[derive(Clone, Copy)]
pub(super) enum Reference<'p> {
    /// The text of a variable.
    Text(&'p str),
    /// A number, written as its format says.
    Number(&'p Number),
}

/// The name of the group of a part.
fn group(index: usize) -> String {
    format!("v{index}")
}

/// An expression whose match is kept under the name of a part.
fn captured(index: usize, expression: &str) -> String {
    format!("(?P<{}>{expression})", group(index))
}

/// Where the next part begins that is no text. Of several brackets the last two begin a variable.
fn next_special(text: &str) -> Option<usize> {
    let last_two = |at: usize| at + text[at + 2..].len() - text[at + 2..].trim_start_matches('[').len();
    let (expression, variable) = (text.find("{{"), text.find("[[").map(last_two));
    expression.into_iter().chain(variable).min()
}

/// The part at the beginning of a text, and its length.
fn special_part(text: &str, line: i64) -> Result<(Part, usize), (usize, String)> {
    if let Some(body) = text.strip_prefix("{{") {
        let end = body.find("}}").ok_or((0, "found '{{' without '}}'".to_string()))?;
        // A brace that ends the expression itself stands before the two that end the part.
        let end = end + body[end..].len() - body[end..].trim_start_matches('}').len() - 2;
        return Ok((Part::Expression(body[..end].to_string()), end + 4));
    }
    let body = &text[2..];
    if body.starts_with(['#', '@']) {
        let end = body.find("]]").ok_or((0, "found '[[#' without ']]'".to_string()))?;
        let number = Number::read(&body[..end], line).map_err(|problem| (2, problem))?;
        return Ok((Part::Number(number), end + 4));
    }
    let end = variable_end(body).ok_or((0, "found '[[' without ']]'".to_string()))?;
    let (name, expression) = body[..end]
        .split_once(':')
        .map_or((&body[..end], None), |(name, expression)| (name, Some(expression)));
    if !is_name(name) {
        return Err((2, format!("expected the name of a variable, but found '{name}'")));
    }
    let part = match expression {
        Some(expression) => Part::Define(name.to_string(), expression.to_string()),
        None => Part::Use(name.to_string()),
    };
    Ok((part, end + 4))
}

/// Where the two brackets are that end a variable; brackets of its expression do not.
fn variable_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' if depth == 0 && text[at..].starts_with("]]") => return Some(at),
            '[' => depth += 1,
            ']' if 0 < depth => depth -= 1,
            _ => {}
        }
    }
    None
}

fn is_name(text: &str) -> bool {
    let rest = text.strip_prefix('$').unwrap_or(text);
    let is_start = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_start && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
