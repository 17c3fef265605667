//! Runs the public functions of the cases, or of the files below `WARPLINE_FUNCTIONS`, with inputs from a seed,
//! `WARPLINE_FUNCTIONS_SEED`: the interpreter and the CPU agree.

#![expect(clippy::print_stdout, reason = "the table is what the test is run for")]

use std::path::PathBuf;

use warpline_testsuite::functions::survey;
use warpline_testsuite::generator::is_whole;
use warpline_testsuite::paths::root;
use warpline_testsuite::process::warpline_binary;

/// One of so many files is tried, unless all are.
const SHARE: usize = 8;

/// Functions of the cases whose results are not defined, and why.
const UNDEFINED: [(&str, &str); 7] = [
    ("ir/newer/inherent_attributes.mlir piece 1 @buffers", "it frees its argument"),
    ("ir/roundtrip/memref_buffers.mlir piece 2 @grown", "it frees its argument"),
    ("ir/roundtrip/memref_views.mlir piece 19 @address", "it returns an address"),
    ("regress/host_wait_covers_branch.mlir piece 1 @main", "no token orders its work"),
    ("run/meeting_without_tokens.mlir piece 1 @main", "no token orders its work"),
    ("schedule/rotate_remarks.mlir piece 1 @threads", "it reads memory that nothing wrote"),
    ("schedule/table_spin.mlir piece 4 @main", "no token orders its work"),
];

#[test]
fn functions_have_the_same_results() {
    let binary = warpline_binary();
    if !binary.exists() {
        println!("skipped: needs the binary, which `cargo build` makes");
        return;
    }
    let given = std::env::var_os("WARPLINE_FUNCTIONS").map(PathBuf::from);
    let seed = std::env::var("WARPLINE_FUNCTIONS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let share = if given.is_some() || is_whole() { 1 } else { SHARE };
    let is_given = given.is_some();
    let survey = survey(&binary, &given.unwrap_or_else(|| root().join("testsuite/cases")), share, seed);
    println!("{}", survey.text());
    let is_defined = |name: &&String| !UNDEFINED.iter().any(|(known, _)| known == name);
    let wrong: Vec<&String> = survey.differences.iter().filter(is_defined).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(is_given || 100 <= survey.n_same, "too few functions run: {}", survey.n_same);
}
