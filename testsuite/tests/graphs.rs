//! Tests task graphs: with all regions as graphs, every program computes the same result in every legal
//! order, is proved, fails cleanly when a driver call fails, and is detected when an edge is removed.

use warpline::compilation::{Graphs, PlanLimits};
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::directive::{Kind, directives};
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::dialect::rt::Graph;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostics, Module, Op, OpKind, ParseOptions, Rt, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::verify_schedule::verdict::{Check, CheckResult, Verdict};
use warpline_passes::schedule::verify_schedule::verify;
use warpline_runtime::exec::Leaked;
use warpline_testsuite::corpus;
use warpline_testsuite::generator::share;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::stages;
use warpline_testsuite::workloads::{Workload, chain, module_text, workloads};

/// The number of execution orders of each program.
const SEEDS: u64 = 8;
/// Workloads with more operations than this are not run once per edge.
const MOST_MUTATED: usize = 30;
/// One of so many cases is run, unless all are.
const SHARE: usize = 3;

fn execute(text: &str, args: &[&str]) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> =
        std::iter::once("warpline").chain(args.iter().copied()).map(str::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    (exit, session)
}

/// Returns every piece of the cases that succeeds on the CPU device, with its name and its arguments.
fn cases(directories: &[&str]) -> Vec<(String, String, Vec<String>)> {
    let mut found = Vec::new();
    for path in
        directories.iter().flat_map(|name| files_below(&root().join("testsuite/cases").join(name), "mlir"))
    {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let all = directives(&text).expect("a case has directives");
        let Some(run) = all.first().filter(|run| run.kind == Kind::Run && !run.must_fail) else { continue };
        if run.args.iter().any(|arg| arg.starts_with("--device=") && !arg.contains("cpu")) {
            continue;
        }
        let is_ours =
            |arg: &&String| ["--device=", "--detect", "--graphs"].iter().any(|own| arg.starts_with(own));
        let args: Vec<String> = run.args.iter().filter(|arg| !is_ours(arg)).cloned().collect();
        for (index, piece) in split(&text).iter().enumerate() {
            found.push((format!("{} piece {index}", path.display()), body(piece.text), args.clone()));
        }
    }
    let mut found = share(SHARE, found);
    found.retain(|(_, text, args)| run(text, args, &["--graphs=never"]).0 == Exit::Success);
    assert!(!found.is_empty(), "no case runs on the CPU device");
    found
}

fn run(text: &str, args: &[String], more: &[&str]) -> (Exit, Session) {
    let own = ["run", "--device=cpu", "--diagnostics=short"];
    let args: Vec<&str> = own.iter().chain(more).copied().chain(args.iter().map(String::as_str)).collect();
    execute(text, &args)
}

/// Returns the output of a program, without values that depend on addresses.
fn results(session: &Session) -> Vec<&str> {
    session.out.lines().filter(|line| !line.contains("base@")).collect()
}

#[test]
fn no_graph_races_and_no_order_changes_results() {
    let mut n_graphs = 0;
    for (name, text, args) in cases(&["run", "schedule"]) {
        let plain = run(&text, &args, &["--graphs=never"]).1;
        let (exit, graphs) = run(&text, &args, &["--graphs=always"]);
        assert_eq!(exit, Exit::Success, "{name}: {}", graphs.err);
        assert_eq!(results(&graphs), results(&plain), "{name}");
        n_graphs += graphs.stats.map_or(0, |stats| stats.graph_launches);
        for seed in 0..SEEDS {
            let flags = ["--graphs=always", &format!("--adversary={seed}"), "--detect-races"];
            let n_flags = 2 + (seed / 4 % 2) as usize;
            let (exit, other) = run(&text, &args, &flags[..n_flags]);
            assert_eq!(exit, Exit::Success, "{name} seed {seed}: {}", other.err);
            assert_eq!(results(&other), results(&plain), "{name} seed {seed}");
        }
    }
    assert!(100 < n_graphs * SHARE as u64, "only {n_graphs} graphs were launched");
}

#[test]
fn whichever_driver_call_fails_nothing_is_left() {
    for (name, text, args) in cases(&["run"]) {
        for call in 0.. {
            let (exit, session) = run(&text, &args, &["--graphs=always", &format!("--fail-call={call}")]);
            if exit == Exit::Success {
                break;
            }
            assert!(session.err.contains("InjectedFault"), "{name} call {call}: {}", session.err);
            let leaked = session.stats.map(|stats| stats.leaked).unwrap_or_default();
            assert_eq!(leaked, Leaked::default(), "{name} call {call}");
        }
    }
}

/// Returns the scheduled program with all regions as graphs; `None` if it cannot be scheduled or has no graph.
fn schedule(text: &str) -> Option<Module> {
    schedule_in(text, Graphs::Always).filter(|module| !graphs(module).is_empty())
}

/// Whether the program itself frees twice, or uses freed memory.
fn is_wrong(text: &str) -> bool {
    let verdicts = || schedule_in(text, Graphs::Never).map(|module| verify(&module)).unwrap_or_default();
    let is_wrong =
        |verdict: Verdict| verdict.check == Check::Lifetime && verdict.result() == CheckResult::Violated;
    text.contains("// Wrong:") || verdicts().into_iter().any(is_wrong)
}

fn schedule_in(text: &str, mode: Graphs) -> Option<Module> {
    let (mut module, mut diagnostics) = parse(text, &ParseOptions::default());
    if diagnostics.has_errors() {
        return None;
    }
    let passes = stages::to_schedule(mode, PlanLimits::default());
    let pipeline = pipeline::parse(&passes, &mut diagnostics).ok()?;
    pipeline::run(&pipeline, &mut module, &mut Diagnostics::new(), &mut Silent).ok()?;
    Some(module)
}

fn graphs(module: &Module) -> Vec<Op> {
    let is_graph = |op: &Op| module.kind(*op) == OpKind::Rt(Rt::Graph);
    module.walk(module.root()).into_iter().filter(is_graph).collect()
}

fn is_proved(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|verdict| verdict.result() == CheckResult::Proved)
}

/// Returns the module once per edge, without that edge.
fn without_edges(module: &Module) -> Vec<Module> {
    let mut mutants = Vec::new();
    for graph in graphs(module) {
        let edges = Graph(module.op(graph)).edges();
        for left_out in 0..edges.len() {
            let kept = edges.iter().enumerate().filter(|(number, _)| *number != left_out);
            let kept: Vec<i64> = kept.flat_map(|(_, (from, to))| [*from, *to]).collect();
            let mut mutant = module.clone();
            let attr = mutant.i32_array_attr(kept);
            mutant.set_attr(graph, "edges", attr);
            mutants.push(mutant);
        }
    }
    mutants
}

#[test]
fn graphs_are_proved_and_no_edge_can_go() {
    let texts = workloads().iter().map(|workload| module_text(&workload.items)).collect::<Vec<_>>();
    let pieces = corpus::pieces().iter().filter(|text| text.contains("gpu.") || text.contains("krnl."));
    let (mut n_graphs, mut n_edges) = (0, 0);
    for text in texts.iter().chain(pieces) {
        // Hand-written schedules are tested elsewhere.
        let is_ours = !text.contains(" rt.") && !is_wrong(text);
        let Some(module) = schedule(text).filter(|_| is_ours) else { continue };
        let verdicts = verify(&module);
        // It is not always known whether launches that wait for each other can make progress.
        let waits_for_others = text.contains("memref.atomic_rmw") && text.contains("scf.while");
        let is_right = |verdict: &Verdict| match verdict.result() {
            CheckResult::Proved => true,
            CheckResult::Unknown => waits_for_others && verdict.check == Check::Deadlock,
            CheckResult::Violated => false,
        };
        let lines: Vec<String> = verdicts.iter().map(|verdict| verdict.line(&module)).collect();
        let printed = || print(&module, &PrintOptions::default());
        assert!(verdicts.iter().all(is_right), "{lines:?}\n{}", printed());
        n_graphs += graphs(&module).len();
        for mutant in without_edges(&module) {
            n_edges += 1;
            assert!(!is_proved(&verify(&mutant)), "{}", print(&mutant, &PrintOptions::default()));
        }
    }
    assert!(20 < n_graphs && 500 < n_edges, "only {n_graphs} graphs with {n_edges} edges");
}

#[test]
fn the_detector_misses_every_edge_that_is_taken_away() {
    let is_small = |workload: &&Workload| workload.items.len() <= MOST_MUTATED;
    let mut n_edges = 0;
    for workload in workloads().iter().filter(is_small) {
        let module = schedule(&module_text(&workload.items)).expect("workloads have graphs");
        for mutant in without_edges(&module) {
            let text = print(&mutant, &PrintOptions::default());
            let (exit, session) = run(&text, &[], &["--detect-races"]);
            let is_found = exit == Exit::Failed && session.err.contains("]: race: ");
            assert!(is_found, "{}: {}\n{text}", workload.id, session.err);
            n_edges += 1;
        }
    }
    assert!(50 < n_edges, "only {n_edges} edges");
}

/// Returns the events of a timeline with this phase.
fn events<'a>(timeline: &'a serde_json::Value, phase: &str) -> Vec<&'a serde_json::Value> {
    let all = timeline["traceEvents"].as_array().expect("a timeline has events");
    all.iter().filter(|event| event["ph"] == phase).collect()
}

#[test]
fn a_timeline_shows_every_node_once_on_the_lane_of_its_turn() {
    for workload in workloads() {
        let output = temporary(&format!("graphs-{}.json", workload.id));
        let text = module_text(&workload.items);
        let (exit, session) = run(&text, &[], &["--graphs=always", "--trace", &output.to_string_lossy()]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let json = std::fs::read_to_string(&output).expect("the timeline is written");
        drop(std::fs::remove_file(output));
        let timeline: serde_json::Value = serde_json::from_str(&json).expect("a timeline is JSON");
        let time = |event: &serde_json::Value, key: &str| event[key].as_f64().expect("a time");
        let mut slices: Vec<(u64, f64, f64)> = events(&timeline, "X")
            .into_iter()
            .filter(|event| event["tid"] != 0)
            .map(|event| (event["tid"].as_u64().unwrap_or(0), time(event, "ts"), time(event, "dur")))
            .collect();
        assert_eq!(slices.len(), workload.golden.n, "{}", workload.id);
        slices.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for pair in slices.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            assert!(pair[0].1 + pair[0].2 < pair[1].1 + 0.0005, "{}: {pair:?}", workload.id);
        }
        let (begins, ends) = (events(&timeline, "s"), events(&timeline, "f"));
        assert_eq!(begins.len(), ends.len());
        for (begin, end) in begins.iter().zip(ends) {
            assert!(time(begin, "ts") < time(end, "ts") && begin["tid"] != end["tid"], "{begin} {end}");
        }
    }
}

#[test]
fn a_long_chain_is_one_graph_without_branches() {
    let text = module_text(&chain(1000));
    let (exit, session) = run(&text, &[], &["--graphs=always"]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let stats = session.stats.expect("a run on the cpu has statistics");
    assert_eq!((stats.graphs, stats.graph_launches, stats.launches), (1, 1, 1000));
    let (_, session) = run(&text, &[], &["--graphs=auto"]);
    assert_eq!(session.stats.map(|stats| stats.graphs), Some(0), "what is issued once stays on a stream");
}
