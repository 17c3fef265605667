//! Reduces a program as text, if it does not parse as IR: removes lines, then tokens.

use warpline_ir::syntax::lexer::tokenize;

use super::{Reducer, delta};

/// Drops lines, and then tokens.
pub(super) fn reduce(reducer: &mut Reducer<'_>) {
    drop_pieces(reducer, |text| text.split_inclusive('\n').collect());
    drop_pieces(reducer, tokens);
}

/// Returns each token with the blanks after it.
fn tokens(text: &str) -> Vec<&str> {
    let starts: Vec<usize> = tokenize(text).spans.iter().map(|span| span.start as usize).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).filter_map(|(start, end)| text.get(start..end)).collect()
}

fn drop_pieces(reducer: &mut Reducer<'_>, pieces: fn(&str) -> Vec<&str>) {
    let base = reducer.best().to_string();
    let pieces = pieces(&base);
    delta::minimise(pieces.len(), |chosen| {
        let mut dropped = chosen.iter().copied().peekable();
        let kept = (0..pieces.len()).filter(|place| dropped.next_if_eq(place).is_none());
        let kept: String = kept.map(|place| pieces[place]).collect();
        reducer.consider(&kept)
    });
}
