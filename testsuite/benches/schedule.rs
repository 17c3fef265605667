//! The scheduler: predicted times of the workloads on one stream and on several, and how long planning takes.

use std::time::Instant;
use warpline_ir::{Module, ParseOptions, parse};
use warpline_passes::schedule::make_plan;
use warpline_passes::schedule::plan::Figures;
use warpline_testsuite::workloads::{Item, chain, fan_out, module_text, workloads};

/// Streams that are allowed.
const LIMITS: [usize; 4] = [2, 4, 8, 1 << 10];

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    println!("predicted time over the longest path (waits) with at most so many streams");
    println!("{:5} {:>4} {:>8} {:>12} {:>12} {:>12} {:>12}", "", "n", "1", "2", "4", "8", "any");
    for workload in workloads() {
        let module = read(&workload.items);
        let all = LIMITS.map(|limit| figures(&module, limit));
        let first = all[0];
        let one = first.sequential / first.critical_path;
        let shown = all.map(|f| format!("{:.2} ({})", f.makespan / f.critical_path, f.n_waits));
        let [two, four, eight, any] = shown;
        println!("{:5} {:4} {one:8.2} {two:>12} {four:>12} {eight:>12} {any:>12}", workload.id, first.n);
    }
    println!("milliseconds to plan");
    for n in [1_000, 10_000] {
        println!("{n} operations in a chain: {:.1}", planning_time(&chain(n)));
        println!("{n} operations side by side: {:.1}", planning_time(&fan_out(n)));
    }
}

fn read(items: &[Item]) -> Module {
    let (module, diagnostics) = parse(&module_text(items), &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "a workload does not parse");
    module
}

fn figures(module: &Module, max_streams: usize) -> Figures {
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    make_plan(module, main, max_streams).expect("it has device work").figures()
}

/// The least of three times.
fn planning_time(items: &[Item]) -> f64 {
    let module = read(items);
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    let time = || {
        let start = Instant::now();
        assert_ne!(make_plan(&module, main, 8).expect("it has device work").streams.count, 0);
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..3).map(|_| time()).fold(f64::INFINITY, f64::min)
}
