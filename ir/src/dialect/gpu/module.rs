//! `gpu.module @m <#offload> [#targets] attributes {…} { … }`.

use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };
/// The custom form of `gpu.binary @m <#offload> [#objects]`.
pub(super) const BINARY_SYNTAX: Code = Code { read: read_binary, write: write_binary };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    read_head(reader)?;
    if reader.peek() == Token::LSquare {
        let attr = reader.attribute(None)?;
        reader.set_attr("targets", attr);
    }
    reader.attributes_clause()?;
    reader.region(&[])?;
    let region = reader.op.regions[0];
    if reader.cx.module.blocks_of(region).is_empty() {
        reader.cx.module.add_block(region, &[]);
    }
    Ok(())
}

/// Takes the name and the offloading handler.
fn read_head(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let name = reader.symbol_name()?;
    let attr = reader.cx.module.string_attr(&name);
    reader.set_attr("sym_name", attr);
    if reader.eat(Token::Less) {
        let attr = reader.attribute(None)?;
        reader.expect(Token::Greater, "'>' after the offloading handler")?;
        reader.set_attr("offloadingHandler", attr);
    }
    Ok(())
}

fn write_head(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.symbol(op.str("sym_name").unwrap_or_default());
    if let Some(handler) = op.attr("offloadingHandler") {
        writer.text(" <");
        writer.attr(handler);
        writer.text(">");
    }
}

fn read_binary(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    read_head(reader)?;
    if reader.peek() != Token::LSquare {
        return Err(reader.expected("'[' before the objects"));
    }
    let attr = reader.attribute(None)?;
    reader.set_attr("objects", attr);
    reader.attr_dict()
}

fn write_binary(writer: &mut Writer<'_>, op: OpRef<'_>) {
    write_head(writer, op);
    if let Some(objects) = op.attr("objects") {
        writer.text("  ");
        writer.attr(objects);
    }
    writer.attr_dict(op, &["sym_name", "offloadingHandler", "objects"]);
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    write_head(writer, op);
    if let Some(targets) = op.attr("targets")
        && matches!(op.module.attr_kind(targets), AttrKind::Array(items) if !items.is_empty())
    {
        writer.text(" ");
        writer.attr(targets);
    }
    writer.attributes_clause(op, &["sym_name", "offloadingHandler", "targets"]);
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
}
