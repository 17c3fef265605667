//! What calls of functions cost through the engine, on the CPU, beside as many nodes of ONNX Runtime where that is installed:
//! `cargo bench -p warpline-testsuite --bench calls`.
//!
//! The test `counts` counts their instructions.

#![expect(clippy::print_stdout, reason = "the table is for people")]

use std::process::Command;
use std::time::Instant;

use warpline::{Engine, Function, Options, Source, args, view, view_mut};
use warpline_testsuite::paths::root;
use warpline_testsuite::tools;
use warpline_testsuite::workloads::launches_text;

/// The number of calls of each.
const N_CALLS: usize = 2000;
/// The number of elements of each array.
const N: usize = 64;

/// The programs: names, numbers of launches, and whether they have constants like a block of a network.
const PROGRAMS: [(&str, usize, bool); 4] =
    [("empty", 0, false), ("one launch", 1, false), ("26 launches", 26, false), ("block of 25", 25, true)];

fn load(n_launches: usize, has_weights: bool) -> Function {
    let engine = Engine::new();
    let source = Source::new("calls.mlir", launches_text(n_launches, N, has_weights));
    let program = engine.compile(source, &Options::default()).expect("the program is right");
    engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("main")).expect("it loads")
}

fn main() {
    let (x, mut y) = (vec![1.0f32; N], vec![0.0f32; N]);
    println!(
        "{:<14} {:>10} {:>10}  {:<24} {:>6}",
        "program", "median us", "fastest us", "ONNX Runtime", "ratio"
    );
    for (name, n_launches, has_weights) in PROGRAMS {
        let function = load(n_launches, has_weights);
        let mut times: Vec<f64> = Vec::new();
        for _ in 0..N_CALLS {
            let start = Instant::now();
            function.call(args![view(&x, [N]), view_mut(&mut y, [N])]).expect("it runs");
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_unstable_by(f64::total_cmp);
        let (median, least) = (times[times.len() / 2], times[0]);
        let (peer, ratio) = match onnxruntime(n_launches, has_weights) {
            Some([its_median, its_least]) => {
                (format!("{its_median:.2}, {its_least:.2}"), format!("{:.2}", its_median / median))
            }
            None => ("needs onnxruntime".to_string(), "-".to_string()),
        };
        println!("{name:<14} {median:>10.2} {least:>10.2}  {peer:<24} {ratio:>6}");
    }
}

/// Returns the median and the least microseconds of a call of ONNX Runtime with as many nodes.
fn onnxruntime(n_nodes: usize, has_weights: bool) -> Option<[f64; 2]> {
    let script = root().join("testsuite/networks/onnxruntime_calls.py");
    let numbers = [n_nodes, N, usize::from(has_weights), N_CALLS].map(|number| number.to_string());
    let ran = tools::run(Command::new(tools::onnx()?).arg(script).args(numbers))?;
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let mut times = text.split_whitespace().map(|time| time.parse().ok());
    Some([times.next()??, times.next()??])
}
