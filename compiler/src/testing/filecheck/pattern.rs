//! Parses patterns and matches them against a text.

use std::borrow::Cow;

use super::Options;
use super::matching::{self, Piece};
use super::numbers::Number;
use super::regex::Node;
use super::variables::{Names, Variables};

/// The maximum number of parts of a pattern.
const MAX_PARTS: usize = 1000;

/// The context in which a pattern is parsed.
#[derive(Clone, Copy)]
pub(super) struct Style<'o> {
    /// Whether the whole pattern is literal.
    pub(super) is_literal: bool,
    /// Whether the pattern must match a whole line.
    pub(super) is_full_line: bool,
    /// The line in the file of directives, counted from 1; 0 for patterns given by flags.
    pub(super) line: i64,
    /// The flags.
    pub(super) options: &'o Options,
}

/// A part of a pattern.
#[derive(Clone, Debug)]
enum Part {
    /// Literal text.
    Text(Node),
    /// `{{expression}}`
    Expression(Node),
    /// `[[NAME:expression]]`
    Define(String, Node),
    /// `[[NAME]]`
    Use(String),
    /// `[[#…]]`, with the expression that matches numbers of its format.
    Number(Number, Node),
}

/// The pattern of a directive.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    parts: Vec<Part>,
    ignores_case: bool,
}

/// The range of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The first byte.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
}

impl Pattern {
    /// Parses a pattern and records the variables that it names; an error carries its offset.
    pub(super) fn read(text: &str, style: Style<'_>, names: &mut Names) -> Result<Self, (usize, String)> {
        let options = style.options;
        let mut parts = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let special = if style.is_literal { None } else { next_special(rest) };
            let plain = special.unwrap_or(rest.len());
            if 0 < plain {
                parts.push(Part::Text(Node::Text(super::canonical(&rest[..plain], options))));
                at += plain;
                continue;
            }
            let (part, taken) =
                special_part(rest, style, names).map_err(|(inner, problem)| (at + inner, problem))?;
            parts.push(part);
            at += taken;
            if MAX_PARTS < parts.len() {
                return Err((at, format!("expected at most {MAX_PARTS} parts")));
            }
        }
        if style.is_full_line && !style.is_literal {
            let (start, end) = if options.strict_whitespace { ("^", "$") } else { ("^ *", " *$") };
            let edge = |text| Node::read(text).map(Part::Expression).map_err(|problem| (0, problem));
            parts.insert(0, edge(start)?);
            parts.push(edge(end)?);
        }
        Ok(Self { parts, ignores_case: options.ignore_case })
    }

    /// Whether the pattern defines or uses variables or numbers.
    pub(super) fn has_substitutions(&self) -> bool {
        let is_substitution = |part: &Part| match part {
            Part::Text(_) | Part::Expression(_) => false,
            Part::Define(..) | Part::Use(_) => true,
            Part::Number(number, _) => number.defines().is_some() || number.expr().is_some(),
        };
        self.parts.iter().any(is_substitution)
    }

    /// Returns the literal text, which is used to find the nearest line.
    pub(super) fn fixed_text(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text(Node::Text(text)) => text.clone(),
            _ => String::new(),
        };
        self.parts.iter().map(text).collect()
    }

    /// Finds the first match at or after `from` and sets the variables that it defines. Returns `None` if there
    /// is none, and an error if the search is impossible.
    pub(super) fn find(
        &self,
        input: &str,
        from: usize,
        variables: &mut Variables,
    ) -> Result<Option<Match>, String> {
        if let [Part::Text(Node::Text(text))] = self.parts.as_slice()
            && !self.ignores_case
        {
            let found = input[from..].find(text.as_str());
            return Ok(found.map(|at| Match { start: from + at, end: from + at + text.len() }));
        }
        let pieces = self.pieces(variables)?;
        let Some(bounds) = matching::find(&pieces, input, from, self.ignores_case)? else {
            return Ok(None);
        };
        for (part, bounds) in self.parts.iter().zip(bounds.windows(2)) {
            let text = &input[bounds[0]..bounds[1]];
            match part {
                Part::Define(name, _) => variables.set(name, text),
                Part::Number(number, _) => variables.set_number(number, text)?,
                Part::Text(_) | Part::Expression(_) | Part::Use(_) => {}
            }
        }
        Ok(Some(Match { start: bounds[0], end: bounds[self.parts.len()] }))
    }

    /// Returns the parts, with the current values of variables and numbers.
    fn pieces(&self, variables: &Variables) -> Result<Vec<Piece<'_>>, String> {
        (0..self.parts.len()).map(|index| self.piece(index, variables)).collect()
    }

    fn piece(&self, index: usize, variables: &Variables) -> Result<Piece<'_>, String> {
        let fixed = |text: String| Piece::Node(Cow::Owned(Node::Text(text)));
        Ok(match &self.parts[index] {
            Part::Text(node) | Part::Expression(node) | Part::Define(_, node) => {
                Piece::Node(Cow::Borrowed(node))
            }
            Part::Use(name) => match self.defined_before(index, name) {
                Some(earlier) => Piece::Again(earlier),
                None => fixed(variables.text(name)?),
            },
            Part::Number(number, any) => match number.expr() {
                Some(expr) => fixed(number.format().write(variables.value(expr)?)?),
                None => Piece::Node(Cow::Borrowed(any)),
            },
        })
    }

    /// Returns the index of the part before `index` that defines `name`.
    fn defined_before(&self, index: usize, name: &str) -> Option<usize> {
        let defines = |part: &Part| matches!(part, Part::Define(defined, _) if defined == name);
        self.parts[..index].iter().rposition(defines)
    }
}

/// Returns the offset of the next part that is not text. Of several brackets the last two begin a variable.
fn next_special(text: &str) -> Option<usize> {
    let last_two = |at: usize| at + text[at + 2..].len() - text[at + 2..].trim_start_matches('[').len();
    let (expression, variable) = (text.find("{{"), text.find("[[").map(last_two));
    expression.into_iter().chain(variable).min()
}

/// Parses the part at the beginning of a text, and returns its length too.
fn special_part(text: &str, style: Style<'_>, names: &mut Names) -> Result<(Part, usize), (usize, String)> {
    let expression = |text: &str, at: usize| {
        let text = super::canonical(text, style.options);
        Node::read(&text).map_err(|problem| (at, format!("{problem} in the regular expression")))
    };
    if let Some(body) = text.strip_prefix("{{") {
        let end = body.find("}}").ok_or((0, "found '{{' without '}}'".to_string()))?;
        // Braces that end the expression itself precede the two that end the part.
        let end = end + body[end..].len() - body[end..].trim_start_matches('}').len() - 2;
        return Ok((Part::Expression(expression(&body[..end], 2)?), end + 4));
    }
    let body = &text[2..];
    if body.starts_with(['#', '@']) {
        let end = body.find("]]").ok_or((0, "found '[[#' without ']]'".to_string()))?;
        let number = Number::read(&body[..end], style.line, names).map_err(|problem| (2, problem))?;
        let any = expression(&number.format().expression(), 2)?;
        return Ok((Part::Number(number, any), end + 4));
    }
    let end = variable_end(body).ok_or((0, "found '[[' without ']]'".to_string()))?;
    let (name, definition) = body[..end]
        .split_once(':')
        .map_or((&body[..end], None), |(name, expression)| (name, Some(expression)));
    if !is_name(name) {
        return Err((2, format!("expected the name of a variable, but found '{name}'")));
    }
    let part = match definition {
        Some(text) => {
            names.define_text(name).map_err(|problem| (2, problem))?;
            let at = 2 + name.len() + 1;
            let node = if text.is_empty() { Node::Text(String::new()) } else { expression(text, at)? };
            Part::Define(name.to_string(), node)
        }
        None => Part::Use(name.to_string()),
    };
    Ok((part, end + 4))
}

/// Returns the offset of the two brackets that end a variable; brackets of its expression do not.
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

/// Whether a text is a valid variable name.
pub(super) fn is_name(text: &str) -> bool {
    let rest = text.strip_prefix('$').unwrap_or(text);
    let is_start = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_start && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
