//! `gpu.module @m <#offload> [#targets] attributes {…} { … }`.

use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{Gpu, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The default handler of a `gpu.binary`, without `#`.
const DEFAULT_HANDLER: &str = "gpu.select_object";
/// The attribute kinds that describe a target of device code.
const TARGETS: &[&str] = &["nvvm.target", "rocdl.target", "xevm.target", "spirv.target_env"];

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
    drop_end(reader);
    Ok(())
}

/// Erases the `gpu.module_end` that ends a module in older texts.
pub(crate) fn drop_end(reader: &mut Reader<'_, '_>) {
    let module = &mut reader.cx.module;
    let Some(region) = reader.op.regions.first() else { return };
    let Some(block) = module.blocks_of(*region).first().copied() else { return };
    while let Some(last) = module.last_op(block)
        && module.kind(last) == OpKind::Gpu(Gpu::ModuleEnd)
    {
        module.erase(last);
    }
}

/// Reads the name and the offloading handler.
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
        writer.text("<");
        writer.attr(handler);
        writer.text(">");
    }
}

/// Checks that targets are target attributes, and the handler is a handler.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.attr("targets").is_some_and(|targets| !is_list_of(op, targets, TARGETS)) {
        let rule = "array of GPU target attributes with at least 1 elements";
        cx.error(op, format!("attribute 'targets' failed to satisfy constraint: {rule}"));
    }
    check_handler(cx, op);
}

/// Checks that there is an object, and that the handler is a handler.
pub(super) fn verify_binary(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.attr("objects").is_some_and(|objects| !is_list_of(op, objects, &["gpu.object"])) {
        let rule = "an array of GPU object attributes with at least 1 elements";
        cx.error(op, format!("attribute 'objects' failed to satisfy constraint: {rule}"));
    }
    check_handler(cx, op);
}

fn check_handler(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(handler) = op.attr("offloadingHandler") else { return };
    let is_handler = match op.module.attr_kind(handler) {
        AttrKind::Foreign(name) => {
            let text = op.module.text(*name);
            let targets = ["gpu", "nvvm.target", "rocdl.target", "spirv.target_env", "xevm.target"];
            !targets.iter().any(|target| text.starts_with(target)) || is_of_kind(op, handler, DEFAULT_HANDLER)
        }
        _ => false,
    };
    if !is_handler {
        let rule = "any attribute with the `OffloadingTranslationAttrTrait` trait.";
        cx.error(op, format!("attribute 'offloadingHandler' failed to satisfy constraint: {rule}"));
    }
}

/// Whether an attribute is an array with elements, all of one of these kinds.
fn is_list_of(op: OpRef<'_>, list: Attr, kinds: &[&str]) -> bool {
    let AttrKind::Array(items) = op.module.attr_kind(list) else { return false };
    !items.is_empty() && items.iter().all(|item| kinds.iter().any(|kind| is_of_kind(op, *item, kind)))
}

/// Whether an attribute is `#kind` or `#kind<…>`.
fn is_of_kind(op: OpRef<'_>, attr: Attr, kind: &str) -> bool {
    let AttrKind::Foreign(name) = op.module.attr_kind(attr) else { return false };
    let rest = op.module.text(*name).strip_prefix(kind);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('<'))
}

fn read_binary(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    read_head(reader)?;
    if reader.attr("offloadingHandler").is_none() {
        let attr = reader.cx.module.foreign_attr(DEFAULT_HANDLER);
        reader.set_attr("offloadingHandler", attr);
    }
    reader.attr_dict()?;
    if reader.peek() != Token::LSquare {
        return Err(reader.expected("'[' before the objects"));
    }
    let attr = reader.attribute(None)?;
    reader.set_attr("objects", attr);
    // In older texts the dictionary is at the end.
    reader.attr_dict()
}

fn write_binary(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.symbol(op.str("sym_name").unwrap_or_default());
    writer.text(" ");
    let handler = op.attr("offloadingHandler").filter(|handler| {
        !matches!(op.module.attr_kind(*handler), AttrKind::Foreign(name) if op.module.text(*name) == DEFAULT_HANDLER)
    });
    if let Some(handler) = handler {
        writer.text("<");
        writer.attr(handler);
        writer.text(">");
    }
    writer.attr_dict(op, &["sym_name", "offloadingHandler", "objects"]);
    writer.text(" ");
    writer.attr(op.attr("objects").unwrap_or(Attr::UNIT));
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
