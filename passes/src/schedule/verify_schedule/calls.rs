//! Checks calls of functions that run on borrowed streams of their callers.

use super::model::{Act, Model};
use super::verdict::{CheckDiagnostic, Verdict};
use crate::analysis::call_graph::callee;
use warpline_ir::{AttrKind, Func, Module, Op, OpKind};

/// Returns the streams that a call passes to the function, in the order of the function's own.
pub(super) fn streams(module: &Module, call: Op) -> Vec<i64> {
    match module.attr(call, "rt.slice").map(|attr| module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, streams)) => streams.to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the first event slot that a call passes to the function, and the number of slots that it may record.
pub(super) fn events(module: &Module, call: Op) -> [i64; 2] {
    let first = module.op(call).int("rt.first_event").unwrap_or(0);
    [first, needed(module, call, "rt.events")]
}

/// Whether a call passes streams.
pub(super) fn is_on_streams(module: &Module, call: Op) -> bool {
    !streams(module, call).is_empty()
}

/// Returns the name of the callee.
pub(super) fn callee_name(module: &Module, call: Op) -> &str {
    callee(module, call).and_then(|function| module.symbol_name(function)).unwrap_or_default()
}

fn needed(module: &Module, call: Op, key: &str) -> i64 {
    callee(module, call).and_then(|function| module.op(function).int(key)).unwrap_or(0)
}

/// Adds the errors in the calls of a function to a verdict about leases.
pub(super) fn check(model: &Model<'_>, verdict: &mut Verdict) {
    let module = model.module;
    let is_call = |op: Op| module.kind(op) == OpKind::Func(Func::Call);
    let func = module.op(model.func);
    let (n_streams, n_events) = (func.int("rt.streams").unwrap_or(0), func.int("rt.events").unwrap_or(0));
    let calls = model.steps.iter().filter(|step| is_call(step.op) && matches!(step.act, Act::Reuse(..)));
    for call in calls.map(|step| step.op) {
        let (given, expected) = (streams(module, call), needed(module, call, "rt.streams"));
        let name = callee_name(module, call);
        if given.len() as i64 != expected {
            let found = given.len();
            let message = format!("expected {expected} streams for @{name} in 'rt.slice', but found {found}");
            verdict.violated.push(CheckDiagnostic::new(call, message));
        }
        for number in given.iter().filter(|number| !(0..n_streams).contains(number)) {
            let message = format!("expected a leased stream below {n_streams}, but found {number}");
            verdict.violated.push(CheckDiagnostic::new(call, message));
        }
        let [first, n] = events(module, call);
        if first < 0 || n_events < first.saturating_add(n) {
            let message =
                format!("expected {n} of {n_events} event slots for @{name}, but found them from {first}");
            verdict.violated.push(CheckDiagnostic::new(call, message));
        }
    }
}
