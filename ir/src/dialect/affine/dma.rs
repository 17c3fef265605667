//! `affine.dma_start %s[i], %d[j], %tag[k], %n, %stride, %per : S, D, T` and `affine.dma_wait %tag[k], %n : T`.

use super::access::{push_access, read_subscripts, write_access};
use super::operands::{check_roles, map_of};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `affine.dma_start`.
pub(super) const START_SYNTAX: Code = Code { read: read_start, write: write_start };
/// The custom form of `affine.dma_wait`.
pub(super) const WAIT_SYNTAX: Code = Code { read: read_wait, write: write_wait };

/// The maps of a transfer: of source, destination and tag.
pub const KEYS: [&str; 3] = ["src_map", "dst_map", "tag_map"];

fn read_start(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let start = reader.span();
    let mut accesses = Vec::new();
    for key in KEYS {
        accesses.push(read_subscripts(reader, key)?);
        reader.expect(Token::Comma, "',' after the subscripts")?;
    }
    let names = reader.value_names()?;
    if !matches!(names.len(), 1 | 3) {
        let message = format!(
            "expected a number of elements and then none or two stride related operands, but found {} operands",
            names.len()
        );
        return Err(reader.error_at(start, format!("{message}: expected two stride related operands")));
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref types")?;
    let types = reader.type_list()?;
    if types.len() != 3 {
        return Err(reader.error_at(start, format!("expected three types, but found {}", types.len())));
    }
    for (access, ty) in accesses.iter().zip(types) {
        push_access(reader, access, ty)?;
    }
    let values = reader.resolve_all(&names, Type::INDEX)?;
    reader.op.operands.extend(values);
    Ok(())
}

fn read_wait(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let access = read_subscripts(reader, KEYS[2])?;
    reader.expect(Token::Comma, "',' after the subscripts")?;
    let count = reader.value_name()?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref type")?;
    let ty = reader.parse_type()?;
    push_access(reader, &access, ty)?;
    let count = reader.resolve(count, Type::INDEX)?;
    reader.op.operands.push(count);
    Ok(())
}

/// A memref by its operand number, and the operands of its map.
pub type DmaAccess<'m> = (usize, &'m [Value]);

/// Returns the accesses of a transfer or a wait under the given [`KEYS`], and the operands after them; the
/// error describes the violation.
pub fn accesses<'m>(op: OpRef<'m>, keys: &[&str]) -> Result<(Vec<DmaAccess<'m>>, &'m [Value]), String> {
    let mut at = 0;
    let mut found = Vec::new();
    for key in keys {
        let what = match *key {
            "src_map" => "source",
            "dst_map" => "destination",
            _ => "tag",
        };
        let Some(map) = map_of(op, key) else { return Err(format!("requires the affine map '{key}'")) };
        let Some(memref) = op.operands().get(at) else { return Err("incorrect number of operands".into()) };
        if !op.module.is_memref(op.type_of(*memref)) {
            return Err(format!("expected DMA {what} to be of memref type"));
        }
        let Some(indices) = op.operands().get(at + 1..at + 1 + map.n_inputs()) else {
            return Err("incorrect number of operands: too few for the maps".into());
        };
        found.push((at, indices));
        at += 1 + map.n_inputs();
    }
    Ok((found, &op.operands()[at..]))
}

fn write_start(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Ok((accesses, rest)) = accesses(op, &KEYS) else { return writer.text(" <<BROKEN OPERANDS>>") };
    for ((memref, indices), key) in accesses.iter().zip(KEYS) {
        writer.text(if *memref == 0 { " " } else { ", " });
        write_access(writer, op, key, *memref, indices);
    }
    for value in rest {
        writer.text(", ");
        writer.value(*value);
    }
    writer.attr_dict(op, &KEYS);
    writer.text(" : ");
    writer.types(accesses.iter().map(|(memref, _)| op.operand_type(*memref)));
}

fn write_wait(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Ok((accesses, rest)) = accesses(op, &KEYS[2..]) else { return writer.text(" <<BROKEN OPERANDS>>") };
    writer.text(" ");
    write_access(writer, op, KEYS[2], 0, accesses[0].1);
    writer.text(", ");
    writer.values(rest);
    writer.attr_dict(op, &KEYS);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
}

fn check(cx: &mut VerifyCx<'_>, op: OpRef<'_>, keys: &[&str], counts: &[usize]) {
    let (accesses, rest) = match accesses(op, keys) {
        Ok(parts) => parts,
        Err(message) => return cx.error(op, message),
    };
    if !counts.contains(&rest.len()) || rest.iter().any(|value| op.type_of(*value) != Type::INDEX) {
        return cx.error(
            op,
            format!(
                "incorrect number of operands: {} after the memrefs, or one that is no index",
                rest.len()
            ),
        );
    }
    for ((_, indices), key) in accesses.into_iter().zip(keys) {
        if indices.iter().any(|index| op.type_of(*index) != Type::INDEX) {
            return cx.error(op, "index to dma operations must have 'index' type");
        }
        if let Some(map) = map_of(op, key) {
            check_roles(cx, op, map.n_dims as usize, indices);
        }
    }
}

pub(super) fn verify_start(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check(cx, op, &KEYS, &[1, 3]);
}

pub(super) fn verify_wait(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check(cx, op, &KEYS[2..], &[1]);
}
