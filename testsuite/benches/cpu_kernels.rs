//! Measures kernels on the CPU device against clang 22 with 128-bit vectors and PoCL, in one run.
//!
//! The kernels are those of `testsuite/cases/cpu_kernels`, the peers those of `benches/cpu/peers.c`. One thread runs
//! each; times are milliseconds per launch, medians of five alternated rounds. PoCL is the better of its default and
//! `-cl-fast-relaxed-math`. Ratios are the time of the peer divided by ours. Every output is compared with that of clang.
//! `WARPLINE_CLANG` names another clang; arguments select kernels by name. `cargo build --release` builds the compiler first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::process::{median, warpline_binary};
use warpline_testsuite::tools;

/// The kernels: the name of the case and of the peer, the name in the case, and the size.
const KERNELS: [(&str, &str, u64); 12] = [
    ("saxpy", "saxpy", 1 << 24),
    ("stencil", "stencil", 4096),
    ("convolution", "convolution", 1024),
    ("matmul_naive", "naive", 512),
    ("matmul_tiled", "tiled", 512),
    ("reduction", "reduction", 1 << 24),
    ("black_scholes", "price", 1 << 22),
    ("histogram_workgroup", "workgroup", 1 << 24),
    ("histogram_global", "global", 1 << 24),
    ("escape_time", "escape", 1024),
    ("softmax", "softmax", 4096),
    ("layer_norm", "layer_norm", 4096),
];
/// The rounds, of which the median counts.
const ROUNDS: usize = 5;
/// The launches whose time is measured in a round.
const LAUNCHES: u64 = 40;
/// The greatest relative difference of two results: the peers contract products and sums, and have functions of their own.
const TOLERANCE: f64 = 1e-3;

/// The time of a launch and a sample of its result.
type Measured = (f64, Vec<f64>);

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let selected: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let peers = Peers::compile();
    for missing in &peers.missing {
        println!("skipped: needs {missing}");
    }
    println!(
        "{:20} {:>9} {:>9} {:>7} {:>7} {:>9} {:>7} {:>9} {:>7}",
        "ms, one thread", "ours", "checked", "ratio", "two", "PoCL", "ratio", "clang", "ratio"
    );
    for (name, kernel, size) in KERNELS {
        if selected.is_empty() || selected.iter().any(|part| name.contains(part.as_str())) {
            println!("{}", row(&peers, (name, kernel, size)));
        }
    }
}

fn row(peers: &Peers, (name, kernel, size): (&str, &str, u64)) -> String {
    let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut wrong = None;
    for _ in 0..ROUNDS {
        let mut found: BTreeMap<&str, Measured> = BTreeMap::new();
        found.insert("ours", ours((name, kernel, size), "off", true));
        found.insert("checked", ours((name, kernel, size), "trap", true));
        found.insert("two", ours((name, kernel, size), "off", false));
        found.extend(peers.measure(name, size));
        let expected = found.get("clang").or(found.get("ours")).map(|(_, sample)| sample.clone());
        for (who, (time, sample)) in found {
            if !expected.as_ref().is_some_and(|expected| are_close(expected, &sample)) {
                wrong = Some(who);
            }
            times.entry(who).or_default().push(time);
        }
    }
    let medians: BTreeMap<&str, f64> = times.into_iter().map(|(who, times)| (who, median(times))).collect();
    let time = |who: &str| medians.get(who).copied();
    let best = |who: &[&str]| who.iter().filter_map(|who| time(who)).reduce(f64::min);
    let own = time("ours").unwrap_or(f64::NAN);
    let cell = |value: Option<f64>, width: usize| match value {
        Some(value) => format!("{value:width$.2}"),
        None => format!("{:>width$}", "-"),
    };
    let (pocl, clang) = (best(&["PoCL", "PoCL-fast"]), time("clang"));
    let ratio = |value: Option<f64>| value.map(|value| value / own);
    let cells = [
        (time("ours"), 9),
        (time("checked"), 9),
        (time("checked").map(|checked| checked / own), 7),
        (time("two").map(|two| own / two), 7),
        (pocl, 9),
        (ratio(pocl), 7),
        (clang, 9),
        (ratio(clang), 7),
    ];
    let cells = cells.map(|(value, width)| cell(value, width)).join(" ");
    let remark = wrong.map_or(String::new(), |who| format!("  wrong result: {who}"));
    format!("{name:20} {cells}{remark}")
}

fn are_close(expected: &[f64], found: &[f64]) -> bool {
    expected.len() == found.len()
        && expected.iter().zip(found).all(|(a, b)| (a - b).abs() <= TOLERANCE * a.abs().max(1e-3))
}

/// Runs a kernel twice with different numbers of launches: the difference has no first launch, which touches new memory.
fn ours((name, kernel, size): (&str, &str, u64), bounds: &str, one_thread: bool) -> Measured {
    let few = run_ours((name, kernel, size), (bounds, one_thread), 3);
    let many = run_ours((name, kernel, size), (bounds, one_thread), 3 + LAUNCHES);
    // One launch fewer for the sample, since some kernels add to their output.
    let (_, sample) = run_ours((name, kernel, size), (bounds, one_thread), 1);
    ((many.0 - few.0) / LAUNCHES as f64, sample)
}

fn run_ours(
    (name, kernel, size): (&str, &str, u64),
    (bounds, one_thread): (&str, bool),
    times: u64,
) -> Measured {
    let stats = temporary("cpu-kernels.json");
    let case = root().join(format!("testsuite/cases/cpu_kernels/{name}.mlir"));
    let mut command = pinned(&warpline_binary(), one_thread);
    command.args(["run", "--device=cpu", "--cache=off"]).arg(case).args([
        format!("--bounds={bounds}"),
        format!("--input={size}"),
        format!("--input={times}"),
        format!("--stats={}", stats.display()),
    ]);
    let output = tools::run(&mut command).expect("the compiler can be started");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&stats).expect("the run writes its statistics");
    let json: serde_json::Value = serde_json::from_str(&text).expect("statistics are JSON");
    let nanoseconds = if one_thread {
        let kernels = json["kernel_times"].as_array().cloned().unwrap_or_default();
        let own = kernels.iter().find(|found| found["name"] == format!("k::{kernel}"));
        own.and_then(|own| own["nanoseconds"].as_f64())
    } else {
        // The time in which any kernel runs: launches of a histogram overlap on two cores.
        json["active_nanoseconds"].as_f64()
    };
    let nanoseconds = nanoseconds.expect("the kernel ran");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let sample = text.lines().find_map(|line| line.split_once("= [")).map_or("", |(_, list)| list);
    let sample = sample.split([' ', ']']).filter_map(|number| number.parse().ok()).collect();
    (nanoseconds / 1e6, sample)
}

/// Returns a command that runs on one processor if there is a program for that and one thread is wanted.
fn pinned(program: &Path, one_thread: bool) -> Command {
    let Some(taskset) = tools::taskset().filter(|_| one_thread) else { return Command::new(program) };
    let mut command = Command::new(taskset);
    command.args(["-c", "0"]).arg(program);
    command
}

/// The program of the peers, if clang compiles it.
struct Peers {
    program: Option<PathBuf>,
    missing: Vec<&'static str>,
}

impl Peers {
    fn compile() -> Self {
        let mut missing = Vec::new();
        let Some(clang) = tools::clang() else {
            return Self { program: None, missing: vec!["clang 22, and with it PoCL"] };
        };
        let program = temporary("cpu-kernels-peers");
        let compile = |flags: &[&str]| {
            let mut command = Command::new(&clang);
            command
                .args(["-O3", "-march=native", "-mprefer-vector-width=128", "-fno-math-errno"])
                .args(["-fno-trapping-math", "-ffp-contract=fast"])
                .arg(root().join("testsuite/benches/cpu/peers.c"))
                .arg("-o")
                .arg(&program)
                .arg("-lm")
                .args(flags);
            tools::run(&mut command).is_some_and(|output| output.status.success())
        };
        if !compile(&["-DWITH_OPENCL", "-lOpenCL"]) {
            missing.push("OpenCL and PoCL (Debian: pocl-opencl-icd, ocl-icd-opencl-dev)");
            assert!(compile(&[]), "clang does not compile the peers");
        }
        Self { program: Some(program), missing }
    }

    fn measure(&self, name: &str, size: u64) -> BTreeMap<&'static str, Measured> {
        let mut found = BTreeMap::new();
        let Some(program) = &self.program else { return found };
        let mut command = pinned(program, true);
        command.env("POCL_MAX_PTHREAD_COUNT", "1").args([name, &size.to_string(), "5"]);
        let output = tools::run(&mut command).expect("the peers can be started");
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.split(' ');
            let who = match words.next() {
                Some("clang") => "clang",
                Some("PoCL") => "PoCL",
                Some("PoCL-fast") => "PoCL-fast",
                _ => continue,
            };
            let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
            if let Some((time, sample)) = numbers.split_first() {
                found.insert(who, (*time, sample.to_vec()));
            }
        }
        found
    }
}
