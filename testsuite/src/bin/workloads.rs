//! Writes the case files of the workloads; `BLESS=1 cargo test` then adds the expected output.

use std::io::Result;
use warpline_testsuite::paths::root;
use warpline_testsuite::workloads::{case_name, case_text, workloads};

fn main() -> Result<()> {
    let directory = root().join("testsuite/cases/schedule/workloads");
    std::fs::create_dir_all(&directory)?;
    for workload in workloads() {
        std::fs::write(directory.join(case_name(&workload)), case_text(&workload))?;
    }
    Ok(())
}
