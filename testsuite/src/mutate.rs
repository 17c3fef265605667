//! Token mutations of programs: the result is close enough to the language to be parsed beyond the first line.

use crate::generator::Generator;
use warpline_ir::syntax::lexer::tokenize;

/// Returns the positions between the tokens of a text, including its beginning and its end.
pub fn token_boundaries(text: &str) -> Vec<usize> {
    let tokens = tokenize(text);
    let ends = tokens.spans.iter().map(|span| span.end as usize);
    let mut places: Vec<usize> = std::iter::once(0).chain(ends).collect();
    places.dedup();
    places
}

/// Returns the text after one to four changes: a token is deleted, duplicated, swapped with its neighbour,
/// moved or replaced by one of `others`.
pub fn mutate_tokens(text: &str, others: &[&str], generator: &mut Generator) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=generator.below(4) {
        change(&mut pieces, others, generator);
    }
    pieces.concat()
}

/// Returns the tokens of a text, each with the blanks before it; the last piece may consist of blanks.
fn pieces(text: &str) -> Vec<&str> {
    let places = token_boundaries(text);
    places.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

fn change<'a>(pieces: &mut Vec<&'a str>, others: &[&'a str], generator: &mut Generator) {
    if pieces.is_empty() {
        return;
    }
    let at = generator.below(pieces.len());
    match generator.below(6) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[at]),
        2 if at + 1 < pieces.len() => pieces.swap(at, at + 1),
        3 => {
            let piece = pieces.remove(at);
            pieces.insert(generator.below(pieces.len() + 1), piece);
        }
        4 => pieces[at] = pieces[generator.below(pieces.len())],
        _ if others.is_empty() => {}
        _ => pieces[at] = others[generator.below(others.len())],
    }
}
