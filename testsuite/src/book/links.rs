//! Checks links: between pages, to headings, and in the table of contents.

use std::collections::BTreeSet;
use std::path::Path;

use super::blocks::prose;
use super::{Chapter, folder};
use crate::paths::root;

/// The page with the table of contents.
const SUMMARY: &str = "SUMMARY.md";

/// Returns the problems of the table of contents and of links.
pub fn findings(chapters: &[Chapter]) -> Vec<String> {
    let mut findings = contents(chapters);
    for chapter in chapters {
        let here = Path::new(&chapter.name).parent().unwrap_or(Path::new(""));
        for (line, target) in targets(&chapter.text) {
            if let Some(problem) = problem(chapters, chapter, here, &target) {
                findings.push(format!("docs/src/{}:{line}: {problem}", chapter.name));
            }
        }
        let exists = |path: &str| root().join(path.split("::").next().unwrap_or(path)).exists();
        for (line, path) in paths(&chapter.text).into_iter().filter(|(_, path)| !exists(path)) {
            findings.push(format!("docs/src/{}:{line}: there is no '{path}'", chapter.name));
        }
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_default();
        for (line, target) in targets(&text).into_iter().filter(|(_, target)| !is_outside(target)) {
            let path = target.split('#').next().unwrap_or_default();
            if !root().join(path).exists() {
                findings.push(format!("{name}:{line}: there is no '{path}'"));
            }
        }
    }
    findings
}

/// Checks that every page is listed exactly once in the table of contents.
fn contents(chapters: &[Chapter]) -> Vec<String> {
    let summary = chapters.iter().find(|chapter| chapter.name == SUMMARY);
    let listed: Vec<String> = summary
        .map(|summary| targets(&summary.text))
        .unwrap_or_default()
        .into_iter()
        .map(|(_, target)| target)
        .collect();
    let pages = chapters.iter().map(|chapter| &chapter.name).filter(|name| *name != SUMMARY);
    let is_wrong = |name: &&String| listed.iter().filter(|listed| listed == name).count() != 1;
    pages.filter(is_wrong).map(|name| format!("docs/src/{SUMMARY}: '{name}' must be in it once")).collect()
}

fn is_outside(target: &str) -> bool {
    target.starts_with("https://")
}

fn problem(chapters: &[Chapter], from: &Chapter, here: &Path, target: &str) -> Option<String> {
    if is_outside(target) {
        return None;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let name = if path.is_empty() { from.name.clone() } else { joined(here, path)? };
    let Some(page) = chapters.iter().find(|chapter| chapter.name == name) else {
        return (!folder().join(&name).is_file()).then(|| format!("there is no '{name}' in the book"));
    };
    let is_known = heading.is_empty() || headings(&page.text).contains(heading);
    (!is_known).then(|| format!("'{name}' has no heading '#{heading}'"))
}

/// Resolves a path relative to another folder of the book; a path that leaves the book is returned unchanged
/// and does not resolve.
fn joined(here: &Path, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = here.to_str()?.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." if parts.is_empty() => return Some(path.to_string()),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the targets of links and pictures outside of code, with their lines.
pub fn targets(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(page) {
        let text: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for part in text.split("](").skip(1) {
            let end = part.find(')').unwrap_or(part.len());
            found.push((number, part[..end].to_string()));
        }
    }
    found
}

/// Returns the repository paths that a page names, with their lines.
fn paths(page: &str) -> Vec<(usize, String)> {
    let is_path = |word: &&str| word.starts_with("testsuite/") && !word.contains([' ', '*']);
    let of_line = |(number, line): (usize, &str)| -> Vec<(usize, String)> {
        let words = line.split('`').skip(1).step_by(2).filter(is_path);
        words.map(|word| (number, word.to_string())).collect()
    };
    prose(page).into_iter().flat_map(of_line).collect()
}

/// Returns the anchors of the headings of a page, as mdBook derives them.
fn headings(page: &str) -> BTreeSet<String> {
    let lines = prose(page).into_iter().map(|(_, line)| line).filter(|line| line.starts_with('#'));
    let name = |line: &str| -> String {
        let text = line.trim_start_matches('#').trim();
        let kept =
            text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '-'));
        kept.map(|c| if c.is_whitespace() { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    let mut names = BTreeSet::new();
    for line in lines {
        let name = name(line);
        let free = (0..).map(|n| if n == 0 { name.clone() } else { format!("{name}-{n}") });
        let free = free.into_iter().find(|name| !names.contains(name));
        names.extend(free);
    }
    names
}
