//! Generates pages from tables: operations, devices, passes, codes, flags and functions of the runtime.

mod abi;
mod codes;
mod command_line;
mod operations;
mod passes;
mod support;

use std::fmt::Write as _;

use super::GENERATED;

/// Returns all generated pages: the path from `docs/src`, and the text.
pub fn pages() -> Vec<(String, String)> {
    let mut pages = operations::pages();
    pages.push(("reference/passes.md".to_string(), passes::page()));
    pages.push(("reference/codes.md".to_string(), codes::page()));
    pages.push(("reference/command-line.md".to_string(), command_line::page()));
    pages.push(("reference/devices.md".to_string(), support::page()));
    pages.push(("reference/abi.md".to_string(), abi::page()));
    pages.into_iter().map(|(name, text)| (name, format!("{GENERATED}\n\n{}\n", text.trim_end()))).collect()
}

/// Formats a text as a table cell: on one line, with `|` escaped.
fn cell(text: &str) -> String {
    escaped(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace('|', "\\|")
}

/// Escapes `<` outside of code, so that it does not begin a tag.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let part =
        |(at, part): (usize, &str)| if at % 2 == 0 { part.replace('<', "&lt;") } else { part.to_string() };
    parts.map(part).collect::<Vec<_>>().join("`")
}

/// Removes links to Rust items from a text.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, after)) = after.split_once("`]") else { break };
        let _ = write!(out, "{before}`{name}`");
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    out + rest
}
