//! Casts between buffers and pointers.

use crate::def::{Directive, directive};
use crate::diagnostics::Reported;
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The type of the result, `<#llvm.address_space<1>>`.
pub(super) const RESULT: Directive = directive(
    "Result",
    &[],
    |reader, found| read_short(reader, found, "result"),
    |writer, op| write_short(writer, op.result_type(0)),
);

/// The type of the pointer, in the same form.
pub(super) const SOURCE: Directive = directive(
    "Source",
    &[],
    |reader, found| read_short(reader, found, "ptr"),
    |writer, op| write_short(writer, op.operand_type(0)),
);

fn read_short(reader: &mut Reader<'_, '_>, found: &mut Found, slot: &str) -> Result<(), Reported> {
    let ty = if reader.peek() == Token::Less { reader.ptr_space()? } else { reader.parse_type()? };
    found.types(slot, &[ty]);
    Ok(())
}

fn write_short(writer: &mut Writer<'_>, ty: Type) {
    match writer.module.type_kind(ty) {
        TypeKind::Ptr(space) => {
            let space = *space;
            writer.text("<");
            writer.attr(space);
            writer.text(">");
        }
        _ => writer.ty(ty),
    }
}

/// Returns the metadata type of a buffer.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a type rule")]
pub(super) fn metadata_of(_: &Module, ty: Type) -> Option<TypeKind> {
    Some(TypeKind::PtrMetadata(ty))
}

pub(super) fn verify_to(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_space(cx, op, op.operand_type(0), op.result_type(0));
}

pub(super) fn verify_from(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_space(cx, op, op.result_type(0), op.operand_type(0));
}

/// Checks that a buffer and its address are in the same memory space.
fn verify_space(cx: &mut VerifyCx<'_>, op: OpRef<'_>, buffer: Type, pointer: Type) {
    let TypeKind::Ptr(space) = op.module.type_kind(pointer) else { return };
    if op.module.memory_space(buffer) != Some(*space) {
        cx.error_plain(op, "expected the input and output to have the same memory space");
    }
}
