//! Tests that Ctrl-C in a reduction keeps its progress.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::Duration;

/// The sum takes a while, so each try does; everything else can be removed.
const PROGRAM: &str = "\
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000000 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %unused = arith.constant 77 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %next = arith.addi %s, %one : i64
    scf.yield %next : i64
  }
  return %sum : i64
}
";

#[test]
fn an_interrupt_keeps_the_smallest_program() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("reduce");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (input, output) = (folder.join("slow.mlir"), folder.join("small.mlir"));
    std::fs::write(&input, PROGRAM).expect("the program can be written");
    drop(std::fs::remove_file(&output));
    let reduction = Command::new(env!("CARGO_BIN_EXE_warpline"))
        .args([
            "reduce",
            "--test=warpline run %s --device=interp --output=-",
            "--match=2000000",
            "--deadline=60",
            "-o",
        ])
        .args([&output, &input])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_secs(1));
    let killed = Command::new("kill").args(["-INT", &reduction.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()), "it still runs");
    let ended = reduction.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&ended.stderr);
    assert!(err.contains("interrupted: the program may get smaller yet"), "{err}");
    assert_eq!(ended.status.code(), Some(130), "{err}");
    let kept = std::fs::read_to_string(&output).expect("the smallest program is written");
    assert!(kept.contains("func.func @main"), "{kept}");
}
