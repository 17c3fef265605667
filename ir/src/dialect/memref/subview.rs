//! `memref.subview %m[%o, 0] [4, %n] [1, 1] : S to T`.

use super::views::{KEYS, LISTS, check_lists, check_spaces, read_groups, write_tail};
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::index_list::{
    constants, known_product, known_sum, list_text, number_text, read_index_list, write_index_list,
};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::DYNAMIC;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let source = reader.value_name()?;
    let mut groups = Vec::new();
    for key in KEYS {
        groups.push(read_index_list(reader, key, Token::LSquare)?);
    }
    read_groups(reader, source, &groups)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    for (index, key) in KEYS.into_iter().enumerate() {
        writer.text(if index == 0 { "[" } else { " [" });
        write_index_list(writer, constants(op, key), op.group(LISTS[index]));
        writer.text("]");
    }
    write_tail(writer, op);
}

/// The expected layout of the result, from the lists and the source.
struct Expected<'m> {
    sizes: &'m [i64],
    strides: Vec<i64>,
    offset: i64,
}

impl<'m> Expected<'m> {
    /// Computes the expected layout; `None` if the source has no strides.
    fn new(op: OpRef<'m>) -> Option<Self> {
        let (offset, strides) = op.module.strides(op.operand_type(0))?;
        let offset = constants(op, KEYS[0])
            .iter()
            .zip(&strides)
            .fold(offset, |sum, (o, stride)| known_sum(sum, known_product(*o, *stride)));
        let strides =
            strides.iter().zip(constants(op, KEYS[2])).map(|(a, b)| known_product(*a, *b)).collect();
        Some(Self { sizes: constants(op, KEYS[1]), strides, offset })
    }

    fn text(&self) -> String {
        let (sizes, strides) = (list_text(self.sizes), list_text(&self.strides));
        format!("sizes {sizes}, strides {strides} and offset {}", number_text(self.offset))
    }
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let shape = module.shape(source).unwrap_or(&[]);
    if !check_lists(cx, op, [shape.len(); 3]) || !check_spaces(cx, op, source, result, "subview") {
        return;
    }
    let Some(expected) = Expected::new(op) else {
        return cx.error(op, format!("base type '{}' is not strided", type_text(module, source)));
    };
    check_result(cx, op, &expected);
    if let Err(message) = check_bounds(shape, KEYS.map(|key| constants(op, key))) {
        cx.error(op, message);
    }
}

/// Returns the source dimensions that the result of a `memref.subview` keeps, in order: the others have size
/// 1 and are dropped. `None` if the result type does not match, which is impossible in verified operations.
pub fn kept_dims(op: OpRef<'_>) -> Option<Vec<usize>> {
    let (_, strides) = op.module.strides(op.result_type(0))?;
    let dropped = dropped_dims(&Expected::new(op)?, &strides)?;
    Some((0..dropped.len()).filter(|dim| !dropped[*dim]).collect())
}

/// Checks that the layout of the result follows from the source; dimensions of size 1 may be dropped.
fn check_result(cx: &mut VerifyCx<'_>, op: OpRef<'_>, expected: &Expected<'_>) {
    let module = op.module;
    let result = op.result_type(0);
    let shape = module.shape(result).unwrap_or(&[]);
    let (wanted, found) = (expected.text(), type_text(module, result));
    if expected.sizes.len() < shape.len() {
        let message = format!(
            "expected result rank to be smaller or equal to {} the source rank, but got '{found}'",
            expected.sizes.len()
        );
        return cx.error(op, message);
    }
    if !sizes_fit(expected.sizes, shape) {
        return cx.error(op, format!("expected result type to have {wanted} or a rank-reduced version. (mismatch of result sizes), but got '{found}'"));
    }
    let element = module.element_type(op.operand_type(0));
    if module.element_type(result) != element {
        return cx.error(
            op,
            format!("expected result element type to be '{}', but got '{found}'", type_text(module, element)),
        );
    }
    let fits = module.strides(result).is_some_and(|(offset, strides)| {
        let dropped = dropped_dims(expected, &strides);
        offset == expected.offset
            && dropped.is_some_and(|dropped| {
                let kept = expected.strides.iter().zip(&dropped).filter(|(_, dropped)| !**dropped);
                kept.map(|(stride, _)| *stride).eq(strides.iter().copied())
            })
    });
    if !fits {
        cx.error(op, format!("expected result type to have {wanted} or a rank-reduced version. (mismatch of result layout), but got '{found}'"));
    }
}

/// Whether a shape consists of the sizes without some of those that are 1.
fn sizes_fit(sizes: &[i64], shape: &[i64]) -> bool {
    let mut rest = shape.iter().peekable();
    sizes.iter().all(|size| rest.next_if_eq(&size).is_some() || *size == 1) && rest.next().is_none()
}

/// Returns which dimensions of size 1 the result drops. If their number is ambiguous, a dimension is dropped
/// if its stride occurs less often in the result.
fn dropped_dims(expected: &Expected<'_>, strides: &[i64]) -> Option<Vec<bool>> {
    let rank = expected.sizes.len();
    if strides.len() == rank {
        return Some(vec![false; rank]);
    }
    let mut dropped: Vec<bool> = expected.sizes.iter().map(|size| *size == 1).collect();
    let count = |dropped: &[bool]| dropped.iter().filter(|dropped| **dropped).count();
    if count(&dropped) + strides.len() == rank {
        return Some(dropped);
    }
    let mut left = expected.strides.clone();
    for (is_dropped, stride) in dropped.iter_mut().zip(&expected.strides) {
        if !*is_dropped {
            continue;
        }
        let n_left = left.iter().filter(|other| *other == stride).count();
        let n_kept = strides.iter().filter(|other| *other == stride).count();
        if n_left < n_kept {
            return None;
        }
        if n_kept < n_left {
            let at = left.iter().position(|other| other == stride)?;
            left.swap_remove(at);
        } else {
            *is_dropped = false;
        }
    }
    (count(&dropped) + strides.len() == rank).then_some(dropped)
}

/// Checks whether a part of a buffer is in bounds, as far as the constants determine it: the shape of the
/// buffer, then offsets, sizes and strides of the part, with [`DYNAMIC`] for unknown numbers. The error names
/// the dimension that is out of bounds.
pub fn check_bounds(shape: &[i64], lists: [&[i64]; 3]) -> Result<(), String> {
    for (dim, size) in shape.iter().enumerate() {
        let [offset, n, stride] = lists.map(|list| list[dim]);
        if *size == DYNAMIC || offset == DYNAMIC {
            continue;
        }
        if *size <= offset {
            return Err(format!("offset {dim} is out-of-bounds: {offset} >= {size}"));
        }
        if n == DYNAMIC || stride == DYNAMIC {
            continue;
        }
        let last = offset.wrapping_add((n - 1).wrapping_mul(stride));
        if *size <= last {
            return Err(format!("slice along dimension {dim} runs out-of-bounds: {last} >= {size}"));
        }
    }
    Ok(())
}
