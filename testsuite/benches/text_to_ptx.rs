//! Text to PTX: whole-process CPU time of warpline and of mlir-opt 22 on the two convolutions, as a ratio.
//!
//! Both run as processes of their own; the time is user plus system time of finished children, from
//! `/proc/self/stat`, over batches of runs so that its resolution of 10 ms does not matter. The least of several
//! batches counts.

use std::path::Path;
use std::process::{Command, Stdio};
use warpline_testsuite::paths::file;
use warpline_testsuite::tools;

/// What mlir-opt runs: loops to kernels as in the listing, then NVVM and PTX. Loops are lowered once more after
/// outlining, since kernels get affine operations.
const PIPELINE: &str = "builtin.module(func.func(affine-parallelize),lower-affine,canonicalize,\
    func.func(scf-parallel-loop-fusion,gpu-map-parallel-loops),convert-parallel-loops-to-gpu,canonicalize,\
    gpu-kernel-outlining,lower-affine,canonicalize,nvvm-attach-target{chip=sm_90},\
    gpu.module(convert-scf-to-cf,convert-gpu-to-nvvm),gpu-module-to-binary{format=isa})";

const BATCHES: usize = 5;

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let input = file("examples/conv_add.mlir");
    let ours = least_time(40, || {
        let mut command = Command::new(warpline_binary());
        command.args(["compile", "--target=sm_90", "--emit=ptx", &input]);
        command
    });
    println!("warpline, text to PTX: {:.2} ms of CPU time", ours * 1e3);
    let Some(mlir_opt) = tools::mlir_opt() else {
        println!("no ratio: needs mlir-opt-22");
        return;
    };
    let theirs = least_time(4, || mlir_command(&mlir_opt, &input));
    println!("mlir-opt, text to PTX: {:.2} ms of CPU time", theirs * 1e3);
    println!("ratio: {:.4} (mlir-opt takes {:.1} times as long)", ours / theirs, theirs / ours);
}

fn mlir_command(mlir_opt: &Path, input: &str) -> Command {
    let mut command = Command::new(mlir_opt);
    command.arg(format!("--pass-pipeline={PIPELINE}")).arg(input);
    command
}

/// The binary of the same profile, built beside this benchmark.
fn warpline_binary() -> std::path::PathBuf {
    let here = std::env::current_exe().expect("a running program has a path");
    let directory = here.parent().and_then(Path::parent).expect("a benchmark lies in target/PROFILE/deps");
    directory.join("warpline")
}

/// Seconds of CPU time per run, the least of some batches of `n` runs.
fn least_time(n: u32, command: impl Fn() -> Command) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..BATCHES {
        let before = children_time();
        for _ in 0..n {
            let status = command().stdout(Stdio::null()).stderr(Stdio::null()).status();
            assert!(status.is_ok_and(|status| status.success()), "a run failed");
        }
        least = least.min((children_time() - before) / f64::from(n));
    }
    least
}

/// User and system time of finished children in seconds; the kernel counts in hundredths.
fn children_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has this file");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let numbers: Vec<f64> = fields.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // The state, field 3, is a letter; so number 0 is field 4, and fields 16 and 17 are numbers 12 and 13.
    (numbers[12] + numbers[13]) / 100.0
}
