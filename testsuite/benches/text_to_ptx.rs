//! Measures text to PTX: the ratio of whole-process CPU times of warpline and of mlir-opt 22 on the two convolutions.
//!
//! Both run as child processes. The time is user plus system time of finished children over batches of runs,
//! so that its resolution of 10 ms does not matter. The minimum of several batches counts.

use std::path::Path;
use std::process::Command;
use warpline_testsuite::paths::file;
use warpline_testsuite::process::{least_cost, warpline_binary};
use warpline_testsuite::tools;

/// The pipeline of mlir-opt: loops to kernels as in the listing, then NVVM and PTX. Loops are lowered once
/// more after outlining, because kernels contain affine operations.
const PIPELINE: &str = "builtin.module(func.func(affine-parallelize),lower-affine,canonicalize,\
    func.func(scf-parallel-loop-fusion,gpu-map-parallel-loops),convert-parallel-loops-to-gpu,canonicalize,\
    gpu-kernel-outlining,lower-affine,canonicalize,nvvm-attach-target{chip=sm_90},\
    gpu.module(convert-scf-to-cf,convert-gpu-to-nvvm),gpu-module-to-binary{format=isa})";

const BATCHES: u32 = 5;

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let input = file("examples/conv_add.mlir");
    let ours = least_cost(BATCHES, 40, || {
        let mut command = Command::new(warpline_binary());
        command.args(["compile", "--target=sm_90", "--emit=ptx", &input]);
        command
    });
    let ours = ours.seconds;
    println!("warpline, text to PTX: {:.2} ms of CPU time", ours * 1e3);
    let Some(mlir_opt) = tools::mlir_opt() else {
        println!("no ratio: needs mlir-opt-22");
        return;
    };
    let theirs = least_cost(BATCHES, 4, || mlir_command(&mlir_opt, &input)).seconds;
    println!("mlir-opt, text to PTX: {:.2} ms of CPU time", theirs * 1e3);
    println!("ratio: {:.4} (mlir-opt takes {:.1} times as long)", ours / theirs, theirs / ours);
}

fn mlir_command(mlir_opt: &Path, input: &str) -> Command {
    let mut command = Command::new(mlir_opt);
    command.arg(format!("--pass-pipeline={PIPELINE}")).arg(input);
    command
}
