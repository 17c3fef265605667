//! Runs pairs of programs that differ in one number (`testsuite/src/planted.rs`): the default run must report the wrong
//! one, without a signal, and must run its twin to the end.
//!
//! `PLANTED=0..4000` runs all pairs; without it, a sample runs. `PLANTED_DEVICE=interp` chooses another device.

use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_cli::cli;
use warpline_ir::OpKind;
use warpline_ir::def::Reach;
use warpline_testsuite::generator::seeds;
use warpline_testsuite::paths::temporary;
use warpline_testsuite::planted::pair;

/// Set in child processes that act as the command line.
const IS_WARPLINE: &str = "WARPLINE_TEST_IS_WARPLINE";

fn main() -> ExitCode {
    if std::env::var_os(IS_WARPLINE).is_some() {
        return cli::main();
    }
    let trials = vec![
        Trial::test("planted mistakes are reported, and nothing else", planted),
        Trial::test("each row that is checked is planted", rows_are_planted),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Each row whose memory is checked, by what the row says, is in a program that must fail.
fn rows_are_planted() -> Result<(), Failed> {
    let programs: Vec<String> = (0..1000).map(|seed| pair(seed).wrong).collect();
    let is_planted = |name: &str| programs.iter().any(|program| program.contains(&format!("{name} ")));
    let rows = OpKind::all().filter(|kind| kind.def().is_some_and(|def| def.reach == Some(Reach::Checked)));
    let missing: Vec<String> = rows.map(OpKind::name).filter(|name| !is_planted(name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("not planted: {}", missing.join(", ")).into()) }
}

#[expect(clippy::print_stderr, reason = "the counts are what one wants to know")]
fn planted() -> Result<(), Failed> {
    let seeds = seeds("PLANTED", 0..120);
    let (next, found) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        return;
                    }
                    let problems = attack(seed);
                    found.lock().expect("no thread panics").extend(problems);
                }
            });
        }
    });
    let found = found.into_inner().expect("no thread panics");
    let count = |what: &str| found.iter().filter(|problem: &&String| problem.starts_with(what)).count();
    eprintln!(
        "{} pairs: {} missed, {} signals, {} alarms",
        seeds.end - seeds.start,
        count("missed"),
        count("signal"),
        count("alarm")
    );
    if found.is_empty() { Ok(()) } else { Err(Failed::from(found.join("\n"))) }
}

/// Runs both programs of a pair, and returns what is wrong about the outcomes.
fn attack(seed: u64) -> Vec<String> {
    let pair = pair(seed);
    let mut problems = Vec::new();
    let mut say = |what: &str, text: &str, said: &str| {
        problems.push(format!("{what}: seed {seed}: {}\n{said}\n{text}", pair.what));
    };
    let (code, said) = run(seed, "wrong", &pair.wrong);
    match code {
        None => say("signal", &pair.wrong, &said),
        Some(1 | 4) if said.contains("error") => {}
        Some(_) => say("missed", &pair.wrong, &said),
    }
    let (code, said) = run(seed, "right", &pair.right);
    if code != Some(0) {
        say("alarm", &pair.right, &said);
    }
    problems
}

fn run(seed: u64, which: &str, text: &str) -> (Option<i32>, String) {
    let path = temporary(&format!("planted-{seed}-{which}.mlir"));
    std::fs::write(&path, text).expect("the temporary directory can be written");
    let device = std::env::var("PLANTED_DEVICE").unwrap_or_else(|_| "auto".to_string());
    let mut command = Command::new(std::env::current_exe().expect("a test knows its path"));
    command.args([
        "run",
        "--cache=off",
        "--no-config",
        "--no-reproducer",
        "--diagnostics=short",
        "--deadline=20",
    ]);
    command.arg(format!("--device={device}")).arg(&path).env(IS_WARPLINE, "1").stdin(Stdio::null());
    let output = command.output().expect("the process can be started");
    drop(std::fs::remove_file(path));
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}
