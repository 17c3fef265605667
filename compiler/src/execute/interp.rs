//! Execution on the reference interpreter: the module as it was read, without a pass.

use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Diagnostics, Type, codes};
use warpline_runtime::interp::{Argument, HostBuffer, Interpreter, Limits, Outcome};

use super::{Execution, Request};
use crate::report::report;
use crate::session::{Exit, Session, Stop};
use crate::values::{Array, ArrayType};

/// Executes.
pub(super) fn execute(session: &mut Session, request: &Request<'_>) -> Result<Execution, Stop> {
    let module = request.module;
    let (inputs, _) = function_type_of(module, request.entry);
    let args = request
        .inputs
        .iter()
        .zip(inputs.iter())
        .map(|(array, ty)| argument(array, *ty, module.element_type(*ty)));
    let args: Vec<Argument> = args.collect();
    let mut interpreter = Interpreter::new(module, Limits::default());
    let called = interpreter.call(request.entry, args);
    let printed = interpreter.output().to_string();
    match called {
        Ok(outcomes) => {
            let (results, arguments) =
                sort(request, outcomes).map_err(|message| session.fail(Exit::Internal, message))?;
            Ok(Execution { results, arguments, printed, stats: None, has_failed: false })
        }
        Err(error) => {
            let mut findings = Diagnostics::new();
            findings.error(codes::RUNTIME, module.span(module.location(error.op)), error.message);
            report(session, request.source, &findings);
            Ok(Execution {
                results: Vec::new(),
                arguments: Vec::new(),
                printed,
                stats: None,
                has_failed: true,
            })
        }
    }
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
    for wanted in request.results {
        let outcome = outcomes.next().ok_or("the interpreter gave too few results")?;
        results.push(array_of(outcome, wanted));
    }
    let n_buffers = request.parameters.iter().filter(|ty| ty.shape.is_some()).count();
    if outcomes.len() != n_buffers {
        return Ok((results, request.inputs.to_vec()));
    }
    let mut arguments = Vec::new();
    for (input, ty) in request.inputs.iter().zip(request.parameters) {
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
