//! `affine.load %m[%i + 1] : M` and `affine.store %v, %m[%i + 1] : M`.

use super::operands::{check_operands, map_of, write_subscripts};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `affine.load`.
pub(super) const LOAD_SYNTAX: Code = Code { read: read_load, write: write_load };
/// The custom form of `affine.store`.
pub(super) const STORE_SYNTAX: Code = Code { read: read_store, write: write_store };

/// Takes `%m[subscripts] {…} : M`; returns the memref, its type and the operands of the map.
fn read_access(reader: &mut Reader<'_, '_>) -> Result<(ValueName, Type, Vec<Value>), Reported> {
    let memref = reader.value_name()?;
    reader.expect(Token::LSquare, "'[' before the subscripts")?;
    let subscripts = reader.subscripts(Token::RSquare)?;
    let attr = reader.cx.module.map_attr(subscripts.map());
    reader.set_attr("map", attr);
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref type")?;
    let ty = reader.parse_type()?;
    let mut operands = reader.resolve_all(&subscripts.dims, Type::INDEX)?;
    operands.extend(reader.resolve_all(&subscripts.symbols, Type::INDEX)?);
    Ok((memref, ty, operands))
}

fn read_load(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let (memref, ty, indices) = read_access(reader)?;
    let memref = reader.resolve(memref, ty)?;
    reader.op.operands.push(memref);
    reader.op.operands.extend(indices);
    let element = reader.cx.module.element_type(ty);
    reader.op.results.push(element);
    Ok(())
}

fn read_store(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let value = reader.value_name()?;
    reader.expect(Token::Comma, "',' after the value to store")?;
    let (memref, ty, indices) = read_access(reader)?;
    let element = reader.cx.module.element_type(ty);
    let value = reader.resolve(value, element)?;
    let memref = reader.resolve(memref, ty)?;
    reader.op.operands.extend([value, memref]);
    reader.op.operands.extend(indices);
    Ok(())
}

fn write_load(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    write_access(writer, op, 0);
}

fn write_store(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.text(", ");
    write_access(writer, op, 1);
}

fn write_access(writer: &mut Writer<'_>, op: OpRef<'_>, memref: usize) {
    writer.value(op.operand(memref));
    writer.text("[");
    if let Some(map) = map_of(op, "map") {
        write_subscripts(writer, map, &op.operands()[memref + 1..]);
    }
    writer.text("]");
    writer.attr_dict(op, &["map"]);
    writer.text(" : ");
    writer.ty(op.operand_type(memref));
}

fn check(cx: &mut VerifyCx<'_>, op: OpRef<'_>, memref: usize, element: Type) {
    let module = op.module;
    let Some(map) = map_of(op, "map") else { return };
    let ty = op.operand_type(memref);
    let rank = module.shape(ty).map_or(0, <[i64]>::len);
    if map.results.len() != rank {
        return cx.error(
            op,
            format!(
                "affine map num results must equal memref rank: expected {rank}, but found {}",
                map.results.len()
            ),
        );
    }
    let wanted = module.element_type(ty);
    if wanted != element {
        let (wanted, found) = (type_text(module, wanted), type_text(module, element));
        return cx.error(op, format!("expects an element of type '{wanted}', but found '{found}'"));
    }
    check_operands(cx, op, map.n_dims, map.n_symbols, &op.operands()[memref + 1..]);
}

pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check(cx, op, 0, op.result_type(0));
}

pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check(cx, op, 1, op.operand_type(0));
}
