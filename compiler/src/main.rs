//! The `warpline` binary.

use mimalloc::MiMalloc;
use std::process::ExitCode;
use warpline_runtime::crash::Watched;

/// Modules and plans consist of many small short-lived allocations, for which mimalloc is used.
#[global_allocator]
static ALLOCATOR: Watched<MiMalloc> = Watched(MiMalloc);

fn main() -> ExitCode {
    warpline_cli::cli::main()
}
