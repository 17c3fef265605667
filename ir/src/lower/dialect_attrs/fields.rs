//! Named parameters: `name = value, …` in any order, each at most once. They are stored in the order of the
//! row, and those equal to their default are omitted.

use super::keyword;
use crate::attrs::AttrKind;
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::syntax::lexer::Token;

/// The constraint on a parameter.
pub(super) enum Value {
    /// An integer without a type.
    Int,
    /// `true`, `false` or an integer.
    Bool,
    /// A string.
    Str,
    /// A dictionary.
    Dict,
    /// An array.
    Array,
    /// An array of strings.
    Strings,
    /// An array of dictionaries.
    Dicts,
    /// An affine map without `affine_map`.
    Map,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A parameter.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) value: Value,
    /// The default value as text; `None` if the parameter is mandatory.
    default: Option<&'static str>,
    /// Returns the error in a printed value.
    check: Option<fn(&str) -> Option<&'static str>>,
}

/// Creates a mandatory parameter.
pub(super) const fn required(name: &'static str, value: Value) -> Field {
    Field { name, value, default: None, check: None }
}

/// Creates an optional parameter without a default value.
pub(super) const fn optional(name: &'static str, value: Value) -> Field {
    with_default(name, value, "")
}

/// Creates a parameter with this default value.
pub(super) const fn with_default(name: &'static str, value: Value, default: &'static str) -> Field {
    Field { name, value, default: Some(default), check: None }
}

impl Field {
    /// Sets a check: the function receives the printed value and returns the error in it.
    pub(super) const fn check(mut self, check: fn(&str) -> Option<&'static str>) -> Self {
        self.check = Some(check);
        self
    }
}

/// Reads parameters up to `close`, which is consumed too, and returns them in printed form.
pub(super) fn read_fields(
    reader: &mut Reader<'_, '_>,
    fields: &'static [Field],
    close: Token,
) -> Result<String, Reported> {
    let mut values: Vec<Option<String>> = fields.iter().map(|_| None).collect();
    reader.list_until(close, "',' or the end of the parameters", |reader| {
        let name = reader.expect(Token::Word, "the name of a parameter")?;
        let text = reader.text(name);
        let slot = fields.iter().position(|field| field.name == text);
        let Some(slot) = slot.filter(|slot| values[*slot].is_none()) else {
            let span = reader.cx.token_span(name);
            return Err(reader.error_at(span, format!("duplicate or unknown struct parameter name: {text}")));
        };
        reader.expect(Token::Equal, "'=' after the name of a parameter")?;
        values[slot] = Some(read_value(reader, &fields[slot])?);
        Ok(())
    })?;
    let missing =
        fields.iter().zip(&values).find(|(field, value)| field.default.is_none() && value.is_none());
    if let Some((field, _)) = missing {
        reader.at -= 1;
        return Err(reader.expected(&format!("',' and the parameter '{}'", field.name)));
    }
    let shown = fields.iter().zip(values).filter_map(|(field, value)| {
        let value = value.filter(|value| Some(value.as_str()) != field.default)?;
        Some(format!("{} = {value}", field.name))
    });
    Ok(shown.collect::<Vec<_>>().join(", "))
}

fn read_value(reader: &mut Reader<'_, '_>, field: &Field) -> Result<String, Reported> {
    let span = reader.span();
    let mut out = String::new();
    match field.value {
        Value::Int if !matches!(reader.peek(), Token::Integer | Token::Minus) => {
            return Err(reader.expected("integer value"));
        }
        Value::Int => out = reader.integer()?.to_string(),
        Value::Bool => out = read_bool(reader)?.to_string(),
        Value::Str if reader.peek() != Token::String => return Err(reader.expected("string")),
        Value::Str => reader.string_bytes(&mut out)?,
        Value::Word(words) => out.push_str(keyword(reader, words)?),
        Value::Map => out = reader.affine_map()?.to_string(),
        Value::Dict | Value::Array | Value::Strings | Value::Dicts => {
            let attr = reader.attribute(None)?;
            if let Some(message) = wrong_attr(reader, &field.value, attr) {
                return Err(reader.error_at(span, format!("'{}': {message}", field.name)));
            }
            out = reader.printed(attr);
        }
    }
    match field.check.and_then(|check| check(&out)) {
        Some(message) => Err(reader.error_at(span, message)),
        None => Ok(out),
    }
}

fn read_bool(reader: &mut Reader<'_, '_>) -> Result<bool, Reported> {
    if reader.is_word("true") || reader.is_word("false") {
        reader.at += 1;
        return Ok(reader.text(reader.at - 1) == "true");
    }
    reader.integer().map(|value| value != 0)
}

/// Returns the error in the kind of an attribute.
fn wrong_attr(reader: &Reader<'_, '_>, value: &Value, attr: crate::attrs::Attr) -> Option<&'static str> {
    let module = &reader.cx.module;
    let kind = module.attr_kind(attr);
    let is_kind = match value {
        Value::Dict => matches!(kind, AttrKind::Dict(_)),
        _ => matches!(kind, AttrKind::Array(_)),
    };
    if !is_kind {
        return Some("invalid kind of attribute specified");
    }
    let AttrKind::Array(items) = kind else { return None };
    let all = |is: fn(&AttrKind) -> bool| items.iter().all(|item| is(module.attr_kind(*item)));
    match value {
        Value::Strings if !all(|kind| matches!(kind, AttrKind::String(_))) => {
            Some("all the elements in the array must be strings")
        }
        Value::Dicts if !all(|kind| matches!(kind, AttrKind::Dict(_))) => {
            Some("all attributes in the array must be a dictionary attribute")
        }
        _ => None,
    }
}
