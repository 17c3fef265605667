//! Checks the alias analysis of memrefs against the addresses of runs.
//!
//! A wrong "no alias" answer is a race that neither the scheduler nor the verifier of schedules detects,
//! because both use this analysis. Random programs therefore fill views, and the race detector observes the
//! addresses of each fill: views reported as disjoint share no address, and views reported as overlapping
//! share one.
//!
//! `ALIAS_PROGRAMS=START..END` selects these seeds instead of a sample.

#![expect(clippy::print_stdout, reason = "the numbers are what some of these tests are for")]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use warpline_cli::cli::commands::run::prepare;
use warpline_cli::{Session, SourceFile};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Gpu, Module, Op, OpKind, ParseOptions, Span, Value, parse};
use warpline_passes::analysis::alias::{AliasAnalysis, Overlap, overlap};
use warpline_passes::analysis::call_graph::functions;
use warpline_passes::analysis::calls::Calls;
use warpline_passes::analysis::summary::Summaries;
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::transforms::assume_noalias::mark_entry;
use warpline_runtime::driver::detect::AccessKind;
use warpline_runtime::{CpuOptions, DetectingDevice};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::random_views::{Views, program};
use warpline_testsuite::stages;
use warpline_testsuite::workloads::{module_text, workloads};

/// The number of programs of the sample.
const PROGRAMS: u64 = 480;

fn verified(text: &str) -> Module {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    let (facts, found) = verify_with_warnings(&module, &diagnostics);
    assert!(facts.is_some(), "{diagnostics:?} {found:?}\n{text}");
    module
}

/// Runs a program on a device that observes addresses; returns the device and a function that maps operations
/// to their locations in the text.
fn observe(text: &str) -> (Arc<DetectingDevice>, impl Fn(u32) -> Span) {
    let source = SourceFile { name: "views.mlir".to_string(), text: text.to_string() };
    let mut session = Session::default();
    let program = prepare(&mut session, &source, true).unwrap_or_else(|_| panic!("{}\n{text}", session.err));
    let detector = Arc::new(DetectingDevice::new(CpuOptions::default()));
    detector.keep_accesses();
    let outcome = program.run_observed(&detector).expect("the program can be loaded");
    assert_eq!(outcome.failure, None, "{text}");
    assert_eq!(detector.races(), [], "{text}");
    (detector, move |op| program.place(op))
}

/// Returns the addresses that each fill of a program writes, of elements of 4 bytes.
fn addresses(module: &Module, fills: &[Op], text: &str) -> Vec<BTreeSet<u64>> {
    let (detector, location) = observe(text);
    let number = |op: &Op| module.span(module.location(*op));
    let numbers: BTreeMap<(u32, u32), usize> =
        fills.iter().enumerate().map(|(index, op)| (bounds(number(op)), index)).collect();
    let mut found = vec![BTreeSet::new(); fills.len()];
    for accessed in detector.accesses() {
        if accessed.access == AccessKind::Write
            && let Some(index) = numbers.get(&bounds(location(accessed.op)))
        {
            found[*index].extend((accessed.range.0..accessed.range.1).step_by(4));
        }
    }
    found
}

fn bounds(span: Span) -> (u32, u32) {
    (span.start, span.end)
}

/// Counts of the pairs of views.
#[derive(Debug, Default)]
struct Counts {
    programs: u64,
    runs: u64,
    pairs: u64,
    /// Pairs without a common element; `proved` counts those that the analysis proves.
    apart: u64,
    proved: u64,
    /// Pairs proved when `main` is the only function that is called from outside.
    proved_in_run: u64,
    /// Pairs that always have a common element.
    sure: u64,
}

#[test]
fn answers_hold_for_the_addresses_of_views() {
    let mut counts = Counts::default();
    for seed in seeds("ALIAS_PROGRAMS", 0..PROGRAMS) {
        let program = program(seed);
        check(seed, &program, &mut counts);
    }
    println!("{counts:?}");
    assert!(0 < counts.runs && 0 < counts.sure, "{counts:?}");
    assert!(counts.apart / 2 < counts.proved, "{counts:?}");
    assert!(counts.proved < counts.proved_in_run, "{counts:?}");
}

/// Returns the module as `run` prepares it.
fn with_entry(module: &Module) -> Module {
    let mut module = module.clone();
    let main = module.find_symbol(module.root(), "main").expect("every program has a main function");
    mark_entry(&mut module, main);
    module
}

fn check(seed: u64, program: &Views, counts: &mut Counts) {
    let module = verified(&program.text);
    let ops = module.walk(module.root()).into_iter();
    let fills: Vec<Op> = ops.filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::Memset)).collect();
    assert_eq!(fills.len(), program.filled.len(), "seed {seed}");
    let observed = program.has_run.then(|| addresses(&module, &fills, &program.text));
    counts.programs += 1;
    counts.runs += u64::from(observed.is_some());
    let views: Vec<Value> = fills.iter().map(|fill| module.operands(*fill)[0]).collect();
    let (mut aliases, mut within, mut alone) =
        (AliasAnalysis::with_callers(), AliasAnalysis::default(), AliasAnalysis::with_callers());
    let marked = with_entry(&module);
    let all: Vec<_> = views
        .iter()
        .map(|view| [aliases.of(&module, *view), within.of(&module, *view), alone.of(&marked, *view)])
        .collect();
    for (i, [x, own, run]) in all.iter().enumerate() {
        for (j, [y, other, run_other]) in all.iter().enumerate().take(i) {
            let context = || format!("seed {seed}: views {j} and {i}\n{}", program.text);
            let answer = aliases.overlap(x, y);
            let is_apart = program.filled[i].is_disjoint(&program.filled[j]);
            assert!(is_apart || answer != Overlap::No, "{}", context());
            assert!(is_apart || within.overlap(own, other) != Overlap::No, "{}", context());
            let when_run = alone.overlap(run, run_other);
            assert!(is_apart || when_run != Overlap::No, "run: {}", context());
            assert!(when_run == Overlap::No || answer != Overlap::No, "run knows more: {}", context());
            assert_eq!(answer, aliases.overlap(y, x), "{}", context());
            let is_sure = answer == Overlap::Same && x.surely_meets(y);
            assert!(!(is_apart && is_sure), "surely: {}", context());
            if let Some(observed) = &observed {
                let meet = !observed[i].is_disjoint(&observed[j]);
                assert!(!(meet && answer == Overlap::No), "observed: {}", context());
                assert!(!(meet && is_apart), "the program has other elements: {}", context());
                assert!(meet || !is_sure, "not observed: {}", context());
            }
            counts.pairs += 1;
            counts.apart += u64::from(is_apart);
            counts.proved += u64::from(answer == Overlap::No);
            counts.proved_in_run += u64::from(when_run == Overlap::No);
            counts.sure += u64::from(is_sure);
        }
    }
}

/// Returns a program with placed buffers, the input of the scheduler.
fn placed(text: &str) -> Module {
    let mut module = with_entry(&verified(text));
    let mut diagnostics = warpline_ir::Diagnostics::new();
    let passes = stages::to_placed();
    let pipeline = pipeline::parse(&passes, &mut diagnostics).expect("the pipeline is right");
    assert!(pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).is_ok());
    module
}

#[test]
fn what_workloads_touch_in_common_may_overlap() {
    let mut n_seen = 0;
    // Freed memory is reused at the same addresses.
    let texts = workloads().into_iter().map(|workload| (workload.id, module_text(&workload.items)));
    for (id, text) in texts.filter(|(_, text)| !text.contains("dealloc")) {
        let module = placed(&text);
        let mut summaries = Summaries::with_calls(Rc::new(Calls::of(&module)));
        let mut at: BTreeMap<(u32, u32), Vec<Op>> = BTreeMap::new();
        for op in functions(&module).into_iter().flat_map(|func| module.walk(func)) {
            at.entry(bounds(module.span(module.location(op)))).or_default().push(op);
        }
        let (detector, location) = observe(&text);
        for (a, b) in detector.conflicts() {
            let [a, b] = [a, b].map(|op| bounds(location(op)));
            let (Some(earlier), Some(later)) = (at.get(&a), at.get(&b)) else { continue };
            let mut meets = |x: Op, y: Op| {
                let (x, y) = (summaries.of(&module, x), summaries.of(&module, y));
                let mut pairs = x.touches.iter().flat_map(|x| y.touches.iter().map(move |y| (x, y)));
                let is_unknown = x.is_unknown || y.is_unknown;
                is_unknown || pairs.any(|(x, y)| summaries.aliases.overlap(&x.place, &y.place) != Overlap::No)
            };
            let is_seen = earlier.iter().any(|x| later.iter().any(|y| meets(*x, *y)));
            assert!(is_seen, "{id}: {a:?} and {b:?} touch the same memory");
            n_seen += 1;
        }
    }
    assert!(0 < n_seen, "no workload touches memory twice");
}

#[test]
fn one_question_has_the_answer_of_many() {
    for seed in 0..6 {
        let module = verified(&program(seed).text);
        let ops = module.walk(module.root()).into_iter();
        let views: Vec<Value> = ops
            .filter(|op| module.kind(*op) == OpKind::Gpu(Gpu::Memset))
            .map(|fill| module.operands(fill)[0])
            .collect();
        let mut aliases = AliasAnalysis::with_callers();
        for a in &views {
            for b in &views {
                let (x, y) = (aliases.of(&module, *a), aliases.of(&module, *b));
                assert_eq!(aliases.overlap(&x, &y), overlap(&module, *a, *b), "seed {seed}");
            }
        }
    }
}
