//! `verify-schedule`: proves scheduled functions right, or shows where they are not.
//!
//! It reads only the scheduled form, written by `gpu-schedule` or by hand, and what operations touch; it shares no
//! code with the scheduler. For each function with operations of `rt` it answers every [`Check`]:
//! - [`Check::Race`]: conflicting accesses are ordered by streams, events, or waits of the host, on every path
//!   through regions, loops and blocks; a diagnostic shows both operations and the wait that is missing. So is what tokens
//!   of the program ask for; memory that they leave unordered and that only may be the same is noted.
//! - [`Check::Lifetime`]: no use after a free, no second free, no path that skips a free.
//! - [`Check::Leases`]: streams and slots are leased, and slots recorded before they are waited for. A slot that is
//!   recorded on some paths only is accepted where no race follows from it.
//! - [`Check::Return`]: the host has waited for all work at every return; in a function that runs on streams of its
//!   callers, its first stream comes after all its work, and all its work after what the caller has issued.
//! - [`Check::Memory`]: places of the arena that overlap are never in use at the same time, and no use finds what
//!   another buffer has left there; asked only where the function has places in an arena.
//! - [`Check::Deadlock`]: one thread issues and a wait names what was issued before, so waits cannot form a cycle. No
//!   launch that waits for memory is put before one that updates it, unless other memory asks for that order.
//! - [`Check::Minimal`]: every wait orders something new; asked only where no wait is missing.
//!
//! Proved means: whichever branches are taken and however often loops run, if kernels touch what their bodies show and no
//! work of others is in flight when the function is called. What rests on memory that *may* be the same is unknown,
//! never violated.
//!
//! Cost: a few runs over the steps, however deep loops are nested. A step takes time by the observers (streams, event slots
//! and the host), and by the places that may overlap those that it touches. What is open to observers is a few ranges of
//! work, shared where it is the same.

mod calls;
mod co_residency;
mod conflicts;
mod edges;
mod flow;
mod lifetime;
mod loops;
mod memory;
mod model;
mod race;
mod redundant;
mod report;
mod set;
mod spans;
mod tokens;
pub mod verdict;

use crate::analysis::calls::Calls;
use crate::pass::{Changed, Pass, PassCx, PassOption};
use model::{MAX_ENTRIES, Model};
use std::rc::Rc;
use verdict::{Check, Finding, Verdict};
use warpline_ir::{Diagnostic, Func, Module, Op, OpKind, Reported, Severity};

/// The pass.
pub const PASS: Pass = Pass {
    name: "verify-schedule",
    summary: "Proves the order of scheduled device work, its buffers and its waits, or shows what is wrong",
    options: &[PassOption { name: "print", summary: "report every verdict as a remark", default: "false" }],
    run,
};

/// About how many updates of what is open to an observer may go into the search for waits that are not needed.
const MINIMAL_BUDGET: usize = 1 << 26;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let prints = cx.option("print") == "true";
    let mut result = Ok(Changed::No);
    for verdict in verify(cx.module) {
        if prints {
            cx.report(verdict.func, verdict.line(cx.module));
        }
        for found in verdict.diagnostics(cx.module) {
            if found.severity == Severity::Error {
                let reported = cx.diagnostics.error_with(found.code, found.span, found.message, found.notes);
                result = Err(reported);
            } else {
                cx.diagnostics.push(found);
            }
        }
    }
    result
}

/// All checks of all scheduled functions, in the order of the text.
pub fn verify(module: &Module) -> Vec<Verdict> {
    verify_all(module, Depth::All)
}

fn verify_all(module: &Module, depth: Depth) -> Vec<Verdict> {
    let ops = module.walk(module.root());
    let scheduled: Vec<Op> = ops.into_iter().filter(|op| is_scheduled(module, *op)).collect();
    if scheduled.is_empty() {
        return Vec::new();
    }
    let calls = Rc::new(Calls::of(module));
    scheduled.into_iter().flat_map(|func| prove(module, func, &calls, depth).0).collect()
}

/// What is surely wrong with scheduled functions: the errors among the diagnostics of [`verify`], without the search for
/// waits that are not needed.
pub fn mistakes(module: &Module) -> Vec<Diagnostic> {
    let proved = verify_all(module, Depth::Errors);
    let found = proved.iter().flat_map(|verdict| verdict.diagnostics(module));
    found.filter(|found| found.severity == Severity::Error).collect()
}

/// Whether an operation is a function that holds operations of `rt`, or leases streams or events.
pub fn is_scheduled(module: &Module, op: Op) -> bool {
    let leases = || module.attr(op, "rt.streams").is_some() || module.attr(op, "rt.events").is_some();
    let has_rt = || module.walk(op).into_iter().any(|inner| matches!(module.kind(inner), OpKind::Rt(_)));
    module.kind(op) == OpKind::Func(Func::Func) && module.entry(op, 0).is_some() && (leases() || has_rt())
}

/// All checks of one function.
pub fn verify_function(module: &Module, func: Op) -> Vec<Verdict> {
    prove(module, func, &Rc::new(Calls::of(module)), Depth::All).0
}

/// How much it takes to prove a function, in counts that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Steps of the function: what touches memory, and what is done to streams and event slots.
    pub n_steps: usize,
    /// How often a step is run over by the search for races.
    pub n_runs: usize,
    /// How often a step is run over or looked at by the search for waits that are not needed. That grows with the distance
    /// between waits and the work that they order.
    pub n_trials: usize,
    /// How often what is open to a step is compared with the work that touches a place.
    pub n_asked: usize,
}

/// What the checks of one function take.
pub fn effort(module: &Module, func: Op) -> Effort {
    prove(module, func, &Rc::new(Calls::of(module)), Depth::All).1
}

/// Which checks are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Those that can find an error: all but [`Check::Minimal`].
    Errors,
    /// All.
    All,
}

/// The checks of one function, and what they take.
fn prove(module: &Module, func: Op, calls: &Rc<Calls>, depth: Depth) -> (Vec<Verdict>, Effort) {
    let mut model = Model::of(module, func, Rc::clone(calls));
    let n_observers = model.streams.len() + model.events.len() + 1;
    if MAX_ENTRIES < n_observers.saturating_mul(model.flow.stretches.len()) || !model.find_conflicts() {
        return (vec![too_large(&model)], Effort::default());
    }
    let (orders, at) = race::run(&model);
    let mut effort = Effort { n_steps: model.steps.len(), n_runs: orders.n_steps, ..Effort::default() };
    let race = report::race(&model, &orders);
    let lifetime = lifetime::check(&mut model);
    let mut leases = report::leases(&model, &orders);
    calls::check(&model, &mut leases);
    let at_return = report::at_return(&model, &orders);
    let has_waits = [&race, &leases, &at_return].iter().all(|verdict| verdict.violated.is_empty());
    let mut verdicts = vec![race, lifetime, leases, at_return];
    verdicts.extend(memory::check(&mut model, &orders));
    verdicts.push(co_residency::check(&model, &orders));
    if has_waits && depth == Depth::All {
        let known = if orders.is_mended { race::run_unmended(&model) } else { (orders, at) };
        let (redundant, n_trials) = redundant::find(&model, known, MINIMAL_BUDGET);
        effort.n_trials = n_trials;
        verdicts.push(report::minimal(&model, &redundant));
    }
    effort.n_asked = model.conflicts.n_asked();
    (verdicts, effort)
}

fn too_large(model: &Model<'_>) -> Verdict {
    let scope = format!("steps {}", model.steps.len());
    let mut verdict = Verdict::new(model.func, Check::Race, scope);
    let message = "not proved: the function has too many operations, streams and events";
    verdict.unknown.push(Finding::new(model.func, message).help("smaller functions would decide it"));
    verdict
}
