//! Checks the dependences between crates and between the modules of the compiler, the files that may name a
//! backend or a device, and the file names of passes.

use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use warpline_testsuite::paths::{files_below, root};

/// The crates of the product, each with its allowed dependences.
const CRATE_DEPENDENCES: [(&str, &[&str]); 8] = [
    ("ir", &[]),
    ("passes", &["ir"]),
    ("backend-ptx", &["ir", "passes"]),
    ("backend-amdgcn", &["ir", "passes"]),
    ("backend-cpu", &["ir", "passes"]),
    ("runtime", &["ir"]),
    ("driver", &["ir", "passes", "backend-ptx", "backend-amdgcn", "backend-cpu", "runtime"]),
    ("compiler", &["ir", "passes", "runtime", "driver"]),
];

/// The modules of `compiler`, each with its allowed dependences.
const MODULE_DEPENDENCES: [(&str, &[&str]); 6] = [
    ("values", &[]),
    ("temporary", &[]),
    ("testing", &["temporary"]),
    ("lsp", &["temporary", "testing"]),
    ("repl", &["testing", "values"]),
    ("cli", &["lsp", "repl", "temporary", "testing", "values"]),
];

/// The tables of `driver` that name backends and devices.
const TABLES: [&str; 3] = ["driver/src/backends.rs", "driver/src/devices.rs", "driver/src/devices/"];

/// Names of backends, kinds of devices and their code, in Rust.
const NAMES: [&str; 11] = [
    "warpline_backend_",
    "CpuDevice",
    "CudaDevice",
    "HipDevice",
    "CpuOptions",
    "\"cpu\"",
    "\"ptx\"",
    "\"cuda\"",
    "\"hip\"",
    "\"interp\"",
    "\"clif\"",
];

/// Returns the folder of the crate that a line of a manifest depends on.
fn folder_of(line: &str) -> Option<&str> {
    match line.split(['.', ' ', '=']).next()? {
        "warpline" => Some("driver"),
        package => package.strip_prefix("warpline-"),
    }
}

#[test]
fn crates_use_only_those_below_them() {
    let mut found = Vec::new();
    for (name, may_use) in CRATE_DEPENDENCES {
        let manifest = std::fs::read_to_string(root().join(name).join("Cargo.toml")).expect("a manifest");
        let own = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        // The test backend is present only with a feature.
        let always = own.lines().filter(|line| !line.contains("optional = true"));
        let used = always.filter_map(folder_of);
        found.extend(used.filter(|used| !may_use.contains(used)).map(|used| format!("{name} uses {used}")));
        assert_eq!(
            may_use.iter().filter(|other| !own.lines().any(|line| folder_of(line) == Some(other))).count(),
            0,
            "an arrow from {name} that is not there"
        );
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn only_two_tables_name_backends_and_devices() {
    let mut found = Vec::new();
    let sources = ["driver/src", "compiler/src"].map(|folder| files_below(&root().join(folder), "rs"));
    for path in sources.concat() {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
        if TABLES.iter().any(|table| name.starts_with(table)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in (1..).zip(code.lines()) {
            let line = line.split("//").next().unwrap_or_default();
            found.extend(
                NAMES
                    .iter()
                    .filter(|name| line.contains(**name))
                    .map(|what| format!("{name}:{number}: {what}")),
            );
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn modules_of_the_compiler_use_only_those_below_them() {
    let source = root().join("compiler/src");
    let mut found = Vec::new();
    for path in files_below(&source, "rs") {
        let name = path.strip_prefix(&source).unwrap_or(&path).to_string_lossy().into_owned();
        let module = name.split(['/', '.']).next().unwrap_or_default();
        let Some((_, may_use)) = MODULE_DEPENDENCES.iter().find(|(known, _)| *known == module) else {
            assert!(["lib", "main"].contains(&module), "compiler/src/{name} is in no room");
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("a source file");
        for (number, line) in (1..).zip(text.lines()) {
            let used = line.split("crate::").skip(1).filter_map(|rest| rest.split([':', ';', ' ']).next());
            let others = used
                .filter(|used| MODULE_DEPENDENCES.iter().any(|(known, _)| known == used) && *used != module);
            found.extend(
                others
                    .filter(|used| !may_use.contains(used))
                    .map(|used| format!("{name}:{number} uses {used}")),
            );
        }
        assert!(!text.contains("use crate::{"), "compiler/src/{name}: one `use` per room");
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_file_of_a_pass_bears_its_name() {
    let source = root().join("passes/src");
    let files = files_below(&source, "rs");
    let mut named = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a source file");
        let Some((_, row)) = text.split_once("pub const PASS: Pass") else { continue };
        let name = row.split_once("name: \"").and_then(|(_, rest)| rest.split_once('"')).expect("a name").0;
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        assert_eq!(stem, Some(name.replace('-', "_").as_str()), "{}", path.display());
        named.push(name.to_string());
    }
    named.sort();
    let registered: Vec<&str> = warpline_passes::PASSES.iter().map(|pass| pass.name).collect();
    assert_eq!(named, registered);
}

#[test]
fn a_module_with_parts_is_a_file_beside_its_folder() {
    let is_old = |path: &Path| path.file_name().is_some_and(|name| name == "mod.rs");
    let crates = CRATE_DEPENDENCES.iter().map(|(name, _)| root().join(name).join("src"));
    let found: Vec<_> =
        crates.flat_map(|source| files_below(&source, "rs")).filter(|path| is_old(path)).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// Returns the folders of a crate that the code of one of its files names, by paths from the root of the crate.
fn named_folders<'a>(text: &str, folders: &'a [String]) -> Vec<&'a String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut names = Vec::new();
    for path in code.split("crate::").skip(1) {
        // Of a list, the first names of its paths.
        let list = path.strip_prefix('{').map(|list| list.split(';').next().unwrap_or_default());
        let parts: Vec<&str> = list.map_or_else(|| vec![path], |list| list.split(", ").collect());
        names
            .extend(parts.iter().filter_map(|part| part.trim().split([':', ';', ',', '(', '}', ' ']).next()));
    }
    folders.iter().filter(|folder| names.contains(&folder.as_str())).collect()
}

/// Folders are the rooms of a crate: each knows only those below it.
#[test]
fn the_folders_of_a_crate_form_no_cycle() {
    let mut cycles = Vec::new();
    let mut n_edges = 0;
    for (name, _) in CRATE_DEPENDENCES.iter().filter(|(name, _)| *name != "ir") {
        let source = root().join(name).join("src");
        let entries = std::fs::read_dir(&source).expect("a folder").filter_map(Result::ok);
        let is_folder = |entry: &std::fs::DirEntry| entry.path().is_dir();
        let folders = entries.filter(is_folder).filter_map(|entry| entry.file_name().into_string().ok());
        let mut folders: Vec<String> = folders.collect();
        folders.sort();
        let number = |name: &str| folders.iter().position(|folder| folder == name);
        let mut edges = Vec::new();
        for path in files_below(&source, "rs") {
            let file = path.strip_prefix(&source).unwrap_or(&path).to_string_lossy().into_owned();
            let Some(own) = number(file.split(['/', '.']).next().unwrap_or_default()) else { continue };
            let text = std::fs::read_to_string(&path).expect("a source file");
            let used = named_folders(&text, &folders).into_iter().filter_map(|used| number(used));
            edges.extend(used.filter(|used| *used != own).map(|used| (own as u32, used as u32)));
        }
        n_edges += edges.len();
        let graph = DiGraph::<(), ()>::from_edges(edges);
        let found = tarjan_scc(&graph).into_iter().filter(|members| 1 < members.len());
        cycles.extend(found.map(|members| {
            let members: Vec<&String> = members.into_iter().map(|member| &folders[member.index()]).collect();
            format!("{name}: {members:?}")
        }));
    }
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
    assert!(200 < n_edges, "{n_edges} uses");
}

/// Returns the modules of the scheduler that one of its source files names, by their paths below `schedule`.
fn named_modules(text: &str, depth: usize) -> Vec<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let of_line = |line: &str| line.split("//").next().unwrap_or_default().len();
    let lines = code.lines().map(|line| &line[..of_line(line)]);
    let own = "super::".repeat(depth);
    let mut found = Vec::new();
    for line in lines {
        let paths = line.split("crate::schedule::").skip(1);
        let near = line.strip_prefix(&format!("use {own}")).filter(|rest| !rest.starts_with("super::"));
        for path in paths.chain(near) {
            let (list, is_list) = match path.strip_prefix('{') {
                Some(list) => (list.split('}').next().unwrap_or_default(), true),
                None => (path, false),
            };
            let names = list.split(", ").take(if is_list { usize::MAX } else { 1 });
            found.extend(names.filter_map(|name| name.split([':', ';', '(', ' ']).next()));
        }
    }
    found
}

#[test]
fn the_modules_of_the_scheduler_form_no_cycle() {
    let source = root().join("passes/src/schedule");
    let files: Vec<(String, String)> = files_below(&source, "rs")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&source).unwrap_or(&path).to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a source file"))
        })
        .collect();
    let module = |name: &str| name.split(['/', '.']).next().unwrap_or_default().to_string();
    let mut modules: Vec<String> = files.iter().map(|(name, _)| module(name)).collect();
    modules.sort();
    modules.dedup();
    // Items that the module itself exports belong to the pass of the scheduler.
    let number = |name: &str| modules.iter().position(|known| known == name);
    let exporter = number("gpu_schedule").expect("the pass");
    let mut edges = Vec::new();
    for (name, text) in &files {
        let from = number(&module(name)).expect("it is listed");
        let used = named_modules(text, 1 + name.matches('/').count()).into_iter();
        edges.extend(used.map(|used| (from as u32, number(used).unwrap_or(exporter) as u32)));
    }
    edges.retain(|(from, to)| from != to);
    assert!(40 < modules.len() && 150 < edges.len(), "{} uses", edges.len());
    let graph = DiGraph::<(), ()>::from_edges(edges);
    let cycles: Vec<Vec<&String>> = tarjan_scc(&graph)
        .into_iter()
        .filter(|members| 1 < members.len())
        .map(|members| members.into_iter().map(|member| &modules[member.index()]).collect())
        .collect();
    assert!(cycles.is_empty(), "{cycles:?}");
}
