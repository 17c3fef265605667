//! `async.func`, its terminator, and calls to it.

use super::value_type;
use crate::diagnostics::codes;
use crate::dialect::func::{function_type_of, verify_function};
use crate::dialect::{Async, OpKind};
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::Type;
use crate::verify::VerifyCx;

/// Checks that the results are values, after at most one token.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_function(cx, op);
    let module = op.module;
    let (_, results) = function_type_of(module, op.op);
    if results.is_empty() {
        return cx.error(op, "result is expected to be at least of size 1, but got 0");
    }
    for (index, ty) in results.iter().enumerate() {
        if *ty == Type::ASYNC_TOKEN && 0 < index {
            let place = index + 1;
            return cx.error(op, format!("results' (optional) async token type is expected to appear as the 1st return value, but got {place}"));
        }
        if *ty != Type::ASYNC_TOKEN && value_type(module, *ty).is_none() {
            let found = type_text(module, *ty);
            return cx.error(
                op,
                format!("result type must be async value type or async token type, but got '{found}'"),
            );
        }
    }
}

/// Checks that the operands have the content types of the values of the function.
pub(super) fn verify_return(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(func) = module.parent_op(op.op) else { return };
    let (_, results) = function_type_of(module, func);
    let results = results.strip_prefix(&[Type::ASYNC_TOKEN]).unwrap_or(results);
    let wanted = results.iter().map(|ty| value_type(module, *ty).unwrap_or(*ty));
    if !wanted.eq(op.operands().iter().map(|value| op.type_of(*value))) {
        cx.error(op, "operand types do not match the types returned from the parent FuncOp");
    }
}

/// Checks that the callee is an async function with these operand and result types.
pub(super) fn verify_call(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(path) = op.attr("callee").and_then(|attr| module.attr_symbol(attr)) else { return };
    let name = path.last().map(|name| module.text(*name)).unwrap_or_default();
    let found = module.resolve_symbol(op.op, path);
    if found.is_some_and(|found| matches!(module.kind(found), OpKind::Foreign(_))) {
        return;
    }
    let Some(callee) = found.filter(|op| module.kind(*op) == OpKind::Async(Async::Func)) else {
        let message = format!("'{name}' does not reference a valid async function");
        return cx.error_with(op, codes::SYMBOL, message, Vec::new());
    };
    let (inputs, results) = function_type_of(module, callee);
    let operands: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    let given: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if let Some(message) = difference(op, "operand", &operands, inputs) {
        cx.error(op, message);
    } else if let Some(message) = difference(op, "result", &given, results) {
        cx.error(op, message);
    }
}

fn difference(op: OpRef<'_>, what: &str, found: &[Type], wanted: &[Type]) -> Option<String> {
    if found.len() != wanted.len() {
        return Some(format!(
            "incorrect number of {what}s for callee: expected {}, but found {}",
            wanted.len(),
            found.len()
        ));
    }
    let at = found.iter().zip(wanted).position(|(found, wanted)| found != wanted)?;
    let (wanted, found) = (type_text(op.module, wanted[at]), type_text(op.module, found[at]));
    Some(match what {
        "operand" => format!(
            "operand type mismatch: expected operand type '{wanted}', but provided '{found}' for operand number {at}"
        ),
        _ => format!("result type mismatch at index {at}: expected '{wanted}', but found '{found}'"),
    })
}
