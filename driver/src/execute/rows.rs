//! Vectors that cross the end of a row of their buffer: errors here, and allowed on some targets of MLIR.

use warpline_ir::{Module, Note, OpKind, Span, Vector};

/// Returns the note for an index out of bounds in an operation of this place: where a vector is read or written along the
/// rows of a buffer of several dimensions, its end may be in the next row.
pub(crate) fn note(module: &Module, span: Span, message: &str) -> Option<Note> {
    let at_place = |op: &warpline_ir::Op| module.span(module.location(*op)) == span;
    let op = module.walk(module.root()).into_iter().find(at_place)?;
    if !matches!(module.kind(op), OpKind::Vector(Vector::Load | Vector::Store)) {
        return None;
    }
    let (buffer, indices) = module.op(op).access()?;
    let last = indices.len().checked_sub(1).filter(|last| 0 < *last)?;
    let is_along_rows = message.contains(&format!("out of bounds of dimension {last}"));
    module.strides(module.type_of(buffer)).filter(|_| is_along_rows)?;
    let text =
        "MLIR lets targets continue in the next row where that is inside the buffer; --bounds=off does so";
    Some(Note::general(text))
}
