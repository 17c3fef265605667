//! Runs programs that store out of bounds without checks: a run may succeed only if the store hit the intended buffer.
//!
//! Each program has some buffers, and a kernel or the host stores one number at one index of one of them; the
//! index is an argument. If the index is in bounds, the run must succeed. If it is out of bounds, by up to
//! 2^28 elements, the run must fail with a message. `BOUNDS_ATTACKS=0..10000` runs all programs; without it,
//! a sample runs.

use std::fmt::Write as _;
use std::ops::Range;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_cli::cli;
use warpline_testsuite::generator::seeds;
use warpline_testsuite::paths::temporary;

/// Set in child processes that act as the command line.
const IS_WARPLINE: &str = "WARPLINE_TEST_IS_WARPLINE";
/// The seeds that run without the variable.
const SAMPLE: Range<u64> = 0..60;

/// A pseudo-random generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn main() -> ExitCode {
    if std::env::var_os(IS_WARPLINE).is_some() {
        return cli::main();
    }
    let attack = || {
        let failed: Vec<String> =
            seeds("BOUNDS_ATTACKS", SAMPLE).filter_map(|seed| attack(seed).err()).collect();
        if failed.is_empty() { Ok(()) } else { Err(Failed::from(failed.join("\n"))) }
    };
    let trials = vec![Trial::test("stray stores are reported", attack)];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Runs a program; an error describes an unexpected outcome.
fn attack(seed: u64) -> Result<(), String> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    numbers.below(2);
    let (text, is_inside) = program(&mut numbers);
    let path = temporary(&format!("attack-{seed}.mlir"));
    std::fs::write(&path, &text).expect("the temporary directory can be written");
    let mut command = Command::new(std::env::current_exe().expect("a test knows its path"));
    command
        .args(["run", "--device=cpu", "--bounds=off"])
        .arg(&path)
        .env(IS_WARPLINE, "1")
        .stdin(Stdio::null());
    let output = command.output().expect("the process can be started");
    drop(std::fs::remove_file(path));
    let said = String::from_utf8_lossy(&output.stderr);
    let is_reported = output.status.code() == Some(1) && said.contains("error");
    match (is_inside, output.status.success(), is_reported) {
        (true, true, _) | (false, false, true) => Ok(()),
        _ => Err(format!("seed {seed}: {}: {said}\n{text}", output.status)),
    }
}

/// Returns a program, and whether its store is in bounds.
fn program(numbers: &mut Numbers) -> (String, bool) {
    let n_buffers = 1 + numbers.below(4);
    let sizes: Vec<u64> = (0..n_buffers).map(|_| 1 + numbers.below(64)).collect();
    let (element, bits) = [("i64", 64), ("i32", 32), ("i8", 8)][numbers.below(3) as usize];
    let target = numbers.below(n_buffers) as usize;
    let size = sizes[target] as i64;
    let index = match numbers.below(5) {
        0 => numbers.below(sizes[target]) as i64,
        1 => size + numbers.below(48) as i64,
        2 => -1 - numbers.below(48) as i64,
        3 => size + numbers.below(1 << 28) as i64,
        _ => -1 - numbers.below(1 << 28) as i64,
    };
    let value = numbers.below(1 << (bits - 1).min(30));
    let types: Vec<String> = sizes.iter().map(|size| format!("memref<{size}x{element}>")).collect();
    let types = types.join(", ");
    let mut text = format!(
        "func.func @main(%index: index {{warpline.input = \"{index}\"}}) -> ({types}) {{\n  %value = arith.constant {value} : \
         {element}\n"
    );
    for (number, size) in sizes.iter().enumerate() {
        let _ = writeln!(text, "  %m{number} = memref.alloc() : memref<{size}x{element}>");
    }
    let store = format!("memref.store %value, %m{target}[%index] : memref<{size}x{element}>");
    if numbers.below(2) == 0 {
        let _ = writeln!(text, "  {store}");
    } else {
        text.push_str("  %c1 = arith.constant 1 : index\n");
        text.push_str("  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)\n");
        text.push_str("             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {\n");
        let _ = writeln!(text, "    {store}\n    gpu.terminator\n  }}");
    }
    let names: Vec<String> = (0..sizes.len()).map(|number| format!("%m{number}")).collect();
    let _ = writeln!(text, "  return {} : {types}\n}}", names.join(", "));
    (text, (0..size).contains(&index))
}
