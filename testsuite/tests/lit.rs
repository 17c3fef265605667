//! Tests `warpline test` on passing and failing tests, and its reports about them.

use std::fs;

use warpline_cli::{Exit, Session, cli};
use warpline_testsuite::paths::root;

/// Runs `warpline test` with these arguments; its output names files below the root of the tree.
fn run(args: &[&str]) -> (Exit, String) {
    let args: Vec<String> = ["warpline", "test"].iter().chain(args).map(ToString::to_string).collect();
    let mut session = Session::default();
    let exit = cli::execute(&args, &mut session);
    let root = format!("{}/", root().display());
    (exit, format!("{}{}", session.out, session.err).replace(&root, ""))
}

fn folder(name: &str) -> String {
    root().join("testsuite/lit").join(name).display().to_string()
}

#[test]
fn tests_that_pass_pass() {
    let (exit, printed) = run(&[&folder("pass")]);
    assert_eq!((exit, printed.as_str()), (Exit::Success, "16 tests: 13 PASS, 1 XFAIL, 2 UNSUPPORTED\n"));
}

#[test]
fn failures_are_told_where_they_are() {
    let (exit, printed) = run(&[&folder("fail"), "-v"]);
    assert_eq!(exit, Exit::Failed);
    let path = root().join("testsuite/lit/fail.txt");
    if std::env::var_os("BLESS").is_some() && std::env::var_os("CI").is_none() {
        fs::write(&path, &printed).expect("the file can be written");
    }
    assert_eq!(printed, fs::read_to_string(&path).expect("the file is there"));
}

#[test]
fn tests_write_below_their_own_folder_only() {
    let folder = std::env::temp_dir().join(format!("warpline-writes-{}", std::process::id()));
    let inner = folder.join("inner");
    fs::create_dir_all(&inner).expect("the folder can be made");
    let (test, written) = (inner.join("writes.mlir"), folder.join("written.txt"));
    fs::copy(root().join("testsuite/lit/fail/writes.mlir"), &test).expect("the file can be copied");
    let path = test.display().to_string();
    let refused = run(&[&path]);
    let was_written = written.exists();
    let allowed = run(&[&path, "--allow-writes"]);
    let text = fs::read_to_string(&written);
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert_eq!((refused.0, was_written), (Exit::Failed, false), "{}", refused.1);
    assert!(refused.1.contains("a test writes below %t and %T only"), "{}", refused.1);
    assert_eq!((allowed.0, text.ok().as_deref()), (Exit::Success, Some("text\n")), "{}", allowed.1);
}

#[test]
fn expectations_are_written_so_that_they_hold() {
    let folder = std::env::temp_dir().join(format!("warpline-bless-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let copy = folder.join("not_found.mlir");
    fs::copy(root().join("testsuite/lit/fail/not_found.mlir"), &copy).expect("the file can be copied");
    let path = copy.display().to_string();
    let blessed = if std::env::var_os("CI").is_some() { None } else { Some(run(&[&path, "--bless"])) };
    let (exit, printed) = run(&[&path]);
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    match blessed {
        // In CI nothing is rewritten.
        None => assert_eq!(exit, Exit::Failed),
        Some(blessed) => assert_eq!((blessed.0, exit), (Exit::Success, Exit::Success), "{printed}"),
    }
}

#[test]
fn a_file_that_is_no_text_fails_alone() {
    let folder = std::env::temp_dir().join(format!("warpline-bytes-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let files: [(&str, &[u8]); 3] = [
        ("bytes.mlir", b"// RUN: echo \xff\n"),
        ("no_test.mlir", b"\xff\n"),
        ("text.mlir", b"// RUN: echo a | FileCheck %s\n// CHECK: a\n"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("the file can be written");
    }
    let (exit, printed) = run(&[&folder.display().to_string()]);
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert_eq!(exit, Exit::Failed);
    assert!(
        printed.ends_with("bytes.mlir\n    byte 14 is not UTF-8\n2 tests: 1 PASS, 1 UNRESOLVED\n"),
        "{printed}"
    );
}

#[test]
fn reports_count_what_failed() {
    let folder_of_reports = std::env::temp_dir().join(format!("warpline-reports-{}", std::process::id()));
    fs::create_dir_all(&folder_of_reports).expect("the folder can be made");
    let (junit, json) = (folder_of_reports.join("r.xml"), folder_of_reports.join("r.json"));
    let (junit_flag, json_flag) =
        (format!("--junit={}", junit.display()), format!("--json={}", json.display()));
    let (exit, _) = run(&[&folder("fail"), &junit_flag, &json_flag]);
    let xml = fs::read_to_string(&junit).expect("the report is there");
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&json).expect("the report is there")).expect("it is JSON");
    fs::remove_dir_all(&folder_of_reports).expect("the folder can be removed");
    assert_eq!(exit, Exit::Failed);
    assert!(xml.contains("tests=\"13\" failures=\"13\" skipped=\"0\""), "{xml}");
    assert_eq!(report["counts"]["FAIL"], 12);
    assert_eq!(report["tests"].as_array().map(Vec::len), Some(13));
}
