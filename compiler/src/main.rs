//! The `warpline` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    warpline::cli::main()
}
