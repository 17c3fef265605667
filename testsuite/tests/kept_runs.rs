//! Every pass alone keeps the run of every program of `cases/run` on the interpreter: its exit code and its values. So do
//! pipelines of random passes those of generated programs.
//!
//! A pass may refuse a program with an error; the tests print how often. `KEPT_RUNS=all` tries every pass on every program,
//! which takes some minutes, otherwise a share of the pairs is tried; `KEPT_PIPELINES=START..END` selects generated programs.

use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_passes::PASSES;
use warpline_testsuite::generator::{Generator, seeds};
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::random_programs::{random, text::text};
use warpline_testsuite::{random_kernels, random_views};

/// One of this many pairs is tried.
const SHARE: usize = 24;
/// The passes of a pipeline.
const N_PASSES: usize = 12;
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

fn passes() -> Vec<&'static str> {
    PASSES.iter().map(|pass| pass.name).filter(|name| !LEFT_OUT.contains(name)).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what one wants to know")]
fn passes_keep_runs() {
    let share = if std::env::var("KEPT_RUNS").is_ok_and(|which| which == "all") { 1 } else { SHARE };
    let passes = passes();
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

/// Returns a generated program: a kernel, views of memory, or device work with tokens.
fn generated(seed: u64) -> String {
    match seed % 3 {
        0 => random_kernels::program(seed),
        1 => random_views::program(seed).text,
        _ => text(&random(seed)),
    }
}

/// Returns the results of a run, and its arguments, that differ from those of another one. A run shows the arguments that it
/// may write to, of which a pass may leave fewer.
fn differing(before: &str, after: &str) -> Vec<String> {
    let parts = |out: &str| -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for line in out.lines() {
            match parts.last_mut().filter(|_| line.starts_with(' ')) {
                Some(last) => last.extend(["\n", line]),
                None => parts.push(line.to_string()),
            }
        }
        parts
    };
    let name = |part: &str| part.split(':').next().unwrap_or_default().to_string();
    let before = parts(before);
    let is_other = |part: &String| {
        let known = before.iter().find(|known| name(known) == name(part));
        known.map_or(!part.starts_with("argument"), |known| known != part)
    };
    parts(after).into_iter().filter(is_other).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what one wants to know")]
fn random_pipelines_keep_runs() {
    let passes = passes();
    let (mut n_kept, mut n_refused, mut changed) = (0, 0, Vec::new());
    for seed in seeds("KEPT_PIPELINES", 0..60) {
        let (mut generator, program) = (Generator::new(seed), generated(seed));
        let before = run(&program);
        if before.0 != Exit::Success {
            continue;
        }
        let mut now = program;
        let mut done: Vec<&str> = Vec::new();
        // A pass that refuses the program is left out.
        for pass in (0..N_PASSES).map(|_| passes[generator.below(passes.len())]) {
            let (exit, opt) = execute(&["opt", "-", &format!("--{pass}")], &now);
            if exit != Exit::Success {
                n_refused += 1;
                continue;
            }
            done.push(pass);
            let after = run(&opt.out);
            if after.0 == Exit::Limit {
                break;
            }
            let differing = differing(&before.1, &after.1);
            if after.0 != before.0 || !differing.is_empty() {
                let found = [differing.join("\n"), after.2].concat();
                changed.push(format!("seed {seed} after {}: {:?}, {found}", done.join(","), after.0));
                break;
            }
            now = opt.out;
        }
        n_kept += 1;
    }
    eprintln!("{n_kept} programs, {n_refused} passes refused one");
    assert!(changed.is_empty(), "{} runs changed:\n{}", changed.len(), changed.join("\n"));
    assert!(20 < n_kept, "only {n_kept} programs ran");
}
