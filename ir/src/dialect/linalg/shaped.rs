//! The custom forms of `linalg.transpose` and `linalg.broadcast`:
//!
//! ```text
//! linalg.transpose ins(%a : T) outs(%b : U) permutation = [1, 0]
//! linalg.broadcast ins(%a : T) outs(%b : U) dimensions = [1]
//! ```

use super::named::row;
use super::operands::{derive_region, read_operands, read_results, write_operands, write_results};
use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::OpKind;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;

/// The custom form of `linalg.transpose`.
pub(super) const TRANSPOSE_SYNTAX: Code =
    Code { read: |reader| read(reader, "permutation"), write: |writer, op| write(writer, op, "permutation") };
/// The custom form of `linalg.broadcast`.
pub(super) const BROADCAST_SYNTAX: Code =
    Code { read: |reader| read(reader, "dimensions"), write: |writer, op| write(writer, op, "dimensions") };

fn read(reader: &mut Reader<'_, '_>, key: &str) -> Result<(), Reported> {
    let span = reader.span();
    let sizes = read_operands(reader)?;
    read_numbers(reader, key)?;
    reader.plain_dict()?;
    read_results(reader)?;
    let OpKind::Linalg(kind) = reader.op.kind else { return Ok(()) };
    match row(kind) {
        Some(named) => derive_region(reader, named, sizes, span),
        None => Ok(()),
    }
}

/// Reads `key = [1, 0]`.
pub(super) fn read_numbers(reader: &mut Reader<'_, '_>, key: &str) -> Result<(), Reported> {
    reader.expect_word(key)?;
    reader.expect(Token::Equal, &format!("'=' after '{key}'"))?;
    reader.expect(Token::LSquare, "'[' before the numbers of dimensions")?;
    let mut numbers = Vec::new();
    reader.list_until(Token::RSquare, "',' or ']' in the numbers of dimensions", |reader| {
        numbers.push(reader.integer()?);
        Ok(())
    })?;
    let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
    reader.set_attr(key, attr);
    Ok(())
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>, key: &str) {
    write_operands(writer, op);
    write_numbers(writer, op, key);
    writer.attr_dict(op, &[key]);
    write_results(writer, op);
}

/// Writes ` key = [1, 0] `.
pub(super) fn write_numbers(writer: &mut Writer<'_>, op: OpRef<'_>, key: &str) {
    let numbers: Vec<String> = op.ints(key).iter().map(i64::to_string).collect();
    writer.text(&format!(" {key} = [{}] ", numbers.join(", ")));
}
