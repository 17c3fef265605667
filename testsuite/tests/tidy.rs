//! Checks the style rules that a machine can check.

use std::collections::BTreeSet;
use std::path::Path;
use warpline_ir::dialect::OpKind;
use warpline_passes::PASSES;
use warpline_testsuite::paths::{files_below, root};

const CRATES: [&str; 9] = [
    "ir",
    "passes",
    "backend-ptx",
    "backend-amdgcn",
    "backend-cpu",
    "runtime",
    "driver",
    "compiler",
    "testsuite",
];
const MAX_FILE: usize = 800;
const MAX_FUNCTION: usize = 80;

/// Returns every Rust file as its path from the root and its text.
fn sources() -> Vec<(String, String)> {
    let root = root();
    let files = CRATES.iter().flat_map(|name| files_below(&root.join(name), "rs"));
    files.map(|path| (relative(&path), std::fs::read_to_string(&path).unwrap_or_default())).collect()
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned()
}

/// Fails with all violations.
#[track_caller]
fn check(findings: &[String]) {
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn files_are_short_and_begin_with_what_they_tell() {
    let mut findings = Vec::new();
    for (name, text) in sources() {
        let n = text.lines().count();
        if MAX_FILE < n {
            findings.push(format!("{name}: {n} lines, at most {MAX_FILE} are allowed"));
        }
        if !text.starts_with("//! ") {
            findings.push(format!("{name}: the first line must begin with `//! `"));
        }
    }
    check(&findings);
}

/// A name that no row has would be a panic, or no operands, when the operation occurs.
#[test]
fn operands_are_named_as_in_a_row() {
    let rows = OpKind::all().filter_map(OpKind::def).flat_map(|def| def.operands);
    let names: BTreeSet<&str> = rows.map(|slot| slot.name).collect();
    let mut findings = Vec::new();
    let mut n_found = 0;
    for (file, text) in sources() {
        for call in [".named(\"", ".group(\""] {
            for name in text.split(call).skip(1).filter_map(|rest| rest.split_once('"')).map(|(name, _)| name)
            {
                n_found += 1;
                if !names.contains(name) {
                    findings.push(format!("{file}: no row has operands named '{name}'"));
                }
            }
        }
    }
    assert!(300 < n_found, "only {n_found} names were found");
    check(&findings);
}

#[test]
fn functions_are_short() {
    let mut findings = Vec::new();
    for (name, text) in sources() {
        for (line, n) in functions(&text) {
            if MAX_FUNCTION < n {
                findings.push(format!(
                    "{name}:{line}: a function of {n} lines, at most {MAX_FUNCTION} are allowed"
                ));
            }
        }
    }
    check(&findings);
}

/// Returns the first line and the number of lines of every function, by indentation: rustfmt closes a body at
/// the depth of its `fn`.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    // A `fn $name` is in a macro; its lines are not its own.
    let is_start = |line: &str| {
        if line.contains("fn $") {
            return false;
        }
        let words: Vec<&str> = line.split_whitespace().take(6).collect();
        let at = words.iter().position(|word| *word == "fn");
        at.is_some_and(|at| words[..at].iter().all(|word| is_qualifier(word)))
    };
    let starts = lines.iter().enumerate().filter(|(_, line)| is_start(line));
    let measured = starts.filter_map(|(first, line)| {
        let closing = format!("{}}}", " ".repeat(depth(line)));
        let rest = lines[first..].iter();
        let is_declaration = lines[first].trim_end().ends_with(';');
        if is_declaration {
            return None;
        }
        rest.enumerate().find(|(_, line)| line.trim_end() == closing).map(|(n, _)| (first + 1, n + 1))
    });
    measured.collect()
}

fn is_qualifier(word: &str) -> bool {
    let words = ["pub", "const", "unsafe", "extern", "\"C\"", "async"];
    words.contains(&word) || word.starts_with("pub(")
}

#[test]
fn unsafe_stays_where_it_belongs() {
    let mut findings = Vec::new();
    let places =
        ["runtime/", "backend-cpu/", "testsuite/mock-gpu/src/abi.rs", "testsuite/tests/capture/client.rs"];
    let may = |name: &str| places.iter().any(|place| name.starts_with(place));
    for (name, text) in sources().into_iter().filter(|(name, _)| !may(name)) {
        let word = concat!("uns", "afe ");
        let blocks = text.lines().enumerate().filter(|(_, line)| {
            let code = line.split("//").next().unwrap_or_default();
            [format!("{word}{{"), format!("{word}fn"), format!("{word}impl")]
                .iter()
                .any(|text| code.contains(text))
        });
        findings.extend(blocks.map(|(line, _)| format!("{name}:{}: not allowed in this crate", line + 1)));
    }
    check(&findings);
}

/// Every public item of the facade has an example, which the tests run.
#[test]
fn the_facade_is_shown_by_examples() {
    let head = std::fs::read_to_string(root().join("driver/src/engine.rs")).expect("the facade");
    let exported: Vec<&str> = head
        .lines()
        .filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')?.rsplit_once("::"))
        .flat_map(|(_, names)| names.trim_matches(['{', '}']).split(", "))
        .collect();
    assert!(20 < exported.len(), "{exported:?}");
    let is_facade = |name: &str| {
        name.starts_with("driver/src/engine")
            || ["recording.rs", "device_memory.rs"].iter().any(|end| name.ends_with(end))
    };
    let mut findings = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| is_facade(name)) {
        let (mut has_example, mut is_doc) = (false, false);
        for (number, line) in text.lines().enumerate() {
            let is_attribute = line.starts_with("#[");
            if line.starts_with("///") {
                has_example = (is_doc && has_example) || line.starts_with("/// ```");
                is_doc = true;
                continue;
            }
            let words = ["struct", "enum", "trait", "fn", "const", "macro_rules!"];
            let item = line.strip_prefix("pub ").or_else(|| line.strip_prefix("macro_rules! "));
            let item =
                item.and_then(|item| words.iter().find_map(|word| item.strip_prefix(word)).or(Some(item)));
            let item =
                item.map(|item| item.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next());
            let is_exported =
                item.flatten().is_some_and(|item| exported.contains(&item) || name.ends_with("engine.rs"));
            if is_exported && is_doc && !has_example {
                findings.push(format!("{name}:{}: no example", number + 1));
            }
            is_doc = is_doc && is_attribute;
            has_example = has_example && is_attribute;
        }
    }
    check(&findings);
}

/// cudarc's own functions panic if the driver lacks them.
#[test]
fn the_driver_is_called_through_the_table() {
    let is_call = |line: &str| line.contains(concat!("sys::", "cu")) && !line.contains("sys::culib()");
    let is_other = |name: &str| name != "runtime/src/driver/cuda/api.rs";
    let mut findings = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| is_other(name)) {
        let calls = text.lines().enumerate().filter(|(_, line)| is_call(line));
        findings.extend(calls.map(|(line, _)| format!("{name}:{}: it passes the table by", line + 1)));
    }
    check(&findings);
}

/// Support for another driver is a folder beside that of CUDA.
#[test]
fn devices_over_a_driver_name_none() {
    let names = ["cuda", "ptx", "nvidia", "amd"];
    let mut findings = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("runtime/src/driver/gpu")) {
        let named = |line: &str| names.iter().any(|driver| line.to_lowercase().contains(driver));
        let lines = text.lines().enumerate().filter(|(_, line)| named(line));
        findings.extend(lines.map(|(line, _)| format!("{name}:{}: it names a driver", line + 1)));
    }
    check(&findings);
}

#[test]
fn passes_are_sorted_and_each_has_a_case() {
    let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
    assert!(names.is_sorted(), "PASSES is not sorted by name: {names:?}");
    let cases = root().join("testsuite/cases/pass");
    let missing = names.iter().filter(|name| !cases.join(format!("{name}.mlir")).is_file());
    check(&missing.map(|name| format!("testsuite/cases/pass/{name}.mlir is missing")).collect::<Vec<_>>());
}

#[test]
fn every_operation_stands_in_a_case() {
    let cases = files_below(&root().join("testsuite/cases"), "mlir");
    let text: String = cases.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).collect();
    let shorthand = |name: &str| match name {
        "builtin.module" => "module".to_string(),
        "func.return" => "return".to_string(),
        name => name.to_string(),
    };
    let names = warpline_ir::OpKind::all().map(|kind| shorthand(&kind.name()));
    check(&names.filter(|name| !words.contains(&name.as_str())).collect::<Vec<_>>());
}

/// Every diagnostic code is unique, explained, and used.
#[test]
fn codes_are_explained_and_used() {
    let sources = sources();
    let table = sources.iter().find(|(name, _)| name == "ir/src/codes.rs").map(|(_, text)| text.as_str());
    let is_name = |word: &str| word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    let rows = table.unwrap_or_default().lines().filter_map(|line| line.split_once(" = \""));
    let names: Vec<&str> = rows.map(|(name, _)| name.trim()).filter(|name| is_name(name)).collect();
    let mut findings = Vec::new();
    for name in &names {
        let used = format!("codes::{name}");
        let is_use = |text: &str| {
            text.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))).any(|word| word.ends_with(&used))
        };
        if !sources.iter().any(|(_, text)| is_use(text)) {
            findings.push(format!("codes::{name} is used nowhere"));
        }
    }
    let all = warpline_ir::codes::ALL;
    if names.len() != all.len() {
        findings.push(format!("{} codes have rows, but {} are in the table", names.len(), all.len()));
    }
    let ids: Vec<&str> = all.iter().map(|known| known.code).collect();
    if !ids.windows(2).all(|pair| pair[0] < pair[1]) {
        findings.push(format!("the codes are not in order: {ids:?}"));
    }
    let is_bad = |text: &str| text.is_empty() || text.contains("  ");
    findings.extend(
        all.iter()
            .filter(|known| is_bad(known.title) || is_bad(known.text))
            .map(|known| format!("{}: bad text", known.code)),
    );
    check(&findings);
}

/// Checks the files at the root, where a mistaken command leaves its output.
#[test]
fn the_root_holds_what_it_should() {
    const FILES: [&str; 11] = [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "check",
        "ci.sh",
    ];
    const SETTINGS: [&str; 4] = ["clippy.toml", "deny.toml", "rust-toolchain.toml", "rustfmt.toml"];
    const FOLDERS: [&str; 5] = ["docs", "examples", "fuzz", "shared", "target"];
    let entries = std::fs::read_dir(root()).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_known = |name: &str| [&FILES[..], &SETTINGS, &FOLDERS, &CRATES].concat().contains(&name);
    let found = names.filter(|name| !name.starts_with('.') && !is_known(name));
    check(&found.map(|name| format!("{name}: what is it for?")).collect::<Vec<_>>());
}

/// Files of a crate other than Rust sources are listed by name.
#[test]
fn sources_are_sources() {
    const OTHERS: [&str; 5] = ["grammar.lalrpop", "page.css", "page.js", "programs.cl", "tutorial.txt"];
    let mut folders: Vec<_> = CRATES.iter().map(|name| root().join(name).join("src")).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let is_other = path.file_name().is_some_and(|name| OTHERS.iter().any(|other| name == *other));
            if path.is_dir() {
                folders.push(path);
            } else if !is_other && path.extension().is_none_or(|extension| extension != "rs") {
                found.push(format!("{}: what is it for?", relative(&path)));
            }
        }
    }
    check(&found);
}

#[test]
fn text_names_no_machine() {
    let markers = [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/t", "mp/")];
    let mut findings = Vec::new();
    let texts = ["md", "sh", "mlir"].into_iter().flat_map(files_in_tree).chain(sources());
    for (name, text) in texts {
        let found = markers.iter().find(|marker| text.contains(*marker));
        findings.extend(found.map(|marker| format!("{name}: names the path {marker}")));
    }
    check(&findings);
}

/// The files and tests that the pages about the structure name from the root exist.
#[test]
fn the_architecture_names_files_and_tests_that_exist() {
    let mut findings = Vec::new();
    let pages = ["where", "choices", "adding"].map(|page| format!("docs/src/internals/{page}.md"));
    for page in pages.into_iter().chain(["ARCHITECTURE.md".to_string()]) {
        let text = std::fs::read_to_string(root().join(&page)).expect("the page is there");
        for name in text.split('`').skip(1).step_by(2) {
            let is_path = CRATES.iter().any(|part| name.starts_with(&format!("{part}/")));
            if !is_path || name.contains(['<', '{', ' ']) {
                continue;
            }
            let (path, test) = name.split_once("::").unwrap_or((name, ""));
            let path = root().join(path);
            let has_test = || {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                text.contains(&format!("fn {test}"))
            };
            if !path.exists() || (!test.is_empty() && !has_test()) {
                findings.push(format!("{page}: there is no {name}"));
            }
        }
    }
    check(&findings);
}

/// The overview stays one.
#[test]
fn the_pages_at_the_root_are_short() {
    let most = [("ARCHITECTURE.md", 1200), ("README.md", 700)];
    let findings = most.iter().filter_map(|(page, most)| {
        let text = std::fs::read_to_string(root().join(page)).expect("the page is there");
        let n = text.split_whitespace().count();
        (most < &n).then(|| format!("{page}: {n} words, of at most {most}"))
    });
    check(&findings.collect::<Vec<_>>());
}

fn files_in_tree(extension: &str) -> Vec<(String, String)> {
    let top = std::fs::read_dir(root()).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_ours = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && name != "target" && name != "shared"
    };
    let mut found = Vec::new();
    for path in top.filter(|path| is_ours(path)) {
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.iter().map(|path| (relative(path), std::fs::read_to_string(path).unwrap_or_default())).collect()
}

#[test]
fn proofs_of_schedules_use_nothing_of_the_scheduler() {
    let is_proof = |name: &str| name.starts_with("passes/src/schedule/verify_schedule");
    let uses = |line: &str| line.contains("crate::schedule") || line.contains("super::super::schedule");
    let sources: Vec<(String, String)> = sources().into_iter().filter(|(name, _)| is_proof(name)).collect();
    assert!(!sources.is_empty(), "the proofs are elsewhere");
    let findings = sources.iter().filter(|(_, text)| text.lines().any(uses));
    check(&findings.map(|(name, _)| format!("{name}: it uses the scheduler")).collect::<Vec<_>>());
}
