//! The page of the functions that compiled host code and kernels call, from their source.

use std::fmt::Write as _;

use warpline_runtime::exec::abi::symbols;

use super::plain;
use crate::paths::root;

/// Where the functions are.
const SOURCES: [&str; 2] = ["runtime/src/exec/abi.rs", "runtime/src/exec/access.rs"];

/// The page.
pub(super) fn page() -> String {
    let texts: Vec<String> =
        SOURCES.iter().map(|path| std::fs::read_to_string(root().join(path)).unwrap_or_default()).collect();
    let mut out = String::from("# Functions of the runtime\n\n");
    let about = texts[0].lines().map_while(|line| line.strip_prefix("//!"));
    for line in about.skip(2).take_while(|line| !line.contains("# Safety")) {
        let _ = writeln!(out, "{}", plain(line.trim()));
    }
    out.push_str(
        "The prototypes are those of C; `Run` is the run of a program, which lives as long as its host code. A kernel \
        that logs its accesses gets the log as its last argument.\n",
    );
    for (name, _) in symbols() {
        let found = texts.iter().find_map(|text| function(text, name));
        let (doc, prototype) = found.unwrap_or_default();
        let _ = write!(out, "\n## {name}\n\n```text\n{prototype}\n```\n\n{doc}\n");
    }
    out
}

/// What stands above a function, and its form in C.
fn function(text: &str, name: &str) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains(&format!("extern \"C\" fn {name}(")))?;
    let first = (0..at).rev().find(|line| !lines[*line].starts_with("///"))? + 1;
    let doc = lines[first..at].iter().map(|line| line.trim_start_matches("///").trim());
    let doc: Vec<&str> = doc.take_while(|line| *line != "# Safety").filter(|line| !line.is_empty()).collect();
    let head: String = lines[at..]
        .iter()
        .take_while(|line| !line.contains("// SAFETY"))
        .flat_map(|line| [*line, " "])
        .collect();
    let (_, rest) = head.split_once('(')?;
    let (params, rest) = rest.split_once(')')?;
    let result =
        rest.split_once("->").and_then(|(_, rest)| rest.split_once('{')).map_or("()", |(ty, _)| ty.trim());
    let params: Vec<String> = params.split(',').filter_map(parameter).collect();
    Some((plain(&doc.join(" ")), format!("{} {name}({});", c_type(result), params.join(", "))))
}

/// `name: *mut T` as `T *name`.
fn parameter(text: &str) -> Option<String> {
    let (name, ty) = text.trim().split_once(": ")?;
    let name = name.trim_start_matches('_');
    Some(match (ty.strip_prefix("*mut "), ty.strip_prefix("*const ")) {
        (Some(to), _) => format!("{} *{name}", c_type(to)),
        (_, Some(to)) => format!("const {} *{name}", c_type(to)),
        (None, None) => format!("{} {name}", c_type(ty)),
    })
}

fn c_type(ty: &str) -> &str {
    match ty {
        "()" => "void",
        "u32" => "uint32_t",
        "i32" => "int32_t",
        "u64" => "uint64_t",
        "i64" => "int64_t",
        other => other,
    }
}
