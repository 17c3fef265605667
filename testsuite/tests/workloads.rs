//! Tests the dependence graphs of the workloads, and their plans with full concurrency.

use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Module, ParseOptions, parse};
use warpline_passes::schedule::plan::Plan;
use warpline_passes::schedule::{make_plan, preview};
use warpline_testsuite::paths::root;
use warpline_testsuite::workloads::{Golden, Item, case_name, case_text, module_text, workloads};

/// A number of streams that is never a limit.
const UNBOUNDED: usize = 1 << 10;

fn module_of(items: &[Item]) -> Module {
    let text = module_text(items);
    let (module, diagnostics) = parse(&text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "{:?}\n{text}", diagnostics.iter().next());
    let (facts, found) = verify_with_warnings(&module, &diagnostics);
    assert!(facts.is_some(), "{:?}\n{text}", found.iter().next());
    module
}

fn plan(items: &[Item], max_streams: usize) -> Plan {
    let module = module_of(items);
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    make_plan(&module, main, max_streams)
}

fn found(items: &[Item]) -> Golden {
    let plan = plan(items, UNBOUNDED);
    let figures = plan.figures();
    Golden {
        n: figures.n,
        naive: figures.n_conflicts,
        reduced: figures.n_reduced,
        width: figures.width,
        waits: figures.n_waits,
        records: figures.n_records,
    }
}

#[test]
fn graphs_and_waits_are_minimal() {
    let mut wrong = Vec::new();
    for workload in workloads() {
        let found = found(&workload.items);
        if found != workload.golden {
            wrong.push(format!("{}: expected {:?}\n  but found {found:?}", workload.id, workload.golden));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn joins_halve_the_waits_of_all_to_all() {
    let all_to_all = workloads().into_iter().find(|workload| workload.id == "W17");
    let module = module_of(&all_to_all.expect("W17 is there").items);
    let options = [("max-streams", "64"), ("joins", "true")].map(|(k, v)| (k.to_string(), v.to_string()));
    let figures = preview(&module, &options).plans[0].figures();
    assert_eq!((figures.n_waits, figures.n_records), (18, 12));
}

#[test]
fn plans_are_never_slower_than_one_stream() {
    for workload in workloads() {
        for max_streams in [1, 2, 4, 8, UNBOUNDED] {
            let figures = plan(&workload.items, max_streams).figures();
            let id = workload.id;
            assert!(
                figures.predicted.makespan <= figures.predicted.sequential,
                "{id} on {max_streams}: {figures:?}"
            );
            assert!(
                figures.predicted.critical_path <= figures.predicted.makespan,
                "{id} on {max_streams}: {figures:?}"
            );
        }
    }
}

#[test]
fn case_files_are_what_the_generator_writes() {
    for workload in workloads() {
        let path = root().join("testsuite/cases/schedule/workloads").join(case_name(&workload));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let source: Vec<&str> = text.lines().filter(|line| !line.starts_with("// OUT:")).collect();
        let is_same = source.join("\n").trim_end() == case_text(&workload).trim_end();
        assert!(
            is_same,
            "{} is not up to date: cargo run -p warpline-testsuite --bin workloads",
            path.display()
        );
    }
}
