//! `vector.outerproduct %a, %b, %acc {kind = …} : A, B`.

use super::kinds::{element, kind_fits};
use super::parts::{Parts, parts};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let names = reader.value_names()?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the types")?;
    let lhs = reader.parse_type()?;
    reader.expect(Token::Comma, "',' before the second type")?;
    let rhs = reader.parse_type()?;
    if names.len() < 2 {
        let message = format!("expected at least 2 operands, but found {}", names.len());
        return Err(reader.error_at(span, message));
    }
    let Some(result) = product_type(reader, lhs, rhs) else {
        return Err(reader.error_at(span, "expected vector type for operand #1, of one dimension at least"));
    };
    let types: Vec<Type> = [lhs, rhs, result].into_iter().take(names.len()).collect();
    let values = reader.resolve_each(&names[..types.len()], &types)?;
    reader.op.operands.extend(values);
    reader.op.results.push(result);
    if reader.attr("kind").is_none() {
        let kind = reader.cx.module.foreign_attr("vector.kind<add>");
        reader.set_attr("kind", kind);
    }
    Ok(())
}

/// Returns the type of the outer product: two-dimensional, or one-dimensional if the second operand is a
/// scalar.
fn product_type(reader: &mut Reader<'_, '_>, lhs: Type, rhs: Type) -> Option<Type> {
    let module = &mut reader.cx.module;
    let first = |parts: Parts<'_>| Some((*parts.shape.first()?, *parts.scalable.first()?));
    let element = element(module, lhs);
    let mut sizes = vec![first(parts(module, lhs)?)?];
    if let Some(rhs) = parts(module, rhs) {
        sizes.push(first(rhs)?);
    }
    let (shape, scalable): (Vec<i64>, Vec<bool>) = sizes.into_iter().unzip();
    Some(module.intern_type(TypeKind::Vector(shape.into(), scalable.into(), element)))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.operands());
    // The printer of MLIR shows attributes only after an accumulator.
    if 2 < op.operands().len() {
        writer.attr_dict(op, &[]);
    }
    writer.text(" : ");
    writer.types_of(&op.operands()[..2]);
}

/// Checks that the operands are one-dimensional, that the result has one row per element of the first, and
/// that the accumulator has its type.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(lhs), Some(result)) = (parts(module, op.operand_type(0)), parts(module, op.result_type(0)))
    else {
        return;
    };
    let rhs = op.operand_type(1);
    for (name, found) in [("lhs", lhs.element), ("rhs", element(module, rhs))] {
        if found != result.element {
            let message = format!("failed to verify that {name} operand and result have same element type");
            return cx.error(op, message);
        }
    }
    if let Some(problem) = shape_problem(&lhs, parts(module, rhs).as_ref(), &result) {
        return cx.error(op, problem);
    }
    if op.group("acc").iter().any(|acc| op.type_of(*acc) != op.result_type(0)) {
        return cx.error(op, "expected operand #3 of same type as result type");
    }
    if !kind_fits(op, op.result_type(0)) {
        cx.error(op, "unsupported outerproduct type");
    }
}

fn shape_problem(lhs: &Parts<'_>, rhs: Option<&Parts<'_>>, result: &Parts<'_>) -> Option<&'static str> {
    if lhs.rank() != 1 {
        return Some("expected 1-d vector for operand #1");
    }
    let rank = if rhs.is_some() { 2 } else { 1 };
    if rhs.is_some_and(|rhs| rhs.rank() != 1) {
        return Some("expected 1-d vector for operand #2");
    }
    if result.rank() != rank {
        return Some(if rank == 2 { "expected 2-d vector result" } else { "expected 1-d vector result" });
    }
    if lhs.shape[0] != result.shape[0] {
        return Some("expected #1 operand dim to match result dim #1");
    }
    let rhs = rhs?;
    if rhs.shape[0] != result.shape[1] {
        return Some("expected #2 operand dim to match result dim #2");
    }
    let is_odd = lhs.scalable[0] && !rhs.scalable[0];
    is_odd.then_some("expected either both or only #2 operand dim to be scalable")
}
