//! Finds the first pass after which the interpreter computes different results: runs the program after the
//! first n passes, for about log2 of the number of prefixes. Scheduled forms run in the order in which the host
//! issues the work.
//!
//! If no pass changes the results, the culprit is the order of the work, the code or the device. A run with all
//! work on one stream shows whether it is the order.

use warpline_ir::{Diagnostics, Module, OpKind};
use warpline_passes::pipeline::{self, Silent, Step};
use warpline_passes::schedule::gpu_schedule;

use super::Plan;

use crate::driver::backends::CodeTarget;
use crate::driver::compilation::{Choices, Compilation, Stage};
use crate::driver::devices;
use crate::driver::execute::Execution;
use crate::driver::session::Session;

/// The device that defines the meaning of a program.
const REFERENCE: &str = devices::INTERPRETER;

/// The program after a pass.
struct Prefix {
    pass: &'static str,
    module: Module,
}

/// The program after each pass, in pipeline order.
struct Prefixes {
    found: Vec<Prefix>,
    /// The pass that rejected the program and so ended the search.
    refused: Option<&'static str>,
    /// The program with all work on one stream; `None` if it has no device work.
    on_one_stream: Option<Module>,
}

/// Names the first pass of a target's pipeline that changes the results of the program.
pub(super) fn bisect(session: &mut Session, plan: &Plan<'_>, module: &Module, target: &str) {
    let Some(reference) = plan.try_run(module, REFERENCE) else {
        session.print("pass: not looked for, since the interpreter does not run the program");
        return;
    };
    let prefixes = prefixes(session, plan, module, target);
    let mut n_runs = 0;
    let mut is_wrong = |prefix: &Prefix| {
        n_runs += 1;
        differs(plan, &reference, plan.try_run_compiled(&prefix.module, REFERENCE).as_ref())
    };
    let Some(last) = prefixes.found.last().filter(|last| is_wrong(last)) else {
        report_none(session, plan, &prefixes, &reference, target);
        return;
    };
    // Invariant: all prefixes below index `right` are correct, and the prefix at `wrong` is not.
    let n = prefixes.found.len();
    let (mut right, mut wrong) = (0, n - 1);
    while right < wrong {
        let middle = usize::midpoint(right, wrong);
        if is_wrong(&prefixes.found[middle]) { wrong = middle } else { right = middle + 1 }
    }
    let pass = prefixes.found.get(wrong).unwrap_or(last).pass;
    session.print(format!(
        "pass: the first is {pass}, number {} of {n}, found by {n_runs} runs on the interpreter",
        wrong + 1
    ));
}

/// Reports the culprit if it is not a pass, and the last pass that was compared.
fn report_none(
    session: &mut Session,
    plan: &Plan<'_>,
    prefixes: &Prefixes,
    reference: &Execution,
    target: &str,
) {
    let n = prefixes.found.len();
    let last = prefixes.found.last().map(|last| format!(", up to {}", last.pass)).unwrap_or_default();
    session.print(format!("pass: none of {n} changes the results of the interpreter{last}"));
    if let Some(refused) = prefixes.refused {
        session
            .print(format!("  the next one, {refused}, rejects the program, so no later pass was compared"));
        return;
    }
    let Some(in_order) = &prefixes.on_one_stream else {
        session.print(format!("  so the code for {target}, or the device, is to blame"));
        return;
    };
    let is_wrong = differs(plan, reference, plan.try_run_compiled(in_order, target).as_ref());
    session.print(if is_wrong {
        format!("  {target} differs with all work on one stream, too: its code, or the device, is to blame")
    } else {
        format!(
            "  {target} gives the same results with all work on one stream: the order of the work is to blame"
        )
    });
}

fn differs(plan: &Plan<'_>, reference: &Execution, found: Option<&Execution>) -> bool {
    found.is_none_or(|found| !plan.differing(reference, found).is_empty())
}

/// Runs the passes of the default pipelines one by one.
fn prefixes(session: &mut Session, plan: &Plan<'_>, module: &Module, target: &str) -> Prefixes {
    let known = devices::find(target).and_then(|(kind, _)| kind.backend).and_then(CodeTarget::default_of);
    let code_target = known.clone().unwrap_or_else(CodeTarget::of_this_machine);
    let compilation = Compilation::new(&Choices::unchecked(code_target));
    let last = if known.is_some() { Stage::Code } else { Stage::Scheduled };
    let pipeline = compilation.passes(Stage::Kernels..=last);
    session.begin_passes(&pipeline);
    let options = vec![("max-streams".to_string(), "1".to_string())];
    let one_stream = Step { pass: &gpu_schedule::PASS, options }.into();
    let mut mutation = plan.args.debug_miscompile.as_ref();
    let mut module = module.clone();
    let mut prefixes = Prefixes { found: Vec::new(), refused: None, on_one_stream: None };
    for step in pipeline.steps {
        let pass = step.pass.name;
        if pass == gpu_schedule::PASS.name {
            let mut module = module.clone();
            let ran = pipeline::run(&one_stream, &mut module, &mut Diagnostics::new(), &mut Silent);
            let is_scheduled = |op: &_| matches!(module.kind(*op), OpKind::Rt(kind) if kind.is_of_schedule());
            let has_work = ran.is_ok() && module.walk(module.root()).iter().any(is_scheduled);
            prefixes.on_one_stream = has_work.then_some(module);
        }
        if pipeline::run(&step.into(), &mut module, &mut Diagnostics::new(), &mut Silent).is_err() {
            prefixes.refused = Some(pass);
            return prefixes;
        }
        if let Some(mutation) = mutation.take_if(|mutation| mutation.is_behind(pass)) {
            mutation.spoil(&mut module);
        }
        prefixes.found.push(Prefix { pass, module: module.clone() });
    }
    prefixes
}
