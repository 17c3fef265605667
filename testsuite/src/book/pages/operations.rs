//! Generates the language reference: a page per dialect from the rows of its operations, with examples from the cases.

use std::fmt::Write as _;
use std::path::PathBuf;

use warpline::explain::{RowText, dialect_doc, first_sentence};
use warpline_cli::testing::case::bless::body;
use warpline_ir::OpKind;

use super::{cell, escaped};
use crate::paths::{files_below, root};

/// The maximum length of an example, in lines.
const LONGEST: usize = 14;

/// Returns a page per dialect.
pub(super) fn pages() -> Vec<(String, String)> {
    let examples = Examples::read();
    let page = |dialect: &&str| (format!("reference/{dialect}.md"), page(dialect, &examples));
    OpKind::DIALECTS.iter().map(page).collect()
}

fn page(dialect: &str, examples: &Examples) -> String {
    let kinds: Vec<OpKind> = OpKind::all().filter(|kind| kind.dialect() == dialect).collect();
    let mut out = format!("# Dialect {dialect}\n\n{}\n\n", dialect_doc(dialect).unwrap_or_default());
    out.push_str("| operation | does |\n|---|---|\n");
    for kind in &kinds {
        let name = kind.name();
        let doc = kind.def().map(|def| first_sentence(def.doc)).unwrap_or_default();
        let _ = writeln!(out, "| [`{name}`](#{}) | {} |", name.replace('.', ""), cell(&doc));
    }
    for kind in kinds {
        operation(&mut out, kind, examples);
    }
    out
}

fn operation(out: &mut String, kind: OpKind, examples: &Examples) {
    let Some(def) = kind.def() else { return };
    let row = RowText::of(kind, def);
    let _ = write!(out, "\n## {}\n\n{}\n", kind.name(), escaped(&row.doc));
    if let Some(syntax) = &row.syntax {
        let syntax = syntax.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = write!(out, "\n```text\n{syntax}\n```\n");
    }
    if let Some((file, lines)) = examples.of(kind) {
        let _ = write!(out, "\n```mlir,in={file}\n{lines}```\n");
    }
    for (title, items) in &row.lists {
        let items: Vec<String> = items.iter().map(|item| list_item(title, item)).collect();
        let _ = write!(out, "\n**{title}**\n\n{}\n", items.join("\n"));
    }
}

/// Formats a list item with its name as code; rules have no name.
fn list_item(title: &str, item: &str) -> String {
    match item.split_once(": ") {
        Some((name, text)) if title != "rules" => format!("- `{name}`: {}", escaped(text)),
        None if title == "regions" => format!("- `{item}`"),
        _ => format!("- {item}"),
    }
}

/// The cases that show operations in their custom form.
struct Examples {
    /// Paths from the root, and texts.
    files: Vec<(String, String)>,
}

impl Examples {
    fn read() -> Self {
        let cases = root().join("testsuite/cases");
        let folders = ["ir/roundtrip", "ir/newer", "ir/older", "schedule"];
        let paths = folders.into_iter().flat_map(|folder| files_below(&cases.join(folder), "mlir"));
        let read = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            (name, body(&text))
        };
        Self { files: paths.map(read).collect() }
    }

    /// Returns the file and the lines of an example, preferably from the files of the dialect.
    fn of(&self, kind: OpKind) -> Option<(&str, String)> {
        let dialect = kind.dialect();
        let is_own = |name: &str| name.rsplit('/').next().is_some_and(|file| file.starts_with(dialect));
        let own = self.files.iter().filter(|(name, _)| is_own(name));
        let others = self.files.iter().filter(|(name, _)| !is_own(name));
        own.chain(others).find_map(|(name, text)| Some((name.as_str(), example(text, &written(kind))?)))
    }
}

/// Returns the name as the custom form prints it: some dialect prefixes are omitted where they are implied.
fn written(kind: OpKind) -> String {
    match kind.name().as_str() {
        "builtin.module" => "module".to_string(),
        "func.return" => "return".to_string(),
        name => name.to_string(),
    }
}

/// Returns the first lines that show an operation in its custom form, without their common indentation.
fn example(text: &str, name: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let starts = (0..lines.len()).filter(|at| shows(lines[*at], name));
    let mut found = starts.filter_map(|start| {
        let own = depth(lines[start]);
        let is_open = lines[start].trim_end().ends_with(['{', '(']);
        let n = if is_open {
            let closes = |line: &&str| {
                depth(line) == own && line.trim_start().starts_with(['}', ')']) && !line.ends_with('{')
            };
            1 + lines[start + 1..].iter().position(closes)? + 1
        } else {
            1
        };
        let block = &lines[start..start + n];
        let is_good = n <= LONGEST && block.iter().all(|line| !line.trim().is_empty());
        is_good.then(|| block.iter().flat_map(|line| [&line[own..], "\n"]).collect())
    });
    found.next()
}

/// Whether a line contains an operation of this name, after its results.
fn shows(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let own = if line.starts_with('%') { line.split_once(" = ").map_or("", |(_, rest)| rest) } else { line };
    let rest = own.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')))
}
