//! Measures how the time of the compiler grows with its input: for each kind of input, sizes double until one takes a
//! second of CPU time, and the exponent of the last doubling is printed: 1 is linear.
//!
//! A doubling within noise shows an exponent that is off by a tenth or two; the least of three measurements counts.

use std::fmt::Write as _;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use warpline_cli::{Exit, Session, SourceFile, cli};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The time that ends the doubling.
const LONG: Duration = Duration::from_secs(1);
/// Measurements of each size.
const SAMPLES: usize = 3;

/// A kind of input: its name, the command, the smallest size, and the program of a size.
type Input = (&'static str, &'static [&'static str], usize, fn(usize) -> String);

const INPUTS: [Input; 11] = [
    ("calls in a chain", &["opt", "--inline"], 1000, calls),
    ("branches of cf.switch", &["opt", "--canonicalize"], 1000, switch),
    ("pairs of a load and a store, sm_90", &["compile", "--target=sm_90", "--emit=ptx"], 500, pairs),
    ("pairs of a load and a store, gfx942", &["compile", "--target=gfx942", "--emit=asm"], 500, pairs),
    ("pairs of a load and a store, cpu", &["compile", "--target=cpu", "--emit=clif"], 500, pairs),
    ("loops, sm_90", &["compile", "--target=sm_90", "--emit=ptx"], 100, loops),
    ("loops, gfx942", &["compile", "--target=gfx942", "--emit=asm"], 100, loops),
    ("loops, cpu", &["compile", "--target=cpu", "--emit=clif"], 100, loops),
    ("scf.if, sm_90", &["compile", "--target=sm_90", "--emit=ptx"], 100, branches),
    ("scf.if, gfx942", &["compile", "--target=gfx942", "--emit=asm"], 100, branches),
    ("scf.if, cpu", &["compile", "--target=cpu", "--emit=clif"], 100, branches),
];

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    println!("                                          size       ms  exponent");
    for (name, command, smallest, program) in INPUTS {
        let (mut size, mut before) = (smallest, None);
        loop {
            let time = least_time(command, &program(size));
            if LONG <= time {
                let exponent = before
                    .map_or(f64::NAN, |before: Duration| (time.as_secs_f64() / before.as_secs_f64()).log2());
                println!("  {name:36} {size:8} {:8.0} {exponent:9.2}", 1e3 * time.as_secs_f64());
                break;
            }
            before = Some(time);
            size *= 2;
        }
    }
}

/// Returns the least CPU time of a command on a program.
fn least_time(command: &[&str], text: &str) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..SAMPLES {
        let mut args = vec!["warpline".to_string()];
        args.extend(command.iter().map(ToString::to_string));
        args.push("--output=/dev/null".to_string());
        let source = SourceFile { name: "program.mlir".to_string(), text: text.to_string() };
        let mut session = Session::with_stdin(source);
        let start = cpu_time();
        let exit = cli::execute(&args, &mut session);
        least = least.min(cpu_time().saturating_sub(start));
        assert_eq!(exit, Exit::Success, "{}", session.err);
    }
    least
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Private functions, each of which calls the one before.
fn calls(n: usize) -> String {
    let mut text = "func.func private @f0(%x: i32) -> i32 {\n  return %x : i32\n}\n".to_string();
    for i in 1..n {
        let _ = writeln!(
            text,
            "func.func private @f{i}(%x: i32) -> i32 {{\n  %c = arith.constant {i} : i32\n  %z = arith.xori %x, %c : i32\n  %y = \
             call @f{}(%z) : (i32) -> i32\n  return %y : i32\n}}",
            i - 1
        );
    }
    let _ = writeln!(
        text,
        "func.func @main(%x: i32) -> i32 {{\n  %y = call @f{}(%x) : (i32) -> i32\n  return %y : i32\n}}",
        n - 1
    );
    text
}

fn switch(n: usize) -> String {
    let mut text =
        "func.func @main(%f: i32, %x: i32) -> i32 {\n  cf.switch %f : i32, [\n    default: ^end(%x : i32)"
            .to_string();
    for i in 0..n {
        let _ = write!(text, ",\n    {i}: ^b{i}(%x : i32)");
    }
    text.push_str("\n  ]\n");
    for i in 0..n {
        let _ = writeln!(
            text,
            "^b{i}(%a{i}: i32):\n  %c{i} = arith.constant {i} : i32\n  %r{i} = arith.addi %a{i}, %c{i} : i32\n  cf.br ^end(%r{i} \
             : i32)"
        );
    }
    text + "^end(%r: i32):\n  return %r : i32\n}\n"
}

fn kernel(parameters: &str, body: &str) -> String {
    format!(
        "gpu.module @k {{\n  gpu.func @f({parameters}) kernel {{\n    %c0 = arith.constant 0 : index\n    %c1 = arith.constant 1 : \
         index\n    %t = gpu.thread_id x\n{body}    gpu.return\n  }}\n}}\n"
    )
}

fn pairs(n: usize) -> String {
    let mut body = String::new();
    for k in 0..n {
        let _ = writeln!(
            body,
            "    %i{k} = arith.constant {k} : index\n    %v{k} = memref.load %x[%i{k}] : memref<{n}xf32>\n    %w{k} = arith.addf \
             %v{k}, %v{k} : f32\n    memref.store %w{k}, %y[%i{k}] : memref<{n}xf32>"
        );
    }
    kernel(&format!("%x: memref<{n}xf32>, %y: memref<{n}xf32>"), &body)
}

fn loops(n: usize) -> String {
    let mut body = String::new();
    for k in 0..n {
        let _ = writeln!(
            body,
            "    scf.for %i{k} = %c0 to %n step %c1 {{\n      %v{k} = memref.load %x[%i{k}] : memref<?xf32>\n      %w{k} = \
             arith.mulf %v{k}, %v{k} : f32\n      memref.store %w{k}, %x[%i{k}] : memref<?xf32>\n    }}"
        );
    }
    kernel("%x: memref<?xf32>, %n: index", &body)
}

fn branches(n: usize) -> String {
    let mut body = "    %v0 = memref.load %x[%t] : memref<64xf32>\n".to_string();
    for i in 0..n {
        let _ = writeln!(
            body,
            "    %k{i} = arith.constant {i} : index\n    %b{i} = arith.cmpi ult, %t, %k{i} : index\n    %v{} = scf.if %b{i} -> (f32) \
             {{\n      %w{i} = arith.addf %v{i}, %v0 : f32\n      scf.yield %w{i} : f32\n    }} else {{\n      %u{i} = arith.mulf \
             %v{i}, %v0 : f32\n      scf.yield %u{i} : f32\n    }}",
            i + 1
        );
    }
    let _ = writeln!(body, "    memref.store %v{n}, %x[%t] : memref<64xf32>");
    kernel("%x: memref<64xf32>", &body)
}
