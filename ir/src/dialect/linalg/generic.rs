//! The custom form of `linalg.generic`:
//!
//! ```text
//! linalg.generic {indexing_maps = […], iterator_types = ["parallel"]} ins(%a : T) outs(%b : U) attrs = {…} {
//! ^bb0(%in: f32, %out: f32):
//!   …
//! }
//! ```

use super::ITERATORS;
use super::operands::{read_operands, read_results, write_operands, write_results};
use super::structured::IteratorType;
use crate::attrs::{Attr, AttrKind};
use crate::def::{Code, foreign_words};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::attr_text;
use crate::source::Span;
use crate::syntax::lexer::Token;

/// The custom form of `linalg.generic`.
pub(super) const SYNTAX: Code = Code { read, write };

/// The attributes that precede the operands.
const TRAIT_KEYS: [&str; 4] = ["doc", "indexing_maps", "iterator_types", "library_call"];

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    read_traits(reader)?;
    let sizes = read_operands(reader)?;
    reader.set_segments(&sizes);
    if reader.eat_word("attrs") {
        reader.expect(Token::Equal, "'=' after 'attrs'")?;
        reader.plain_dict()?;
    }
    reader.region(&[])?;
    read_results(reader)
}

/// Reads the leading dictionary, or an alias of it, and adds its entries; iterators are stored as enums.
fn read_traits(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let traits = reader.attribute(None)?;
    let AttrKind::Dict(entries) = reader.cx.module.attr_kind(traits).clone() else {
        return Err(reader.error_at(span, "expected a dictionary with indexing_maps and iterator_types"));
    };
    for entry in entries {
        let key = reader.cx.module.text(entry.name).to_string();
        let value =
            if key == "iterator_types" { iterator_enums(reader, entry.value, span)? } else { entry.value };
        reader.set_attr(&key, value);
    }
    Ok(())
}

/// Returns the iterators as enums, converted from strings.
fn iterator_enums(reader: &mut Reader<'_, '_>, attr: Attr, span: Span) -> Result<Attr, Reported> {
    let AttrKind::Array(items) = reader.cx.module.attr_kind(attr).clone() else { return Ok(attr) };
    let mut enums = Vec::new();
    for item in items {
        let Some(iterator) = reader.cx.module.attr_str(item).and_then(IteratorType::from_keyword) else {
            let message = format!(
                "expected iterator types of \"{}\", but found {}",
                ITERATORS.join("\", \""),
                attr_text(&reader.cx.module, item)
            );
            return Err(reader.error_at(span, message));
        };
        enums.push(iterator.attr(&mut reader.cx.module));
    }
    Ok(reader.cx.module.array_attr(&enums))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" {");
    let shown = TRAIT_KEYS.into_iter().filter_map(|key| Some((key, op.attr(key)?)));
    for (index, (key, attr)) in shown.enumerate() {
        writer.comma(index);
        writer.text(key);
        writer.text(" = ");
        match op.module.attr_kind(attr) {
            AttrKind::Array(items) if key == "iterator_types" => write_iterators(writer, items),
            _ => writer.attr(attr),
        }
    }
    writer.text("}");
    write_operands(writer, op);
    let is_trait = |key: &str| TRAIT_KEYS.contains(&key) || crate::def::is_segments(key);
    if op.module.attrs(op.op).iter().any(|attr| !is_trait(op.module.text(attr.name))) {
        writer.text(" attrs = ");
        writer.attr_dict(op, &TRAIT_KEYS);
    }
    writer.text(" ");
    writer.region(op.regions()[0], true, true);
    write_results(writer, op);
}

fn write_iterators(writer: &mut Writer<'_>, items: &[Attr]) {
    writer.text("[");
    for (index, item) in items.iter().enumerate() {
        writer.comma(index);
        let kind = writer.module.attr_kind(*item);
        let word = foreign_words(writer.module, kind, "linalg.iterator_type").unwrap_or_default();
        writer.text(&format!("\"{word}\""));
    }
    writer.text("]");
}
