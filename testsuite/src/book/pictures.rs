//! Extracts pictures: the timelines of `compile --emit=html`, each as an SVG file that is readable on any background.
//!
//! A page that references `pictures/NAME.svg` shows the plan of the program `NAME.mlir` of the book.

use std::path::Path;

use warpline_cli::Exit;

use super::Chapter;
use super::links::targets;
use crate::warpline;

/// Colours for light and dark themes.
const STYLE: &str = "\
svg { --back: #fff; --text: #1c2430; --faint: #6a7585; --line: #dde2e9; --lane: #f1f4f8; --op: #c9dcf2; --op-edge: #5b86b8;
  --path: #f7c48b; --path-edge: #b86d1c; --wait: #b3362f; font: 12px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --back: #14181f; --text: #dfe5ee; --faint: #8b97a8; --line: #2b3340;
  --lane: #1b212b; --op: #29466b; --op-edge: #6f9fd8; --path: #7a4a17; --path-edge: #e0a058; --wait: #ff8078; } }
text { fill: var(--text); } .axis { fill: var(--faint); } .grid { stroke: var(--line); } .lane { fill: var(--lane); }
.back { fill: var(--back); } .op rect { fill: var(--op); stroke: var(--op-edge); }
.op.path rect { fill: var(--path); stroke: var(--path-edge); }
.wait { fill: none; stroke: var(--wait); stroke-width: 1.4; } #head path { fill: var(--wait); }
";

/// Returns the names of all pictures that pages show, without their extensions.
pub fn names(chapters: &[Chapter]) -> Vec<String> {
    let all = chapters.iter().flat_map(|chapter| targets(&chapter.text)).map(|(_, target)| target);
    let name = |target: String| {
        let (_, file) = target.rsplit_once("pictures/")?;
        file.strip_suffix(".svg").map(str::to_string)
    };
    let mut names: Vec<String> = all.filter_map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns the picture of a program in a folder.
pub fn picture(folder: &Path, name: &str) -> Result<String, String> {
    let file = folder.join(format!("{name}.mlir"));
    let (exit, session) = warpline(&["compile", &file.to_string_lossy(), "--emit=html", "--plan-for=any"]);
    if exit != Exit::Success {
        return Err(format!("no plan of '{name}.mlir': {}", session.err));
    }
    let page = session.out;
    let inside = page.split_once("<svg ").and_then(|(_, rest)| rest.split_once("</svg>"));
    let (head, body) = inside.and_then(|(svg, _)| svg.split_once('>')).ok_or("the page has no picture")?;
    let size = |key: &str| {
        let value = head.split_once(&format!("{key}=\"")).and_then(|(_, rest)| rest.split_once('"'));
        value.map(|(value, _)| value.to_string()).ok_or_else(|| format!("the picture has no {key}"))
    };
    let (width, height) = (size("width")?, size("height")?);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n<style>\n{STYLE}</style>\n\
        <rect class=\"back\" width=\"{width}\" height=\"{height}\"/>{}</svg>\n",
        without_links(body)
    ))
}

/// Removes the elements that only make sense in the page: links to source lines, and tooltips.
fn without_links(body: &str) -> String {
    let mut out = String::new();
    let mut rest = body;
    while let Some(at) = [" href=\"#L", " data-"].iter().filter_map(|key| rest.find(key)).min() {
        out.push_str(&rest[..at]);
        let value = rest[at..].find('"').map_or(rest.len(), |start| at + start + 1);
        rest = rest[value..].find('"').map_or("", |end| &rest[value + end + 1..]);
    }
    out.push_str(rest);
    out.replace("<a ", "<g ").replace("</a>", "</g>")
}
