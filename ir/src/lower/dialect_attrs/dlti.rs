//! Data layouts and target devices: `#dlti.dl_spec<…>` and the like, lists of keys and values.

use super::fields::{Field, Value, read_fields, with_default};
use super::{Kind, Params, kind};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::source::Span;
use crate::syntax::lexer::Token;

pub(super) const KINDS: &[Kind] = &[
    kind("dl_entry", Params::Code(dl_entry)),
    kind("dl_spec", Params::Code(|reader, out| list(reader, out, ANY))),
    kind("map", Params::Code(|reader, out| list(reader, out, ANY))),
    kind("target_device_spec", Params::Code(|reader, out| list(reader, out, DEVICE))),
    kind("target_system_spec", Params::Code(|reader, out| list(reader, out, SYSTEM))),
    kind("function_pointer_alignment", Params::Code(function_pointer_alignment)),
];

/// The rules of a list.
#[derive(Clone, Copy)]
struct Rules {
    /// Whether it may be empty.
    may_be_empty: bool,
    /// Whether keys may be types.
    takes_types: bool,
    /// The kind of all values, if there is one.
    value: Option<&'static str>,
}

const ANY: Rules = Rules { may_be_empty: true, takes_types: true, value: None };
const DEVICE: Rules = Rules { may_be_empty: false, takes_types: false, value: None };
const SYSTEM: Rules =
    Rules { may_be_empty: false, takes_types: false, value: Some("dlti.target_device_spec") };

/// Reads `<key, value>`.
fn dl_entry(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    let (key, value) = plain_entry(reader)?;
    *out = format!("<{key}, {value}>");
    Ok(())
}

fn plain_entry(reader: &mut Reader<'_, '_>) -> Result<(String, String), Reported> {
    reader.expect(Token::Less, "'<' before the entry")?;
    let key = read_key(reader)?;
    reader.expect(Token::Comma, "',' after the key")?;
    let value = reader.attribute(None)?;
    reader.expect(Token::Greater, "'>' after the entry")?;
    Ok((key, reader.printed(value)))
}

/// Reads a type or a string and returns it in printed form.
fn read_key(reader: &mut Reader<'_, '_>) -> Result<String, Reported> {
    let mut out = String::new();
    match reader.peek() {
        Token::String => reader.string_bytes(&mut out)?,
        Token::Word | Token::Bang | Token::LParen => {
            let ty = reader.parse_type()?;
            out = crate::print::type_text(&reader.cx.module, ty);
        }
        _ => return Err(reader.expected("a type or a quoted string")),
    }
    Ok(out)
}

/// Reads `<key = value, …>`; an entry may also be `#dlti.dl_entry<key, value>`.
fn list(reader: &mut Reader<'_, '_>, out: &mut String, rules: Rules) -> Result<(), Reported> {
    let start = reader.span();
    reader.expect(Token::Less, "'<' before the entries")?;
    let mut entries: Vec<(String, String)> = Vec::new();
    reader.list_until(Token::Greater, "',' or '>' in the entries", |reader| {
        let span = reader.span();
        let entry = read_entry(reader, rules)?;
        check_entry(reader, &entry, &entries, rules, span)?;
        entries.push(entry);
        Ok(())
    })?;
    if entries.is_empty() && !rules.may_be_empty {
        return Err(reader.error_at(start, "no DLTI entries provided"));
    }
    let entries: Vec<_> = entries.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    *out = format!("<{}>", entries.join(", "));
    Ok(())
}

fn read_entry(reader: &mut Reader<'_, '_>, rules: Rules) -> Result<(String, String), Reported> {
    if reader.peek() == Token::Hash && reader.text(reader.at) == "#dlti.dl_entry" {
        reader.at += 1;
        return plain_entry(reader);
    }
    let key = read_key(reader)?;
    reader.expect(Token::Equal, "'=' after the key")?;
    let span = reader.span();
    let value = reader.attribute(None)?;
    if rules.value.is_some_and(|wanted| reader.kept_text(value, wanted).is_none()) {
        let message = format!("value associated with key {key} is not a DLTI device spec");
        return Err(reader.error_at(span, message));
    }
    Ok((key, reader.printed(value)))
}

fn check_entry(
    reader: &mut Reader<'_, '_>,
    (key, _): &(String, String),
    earlier: &[(String, String)],
    rules: Rules,
    span: Span,
) -> Result<(), Reported> {
    let message = if !rules.takes_types && !key.starts_with('"') {
        format!("invalid kind of attribute specified: expected a string as the key, but found {key}")
    } else if key == "\"\"" {
        "empty string as DLTI key is not allowed".to_string()
    } else if earlier.iter().any(|(known, _)| known == key) {
        format!("repeated DLTI key: {key}")
    } else {
        return Ok(());
    };
    Err(reader.error_at(span, message))
}

/// Reads `<32, function_dependent = true>`.
fn function_pointer_alignment(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    const FIELDS: &[Field] = &[with_default("function_dependent", Value::Bool, "")];
    reader.expect(Token::Less, "'<' before the alignment")?;
    let alignment = reader.integer()?;
    reader.expect(Token::Comma, "',' after the alignment")?;
    let fields = read_fields(reader, FIELDS, Token::Greater)?;
    *out = format!("<{alignment}, {fields}>");
    Ok(())
}
