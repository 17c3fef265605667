//! Every pass alone keeps the run of every program of `cases/run` on the interpreter: its exit code and its values.
//!
//! A pass may refuse a program with an error; the test prints how often. `KEPT_RUNS=all` tries every pass on every program,
//! which takes some minutes; otherwise a share of the pairs is tried.

use warpline::testing::case::bless::body;
use warpline::testing::case::split::split;
use warpline::{Exit, Session, SourceFile, cli};
use warpline_passes::PASSES;
use warpline_testsuite::paths::{files_below, root};

/// One of this many pairs is tried.
const SHARE: usize = 24;
/// The maximum steps of a run; programs that take more are left out.
const MAX_STEPS: &str = "--max-steps=3000000";
/// Passes that are left out: a promise of the user about callers, and reports of accesses, each of which counts as a write,
/// so that a run shows arguments that it only reads.
const LEFT_OUT: [&str; 2] = ["assume-noalias", "cpu-log-accesses"];

/// Pairs of a program and a pass that changes its run: the counter of a loop passes the end of its type, where the loops of
/// these passes wrap, as those of mlir-opt do; and more private memory than the pass leaves a thread.
const KNOWN: [(&str, &str); 3] = [
    ("last_numbers.mlir", "convert-scf-to-cf"),
    ("last_numbers.mlir", "scf-for-to-while"),
    ("private_memory_exhausted.mlir", "gpu-bound-allocas"),
];

/// A program of a case.
struct Program {
    place: String,
    text: String,
}

fn execute(args: &[&str], text: &str) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> = ["warpline"].iter().chain(args).map(ToString::to_string).collect();
    (cli::execute(&args, &mut session), session)
}

/// Returns the exit code of a run, its output and its errors.
fn run(text: &str) -> (Exit, String, String) {
    let (exit, session) = execute(&["run", "-", "--device=interp", "--diagnostics=short", MAX_STEPS], text);
    (exit, session.out, session.err)
}

fn programs() -> Vec<Program> {
    let mut all = Vec::new();
    for path in files_below(&root().join("testsuite/cases/run"), "mlir") {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pieces = split(&text).into_iter().enumerate();
        all.extend(pieces.map(|(number, piece)| Program {
            place: format!("{name}, piece {}", number + 1),
            text: body(piece.text),
        }));
    }
    all
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what one wants to know")]
fn passes_keep_runs() {
    let share = if std::env::var("KEPT_RUNS").is_ok_and(|which| which == "all") { 1 } else { SHARE };
    let passes = PASSES.iter().map(|pass| pass.name).filter(|name| !LEFT_OUT.contains(name));
    let passes: Vec<&str> = passes.collect();
    let (mut n_tried, mut n_refused, mut changed) = (0, 0, Vec::new());
    for (number, program) in programs().iter().enumerate() {
        let before = run(&program.text);
        if before.0 != Exit::Success {
            continue;
        }
        for pass in
            passes.iter().enumerate().filter(|(at, _)| (7 * number + at) % share == 0).map(|(_, pass)| pass)
        {
            let (exit, opt) = execute(&["opt", "-", &format!("--{pass}")], &program.text);
            if exit != Exit::Success {
                n_refused += 1;
                continue;
            }
            n_tried += 1;
            let after = run(&opt.out);
            let is_known = KNOWN.iter().any(|(file, known)| known == pass && program.place.starts_with(file));
            // More operations may take more steps than the limit.
            if is_known || after.0 == Exit::Limit {
                continue;
            }
            if (after.0, &after.1) != (before.0, &before.1) {
                let found = if after.0 == before.0 { &after.1 } else { &after.2 };
                changed.push(format!("{} after {pass}: {:?}, {found}", program.place, after.0));
            }
        }
    }
    eprintln!("{n_tried} runs after a pass, {n_refused} programs refused by a pass");
    assert!(changed.is_empty(), "{} runs changed:\n{}", changed.len(), changed.join("\n"));
    assert!(200 < n_tried, "only {n_tried} runs were tried");
}
