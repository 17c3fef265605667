//! Random programs whose tokens determine a single result: every device computes it, with any number of
//! streams, with and without task graphs, in every legal order, and without a race. Their schedules are
//! proved, and hardly any has a redundant wait. A missing required dependence or wait is reported.
//!
//! `RANDOM_PROGRAMS=START..END` selects these seeds instead of a sample.

#![expect(clippy::print_stdout, reason = "the numbers are what some of these tests are for")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use warpline_ir::dialect::rt::Graph;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Module, OpKind, ParseOptions, Rt, parse};
use warpline_testsuite::generator::{Generator, seeds};
use warpline_testsuite::random_programs::meaning::{Meaning, meaning};
use warpline_testsuite::random_programs::modes::{
    Schedule, compiled, interpret, placed, run, schedule, schedules, unproved, unproved_or_redundant,
};
use warpline_testsuite::random_programs::shrink::shrink;
use warpline_testsuite::random_programs::syntax::{RandomProgram, Steps};
use warpline_testsuite::random_programs::text::text;
use warpline_testsuite::random_programs::weaken::without_dependences;
use warpline_testsuite::random_programs::{build::build, random, steps};

/// Counts of the tests.
#[derive(Default)]
struct Counts {
    programs: u64,
    works: usize,
    schedules: usize,
    /// Schedules with redundant waits.
    redundant: usize,
}

/// Tests a program in all modes.
fn try_all(program: &Steps, counts: &mut Counts) -> Result<(), String> {
    let (text, meaning) = (text(program), meaning(program));
    if !meaning.races.is_empty() {
        return Err(format!("open: the generator left {:?} unordered", meaning.races));
    }
    let n_inputs = 2;
    interpret(&text, &meaning, meaning.memory.len() - n_inputs)?;
    let seed = program.program.seed;
    for schedule in schedules(&placed(&text)?)? {
        let name = &schedule.name;
        let open = unproved(&schedule.module);
        if !open.is_empty() {
            return Err(format!("not proved: {name}\n{open}"));
        }
        let program = compiled(&schedule.text).map_err(|error| format!("{error} {name}"))?;
        for order in [None, Some(seed), Some(seed + 1)] {
            run(&program, order, &meaning).map_err(|error| format!("{error}\n{name} order {order:?}"))?;
        }
        counts.schedules += 1;
        counts.redundant += usize::from(!unproved_or_redundant(&schedule.module).is_empty());
    }
    counts.programs += 1;
    counts.works += meaning.n_works;
    Ok(())
}

fn outcome(program: &RandomProgram, counts: &mut Counts) -> Result<(), String> {
    let tried = catch_unwind(AssertUnwindSafe(|| try_all(&steps(program), counts)));
    tried.unwrap_or_else(|_| Err("panic".to_string()))
}

/// Returns the first words of a failure, which stay the same while a program is reduced.
fn kind(failure: &str) -> &str {
    failure.split(':').next().unwrap_or_default()
}

/// Reports a failure with the smallest program that fails in the same way.
fn report(program: RandomProgram, failure: &str) -> String {
    let fails = |candidate: &RandomProgram| {
        outcome(candidate, &mut Counts::default()).is_err_and(|other| kind(&other) == kind(failure))
    };
    let seed = program.seed;
    let small = shrink(program, fails);
    let failure = outcome(&small, &mut Counts::default()).err().unwrap_or_default();
    format!("seed {seed}: {failure}\n{}", text(&steps(&small)))
}

#[test]
fn random_programs_mean_the_same_in_all_modes() {
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for seed in seeds("RANDOM_PROGRAMS", 0..40) {
        let program = build(seed);
        if let Err(failure) = outcome(&program, &mut counts) {
            println!("seed {seed} fails: {}", failure.lines().next().unwrap_or_default());
            failures.push((program, failure));
        }
        if seed % 1000 == 999 {
            println!("seed {seed}: {} programs passed, {} failed", counts.programs, failures.len());
        }
    }
    let Counts { programs, works, schedules, redundant } = counts;
    println!(
        "{programs} programs with {works} works in {schedules} schedules, {redundant} with redundant waits"
    );
    // A slot that other events have used may order more than the search for waits can determine.
    assert!(1000 * redundant <= schedules, "{redundant} of {schedules} schedules have redundant waits");
    let n_failures = failures.len();
    let reports: Vec<String> =
        failures.into_iter().take(3).map(|(program, failure)| report(program, &failure)).collect();
    assert!(reports.is_empty(), "{n_failures} programs fail\n{}", reports.join("\n"));
}

/// Whether the missing order of a program is reported: by the scheduler, the verifier or the detector.
fn is_reported(text: &str, meaning: &Meaning, counts: &mut [usize; 3]) -> Result<bool, String> {
    let placed = placed(text)?;
    for options in ["max-streams=64", "max-streams=8"] {
        let schedule = schedule(&placed, "never", options)?;
        if schedule.messages.iter().any(|message| message.contains("unordered-conflict")) {
            counts[0] += 1;
            return Ok(true);
        }
        if !unproved(&schedule.module).is_empty() {
            counts[1] += 1;
            return Ok(true);
        }
        if run(&compiled(&schedule.text)?, None, meaning).is_err() {
            counts[2] += 1;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether every schedule orders the work that the tokens leave unordered, so that the result is unique.
fn is_ordered_anyway(text: &str, meaning: &Meaning) -> Result<bool, String> {
    for schedule in schedules(&placed(text)?)? {
        let program = compiled(&schedule.text)?;
        let is_right = |order| run(&program, order, meaning).is_ok();
        if !unproved(&schedule.module).is_empty() || ![None, Some(1), Some(2)].into_iter().all(is_right) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the programs without one of their dependences whose tokens leave conflicting work unordered.
fn weakened(program: &Steps) -> Vec<(Steps, Meaning)> {
    let all = without_dependences(program).into_iter().map(|weak| (meaning(&weak), weak));
    all.filter(|(meaning, _)| !meaning.races.is_empty()).map(|(meaning, weak)| (weak, meaning)).collect()
}

/// Returns the first program without a dependence that nothing reports, with its unordered pairs.
fn unreported(program: &RandomProgram) -> Option<String> {
    weakened(&steps(program)).into_iter().find_map(|(weak, meaning)| {
        let text = text(&weak);
        let is_missed = !is_reported(&text, &meaning, &mut [0; 3]).unwrap_or(true)
            && !is_ordered_anyway(&text, &meaning).unwrap_or(true);
        is_missed.then(|| format!("{:?}\n{text}", meaning.races))
    })
}

#[test]
fn dependences_that_are_missing_are_reported() {
    let (mut counts, mut n_programs, mut n_ordered, mut missed) = ([0; 3], 0, 0, Vec::new());
    for seed in seeds("RANDOM_PROGRAMS", 0..40) {
        let needed = weakened(&random(seed));
        let mut random = Generator::new(seed);
        let Some((weak, meaning)) = needed.get(random.below(needed.len())) else { continue };
        n_programs += 1;
        let text = text(weak);
        let refused = |error| panic!("seed {seed}: {error}\n{text}");
        if is_reported(&text, meaning, &mut counts).unwrap_or_else(refused) {
            continue;
        }
        if is_ordered_anyway(&text, meaning).unwrap_or_else(refused) {
            n_ordered += 1;
        } else {
            missed.push(seed);
        }
    }
    let [warned, refuted, detected] = counts;
    println!(
        "{n_programs} programs without a dependence: {warned} warned of, {refuted} not proved, {detected} detected, \
         {n_ordered} ordered by every schedule anyway, {} missed",
        missed.len()
    );
    if let Some(seed) = missed.first() {
        let small = shrink(build(*seed), |candidate| unreported(candidate).is_some());
        panic!("seeds {missed:?} missed:\n{}", unreported(&small).unwrap_or_default());
    }
    assert!(n_ordered * 10 <= n_programs, "most of these programs are reported");
}

/// A schedule with one injected error.
struct Mutant {
    kind: &'static str,
    name: String,
    text: String,
}

/// Returns the schedule without each of its waits and records in turn, and with each of them swapped with its
/// neighbour.
fn mutants(schedule: &Schedule) -> Vec<Mutant> {
    let lines: Vec<&str> = schedule.text.lines().collect();
    let kind_of = |line: &str| {
        let kinds = [("rt.wait ", "wait"), ("rt.host_wait ", "host wait"), ("rt.record ", "record")];
        kinds.into_iter().find(|(start, _)| line.trim_start().starts_with(start)).map(|(_, kind)| kind)
    };
    let is_work = |line: &str| {
        let line = line.trim_start();
        ["rt.launch", "rt.copy", "rt.fill"].iter().any(|work| line.starts_with(work))
    };
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let mut add = |kind, lines: &[&str]| {
            let name = format!("{} line {}: {}", kind, number + 1, line.trim());
            all.push(Mutant { kind, name, text: lines.join("\n") });
        };
        if let Some(kind) = kind_of(line) {
            let mut mutant = lines.clone();
            mutant.remove(number);
            add(kind, &mutant);
        }
        let Some(next) = lines.get(number + 1) else { continue };
        let is_swapped = (kind_of(line).is_some() || is_work(line))
            && (kind_of(next).is_some() || is_work(next))
            && !(is_work(line) && is_work(next));
        if is_swapped {
            let mut mutant = lines.clone();
            mutant.swap(number, number + 1);
            add("swap", &mutant);
        }
    }
    all.extend(without_edges(&schedule.module));
    all
}

/// Returns the schedule without each edge of a task graph in turn.
fn without_edges(module: &Module) -> Vec<Mutant> {
    let mut all = Vec::new();
    for graph in module.walk(module.root()) {
        if module.kind(graph) != OpKind::Rt(Rt::Graph) {
            continue;
        }
        let edges = Graph(module.op(graph)).edges();
        for left_out in 0..edges.len() {
            let kept = edges.iter().enumerate().filter(|(number, _)| *number != left_out);
            let kept: Vec<i64> = kept.flat_map(|(_, (from, to))| [*from, *to]).collect();
            let mut mutant = module.clone();
            let attr = mutant.i32_array_attr(kept);
            mutant.set_attr(graph, "edges", attr);
            let (name, text) = (format!("edge {left_out}"), print(&mutant, &PrintOptions::default()));
            all.push(Mutant { kind: "edge", name, text });
        }
    }
    all
}

/// The outcomes of the mutants of one kind.
#[derive(Clone, Copy, Default)]
struct Score {
    refuted: usize,
    detected: usize,
    harmless: usize,
}

/// Checks that a mutant is rejected or harmless; an error if the verifier proves it but a run refutes it.
fn judge(mutant: &Mutant, meaning: &Meaning, score: &mut Score) -> Result<(), String> {
    let (module, diagnostics) = parse(&mutant.text, &ParseOptions::default());
    if diagnostics.has_errors() || !unproved(&module).is_empty() {
        score.refuted += 1;
        return Ok(());
    }
    let program = compiled(&mutant.text)?;
    for order in [None, Some(1), Some(2), Some(3)] {
        if let Err(error) = run(&program, order, meaning) {
            score.detected += 1;
            return Err(format!("{} is proved, but {error}", mutant.name));
        }
    }
    score.harmless += 1;
    Ok(())
}

#[test]
fn mutants_of_schedules_are_rejected_or_harmless() {
    let mut scores: std::collections::BTreeMap<&str, Score> = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in seeds("RANDOM_PROGRAMS", 0..20) {
        let program = random(seed);
        let (text, meaning) = (text(&program), meaning(&program));
        let placed = placed(&text).expect("random programs are placed");
        let graphs = ["never", "always"][seed as usize % 2];
        let schedule = schedule(&placed, graphs, "max-streams=4").expect("random programs are scheduled");
        for mutant in mutants(&schedule) {
            let score = scores.entry(mutant.kind).or_default();
            if let Err(error) = judge(&mutant, &meaning, score) {
                wrong.push(format!("seed {seed}: {error}\n{}", schedule.text));
                println!("seed {seed}: {}", error.lines().next().unwrap_or_default());
            }
        }
    }
    for (kind, Score { refuted, detected, harmless }) in &scores {
        println!("{kind}: {refuted} not proved, {detected} proved and detected, {harmless} harmless");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[0]);
}
