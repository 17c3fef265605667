//! Measures the GPU at `cuda:0` against its own limits and against nvcc. `-- --small` selects sizes for the
//! mock driver.

use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark reports on stdout")]
fn main() -> ExitCode {
    match warpline_testsuite::gpu_bench::report(std::env::args().any(|arg| arg == "--small")) {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
