//! Runs every file below `cases` as a test in-process, except those of `cases/cuda` and `cases/hip`,
//! which need a driver (`--test cuda`, `--test hip`). `BLESS=1` rewrites the expected output; not in CI.

use libtest_mimic::{Arguments, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use warpline_cli::testing::case::{Mode, Verdict, run_case};
use warpline_testsuite::paths::{files_below, root};

fn main() -> ExitCode {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let mode = if is_set("BLESS") && !is_set("CI") { Mode::Bless } else { Mode::Check };
    let cases = root().join("testsuite/cases");
    let is_ours = |path: &PathBuf| !["cuda", "hip"].iter().any(|folder| path.starts_with(cases.join(folder)));
    let files = ["mlir", "repl"].into_iter().flat_map(|extension| files_below(&cases, extension));
    let trials = files.filter(is_ours).map(|path| {
        let name = path.strip_prefix(&cases).unwrap_or(&path).to_string_lossy().into_owned();
        Trial::test(name, move || match run_case(&path, mode, warpline_cli::cli::execute) {
            Verdict::Passed | Verdict::Blessed => Ok(()),
            Verdict::Failed(problem) => Err(problem.into()),
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
