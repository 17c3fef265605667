//! Generates the page of all passes, from the head comments of their files and examples from their cases.

use std::fmt::Write as _;

use warpline_cli::testing::case::bless::{body, expected_output};
use warpline_cli::testing::case::split::split;
use warpline_passes::absent::ABSENT;
use warpline_passes::{PASSES, Pass};

use super::{cell, plain};
use crate::paths::{files_below, root};

/// Returns the page.
pub(super) fn page() -> String {
    let mut out = String::from(
        "# Passes\n\nEvery pass is a flag of `warpline opt`, and a word in `--pass-pipeline`. Options are given as \
        `--canonicalize=\"max-iterations=2 top-down=false\"`, or in a pipeline as \
        `canonicalize{max-iterations=2}`. The examples are the first of each pass's tests.\n\n| pass | does |\n|---|---|\n",
    );
    for pass in PASSES {
        let _ = writeln!(out, "| [`{}`](#{}) | {} |", pass.name, pass.name, cell(pass.summary));
    }
    let files = files_below(&root().join("passes/src"), "rs").into_iter();
    let files: Vec<String> = files.filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    for pass in PASSES {
        let _ = write!(out, "\n## {}\n\n{}\n", pass.name, about(pass, &files));
        options(&mut out, pass);
        example(&mut out, pass);
    }
    absent(&mut out);
    out
}

/// Writes the list of mlir-opt passes that warpline does not have.
fn absent(out: &mut String) {
    out.push_str(
        "\n## Passes of mlir-opt that are not here\n\nThey are refused by name, with the same text; a `*` stands for any \
        characters.\n\n| passes | instead |\n|---|---|\n",
    );
    for (names, advice) in ABSENT {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(out, "| {} | {} |", names.join(", "), cell(advice));
    }
}

/// Returns the head comment of a pass's file, without the parts that only concern readers of the code.
fn about(pass: &Pass, files: &[String]) -> String {
    let row = format!("name: \"{}\"", pass.name);
    let file = files.iter().find(|file| file.contains(&row)).map_or("", String::as_str);
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    let text = lines.flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"]).collect::<String>();
    let text = text.strip_prefix(&format!("`{}`: ", pass.name)).unwrap_or(&text).trim();
    let text = without_files(&plain(text));
    let mut chars = text.chars();
    let sentence = chars.next().map(|first| first.to_uppercase().to_string() + chars.as_str());
    sentence.unwrap_or_else(|| format!("{}.", pass.summary))
}

/// Removes file names in parentheses, such as ` (`cost.rs`)`.
fn without_files(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (`") {
        let file = after.split_once("`)").filter(|(name, _)| {
            name.rsplit_once('.').is_some_and(|(_, end)| end == "rs") && !name.contains('`')
        });
        out.push_str(before);
        rest = match file {
            Some((_, after)) => after,
            None => {
                out.push_str(" (`");
                after
            }
        };
    }
    out + rest
}

fn options(out: &mut String, pass: &Pass) {
    if pass.options.is_empty() {
        return;
    }
    out.push_str("\n| option | default | meaning |\n|---|---|---|\n");
    for option in pass.options {
        let default =
            if option.default.is_empty() { "empty".to_string() } else { format!("`{}`", option.default) };
        let _ = writeln!(out, "| `{}` | {default} | {} |", option.name, cell(option.summary));
    }
}

/// Writes the first piece of the pass's cases, and its output.
fn example(out: &mut String, pass: &Pass) {
    let path = root().join(format!("testsuite/cases/pass/{}.mlir", pass.name));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Some(piece) = split(&text).into_iter().next() else { return };
    let whole = body(piece.text);
    let runs = whole.lines().filter_map(|line| line.strip_prefix("// RUN: opt "));
    let flags = runs.collect::<Vec<_>>().join("` and `warpline opt ");
    let is_note = |line: &&str| line.starts_with("// RUN:") || line.trim().is_empty();
    let before: Vec<&str> = whole.lines().skip_while(is_note).collect();
    let Some(after) = expected_output(piece.text) else { return };
    let _ = write!(out, "\n```mlir\n{}\n```\n\n", before.join("\n").trim_end());
    let _ = write!(out, "`warpline opt {flags}` makes of it\n\n```mlir\n{}\n```\n", after.trim_end());
}
