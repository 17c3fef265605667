//! Tests the race detector and the adversary on the workloads, with programs that are compiled once and run
//! often: summaries of kernels against the accesses of runs, schedules from reduced effects, removed waits,
//! and persistent stream pools.

#![expect(clippy::print_stdout, reason = "the numbers are what some of these tests are for")]

use std::collections::BTreeSet;
use std::sync::Arc;

use warpline::execute::{Outcome, Prepared};
use warpline_cli::cli::commands::run::prepare;
use warpline_cli::{Session, SourceFile};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Module, Op, ParseOptions, Span, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::bits::Bits;
use warpline_passes::schedule::borrowed_streams::Slices;
use warpline_passes::schedule::emit::emit;
use warpline_passes::schedule::gpu_reorder;
use warpline_passes::schedule::input::{Node, ScheduleInput};
use warpline_passes::schedule::joins::Joins;
use warpline_passes::schedule::memory;
use warpline_passes::schedule::plan::Plan;
use warpline_passes::schedule::verify_schedule::verdict::{Check, CheckResult};
use warpline_passes::schedule::verify_schedule::verify;
use warpline_passes::schedule::walk::Setting;
use warpline_runtime::{CpuDevice, CpuOptions, DetectingDevice, Device, Faults, FaultyDevice};
use warpline_testsuite::stages;
use warpline_testsuite::workloads::{Workload, module_text, workloads};

/// The default number of streams of a program.
const STREAMS: usize = 8;
/// A number of streams that is never a limit.
const UNBOUNDED: usize = 64;

fn compiled(text: &str, has_logs: bool) -> Prepared {
    let source = SourceFile { name: "workload.mlir".to_string(), text: text.to_string() };
    let mut session = Session::default();
    prepare(&mut session, &source, has_logs).unwrap_or_else(|_| panic!("{}\n{text}", session.err))
}

fn cpu(seed: Option<u64>) -> Arc<dyn Device> {
    Arc::new(CpuDevice::new(CpuOptions { seed, ..CpuOptions::default() }))
}

fn outcome(program: &Prepared, device: &Arc<dyn Device>) -> Outcome {
    program.run(device).expect("the program can be loaded")
}

/// Returns the program with placed buffers, the input of the scheduler, and its function.
fn placed(text: &str) -> (Module, Op) {
    let (mut module, mut diagnostics) = parse(text, &ParseOptions::default());
    assert!(verify_with_warnings(&module, &diagnostics).0.is_some(), "workloads are right");
    let passes = stages::to_placed();
    let pipeline = pipeline::parse(&passes, &mut diagnostics).expect("the pipeline is right");
    assert!(pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).is_ok());
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    (module, main)
}

fn plan(module: &Module, main: Op, most_streams: usize, edit: impl FnOnce(&mut [Node])) -> Plan {
    Plan::make(
        "main".to_string(),
        ScheduleInput::of_edited(module, main, &Slices::default(), edit),
        most_streams,
        Joins::Free,
    )
}

/// Returns the pairs of locations whose work accessed the same memory in a run, one of them writing it.
fn observed(program: &Prepared) -> BTreeSet<(Span, Span)> {
    let detector = Arc::new(DetectingDevice::new(CpuOptions::default()));
    let outcome = program.run_observed(&detector).expect("the program can be loaded");
    assert_eq!(outcome.failure, None);
    assert_eq!(detector.races(), [], "the program has no race");
    assert_eq!(detector.undeclared(), [], "kernels touch what their summaries tell");
    let place = |(a, b): (u32, u32)| (program.place(a), program.place(b));
    detector.conflicts().into_iter().map(place).collect()
}

fn place_of(module: &Module, plan: &Plan, node: usize) -> Span {
    module.span(module.location(plan.input.nodes[node].op))
}

#[test]
fn no_dependence_is_more_than_runs_need() {
    let mut n_edges = 0;
    let mut extra = Vec::new();
    for workload in workloads() {
        let text = module_text(&workload.items);
        let seen = observed(&compiled(&text, true));
        let (module, main) = placed(&text);
        let plan = plan(&module, main, STREAMS, |_| {});
        let is_compute = |node: usize| plan.input.nodes[node].kind.is_compute();
        let edges = plan.edges().into_iter().filter(|(a, b)| is_compute(*a) && is_compute(*b));
        for (a, b) in edges {
            n_edges += 1;
            if !seen.contains(&(place_of(&module, &plan, a), place_of(&module, &plan, b))) {
                extra.push(format!("{}: {a} -> {b}", workload.id));
            }
        }
    }
    println!("reduced edges {n_edges}, of which runs do not need {}", extra.len());
    assert!(0 < n_edges && extra.is_empty(), "{extra:?}");
}

#[test]
fn streams_and_slots_last_from_run_to_run() {
    for workload in workloads() {
        let program = compiled(&module_text(&workload.items), false);
        let device = cpu(None);
        let first = outcome(&program, &device);
        assert_eq!(first.failure, None, "{}", workload.id);
        assert_eq!(first.stats.streams_created, first.stats.streams, "{}", workload.id);
        for _ in 0..5 {
            let later = outcome(&program, &device);
            let created = (later.stats.streams_created, later.stats.events_created);
            assert_eq!(created, (0, 0), "{}", workload.id);
            assert_eq!(later.values, first.values, "{}", workload.id);
            assert_eq!(later.stats.leaked, first.stats.leaked, "{}", workload.id);
        }
    }
}

/// T6: two host threads with one device each.
#[test]
fn two_threads_with_a_device_each_do_not_meet() {
    const RUNS: usize = 1000;
    let text = module_text(&workloads()[0].items);
    let run_all = || {
        let (program, device) = (compiled(&text, false), cpu(None));
        let first = outcome(&program, &device);
        for _ in 0..RUNS {
            let later = outcome(&program, &device);
            assert_eq!((later.stats.streams_created, later.stats.events_created), (0, 0));
            assert_eq!((later.failure, later.values), (None, first.values.clone()));
        }
        // It keeps its modules loaded for the next run.
        drop(program);
        let counters = device.counters();
        let held = [counters.streams_leased, counters.events_leased, counters.buffers, counters.modules];
        assert_eq!(held, [0; 4]);
        assert_eq!(
            counters.streams_created, first.stats.streams,
            "no stream of the other thread is among them"
        );
        first.values
    };
    let (a, b) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(run_all), scope.spawn(run_all));
        (a.join().expect("no thread panics"), b.join().expect("no thread panics"))
    });
    assert_eq!(a, b);
}

/// Returns for each wait of a schedule, in issue order, whether work follows it on its stream; the other
/// waits join streams for the host.
fn waits_before_work(text: &str) -> Vec<bool> {
    let (mut module, main) = placed(text);
    gpu_reorder::permute(&mut module, &[]);
    let make = |program| Plan::make("main".to_string(), program, STREAMS, Joins::Free);
    let plan = memory::plan(&module, main, &Slices::default(), &Setting::default(), make);
    let waits = plan.waits.before.iter().zip(&plan.input.nodes);
    waits.flat_map(|(before, node)| before.iter().map(|_| node.kind.is_compute())).collect()
}

#[test]
fn adversary_shows_waits_that_are_left_out() {
    const SEEDS: u64 = 40;
    let (mut n_waits, mut hidden) = (0, Vec::new());
    for workload in workloads() {
        let text = module_text(&workload.items);
        let program = compiled(&text, false);
        let expected = outcome(&program, &cpu(None));
        let waits = waits_before_work(&text);
        assert_eq!(waits.len() as u64, expected.stats.waits, "{}", workload.id);
        for (number, _) in waits.iter().enumerate().filter(|(_, is_before_work)| **is_before_work) {
            n_waits += 1;
            let shows = |seed: u64| {
                let faults = Faults::NoWait(number as u64);
                let device: Arc<dyn Device> = Arc::new(FaultyDevice::new(cpu(Some(seed)), faults));
                let outcome = outcome(&program, &device);
                outcome.failure.is_some() || outcome.values != expected.values
            };
            if !(0..SEEDS).any(shows) {
                hidden.push(format!("{} wait {number}", workload.id));
            }
        }
    }
    println!("waits {n_waits}, of which {SEEDS} seeds show {}", n_waits - hidden.len());
    assert!(0 < n_waits && hidden.len() * 100 <= n_waits, "{hidden:?}");
}

/// Returns the nodes ordered before each node in the schedule of a plan: by its dependences, its stream, and
/// host waits.
fn behind(plan: &Plan) -> Vec<Bits> {
    let n = plan.input.nodes.len();
    let mut all = vec![Bits::new(n); n];
    let (mut host, mut tails) = (Bits::new(n), vec![None; plan.streams.count]);
    for (number, node) in plan.input.nodes.iter().enumerate() {
        let mut own = host.clone();
        let mut preds = plan.input.preds(number);
        preds.keep_below(number);
        let tail = if node.kind.is_device() { tails[plan.streams.of[number]] } else { None };
        for pred in preds.iter().chain(tail) {
            own.insert(pred);
            own.union(&all[pred]);
        }
        if node.kind.is_device() {
            tails[plan.streams.of[number]] = Some(number);
        } else {
            host.union(&own);
        }
        all[number] = own;
    }
    all
}

/// Counts of the mutants of one kind, and the missed ones.
#[derive(Default)]
struct Score {
    n_mutants: usize,
    n_live: usize,
    n_run: usize,
    missed: Vec<String>,
}

/// Returns the edits that remove one access from the summary of a node, as pairs of node and access.
fn edits(plan: &Plan) -> Vec<(usize, usize)> {
    let nodes = plan.input.nodes.iter().enumerate().filter(|(_, node)| node.kind.is_compute());
    nodes
        .flat_map(|(number, node)| (0..node.summary.touches.len()).map(move |touch| (number, touch)))
        .collect()
}

impl Score {
    /// Judges every mutant by the verifier, and every few mutants by a run.
    fn add(&mut self, workload: &Workload) {
        let text = module_text(&workload.items);
        let (module, main) = placed(&text);
        let right = plan(&module, main, UNBOUNDED, |_| {});
        let seen = observed(&compiled(&text, true));
        let edits = edits(&right);
        let stride = edits.len().div_ceil(6);
        for (turn, (node, touch)) in edits.into_iter().enumerate() {
            let edit = |nodes: &mut [Node]| drop(nodes[node].summary.touches.remove(touch));
            let wrong = plan(&module, main, UNBOUNDED, edit);
            let name = format!("{} node {node} use {touch}", workload.id);
            self.judge(&name, (&module, main), [&right, &wrong], &seen, turn % stride == 0);
        }
    }

    fn judge(
        &mut self,
        name: &str,
        (module, main): (&Module, Op),
        [right, wrong]: [&Plan; 2],
        seen: &BTreeSet<(Span, Span)>,
        runs: bool,
    ) {
        self.n_mutants += 1;
        let behind = behind(wrong);
        let nodes = &right.input.nodes;
        let is_device = |node: usize| nodes[node].kind.is_device();
        let n = nodes.len();
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
        let lost: Vec<(usize, usize)> = pairs
            .filter(|(a, b)| is_device(*a) && is_device(*b) && right.input.conflicts.contains(*b, *a))
            .filter(|(a, b)| !behind[*b].contains(*a))
            .collect();
        if lost.is_empty() {
            return;
        }
        self.n_live += 1;
        let mut mutant = module.clone();
        emit(&mut mutant, main, wrong);
        let race = verify(&mutant).into_iter().find(|verdict| verdict.check == Check::Race);
        if race.is_none_or(|verdict| verdict.result() == CheckResult::Proved) {
            self.missed.push(format!("{name} is proved"));
        }
        let place = |node: usize| place_of(module, right, node);
        if runs && lost.iter().any(|(a, b)| seen.contains(&(place(*a), place(*b)))) {
            let program = compiled(&print(&mutant, &PrintOptions::default()), true);
            let detector = Arc::new(DetectingDevice::new(CpuOptions::default()));
            let outcome = program.run_observed(&detector).expect("the program can be loaded");
            self.n_run += 1;
            if outcome.failure.is_none() && detector.races().is_empty() {
                self.missed.push(format!("{name} runs without a race"));
            }
        }
    }
}

#[test]
fn schedules_from_shrunken_effects_are_found_out() {
    let mut score = Score::default();
    for workload in workloads() {
        score.add(&workload);
    }
    let Score { n_mutants, n_live, n_run, missed } = score;
    println!(
        "effects shrunken {n_mutants}, order lost by {n_live}, run {n_run}, missed by the verifier or the detector {}",
        missed.len()
    );
    assert!(0 < n_live && 0 < n_run, "nothing was spoiled");
    assert!(missed.is_empty(), "{} missed: {}", missed.len(), missed[..missed.len().min(5)].join("\n"));
}
