//! Tests guarantees of a process that in-process calls cannot test: exit codes whatever the program does, and
//! no silent loss of output. The process is this binary again.

use std::alloc::System;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_cli::cli;
use warpline_runtime::crash::Watched;
use warpline_testsuite::paths::temporary;

/// As in the binary, so that a process that is out of memory says so.
#[global_allocator]
static ALLOCATOR: Watched<System> = Watched(System);

/// Set in child processes that act as the command line.
const IS_WARPLINE: &str = "WARPLINE_TEST_IS_WARPLINE";

const RIGHT: &str = "func.func private @right()\n";

/// An out-of-bounds index, on the host.
const OUTSIDE: &str = r#"func.func @main(%i: index {warpline.input = "1000000000"}) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %v = memref.load %m[%i] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %v : f32
}
"#;

/// Text without end, which is kept until the run ends.
const PRINTS: &str = "func.func private @printI64(i64)
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1234567890123456789 : i64
  scf.for %i = %c0 to %n step %c1 {
    func.call @printI64(%v) : (i64) -> ()
  }
  return
}
";

/// An out-of-bounds index, in a kernel.
const OUTSIDE_IN_KERNEL: &str = r#"func.func @main(%a: memref<8xf32> {warpline.input = "1"}, %i: index {warpline.input = "1000000000"}) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
"#;

/// A loop that zeroes all memory after its buffer, so that the report of the crash must not depend on it.
const OVERWRITING: &str = r#"func.func @main(%end: index {warpline.input = "100000000"}) -> memref<4xi64> {
  %m = memref.alloc() : memref<4xi64>
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    scf.for %i = %tx to %end step %c1 {
      memref.store %zero, %m[%i] : memref<4xi64>
    }
    gpu.terminator
  }
  return %m : memref<4xi64>
}
"#;

/// Infinite recursion.
const DEEP: &str = r#"func.func @deep(%i: i64) -> i64 {
  %r = call @deep(%i) : (i64) -> i64
  %s = arith.addi %r, %i : i64
  return %s : i64
}
func.func @main(%i: i64 {warpline.input = "1"}) -> i64 {
  %r = call @deep(%i) : (i64) -> i64
  return %r : i64
}
"#;

/// An infinite loop.
const ENDLESS: &str = r#"func.func @main(%x: i32 {warpline.input = "1"}) -> i32 {
  cf.br ^again(%x : i32)
^again(%z: i32):
  %next = arith.muli %z, %x : i32
  cf.br ^again(%next : i32)
}
"#;

/// Functions with the calling convention of MLIR.
const LIBRARY: &str = r"#include <stdint.h>
typedef struct { float *allocated, *aligned; int64_t offset, sizes[2], strides[2]; } Matrix;
int64_t add(int64_t a, int32_t b) { return a + b; }
double half(float x) { return x / 2; }
void _mlir_ciface_scale(Matrix *m, float by) {
  for (int64_t i = 0; i < m->sizes[0]; ++i)
    for (int64_t j = 0; j < m->sizes[1]; ++j)
      m->aligned[m->offset + i * m->strides[0] + j * m->strides[1]] *= by;
}
float sum(float *allocated, float *aligned, int64_t offset, int64_t size, int64_t stride) {
  float all = 0;
  for (int64_t i = 0; i < size; ++i) all += aligned[offset + i * stride];
  return all;
}
";

/// Calls the functions, on the output of a kernel and on a part of it.
const CALLER: &str = r"func.func private @add(i64, i32) -> i64
func.func private @half(f32) -> f64
func.func private @scale(memref<?x4xf32>, f32) attributes {llvm.emit_c_interface}
func.func private @sum(memref<?xf32, strided<[?], offset: ?>>) -> f32
func.func @main() -> (i64, f64, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c2) : memref<?x4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %n = arith.addi %bx, %tx : index
    %i = arith.index_cast %n : index to i32
    %f = arith.sitofp %i : i32 to f32
    memref.store %f, %m[%bx, %tx] : memref<?x4xf32>
    gpu.terminator
  }
  %ten = arith.constant 10.0 : f32
  call @scale(%m, %ten) : (memref<?x4xf32>, f32) -> ()
  %column = memref.subview %m[0, 3] [2, 1] [1, 1] : memref<?x4xf32> to memref<2xf32, strided<[4], offset: 3>>
  %any = memref.cast %column : memref<2xf32, strided<[4], offset: 3>> to memref<?xf32, strided<[?], offset: ?>>
  %sum = call @sum(%any) : (memref<?xf32, strided<[?], offset: ?>>) -> f32
  memref.dealloc %m : memref<?x4xf32>
  %a = arith.constant 40 : i64
  %b = arith.constant -2 : i32
  %added = call @add(%a, %b) : (i64, i32) -> i64
  %half = call @half(%sum) : (f32) -> f64
  return %added, %half, %sum : i64, f64, f32
}
";

fn main() -> ExitCode {
    if std::env::var_os(IS_WARPLINE).is_some() {
        return cli::main();
    }
    let broken = [
        ("an index out of bounds", OUTSIDE, 1, "accesses memory out of bounds"),
        ("an index out of bounds in a kernel", OUTSIDE_IN_KERNEL, 1, "accesses memory out of bounds"),
        ("a loop beyond a buffer", OVERWRITING, 1, "memory"),
        ("calls without an end", DEEP, 4, "overflows the stack"),
    ];
    let mut trials = Vec::new();
    for (name, text, code, words) in broken {
        trials.push(Trial::test(name, move || breaks(text, code, words)));
    }
    trials.push(Trial::test("a deadline ends machine code", a_deadline_ends_machine_code));
    trials.push(Trial::test("a frame larger than the stack", a_frame_larger_than_the_stack));
    trials.push(Trial::test("lost output is an error", lost_output_is_an_error));
    trials.push(Trial::test("a closed pipe is none", a_closed_pipe_is_none));
    trials.push(Trial::test("a closed stdout is an error", a_closed_stdout_is_an_error));
    trials.push(Trial::test("Ctrl-C is an exit code", ctrl_c_is_an_exit_code));
    trials.push(Trial::test("names that are no UTF-8", names_that_are_no_utf_8));
    trials.push(Trial::test("a byte order mark", a_byte_order_mark));
    trials.push(Trial::test("an array without an end", an_array_without_an_end));
    trials.push(Trial::test("limits that are no seconds", limits_that_are_no_seconds));
    trials.push(Trial::test("a script without its program", a_script_without_its_program));
    trials.push(Trial::test("a file of flags that was found", a_file_of_flags_that_was_found));
    trials.push(Trial::test("functions of a library", functions_of_a_library));
    if cfg!(target_os = "linux") {
        trials.push(Trial::test("a program that is not trusted", a_program_that_is_not_trusted));
        trials.push(Trial::test("exhausted memory", exhausted_memory));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Starts this binary as the command line.
fn warpline(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a test knows its path"));
    command.args(args).env(IS_WARPLINE, "1").stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().expect("the process can be started");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// Runs a text on a device.
fn run(text: &str, flags: &[&str]) -> (Option<i32>, String) {
    static N_TEXTS: AtomicUsize = AtomicUsize::new(0);
    let path = temporary(&format!("process-{}.mlir", N_TEXTS.fetch_add(1, Ordering::Relaxed)));
    std::fs::write(&path, text).expect("the temporary directory can be written");
    let name = path.to_string_lossy();
    let args = [&["run", &*name], flags].concat();
    let ended = output(&mut warpline(&args));
    drop(std::fs::remove_file(path));
    ended
}

fn must(holds: bool, found: impl std::fmt::Debug) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{found:?}").into()) }
}

/// Checks that the process exits as on the interpreter, with a message.
fn breaks(text: &str, code: i32, words: &str) -> Result<(), Failed> {
    let (ended, printed) = run(text, &["--device=cpu", "--bounds=off"]);
    must(ended == Some(code) && printed.contains(words), (ended, &printed))?;
    let (ended, printed) = run(text, &["--device=cpu", "--bounds=off", "--diagnostics=json"]);
    must(
        ended == Some(code) && printed.starts_with("{\"v\":1") && printed.lines().count() == 1,
        (ended, &printed),
    )?;
    let (ended, printed) = run(text, &["--device=interp"]);
    must(ended == Some(code), (ended, printed))
}

fn a_deadline_ends_machine_code() -> Result<(), Failed> {
    let (ended, printed) = run(ENDLESS, &["--device=cpu", "--deadline=0.3"]);
    must(ended == Some(4) && printed.contains("the program takes more than 0.3 s"), (ended, printed))
}

/// A kernel with so many branches that its spilled values fill more than the stack of a worker; of fewer they fit.
fn a_frame_larger_than_the_stack() -> Result<(), Failed> {
    let program = |n_branches: usize| {
        let mut branches = String::new();
        for n in 0..n_branches {
            let _ = writeln!(
                branches,
                "    %k{n} = arith.constant {n} : index
    %b{n} = arith.cmpi ult, %tx, %k{n} : index
    %v{} = scf.if %b{n} -> (f32) {{
      %w{n} = arith.addf %v{n}, %v0 : f32
      scf.yield %w{n} : f32
    }} else {{
      %u{n} = arith.mulf %v{n}, %v0 : f32
      scf.yield %u{n} : f32
    }}",
                n + 1
            );
        }
        format!(
            "func.func @main(%x: memref<64xf32>) {{
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {{
    %v0 = memref.load %x[%tx] : memref<64xf32>
{branches}    memref.store %v{n_branches}, %x[%tx] : memref<64xf32>
    gpu.terminator
  }}
  return
}}
"
        )
    };
    let flags = ["--device=cpu", "--input=64xf32=1"];
    // The frame has 3.5 MB, and was larger than the stacks of workers once.
    let (ended, printed) = run(&program(4096), &flags);
    must(ended == Some(0), (ended, printed))?;
    let (ended, printed) = run(&program(24_000), &flags);
    must(ended == Some(4) && printed.contains("overflows the stack"), (ended, printed))
}

fn lost_output_is_an_error() -> Result<(), Failed> {
    let full = || OpenOptions::new().write(true).open("/dev/full");
    let Ok(_) = full() else { return Ok(()) };
    let script = temporary("full.repl");
    std::fs::write(&script, ":ir\n").expect("the temporary directory can be written");
    let script = format!("--repl-script={}", script.display());
    for args in [vec!["--version"], vec!["--help"], vec!["passes"], vec!["repl", &script]] {
        let (ended, printed) = output(warpline(&args).stdout(full().expect("it was opened before")));
        must(
            ended.is_some_and(|code| code != 0) && printed.contains("cannot write to stdout"),
            (args, ended, printed),
        )?;
    }
    Ok(())
}

fn a_closed_pipe_is_none() -> Result<(), Failed> {
    let mut child = warpline(&["passes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the process can be started");
    drop(child.stdout.take());
    let Output { status, stderr, .. } = child.wait_with_output().expect("the process ends");
    must(status.success() && stderr.is_empty(), (status, String::from_utf8_lossy(&stderr)))
}

/// Returns a shell command that starts this binary and applies the line to it.
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    let program = std::env::current_exe().expect("a test knows its path");
    command.args(["-c", line]).env("WARPLINE", program).env(IS_WARPLINE, "1").stdin(Stdio::null());
    command
}

fn a_closed_stdout_is_an_error() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let (ended, printed) = output(&mut shell("\"$WARPLINE\" passes >&-"));
    must(ended == Some(2) && printed.contains("cannot write to stdout: it is closed"), (ended, printed))?;
    let (ended, printed) = output(&mut shell("\"$WARPLINE\" passes > /dev/null"));
    must(ended == Some(0) && printed.is_empty(), (ended, printed))
}

/// A process that is started in the background ignores Ctrl-C, and so do its children: `env` undoes that.
fn ctrl_c_is_an_exit_code() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let program = std::env::current_exe().expect("a test knows its path");
    let path = temporary("interrupted.mlir");
    std::fs::write(&path, ENDLESS).expect("the temporary directory can be written");
    for device in ["cpu", "interp"] {
        let mut command = Command::new("env");
        command.arg("--default-signal=INT").arg(&program).arg("run").arg(&path).env(IS_WARPLINE, "1");
        command.args([&format!("--device={device}"), "--time-limit=30"]).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::null()).spawn().expect("the process can be started");
        std::thread::sleep(std::time::Duration::from_secs(1));
        output(Command::new("kill").args(["-INT", &child.id().to_string()]));
        let ended = child.wait().expect("the process ends").code();
        must(ended == Some(130), (device, ended))?;
    }
    drop(std::fs::remove_file(path));
    Ok(())
}

#[cfg(unix)]
fn names_that_are_no_utf_8() -> Result<(), Failed> {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = temporary("no-utf-8");
    let path = folder.join(std::ffi::OsStr::from_bytes(b"a\xff\xc3(.mlir"));
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
    std::fs::write(
        &path,
        "// RUN: warpline opt %s -o %t && cat %t | FileCheck %s\n// CHECK: @right\n".to_string() + RIGHT,
    )
    .expect("the temporary directory can be written");
    let copy = folder.join(std::ffi::OsStr::from_bytes(b"\x80.mlir"));
    let ended: Vec<_> = ["opt", "check", "test"]
        .into_iter()
        .map(|command| output(warpline(&[command]).arg(&path)))
        .chain([
            output(warpline(&["opt", "-o"]).arg(&copy).arg(&path)),
            output(warpline(&["test"]).arg(&folder)),
        ])
        .collect();
    let is_copied = copy.exists();
    drop(std::fs::remove_dir_all(folder));
    must(is_copied && ended.iter().all(|(code, _)| *code == Some(0)), ended)
}

#[cfg(not(unix))]
fn names_that_are_no_utf_8() -> Result<(), Failed> {
    Ok(())
}

fn a_byte_order_mark() -> Result<(), Failed> {
    let (ended, printed) = run(&format!("\u{feff}{}", OUTSIDE.replace("1000000000", "0")), &[]);
    must(ended == Some(0), (ended, printed))
}

fn an_array_without_an_end() -> Result<(), Failed> {
    let text = "func.func @main(%m: memref<4xi8>) { return }\n";
    for flags in ["--input=@/dev/urandom", "--input=*/dev/zero"] {
        let (ended, printed) = run(text, &[flags]);
        must(
            ended == Some(2) && printed.contains("a file with an end, but found a device"),
            (ended, printed),
        )?;
    }
    Ok(())
}

fn limits_that_are_no_seconds() -> Result<(), Failed> {
    for flag in ["--time-limit=nan", "--time-limit=-1", "--time-limit=inf", "--deadline=nan", "--deadline=-1"]
    {
        let (ended, printed) = run(RIGHT, &[flag]);
        must(ended == Some(2) && printed.contains("seconds"), (flag, ended, printed))?;
    }
    Ok(())
}

/// A configuration file found in the working directory, not named by the user, writes nothing, lifts no limit, and weakens
/// no check.
fn a_file_of_flags_that_was_found() -> Result<(), Failed> {
    let folder = temporary("found-flags");
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
    let flags = "[run]\nstats = \"stats.json\"\ntime-limit = 0\nmemory-limit = 1024\nrtol = 0.5\nbounds = \"off\"\n\
                 max-host-memory = \"1024GiB\"\n";
    for (name, text) in [("warpline.toml", flags), ("right.mlir", "func.func @main() { return }\n")] {
        std::fs::write(folder.join(name), text).expect("the temporary directory can be written");
    }
    let in_folder = |args: &[&str]| {
        let Output { status, stdout, stderr } =
            warpline(args).current_dir(&folder).output().expect("the process can be started");
        let [out, err] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (status.code(), out, err, folder.join("stats.json").exists())
    };
    let found = in_folder(&["run", "right.mlir"]);
    let named = in_folder(&["run", "right.mlir", "--config=warpline.toml"]);
    let printed = in_folder(&["run", "--print-config"]);
    drop(std::fs::remove_dir_all(&folder));
    let (code, _, warnings, is_written) = &found;
    let n_warnings = |err: &str| err.lines().filter(|line| line.contains("warning: ")).count();
    let warns = |line: &str, words: &str| {
        warnings
            .lines()
            .any(|found| found.contains(&format!("warning: warpline.toml:{line}: ")) && found.contains(words))
    };
    must(*code == Some(0) && !is_written && n_warnings(warnings) == 4, &found)?;
    must(warns("2:1", "'stats' is ignored") && warns("3:1", "lifts no limit"), &found)?;
    must(warns("6:1", "weakens no check") && warns("7:1", "lifts no limit"), &found)?;
    let (code, _, warnings, is_written) = &named;
    must(*code == Some(0) && *is_written && n_warnings(warnings) == 0, &named)?;
    let (_, values, ..) = &printed;
    let has = |value: &str| values.lines().any(|line| line.starts_with(value));
    must(
        has("# stats =") && has("time-limit = 60") && has("memory-limit = 1024") && has("rtol = 0.5"),
        &printed,
    )
}

/// A library is opened only if the command line of a process allows it.
fn functions_of_a_library() -> Result<(), Failed> {
    let folder = temporary("library");
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
    let library = format!("--shared-libs={}", folder.join("functions.so").display());
    let allowed = |file: &str| format!("run {file} {library} --allow-shared-libs --device=cpu");
    let files = [
        ("functions.c", LIBRARY.to_string()),
        ("caller.mlir", CALLER.to_string()),
        ("narrow.mlir", CALLER.replace("(i64, i32)", "(i64, i8)").replace("-2 : i32", "-2 : i8")),
        ("absent.mlir", CALLER.replace("@half", "@third")),
        ("test.mlir", format!("// RUN: warpline {}\n{CALLER}", allowed("%s"))),
        ("found.toml", format!("[run]\n{}\n", library.replace("--", "").replace('=', " = \"") + "\"")),
        ("lifts.toml", "[run]\nallow-shared-libs = true\n".to_string()),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("the temporary directory can be written");
    }
    let mut compiler = Command::new("cc");
    let built = compiler
        .current_dir(&folder)
        .args(["-shared", "-fPIC", "-o", "functions.so", "functions.c"])
        .status();
    must(built.as_ref().is_ok_and(std::process::ExitStatus::success), built)?;
    let warpline = |line: &str| {
        let args: Vec<&str> = line.split(' ').collect();
        let mut command = warpline(&args);
        let Output { status, stdout, stderr } =
            command.current_dir(&folder).output().expect("the process can be started");
        let [out, err] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        (status.code(), out, err)
    };
    let right = warpline(&allowed("caller.mlir"));
    must(
        right.0 == Some(0) && right.1 == "result 0: i64 = 38\nresult 1: f64 = 35.0\nresult 2: f32 = 70.0\n",
        &right,
    )?;
    let refused = [
        (format!("run caller.mlir {library}"), 2, "--allow-shared-libs on the command line"),
        ("run caller.mlir --device=cpu".to_string(), 1, "the function 'scale' has no body"),
        (
            allowed("caller.mlir").replace("cpu", "interp"),
            1,
            "declared only, and the interpreter does not know it",
        ),
        (
            allowed("narrow.mlir"),
            1,
            "takes and returns i32, i64, index, f32 and f64, and takes buffers, but found i8",
        ),
        (allowed("absent.mlir"), 1, "the function 'third' has no body"),
        (allowed("caller.mlir").replace("functions.so", "no.so"), 1, "no.so' cannot be opened: "),
        ("test test.mlir".to_string(), 1, "is not opened"),
        ("run caller.mlir --config=lifts.toml".to_string(), 2, "'allow-shared-libs' cannot be set in a file"),
    ];
    for (line, code, words) in refused {
        let ran = warpline(&line);
        must(ran.0 == Some(code) && format!("{}{}", ran.1, ran.2).contains(words), (line, ran))?;
    }
    std::fs::rename(folder.join("found.toml"), folder.join("warpline.toml"))?;
    let found = warpline("run caller.mlir --allow-shared-libs --device=cpu");
    let ignores = found.2.contains("'shared-libs' is ignored") && found.2.contains("has no body");
    drop(std::fs::remove_dir_all(&folder));
    must(found.0 == Some(1) && ignores, found)
}

fn a_script_without_its_program() -> Result<(), Failed> {
    let (ended, printed) = output(&mut warpline(&["repl", "no-such-file.mlir"]));
    must(ended == Some(2) && printed.contains("cannot read 'no-such-file.mlir'"), (ended, printed))?;
    let path = temporary("there.mlir");
    std::fs::write(&path, RIGHT).expect("the temporary directory can be written");
    let (ended, printed) = output(&mut warpline(&["repl", &path.to_string_lossy()]));
    drop(std::fs::remove_file(path));
    must(ended == Some(0), (ended, printed))
}

/// A program that takes more memory than the process may have ends as one that passes a limit.
fn exhausted_memory() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let path = temporary("exhausted.mlir");
    std::fs::write(&path, PRINTS).expect("the temporary directory can be written");
    let line =
        format!("ulimit -d 300000; \"$WARPLINE\" run {} --input=1000000000 > /dev/null", path.display());
    let (ended, printed) = output(&mut shell(&line));
    drop(std::fs::remove_file(path));
    must(ended == Some(4) && printed.contains("more memory than the process may have"), (ended, printed))
}

/// A program that is not trusted runs, reads and writes what flags name, and ends with a sentence.
fn a_program_that_is_not_trusted() -> Result<(), Failed> {
    const DOUBLE: &str = "func.func @main(%a: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx] : memref<4xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %a[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}
";
    let (ended, printed) = run(DOUBLE, &["--untrusted", "--input=4xf32=3"]);
    if printed.contains("cannot confine the process") {
        return must(ended == Some(3), (ended, printed));
    }
    must(ended == Some(0) && printed.contains("leaks                0"), (ended, printed))?;
    let written = temporary("untrusted.npy");
    let to = format!("--output=+{}", written.display());
    for device in ["cpu", "interp"] {
        let (ended, printed) =
            run(DOUBLE, &["--untrusted", &format!("--device={device}"), "--input=4xf32=3", &to]);
        must(ended == Some(0) && printed.contains("is written to"), (ended, printed))?;
    }
    let read = [format!("--input=@{}", written.display()), "--expect=4xf32=12".to_string()];
    let (ended, printed) = run(DOUBLE, &["--untrusted", &read[0], &read[1]]);
    must(ended == Some(0), (ended, printed))?;
    let length = std::fs::metadata(&written).map(|file| file.len()).unwrap_or_default();
    must(length == 2 * (128 + 16), length)?;
    drop(std::fs::remove_file(written));
    for (text, code, words) in [
        (ENDLESS, 4, "the program takes more than 0.3 s"),
        (DEEP, 4, "overflows the stack"),
        (OUTSIDE, 1, "is out of bounds"),
        (OUTSIDE_IN_KERNEL, 1, "is out of bounds"),
        ("func.func @main() { return", 1, "error"),
    ] {
        let (ended, printed) = run(text, &["--untrusted", "--deadline=0.3", "--diagnostics=short"]);
        must(ended == Some(code) && printed.contains(words), (text, ended, &printed))?;
    }
    for (flag, words) in [
        ("--device=cuda", "expected a run on the cpu or on the interpreter"),
        ("--bounds=off", "keeps all checks"),
        ("--allow-shared-libs", "keeps all checks"),
        ("--assume-noalias", "keeps all checks"),
    ] {
        let (ended, printed) = run(DOUBLE, &["--untrusted", flag, "--input=4xf32=3"]);
        must(ended == Some(2) && printed.contains(words), (ended, printed))?;
    }
    Ok(())
}
