//! Delta debugging: finds which candidates of a list can be chosen together.
//!
//! The search goes from large parts of the list to single candidates, and from its end to its start, since
//! later operations use earlier ones. A part that is accepted together with all earlier ones stays chosen. Each
//! candidate is tried alone at least once. Cost: about the length of the list in tries if few can be removed,
//! and its logarithm if nearly all can.

/// Chooses candidates out of `n`; `holds` returns whether a set of them, in ascending order, may be chosen. A
/// set that it accepted is a part of every later set.
pub(super) fn minimise(n: usize, mut holds: impl FnMut(&[usize]) -> bool) {
    let mut chosen = vec![false; n];
    let mut length = n;
    while 0 < length {
        for part in (0..n.div_ceil(length)).rev() {
            let range = part * length..n.min((part + 1) * length);
            if range.clone().all(|place| chosen[place]) {
                continue;
            }
            let wanted: Vec<usize> = (0..n).filter(|place| chosen[*place] || range.contains(place)).collect();
            if holds(&wanted) {
                chosen[range].fill(true);
            }
        }
        length /= 2;
    }
}
