//! What calls of functions cost through the engine, on the CPU: `cargo bench -p warpline-testsuite --bench calls`.
//!
//! The test `counts` counts their instructions.

#![expect(clippy::print_stdout, reason = "the table is for people")]

use std::time::Instant;

use warpline::{Engine, Function, Options, Source, args, view, view_mut};
use warpline_testsuite::workloads::launches_text;

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
    println!("{:<14} {:>10} {:>10}", "program", "median us", "fastest us");
    for (name, n_launches, has_weights) in PROGRAMS {
        let function = load(n_launches, has_weights);
        let mut times: Vec<f64> = Vec::new();
        for _ in 0..2000 {
            let start = Instant::now();
            function.call(args![view(&x, [N]), view_mut(&mut y, [N])]).expect("it runs");
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_unstable_by(f64::total_cmp);
        println!("{name:<14} {:>10.2} {:>10.2}", times[times.len() / 2], times[0]);
    }
}
