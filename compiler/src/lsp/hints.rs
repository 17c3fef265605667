//! Inlay hints: the stream of device work, and the operations that it waits for.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};

use super::analysis::Analysis;
use super::position::PieceLines;
use crate::driver::views::Mark;

/// Returns the hints in a range.
pub(super) fn inlay_hints(analysis: &Analysis, piece_lines: PieceLines<'_>, range: Range) -> Vec<InlayHint> {
    let Some(part) = piece_lines.part(range) else { return Vec::new() };
    let hint = |mark: &Mark| InlayHint {
        position: piece_lines.position(mark.span.end),
        label: InlayHintLabel::String(label(mark)),
        kind: None,
        text_edits: None,
        tooltip: (!mark.why.is_empty()).then(|| InlayHintTooltip::String(mark.why.join("\n"))),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    analysis.marks_at(part).map(hint).collect()
}

/// Returns `s1`, `s0 after line 7`, `host waits for line 9`.
fn label(mark: &Mark) -> String {
    let mut waits: Vec<String> = mark.waits_for.iter().map(ToString::to_string).collect();
    waits.dedup();
    let (word, lines) = (if waits.len() == 1 { "line" } else { "lines" }, waits.join(", "));
    match mark.stream {
        Some(stream) if waits.is_empty() => format!("s{stream}"),
        Some(stream) => format!("s{stream} waits for {word} {lines}"),
        None => format!("host waits for {word} {lines}"),
    }
}
