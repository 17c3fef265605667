//! Measures the light networks of ONNX on the CPU device, against IREE's compiler for CPUs and ONNX Runtime, in one run.
//!
//! `testsuite/networks/import.py` imports the networks. Times are milliseconds, the least of some runs; ours are the time
//! in which kernels run. Ratios are the time of the peer divided by ours. Every result is compared with that of ONNX
//! Runtime. Arguments select networks by name. `cargo build --release` builds the compiler first. Needs onnx, onnxruntime,
//! iree-base-compiler and iree-base-runtime for Python.

use std::path::Path;
use std::process::Command;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::process::warpline_binary;
use warpline_testsuite::tools;

/// The runs of each network, of which the fastest counts.
const RUNS: usize = 3;

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let selected: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let Some(python) = tools::onnx() else {
        println!("skipped: needs onnx, onnxruntime and iree-base-compiler for Python");
        return;
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let folder = temporary("networks.models");
    let mut import = Command::new(&python);
    import.arg(root().join("testsuite/networks/import.py")).arg("networks").arg(&folder).args(&selected);
    let imported = text_of(&mut import);
    println!(
        "{:14} {:>9} {:>9} {:>9} {:>7} {:>12} {:>7}",
        "ms", "linalg", "affine", "IREE", "ratio", "ONNX Runtime", "ratio"
    );
    for name in imported.lines().filter_map(|line| line.split('\t').next()) {
        let [linalg, affine] = ["linalg", "affine"].map(|form| ours(&folder, name, form));
        let peers = [iree(&folder, name, threads), onnxruntime(&python, &folder, name, threads)];
        let best = linalg.min(affine);
        let ratios = peers.map(|peer| match peer {
            Some(time) => (format!("{time:.1}"), format!("{:.2}", time / best)),
            None => ("missing".to_string(), String::new()),
        });
        let [(iree, iree_ratio), (runtime, runtime_ratio)] = ratios;
        println!(
            "{name:14} {linalg:>9.1} {affine:>9.1} {iree:>9} {iree_ratio:>7} {runtime:>12} {runtime_ratio:>7}"
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Returns what a command that must succeed prints.
fn text_of(command: &mut Command) -> String {
    let output = tools::run(command).expect("the tool starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the time in which kernels of a network run.
fn ours(folder: &Path, name: &str, form: &str) -> f64 {
    let file = |rest: &str| folder.join(format!("{name}.{rest}")).display().to_string();
    let stats = file("json");
    let times = (0..RUNS).map(|_| {
        let mut command = Command::new(warpline_binary());
        command.args(["run", &file(&format!("{form}.mlir")), "--rtol=1e-3", "--atol=1e-5"]);
        command.args([format!("--input=@{}", file("i0.npy")), format!("--expect=@{}", file("o0.npy"))]);
        text_of(command.arg(format!("--stats={stats}")));
        let text = std::fs::read_to_string(&stats).expect("the run writes its statistics");
        let json: serde_json::Value = serde_json::from_str(&text).expect("statistics are JSON");
        json["active_nanoseconds"].as_f64().expect("kernels ran") / 1e6
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Returns the time of a network that IREE compiles for this processor; `None` if its tools are missing.
fn iree(folder: &Path, name: &str, threads: usize) -> Option<f64> {
    let [compiler, benchmark] = ["iree-compile", "iree-benchmark-module"].map(tools::on_path);
    let (compiler, benchmark) = (compiler?, benchmark?);
    let file = |rest: &str| folder.join(format!("{name}.{rest}")).display().to_string();
    let target = ["--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host", "-o"];
    text_of(Command::new(compiler).arg(file("torch.mlir")).args(target).arg(file("vmfb")));
    let mut command = Command::new(benchmark);
    command.args(["--device=local-task", "--benchmark_format=json"]);
    command
        .args([format!("--task_topology_max_group_count={threads}"), format!("--module={}", file("vmfb"))]);
    command.arg(format!("--function={}", function_of(&file("torch.mlir"))));
    let text = text_of(command.arg(format!("--input=@{}", file("i0.npy"))));
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let time = json["benchmarks"][0]["real_time"].as_f64()?;
    assert_eq!(json["benchmarks"][0]["time_unit"], "ms");
    Some(time)
}

/// Returns the name of the function of a module.
fn function_of(file: &str) -> String {
    let text = std::fs::read_to_string(file).expect("the module can be read");
    let name = text.split_once("func.func @").and_then(|(_, rest)| rest.split_once('('));
    name.map(|(name, _)| name.to_string()).expect("the module has a function")
}

fn onnxruntime(python: &Path, folder: &Path, name: &str, threads: usize) -> Option<f64> {
    let [model, input] = ["onnx", "i0.npy"].map(|rest| folder.join(format!("{name}.{rest}")));
    let script = root().join("testsuite/networks/onnxruntime_time.py");
    let mut command = Command::new(python);
    command.arg(script).arg(model).arg(input).args([threads.to_string(), (2 * RUNS).to_string()]);
    text_of(&mut command).trim().parse().ok()
}
