//! Compares predicted times with measured ones: those of `measured.csv` on GPUs, and those of this machine on the CPU device.

use std::collections::BTreeMap;

use serde_json::Value;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_passes::TargetModel;
use warpline_passes::schedule::input::NodeKind;
use warpline_passes::schedule::phases;
use warpline_testsuite::gpu_bench::costs;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::workloads::{module_text, workloads};

use super::report;

/// Times that were measured: device, program, microseconds.
const MEASURED: &str = include_str!("measured.csv");
/// The most by which a prediction may be wrong, for this share of all.
const MOST: f64 = 2.0;
const SHARE: f64 = 0.9;
/// The most of the geometric mean.
const MEAN: f64 = 1.3;

/// Reports the ratios by device.
pub(crate) fn compare() {
    let mut devices: BTreeMap<&str, Vec<(&str, f64)>> = BTreeMap::new();
    for line in MEASURED.lines().skip(1) {
        let mut cells = line.split(',');
        let (Some(device), Some(program), Some(us)) = (cells.next(), cells.next(), cells.next()) else {
            continue;
        };
        let us = us.parse().expect("a time is a number");
        devices.entry(device).or_default().push((program, us));
    }
    for (device, programs) in devices {
        let predicted = of_gpu(device);
        let rows = programs.into_iter().map(|(program, measured)| {
            let found = predicted.iter().find(|(name, _)| name == program);
            (program.to_string(), found.map_or(f64::NAN, |(_, us)| *us), measured)
        });
        show(device, &rows.collect::<Vec<_>>());
    }
    show(&cpu_row(), &of_cpu());
}

/// Reports the ratios of a device, and whether they are within the limits.
fn show(device: &str, rows: &[(String, f64, f64)]) {
    report(&format!("\n{device}: predicted and measured microseconds, and their ratio"));
    let ratio = |predicted: f64, measured: f64| (predicted / measured).max(measured / predicted);
    for (program, predicted, measured) in rows {
        let ratio = ratio(*predicted, *measured);
        report(&format!("{program:34} {predicted:10.2} {measured:10.2} {ratio:6.2}"));
    }
    let ratios: Vec<f64> = rows.iter().map(|(_, predicted, measured)| ratio(*predicted, *measured)).collect();
    let n = ratios.len() as f64;
    let within = ratios.iter().filter(|ratio| **ratio <= MOST).count() as f64 / n;
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / n).exp();
    report(&format!(
        "{:.0} % within {MOST} ({:.0} asked), geometric mean {mean:.2} ({MEAN} asked)",
        within * 100.0,
        SHARE * 100.0
    ));
}

/// Returns the predicted times of the programs of `measured.csv` on a GPU.
fn of_gpu(device: &str) -> Vec<(String, f64)> {
    let model = TargetModel::named(device).expect("a measured device has a row");
    let mut times = costs::predicted(device).unwrap_or_else(|problem| panic!("{problem}"));
    let bytes = f64::from(1u32 << 28);
    times.push(("copy of 256 MiB".to_string(), 2.0 * bytes / model.bandwidth));
    times.push(("launch through a stream".to_string(), model.costs.launch.max(model.costs.kernel)));
    times.push(("launch in a graph".to_string(), model.costs.in_graph));
    let workloads = workloads();
    let bodies = [
        ("conjugate gradient", "W9", 3..11),
        ("image pipeline", "W8", 0..13),
        ("two convolutions", "W1", 0..3),
        ("fork of three", "W18", 0..5),
    ];
    for (name, id, range) in bodies {
        let workload = workloads.iter().find(|workload| workload.id == id).expect("the workload exists");
        let text = module_text(&workload.items[range]);
        for (how, time) in
            [("on streams", on_streams(device, &text)), ("as a graph", as_graph(device, &text))]
        {
            times.push((format!("{name} {how}"), time));
        }
    }
    times
}

/// The programs of `cases/cpu_kernels` that are timed on this machine, each with its size.
const ON_CPU: [(&str, u64); 11] = [
    ("saxpy", 1 << 20),
    ("stencil", 1024),
    ("matmul_naive", 256),
    ("matmul_tiled", 256),
    ("black_scholes", 1 << 18),
    ("convolution", 64),
    ("reduction", 1 << 20),
    ("softmax", 1024),
    ("layer_norm", 1024),
    ("histogram_workgroup", 1 << 20),
    ("escape_time", 512),
];
/// The launches of each kernel.
const TIMES: u64 = 5;
/// Elements of the buffers that are filled and copied.
const MOVED: [u64; 3] = [1 << 12, 1 << 18, 1 << 22];

/// Returns the row of this machine.
fn cpu_row() -> String {
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    format!("cpu+workers={n_workers}")
}

/// Returns the predicted and the measured times of kernels, copies and fills on the CPU device.
fn of_cpu() -> Vec<(String, f64, f64)> {
    let mut rows = Vec::new();
    for (name, n) in ON_CPU {
        let path = root().join("testsuite/cases/cpu_kernels").join(name).with_extension("mlir");
        let text = std::fs::read_to_string(path).expect("the case exists");
        rows.extend(kernels(name, &text, &[n.to_string(), TIMES.to_string()]));
    }
    for n in MOVED {
        rows.extend(kernels(&n.to_string(), &moves(n), &[]));
    }
    rows
}

/// Returns a program that fills a buffer and copies it, several times.
fn moves(n: u64) -> String {
    let buffer = format!("memref<{n}xf32>");
    let work = format!("    gpu.memset %a, %f : {buffer}, f32\n    gpu.memcpy %b, %a : {buffer}, {buffer}\n");
    format!(
        "func.func @main(%a: {buffer} {{llvm.noalias, warpline.input = \"1\"}}, %b: {buffer} {{llvm.noalias, warpline.input = \"1\"}}) {{\n    \
         %f = arith.constant 2.0 : f32\n{}    return\n}}\n",
        work.repeat(TIMES as usize)
    )
}

/// Returns the kernels, copies and fills of a program, each with its predicted and its measured median time.
fn kernels(program: &str, text: &str, inputs: &[String]) -> Vec<(String, f64, f64)> {
    let (preview, _) = costs::planned(&cpu_row(), text, inputs, false).expect("the program can be planned");
    let measured = medians(text, inputs);
    let mut rows: Vec<(String, f64, f64)> = Vec::new();
    for node in preview.plans.iter().flat_map(|plan| &plan.input.nodes) {
        let name = match node.kind {
            NodeKind::Launch => phases::label(&preview.module, node).replace('@', ""),
            NodeKind::Copy => "copy".to_string(),
            NodeKind::Fill => "fill".to_string(),
            _ => continue,
        };
        let row = format!("{program} {name}");
        let time = measured.iter().find(|(other, _)| *other == name);
        if let Some((_, time)) = time.filter(|_| rows.iter().all(|(other, ..)| *other != row)) {
            rows.push((row, node.load.us, *time));
        }
    }
    rows
}

/// Runs a program on the CPU device; returns the median microseconds of its kernels, copies and fills by name.
fn medians(text: &str, inputs: &[String]) -> Vec<(String, f64)> {
    let path = temporary("bench_costs.json");
    let mut args =
        ["warpline", "run", "--device=cpu", "--max-streams=1", "--output="].map(str::to_string).to_vec();
    args.push(format!("--repeat={TIMES}"));
    args.push(format!("--profile-out={}", path.display()));
    args.extend(inputs.iter().map(|input| format!("--input={input}")));
    let source = SourceFile { name: "bench.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    assert_eq!(cli::execute(&args, &mut session), Exit::Success, "{}", session.err);
    let profile = std::fs::read_to_string(&path).expect("a run writes its profile");
    let document: Value = serde_json::from_str(&profile).expect("a profile is JSON");
    let work = document["work"].as_array().expect("a profile has work");
    let entry = |work: &Value| {
        let name = match work["kernel"].as_str() {
            Some(kernel) => kernel.to_string(),
            None if work.get("copy").is_some() => "copy".to_string(),
            None => "fill".to_string(),
        };
        (name, work["median"].as_f64().unwrap_or_default())
    };
    work.iter().map(entry).collect()
}

/// Returns the predicted time of a launch of a program as a graph.
fn as_graph(device: &str, text: &str) -> f64 {
    costs::as_graph(device, text).expect("workloads can be planned")
}

/// Returns the predicted time of one iteration of a loop around a program.
fn on_streams(device: &str, text: &str) -> f64 {
    let (preview, [time, _]) = costs::planned(device, text, &[], true).expect("workloads can be planned");
    drop(preview);
    time
}
