//! Tests kernels as PTX: the cases of the PTX interpreter, and every case that runs, with its launches on the
//! interpreter.

use warpline_testsuite::device::ptx_case;
use warpline_testsuite::emulation::run_all;
use warpline_testsuite::paths::{files_below, root};

/// The chips whose PTX is run, and the seed of the order of blocks and warps. Each chip has its own
/// instruction selection.
const TARGETS: [(&str, u64); 3] = [("sm_75", 2), ("sm_80", 1), ("sm_90", 3)];

#[test]
fn the_interpreter_does_what_its_cases_say() {
    let mut findings = Vec::new();
    let files = files_below(&root().join("testsuite/cases/ptx_device"), "ptx");
    assert!(!files.is_empty(), "there are no cases");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        for (index, piece) in text.split("// -----\n").enumerate() {
            if let Err(message) = ptx_case::run(piece) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                findings.push(format!("{name}, piece {}: {message}", index + 1));
            }
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn cases_of_run_give_the_same_results() {
    run_all("run", &TARGETS);
}

#[test]
fn cases_of_schedule_give_the_same_results() {
    run_all("schedule", &TARGETS);
}

#[test]
fn cases_of_gpu_give_the_same_results() {
    run_all("gpu", &TARGETS);
}
