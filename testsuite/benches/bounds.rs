//! Measures the cost of the checks of `run` on the CPU device, of bounds, views and lifetimes: the programs of `cases/gpu`,
//! and two of the host, with and without checks.
//!
//! The time of a run is the sum of the times of its kernels; of a program of the host, which has none, it is that of the
//! second of two runs. Runs with and without checks alternate, and the median of each counts. The share of proved checks covers the kernels of the program; it comes from the
//! remarks of `generate-runtime-verification`.
//!
//! A second table has the times of kernels with `--detect-races`, for which code of one thread at a time is the peer.

use std::path::Path;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::process::median;

/// Measurements of each configuration; the median counts.
const SAMPLES: usize = 15;
/// Measurements with the race detector, which are longer.
const DETECTED_SAMPLES: usize = 7;
/// The programs with kernels, with inputs that make them run for some milliseconds.
const KERNELS: [(&str, &[&str]); 7] = [
    ("black_scholes", &["100000", "2"]),
    ("histogram", &["1048576", "2"]),
    ("matmul", &["256", "1"]),
    ("overlap", &["64", "1000"]),
    ("reduction", &["2097152", "4"]),
    ("saxpy", &["1000000", "8"]),
    ("stencil", &["1024", "4"]),
];
/// The programs of the host.
const HOST: [(&str, &[&str]); 2] = [("views", &["100"]), ("allocations", &["100000"])];

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    println!("milliseconds                     off      trap     ratio    checks proved");
    let mut logarithms = 0.0;
    let (mut all, mut all_proved) = (0, 0);
    let in_folder = |folder: &str, (name, inputs): (&'static str, &'static [&'static str])| {
        (root().join("testsuite").join(folder).join(name).with_extension("mlir"), name, inputs)
    };
    let kernels = KERNELS.map(|program| in_folder("cases/gpu", program));
    let host = HOST.map(|program| in_folder("benches/bounds", program));
    let programs = [&kernels[..], &host].concat();
    for (path, name, inputs) in &programs {
        let text = std::fs::read_to_string(path).expect("the program is there");
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..SAMPLES {
            for (bounds, times) in ["off", "trap"].iter().zip(&mut times) {
                times.push(milliseconds(&text, &[&format!("--bounds={bounds}"), "--repeat=2"], inputs));
            }
        }
        let [off, trap] = times.map(median);
        let (n_proved, n_checks) = share(&text, inputs);
        (all, all_proved) = (all + n_checks, all_proved + n_proved);
        logarithms += (trap / off).ln();
        println!("  {name:24} {off:10.2} {trap:9.2} {:9.3}    {n_proved} of {n_checks}", trap / off);
    }
    let mean = (logarithms / programs.len() as f64).exp();
    println!("  geometric mean                               {mean:9.3}    {all_proved} of {all}");
    println!("milliseconds                 width=1     races     ratio");
    for (path, name, inputs) in &kernels {
        let text = std::fs::read_to_string(path).expect("the program is there");
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..DETECTED_SAMPLES {
            for (flag, times) in ["--target=cpu+width=1", "--detect-races"].iter().zip(&mut times) {
                times.push(milliseconds(&text, &[flag], inputs));
            }
        }
        let [scalar, detected] = times.map(median);
        println!("  {name:24} {scalar:10.2} {detected:9.2} {:9.1}", detected / scalar);
    }
}

/// Returns the time of a run with these flags, in milliseconds.
fn milliseconds(text: &str, flags: &[&str], inputs: &[&str]) -> f64 {
    let stats = temporary("bounds.json");
    let writes = format!("--stats={}", stats.display());
    run(text, &[flags, &[&*writes]].concat(), inputs);
    let nanoseconds = nanoseconds(&stats);
    drop(std::fs::remove_file(stats));
    nanoseconds / 1e6
}

/// Returns the total time of all kernels, or of the last run of a program that has none.
fn nanoseconds(stats: &Path) -> f64 {
    let text = std::fs::read_to_string(stats).expect("the run writes its counts");
    let counts: serde_json::Value = serde_json::from_str(&text).expect("the counts are JSON");
    let kernels = counts["kernel_times"].as_array().expect("kernels have times");
    let last = || {
        counts["run_nanoseconds"].as_array().and_then(|runs| runs.last()?.as_f64()).expect("runs have times")
    };
    if kernels.is_empty() {
        last()
    } else {
        kernels.iter().filter_map(|kernel| kernel["nanoseconds"].as_f64()).sum()
    }
}

/// Returns the number of proved checks and the number of all checks.
fn share(text: &str, inputs: &[&str]) -> (usize, usize) {
    let flags = ["--remarks=generate-runtime-verification", "--diagnostics=short"];
    let said = run(text, &flags, inputs);
    let counts = said.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_once("remark")?.1.split(' ').collect();
        let at = words.iter().position(|word| *word == "of")?;
        Some((
            words.get(at.checked_sub(1)?)?.parse::<usize>().ok()?,
            words.get(at + 1)?.parse::<usize>().ok()?,
        ))
    });
    counts.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
}

/// Runs the text and returns its stderr.
fn run(text: &str, flags: &[&str], inputs: &[&str]) -> String {
    let mut args: Vec<String> = ["warpline", "run", "--device=cpu"].map(str::to_string).to_vec();
    args.extend(flags.iter().map(ToString::to_string));
    args.extend(inputs.iter().map(|input| format!("--input={input}")));
    let source = SourceFile { name: "program.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let exit = cli::execute(&args, &mut session);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    session.err
}
