//! Random programs with every kind of control flow: their schedules are proved, and their results equal those
//! of the interpreter in every legal order of execution.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use warpline::compilation::{Graphs, PlanLimits};
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostics, Module, ParseOptions, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::verify_schedule::verdict::CheckResult;
use warpline_passes::schedule::verify_schedule::verify;
use warpline_testsuite::flows::random_program;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::stages;

/// The number of programs.
const N_PROGRAMS: u64 = 150;

/// Maximum numbers of streams: one too few, and enough.
const MOST_STREAMS: [usize; 3] = [1, 2, 64];

/// The number of execution orders of each program.
const SEEDS: u64 = 3;

fn scheduled(text: &str, most_streams: usize) -> Module {
    let (mut module, mut diagnostics) = parse(text, &ParseOptions::default());
    let limits = PlanLimits { max_streams: NonZeroUsize::new(most_streams), ..PlanLimits::default() };
    let passes = stages::to_schedule(Graphs::Auto, limits);
    let pipeline = pipeline::parse(&passes, &mut diagnostics).expect("the pipeline is right");
    let mut diagnostics = Diagnostics::new();
    let result = pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent);
    assert!(result.is_ok(), "{:?}\n{text}", diagnostics.iter().next());
    module
}

/// Returns the failed verdicts of the verifier as text.
fn unproved(module: &Module) -> String {
    let mut report = String::new();
    for verdict in verify(module).iter().filter(|verdict| verdict.result() != CheckResult::Proved) {
        let _ = writeln!(report, "{}", verdict.line(module));
        for found in verdict.violated.iter().chain(&verdict.unknown) {
            let _ = writeln!(report, "  {}: {:?}", found.message, found.notes);
        }
    }
    report
}

fn run(text: &str, args: &[&str]) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> = ["warpline", "run"].iter().chain(args).map(ToString::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    (exit, session)
}

#[test]
fn random_schedules_are_proved() {
    let mut wrong = Vec::new();
    for seed in 0..N_PROGRAMS {
        let text = random_program(&mut Generator::new(seed));
        for most_streams in MOST_STREAMS {
            let module = scheduled(&text, most_streams);
            let report = unproved(&module);
            if !report.is_empty() {
                let text = print(&module, &PrintOptions::default());
                wrong.push(format!("program {seed} on {most_streams} streams\n{report}{text}"));
            }
        }
    }
    let titles: Vec<&str> = wrong.iter().filter_map(|text| text.split("module attributes").next()).collect();
    let report = titles.join("\n");
    assert!(wrong.is_empty(), "{} are not proved:\n{report}\n{}", wrong.len(), wrong[wrong.len() - 1]);
}

#[test]
fn random_programs_compute_what_the_interpreter_computes() {
    let mut n_streams = 0;
    for seed in 0..N_PROGRAMS {
        let text = random_program(&mut Generator::new(seed));
        let (exit, expected) = run(&text, &["--device=interp"]);
        assert_eq!(exit, Exit::Success, "program {seed}: {}\n{text}", expected.err);
        for order in 0..SEEDS {
            let adversary = format!("--adversary={order}");
            let (exit, found) = run(&text, &["--device=cpu", "--detect-races", &adversary]);
            assert_eq!(exit, Exit::Success, "program {seed}: {}\n{text}", found.err);
            assert_eq!(found.out, expected.out, "program {seed} in order {order}\n{text}");
            let stats = found.stats.expect("a run tells what it did");
            assert_eq!(stats.leaked, warpline_runtime::exec::Leaked::default(), "program {seed}\n{text}");
            n_streams += stats.streams;
        }
    }
    assert!(N_PROGRAMS * SEEDS < n_streams, "there are programs on several streams");
}
