//! Tests the schedules of all cases that run on streams: no race, equal results in every legal order, a
//! report for every removed wait, and a clean failure whichever driver call fails.

use warpline::compilation::{Graphs, PlanLimits};
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::directive::{Directive, Kind, directives};
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_runtime::exec::Leaked;
use warpline_testsuite::generator::share;
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::stages;

/// The number of execution orders of each program.
const SEEDS: u64 = 8;

/// More driver calls than any small case makes.
const MOST_CALLS: u64 = 1000;
/// One of so many cases is run, unless all are.
const SHARE: usize = 4;

/// A piece of a case that succeeds on the CPU device.
struct RacesProgram {
    name: String,
    text: String,
    args: Vec<String>,
}

impl RacesProgram {
    /// Runs the program with additional arguments.
    fn run(&self, text: &str, more: &[&str]) -> (Exit, Session) {
        let args = ["warpline", "run", "--device=cpu", "--diagnostics=short"];
        let args = args.iter().chain(more).map(ToString::to_string).chain(self.args.iter().cloned());
        execute(text, &args.collect::<Vec<_>>())
    }

    /// Whether the program itself fails.
    fn fails(&self) -> bool {
        self.run(&self.text, &[]).0 == Exit::Failed
    }

    /// Returns the scheduled program; `None` if it does not use several streams.
    fn scheduled(&self) -> Option<String> {
        let pipeline = stages::to_schedule(Graphs::default(), PlanLimits::default());
        let args = ["warpline", "opt", "--pass-pipeline", &pipeline].map(str::to_string);
        let (exit, session) = execute(&self.text, &args);
        assert_eq!(exit, Exit::Success, "{}\n{}", self.name, session.err);
        session.out.contains("rt.wait").then_some(session.out)
    }
}

fn execute(text: &str, args: &[String]) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let exit = cli::execute(args, &mut session);
    (exit, session)
}

/// Returns the arguments of a directive without the device; `None` if the CPU device is not among its
/// devices, if it makes a call fail, or if its expected outcome differs from `must_fail`.
fn arguments(directive: &Directive, must_fail: bool) -> Option<Vec<String>> {
    let is_other = |arg: &String| {
        arg.starts_with("--device=") && !arg.contains("cpu") || arg.starts_with("--fail-call=")
    };
    if directive.kind != Kind::Run || directive.must_fail != must_fail || directive.args.iter().any(is_other)
    {
        return None;
    }
    let is_ours = |arg: &&String| arg.starts_with("--device=") || *arg == "--detect-races";
    Some(directive.args.iter().filter(|arg| !is_ours(arg)).cloned().collect())
}

/// Returns every piece of the cases in these directories that runs on the CPU device.
fn programs(directories: &[&str]) -> Vec<RacesProgram> {
    let mut found = share(SHARE, pieces(directories, false));
    found.retain(|program| program.run(&program.text, &[]).0 == Exit::Success);
    assert!(!found.is_empty(), "no case runs on the CPU device");
    found
}

/// Returns every piece of the cases in these directories that starts on the CPU device and then fails.
fn failing_programs(directories: &[&str]) -> Vec<RacesProgram> {
    let mut found = share(SHARE, pieces(directories, true));
    found.retain(|program| program.run(&program.text, &[]).1.stats.is_some());
    assert!(!found.is_empty(), "no case fails on the CPU device");
    found
}

/// Returns every piece of the cases in these directories that is meant for the CPU device.
fn pieces(directories: &[&str], must_fail: bool) -> Vec<RacesProgram> {
    let mut found = Vec::new();
    for directory in directories {
        for path in files_below(&root().join("testsuite/cases").join(directory), "mlir") {
            let text = std::fs::read_to_string(&path).expect("a case can be read");
            let args = directives(&text).expect("a case has directives");
            let args = args.first().and_then(|directive| arguments(directive, must_fail));
            let Some(args) = args else { continue };
            for (index, piece) in split(&text).iter().enumerate() {
                let name = format!("{} piece {index}", path.display());
                found.push(RacesProgram { name, text: body(piece.text), args: args.clone() });
            }
        }
    }
    found
}

fn with_schedules() -> Vec<RacesProgram> {
    programs(&["run", "schedule"])
}

/// Returns the output of a program, without values that depend on addresses.
fn results(session: &Session) -> Vec<&str> {
    session.out.lines().filter(|line| !line.contains("base@")).collect()
}

#[test]
fn no_case_races_and_no_order_changes_results() {
    for program in with_schedules() {
        let plain = program.run(&program.text, &[]).1;
        let (exit, detected) = program.run(&program.text, &["--detect-races"]);
        assert_eq!(exit, Exit::Success, "{}: {}", program.name, detected.err);
        assert_eq!(results(&detected), results(&plain), "{}", program.name);
        for seed in 0..SEEDS {
            let flags = [&format!("--adversary={seed}"), "--detect-races"];
            // Every other run has no logs, so that it uses the usual code.
            let n_flags = 1 + (seed / 4 % 2) as usize;
            let (exit, other) = program.run(&program.text, &flags[..n_flags]);
            assert_eq!(exit, Exit::Success, "{} seed {seed}: {}", program.name, other.err);
            assert_eq!(results(&other), results(&plain), "{} seed {seed}", program.name);
        }
    }
}

#[test]
fn kernels_of_all_cases_touch_what_their_summaries_tell() {
    let programs = programs(&[""]);
    let has_finding = |program: &&RacesProgram| {
        let session = program.run(&program.text, &["--detect-races"]).1;
        session.err.contains("the declared effects of")
            || session.err.contains("not reachable from its arguments")
    };
    let wrong: Vec<&str> = programs.iter().filter(has_finding).map(|program| program.name.as_str()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A text without one of its lines, and whether device work follows that line on its stream.
struct Mutant {
    text: String,
    line: usize,
    is_before_work: bool,
}

fn without_waits(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let waits = (0..lines.len()).filter(|line| lines[*line].trim_start().starts_with("rt.wait "));
    let mutant = |line: usize| {
        let stream = lines[line].rsplit(' ').next().unwrap_or_default();
        let (on, host) = (format!(" on {stream} "), format!("rt.host_wait {stream}"));
        let mut rest = lines[line + 1..].iter().map(|line| format!("{} ", line.trim()));
        let next = rest.find(|line| {
            let is_work = ["rt.launch", "rt.copy", "rt.fill"].iter().any(|work| line.starts_with(work));
            is_work && line.contains(&on) || line.starts_with(&host) || line.starts_with("return")
        });
        let is_before_work = next.is_some_and(|line| line.contains(&on));
        let kept = lines.iter().enumerate().filter(|(index, _)| *index != line).map(|(_, line)| *line);
        Mutant { text: kept.collect::<Vec<_>>().join("\n"), line, is_before_work }
    };
    waits.map(mutant).collect()
}

#[test]
fn every_wait_that_is_taken_away_is_missed() {
    let (mut n_waits, mut n_found) = (0, 0);
    for program in with_schedules() {
        let Some(scheduled) = program.scheduled() else { continue };
        let (exit, session) = program.run(&scheduled, &["--detect-races"]);
        assert_eq!(exit, Exit::Success, "{}: {}", program.name, session.err);
        for mutant in without_waits(&scheduled) {
            let (exit, session) = program.run(&mutant.text, &["--detect-races"]);
            let is_found = exit == Exit::Failed && session.err.contains("]: race: ");
            let name = format!("{} without line {}", program.name, mutant.line + 1);
            // Tokens of the user may order work that no memory orders, a run takes one path through blocks,
            // and a function waits for any work that its callers may have issued; then there is no race to
            // report.
            let is_free =
                ["async", "cf.cond_br", "cf.switch", "scf.if", "scf.index_switch", "func.func private"];
            let may_be_missed =
                !mutant.is_before_work || is_free.iter().any(|word| program.text.contains(word));
            assert!(is_found || may_be_missed, "{name} is not reported: {}", session.err);
            n_waits += 1;
            n_found += usize::from(is_found);
        }
    }
    assert!(0 < n_found, "of {n_waits} waits none is needed");
}

/// Whether a report names locations, as `file:line:column`.
fn has_place(err: &str) -> bool {
    let first = err.lines().find(|line| line.contains("error")).unwrap_or_default();
    let mut parts = first.split(':').skip(1);
    let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok_and(|n| 0 < n));
    is_number(parts.next()) && is_number(parts.next())
}

/// Fails one driver call; returns whether the run made that call before it failed by itself.
fn fails_in_order(program: &RacesProgram, call: u64) -> bool {
    let (exit, session) = program.run(&program.text, &[&format!("--fail-call={call}")]);
    if exit == Exit::Success {
        return false;
    }
    let name = format!("{} call {call}", program.name);
    assert_eq!(exit, Exit::Failed, "{name}: {}", session.err);
    let is_injected = session.err.contains("InjectedFault");
    let is_fine = if is_injected { has_place(&session.err) } else { program.fails() };
    assert!(is_fine, "{name}: {}", session.err);
    let leaked = session.stats.map(|stats| stats.leaked).unwrap_or_default();
    assert_eq!(leaked, Leaked::default(), "{name}");
    is_injected
}

#[test]
fn whichever_driver_call_fails_the_run_ends_in_order() {
    for program in programs(&["run"]) {
        let n_calls = (0..MOST_CALLS).take_while(|call| fails_in_order(&program, *call)).count();
        assert!(
            (least(&program)..MOST_CALLS as usize).contains(&n_calls),
            "{}: {n_calls} calls",
            program.name
        );
    }
    // Programs that fail by themselves, up to that point.
    for program in failing_programs(&["run"]) {
        let n_calls = (0..MOST_CALLS).take_while(|call| fails_in_order(&program, *call)).count();
        assert!(n_calls < MOST_CALLS as usize, "{}: {n_calls} calls", program.name);
    }
    // Larger programs: calls at increasing distances.
    for program in programs(&["schedule"]) {
        let calls = std::iter::successors(Some(0), |call| Some(call + 1 + call / 8));
        let n_calls = calls.take_while(|call| fails_in_order(&program, *call)).count();
        assert!(least(&program) <= n_calls, "{} makes no call", program.name);
    }
}

/// Returns the least number of driver calls of a program: one without kernels may make none, and so may one of several
/// functions.
fn least(program: &RacesProgram) -> usize {
    let is_main = !program.args.iter().any(|arg| arg.starts_with("--entry"));
    usize::from(is_main && program.text.contains("gpu.launch"))
}
