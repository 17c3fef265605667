//! Which crate may use which, and which files may name a backend or a device.

use warpline_testsuite::paths::{files_below, root};

/// The crates of the product, each with those that it may use.
const ARROWS: [(&str, &[&str]); 6] = [
    ("ir", &[]),
    ("passes", &["ir"]),
    ("backend-ptx", &["ir", "passes"]),
    ("backend-cpu", &["ir", "passes"]),
    ("runtime", &["ir"]),
    ("compiler", &["ir", "passes", "backend-ptx", "backend-cpu", "runtime"]),
];

/// The tables of `compiler` that name backends and devices.
const TABLES: [&str; 3] = ["backends.rs", "devices.rs", "devices/"];

/// What names a backend, a kind of device, or code of one, in Rust.
const NAMES: [&str; 10] = [
    "warpline_backend_",
    "CpuDevice",
    "CudaDevice",
    "CpuOptions",
    "\"cpu\"",
    "\"ptx\"",
    "\"cuda\"",
    "\"hip\"",
    "\"interp\"",
    "\"clif\"",
];

#[test]
fn crates_use_only_those_below_them() {
    let mut found = Vec::new();
    for (name, may_use) in ARROWS {
        let manifest = std::fs::read_to_string(root().join(name).join("Cargo.toml")).expect("a manifest");
        let own = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let used =
            own.lines().filter_map(|line| line.strip_prefix("warpline-")?.split(['.', ' ', '=']).next());
        found.extend(used.filter(|used| !may_use.contains(used)).map(|used| format!("{name} uses {used}")));
        assert_eq!(
            may_use.iter().filter(|other| !own.contains(&format!("warpline-{other}"))).count(),
            0,
            "an arrow from {name} that is not there"
        );
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn only_two_tables_of_the_compiler_name_backends_and_devices() {
    let source = root().join("compiler/src");
    let mut found = Vec::new();
    for path in files_below(&source, "rs") {
        let name = path.strip_prefix(&source).unwrap_or(&path).to_string_lossy().into_owned();
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
                    .map(|what| format!("compiler/src/{name}:{number}: {what}")),
            );
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
