//! Types of results that are types of operands.

use crate::format::read::Reader;
use crate::types::Type;
use crate::value::Value;

fn operand_type(reader: &Reader<'_, '_>, operands: &[Value], index: usize) -> Option<Type> {
    Some(reader.cx.module.type_of(*operands.get(index)?))
}

/// The type of the first operand.
pub(super) fn like_first(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    Some(vec![operand_type(reader, operands, 0)?])
}

/// The type of the second operand.
pub(super) fn like_second(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    Some(vec![operand_type(reader, operands, 1)?])
}

/// The types of the first two operands.
pub(super) fn like_both(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    Some(vec![operand_type(reader, operands, 0)?, operand_type(reader, operands, 1)?])
}
