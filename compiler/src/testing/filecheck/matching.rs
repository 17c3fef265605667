//! Matches a sequence of expressions, and determines the text that each of them matches.
//!
//! The first offset at which the sequence can begin is chosen, then the longest match there, and within it the
//! longest text for the first expression, then for the second, and so on.

use std::borrow::Cow;

use super::regex::{Direction, Node, Offsets, Subject};

/// The maximum number of offsets visited in one line, or in the whole text if an expression spans lines, before
/// the search gives up.
const MAX_STEPS: usize = 50_000_000;

/// An element of the sequence.
pub(super) enum Piece<'p> {
    /// An expression.
    Node(Cow<'p, Node>),
    /// A repetition of the text matched by an earlier element.
    Again(usize),
}

/// The start of each element, and the end of the last one.
type Bounds = Vec<usize>;

/// The search for one sequence.
struct Matcher<'p, 't> {
    pieces: &'p [Piece<'p>],
    subject: Subject<'t>,
}

/// Finds a sequence in a text from offset `from` on; an error if the search exceeds its limit.
pub(super) fn find<'p>(
    pieces: &'p [Piece<'p>],
    text: &str,
    from: usize,
    ignores_case: bool,
) -> Result<Option<Bounds>, String> {
    let subject = Subject { text, from, ignores_case, n_left: MAX_STEPS };
    let mut matcher = Matcher { pieces, subject };
    let spans_lines = (0..pieces.len()).any(|index| node(pieces, index).spans_lines());
    let mut start = from;
    while let Some(next) = matcher.next_candidate(start, spans_lines) {
        let end = if spans_lines { text.len() } else { line_end(text, next) };
        matcher.subject.n_left = MAX_STEPS;
        let found = matcher.between(next, end);
        if matcher.subject.n_left == 0 {
            return Err("the expression takes too long".to_string());
        }
        if found.is_some() || end == text.len() {
            return Ok(found);
        }
        start = end + 1;
    }
    Ok(None)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

/// Returns the expression that bounds what an element can match.
fn node<'p>(pieces: &'p [Piece<'_>], index: usize) -> &'p Node {
    match &pieces[index] {
        Piece::Node(node) => node,
        Piece::Again(earlier) => node(pieces, *earlier),
    }
}

impl Matcher<'_, '_> {
    /// Returns the start of the next line in which the sequence can begin, judging by its first literal text.
    fn next_candidate(&self, start: usize, spans_lines: bool) -> Option<usize> {
        let fixed = self.pieces.iter().find_map(|piece| match piece {
            Piece::Node(node) => match node.as_ref() {
                Node::Text(text) => Some(text),
                _ => None,
            },
            Piece::Again(_) => None,
        });
        let Some(fixed) = fixed.filter(|_| !self.subject.ignores_case) else { return Some(start) };
        let at = start + self.subject.text[start..].find(fixed.as_str())?;
        let line = self.subject.text[start..at].rfind('\n').map_or(start, |newline| start + newline + 1);
        Some(if spans_lines { start } else { line })
    }

    /// Returns the first match that begins and ends between two offsets.
    fn between(&mut self, start: usize, end: usize) -> Option<Bounds> {
        let text = self.subject.text;
        let all: Offsets = (start..=end).filter(|at| text.is_char_boundary(*at)).collect();
        let starts = self.backwards(all).pop()?;
        starts.into_iter().find_map(|at| self.longest(at, end))
    }

    /// Returns the longest match that begins at `start`.
    fn longest(&mut self, start: usize, end: usize) -> Option<Bounds> {
        let mut ends = vec![start];
        for index in 0..self.pieces.len() {
            ends = self.subject.walk(node(self.pieces, index), &ends, Direction::Forward);
        }
        ends.into_iter().rev().filter(|at| *at <= end).find_map(|end| {
            let mut reaching = self.backwards(vec![end]);
            reaching.reverse();
            let mut bounds = vec![start];
            self.assign(&reaching, &mut bounds).then_some(bounds)
        })
    }

    /// Returns `ends`, and for each element from the last to the first the offsets from which it and its
    /// successors reach them.
    fn backwards(&mut self, ends: Offsets) -> Vec<Offsets> {
        let mut sets = vec![ends];
        for index in (0..self.pieces.len()).rev() {
            let before =
                self.subject.walk(node(self.pieces, index), &sets[sets.len() - 1], Direction::Backward);
            sets.push(before);
        }
        sets
    }

    /// Assigns each element its text; `reaching` holds the offsets from which the remaining elements reach the end.
    fn assign(&mut self, reaching: &[Offsets], bounds: &mut Bounds) -> bool {
        let index = bounds.len() - 1;
        let at = bounds[index];
        let Some(piece) = self.pieces.get(index) else { return true };
        let ends = match piece {
            Piece::Again(earlier) => {
                let text = &self.subject.text[bounds[*earlier]..bounds[earlier + 1]];
                self.subject.behind_text(text, at, Direction::Forward).into_iter().collect()
            }
            Piece::Node(node) => self.subject.walk(node, &[at], Direction::Forward),
        };
        for end in ends.into_iter().rev().filter(|end| reaching[index + 1].binary_search(end).is_ok()) {
            bounds.push(end);
            if self.assign(reaching, bounds) {
                return true;
            }
            bounds.pop();
        }
        false
    }
}
