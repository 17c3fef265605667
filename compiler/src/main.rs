//! The `warpline` binary.

use std::process::ExitCode;

/// Modules and plans are many small allocations of short lives.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    warpline::cli::main()
}
