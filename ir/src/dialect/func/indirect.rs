//! Functions as values: `func.constant @f : (T) -> U` and `func.call_indirect %f(%a) : (T) -> U`.

use super::function_type_of;
use crate::def::{Code, TypeSet};
use crate::diagnostics::{Reported, codes};
use crate::dialect::{Func, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The custom form of `func.call_indirect`.
pub(super) const CALL_SYNTAX: Code = Code { read, write };

/// Function types.
pub(super) static FUNCTION: TypeSet =
    TypeSet { name: "function type", accepts: |module, ty| module.function_type(ty).is_some(), only: None };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let mut names = vec![reader.value_name()?];
    reader.expect(Token::LParen, "'(' before the operands of the call")?;
    reader.list_until(Token::RParen, "',' or ')' in the operands of the call", |reader| {
        names.push(reader.value_name()?);
        Ok(())
    })?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type of the function")?;
    let ty = reader.parse_type()?;
    let Some((inputs, results)) = reader.cx.module.function_type(ty) else {
        return Err(reader.error("expected the type of the callee to be a function type"));
    };
    let types: Vec<_> = std::iter::once(ty).chain(inputs.iter().copied()).collect();
    reader.op.results = results.to_vec();
    reader.op.operands = reader.resolve_each(&names, &types)?;
    Ok(())
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.text("(");
    writer.values(&op.operands()[1..]);
    writer.text(")");
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
}

/// Checks that operands and results match the function type.
pub(super) fn verify_call(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some((inputs, results)) = op.module.function_type(op.operand_type(0)) else { return };
    let operands: Vec<_> = op.operands()[1..].iter().map(|value| op.type_of(*value)).collect();
    let found: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if operands != inputs {
        cx.error(op, "failed to verify that callee input types match argument types");
    } else if found != results {
        cx.error(op, "failed to verify that callee result types match result types");
    }
}

/// Checks that the symbol is a function of the result type.
pub(super) fn verify_constant(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let ty = op.result_type(0);
    if module.function_type(ty).is_none() {
        return cx.error(
            op,
            format!("failed to verify that the type '{}' is a function type", type_text(module, ty)),
        );
    }
    let Some(path) = op.attr("value").and_then(|attr| module.attr_symbol(attr)) else { return };
    let name = op.symbol("value").unwrap_or_default();
    let found = module.resolve_symbol(op.op, path);
    if found.is_some_and(|found| matches!(module.kind(found), OpKind::Foreign(_))) {
        return;
    }
    let Some(func) = found.filter(|found| module.kind(*found) == OpKind::Func(Func::Func)) else {
        let message = format!("reference to undefined function '{name}'");
        return cx.error_with(op, codes::SYMBOL, message, Vec::new());
    };
    let (inputs, results) = function_type_of(module, func);
    if module.function_type(ty) != Some((inputs, results)) {
        cx.error(op, "reference to function with mismatched type");
    }
}
