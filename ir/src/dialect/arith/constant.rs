//! `arith.constant 5 : i32`.

use crate::attrs::{AttrKind, DenseData};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{Signedness, TypeKind};
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
            // A value in the dictionary takes precedence, as in MLIR.
            if reader.attr("value").is_none() {
                reader.set_attr("value", attr);
            }
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

/// Checks that the attribute is a number, or numbers, of the result type; that of a scalable vector is a
/// splat.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(attr) = op.attr("value") else { return };
    let module = op.module;
    let ty = op.result_type(0);
    if module.type_of_attr(attr) != Some(ty) {
        return cx.error(op, "failed to verify that all of {value, result} have same type");
    }
    if matches!(module.attr_kind(attr), AttrKind::Typed(..)) {
        return cx.error(op, "value must be an integer, float, or elements attribute");
    }
    match module.type_kind(ty) {
        TypeKind::Integer(_, Signedness::Signed | Signedness::Unsigned) => {
            cx.error(op, "integer return type must be signless");
        }
        TypeKind::Vector(_, scalable, _)
            if scalable.contains(&true)
                && matches!(module.attr_kind(attr), AttrKind::Dense(_, DenseData::Elements(_))) =>
        {
            let message = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
            cx.error(op, message);
        }
        _ => {}
    }
}
