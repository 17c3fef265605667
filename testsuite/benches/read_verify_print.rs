//! Measures reading, verifying and printing: CPU time and peak memory of warpline and of mlir-opt 22 without
//! threads, as whole processes, on generated modules and on one page.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use warpline_testsuite::paths::temporary;
use warpline_testsuite::process::{Cost, least_cost, warpline_binary};
use warpline_testsuite::tools;

/// Operations of one function of the generated module.
const OPS_PER_FUNCTION: usize = 101;

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    for (what, n_ops, batches, runs) in [
        ("one page", 100, 5, 40),
        ("100 thousand operations", 100_000, 5, 2),
        ("1 million operations", 1_000_000, 2, 1),
    ] {
        let input = temporary("module.mlir");
        std::fs::write(&input, module_text(n_ops)).expect("the temporary directory can be written");
        let ours = least_cost(batches, runs, || command(&warpline_binary(), &["opt"], &input));
        println!("{what}, warpline: {}", show(ours));
        if let Some(mlir_opt) = tools::mlir_opt() {
            let theirs = least_cost(batches, runs.min(10), || {
                command(&mlir_opt, &["--mlir-disable-threading"], &input)
            });
            println!("{what}, mlir-opt: {}", show(theirs));
            let (time, memory) = (ours.seconds / theirs.seconds, ours.mebibytes / theirs.mebibytes);
            println!("{what}, ratio: time {time:.3}, memory {memory:.3}");
        } else {
            println!("{what}, no ratio: needs mlir-opt-22");
        }
        let _ = std::fs::remove_file(&input);
    }
}

fn command(program: &Path, args: &[&str], input: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(args).arg(input).args(["-o", "/dev/null"]);
    command
}

fn show(cost: Cost) -> String {
    format!("{:.1} ms of CPU time, {:.1} MiB", cost.seconds * 1e3, cost.mebibytes)
}

/// Returns functions with loads, stores, arithmetic and a loop with an iteration argument, about `n_ops`
/// operations in all.
fn module_text(n_ops: usize) -> String {
    let mut text = String::new();
    for index in 0..n_ops.div_ceil(OPS_PER_FUNCTION) {
        write_function(&mut text, index);
    }
    text
}

fn write_function(out: &mut String, index: usize) {
    let _ = writeln!(
        out,
        "func.func @f{index}(%a: memref<64xf32>, %b: memref<64xf32>, %n: index, %s: f32) -> f32 {{\n  \
         %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %k = arith.constant 1.5 : f32"
    );
    for i in 0..15 {
        let _ = writeln!(
            out,
            "  %x{i} = memref.load %a[%c0] : memref<64xf32>\n  %y{i} = arith.mulf %x{i}, %s : f32\n  \
             %z{i} = arith.addf %y{i}, %k : f32\n  memref.store %z{i}, %b[%c1] : memref<64xf32>\n  \
             %i{i} = arith.addi %n, %c1 : index"
        );
    }
    out.push_str("  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %s) -> (f32) {\n");
    for i in 0..5 {
        let before = if i == 0 { "sum".to_string() } else { format!("w{}", i - 1) };
        let _ = writeln!(
            out,
            "    %u{i} = memref.load %b[%i] : memref<64xf32>\n    %v{i} = arith.mulf %u{i}, %k : f32\n    \
             %w{i} = arith.addf %v{i}, %{before} : f32\n    memref.store %w{i}, %a[%i] : memref<64xf32>"
        );
    }
    out.push_str("    scf.yield %w4 : f32\n  }\n  return %r : f32\n}\n");
}
