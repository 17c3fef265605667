//! The first pass after which the interpreter gives something else: it runs what the first passes make of the program, for
//! about log2 of their number of lengths.

use warpline_ir::{Diagnostics, Module, OpKind};
use warpline_passes::Backend as _;
use warpline_passes::pipeline::{self, Pipeline, Silent};

use super::Plan;
use crate::execute::{Execution, cuda_number};
use crate::session::{Session, Stop};
use crate::stages;

/// The device that knows what a program means.
const REFERENCE: &str = "interp";

/// What a pass made of the program.
struct Prefix {
    pass: &'static str,
    module: Module,
}

/// Names the first pass that changes what the program gives, of those that compile for a target.
pub(super) fn bisect(
    session: &mut Session,
    plan: &Plan<'_>,
    module: &Module,
    target: &str,
) -> Result<(), Stop> {
    let Some(reference) = plan.try_run(module, REFERENCE) else {
        session.print("pass: not looked for, since the interpreter does not run the program");
        return Ok(());
    };
    let prefixes = prefixes(session, plan, module, target)?;
    let mut n_runs = 0;
    let mut is_wrong = |prefix: &Prefix| {
        n_runs += 1;
        differs(plan, &reference, plan.try_run(&prefix.module, REFERENCE).as_ref())
    };
    let Some(last) = prefixes.last().filter(|last| is_wrong(last)) else {
        let n = prefixes.len();
        session.print(format!(
            "pass: none of {n} changes what the interpreter gives; so the code generator, the schedule or the device is to blame"
        ));
        return Ok(());
    };
    // What `right` passes make is right, what one more than `wrong` make is not.
    let (mut right, mut wrong) = (0, prefixes.len() - 1);
    while right < wrong {
        let middle = usize::midpoint(right, wrong);
        if is_wrong(&prefixes[middle]) { wrong = middle } else { right = middle + 1 }
    }
    let pass = prefixes.get(wrong).unwrap_or(last).pass;
    let n = prefixes.len();
    session.print(format!(
        "pass: the first is {pass}, number {} of {n}, found by {n_runs} runs on the interpreter",
        wrong + 1
    ));
    Ok(())
}

fn differs(plan: &Plan<'_>, reference: &Execution, found: Option<&Execution>) -> bool {
    found.is_none_or(|found| !plan.differing(reference, found).is_empty())
}

/// What each pass makes of the program, up to the first that makes what the interpreter does not know.
fn prefixes(
    session: &mut Session,
    plan: &Plan<'_>,
    module: &Module,
    target: &str,
) -> Result<Vec<Prefix>, Stop> {
    let backend = match cuda_number(target) {
        Some(_) => warpline_backend_ptx::Ptx.pipeline(),
        None => warpline_backend_cpu::Cpu.pipeline(),
    };
    let mut pipeline = Pipeline::default();
    for text in [stages::DEVICE_PIPELINE, backend, stages::HOST_PIPELINE] {
        pipeline.append(stages::parse_pipeline(session, text)?);
    }
    let mut planted = plan.args.debug_miscompile.as_ref();
    let mut module = module.clone();
    let mut found = Vec::new();
    for step in pipeline.steps {
        let pass = step.pass.name;
        let mut diagnostics = Diagnostics::new();
        let ran = pipeline::run(&Pipeline { steps: vec![step] }, &mut module, &mut diagnostics, &mut Silent);
        let is_known = |op: warpline_ir::Op| !matches!(module.kind(op), OpKind::Rt(_));
        if ran.is_err() || !module.walk(module.root()).into_iter().all(is_known) {
            return Ok(found);
        }
        if let Some(planted) = planted.take_if(|planted| planted.is_behind(pass)) {
            planted.spoil(&mut module);
        }
        found.push(Prefix { pass, module: module.clone() });
    }
    Ok(found)
}
