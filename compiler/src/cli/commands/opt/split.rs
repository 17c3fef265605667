//! `--split-input-file`: a text cut at its markers, as mlir-opt cuts it.
//!
//! A marker is found wherever its text stands, in the middle of a line too; what follows it belongs to the next
//! piece. A marker that lacks its last two characters, or after which nothing follows, is a near miss: it does not
//! cut, and gives a warning.

use warpline_ir::{Diagnostics, Span, codes};

use crate::testing::case::split::Piece;

/// The marker where none is given.
pub(super) const MARKER: &str = "// -----";
/// How many characters of a marker may be missing for a near miss.
const N_CHECKED: usize = 2;

/// The pieces of a text; near misses are reported in `found`.
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
        // An empty beginning is no piece, so a marker there does not cut.
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
