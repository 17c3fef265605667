//! "Did you mean": finds the known name that is nearest to an unknown one.

use crate::diagnostics::Note;

/// The maximum length of compared names, which bounds the time.
const MAX_LENGTH: usize = 64;

/// Returns the nearest name in `known` by [`distance`], if it is near enough: at most a third of the letters,
/// and at most 3, may differ. Ties are resolved alphabetically.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let length = name.chars().count();
    if length == 0 || MAX_LENGTH < length {
        return None;
    }
    let limit = (length / 3).clamp(1, 3);
    let candidates = known.into_iter().filter(|known| *known != name);
    let measured = candidates.filter_map(|known| Some((distance(name, known, limit)?, known)));
    measured.min().map(|(_, known)| known)
}

/// Returns the note with the nearest name in `known`; empty if none is near.
pub fn did_you_mean<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<Note> {
    nearest(name, known).map(|known| Note::general(format!("did you mean '{known}'?"))).into_iter().collect()
}

/// Returns the number of letters that must be inserted, deleted, changed or swapped with a neighbour to turn
/// `a` into `b`; `None` if it exceeds `limit`. Upper and lower case count as equal, unless the names differ
/// only in case.
pub fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let letters = |text: &str| text.chars().take(MAX_LENGTH + limit + 1).collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    if limit < a.len().abs_diff(b.len()) {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let change = row[j] + usize::from(!a[i].eq_ignore_ascii_case(&b[j]));
            let mut least = change.min(row[j + 1] + 1).min(next[j] + 1);
            if 0 < i && 0 < j && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        if next.iter().all(|n| limit < *n) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
    }
    let found = row[b.len()].max(usize::from(a != b));
    (found <= limit).then_some(found)
}
