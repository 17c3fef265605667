//! Measures compile time and peak memory of `compile --emit=plan` by the shape and the size of a program.
//!
//! Each program is compiled in its own process, because peak memory is measured per process. The time covers
//! the whole command: reading, passes, the proof of the schedule and the text of the plan. The time per
//! device operation shows superlinear growth. The last column is relative to the time to parse, verify and
//! print the same program.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify;
use warpline_ir::{ParseOptions, parse};
use warpline_testsuite::workloads::{Action, Item, chain, layered, module_text, nests, random};

use super::report;

/// The argument that makes a process compile one program: the name of the shape and the number of operations.
const ONE: &str = "--compile-one=";
/// Device operations of programs without loops, and of nests of depth 4.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Loop depths of a nest.
const DEPTHS: [usize; 4] = [1, 10, 30, 100];
/// Launches in each loop of a nest, before the next loop.
const PER_LOOP: usize = 2;

/// A shape by name, and a function that returns the text of a program of a given size.
type Shape = (&'static str, fn(usize) -> String);

/// The programs by number of device operations.
const SHAPES: [Shape; 8] = [
    ("chain", |n| module_text(&chain(n))),
    ("side by side", |n| module_text(&side_by_side(n))),
    ("layers", |n| module_text(&layered(n, 1))),
    ("8 chains in turn", |n| module_text(&chains_in_turn(n, 8))),
    ("random, 8 buffers", |n| module_text(&random(n, 8))),
    ("random, 64 buffers", |n| module_text(&random(n, 64))),
    ("tokens", tokens),
    ("nests of depth 4", |n| nests(n, 4, PER_LOOP)),
];
/// One nest by its depth.
const NEST: Shape = ("nest of depth", |depth| nests(PER_LOOP * depth, depth, PER_LOOP));

/// Compiles all programs.
pub(crate) fn compare() {
    report("\ncompile time and peak memory by shape and device operations");
    report(&format!(
        "{:22} {:>8} {:>10} {:>10} {:>8} {:>22}",
        "", "n", "ms", "us/op", "MB", "over parse and print"
    ));
    for (name, _) in SHAPES {
        for n in SIZES {
            compare_one(name, n, n);
        }
    }
    for depth in DEPTHS {
        compare_one(NEST.0, depth, PER_LOOP * depth);
    }
}

/// Compiles a program if the arguments of this process name one; returns whether they do.
pub(crate) fn compile_one() -> bool {
    let Some(wanted) = std::env::args().find_map(|arg| arg.strip_prefix(ONE).map(str::to_string)) else {
        return false;
    };
    let (name, size) = wanted.split_once(':').expect("a shape comes with a size");
    let size: usize = size.parse().expect("a size is a number");
    let (_, text) = SHAPES.iter().chain([&NEST]).find(|(shape, _)| *shape == name).expect("it is a shape");
    let text = text(size);
    let reference = reference_time(&text);
    let start = Instant::now();
    let args = ["warpline", "compile", "--emit=plan"].map(str::to_string);
    let mut session = Session::with_stdin(SourceFile { name: "bench.mlir".to_string(), text });
    assert_eq!(cli::execute(&args, &mut session), Exit::Success, "{}", session.err);
    report(&format!("{} {} {}", start.elapsed().as_secs_f64(), reference, peak_kilobytes()));
    true
}

fn compare_one(name: &str, size: usize, n_ops: usize) {
    let this = std::env::current_exe().expect("the benchmark is a file");
    let output = Command::new(this).arg(format!("{ONE}{name}:{size}")).output().expect("it can run");
    let text = String::from_utf8_lossy(&output.stdout);
    let figures: Vec<f64> = text.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
    let [time, reference, peak] = figures[..] else {
        return report(&format!("{name:22} {size:8} failed: {}", String::from_utf8_lossy(&output.stderr)));
    };
    report(&format!(
        "{name:22} {size:8} {:10.1} {:10.2} {:8.0} {:22.1}",
        time * 1e3,
        time * 1e6 / n_ops as f64,
        peak / 1024.0,
        time / reference
    ));
}

/// Returns the seconds to parse, verify and print a program.
fn reference_time(text: &str) -> f64 {
    let start = Instant::now();
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "a program does not parse");
    assert!(verify(&module).is_ok(), "a program is not valid");
    assert_ne!(print(&module, &PrintOptions::default()).len(), 0);
    start.elapsed().as_secs_f64()
}

/// Returns the peak memory of this process where the system reports it; otherwise 0.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn launch(reads: &[String], write: String) -> Item {
    Item { action: Action::Launch, reads: reads.to_vec(), writes: vec![write] }
}

/// Returns independent launches, each of which reads one buffer and writes another.
fn side_by_side(n: usize) -> Vec<Item> {
    (0..n).map(|i| launch(&["x".to_string()], format!("y{i}"))).collect()
}

/// Returns chains that each add one launch in turn.
fn chains_in_turn(n: usize, n_chains: usize) -> Vec<Item> {
    let buffer = |i: usize| format!("x{}", i % n_chains);
    (0..n).map(|i| launch(&[buffer(i)], buffer(i))).collect()
}

/// Returns layers in which each launch waits for the tokens of its producers, and the host for those of the last layer.
fn tokens(n: usize) -> String {
    let items = layered(n, 1);
    let mut makers = std::collections::BTreeMap::new();
    let (mut number, mut is_awaited) = (0, false);
    rewrite(&module_text(&items), |out, line| {
        if let Some((indent, rest)) = line.split_once("gpu.launch_func") {
            let deps: Vec<String> =
                items[number].reads.iter().filter_map(|read| makers.get(read).cloned()).collect();
            let _ = writeln!(out, "{indent}%t{number} = gpu.launch_func async [{}]{rest}", deps.join(", "));
            makers.insert(items[number].writes[0].clone(), format!("%t{number}"));
            number += 1;
        } else if !is_awaited && (line.trim() == "return" || line.contains("memref.dealloc")) {
            is_awaited = true;
            let last: Vec<String> = (n.saturating_sub(16)..n).map(|i| format!("%t{i}")).collect();
            let _ = writeln!(out, "    gpu.wait [{}]\n{line}", last.join(", "));
        } else {
            let _ = writeln!(out, "{line}");
        }
    })
}

fn rewrite(text: &str, mut line: impl FnMut(&mut String, &str)) -> String {
    let mut out = String::with_capacity(2 * text.len());
    text.lines().for_each(|old| line(&mut out, old));
    out
}
