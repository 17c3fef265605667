//! Parses the text form of pipelines.

use super::{Pipeline, Step};
use crate::absent::instead_of;
use crate::{PASSES, Pass, find_pass};
use warpline_ir::suggest::nearest;
use warpline_ir::{Diagnostics, OpKind, Reported, Span, codes};

/// Parses a pipeline such as `builtin.module(cse,canonicalize{max-iterations=2})`; the outer anchor may be omitted.
/// All errors are stored; locations are offsets in `text`.
pub fn parse(text: &str, diagnostics: &mut Diagnostics) -> Result<Pipeline, Reported> {
    let mut reader = PipelineReader { text, at: 0, pipeline: Pipeline::default(), diagnostics };
    reader.list(&mut Vec::new())?;
    reader.skip_spaces();
    if reader.at < text.len() {
        return Err(reader.error_here("expected ',' or the end of the pipeline"));
    }
    Ok(reader.pipeline)
}

/// The root anchor of every pipeline.
const MODULE: &str = "builtin.module";

/// The passes that are restricted to some anchors, with these anchors.
const ANCHORS: [(&str, &[&str]); 6] = [
    ("affine-parallelize", &[MODULE, "func.func"]),
    ("gpu-async-region", &[MODULE, "func.func"]),
    ("gpu-kernel-outlining", &[MODULE]),
    ("gpu-map-parallel-loops", &[MODULE, "func.func"]),
    ("inline", &[MODULE, "gpu.module"]),
    ("symbol-dce", &[MODULE, "gpu.module"]),
];

struct PipelineReader<'a> {
    text: &'a str,
    at: usize,
    pipeline: Pipeline,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> PipelineReader<'a> {
    /// Parses `item, item, …` up to the first token that starts no item; `around` holds the enclosing anchors.
    fn list(&mut self, around: &mut Vec<&'a str>) -> Result<(), Reported> {
        self.skip_spaces();
        if self.at == self.text.len() || self.rest().starts_with(')') {
            return Ok(());
        }
        loop {
            self.item(around)?;
            self.skip_spaces();
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    /// Parses `pass`, `pass{options}` or `anchor(list)`.
    fn item(&mut self, around: &mut Vec<&'a str>) -> Result<(), Reported> {
        self.skip_spaces();
        let start = self.at;
        let name = self.name();
        if name.is_empty() {
            return Err(self.error_here("expected the name of a pass"));
        }
        self.skip_spaces();
        if self.eat('(') {
            return self.anchored(name, start, around);
        }
        let span = Span::new(start as u32, (start + name.len()) as u32);
        let options = self.options()?;
        let Some(pass) = find_pass(name) else { return Err(self.unknown_pass(name, span)) };
        self.check_anchor(pass, around.last().copied().unwrap_or(MODULE), span)?;
        self.check_options(pass, &options, span)?;
        self.pipeline.steps.push(Step { pass, options });
        Ok(())
    }

    fn anchored(&mut self, name: &'a str, start: usize, around: &mut Vec<&'a str>) -> Result<(), Reported> {
        let span = Span::new(start as u32, (start + name.len()) as u32);
        if name != "any" && OpKind::lookup(name).is_none_or(|kind| !can_anchor(kind)) {
            let message = format!("passes cannot be anchored on '{name}'");
            return Err(self.diagnostics.error(codes::PIPELINE, span, message));
        }
        if around.is_empty() && name != MODULE && name != "any" {
            let message = format!(
                "a pipeline runs on '{MODULE}', so '{name}' must be nested in it: {MODULE}({name}(…))"
            );
            return Err(self.diagnostics.error(codes::PIPELINE, span, message));
        }
        if let Some(outer) = around.last()
            && !can_nest(outer, name)
        {
            let message = format!("'{name}' cannot be nested in '{outer}', so no pass in it would ever run");
            return Err(self.diagnostics.error(codes::PIPELINE, span, message));
        }
        around.push(name);
        self.list(around)?;
        around.pop();
        self.skip_spaces();
        if self.eat(')') { Ok(()) } else { Err(self.error_here(&format!("expected ')' to close '{name}('"))) }
    }

    /// Parses `{key=value flag}`, or nothing.
    fn options(&mut self) -> Result<Vec<(String, String)>, Reported> {
        if !self.eat('{') {
            return Ok(Vec::new());
        }
        let mut options = Vec::new();
        loop {
            self.skip_spaces();
            if self.eat('}') {
                return Ok(options);
            }
            let key = self.name().to_string();
            if key.is_empty() {
                return Err(self.error_here("expected an option or '}'"));
            }
            let value = if self.eat('=') { self.value()? } else { "true".to_string() };
            options.push((key, value));
        }
    }

    /// Parses a value up to a space or the closing brace; quotes and inner braces may contain both.
    fn value(&mut self) -> Result<String, Reported> {
        let start = self.at;
        let (mut depth, mut quote) = (0usize, None);
        for (offset, c) in self.text[start..].char_indices() {
            match (quote, c) {
                (Some(open), _) => quote = (c != open).then_some(open),
                (None, '"' | '\'') => quote = Some(c),
                (None, '{' | '[' | '(') => depth += 1,
                (None, _) if depth == 0 && (c == '}' || c.is_whitespace()) => {
                    return Ok(self.take_value(start, start + offset));
                }
                (None, '}' | ']' | ')') => depth = depth.saturating_sub(1),
                (None, _) => {}
            }
        }
        self.at = self.text.len();
        Err(self.error_here("expected '}' after the options"))
    }

    fn take_value(&mut self, start: usize, end: usize) -> String {
        self.at = end;
        let value = &self.text[start..end];
        let quoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
        quoted.unwrap_or(value).to_string()
    }

    fn check_anchor(&mut self, pass: &Pass, anchor: &str, span: Span) -> Result<(), Reported> {
        let allowed = ANCHORS.iter().find(|(name, _)| *name == pass.name);
        let Some((name, allowed)) = allowed.filter(|(_, allowed)| !allowed.contains(&anchor)) else {
            return Ok(());
        };
        let allowed = allowed.join("' or '");
        let message = format!("pass '{name}' runs on '{allowed}', but it is nested in '{anchor}'");
        Err(self.diagnostics.error(codes::PIPELINE, span, message))
    }

    fn check_options(
        &mut self,
        pass: &Pass,
        options: &[(String, String)],
        span: Span,
    ) -> Result<(), Reported> {
        for (key, _) in options {
            if pass.options.iter().all(|option| option.name != key) {
                let known: Vec<&str> = pass.options.iter().map(|option| option.name).collect();
                let hint = match known.as_slice() {
                    [] => "it has none".to_string(),
                    _ => format!("it has {}", known.join(", ")),
                };
                let message = format!("pass '{}' has no option '{key}': {hint}", pass.name);
                return Err(self.diagnostics.error(codes::UNKNOWN_PASS, span, message));
            }
        }
        Ok(())
    }

    fn unknown_pass(&mut self, name: &str, span: Span) -> Reported {
        if let Some(advice) = instead_of(name) {
            let message = format!("the mlir-opt pass '{name}' is not implemented: {advice}");
            return self.diagnostics.error(codes::UNKNOWN_PASS, span, message);
        }
        let message = match nearest(name, PASSES.iter().map(|pass| pass.name)) {
            Some(nearest) => format!("there is no pass '{name}'; did you mean '{nearest}'?"),
            None => format!("there is no pass '{name}'"),
        };
        self.diagnostics.error(codes::UNKNOWN_PASS, span, message)
    }

    fn name(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error_here(&mut self, message: &str) -> Reported {
        let found = match self.rest().chars().next() {
            Some(c) => format!("'{c}'"),
            None => "the end of the pipeline".to_string(),
        };
        let span = Span::new(self.at as u32, self.at as u32);
        self.diagnostics.error(codes::PIPELINE, span, format!("{message}, but found {found}"))
    }
}

/// Whether passes can be anchored on an operation, which must be isolated from above.
fn can_anchor(kind: OpKind) -> bool {
    kind.def().is_some_and(|def| def.has(warpline_ir::def::Trait::Isolated))
}

/// Whether an operation named `outer` may contain one named `inner`.
fn can_nest(outer: &str, inner: &str) -> bool {
    match (outer, inner) {
        (_, "any") | ("any" | "builtin.module", _) => true,
        ("gpu.module", _) => inner == "gpu.func" || inner == "func.func",
        _ => false,
    }
}
