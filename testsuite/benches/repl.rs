//! Measures the REPL: the latency of every command on the seed program; commands that execute it are reported
//! separately. Passes run in worker processes, as they do for users; a worker is this binary again.
//!
//! The minimum of a few runs counts, because other programs may run at the same time. The last line names the
//! slowest command.

use std::process::ExitCode;
use std::time::Instant;

use warpline_cli::repl::Repl;
use warpline_cli::{Session, cli};

/// Runs of which the minimum counts.
const RUNS: usize = 5;

/// The input lines, ordered so that every line refers only to earlier ones.
const LINES: &[&str] = &[
    ":example conv_add",
    ":mark start",
    ":ir",
    ":ir test_parallel",
    ":ir --generic",
    ":stats",
    ":check",
    ":plan",
    ":why",
    ":why 2",
    ":dag",
    ":dag effects",
    ":emit plan",
    ":emit dot",
    ":emit html",
    ":emit mlir",
    ":emit ptx",
    ":emit clif",
    ":run @device",
    ":time",
    ":diff",
    ":diff --side",
    ":run @host",
    ":check",
    ":diff",
    ":undo",
    ":redo",
    ":states",
    ":goto start",
    "%a = arith.constant 1 : i32",
    "%b = arith.addi %a, %a : i32",
    "%b = arith.muli %a, %a : i32",
    "%c = arith.addi %a, %missing : i32",
    ":time @device,@host",
    ":passes",
    ":doc gpu.launch_func",
    ":set",
    ":limits",
    ":bufs",
    ":help",
];

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| word == "repl") {
        return cli::main();
    }
    let mut least = vec![f64::INFINITY; LINES.len()];
    for _ in 0..RUNS {
        let mut session = Session { is_process: true, ..Session::default() };
        let mut repl = Repl::new(&mut session, warpline_cli::cli::execute, false);
        repl.keep_quiet();
        for (line, least) in LINES.iter().zip(&mut least) {
            let start = Instant::now();
            repl.enter(line);
            *least = least.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    for (line, time) in LINES.iter().zip(&least) {
        println!("{time:9.3} ms  {line}");
    }
    let slowest = least.iter().copied().fold(0.0, f64::max);
    println!("{slowest:9.3} ms  the slowest");
    ExitCode::SUCCESS
}
