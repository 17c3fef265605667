//! Determines the name in the source text of the array that an operation accesses.

use warpline_ir::{Module, Op, Span};

use crate::views::name_of;

/// Returns the name, without the `%`, of the first operand of an operation that is an array.
pub(crate) fn name_at(module: &Module, text: &str, op: Op) -> Option<String> {
    let array = module.operands(op).iter().find(|operand| module.is_memref(module.type_of(**operand)))?;
    name_of(module, text, *array)
}

/// Like [`name_at`], for the operation of the text that begins at `span`: passes keep the locations of replaced
/// operations.
pub(super) fn name_at_span(module: &Module, text: &str, span: Span) -> Option<String> {
    let ops = module.walk(module.root()).into_iter();
    let mut found = ops.filter(|op| module.span(module.location(*op)) == span);
    found.find_map(|op| name_at(module, text, op))
}
