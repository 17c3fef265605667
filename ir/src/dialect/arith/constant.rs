//! `arith.constant 5 : i32`.

use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.attr_dict()?;
    let attr = if reader.peek() == Token::Symbol {
        return Err(reader.expected("a typed attribute"));
    } else {
        reader.attribute(None)?
    };
    match reader.cx.module.type_of_attr(attr) {
        Some(ty) => {
            reader.set_attr("value", attr);
            reader.op.results.push(ty);
            Ok(())
        }
        None => Err(reader.error("expected an attribute with a type, such as '1 : i32'")),
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.attr_dict(op, &["value"]);
    writer.text(" ");
    if let Some(attr) = op.attr("value") {
        writer.attr(attr);
    }
}

/// The attribute has the type of the result.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("value") else { return };
    let ty = op.module.type_of_attr(attr);
    if ty != Some(op.result_type(0)) {
        cx.error(op, "failed to verify that all of {value, result} have same type");
    }
    if let AttrKind::Integer(_, ty) = op.module.attr_kind(attr)
        && matches!(op.module.type_kind(*ty), crate::types::TypeKind::Integer(_, sign) if *sign != crate::types::Signedness::Signless)
    {
        cx.error(op, "integer return type must be signless");
    }
}
