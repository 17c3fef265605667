//! Tests that the limits on compiling end the process, with a message, exit code 4 and no file.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

/// Returns a module that takes much longer to parse than the polling interval of the watchdog.
fn large_module() -> String {
    let mut text = String::new();
    for index in 0..6000 {
        let _ = writeln!(text, "func.func @f{index}(%a: memref<64xf32>, %i: index) {{");
        for value in 0..50 {
            let _ = writeln!(text, "  %x{value} = memref.load %a[%i] : memref<64xf32>");
        }
        text.push_str("  return\n}\n");
    }
    text
}

/// Returns the exit code and stderr of `warpline` with these arguments, and whether it wrote its output.
fn run(input: &str, args: &[&str]) -> (Option<i32>, String, bool) {
    let output = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.mlir", args.join("")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_warpline"));
    command.args(args).arg(input).arg("-o").arg(&output);
    let done = command.output().expect("the binary can be started");
    let written = output.exists();
    drop(std::fs::remove_file(output));
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned(), written)
}

#[test]
fn time_and_memory_of_compiling_are_limited() {
    let input = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large_module.mlir");
    std::fs::write(&input, large_module()).expect("the directory for tests can be written");
    let input = input.to_string_lossy();
    let too_long = "warpline: error: compiling takes more than 0.05 s; --time-limit=SECONDS allows more\n";
    assert_eq!(run(&input, &["opt", "--time-limit=0.05"]), (Some(4), too_long.to_string(), false));
    let too_much = "warpline: error: compiling takes more than 20 MiB; --memory-limit=MIB allows more\n";
    assert_eq!(run(&input, &["opt", "--memory-limit=20"]), (Some(4), too_much.to_string(), false));
    let limits = ["opt", "--time-limit=0", "--memory-limit=0"];
    assert_eq!(run(&input, &limits), (Some(0), String::new(), true));
}
