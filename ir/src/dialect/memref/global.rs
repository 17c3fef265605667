//! `memref.global "private" constant @g : memref<4xf32> = dense<1.0> {alignment = 64 : i64}` and its use.

use crate::attrs::{Attr, AttrKind};
use crate::def::Code;
use crate::diagnostics::{Reported, codes};
use crate::dialect::index_list::list_text;
use crate::dialect::{MemRef, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.peek() == Token::String {
        let attr = reader.string_attr_value()?;
        reader.set_attr("sym_visibility", attr);
    }
    if reader.eat_word("constant") {
        reader.set_attr("constant", Attr::UNIT);
    }
    let name = reader.symbol_name()?;
    let attr = reader.cx.module.string_attr(&name);
    reader.set_attr("sym_name", attr);
    reader.expect(Token::Colon, "':' before the type of the global")?;
    let ty = memref_type(reader)?;
    let attr = reader.cx.module.type_attr(ty);
    reader.set_attr("type", attr);
    if reader.eat(Token::Equal) {
        let value = if reader.eat_word("uninitialized") { Attr::UNIT } else { initial_value(reader, ty)? };
        reader.set_attr("initial_value", value);
    }
    reader.attr_dict()
}

/// Reads a memref type of static shape.
fn memref_type(reader: &mut Reader<'_, '_>) -> Result<Type, Reported> {
    let span = reader.span();
    let ty = reader.parse_type()?;
    let module = &reader.cx.module;
    if module.is_memref(ty) && module.n_elements(ty).is_some() {
        return Ok(ty);
    }
    let message = format!("type should be static shaped memref, but got '{}'", type_text(module, ty));
    Err(reader.error_at(span, message))
}

/// Reads `dense<…>`; without `: type` it has the tensor type of the same shape.
fn initial_value(reader: &mut Reader<'_, '_>, ty: Type) -> Result<Attr, Reported> {
    let module = &mut reader.cx.module;
    let Some(shape) = module.shape(ty).map(<[i64]>::to_vec) else {
        return Err(reader.error("expected a ranked memref type before an initial value"));
    };
    let element = module.element_type(ty);
    let tensor = module.intern_type(TypeKind::Tensor(shape.into(), element, None));
    reader.elements_of(tensor)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let module = op.module;
    writer.text(" ");
    if let Some(visibility) = op.attr("sym_visibility") {
        writer.attr(visibility);
        writer.text(" ");
    }
    if op.attr("constant").is_some() {
        writer.text("constant ");
    }
    writer.symbol(op.str("sym_name").unwrap_or_default());
    writer.text(" : ");
    if let Some(ty) = op.attr("type") {
        writer.attr(ty);
    }
    match op.attr("initial_value") {
        Some(value) if matches!(module.attr_kind(value), AttrKind::Unit) => writer.text(" = uninitialized"),
        Some(value) => {
            writer.text(" = ");
            writer.attr_without_type(value);
        }
        None => {}
    }
    writer.attr_dict(op, &["sym_visibility", "constant", "sym_name", "type", "initial_value"]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(ty) = op.attr("type").and_then(|attr| module.attr_type(attr)) else { return };
    if !module.is_memref(ty) {
        let found = type_text(module, ty);
        return cx.error(
            op,
            format!(
                "attribute 'type' failed to satisfy constraint: memref type attribute, but found '{found}'"
            ),
        );
    }
    if module.n_elements(ty).is_none() {
        return cx
            .error(op, format!("type should be static shaped memref, but got '{}'", type_text(module, ty)));
    }
    super::checks::check_alignment(cx, op);
    let Some(value) = op.attr("initial_value").filter(|value| *value != Attr::UNIT) else { return };
    if matches!(module.attr_kind(value), AttrKind::Foreign(_)) {
        return;
    }
    let is_tensor = |ty: &Type| matches!(module.type_kind(*ty), TypeKind::Tensor(..));
    let Some(found) = module.type_of_attr(value).filter(is_tensor) else {
        let found = crate::print::attr_text(module, value);
        return cx
            .error(op, format!("initial value should be a unit or elements attribute, but got {found}"));
    };
    let (wanted, given) = (module.element_type(ty), module.element_type(found));
    if wanted != given {
        let (wanted, given) = super::checks::types_text(module, wanted, given);
        return cx.error(
            op,
            format!("initial value element expected to be of type {wanted}, but was of type {given}"),
        );
    }
    let (wanted, given) = (module.shape(ty).unwrap_or(&[]), module.shape(found).unwrap_or(&[]));
    if wanted != given {
        let (wanted, given) = (list_text(wanted), list_text(given));
        cx.error(op, format!("initial value shape expected to be {wanted} but was {given}"));
    }
}

/// Checks that the symbol is a global of the result type.
pub(super) fn verify_get(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(path) = op.attr("name").and_then(|attr| module.attr_symbol(attr)) else { return };
    let name = path.last().map(|name| module.text(*name)).unwrap_or_default();
    let found = module.resolve_symbol(op.op, path);
    if found.is_some_and(|found| matches!(module.kind(found), OpKind::Foreign(_))) {
        return;
    }
    let Some(global) = found.filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Global)) else {
        return cx.error_with(
            op,
            codes::SYMBOL,
            format!("'{name}' does not reference a valid global memref"),
            cx.similar_symbols(op, name),
        );
    };
    let wanted = module.attr(global, "type").and_then(|attr| module.attr_type(attr));
    if wanted.is_some_and(|wanted| wanted != op.result_type(0)) {
        let wanted = wanted.map(|ty| type_text(module, ty)).unwrap_or_default();
        let found = type_text(module, op.result_type(0));
        cx.error(
            op,
            format!("result type '{found}' does not match type '{wanted}' of the global memref @{name}"),
        );
    }
}
