//! Holds the plans that are shown against the one that a run executes: for each program, `compile --stop-after=scheduled`
//! prints the same text, `compile --emit=plan` has the same work, streams and event slots, and `check` the same verdicts.

use warpline::backends::CodeTarget;
use warpline::execute::Interface;
use warpline::steps;
use warpline_cli::cli::commands::run::scheduled;
use warpline_cli::repl::Repl;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::Module;
use warpline_ir::print::{PrintOptions, print};
use warpline_passes::schedule::verify_schedule::verify;
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::programs::programs;
use warpline_testsuite::random_nests::{self, Order};
use warpline_testsuite::workloads::{case_text, workloads};

/// The targets, the first of which runs here.
const TARGETS: [&str; 3] = ["cpu", "sm_90", "gfx942"];
/// The number of random nests of loops in each order.
const N_NESTS: u64 = 12;

/// Returns the programs by name: the examples, the cases that run, the workloads, and nests of loops.
fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in files_below(&root().join("examples"), "mlir") {
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        found.push((path.display().to_string(), text));
    }
    found.extend(
        programs("run").into_iter().chain(programs("gpu")).map(|program| (program.name, program.text)),
    );
    found.extend(workloads().iter().map(|workload| (format!("{workload:?}"), case_text(workload))));
    for seed in 0..N_NESTS {
        for order in [Order::Any, Order::Sequential] {
            found.push((format!("nest {seed} {order:?}"), random_nests::program(seed, order)));
        }
    }
    found
}

fn source(text: &str) -> SourceFile {
    SourceFile { name: "program.mlir".to_string(), text: text.to_string() }
}

fn run(text: &str, args: &[&str]) -> (Exit, String) {
    let mut session = Session::with_stdin(source(text));
    let args: Vec<String> = ["warpline"].iter().chain(args).map(ToString::to_string).collect();
    let exit = cli::execute(&args, &mut session);
    (exit, session.out)
}

/// Returns the lines of `check` about the schedule of the function that a run executes.
fn verdicts<'a>(lines: impl Iterator<Item = &'a str>, entry: &str) -> Vec<String> {
    let name = format!("@{entry}: ");
    lines.filter_map(|line| line.find(&name).map(|at| line[at..].to_string())).collect()
}

/// Returns the work, streams and event slots of the plan of a function without inner plans, as `check` words them.
fn planned(text: &str, entry: &str) -> Option<String> {
    let plan = text.split(&format!("plan @{entry} {{")).nth(1)?.split("\n}").next()?;
    let number = |after: &str| plan.split(after).nth(1)?.split_whitespace().next();
    let (streams, events) = (number("  streams ")?, number(" events ")?);
    // What frees a buffer on a stream is added by the plan.
    let n = number("  n ")?.parse::<usize>().ok()? + plan.matches("\n  free on ").count();
    Some(format!("device operations {n}, streams {streams}, event slots {events}"))
}

/// Whether device work of a function is issued in its body only, not in loops or branches.
fn is_flat(module: &Module, entry: &str) -> bool {
    let Some(entry) = module.find_symbol(module.root(), entry) else { return false };
    let body = module.entry(entry, 0);
    let is_work = |op| module.kind(op).device_work().is_some();
    module.walk(entry).into_iter().filter(|op| is_work(*op)).all(|op| module.block_of(op) == body)
}

/// Compares the plans of a program for a target. Returns how many forms of the plan were compared.
fn compare(name: &str, text: &str, target: &str) -> usize {
    let mut session = Session::default();
    let code = CodeTarget::find(target).expect("there is such a target");
    let Ok(module) = scheduled(&mut session, &source(text), code) else { return 0 };
    let expected = print(&module, &PrintOptions::default());
    let target_flag = format!("--target={target}");
    let (exit, shown) = run(text, &["compile", "--stop-after=scheduled", &target_flag]);
    assert_eq!(exit, Exit::Success, "{name} on {target}");
    assert!(shown == expected, "{name} on {target}: a run executes\n{expected}\nbut shown is\n{shown}");
    let read = steps::check_program(text, false).module;
    let entry = Interface::entry_of(&read, None).expect("it runs");
    let entry = read.symbol_name(entry).expect("a function has a name");
    let lines: Vec<String> = verify(&module).iter().map(|verdict| verdict.line(&module)).collect();
    let of_run = verdicts(lines.iter().map(String::as_str), entry);
    if is_flat(&module, entry) && !expected.contains("rt.graph") {
        let (_, plan) = run(text, &["compile", "--emit=plan", &target_flag]);
        if let Some(planned) = planned(&plan, entry) {
            let race = of_run.first().cloned().unwrap_or_default();
            assert!(race.ends_with(&planned), "{name} on {target}: a run has\n{race}\nbut the plan\n{plan}");
        }
    }
    if target == TARGETS[0] {
        let (_, checked) = run(text, &["check", "-v", "-"]);
        assert_eq!(verdicts(checked.lines(), entry), of_run, "{name}: check");
    }
    1
}

#[test]
fn plans_that_are_shown_are_executed() {
    let all = all();
    let n_compared: usize =
        all.iter().flat_map(|(name, text)| TARGETS.map(|target| compare(name, text, target))).sum();
    assert!(400 < n_compared, "{n_compared} plans of {} programs were compared", all.len());
}

#[test]
fn the_repl_shows_the_plan_of_compile() {
    for path in files_below(&root().join("examples"), "mlir") {
        let text = std::fs::read_to_string(&path).expect("an example can be read");
        let (_, of_compile) = run(&text, &["compile", "--emit=plan", "--target=cpu"]);
        let mut session = Session::default();
        let mut repl = Repl::new(&mut session, cli::execute, false);
        repl.allow_unregistered();
        repl.enter(&text);
        repl.enter(":plan");
        let plans = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::trim_end);
            lines
                .skip_while(|line| !line.starts_with("plan @"))
                .take_while(|line| *line != "}")
                .map(str::to_string)
                .collect()
        };
        assert_eq!(plans(&session.out), plans(&of_compile), "{}", path.display());
    }
}
