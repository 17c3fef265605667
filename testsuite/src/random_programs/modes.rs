//! Runs random programs in all modes in-process: schedules, verifier, detector, orders of the adversary, and
//! interpreter.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::meaning::Meaning;
use super::syntax::SIZE;
use crate::stages;
use warpline::execute::Prepared;
use warpline_cli::cli::commands::run::prepare;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostics, Module, ParseOptions, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::verify_schedule::verdict::{Check, CheckResult, Verdict};
use warpline_passes::schedule::verify_schedule::verify;
use warpline_runtime::exec::Leaked;
use warpline_runtime::{CpuOptions, DetectingDevice};

/// Runs passes; returns their diagnostics as text, as an error if they reject the module.
pub fn run_passes(module: &mut Module, passes: &str) -> Result<Vec<String>, String> {
    let mut diagnostics = Diagnostics::new();
    let pipeline = pipeline::parse(passes, &mut diagnostics).expect("the pipeline is right");
    let ended = pipeline::run(&pipeline, module, &mut diagnostics, &mut Silent);
    let messages: Vec<String> = diagnostics.iter().map(|found| found.message.clone()).collect();
    if ended.is_ok() { Ok(messages) } else { Err(format!("refused: {messages:?}")) }
}

/// Returns the program with placed buffers, the input of the scheduler.
pub fn placed(text: &str) -> Result<Module, String> {
    let (mut module, diagnostics) = parse(text, &ParseOptions::default());
    if diagnostics.has_errors() {
        return Err(format!("not read: {:?}", diagnostics.iter().next()));
    }
    run_passes(&mut module, &stages::to_placed())?;
    Ok(module)
}

/// A schedule of a program.
pub struct Schedule {
    /// The options that produced it.
    pub name: String,
    /// The scheduled program.
    pub module: Module,
    /// The printed program.
    pub text: String,
    /// The messages of the scheduler.
    pub messages: Vec<String>,
}

/// Schedules a placed program with some options.
pub fn schedule(placed: &Module, graphs: &str, options: &str) -> Result<Schedule, String> {
    let (ordered, messages) = ordered(placed, graphs)?;
    scheduled(&ordered, &messages, graphs, options)
}

/// Forms the task graphs of a placed program and reorders it; returns the messages as well.
fn ordered(placed: &Module, graphs: &str) -> Result<(Module, Vec<String>), String> {
    let mut module = placed.clone();
    let messages = run_passes(&mut module, &format!("gpu-graph-regions{{mode={graphs}}},gpu-reorder"))?;
    Ok((module, messages))
}

fn scheduled(ordered: &Module, messages: &[String], graphs: &str, options: &str) -> Result<Schedule, String> {
    let mut module = ordered.clone();
    let more = run_passes(&mut module, &format!("gpu-schedule{{{options}}}"))?;
    let messages = messages.iter().cloned().chain(more).collect();
    let text = print(&module, &PrintOptions::default());
    Ok(Schedule { name: format!("graphs={graphs} {options}"), module, text, messages })
}

/// Returns all distinct schedules of a placed program with 1 to 8 streams, with and without task graphs and joins.
pub fn schedules(placed: &Module) -> Result<Vec<Schedule>, String> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for graphs in ["never", "always", "auto"] {
        let (ordered, messages) = ordered(placed, graphs)?;
        for streams in 1..=8 {
            let joins = ["free", "true", "false"][streams % 3];
            // Under any memory limit, buffers of tokens get arena offsets as well.
            let memory = ["", " max-device-memory=1048576"][streams % 2];
            let options = format!("max-streams={streams} joins={joins}{memory}");
            let made = scheduled(&ordered, &messages, graphs, &options)?;
            if seen.insert(made.text.clone()) {
                all.push(made);
            }
        }
    }
    Ok(all)
}

/// Returns the failed verdicts of the verifier as text, except redundant waits.
pub fn unproved(module: &Module) -> String {
    open_verdicts(module, |check| check != Check::Minimal)
}

/// Returns the failed verdicts of the verifier as text, including redundant waits.
pub fn unproved_or_redundant(module: &Module) -> String {
    open_verdicts(module, |_| true)
}

fn open_verdicts(module: &Module, is_asked: impl Fn(Check) -> bool) -> String {
    let mut out = String::new();
    let is_open = |verdict: &&Verdict| verdict.result() != CheckResult::Proved && is_asked(verdict.check);
    for verdict in verify(module).iter().filter(is_open) {
        let _ = writeln!(out, "{}", verdict.line(module));
        for found in verdict.violated.iter().chain(&verdict.unknown) {
            let _ = writeln!(out, "  {}: {:?}", found.message, found.notes);
        }
    }
    out
}

fn source(text: &str) -> SourceFile {
    SourceFile { name: "random.mlir".to_string(), text: text.to_string() }
}

/// Compiles a schedule for the detector.
pub fn compiled(text: &str) -> Result<Prepared, String> {
    let mut session = Session::default();
    prepare(&mut session, &source(text), true).map_err(|_| format!("not prepared: {}", session.err))
}

/// Runs a schedule in issue order, or in one of the adversary; an error describes the difference from the
/// expected behaviour.
pub fn run(program: &Prepared, order: Option<u64>, meaning: &Meaning) -> Result<(), String> {
    let detector = Arc::new(DetectingDevice::new(CpuOptions { seed: order, ..CpuOptions::default() }));
    let outcome = program.run_observed(&detector).map_err(|error| format!("not loaded: {error:?}"))?;
    let (races, undeclared) = (detector.races(), detector.undeclared());
    if !races.is_empty() || !undeclared.is_empty() {
        return Err(format!("detected: {races:?} {undeclared:?}"));
    }
    if let Some(failure) = outcome.failure {
        return Err(format!("failed: {failure:?}"));
    }
    let buffers = outcome.values.iter().filter(|array| array.len() == SIZE);
    let memory: Vec<Vec<i32>> =
        buffers.map(|array| array.bits().map(|bits| bits as u32 as i32).collect()).collect();
    if memory != meaning.memory || outcome.printed != meaning.printed {
        let (expected, printed) = (&meaning.memory, &outcome.printed);
        return Err(format!("wrong result: expected {expected:?}\nbut found {memory:?}\n{printed}"));
    }
    if outcome.stats.leaked != Leaked::default() {
        return Err(format!("leaks: {:?}", outcome.stats.leaked));
    }
    Ok(())
}

/// Runs a program on the interpreter; an error describes the difference from the expected behaviour.
pub fn interpret(text: &str, meaning: &Meaning, n_results: usize) -> Result<(), String> {
    let mut session = Session::with_stdin(source(text));
    let expected = meaning.memory.iter().take(n_results).map(|array| {
        let numbers: Vec<String> = array.iter().map(ToString::to_string).collect();
        format!("--expect={SIZE}xi32={}", numbers.join(","))
    });
    let args: Vec<String> =
        ["warpline", "run", "--device=interp"].map(str::to_string).into_iter().chain(expected).collect();
    let exit = cli::execute(&args, &mut session);
    let is_right = exit == Exit::Success && session.out.starts_with(&meaning.printed);
    if is_right { Ok(()) } else { Err(format!("interpreter: {exit:?} {}\n{}", session.err, session.out)) }
}
