//! Verifies `vector.print`, and what it prints besides the value.

use crate::def::foreign_words;
use crate::op::OpRef;
use crate::verify::VerifyCx;

/// Checks that a string has no other operand.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.attr("stringLiteral").is_some() && (!op.operands().is_empty() || has_mark(op)) {
        cx.error(op, "failed to verify that `source` or `punctuation` are not set when printing strings");
    }
}

/// Returns the text that `vector.print` prints after its value: a string, or punctuation.
pub fn printed_end(op: OpRef<'_>) -> &str {
    if let Some(text) = op.str("stringLiteral") {
        return text;
    }
    match op.keyword("punctuation") {
        Some("comma") => ", ",
        Some("open") => "( ",
        Some("close") => " )",
        Some("no_punctuation") => "",
        _ => "\n",
    }
}

/// Whether punctuation other than a new line is printed at the end.
fn has_mark(op: OpRef<'_>) -> bool {
    let kind = op.attr("punctuation").map(|attr| op.module.attr_kind(attr));
    let word = kind.and_then(|kind| foreign_words(op.module, kind, "vector.punctuation"));
    word.is_some_and(|word| word != "newline")
}
