//! `--split-input-file`: splits a text at its markers as mlir-opt does.
//!
//! A marker is recognized anywhere, including in the middle of a line; the rest of that line belongs to the
//! next piece. A marker that lacks its last two characters, or that nothing follows, is a near miss: it does
//! not split, and gives a warning.

use warpline_ir::{Diagnostics, Span, codes};

use crate::testing::case::split::Piece;

/// The default marker.
pub(super) const MARKER: &str = "// -----";
/// The number of missing characters up to which a marker is a near miss.
const N_CHECKED: usize = 2;

/// Returns the pieces of a text; near misses are reported in `found`.
pub(super) fn split<'t>(text: &'t str, marker: &str, found: &mut Diagnostics) -> Vec<Piece<'t>> {
    let marker = if marker.is_empty() { MARKER } else { marker };
    let cut = marker.char_indices().rev().nth(N_CHECKED - 1).map_or(0, |(at, _)| at);
    let (prefix, suffix) = marker.split_at(cut);
    if prefix.is_empty() {
        return vec![Piece { start: 0, text }];
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(at) = text[from..].find(prefix) {
        let after = from + at + prefix.len();
        from = after;
        // An empty prefix is not a piece, so a marker at the start does not split.
        if start == from - prefix.len() {
            start = after;
            continue;
        }
        let end_of_part = text[after..].find(prefix).map_or(text.len(), |next| after + next);
        let part = &text[after..end_of_part];
        let follows = part.strip_prefix(suffix).filter(|rest| !rest.is_empty() && !rest.starts_with('0'));
        if follows.is_some() {
            pieces.push(Piece { start, text: &text[start..after - prefix.len()] });
            start = after + suffix.len();
        } else {
            let span = Span::new(after as u32, (after + suffix.len()).min(text.len()) as u32);
            found.warning(codes::NEAR_MARKER, span, "near miss with file split marker");
        }
    }
    if start < text.len() {
        pieces.push(Piece { start, text: &text[start..] });
    }
    pieces
}
