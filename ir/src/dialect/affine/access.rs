//! `affine.load %m[%i + 1] : M` and `affine.store %v, %m[%i + 1] : M`, the same with vectors, and
//! `affine.prefetch %m[%i], read, locality<3>, data : M`.

use super::operands::{check_roles, map_of, write_subscripts};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::memref::{HINT_KEYS, check_hints, read_hints, write_hints};
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::lower::Subscripts;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `affine.load`.
pub(super) const LOAD_SYNTAX: Code = Code { read: read_load, write: write_load };
/// The custom form of `affine.store`.
pub(super) const STORE_SYNTAX: Code = Code { read: read_store, write: write_store };
/// The custom form of `affine.vector_load`.
pub(super) const VECTOR_LOAD_SYNTAX: Code = Code { read: read_vector_load, write: write_vector_load };
/// The custom form of `affine.vector_store`.
pub(super) const VECTOR_STORE_SYNTAX: Code = Code { read: read_vector_store, write: write_vector_store };
/// The custom form of `affine.prefetch`.
pub(super) const PREFETCH_SYNTAX: Code = Code { read: read_prefetch, write: write_prefetch };

/// Reads `%m[subscripts]` and sets the map; returns the memref and the operands of the map.
pub(super) fn read_subscripts(
    reader: &mut Reader<'_, '_>,
    key: &str,
) -> Result<(ValueName, Subscripts), Reported> {
    let memref = reader.value_name()?;
    reader.expect(Token::LSquare, "'[' before the subscripts")?;
    let subscripts = reader.subscripts(Token::RSquare)?;
    let attr = reader.cx.module.map_attr(subscripts.map());
    reader.set_attr(key, attr);
    Ok((memref, subscripts))
}

/// Appends a memref and the operands of its map.
pub(super) fn push_access(
    reader: &mut Reader<'_, '_>,
    access: &(ValueName, Subscripts),
    ty: Type,
) -> Result<(), Reported> {
    let memref = reader.resolve(access.0, ty)?;
    reader.op.operands.push(memref);
    for names in [&access.1.dims, &access.1.symbols] {
        let values = reader.resolve_all(names, Type::INDEX)?;
        reader.op.operands.extend(values);
    }
    Ok(())
}

/// Reads `{…} : M`.
fn read_type(reader: &mut Reader<'_, '_>) -> Result<Type, Reported> {
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref type")?;
    reader.parse_type()
}

/// Reads `{…} : M, V`.
fn read_types(reader: &mut Reader<'_, '_>) -> Result<(Type, Type), Reported> {
    let memref = read_type(reader)?;
    reader.expect(Token::Comma, "',' before the vector type")?;
    let span = reader.span();
    let vector = reader.parse_type()?;
    let module = &reader.cx.module;
    if !matches!(module.type_kind(vector), TypeKind::Vector(..)) {
        let message = format!(
            "invalid kind of type specified: expected a vector, but found '{}'",
            type_text(module, vector)
        );
        return Err(reader.error_at(span, message));
    }
    Ok((memref, vector))
}

/// Reads `%v, `.
fn read_value(reader: &mut Reader<'_, '_>) -> Result<ValueName, Reported> {
    let value = reader.value_name()?;
    reader.expect(Token::Comma, "',' after the value to store")?;
    Ok(value)
}

fn read_load(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let access = read_subscripts(reader, "map")?;
    let ty = read_type(reader)?;
    push_access(reader, &access, ty)?;
    let element = reader.cx.module.element_type(ty);
    reader.op.results.push(element);
    Ok(())
}

fn read_vector_load(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let access = read_subscripts(reader, "map")?;
    let (memref, vector) = read_types(reader)?;
    push_access(reader, &access, memref)?;
    reader.op.results.push(vector);
    Ok(())
}

fn read_store(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let value = read_value(reader)?;
    let access = read_subscripts(reader, "map")?;
    let ty = read_type(reader)?;
    let element = reader.cx.module.element_type(ty);
    let value = reader.resolve(value, element)?;
    reader.op.operands.push(value);
    push_access(reader, &access, ty)
}

fn read_vector_store(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let value = read_value(reader)?;
    let access = read_subscripts(reader, "map")?;
    let (memref, vector) = read_types(reader)?;
    let value = reader.resolve(value, vector)?;
    reader.op.operands.push(value);
    push_access(reader, &access, memref)
}

fn read_prefetch(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let access = read_subscripts(reader, "map")?;
    read_hints(reader)?;
    let ty = read_type(reader)?;
    push_access(reader, &access, ty)
}

fn write_load(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    write_access(writer, op, "map", 0, &op.operands()[1..]);
    write_type(writer, op, 0);
}

fn write_vector_load(writer: &mut Writer<'_>, op: OpRef<'_>) {
    write_load(writer, op);
    writer.text(", ");
    writer.ty(op.result_type(0));
}

fn write_store(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.text(", ");
    write_access(writer, op, "map", 1, &op.operands()[2..]);
    write_type(writer, op, 1);
}

fn write_vector_store(writer: &mut Writer<'_>, op: OpRef<'_>) {
    write_store(writer, op);
    writer.text(", ");
    writer.ty(op.operand_type(0));
}

fn write_prefetch(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    write_access(writer, op, "map", 0, &op.operands()[1..]);
    write_hints(writer, op);
    write_type(writer, op, 0);
}

/// Writes `%m[subscripts]`; the map is under `key` and applies to `operands`.
pub(super) fn write_access(
    writer: &mut Writer<'_>,
    op: OpRef<'_>,
    key: &str,
    memref: usize,
    operands: &[Value],
) {
    writer.value(op.operand(memref));
    writer.text("[");
    if let Some(map) = map_of(op, key) {
        write_subscripts(writer, map, operands);
    }
    writer.text("]");
}

/// Writes ` {…} : M`.
fn write_type(writer: &mut Writer<'_>, op: OpRef<'_>, memref: usize) {
    let [a, b, c] = HINT_KEYS;
    writer.attr_dict(op, &["map", a, b, c]);
    writer.text(" : ");
    writer.ty(op.operand_type(memref));
}

/// Checks that the map has one result per dimension of the memref and takes the operands after it.
fn check_map(cx: &mut VerifyCx<'_>, op: OpRef<'_>, memref: usize, operands: &[Value]) {
    let Some(map) = map_of(op, "map") else { return };
    let rank = op.module.shape(op.operand_type(memref)).map_or(0, <[i64]>::len);
    if map.results.len() != rank {
        let message = format!(
            "affine map num results must equal memref rank: expected {rank}, but found {}",
            map.results.len()
        );
        return cx.error(op, message);
    }
    if map.n_inputs() != operands.len() {
        let message = format!(
            "expects as many subscripts as affine map inputs: expected {}, but found {}",
            map.n_inputs(),
            operands.len()
        );
        return cx.error(op, message);
    }
    check_roles(cx, op, map.n_dims as usize, operands);
}

/// Checks that the accessed value has the element type of the memref.
fn check_element(cx: &mut VerifyCx<'_>, op: OpRef<'_>, memref: usize, found: Type, message: &str) {
    let module = op.module;
    let wanted = module.element_type(op.operand_type(memref));
    if wanted != found {
        let (wanted, found) = (type_text(module, wanted), type_text(module, found));
        cx.error(op, format!("{message}: expected '{wanted}', but found '{found}'"));
    }
}

pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_element(cx, op, 0, op.result_type(0), "result type must match element type of memref");
    check_map(cx, op, 0, &op.operands()[1..]);
}

pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let message = "value to store must have the same type as memref element type";
    check_element(cx, op, 1, op.operand_type(0), message);
    check_map(cx, op, 1, &op.operands()[2..]);
}

const SAME_ELEMENT: &str = "requires memref and vector types of the same elemental type";

pub(super) fn verify_vector_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_map(cx, op, 0, &op.operands()[1..]);
    check_element(cx, op, 0, op.module.element_type(op.result_type(0)), SAME_ELEMENT);
}

pub(super) fn verify_vector_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_map(cx, op, 1, &op.operands()[2..]);
    check_element(cx, op, 1, op.module.element_type(op.operand_type(0)), SAME_ELEMENT);
}

pub(super) fn verify_prefetch(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_map(cx, op, 0, &op.operands()[1..]);
    check_hints(cx, op);
}
