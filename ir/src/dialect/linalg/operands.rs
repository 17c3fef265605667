//! The operands `ins(%a, %b : T, U) outs(%c : V)`, and the custom form of operations whose region is derived:
//!
//! ```text
//! linalg.matmul indexing_maps = […] {cast = …} ins(%a, %b : T, U) outs(%c : V)
//! ```

use super::body;
use super::features::has_own_maps;
use super::named::{self, Named};
use super::structured::{Structured, add_implied_maps, element_of, pending_row};
use crate::def::{Code, Outside, foreign_words};
use crate::diagnostics::Reported;
use crate::dialect::{Linalg, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;

/// The custom form of operations whose region is derived.
pub(super) const NAMED_SYNTAX: Code = Code { read: read_named, write: write_named };

/// Reads both groups of operands, each of which may be missing, and appends them. Returns the size of each.
pub(super) fn read_operands(reader: &mut Reader<'_, '_>) -> Result<[usize; 2], Reported> {
    Ok([read_group(reader, "ins")?, read_group(reader, "outs")?])
}

fn read_group(reader: &mut Reader<'_, '_>, word: &str) -> Result<usize, Reported> {
    if !reader.eat_word(word) {
        return Ok(0);
    }
    reader.expect(Token::LParen, &format!("'(' after '{word}'"))?;
    let names = reader.value_names()?;
    reader.expect(Token::Colon, "':' before the types of the operands")?;
    let types = reader.type_list_until(Token::RParen)?;
    let values = reader.resolve_each(&names, &types)?;
    reader.op.operands.extend(values);
    Ok(names.len())
}

/// Reads an optional `-> T`, the results of an operation on tensors, which the verifier rejects.
pub(super) fn read_results(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    Ok(())
}

/// Writes both groups of operands.
pub(super) fn write_operands(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let Some(view) = Structured::of(op) else { return };
    for (word, values) in [(" ins(", view.inputs()), (" outs(", view.outputs())] {
        if !values.is_empty() {
            writer.text(word);
            writer.values(values);
            writer.text(" : ");
            writer.types_of(values);
            writer.text(")");
        }
    }
}

/// Writes ` -> T`, if there are results.
pub(super) fn write_results(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let results: Vec<Type> = op.results().map(|value| op.type_of(value)).collect();
    if !results.is_empty() {
        writer.text(" -> ");
        writer.result_types(&results);
    }
}

fn read_named(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let OpKind::Linalg(kind) = reader.op.kind else { return Ok(()) };
    if kind == Linalg::Elementwise {
        read_newer_kind(reader)?;
    }
    reader.attr_dict()?;
    let span = reader.span();
    let sizes = read_operands(reader)?;
    reader.set_segments(&sizes);
    read_results(reader)?;
    add_implied_maps(reader, kind);
    match pending_row(reader, kind) {
        Some(named) => derive_region(reader, named, sizes, span),
        None => {
            let message =
                "expected 'kind=#linalg.elementwise_kind<…>' with one of the kinds of 'warpline explain'";
            Err(reader.error_at(span, message))
        }
    }
}

/// Reads `<add>`, as newer texts have it instead of `kind=#linalg.elementwise_kind<add>`.
fn read_newer_kind(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat(Token::Less) {
        let index = reader.keyword(named::ELEMENTWISE_KINDS)?;
        reader.expect(Token::Greater, "'>' after the kind")?;
        let word = named::ELEMENTWISE_KINDS[index];
        let kind = reader.cx.module.foreign_attr(&format!("linalg.elementwise_kind<{word}>"));
        reader.set_attr("kind", kind);
    }
    Ok(())
}

/// Builds the region of the pending operation and appends it.
pub(super) fn derive_region(
    reader: &mut Reader<'_, '_>,
    named: Named,
    sizes: [usize; 2],
    span: Span,
) -> Result<(), Reported> {
    let wanted = [named.n_inputs(), 1];
    if sizes != wanted {
        let message = format!(
            "expected {} in 'ins' and 1 in 'outs', but found {} and {}",
            plural(wanted[0], "operand"),
            sizes[0],
            sizes[1]
        );
        return Err(reader.error_at(span, message));
    }
    let elements = element_types(reader);
    reader.empty_region();
    let region = reader.op.regions[reader.op.regions.len() - 1];
    let is_unsigned = is_cast_unsigned(reader);
    let location = reader.op.location;
    let built = body::build(&mut reader.cx.module, region, named, &elements, is_unsigned, location);
    built.ok_or_else(|| {
        let types: Vec<String> =
            elements.iter().map(|ty| format!("'{}'", type_text(&reader.cx.module, *ty))).collect();
        let name = reader.op_name();
        reader.error_at(span, format!("'{name}' is not defined on elements of types {}", types.join(", ")))
    })
}

fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

fn is_cast_unsigned(reader: &Reader<'_, '_>) -> bool {
    let module = &reader.cx.module;
    let cast = reader.attr("cast").map(|attr| module.attr_kind(attr));
    cast.and_then(|kind| foreign_words(module, kind, "linalg.type_fn")) == Some("cast_unsigned")
}

/// Returns the types of the elements of the pending operands.
pub(super) fn element_types(reader: &Reader<'_, '_>) -> Vec<Type> {
    let module = &reader.cx.module;
    let element = |value: &Value| element_of(module, module.type_of(*value));
    reader.op.operands.iter().map(element).collect()
}

fn write_named(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if let Some(kind) = op.attr("kind") {
        match op.keyword("kind").filter(|_| Outside::VERSIONS.contain(writer.version())) {
            Some(word) => writer.text(&format!(" <{word}>")),
            None => {
                writer.text(" kind=");
                writer.attr(kind);
            }
        }
    }
    if let Some(maps) = op.attr("indexing_maps").filter(|_| has_own_maps(op)) {
        writer.text(" indexing_maps = ");
        writer.attr(maps);
    }
    writer.attr_dict(op, &["kind", "indexing_maps"]);
    write_operands(writer, op);
    write_results(writer, op);
}
