//! Counts what the start of the command takes: instructions, which do not depend on what else a machine does, and page
//! faults. Needs valgrind, and Linux. With `--release` it counts the binary that is published, and `--nocapture` shows
//! the counts.

#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The most instructions of `--version`, and of a command that lists something. Page faults depend on the system.
const MOST: [u64; 2] = if cfg!(debug_assertions) { [1_440_000, 2_210_000] } else { [934_000, 1_580_000] };

/// Returns a program in an environment of its own: allocator and loader read each variable.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command
}

/// Returns the instructions of the binary with an argument; `None` without valgrind.
fn instructions(argument: &str) -> Option<u64> {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("start-{argument}.callgrind"));
    let mut valgrind = command("valgrind");
    valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
    let ran = valgrind.args([env!("CARGO_BIN_EXE_warpline"), argument]).output().ok()?;
    drop(std::fs::remove_file(out));
    let err = String::from_utf8_lossy(&ran.stderr).into_owned();
    let counted = err.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    Some(counted.unwrap_or_else(|| panic!("no count in {err}")))
}

/// Returns the page faults of children that have ended, for which nothing was read from a disk.
fn faults_of_children() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has this file");
    // Behind the name, which may have blanks, is field 3, and the number is field 11.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    behind.split_whitespace().nth(8).and_then(|field| field.parse().ok()).expect("a number")
}

/// Returns the page faults of the binary with an argument, the fewest of several runs.
fn faults(argument: &str) -> u64 {
    let run = |_| {
        let before = faults_of_children();
        let status = command(env!("CARGO_BIN_EXE_warpline")).arg(argument).stdout(Stdio::null()).status();
        assert!(status.expect("the binary can be started").success());
        faults_of_children() - before
    };
    (0..5).map(run).min().unwrap_or_default()
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are for people")]
fn the_command_starts_fast() {
    let Some(version) = instructions("--version") else {
        println!("skipped: needs valgrind");
        return;
    };
    let (faults, passes) = (faults("--version"), instructions("passes").unwrap_or_default());
    println!("--version: {version} instructions, {faults} page faults\npasses: {passes} instructions");
    for (found, most) in [version, passes].into_iter().zip(MOST) {
        assert!(found <= most, "found {found}, but at most {most} are right");
    }
}
