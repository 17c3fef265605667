//! Lists that mix constants and values: `[%a, 4, %b]`. The constants are an `array<i64: …>` attribute with
//! [`DYNAMIC`] in the position of each value; the values are operands.

use crate::attrs::AttrKind;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};
use crate::value::Value;

/// Reads `[%a, 4, …]`, sets the constants as the attribute `key`, and returns the values.
pub(in crate::dialect) fn read_index_list(
    reader: &mut Reader<'_, '_>,
    key: &str,
    open: Token,
) -> Result<Vec<ValueName>, Reported> {
    let (what, close, after) = match open {
        Token::LParen => {
            ("'(' before a list of integers and SSA values", Token::RParen, "',' or ')' in the list")
        }
        _ => ("'[' before a list of integers and SSA values", Token::RSquare, "',' or ']' in the list"),
    };
    let (mut names, mut numbers) = (Vec::new(), Vec::new());
    reader.expect(open, what)?;
    reader.list_until(close, after, |reader| {
        match reader.peek() {
            Token::Value => {
                names.push(reader.value_name()?);
                numbers.push(DYNAMIC);
            }
            Token::Integer | Token::Minus => numbers.push(reader.integer()?),
            _ => return Err(reader.expected("SSA value or integer")),
        }
        Ok(())
    })?;
    let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
    reader.set_attr(key, attr);
    Ok(names)
}

/// Returns the constants of a list.
pub(in crate::dialect) fn constants<'m>(op: OpRef<'m>, key: &str) -> &'m [i64] {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers,
        _ => &[],
    }
}

/// Writes the items of a list without its brackets.
pub(in crate::dialect) fn write_index_list(writer: &mut Writer<'_>, numbers: &[i64], values: &[Value]) {
    let mut values = values.iter();
    for (i, number) in numbers.iter().enumerate() {
        writer.comma(i);
        match (*number == DYNAMIC).then(|| values.next()).flatten() {
            Some(value) => writer.value(*value),
            None => writer.text(&number.to_string()),
        }
    }
}

/// Returns the number of items of a list that are values.
pub(in crate::dialect) fn n_dynamic(numbers: &[i64]) -> usize {
    numbers.iter().filter(|number| **number == DYNAMIC).count()
}

/// Returns `[4, ?]`, for messages.
pub(in crate::dialect) fn list_text(numbers: &[i64]) -> String {
    let items: Vec<_> = numbers.iter().map(|number| number_text(*number)).collect();
    format!("[{}]", items.join(", "))
}

/// Returns `4` or `?`, for messages.
pub(in crate::dialect) fn number_text(number: i64) -> String {
    if number == DYNAMIC { "?".into() } else { number.to_string() }
}

/// Returns `a * b`; an unknown factor makes it unknown unless the other one is 0.
pub(in crate::dialect) fn known_product(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        _ => a.wrapping_mul(b),
    }
}

/// Returns `a + b`; unknown if one operand is.
pub(in crate::dialect) fn known_sum(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.wrapping_add(b) }
}
