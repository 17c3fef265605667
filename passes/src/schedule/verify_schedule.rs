//! `verify-schedule`: proves scheduled functions correct, or reports where they are not.
//!
//! The pass reads only the scheduled form, written by `gpu-schedule` or by hand, and the memory effects of
//! operations. It shares no code with the scheduler. For each function with `rt` operations it gives a verdict for
//! every [`Check`]:
//! - [`Check::Race`]: conflicting accesses are ordered by streams, events or host waits, on every path through
//!   regions, loops and blocks. A diagnostic shows both operations and the missing wait. Orders that user tokens
//!   require are checked alike. Accesses that tokens leave unordered and that only may alias are noted.
//! - [`Check::Lifetime`]: no use after a free, no double free, no path that skips a free.
//! - [`Check::Leases`]: streams and event slots are leased, and slots are recorded before they are waited for. A slot
//!   that is recorded on some paths only is accepted if no race follows from it.
//! - [`Check::Return`]: the host has waited for all work at every return. In a function that runs on borrowed
//!   streams, its first stream comes after all its work, and all its work comes after what the caller has issued.
//! - [`Check::Memory`]: arena slots that overlap are never in use at the same time, and no use reads contents that
//!   another buffer has left there. Checked only in functions with arena slots.
//! - [`Check::Deadlock`]: one thread issues all work and a wait refers to work issued earlier, so waits cannot form a
//!   cycle. No launch that spins on memory is ordered before one that updates it, unless other memory requires that
//!   order.
//! - [`Check::Minimal`]: every wait orders something new. Checked only if no wait is missing.
//!
//! "Proved" means: for all branches taken and all trip counts, provided that kernels access what their bodies show
//! and no other work is in flight when the function is called. A verdict that rests on memory that only *may* alias
//! is "unknown", never "violated".
//!
//! Cost: a few runs over the steps, independent of the nesting depth of loops. A step takes time proportional to the
//! observers (streams, event slots and the host) and to the memory regions that may overlap those that it accesses.
//! The work open to an observer is stored as a few ranges, and equal sets are shared.

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
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use model::{MAX_ENTRIES, Model};
use std::rc::Rc;
use verdict::{Check, CheckDiagnostic, Verdict};
use warpline_ir::{Diagnostic, Func, Module, Op, OpKind, Reported, Severity};

/// The `verify-schedule` pass.
pub const PASS: Pass = Pass {
    name: "verify-schedule",
    summary: "Proves the order, the buffers and the waits of scheduled device work correct, or reports violations",
    options: &[PassOption { name: "print", summary: "report every verdict as a remark", default: "false" }],
    run: PassFn::MayFail(run),
};

/// The approximate budget of updates of open sets for the search for redundant waits.
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

/// Runs all checks of all scheduled functions, in program order.
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

/// Returns the certain errors of scheduled functions: those among the diagnostics of [`verify`], without the search
/// for redundant waits.
pub fn mistakes(module: &Module) -> Vec<Diagnostic> {
    let proved = verify_all(module, Depth::Errors);
    let found = proved.iter().flat_map(|verdict| verdict.diagnostics(module));
    found.filter(|found| found.severity == Severity::Error).collect()
}

/// Whether an operation is a function that holds `rt` operations, or leases streams or events.
pub fn is_scheduled(module: &Module, op: Op) -> bool {
    let leases = || module.attr(op, "rt.streams").is_some() || module.attr(op, "rt.events").is_some();
    let has_rt = || {
        module
            .walk(op)
            .into_iter()
            .any(|inner| matches!(module.kind(inner), OpKind::Rt(kind) if kind.is_of_schedule()))
    };
    module.kind(op) == OpKind::Func(Func::Func) && module.entry(op, 0).is_some() && (leases() || has_rt())
}

/// Runs all checks of one function.
pub fn verify_function(module: &Module, func: Op) -> Vec<Verdict> {
    prove(module, func, &Rc::new(Calls::of(module)), Depth::All).0
}

/// The effort of proving a function, in machine-independent counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Steps of the function: memory accesses, and operations on streams and event slots.
    pub n_steps: usize,
    /// Number of steps visited by the race analysis.
    pub n_runs: usize,
    /// Number of steps visited by the search for redundant waits. It grows with the distance between waits and the
    /// work that they order.
    pub n_trials: usize,
    /// Number of comparisons between the open set of a step and the work that accesses a memory region.
    pub n_asked: usize,
}

/// Returns the effort of the checks of one function.
pub fn effort(module: &Module, func: Op) -> Effort {
    prove(module, func, &Rc::new(Calls::of(module)), Depth::All).1
}

/// Selects the checks that are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Checks that can find an error: all but [`Check::Minimal`].
    Errors,
    /// All checks.
    All,
}

/// Runs the checks of one function; returns the verdicts and the effort.
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
    verdict.unknown.push(CheckDiagnostic::new(model.func, message).help("smaller functions would decide it"));
    verdict
}
