//! The custom forms of `linalg.map` and `linalg.reduce`, which have a short form for a body of one operation:
//!
//! ```text
//! linalg.map { arith.addf } ins(%a, %b : T, T) outs(%c : T)
//! linalg.reduce ins(%a : T) outs(%b : U) dimensions = [1]
//!   (%in: f32, %init: f32) {
//!     …
//!   }
//! ```
//!
//! The operation of a short form has the elements of the inputs as operands; in `linalg.reduce` those of the outputs
//! come first.

use super::operands::{element_types, read_operands, read_results, write_operands, write_results};
use super::shaped::{read_numbers, write_numbers};
use super::structured::Structured;
use crate::attrs::Attr;
use crate::builder::Builder;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::{Linalg, OpKind};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::op::{Op, OpRef};
use crate::placement::Place;
use crate::print::attr_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;

/// The custom form of `linalg.map`.
pub(super) const MAP_SYNTAX: Code =
    Code { read: |reader| read(reader, Linalg::Map), write: |writer, op| write(writer, op, Linalg::Map) };
/// The custom form of `linalg.reduce`.
pub(super) const REDUCE_SYNTAX: Code = Code {
    read: |reader| read(reader, Linalg::Reduce),
    write: |writer, op| write(writer, op, Linalg::Reduce),
};

/// The operation of a short form.
struct Payload {
    kind: OpKind,
    attrs: Vec<(String, Attr)>,
}

fn read(reader: &mut Reader<'_, '_>, kind: Linalg) -> Result<(), Reported> {
    let payload = read_payload(reader)?;
    let span = reader.span();
    let [n_inputs, n_outputs] = read_operands(reader)?;
    if kind == Linalg::Map && n_outputs != 1 || kind == Linalg::Reduce && n_inputs != n_outputs {
        let wanted = if kind == Linalg::Map { "1 operand" } else { "as many operands as in 'ins'" };
        let message = format!("expected {wanted} in 'outs', but found {n_outputs}");
        return Err(reader.error_at(span, message));
    }
    if kind == Linalg::Reduce {
        read_numbers(reader, "dimensions")?;
    }
    reader.plain_dict()?;
    match payload {
        Some(payload) => build_payload(reader, &payload, kind),
        None => read_body(reader, kind)?,
    }
    read_results(reader)
}

/// Reads `{ arith.addf {…} }`, if it is next.
fn read_payload(reader: &mut Reader<'_, '_>) -> Result<Option<Payload>, Reported> {
    if !reader.eat(Token::LBrace) {
        return Ok(None);
    }
    let token = reader.expect(Token::Word, "the name of an operation")?;
    let kind = reader.cx.custom_kind(token)?;
    let is_plain = kind.def().is_some_and(|def| def.results.len() == 1 && def.regions.is_empty());
    if !is_plain {
        let span = reader.cx.token_span(token);
        return Err(reader.error_at(span, "expected an operation with one result and no regions"));
    }
    let mut attrs = Vec::new();
    if reader.peek() == Token::LBrace {
        attrs.extend(reader.dictionary()?.into_iter().map(|(key, _, value)| (key, value)));
    }
    reader.expect(Token::RBrace, "'}' after the operation")?;
    Ok(Some(Payload { kind, attrs }))
}

/// Builds the region of a short form and appends it.
fn build_payload(reader: &mut Reader<'_, '_>, payload: &Payload, kind: Linalg) {
    let elements = element_types(reader);
    let location = reader.op.location;
    reader.empty_region();
    let region = reader.op.regions[reader.op.regions.len() - 1];
    let module = &mut reader.cx.module;
    let block = module.add_block(region, &elements);
    let operands = payload_operands(module.args(block), kind);
    let Some(result) = elements.last() else { return };
    let attrs: Vec<_> = payload.attrs.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    let mut builder = Builder::new(module, Place::End(block), location);
    let value = builder.value(payload.kind, &operands, *result, &attrs);
    builder.op(Linalg::Yield, &[value], &[], &[]);
}

/// Returns the operands of the operation of a short form.
fn payload_operands(args: &[Value], kind: Linalg) -> Vec<Value> {
    let mut args = args.to_vec();
    match kind {
        Linalg::Map => drop(args.pop()),
        _ => args.rotate_right(1),
    }
    args
}

/// Reads `(%in: f32, %init: f32) { … }`. Older texts of `linalg.map` do not name the element of the output.
fn read_body(reader: &mut Reader<'_, '_>, kind: Linalg) -> Result<(), Reported> {
    let mut args: Vec<RegionArg> = Vec::new();
    reader.expect(Token::LParen, "'(' before the elements of the operands")?;
    reader.list_until(Token::RParen, "',' or ')' in the elements of the operands", |reader| {
        let name = reader.value_name()?;
        reader.expect(Token::Colon, "':' before the type of the element")?;
        let ty = reader.parse_type()?;
        args.push(RegionArg { name: Some(name), ty });
        Ok(())
    })?;
    let elements = element_types(reader);
    if kind == Linalg::Map
        && args.len() + 1 == elements.len()
        && let Some(ty) = elements.last()
    {
        args.push(RegionArg { name: None, ty: *ty });
    }
    reader.region(&args)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>, kind: Linalg) {
    let payload = short_form(op, kind);
    if let Some(payload) = payload {
        let payload = op.other(payload);
        writer.text(" { ");
        writer.text(&payload.name());
        let elided = default_flags(payload);
        writer.attr_dict(payload, &elided);
        writer.text(" }");
    }
    write_operands(writer, op);
    if kind == Linalg::Reduce {
        write_numbers(writer, op, "dimensions");
    }
    writer.attr_dict(op, &["dimensions"]);
    if payload.is_none() {
        write_body(writer, op);
    }
    write_results(writer, op);
}

fn write_body(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let args = op.entry(0).map_or(&[][..], |block| op.module.args(block));
    writer.indent += 1;
    writer.new_line();
    writer.text("(");
    for (index, arg) in args.iter().enumerate() {
        writer.comma(index);
        writer.value(*arg);
        writer.text(": ");
        writer.ty(op.type_of(*arg));
        writer.arg_location(*arg);
    }
    writer.text(") ");
    writer.region(op.regions()[0], false, true);
    writer.indent -= 1;
}

/// Returns the keys of fast-math and overflow flags with their default values, which the short form omits.
fn default_flags(op: OpRef<'_>) -> Vec<&str> {
    let attrs = op.module.attrs(op.op).iter();
    let is_default = |attr: Attr| {
        matches!(attr_text(op.module, attr).as_ref(), "#arith.fastmath<none>" | "#arith.overflow<none>")
    };
    attrs.filter(|attr| is_default(attr.value)).map(|attr| op.module.text(attr.name)).collect()
}

/// Returns the only operation of the body, if the short form can express it.
fn short_form(op: OpRef<'_>, kind: Linalg) -> Option<Op> {
    let (module, block) = (op.module, Structured::of(op)?.body()?);
    let [payload, last] = module.ops_in(block)[..] else { return None };
    let (view, args) = (module.op(payload), module.args(block));
    let is_named = view.def().is_some_and(|def| def.results.len() == 1 && def.regions.is_empty());
    if !is_named || view.n_results() != 1 || module.kind(last) != OpKind::Linalg(Linalg::Yield) {
        return None;
    }
    let elements: Vec<Type> = args.iter().map(|arg| module.type_of(*arg)).collect();
    let fits = module.operands(last) == [view.result(0)]
        && module.attrs(last).is_empty()
        && module.successors(payload).is_empty()
        && elements.last() == Some(&view.result_type(0))
        && args.len() == op.operands().len()
        && view.operands() == payload_operands(args, kind);
    fits.then_some(payload)
}
