//! Access to an element or a part of a vector: `extract`, `insert`, their scalable forms and the strided
//! slices.

use super::parts::{Parts, numbers, parts};
use super::shape::from_and_to;
use crate::attrs::AttrKind;
use crate::diagnostics::Reported;
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};
use crate::verify::VerifyCx;

/// The attribute with the constant parts of a position.
const POSITION: &str = "static_position";

/// Reads a vector type.
pub(super) fn vector_type(reader: &mut Reader<'_, '_>) -> Result<Type, Reported> {
    let span = reader.span();
    let ty = reader.parse_type()?;
    if parts(&reader.cx.module, ty).is_some() {
        return Ok(ty);
    }
    let found = type_text(&reader.cx.module, ty);
    Err(reader.error_at(span, format!("expected a vector type, but found '{found}'")))
}

/// Reads `[0, %i]`.
pub(super) fn read_position(reader: &mut Reader<'_, '_>, found: &mut Found) -> Result<(), Reported> {
    let (mut names, mut constants) = (Vec::new(), Vec::new());
    reader.expect(Token::LSquare, "'[' before the position")?;
    reader.list_until(Token::RSquare, "',' or ']' in the position", |reader| {
        if reader.peek() == Token::Value {
            names.push(reader.value_name()?);
            constants.push(DYNAMIC);
        } else if matches!(reader.peek(), Token::Integer | Token::Minus) {
            constants.push(reader.integer()?);
        } else {
            return Err(reader.expected("SSA value or integer in the position"));
        }
        Ok(())
    })?;
    let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, constants.into()));
    reader.set_attr(POSITION, attr);
    found.names("dynamic_position", &names);
    Ok(())
}

/// Writes `[0, %i]`.
pub(super) fn write_position(writer: &mut Writer<'_>, op: OpRef<'_>) {
    // The dynamic indices of the position are the last operands.
    let position = numbers(op, POSITION);
    let n_values = position.iter().filter(|number| **number == DYNAMIC).count();
    let first = op.operands().len().saturating_sub(n_values);
    let mut values = op.operands()[first..].iter();
    writer.text("[");
    for (index, number) in position.into_iter().enumerate() {
        writer.comma(index);
        match (number == DYNAMIC).then(|| values.next()).flatten() {
            Some(value) => writer.value(*value),
            None => writer.text(&number.to_string()),
        }
    }
    writer.text("]");
}

/// Returns the position, if each of its dynamic parts has a value.
fn checked_position(cx: &mut VerifyCx<'_>, op: OpRef<'_>, n_values: usize) -> Option<Vec<i64>> {
    let position = numbers(op, POSITION);
    let n_unknown = position.iter().filter(|number| **number == DYNAMIC).count();
    if n_unknown == n_values {
        return Some(position);
    }
    let message = format!(
        "mismatch between dynamic and static positions: expected {n_unknown} values, but found {n_values}"
    );
    cx.error(op, message);
    None
}

/// Returns the number, from 1, of the first constant that is neither a valid position of its dimension nor
/// -1.
fn first_outside(position: &[i64], vector: &Parts<'_>) -> Option<usize> {
    let is_outside = |(at, size): (&i64, &i64)| *at != DYNAMIC && !(-1..*size).contains(at);
    position.iter().zip(vector.shape).position(is_outside).map(|index| index + 1)
}

/// Checks that the position is within the vector, and that the result has the remaining dimensions.
pub(super) fn verify_extract(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(source) = parts(module, op.operand_type(0)) else { return };
    let result = op.result_type(0);
    if parts(module, result).map_or(result, |parts| parts.element) != source.element {
        return cx.error(op, "failed to verify that operand and result have same element type");
    }
    let n_values = op.operands().len() - 1;
    let Some(position) = checked_position(cx, op, n_values) else { return };
    if source.rank() < position.len() {
        let found = position.len();
        return cx.error(
            op,
            format!("expected position attribute of rank no greater than vector rank, but found {found}"),
        );
    }
    if parts(module, result).is_some_and(|parts| parts.rank() == 0) {
        return cx.error(op, "expected a scalar instead of a 0-d vector as the result type");
    }
    if let Some(number) = first_outside(&position, &source) {
        cx.error(op, format!("expected position attribute #{number} to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)"));
    } else if !is_extracted(op, &source, position.len()) {
        let wanted = rest_text(op, &source, position.len());
        let found = type_text(module, result);
        cx.error(
            op,
            format!(
                "inferred type(s) '{wanted}' are incompatible with return type(s) of operation '{found}'"
            ),
        );
    }
}

/// Returns a vector type without its first `n` dimensions.
fn rest<'m>(source: &Parts<'m>, n: usize) -> Parts<'m> {
    Parts { shape: &source.shape[n..], scalable: &source.scalable[n..], ..*source }
}

fn rest_text(op: OpRef<'_>, source: &Parts<'_>, n: usize) -> String {
    let rest = rest(source, n);
    if rest.rank() == 0 { type_text(op.module, source.element) } else { rest.text(op.module) }
}

/// Whether the result has the remaining dimensions; an element may also be a vector of one element.
fn is_extracted(op: OpRef<'_>, source: &Parts<'_>, n: usize) -> bool {
    let rest = rest(source, n);
    match parts(op.module, op.result_type(0)) {
        Some(found) if rest.rank() == 0 => found.shape == [1],
        Some(found) => found == rest,
        None => rest.rank() == 0 || *rest.shape == [1],
    }
}

/// Checks that the position is within the vector, and that the part has the remaining dimensions.
pub(super) fn verify_insert(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(dest) = parts(module, op.operand_type(1)) else { return };
    let ty = op.operand_type(0);
    let part = parts(module, ty);
    if part.map_or(ty, |part| part.element) != dest.element {
        return cx.error(op, "failed to verify that source operand and result have same element type");
    }
    if part.is_some_and(|part| part.rank() == 0) {
        return cx.error(op, "expected a scalar instead of a 0-d vector as the source operand");
    }
    let Some(position) = checked_position(cx, op, op.operands().len() - 2) else { return };
    let rank = position.len();
    if dest.rank() < rank {
        cx.error(op, "expected position attribute of rank no greater than dest vector rank");
    } else if part.is_some_and(|part| part.rank() + rank != dest.rank()) {
        cx.error(op, "expected position attribute rank + source rank to match dest vector rank");
    } else if part.is_none() && rank != dest.rank() {
        cx.error(op, "expected position attribute rank to match the dest vector rank");
    } else if let Some(number) = first_outside(&position, &dest) {
        cx.error(op, format!("expected position attribute #{number} to be a non-negative integer smaller than the corresponding dest vector dimension"));
    }
}

/// Checks that the part begins at a multiple of its length.
pub(super) fn verify_scalable_insert(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    if module.element_type(op.operand_type(0)) != module.element_type(op.operand_type(1)) {
        return cx.error(op, "failed to verify that all of {valueToStore, dest} have same element type");
    }
    check_multiple(cx, op, "source", op.operand_type(0));
}

/// Checks that the part begins at a multiple of its length.
pub(super) fn verify_scalable_extract(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    if module.element_type(op.operand_type(0)) != module.element_type(op.result_type(0)) {
        return cx.error(op, "failed to verify that all of {source, result} have same element type");
    }
    check_multiple(cx, op, "result", op.result_type(0));
}

fn check_multiple(cx: &mut VerifyCx<'_>, op: OpRef<'_>, what: &str, part: Type) {
    let (Some(part), Some(at)) = (parts(op.module, part), op.int("pos")) else { return };
    if at.checked_rem(part.n_elements()) != Some(0) {
        let message = format!("failed to verify that position is a multiple of the {what} length.");
        cx.error(op, message);
    }
}

/// Checks that the slice is within the vector, that its strides are 1, and that scalable dimensions are
/// replaced as a whole.
pub(super) fn verify_insert_slice(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(part), Some(whole)) = (parts(module, op.operand_type(0)), parts(module, op.operand_type(1)))
    else {
        return;
    };
    if part.element != whole.element {
        return cx.error(op, "failed to verify that operand #0 and result have same element type");
    }
    let (offsets, strides) = (numbers(op, "offsets"), numbers(op, "strides"));
    if offsets.len() != whole.rank() {
        return cx.error(op, "expected offsets of same size as destination vector rank");
    }
    if strides.len() != part.rank() {
        return cx.error(op, "expected strides of same size as source vector rank");
    }
    let Some(lead) = whole.rank().checked_sub(part.rank()) else {
        return cx.error(op, "expected source rank to be no greater than destination rank");
    };
    let sizes = [vec![1; lead], part.shape.to_vec()].concat();
    let in_range = confined(cx, op, "offsets", &offsets, whole.shape, 0, 0)
        && unit_strides(cx, op, &strides)
        && sums_confined(cx, op, "source vector shape", &offsets, &sizes, whole.shape);
    if in_range {
        check_scalable_slice(cx, op, &part, &whole, lead);
    }
}

fn check_scalable_slice(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    part: &Parts<'_>,
    whole: &Parts<'_>,
    lead: usize,
) {
    for index in 0..part.rank() {
        if part.scalable[index] != whole.scalable[index + lead] {
            return cx.error(op, format!("mismatching scalable flags (at source vector idx={index})"));
        }
        let (size, wanted) = (part.shape[index], whole.shape[index + lead]);
        if part.scalable[index] && size != wanted {
            return cx.error(op, format!("expected size at idx={index} to match the corresponding base size from the input vector ({size} vs {wanted})"));
        }
    }
}

/// Checks that the slice is within the vector, that its strides are 1, and that scalable dimensions are taken
/// as a whole.
pub(super) fn verify_extract_slice(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some((source, result)) = from_and_to(op) else { return };
    if source.element != result.element {
        return cx.error(op, "failed to verify that operand and result have same element type");
    }
    let [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map(|key| numbers(op, key));
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return cx.error(op, "expected offsets, sizes and strides attributes of same size");
    }
    if source.rank() < offsets.len() {
        return cx.error(op, "expected offsets attribute of rank no greater than vector rank");
    }
    let in_range = confined(cx, op, "offsets", &offsets, source.shape, 0, 0)
        && confined(cx, op, "sizes", &sizes, source.shape, 1, 1)
        && unit_strides(cx, op, &strides)
        && sums_confined(cx, op, "sizes", &offsets, &sizes, source.shape);
    if !in_range {
        return;
    }
    let shape = [&sizes[..], &source.shape[sizes.len()..]].concat();
    let wanted = Parts { shape: &shape, ..source };
    if result != wanted {
        return cx.error(op, format!("expected result type to be '{}'", wanted.text(op.module)));
    }
    let is_cut = |index: &usize| source.scalable[*index] && source.shape[*index] != sizes[*index];
    if let Some(index) = (0..sizes.len()).find(is_cut) {
        let (size, wanted) = (sizes[index], source.shape[index]);
        cx.error(op, format!("expected size at idx={index} to match the corresponding base size from the input vector ({size} vs {wanted})"));
    }
}

/// Reports a number outside the range from `min` to its dimension plus `extra` (exclusive). Returns whether
/// there is none.
fn confined(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    name: &str,
    list: &[i64],
    shape: &[i64],
    min: i64,
    extra: i64,
) -> bool {
    for (index, (number, size)) in list.iter().zip(shape).enumerate() {
        let end = size.saturating_add(extra);
        if !(min..end).contains(number) {
            let message = format!(
                "expected {name} dimension {index} to be confined to [{min}, {end}), but found {number}"
            );
            cx.error(op, message);
            return false;
        }
    }
    true
}

fn unit_strides(cx: &mut VerifyCx<'_>, op: OpRef<'_>, strides: &[i64]) -> bool {
    let odd = strides.iter().find(|stride| **stride != 1);
    if let Some(stride) = odd {
        cx.error(op, format!("expected strides to be confined to [1, 2), but found {stride}"));
    }
    odd.is_none()
}

fn sums_confined(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    name: &str,
    offsets: &[i64],
    sizes: &[i64],
    shape: &[i64],
) -> bool {
    let sums: Vec<_> = offsets.iter().zip(sizes).map(|(a, b)| a.saturating_add(*b)).collect();
    confined(cx, op, &format!("sum(offsets, {name})"), &sums, shape, 1, 1)
}
