//! Execution on the reference interpreter: the module as it was read, without a pass; one that is scheduled already in
//! the order in which its host issues the work.

use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Diagnostic, Diagnostics, Module, Note, Op, Span, Type, codes};
use warpline_runtime::interp::{Argument, HostBuffer, InterpError, Interpreter, Outcome, Unfreed};

use super::host::{unended_stream, unfreed_buffer};
use super::in_order::{LEASED, in_order};
use super::{Execution, Request, launched};
use crate::report::report;
use crate::session::{Exit, Session, Stop};
use crate::stages;
use crate::values::{Array, ArrayType};

/// Executes.
pub(super) fn execute(session: &mut Session, request: &Request<'_>) -> Result<Execution, Stop> {
    session.end_compiling();
    let scheduled = in_order(request.module);
    let module = scheduled.as_ref().unwrap_or(request.module);
    let mut findings = Diagnostics::new();
    launched::check(module, &mut findings);
    stages::finish(session, request.source, &findings)?;
    let (inputs, _) = function_type_of(module, request.interface.entry);
    let args = request
        .inputs
        .iter()
        .zip(inputs.iter())
        .map(|(array, ty)| argument(array, *ty, module.element_type(*ty)));
    let args: Vec<Argument> = args.collect();
    let mut interpreter = Interpreter::new(module, request.options);
    let called = interpreter.call(request.interface.entry, args);
    let printed = interpreter.output().to_string();
    session.err.push_str(interpreter.error_output());
    let left = interpreter.unfreed();
    let own = left.iter().filter(|buffer| module.attr(buffer.op, LEASED).is_none());
    own.for_each(|buffer| findings.push(unfreed(module, buffer)));
    interpreter.unended().iter().for_each(|op| findings.push(unended_stream(span(module, *op))));
    let outcomes = called.map_err(|error| fail(&mut findings, module, &error));
    report(session, request.source, &findings);
    match outcomes {
        Ok(outcomes) => {
            let (results, arguments) =
                sort(request, outcomes).map_err(|message| session.fail(Exit::Internal, message))?;
            Ok(Execution {
                results,
                arguments,
                printed,
                stats: None,
                races: None,
                trace: None,
                samples: None,
                explanation: None,
                failed: None,
            })
        }
        Err(exit) => Ok(Execution {
            results: Vec::new(),
            arguments: Vec::new(),
            printed,
            stats: None,
            races: None,
            trace: None,
            samples: None,
            explanation: None,
            failed: Some(exit),
        }),
    }
}

fn span(module: &Module, op: Op) -> Span {
    module.span(module.location(op))
}

/// Stores the error of a run; the answer is how the command ends.
fn fail(findings: &mut Diagnostics, module: &Module, error: &InterpError) -> Exit {
    let notes = error
        .notes
        .iter()
        .map(|note| Note { span: Some(span(module, note.op)), message: note.message.clone() });
    let (code, exit) =
        if error.is_limit { (codes::LIMIT, Exit::Limit) } else { (codes::RUNTIME, Exit::Failed) };
    findings.error_with(code, span(module, error.op), error.message.clone(), notes.collect());
    exit
}

fn unfreed(module: &Module, buffer: &Unfreed) -> Diagnostic {
    unfreed_buffer(span(module, buffer.op), buffer.bytes)
}

/// An argument; the element type of a buffer is that of the parameter.
fn argument(array: &Array, ty: Type, element: Type) -> Argument {
    if ty == element {
        return Argument::Scalar(array.bits().next().unwrap_or_default(), ty);
    }
    let shape = array.shape.iter().map(|size| *size as i64).collect();
    Argument::Buffer(HostBuffer { shape, element, bytes: array.bytes.clone() })
}

/// Outcomes as results and arguments. An argument that the program freed has no outcome and counts as unchanged, as
/// do all buffers then, for which one is missing cannot be told.
fn sort(request: &Request<'_>, outcomes: Vec<Outcome>) -> Result<(Vec<Array>, Vec<Array>), String> {
    let mut outcomes = outcomes.into_iter();
    let mut results = Vec::new();
    for wanted in &request.interface.results {
        let outcome = outcomes.next().ok_or("the interpreter gave too few results")?;
        results.push(array_of(outcome, wanted));
    }
    let n_buffers = request.interface.parameters.iter().filter(|ty| ty.shape.is_some()).count();
    if outcomes.len() != n_buffers {
        return Ok((results, request.inputs.to_vec()));
    }
    let mut arguments = Vec::new();
    for (input, ty) in request.inputs.iter().zip(&request.interface.parameters) {
        let outcome = if ty.shape.is_some() { outcomes.next() } else { None };
        arguments.push(outcome.map_or_else(|| input.clone(), |outcome| array_of(outcome, ty)));
    }
    Ok((results, arguments))
}

fn array_of(outcome: Outcome, wanted: &ArrayType) -> Array {
    match outcome {
        Outcome::Scalar(bits, _) => Array::scalar(wanted.element, bits),
        Outcome::Buffer(buffer) => {
            let shape = buffer.shape.iter().map(|size| *size as u64).collect();
            Array { shape, element: wanted.element, bytes: buffer.bytes }
        }
    }
}
