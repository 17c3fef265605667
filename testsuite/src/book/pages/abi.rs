//! Generates the page of the functions that compiled host code and kernels call, from their source.

use std::fmt::Write as _;

use super::plain;
use crate::paths::root;

/// The source files of the functions.
const SOURCES: [&str; 2] = ["runtime/src/exec/abi.rs", "runtime/src/exec/access.rs"];

/// Returns the page.
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
    for (name, prototype) in prototypes() {
        let doc = texts.iter().find_map(|text| doc_of(text, name)).unwrap_or_default();
        let _ = write!(out, "\n## {name}\n\n```text\n{prototype}\n```\n\n{doc}\n");
    }
    out
}

/// Returns the doc comment of a function.
fn doc_of(text: &str, name: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let at = lines.iter().position(|line| line.contains(&format!("fn {name}(")))?;
    let first = (0..at).rev().find(|line| !lines[*line].starts_with("///"))? + 1;
    let doc = lines[first..at].iter().map(|line| line.trim_start_matches("///").trim());
    let doc: Vec<&str> = doc.take_while(|line| *line != "# Safety").filter(|line| !line.is_empty()).collect();
    Some(plain(&doc.join(" ")))
}

/// Builds the list of prototypes from the table of the ABI.
macro_rules! prototypes {
    (
        calls { $($call:ident($($arg:ident: $ty:ty),*);)* }
        of_kernels { $($own:ident($($own_arg:ident: $own_ty:ty),*) $(-> $result:ty)?;)* }
        logs { $($log:ident($($log_arg:ident: $log_ty:ty),*);)* }
    ) => {
        /// Returns the C prototypes of the functions by name.
        fn prototypes() -> Vec<(&'static str, String)> {
            let run = [("run", "*mut Run"), ("op", "u32")];
            vec![
                $(prototype("int32_t", &run, stringify!($call), &[$((stringify!($arg), stringify!($ty))),*]),)*
                $(prototype(
                    c_type(concat!($(stringify!($result))?)), &[], stringify!($own),
                    &[$((stringify!($own_arg), stringify!($own_ty))),*],
                ),)*
                $(prototype("void", &run, stringify!($log), &[$((stringify!($log_arg), stringify!($log_ty))),*]),)*
            ]
        }
    };
}

warpline_ir::host_abi!(prototypes);

fn prototype(
    result: &str,
    first: &[(&str, &str)],
    name: &'static str,
    params: &[(&str, &str)],
) -> (&'static str, String) {
    let params: Vec<String> = first.iter().chain(params).map(|(name, ty)| parameter(name, ty)).collect();
    (name, format!("{result} {name}({});", params.join(", ")))
}

/// Formats `name: *mut T` as `T *name`.
fn parameter(name: &str, ty: &str) -> String {
    let Some(to) = ty.strip_prefix('*').map(str::trim_start) else { return format!("{} {name}", c_type(ty)) };
    let to_constant = to.strip_prefix("const ").map(|to| format!("const {} *{name}", c_type(to)));
    to_constant.unwrap_or_else(|| format!("{} *{name}", c_type(to.trim_start_matches("mut "))))
}

fn c_type(ty: &str) -> &str {
    match ty {
        "" => "void",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i64" => "int64_t",
        other => other,
    }
}
