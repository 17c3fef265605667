//! Operations of older MLIR versions, read as their equivalents in today's dialect where one exists.

use super::Vector;
use super::element::vector_type;
use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};

/// The custom form of `vector.splat`.
pub(super) const SPLAT_SYNTAX: Code = Code { read: read_splat, write: write_splat };
/// The custom form of `vector.extractelement`.
pub(super) const EXTRACT_SYNTAX: Code = Code { read: read_extract, write: write_extract };
/// The custom form of `vector.insertelement`.
pub(super) const INSERT_SYNTAX: Code = Code { read: read_insert, write: write_insert };

/// Reads `%x : V` as `vector.broadcast %x : E to V`.
fn read_splat(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let name = reader.value_name()?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type")?;
    let ty = vector_type(reader)?;
    let element = reader.cx.module.element_type(ty);
    let value = reader.resolve(name, element)?;
    reader.op.operands.push(value);
    reader.op.results.push(ty);
    reader.op.kind = OpKind::Vector(Vector::Broadcast);
    Ok(())
}

fn write_splat(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.operands());
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.ty(op.result_type(0));
}

/// Reads `%v[%i : index] : V` as `vector.extract %v[%i] : E from V`.
fn read_extract(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    let position = read_position(reader)?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type")?;
    let ty = vector_type(reader)?;
    let value = reader.resolve(source, ty)?;
    reader.op.operands.push(value);
    let element = reader.cx.module.element_type(ty);
    reader.op.results.push(element);
    finish(reader, position, Vector::Extract)
}

/// Reads `%x, %v[%i : index] : V` as `vector.insert %x, %v [%i] : E into V`.
fn read_insert(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let part = reader.value_name()?;
    reader.expect(Token::Comma, "',' before the vector")?;
    let dest = reader.value_name()?;
    let position = read_position(reader)?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type")?;
    let ty = vector_type(reader)?;
    let element = reader.cx.module.element_type(ty);
    let values = reader.resolve_each(&[part, dest], &[element, ty])?;
    reader.op.operands.extend(values);
    reader.op.results.push(ty);
    finish(reader, position, Vector::Insert)
}

type Position = Option<(crate::format::read::ValueName, Type)>;

/// Reads `[]` or `[%i : T]`.
fn read_position(reader: &mut Reader<'_, '_>) -> Result<Position, Reported> {
    reader.expect(Token::LSquare, "'[' before the position")?;
    let mut position = None;
    if reader.peek() == Token::Value {
        let name = reader.value_name()?;
        reader.expect(Token::Colon, "':' before the type of the position")?;
        position = Some((name, reader.parse_type()?));
    }
    reader.expect(Token::RSquare, "']' after the position")?;
    Ok(position)
}

/// Adds the position; one of a type other than `index` has no equivalent in today's dialect.
fn finish(reader: &mut Reader<'_, '_>, position: Position, newer: Vector) -> Result<(), Reported> {
    let mut numbers = Vec::new();
    if let Some((name, ty)) = position {
        let value = reader.resolve(name, ty)?;
        reader.op.operands.push(value);
        if ty != Type::INDEX {
            return Ok(());
        }
        numbers.push(DYNAMIC);
    }
    let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
    reader.set_attr("static_position", attr);
    reader.op.kind = OpKind::Vector(newer);
    Ok(())
}

/// Replaces an operation of a generic form; the reader has its operands.
pub(in crate::dialect) fn replace_older(reader: &mut Reader<'_, '_>) {
    let (newer, n_values) = match reader.op.kind {
        OpKind::Vector(Vector::Splat) => (Vector::Broadcast, 1),
        OpKind::Vector(Vector::ExtractElement) => (Vector::Extract, 1),
        OpKind::Vector(Vector::InsertElement) => (Vector::Insert, 2),
        _ => return,
    };
    let position: Vec<Type> =
        reader.op.operands.iter().skip(n_values).map(|value| reader.cx.module.type_of(*value)).collect();
    if reader.op.operands.len() < n_values || !matches!(position[..], [] | [Type::INDEX]) {
        return;
    }
    reader.op.kind = OpKind::Vector(newer);
    if newer != Vector::Broadcast {
        let numbers = position.iter().map(|_| DYNAMIC).collect();
        let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers));
        reader.set_attr("static_position", attr);
    }
}

fn write_extract(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.named("vector"));
    write_position(writer, op);
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
}

fn write_insert(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(&op.operands()[..2]);
    write_position(writer, op);
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.ty(op.result_type(0));
}

fn write_position(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text("[");
    for position in op.group("position") {
        writer.value(*position);
        writer.text(" : ");
        writer.ty(op.type_of(*position));
    }
    writer.text("]");
}
