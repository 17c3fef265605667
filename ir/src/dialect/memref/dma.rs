//! `memref.dma_start`, `memref.dma_wait` and `memref.prefetch`; and `memref.extract_strided_metadata`.

use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `memref.dma_start`.
pub(super) const START_SYNTAX: Code = Code { read: read_start, write: write_start };
/// The custom form of `memref.prefetch`.
pub(super) const PREFETCH_SYNTAX: Code = Code { read: read_prefetch, write: write_prefetch };

/// Reads `%m[%i, …]`.
fn read_access(reader: &mut Reader<'_, '_>) -> Result<(ValueName, Vec<ValueName>), Reported> {
    Ok((reader.value_name()?, reader.indices()?))
}

fn comma(reader: &mut Reader<'_, '_>, what: &str) -> Result<(), Reported> {
    reader.expect(Token::Comma, &format!("',' before {what}")).map(|_| ())
}

fn read_start(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let start = reader.span();
    let source = read_access(reader)?;
    comma(reader, "the destination")?;
    let target = read_access(reader)?;
    comma(reader, "the number of elements")?;
    let count = reader.value_name()?;
    comma(reader, "the tag")?;
    let tag = read_access(reader)?;
    let strides = if reader.eat(Token::Comma) { reader.value_names()? } else { Vec::new() };
    if !matches!(strides.len(), 0 | 2) {
        return Err(reader
            .error_at(start, format!("expected two stride related operands, but found {}", strides.len())));
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref types")?;
    let types = reader.type_list()?;
    let &[source_type, target_type, tag_type] = &*types else {
        return Err(reader.error_at(start, format!("fewer/more types expected: 3 and not {}", types.len())));
    };
    push_access(reader, &source, source_type)?;
    push_access(reader, &target, target_type)?;
    push_access(reader, &(count, Vec::new()), Type::INDEX)?;
    push_access(reader, &tag, tag_type)?;
    let strides = reader.resolve_all(&strides, Type::INDEX)?;
    reader.op.operands.extend(strides);
    Ok(())
}

fn push_access(
    reader: &mut Reader<'_, '_>,
    access: &(ValueName, Vec<ValueName>),
    ty: Type,
) -> Result<(), Reported> {
    let memref = reader.resolve(access.0, ty)?;
    reader.op.operands.push(memref);
    let indices = reader.resolve_all(&access.1, Type::INDEX)?;
    reader.op.operands.extend(indices);
    Ok(())
}

/// The operands of `memref.dma_start` by role: each memref is followed by one index per dimension.
struct Transfer<'m> {
    /// Source, destination and tag, and their indices.
    accesses: [(Value, &'m [Value]); 3],
    count: Value,
    strides: &'m [Value],
}

/// Splits a memref and its indices off the front; the error describes what is there instead.
fn take_access<'m>(
    op: OpRef<'m>,
    rest: &mut &'m [Value],
    what: &str,
    name: &str,
) -> Result<(Value, &'m [Value]), String> {
    let is_ranked = |value: &Value| op.module.is_memref(op.type_of(*value));
    let Some((memref, after)) = rest.split_first().filter(|(memref, _)| is_ranked(memref)) else {
        return Err(format!("expected {what} to be of memref type"));
    };
    let rank = op.module.shape(op.type_of(*memref)).map_or(0, <[i64]>::len);
    let Some((indices, after)) = after.split_at_checked(rank) else {
        return Err(format!(
            "incorrect number of operands: expected {rank} {name} indices, but found {}",
            after.len()
        ));
    };
    if indices.iter().any(|index| op.type_of(*index) != Type::INDEX) {
        return Err(format!("expected {name} indices to be of index type"));
    }
    *rest = after;
    Ok((*memref, indices))
}

fn transfer(op: OpRef<'_>) -> Result<Transfer<'_>, String> {
    let mut rest = op.operands();
    if rest.len() < 4 {
        return Err(format!("expected at least 4 operands, but found {}", rest.len()));
    }
    let source = take_access(op, &mut rest, "source", "source")?;
    let target = take_access(op, &mut rest, "destination", "destination")?;
    let Some((count, after)) = rest.split_first().filter(|(count, _)| op.type_of(**count) == Type::INDEX)
    else {
        return Err("expected num elements to be of index type".into());
    };
    rest = after;
    let tag = take_access(op, &mut rest, "tag", "tag")?;
    if !matches!(rest.len(), 0 | 2) {
        return Err(format!("incorrect number of operands: {} after the tag, and not 0 or 2", rest.len()));
    }
    if rest.iter().any(|value| op.type_of(*value) != Type::INDEX) {
        return Err("expected stride and num elements per stride to be of type index".into());
    }
    Ok(Transfer { accesses: [source, target, tag], count: *count, strides: rest })
}

fn write_start(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Ok(parts) = transfer(op) else { return writer.text(" <<BROKEN OPERANDS>>") };
    for (i, (memref, indices)) in parts.accesses.into_iter().enumerate() {
        writer.text(if i == 0 { " " } else { ", " });
        if i == 2 {
            writer.value(parts.count);
            writer.text(", ");
        }
        writer.value(memref);
        writer.text("[");
        writer.values(indices);
        writer.text("]");
    }
    for value in parts.strides {
        writer.text(", ");
        writer.value(*value);
    }
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    writer.types(parts.accesses.iter().map(|(memref, _)| op.type_of(*memref)));
}

pub(super) fn verify_start(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let Err(message) = transfer(op) {
        cx.error(op, message);
    }
}

pub(super) fn verify_wait(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let rank = op.module.shape(op.operand_type(0)).map_or(0, <[i64]>::len);
    let found = op.group("tagIndices").len();
    if rank != found {
        cx.error(op, format!("expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got {found}"));
    }
}

/// Reads `, read|write, locality<N>, data|instr`; sets the attributes.
pub(in crate::dialect) fn read_hints(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    comma(reader, "'read' or 'write'")?;
    let is_write = match (reader.eat_word("write"), reader.eat_word("read")) {
        (false, false) => return Err(reader.expected("rw specifier has to be 'read' or 'write'")),
        (is_write, _) => is_write,
    };
    comma(reader, "'locality'")?;
    reader.expect_word("locality")?;
    reader.expect(Token::Less, "'<' after 'locality'")?;
    let locality = reader.integer()?;
    reader.expect(Token::Greater, "'>' after the locality")?;
    comma(reader, "'data' or 'instr'")?;
    let is_data = match (reader.eat_word("data"), reader.eat_word("instr")) {
        (false, false) => return Err(reader.expected("cache type has to be 'data' or 'instr'")),
        (is_data, _) => is_data,
    };
    let bool_attr = |value: bool| if value { Attr::TRUE } else { Attr::FALSE };
    let hint = reader.cx.module.int_attr(locality, Type::I32);
    reader.set_attr("isWrite", bool_attr(is_write));
    reader.set_attr("localityHint", hint);
    reader.set_attr("isDataCache", bool_attr(is_data));
    Ok(())
}

/// The keys of the attributes that [`write_hints`] shows.
pub(in crate::dialect) const HINT_KEYS: [&str; 3] = ["isWrite", "localityHint", "isDataCache"];

/// Writes `, read, locality<3>, data`.
pub(in crate::dialect) fn write_hints(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let [is_write, locality, is_data] = HINT_KEYS.map(|key| op.int(key).unwrap_or(0));
    let (access, cache) = (["read", "write"][is_write as usize & 1], ["instr", "data"][is_data as usize & 1]);
    writer.text(&format!(", {access}, locality<{locality}>, {cache}"));
}

/// Checks that the locality is between 0 and 3, in an `i32`.
pub(in crate::dialect) fn check_hints(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("localityHint") else { return };
    if !matches!(op.module.attr_kind(attr), AttrKind::Integer(0..=3, Type::I32)) {
        let found = crate::print::attr_text(op.module, attr);
        cx.error(op, format!("attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3, but found {found}"));
    }
}

fn read_prefetch(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let access = read_access(reader)?;
    read_hints(reader)?;
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the memref type")?;
    let ty = reader.parse_type()?;
    push_access(reader, &access, ty)
}

fn write_prefetch(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.named("memref"));
    writer.text("[");
    writer.values(op.group("indices"));
    writer.text("]");
    write_hints(writer, op);
    writer.attr_dict(op, &HINT_KEYS);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
}

pub(super) fn verify_prefetch(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let rank = op.module.shape(op.operand_type(0)).map_or(0, <[i64]>::len);
    let found = op.group("indices").len();
    if rank != found {
        let what = if found < rank { "few" } else { "many" };
        cx.error(op, format!("too {what} indices: expected {rank}, but found {found}"));
    }
    check_hints(cx, op);
}

/// Checks that the results are one element of the source, then offset, sizes and strides as indices.
pub(super) fn verify_metadata(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let wanted = metadata_types(module, op.operand_type(0));
    let found: Vec<_> = op.results().map(|value| type_text(module, op.type_of(value))).collect();
    if wanted != found {
        let list = |types: &[String]| types.iter().map(|ty| format!("'{ty}'")).collect::<Vec<_>>().join(", ");
        cx.error(
            op,
            format!(
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
                list(&wanted),
                list(&found)
            ),
        );
    }
}

fn metadata_types(module: &Module, source: Type) -> Vec<String> {
    let mut base = format!("memref<{}", type_text(module, module.element_type(source)));
    if let TypeKind::MemRef(.., Some(space)) = module.type_kind(source) {
        base.push_str(", ");
        base.push_str(crate::print::attr_text(module, *space).trim_end_matches(" : i64"));
    }
    base.push('>');
    let rank = module.shape(source).map_or(0, <[i64]>::len);
    let mut types = vec![base];
    types.resize(2 + 2 * rank, "index".to_string());
    types
}
