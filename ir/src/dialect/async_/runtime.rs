//! Verifies the operations of the async runtime.

use super::value_type;
use crate::def::{Directive, directive};
use crate::diagnostics::Reported;
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{AsyncType, TypeKind};
use crate::verify::VerifyCx;

/// The type of a storage: `<T>` for `!async.value<T>`, which is also accepted.
pub(super) const STORAGE: Directive = directive("Storage", &[], read_storage, write_storage);

fn read_storage(reader: &mut Reader<'_, '_>, found: &mut Found) -> Result<(), Reported> {
    let ty = if reader.eat(Token::Less) {
        let value = reader.parse_type()?;
        reader.expect(Token::Greater, "'>' after the type of the value")?;
        reader.cx.module.intern_type(TypeKind::Async(AsyncType::Value(value)))
    } else {
        reader.parse_type()?
    };
    found.types("storage", &[ty]);
    Ok(())
}

fn write_storage(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let storage = op.operands().last().map(|value| op.type_of(*value));
    if let Some(value) = storage.and_then(|ty| value_type(op.module, ty)) {
        writer.text("<");
        writer.ty(value);
        writer.text(">");
    }
}

/// Checks that the reference count is positive.
pub(super) fn verify_count(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let Some(count) = op.int("count").filter(|count| *count <= 0) {
        cx.error(op, format!("attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive, but found {count}"));
    }
}
