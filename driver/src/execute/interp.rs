//! Executes programs on the reference interpreter: the module as it was read, without passes. An already
//! scheduled module runs in the order in which its host issues the work. A module is scheduled first, as for
//! other devices, if its plan is observed, and under a limit of device memory, which the plan keeps by order
//! and reuse.

use std::num::NonZeroU64;
use std::ops::Range;
use std::time::Duration;

use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{
    Diagnostic, Diagnostics, Entity as _, Gpu, Module, Note, Op, OpKind, Rt, Span, Type, codes,
};
use warpline_passes::analysis::spins;
use warpline_runtime::Stats;
use warpline_runtime::interp::{Argument, HostBuffer, InterpError, Interpreter, LEASED, RunResult, Unfreed};

use super::failed_launch::FailedLaunch;
use super::host::{empty_launches, unended_stream, unfreed_buffers};
use super::in_order::{ARENA, Wanted, in_order};
use super::timeline::Timeline;
use super::{Execution, Explanation, Measured, Request, arrays, launched, live, rows};
use crate::backends::CodeTarget;
use crate::compilation::{Choices, Compilation, Stage};
use crate::profile::Samples;
use crate::report::report;
use crate::session::{Exit, Session, Stop};
use crate::steps;
use crate::values::{Array, ArrayType};

/// Executes a program.
pub(crate) fn execute(session: &mut Session, request: &Request<'_>) -> Result<Execution, Stop> {
    session.end_compiling();
    let Planned { module: planned, explanation } = plan(session, request)?;
    let module = planned.as_ref().unwrap_or(request.module);
    let n_graphs =
        module.walk(module.root()).into_iter().filter(|op| module.kind(*op) == OpKind::Rt(Rt::Graph));
    let n_graphs = n_graphs.count() as u64;
    let observes = observes(request);
    let wanted = Wanted { memory: observes || request.limits.max_device_memory.is_some(), plan: observes };
    let scheduled = in_order(module, wanted);
    let module = scheduled.as_ref().unwrap_or(module);
    let mut findings = Diagnostics::new();
    launched::check(module, &mut findings);
    steps::finish(session, request.source, &findings)?;
    let (entry, args) = entry(request, module);
    let mut options = request.options;
    options.limits.device_bytes = request.limits.max_device_memory.map(NonZeroU64::get);
    let mut interpreter = Interpreter::new(module, options);
    let called = interpreter.call(entry, args);
    let printed = interpreter.output().to_string();
    session.err.push_str(interpreter.error_output());
    let left = interpreter.unfreed();
    let own: Vec<&Unfreed> = left.iter().filter(|buffer| module.attr(buffer.op, LEASED).is_none()).collect();
    findings.append(unfreed_buffers(own.iter().map(|buffer| (span(module, buffer.op), buffer.bytes))));
    interpreter.unended().iter().for_each(|op| findings.push(unended_stream(span(module, *op))));
    let empty = interpreter.empty_launches().iter().map(|op| span(module, *op));
    findings.append(empty_launches(request.module, empty));
    let outcomes = called.map_err(|error| fail(&mut findings, module, request, &error));
    report(session, request.source, &findings);
    let ((results, arguments), failed) = match outcomes {
        Ok(outcomes) => {
            let values = sort(request, outcomes).map_err(|message| session.fail(Exit::Internal, message))?;
            (values, None)
        }
        Err(exit) => (<(Vec<Array>, Vec<Array>)>::default(), Some(exit)),
    };
    let (stats, record) = interpreter.observed();
    let place = |op: u32| span(module, Op::new(op as usize));
    let timeline = || Timeline::new(record, &place, request.source).json(&stats.device);
    let stats = Stats {
        graphs: n_graphs,
        n_unfreed: own.len() as u64,
        unfreed_bytes: own.iter().map(|buffer| buffer.bytes).sum(),
        ..stats.clone()
    };
    Ok(Execution {
        results,
        arguments,
        printed,
        races: None,
        trace: request.measured.trace.then(timeline),
        samples: request.measured.samples.then(|| Samples::of(record)),
        explanation,
        stats: observes.then_some(stats),
        is_interpreted: true,
        times: Vec::new(),
        failed,
    })
}

/// What the interpreter says about races between threads of a kernel, and between iterations of a parallel loop.
pub(super) enum Inner {
    /// There are none for these inputs.
    None,
    /// The first one.
    Race(Box<Diagnostic>),
    /// It does not run the program to its end, for this reason.
    Unseen(String),
}

/// The wall-clock time in which the interpreter looks for races, if the run has no deadline.
const RACE_SEARCH: Duration = Duration::from_mins(1);

/// Looks for a race between threads or iterations of a program, which is not observed otherwise.
pub(super) fn find_race(request: &Request<'_>) -> Inner {
    let waits = |op: &Op| {
        let is_kernel = matches!(request.module.kind(*op), OpKind::Gpu(Gpu::Func | Gpu::Launch));
        is_kernel && !spins::of_kernel(request.module, *op).is_empty()
    };
    if request.module.walk(request.module.root()).iter().any(waits) {
        return Inner::Unseen("a kernel waits for memory that other work updates".to_string());
    }
    let scheduled = in_order(request.module, Wanted { memory: false, plan: false });
    let module = scheduled.as_ref().unwrap_or(request.module);
    let (entry, args) = entry(request, module);
    let mut options = request.options;
    options.limits.deadline = options.limits.deadline.or(Some(RACE_SEARCH));
    match Interpreter::new(module, options).call(entry, args) {
        Ok(_) => Inner::None,
        Err(error) if error.is_race => {
            let mut findings = Diagnostics::new();
            fail(&mut findings, module, request, &error);
            let found = findings.iter().next().cloned();
            found.map_or(Inner::None, |found| Inner::Race(Box::new(found)))
        }
        Err(error) => Inner::Unseen(format!("on the reference interpreter, {}", error.message)),
    }
}

/// Whether the plan of the program is observed.
fn observes(request: &Request<'_>) -> bool {
    let Measured { trace, samples, times } = request.measured;
    trace || samples || times || request.explains || request.profile.is_some()
}

/// A program as it is interpreted.
struct Planned {
    /// The scheduled module; `None` if the module is interpreted as it was read.
    module: Option<Module>,
    /// The explanation of why its work does not overlap, if it was requested.
    explanation: Option<Explanation>,
}

/// Returns the scheduled module if its plan is observed or has a limit of device memory, unless it is scheduled
/// already.
fn plan(session: &mut Session, request: &Request<'_>) -> Result<Planned, Stop> {
    let is_scheduled = || {
        let ops = request.module.walk(request.module.root());
        ops.into_iter().any(|op| matches!(request.module.kind(op), OpKind::Rt(kind) if kind.is_of_schedule()))
    };
    if (request.limits.max_device_memory.is_none() && !observes(request)) || is_scheduled() {
        return Ok(Planned { module: None, explanation: None });
    }
    let mut module = request.module.clone();
    // The interpreter checks accesses itself.
    let unchecked = Choices::unchecked(CodeTarget::of_this_machine());
    let choices = Choices { graphs: request.graphs, limits: request.plan_limits(), ..unchecked };
    let compilation = Compilation::new(&choices);
    let to_plan = compilation.passes(Stage::Kernels..=Stage::Placed);
    steps::run_pipeline(session, request.source, &mut module, &to_plan)?;
    if let Some(profile) = request.profile {
        profile.annotate(&mut module);
    }
    let explanation = request.explains.then(|| Explanation::of(&module, request, &choices.target.target));
    let passes = compilation.passes(Stage::Scheduled..=Stage::Scheduled);
    steps::run_pipeline(session, request.source, &mut module, &passes)?;
    Ok(Planned { module: Some(module), explanation })
}

fn span(module: &Module, op: Op) -> Span {
    module.span(module.location(op))
}

/// Adds the error of a run; returns the exit code of the command.
fn fail(findings: &mut Diagnostics, module: &Module, request: &Request<'_>, error: &InterpError) -> Exit {
    let array = arrays::name_at(module, &request.source.text, error.op);
    let launch = error.launch.map(|launch| FailedLaunch::at(request.module, span(module, launch)));
    let launch = launch.unwrap_or_default();
    let notes = error.notes.iter().flat_map(|note| match module.attr(note.op, ARENA) {
        Some(_) if error.is_device_memory => live::leased(module, note.op),
        _ => vec![Note::at(span(module, note.op), note.message.clone())],
    });
    let (code, exit) = match (error.is_device_memory, error.is_limit) {
        (true, _) => (codes::DEVICE_MEMORY, Exit::Limit),
        (false, true) => (codes::LIMIT, Exit::Limit),
        (false, false) => (codes::RUNTIME, Exit::Failed),
    };
    let notes: Vec<Note> = notes.chain(launch.note()).collect();
    let message = launch.end(error.text(array.as_deref()));
    let row = rows::note(module, span(module, error.op), &message);
    findings.error_with(code, span(module, error.op), message, notes.into_iter().chain(row).collect());
    exit
}

/// Returns the function of a module that is called, and its arguments.
fn entry(request: &Request<'_>, module: &Module) -> (Op, Vec<Argument>) {
    let name = request.module.symbol_name(request.interface.entry).unwrap_or_default();
    let entry = module.find_symbol(module.root(), name).unwrap_or(request.interface.entry);
    let (inputs, _) = function_type_of(module, entry);
    let args = request.inputs.iter().zip(&request.interface.parameters).zip(inputs);
    let args = args.map(|((array, wanted), ty)| argument(array, wanted, *ty, module.element_type(*ty)));
    (entry, args.collect())
}

/// Converts an argument; the element type of a buffer is that of the parameter.
fn argument(array: &Array, wanted: &ArrayType, ty: Type, element: Type) -> Argument {
    if ty == element {
        return Argument::Scalar(array.bits().next().unwrap_or_default() as u64, ty);
    }
    let sizes = wanted.outer(array).iter().map(|size| *size as i64).collect();
    Argument::Buffer(HostBuffer { shape: sizes, element, bytes: array.bytes.clone(), unwritten: Vec::new() })
}

/// Splits outcomes into results and arguments. An argument that the program freed has no outcome and counts as
/// unchanged; so do all buffers then, since the missing one cannot be identified.
fn sort(request: &Request<'_>, outcomes: Vec<RunResult>) -> Result<(Vec<Array>, Vec<Array>), String> {
    let mut outcomes = outcomes.into_iter();
    let mut results = Vec::new();
    for wanted in &request.interface.results {
        let outcome = outcomes.next().ok_or("the interpreter returned too few results")?;
        results.push(array_of(outcome, wanted));
    }
    let n_buffers = request.interface.parameters.iter().filter(|ty| ty.is_buffer()).count();
    if outcomes.len() != n_buffers {
        return Ok((results, request.inputs.to_vec()));
    }
    let mut arguments = Vec::new();
    for (input, ty) in request.inputs.iter().zip(&request.interface.parameters) {
        let outcome = if ty.is_buffer() { outcomes.next() } else { None };
        arguments.push(outcome.map_or_else(|| input.clone(), |outcome| array_of(outcome, ty)));
    }
    Ok((results, arguments))
}

fn array_of(outcome: RunResult, wanted: &ArrayType) -> Array {
    match outcome {
        RunResult::Scalar(bits, _) => Array::scalar(wanted.element, bits.into()),
        RunResult::Buffer(buffer) => {
            let outer = buffer.shape.iter().map(|size| *size as u64);
            let shape = outer.chain(wanted.inner_sizes()).collect();
            let n_parts = wanted.inner_sizes().product::<u64>();
            let parts = |numbers: &Range<u64>| numbers.start * n_parts..numbers.end * n_parts;
            let unwritten = buffer.unwritten.iter().map(parts).collect();
            Array { unwritten, ..Array::new(shape, wanted.element, buffer.bytes) }
        }
    }
}
