//! `memref.subview %m[%o, 0] [4, %n] [1, 1] : S to T`.

use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// Attributes that hold the constant offsets, sizes and strides.
const KEYS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    let mut groups = Vec::new();
    for key in KEYS {
        let (names, numbers) = mixed_list(reader)?;
        let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
        reader.set_attr(key, attr);
        groups.push(names);
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the types")?;
    let from = reader.parse_type()?;
    reader.expect_word("to")?;
    let to = reader.parse_type()?;
    let value = reader.resolve(source, from)?;
    reader.op.operands.push(value);
    let mut sizes = vec![1];
    for names in groups {
        let values = reader.resolve_all(&names, Type::INDEX)?;
        sizes.push(values.len());
        reader.op.operands.extend(values);
    }
    reader.set_segments(&sizes);
    reader.op.results.push(to);
    Ok(())
}

/// Takes `[%a, 4, …]`: the values, and the numbers with [`DYNAMIC`] where a value stands.
fn mixed_list(reader: &mut Reader<'_, '_>) -> Result<(Vec<ValueName>, Vec<i64>), Reported> {
    let (mut names, mut numbers) = (Vec::new(), Vec::new());
    reader.expect(Token::LSquare, "'[' before a list of numbers and values")?;
    reader.list_until(Token::RSquare, "',' or ']' in the list", |reader| {
        if reader.peek() == Token::Value {
            names.push(reader.value_name()?);
            numbers.push(DYNAMIC);
        } else {
            numbers.push(reader.integer()?);
        }
        Ok(())
    })?;
    Ok((names, numbers))
}

fn static_list<'m>(op: OpRef<'m>, key: &str) -> &'m [i64] {
    match op.attr(key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, numbers)) => numbers,
        _ => &[],
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    for (index, key) in KEYS.into_iter().enumerate() {
        writer.text(if index == 0 { "[" } else { " [" });
        let mut values = op.group(index + 1).iter();
        for (i, number) in static_list(op, key).iter().enumerate() {
            writer.comma(i);
            match (*number == DYNAMIC).then(|| values.next()).flatten() {
                Some(value) => writer.value(*value),
                None => writer.text(&number.to_string()),
            }
        }
        writer.text("]");
    }
    writer.attr_dict(op, &KEYS);
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    writer.text(" to ");
    writer.ty(op.result_type(0));
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let source = op.operand_type(0);
    let rank = module.shape(source).map_or(0, <[i64]>::len);
    for (index, key) in KEYS.into_iter().enumerate() {
        let list = static_list(op, key);
        let dynamic = list.iter().filter(|number| **number == DYNAMIC).count();
        if list.len() != rank || dynamic != op.group(index + 1).len() {
            return cx
                .error(op, format!("expected {rank} {}, but found {}", &key["static_".len()..], list.len()));
        }
    }
    if module.element_type(source) != module.element_type(op.result_type(0)) {
        return cx.error(op, "expected result element type to match the element type of the source");
    }
    check_result(cx, op);
}

/// The layout of the result follows from the source; dimensions of size 1 may be dropped.
fn check_result(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some((offset, strides)) = module.strides(op.operand_type(0)) else {
        return cx.error(op, "expected a source with a strided layout");
    };
    let known = |a: i64, b: i64, f: fn(i64, i64) -> Option<i64>| {
        if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { f(a, b).unwrap_or(DYNAMIC) }
    };
    let mut total = offset;
    for (o, stride) in static_list(op, KEYS[0]).iter().zip(&strides) {
        let part = if *o == 0 { 0 } else { known(*o, *stride, i64::checked_mul) };
        total = known(total, part, i64::checked_add);
    }
    let sizes = static_list(op, KEYS[1]);
    let steps: Vec<_> =
        strides.iter().zip(static_list(op, KEYS[2])).map(|(a, b)| known(*a, *b, i64::checked_mul)).collect();
    let result = op.result_type(0);
    let found = module.strides(result);
    let fits = found.is_some_and(|(found_offset, found_strides)| {
        let shape = module.shape(result).unwrap_or(&[]);
        let mut rest = shape.iter().zip(&found_strides).peekable();
        for (size, step) in sizes.iter().zip(&steps) {
            if rest.next_if(|(s, t)| *s == size && *t == step).is_none() && *size != 1 {
                return false;
            }
        }
        rest.next().is_none() && found_offset == total
    });
    if !fits {
        let found = type_text(module, result);
        cx.error(op, format!("expected result type to be a subview with sizes {}, strides {} and offset {}, but found '{found}'", list(sizes), list(&steps), list(&[total])));
    }
}

fn list(numbers: &[i64]) -> String {
    let text = |n: &i64| if *n == DYNAMIC { "?".to_string() } else { n.to_string() };
    format!("[{}]", numbers.iter().map(text).collect::<Vec<_>>().join(", "))
}
