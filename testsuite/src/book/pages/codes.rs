//! Generates the page of all diagnostic codes.

use std::fmt::Write as _;

use warpline_ir::codes::ALL;

use super::escaped;

/// The groups of codes by their prefixes.
const GROUPS: &[(&str, &str)] = &[
    ("E01", "The text"),
    ("E02", "Rules of operations"),
    ("E03", "Passes, backends and schedules"),
    ("E04", "Limits"),
    ("E05", "Running"),
    ("E06", "Expected diagnostics"),
    ("W", "Warnings"),
];

/// Returns the page.
pub(super) fn page() -> String {
    let mut out = String::from(
        "# Codes of diagnostics\n\nEvery error and warning has a code that keeps its meaning for ever. \
        `warpline explain E0104` prints the same text as this page.\n",
    );
    for (start, title) in GROUPS {
        let _ = write!(out, "\n## {title}\n\n");
        for code in ALL.iter().filter(|code| code.code.starts_with(start)) {
            let text = escaped(code.text);
            let _ = write!(out, "### {}\n\n**{}.** {text}\n\n", code.code, code.title);
        }
    }
    out
}
