//! Regenerates the directives of a test from the output of its command.
//!
//! The old directives are removed; each piece of the file gets those of its output at its end. Values become
//! variables, so that their numbers do not matter: `%0` becomes `%[[V0:.*]]` where it is defined and `%[[V0]]`
//! where it is used.

use std::fmt::Write as _;

use super::run::{Failure, Test};
use super::script::Script;
use crate::testing::case::result::difference;
use crate::testing::case::split::{MARKER, split};

/// Rewrites the file of a test, and returns a description of the change. The error is the reason why a rewrite
/// would be wrong.
pub(super) fn bless(test: &Test, script: &Script, failure: &Failure) -> Result<String, String> {
    let Some((words, output)) = &failure.refused else {
        return Err("what failed is the command, not the comparison".to_string());
    };
    let is_plain = script.runs.len() == 1 && words.iter().skip(1).all(|word| !word.starts_with('-'));
    if !is_plain {
        return Err("only one 'RUN:' line with a plain FileCheck is rewritten".to_string());
    }
    let (pieces, outputs) = (split(&test.text), split(output));
    if pieces.len() != outputs.len() {
        return Err("the output has another number of pieces than the file".to_string());
    }
    let rewrite = |(piece, output): (&str, &str)| with_directives(piece, &directives(output));
    let pieces = pieces.iter().map(|piece| piece.text).zip(outputs.iter().map(|output| output.text));
    let text = pieces.map(rewrite).collect::<Vec<_>>().join(&format!("{MARKER}\n"));
    std::fs::write(&test.path, &text).map_err(|error| format!("cannot write the file: {error}"))?;
    Ok(difference(&test.text, &text))
}

/// Returns a piece with its directives replaced.
fn with_directives(piece: &str, directives: &str) -> String {
    let is_directive = |line: &&str| {
        let text = line.trim_start().trim_start_matches('/').trim_start();
        line.trim_start().starts_with("//") && text.starts_with("CHECK") && text.contains(':')
    };
    let kept: String =
        piece.lines().filter(|line| !is_directive(line)).flat_map(|line| [line, "\n"]).collect();
    format!("{}\n\n{directives}", kept.trim_end())
}

/// Returns directives that match an output, one for each of its lines.
fn directives(output: &str) -> String {
    let mut out = String::new();
    let mut names = Names::default();
    let mut is_behind_label = false;
    for line in output.trim_end().lines() {
        let text = line.trim();
        if text.is_empty() {
            out.push_str(if is_behind_label { "// CHECK-EMPTY:\n" } else { "" });
            continue;
        }
        let label = label(line);
        if label.is_some() {
            names = Names::default();
        }
        match label {
            Some(label) => {
                let _ = writeln!(out, "// CHECK-LABEL: {}", escape(label));
                let rest = line.trim_start()[label.len()..].trim();
                let _ = writeln!(out, "// CHECK-SAME: {}", names.replace(&escape(rest)));
                is_behind_label = true;
            }
            None if is_behind_label => {
                let indent = &line[..line.len() - line.trim_start().len()];
                let _ = writeln!(out, "// CHECK-NEXT: {indent}{}", names.replace(&escape(text)));
            }
            None => {
                let _ = writeln!(out, "// CHECK: {}", names.replace(&escape(text)));
                is_behind_label = true;
            }
        }
    }
    out
}

/// Returns the prefix of a line that names a function, up to its parameters.
fn label(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let is_function = text.starts_with("func.func ") || text.starts_with("gpu.func ");
    let end = text.find('(').filter(|_| is_function)?;
    Some(&text[..=end])
}

/// Escapes a text so that it is literal in a pattern.
fn escape(text: &str) -> String {
    text.replace("{{", "{{[{][{]}}").replace("[[", "{{\\[\\[}}")
}

/// The variables for the values of a function.
#[derive(Default)]
struct Names {
    known: Vec<String>,
}

impl Names {
    /// Returns a line with variables for its values.
    fn replace(&mut self, line: &str) -> String {
        let mut out = String::new();
        let mut rest = line;
        while let Some(at) = rest.find('%') {
            let (before, after) = (&rest[..=at], &rest[at + 1..]);
            out.push_str(before);
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
            let end = after.len() - after.trim_start_matches(is_part).len();
            let name = &after[..end];
            rest = &after[end..];
            if name.is_empty() {
                continue;
            }
            match self.known.iter().position(|known| known == name) {
                Some(number) => {
                    let _ = write!(out, "[[V{number}]]");
                }
                None => {
                    let _ = write!(out, "[[V{}:[^ ,:)]+]]", self.known.len());
                    self.known.push(name.to_string());
                }
            }
        }
        out.push_str(rest);
        out
    }
}
