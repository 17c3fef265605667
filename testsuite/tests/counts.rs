//! Counts instructions, which do not depend on what else a machine does: of calls through the library, and of a compilation.
//! Needs valgrind. `compiler/tests/start.rs` counts those of the start of the command.
//!
//! A child of this test makes some calls and more of them; the difference is divided by their number. With `--release`, what
//! is published is counted.

#![expect(clippy::print_stdout, reason = "the counts are for people")]

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use warpline::{Engine, Function, Options, Source, args, view, view_mut};
use warpline_testsuite::workloads::launches_text;

/// The first argument of a child: what it does, and how often.
const CHILD: &str = "--count";
/// The number of elements of arrays.
const N: usize = 16;
/// How often a child does its work, at least and at most.
const TIMES: [usize; 2] = [20, 120];

/// What a child does, so many times.
type Work = fn(usize);

/// What is counted: its name, its work, and the most instructions that it may take in the profile of tests and with
/// `--release`, a twentieth more than were found; of launches, which wait for workers, as many as were ever found.
const COUNTED: [(&str, Work, [u64; 2]); 3] = [
    ("call", |n| calls(0, n), [6_300, 4_070]),
    ("call with 8 launches", |n| calls(8, n), [40_000, 33_000]),
    ("compilation of 16 operations", compilations, [4_885_000, 2_105_000]),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, first, name, n] = words.as_slice()
        && first == CHILD
    {
        let (_, work, _) = COUNTED.iter().find(|(known, ..)| known == name).expect("a known name");
        work(n.parse().expect("a number"));
        return ExitCode::SUCCESS;
    }
    let is_there =
        Command::new("valgrind").arg("--version").output().is_ok_and(|found| found.status.success());
    if !is_there {
        println!("skipped: needs valgrind");
        return ExitCode::SUCCESS;
    }
    let trials = COUNTED.iter().map(|(name, _, [most, most_in_release])| {
        let most = if cfg!(debug_assertions) { most } else { most_in_release };
        Trial::test(*name, move || count(name, *most))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn count(name: &str, most: u64) -> Result<(), Failed> {
    let [few, many] = TIMES.map(|n| instructions(name, n));
    let each = (many? - few?) / (TIMES[1] - TIMES[0]) as u64;
    println!("{name}: {each} instructions");
    if each <= most {
        Ok(())
    } else {
        Err(format!("{each} instructions, but at most {most} are right").into())
    }
}

/// Returns the instructions of a child.
fn instructions(name: &str, n: usize) -> Result<u64, Failed> {
    let mut command = Command::new("valgrind");
    let out: PathBuf = warpline_testsuite::paths::temporary(&format!("callgrind-{n}-{}", name.len()));
    command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(std::env::current_exe()?).args([CHILD, name, &n.to_string()]);
    let ran = command.output()?;
    let _ = std::fs::remove_file(&out);
    let err = String::from_utf8_lossy(&ran.stderr).into_owned();
    let counted = err.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    counted.ok_or_else(|| err.into())
}

/// Returns a function of launches of one block each, one after the other.
fn load(n_launches: usize) -> Function {
    let text = launches_text(n_launches, N, false);
    let engine = Engine::new();
    let program = engine.compile(Source::new("calls.mlir", text), &Options::default()).expect("it is right");
    engine.open("cpu").and_then(|cpu| cpu.load(&program)?.function("main")).expect("it loads")
}

fn calls(n_launches: usize, n: usize) {
    let function = load(n_launches);
    let (x, mut y) = ([1.0f32; N], [0.0f32; N]);
    for _ in 0..n {
        function.call(args![view(&x, [N]), view_mut(&mut y, [N])]).expect("it runs");
    }
}

/// Compiles a program whose kernels the engine has compiled before.
fn compilations(n: usize) {
    const TEXT: &str = "func.func @main(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.parallel (%i) = (0) to (64) {
        %0 = affine.load %x[%i] : memref<64xf32>
        %1 = arith.addf %0, %0 : f32
        %2 = arith.mulf %1, %0 : f32
        %3 = arith.subf %2, %1 : f32
        %4 = arith.addf %3, %2 : f32
        %5 = arith.mulf %4, %3 : f32
        %6 = arith.subf %5, %4 : f32
        %7 = arith.addf %6, %5 : f32
        %8 = arith.mulf %7, %6 : f32
        %9 = arith.subf %8, %7 : f32
        %10 = arith.addf %9, %8 : f32
        affine.store %10, %y[%i] : memref<64xf32>
      }
      return
    }";
    let engine = Engine::new();
    for _ in 0..n {
        engine.compile(Source::new("p.mlir", TEXT), &Options::default()).expect("it is right");
    }
}
