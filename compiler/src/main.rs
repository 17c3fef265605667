//! The `warpline` binary.

use std::process::ExitCode;

/// Modules and plans consist of many small short-lived allocations, for which mimalloc is used.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    warpline::cli::main()
}
