//! Types and rules that several operations of arith share.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `arith.select`: `%c, %a, %b : T`, or `: C, T` where the condition is shaped.
pub(super) const SELECT_SYNTAX: Code = Code { read: read_select, write: write_select };

/// `i1`, or the shape of the first operand with `i1` elements.
pub(super) fn bool_like(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &mut reader.cx.module;
    let ty = module.type_of(*operands.first()?);
    let kind = match module.type_kind(ty).clone() {
        TypeKind::Vector(shape, scalable, _) => TypeKind::Vector(shape, scalable, Type::I1),
        TypeKind::Tensor(shape, _, encoding) => TypeKind::Tensor(shape, Type::I1, encoding),
        TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(Type::I1),
        _ => return Some(vec![Type::I1]),
    };
    Some(vec![module.intern_type(kind)])
}

fn read_select(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let names = reader.value_names()?;
    if names.len() != 3 {
        return Err(reader.error(format!("expected 3 operands, but found {}", names.len())));
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type")?;
    let first = reader.parse_type()?;
    let (condition, ty) =
        if reader.eat(Token::Comma) { (first, reader.parse_type()?) } else { (Type::I1, first) };
    let values = reader.resolve_each(&names, &[condition, ty, ty])?;
    reader.op.operands = values;
    reader.op.results.push(ty);
    Ok(())
}

fn write_select(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.operands());
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    if op.operand_type(0) != Type::I1 {
        writer.ty(op.operand_type(0));
        writer.text(", ");
    }
    writer.ty(op.result_type(0));
}

/// The two values and the result have one type.
pub(super) fn verify_select(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.operand_type(1) != op.operand_type(2) || op.operand_type(1) != op.result_type(0) {
        cx.error(op, "failed to verify that all of {true_value, false_value, result} have same type");
    }
}

/// Operand and result have one shape.
pub(super) fn verify_same_shape(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if op.module.shape(from) != op.module.shape(to) {
        report_incompatible(cx, op);
    }
}

fn report_incompatible(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let (from, to) = (type_text(op.module, op.operand_type(0)), type_text(op.module, op.result_type(0)));
    cx.error(op, format!("operand type '{from}' and result type '{to}' are cast incompatible"));
}

fn widths(op: OpRef<'_>) -> (Option<u32>, Option<u32>) {
    let width = |ty| op.module.bit_width(op.module.element_type(ty));
    (width(op.operand_type(0)), width(op.result_type(0)))
}

/// The result is wider.
pub(super) fn verify_wider(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_same_shape(cx, op);
    let (from, to) = widths(op);
    if to <= from {
        report_incompatible(cx, op);
    }
}

/// The result is narrower.
pub(super) fn verify_narrower(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_same_shape(cx, op);
    let (from, to) = widths(op);
    if from <= to {
        report_incompatible(cx, op);
    }
}

/// Operand and result have one width.
pub(super) fn verify_same_width(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_same_shape(cx, op);
    let (from, to) = widths(op);
    if from != to || from.is_none() {
        report_incompatible(cx, op);
    }
}
