//! What calls of functions cost through the engine, on the CPU: `cargo bench -p warpline-testsuite --bench calls`.
//!
//! `--count=N PROGRAM` makes N calls and nothing else, for an instruction counter: the test `counts` runs it.

#![expect(clippy::print_stdout, reason = "the table is for people")]

use std::fmt::Write as _;
use std::time::Instant;

use warpline::{Engine, Function, Options, Source, args, view, view_mut};

/// The number of elements of each array.
const N: usize = 64;

/// The programs: names, numbers of launches, and whether they have constants like a block of a network.
const PROGRAMS: [(&str, usize, bool); 4] =
    [("empty", 0, false), ("one launch", 1, false), ("26 launches", 26, false), ("block of 25", 25, true)];

/// Returns a program with launches that follow each other; with constants, each adds a row of weights.
fn program(n_launches: usize, has_weights: bool) -> String {
    let mut text = String::new();
    if has_weights {
        for number in 0..n_launches {
            let weights: Vec<String> = (0..N * N).map(|i| format!("{}.5", (i * 7 + number) % 13)).collect();
            let rows: Vec<String> = weights.chunks(N).map(|row| format!("[{}]", row.join(", "))).collect();
            let rows = rows.join(", ");
            let _ = writeln!(
                text,
                "memref.global \"private\" constant @w{number} : memref<{N}x{N}xf32> = dense<[{rows}]>"
            );
        }
    }
    let _ = writeln!(text, "func.func @main(%x: memref<{N}xf32>, %y: memref<{N}xf32>) {{");
    let _ = writeln!(
        text,
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %n = arith.constant {N} : index"
    );
    for number in 0..n_launches {
        let from = if number == 0 { "%x" } else { "%y" };
        if has_weights {
            let _ = writeln!(text, "  %w{number} = memref.get_global @w{number} : memref<{N}x{N}xf32>");
        }
        // No launch may join the one before it.
        let _ = writeln!(
            text,
            "  gpu.launch blocks(%bx{number}, %by{number}, %bz{number}) in (%gx{number} = %c1, %gy{number} = %c1, %gz{number} = %c1) \
             threads(%i{number}, %ty{number}, %tz{number}) in (%sx{number} = %n, %sy{number} = %c1, %sz{number} = %c1) {{\n    \
             %v = memref.load {from}[%i{number}] : memref<{N}xf32>"
        );
        if has_weights {
            let _ = writeln!(
                text,
                "    %w = memref.load %w{number}[%c1, %i{number}] : memref<{N}x{N}xf32>\n    %s = arith.addf %v, %w : f32"
            );
        } else {
            let _ = writeln!(text, "    %s = arith.addf %v, %v : f32");
        }
        let _ =
            writeln!(text, "    memref.store %s, %y[%i{number}] : memref<{N}xf32>\n    gpu.terminator\n  }}");
    }
    text.push_str("  return\n}\n");
    text
}

fn load(n_launches: usize, has_weights: bool) -> Function {
    let engine = Engine::new();
    let source = Source::new("calls.mlir", program(n_launches, has_weights));
    let program = engine.compile(source, &Options::default()).expect("the program is right");
    engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("main")).expect("it loads")
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let count = words.iter().find_map(|word| word.strip_prefix("--count=")?.parse::<usize>().ok());
    let (x, mut y) = (vec![1.0f32; N], vec![0.0f32; N]);
    if let Some(count) = count {
        let wanted = words.last().expect("a name");
        let (_, n, has_weights) = PROGRAMS.iter().find(|(name, ..)| name == wanted).expect("a program");
        let function = load(*n, *has_weights);
        for _ in 0..count {
            function.call(args![view(&x, [N]), view_mut(&mut y, [N])]).expect("it runs");
        }
        return;
    }
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
